"""What is said on the Splits page of the size of the test set."""

from __future__ import annotations

import re
from functools import partial

from tests.pages.claims import Claims, Seen, claim, same
from tests.pages.facts import Cells, wilson

CLAIMS: Claims = []
says = partial(claim, CLAIMS)

# Wilson's interval of the overlap of n right ones of n begins at n / (n + 1.96^2), so F's, an error
# weighing half a hit, is 1.92 / (n + 1.92) wide: 0.1 or less from 18 on
FEWEST = 18


def half_width(table: Cells) -> float:
    """Half the width of the interval of F₁: that of the overlap, an error weighing half a hit."""
    tried = table.tp + table.fp + table.fn
    if not tried:
        return float("nan")
    low, high = (w / (w + (1 - w) / 2) for w in wilson(table.tp, tried))
    return (high - low) / 2


@says(r"F₁ is certain to ±0\.05 for # of # class(?:es)?\.")
def _(seen: Seen, judged: str, every: str) -> None:
    same(judged, sum(half_width(table) <= 0.05 for table in seen.facts.tables.values()))
    same(every, len(seen.facts.classes))


@says(r"# of # class(?:es)? ha(?:s|ve) too few documents to judge to ±0\.05, whatever the "
      r"system does\. With fewer than # documents F₁ cannot be known to ±0\.05 even if every "
      r"prediction is right\. They are, with their "
      r"documents: (.*)$")  # fmt: skip
def _(seen: Seen, short: str, every: str, fewest: str, listed: str) -> None:
    few = {n: t.positives for n, t in seen.facts.tables.items() if t.positives < FEWEST}
    same(short, len(few))
    same(every, len(seen.facts.classes))
    same(fewest, FEWEST)
    named = dict(re.findall(r"(\S+) \((\d+)\)", listed))
    assert {name: int(n) for name, n in named.items()} == few


@says(r"which 80 % of tests would find at the "
      r"5 % level")  # fmt: skip
def _(_: Seen) -> None:
    """Settings and conventions."""
