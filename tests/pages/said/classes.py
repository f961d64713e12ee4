"""What is said on the Classes page."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial

from tests.pages.claims import Claims, Seen, all_same, claim, same
from tests.pages.facts import Cells, wilson
from tests.pages.said.counting import clearly, leaves_half

CLAIMS: Claims = []
says = partial(claim, CLAIMS)


@says(r"@ \(# documents?, F₁ #\)")
def _(seen: Seen, name: str, n: str, f: str) -> None:
    t = seen.facts.tables[name]
    all_same((n, f), (t.positives, t.f))


@says(r"Of # class(?:es)?: ((?:\d+ [^;.]+[;.] ?)+)")
def _(seen: Seen, k: str, kinds: str) -> None:
    same(k, len(seen.facts.classes))
    assert sum(int(n) for n in re.findall(r"\d+", kinds)) == len(seen.facts.classes)
    said = {kind: int(n) for n, kind in re.findall(r"(\d+) ([^;.]+)", kinds)}
    tables = seen.facts.tables
    low, high = clearly(tables, -1), clearly(tables, 1)
    for kind, counts in KINDS.items():
        found = sum(counts(t, low[c], high[c]) for c, t in tables.items())
        assert said.get(kind, 0) == found, kind


# of recall and of precision
Both = tuple[bool, bool]
KINDS: dict[str, Callable[[Cells, Both, Both], bool]] = {
    "often missed and often wrong": lambda _, low, high: all(low),
    "clearly above the line": lambda _, low, high: all(high),
    "found, but often wrongly assigned": lambda _, low, high: high[0] and low[1],
    "no documents here, yet assigned": lambda t, low, high: t.positives == 0 and t.assigned > 0,
}


@says(r"It finds # of its # documents?: recall # \(95 %: # to #\), (low|high)(,|\.)",
      r"Of # assignments? # (?:is|are) right: precision # \(95 %: # to #\), "
      r"(low|high)(,|\.)")  # fmt: skip
def _(seen: Seen, *shown: str) -> None:
    a, b, value, low, high, side, stop = shown
    t = seen.cells
    hits, tried = (
        (t.tp, t.positives) if int(a) == t.tp and int(b) == t.positives else (t.tp, t.assigned)
    )
    assert {int(a), int(b)} == {hits, tried}
    ends = wilson(hits, tried)
    all_same((value, low, high), (Fraction(hits, tried), *ends))
    assert side == ("high" if 2 * hits >= tried else "low")
    # else it reaches across the cut, or may be chance
    which = int(hits != t.tp or tried != t.positives)
    sides = [clearly(seen.facts.tables, side)[seen.chosen] for side in (-1, 1)]
    if t.positives != t.assigned:
        assert (stop == ".") == any(each[which] for each in sides)


@says(r"Of # (wrong assignments|missed documents), # (?:is|are) (?:truly|assigned) @"
      r"(?:, # gets? no class at all)?")  # fmt: skip
def _(seen: Seen, n: str, what: str, most: str, other: str, none: str | None) -> None:
    errors = [(t, c) for t, c in seen.facts.judged
              if seen.chosen in (c - t if what.startswith("wrong") else t - c)]  # fmt: skip
    beside = [t if what.startswith("wrong") else c for t, c in errors]
    counts = {c: sum(c in of for of in beside) for c in seen.facts.classes if c != seen.chosen}
    all_same((n, most), (len(errors), counts[other]))
    assert counts[other] == max(counts.values())
    if none is not None:
        same(none, sum(not c for _, c in errors))


@says(r"called too often: # wrong assignments? against # missed")
def _(seen: Seen, fp: str, fn: str) -> None:
    all_same((fp, fn), (seen.cells.fp, seen.cells.fn))


@says(r"(?:reading its|the first of its) # errors? below")
def _(seen: Seen, n: str) -> None:
    same(n, seen.cells.errors)


@says(r"Read the # documents assigned @ below", r"Read the # wrong assignments of @ below")
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


@says(r"Not in the plot: # classes whose precision or recall is 0/0")
def _(seen: Seen, k: str) -> None:
    same(k, sum(t.precision is None or t.recall is None for t in seen.facts.tables.values()))
