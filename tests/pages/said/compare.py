"""What is said on the Compare page."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from tests.pages.claims import Claims, Seen, claim, same
from tests.pages.said.counting import minus

CLAIMS: Claims = []
says = partial(claim, CLAIMS)


@says(r"^On the same # documents?\.|On the same # documents?\.")
def _(seen: Seen, n: str, also: str) -> None:
    same(n if n is not None else also, seen.facts.n)


@says(r"^No difference in accuracy\. Averaged over classes: no difference\.")
def _(seen: Seen) -> None:
    late, early = (seen.systems[s] for s in ("late", "early"))
    assert late.exact == early.exact
    assert late.macro("f") == early.macro("f")


@says(r"\+# points accuracy \(# to #\), which may be chance: fewer than 6 documents differ")
def _(seen: Seen, points: str, low: str, high: str) -> None:
    late, early = (seen.systems[s] for s in ("late", "early"))
    same(points, Fraction(100 * abs(late.exact - early.exact), late.n))
    assert Fraction(low.replace("−", "-")) <= Fraction(points) <= Fraction(high)
    assert sum(a != b for a, b in zip(late.called, early.called, strict=True)) < 6


@says(r"Averaged over classes: ([+−]?)# \(# to #\), which may be chance: fewer than 6 documents "
      r"differ")  # fmt: skip
def _(seen: Seen, sign: str, points: str, low: str, high: str) -> None:
    late, early = (seen.systems[s] for s in ("late", "early"))
    # of the one that is ahead over all labels
    ahead, behind = (late, early) if late.pooled.f > early.pooled.f else (early, late)  # type: ignore[operator]
    gap = 100 * minus(ahead.macro("f"), behind.macro("f"))
    same(points.lstrip("+"), abs(gap))
    assert (sign == "−") == (gap < 0)


@says(r"No clear difference on any of the # class(?:es)?\.")
def _(seen: Seen, classes: str) -> None:
    same(classes, len(seen.facts.classes))


@says(r"the interval excludes 0")
def _(_: Seen) -> None:
    """A convention."""


@says(r"For a class with fewer than 50 documents, average precision is too high")
def _(seen: Seen) -> None:
    assert seen.cells.positives < 50
