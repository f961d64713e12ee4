"""What is said on the Classes page."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from tests.pages.claims import Claims, Seen, all_same, claim, same
from tests.pages.facts import wilson
from tests.pages.said.counting import clearly, leaves_half, weak

CLAIMS: Claims = []
says = partial(claim, CLAIMS)


@says(r"Clearly below 50 %: ([^.]+?)(?: and # more)?\.")
def _(seen: Seen, names: str, more: str | None) -> None:
    named = set(names.split(", "))
    assert named <= weak(seen.facts.tables)
    same(more or "0", len(weak(seen.facts.tables)) - len(named))


@says(r"(Finds) # of #: recall # \(#–#\)(?:, clearly (low|high))?",
      r"()# of # predictions? right: precision # \(#–#\)(?:, clearly (low|high))?")  # fmt: skip
def _(seen: Seen, finds: str, *shown: str | None) -> None:
    *numbers, side = shown
    t = seen.cells
    tried = t.positives if finds else t.assigned
    all_same(tuple(map(str, numbers)), (t.tp, tried, Fraction(t.tp, tried), *wilson(t.tp, tried)))
    if side is not None:
        assert clearly(seen.facts.tables, -1 if side == "low" else 1)[seen.chosen][not finds]


@says(r"# of # (false alarms?|missed) (?:is truly|are truly|was predicted as|"
      r"were predicted as) @")  # fmt: skip
def _(seen: Seen, most: str, n: str, what: str, other: str) -> None:
    errors = [(t, c) for t, c in seen.facts.judged
              if seen.chosen in (c - t if what.startswith("false") else t - c)]  # fmt: skip
    beside = [t if what.startswith("false") else c for t, c in errors]
    counts = {c: sum(c in of for of in beside) for c in seen.facts.classes if c != seen.chosen}
    all_same((n, most), (len(errors), counts[other]))
    assert counts[other] == max(counts.values())


@says(r"# of # missed got no class")
def _(seen: Seen, none: str, n: str) -> None:
    missed = [c for t, c in seen.facts.judged if seen.chosen in t - c]
    all_same((none, n), (sum(not c for c in missed), len(missed)))


@says(r"predicted too often: # false alarms? against # missed")
def _(seen: Seen, fp: str, fn: str) -> None:
    all_same((fp, fn), (seen.cells.fp, seen.cells.fn))


@says(r"(?:read its|Read the) # errors?(?: of @)?")
def _(seen: Seen, n: str, name: str | None) -> None:
    same(n, seen.facts.tables[name or seen.chosen].errors)


@says(r"Read the # documents? predicted as @", r"Read the # false alarms? of @")
def _(seen: Seen, n: str, name: str) -> None:
    same(n, seen.facts.tables[name].fp)


@says(r"Label about # more documents of @ to test on")
def _(seen: Seen, more: str, name: str) -> None:
    """Enough for the interval of the weaker of precision and recall to leave out one half."""
    t = seen.facts.tables[name]
    times = [1 + int(more) / t.positives]
    assert any(leaves_half(round(t.tp * f), round(of * f), 1 if 2 * t.tp > of else -1)
               for f in times for of in (t.positives, t.assigned))  # fmt: skip


@says(r"@ on # documents?:")
def _(seen: Seen, name: str, n: str) -> None:
    assert name == seen.chosen
    same(n, len(seen.facts.judged))
