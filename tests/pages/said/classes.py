"""What is said on the Classes page."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from tests.pages.claims import Claims, Seen, all_same, claim, same
from tests.pages.facts import wilson
from tests.pages.said.counting import clearly, leaves_half

CLAIMS: Claims = []
says = partial(claim, CLAIMS)


@says(r"@ \(# documents?, F₁ #\)")
def _(seen: Seen, name: str, n: str, f: str) -> None:
    t = seen.facts.tables[name]
    all_same((n, f), (t.positives, t.f))


@says(r"It finds # of its # documents?: recall # \(95 %: # to #\), (clearly )?(low|high)",
      r"Of its # predictions?, # (?:is|are) right: precision # \(95 %: # to #\), "
      r"(clearly )?(low|high)")  # fmt: skip
def _(seen: Seen, *shown: str) -> None:
    a, b, value, low, high, sure, side = shown
    t = seen.cells
    hits, tried = (
        (t.tp, t.positives) if int(a) == t.tp and int(b) == t.positives else (t.tp, t.assigned)
    )
    assert {int(a), int(b)} == {hits, tried}
    ends = wilson(hits, tried)
    all_same((value, low, high), (Fraction(hits, tried), *ends))
    assert side == ("high" if 2 * hits >= tried else "low")
    # else it says so
    which = int(hits != t.tp or tried != t.positives)
    sides = [clearly(seen.facts.tables, side)[seen.chosen] for side in (-1, 1)]
    if t.positives != t.assigned:
        assert bool(sure) == any(each[which] for each in sides)


@says(r"Of # (false alarms?|missed documents?), # (?:is truly|are truly|was predicted as|"
      r"were predicted as) @(?:, # got no class)?")  # fmt: skip
def _(seen: Seen, n: str, what: str, most: str, other: str, none: str | None) -> None:
    errors = [(t, c) for t, c in seen.facts.judged
              if seen.chosen in (c - t if what.startswith("false") else t - c)]  # fmt: skip
    beside = [t if what.startswith("false") else c for t, c in errors]
    counts = {c: sum(c in of for of in beside) for c in seen.facts.classes if c != seen.chosen}
    all_same((n, most), (len(errors), counts[other]))
    assert counts[other] == max(counts.values())
    if none is not None:
        same(none, sum(not c for _, c in errors))


@says(r"predicted too often: # false alarms? against # missed")
def _(seen: Seen, fp: str, fn: str) -> None:
    all_same((fp, fn), (seen.cells.fp, seen.cells.fn))


@says(r"(?:read its|Read the) # errors?(?: of @)? below")
def _(seen: Seen, n: str, name: str | None) -> None:
    same(n, seen.facts.tables[name or seen.chosen].errors)


@says(r"Read the # documents? predicted as @ below", r"Read the # false alarms? of @ below")
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


@says(r"Not in the plot: # classes without a prediction or without documents")
def _(seen: Seen, k: str) -> None:
    same(k, sum(t.precision is None or t.recall is None for t in seen.facts.tables.values()))
