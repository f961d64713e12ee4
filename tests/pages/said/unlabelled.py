"""What is said on the Unlabelled page."""

from __future__ import annotations

from functools import partial
from math import sqrt

from tests.pages.claims import Claims, Seen, all_same, claim, same

CLAIMS: Claims = []
says = partial(claim, CLAIMS)


@says(r"They run from # to #,")
def _(seen: Seen, low: str, high: str) -> None:
    values = [s for of in seen.facts.scores or () for s in of.values()]
    all_same((low, high), (min(values), max(values)))


@says(r"Of # classes, # have a number of members within its 95 % interval, and # a cost within "
      r"its own")  # fmt: skip
def _(seen: Seen, k: str, members: str, losses: str) -> None:
    same(k, len(seen.facts.classes))
    within = 0
    for name, t in seen.facts.tables.items():
        chances = [of[name] for of in seen.facts.scores or ()]
        expected, sd = sum(chances), sqrt(sum(p * (1 - p) for p in chances))
        within += abs(t.positives - expected) < 1.96 * sd
    same(members, within)
    assert 0 <= int(losses) <= len(seen.facts.classes)


@says(r"Over the # classes with at least ten members, expected F₁ lies # from the actual "
      r"one on average, "
      r"and above it by #")  # fmt: skip
def _(seen: Seen, k: str, off: str, above: str) -> None:
    large = {c: t for c, t in seen.facts.tables.items() if t.positives >= 10}
    same(k, len(large))
    gaps = [_expected_f(seen, name) - float(t.f or 0) for name, t in large.items()]
    all_same((off, above), (sum(map(abs, gaps)) / len(gaps), sum(gaps) / len(gaps)))


def _expected_f(seen: Seen, name: str) -> float:
    """The mean of F over what the truth may be if the probabilities are right."""
    chances = [(of[name], name in c) for of, c in
               zip(seen.facts.scores or (), seen.facts.called, strict=True)]  # fmt: skip
    hits, misses = ([p for p, called in chances if called is side] for side in (True, False))
    at, n = [_number_true(side) for side in (hits, misses)], len(hits)
    return sum(
        p * q * (2 * i / (n + i + j) if n + i + j else 1)
        for i, p in enumerate(at[0]) for j, q in enumerate(at[1])
    )  # fmt: skip


def _number_true(chances: list[float]) -> list[float]:
    of = [1.0]
    for p in chances:
        of = [a * (1 - p) + b * p for a, b in zip([*of, 0.0], [0.0, *of], strict=True)]
    return of


@says(r"the most probable class is expected to be right for # documents, and is right for # \(# "
      r"%\); # of 10 "
      r"ranges")  # fmt: skip
def _(seen: Seen, expected: str, right: str, share: str, ranges: str) -> None:
    total = sum(max(of.values()) for of in seen.facts.scores or ())
    all_same((expected, right), (total, seen.facts.exact))
    assert abs(float(share) - 100 * total / seen.facts.exact) < 0.51
    assert 0 <= int(ranges) <= 10
