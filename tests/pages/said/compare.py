"""What is said on the Compare page."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from tests.pages.claims import Claims, Seen, all_same, claim, same
from tests.pages.said.counting import minus

CLAIMS: Claims = []
says = partial(claim, CLAIMS)


@says(r"On the same # documents, late has F₁ # against # of early over all decisions \(micro\)")
def _(seen: Seen, n: str, late: str, early: str) -> None:
    all_same(
        (n, late, early), (seen.facts.n, *(seen.systems[s].pooled.f for s in ("late", "early")))
    )


@says(r"As the mean over classes \(macro\) it is # against #")
def _(seen: Seen, late: str, early: str) -> None:
    all_same((late, early), tuple(seen.systems[s].macro("f") for s in ("late", "early")))


@says(r"# points (less|more), which may be chance, as fewer than 6 documents tell the two apart "
      r"\(95 %: # to #; p #\)")  # fmt: skip
def _(seen: Seen, points: str, than: str, low: str, high: str, p: str) -> None:
    late, early = (seen.systems[s] for s in ("late", "early"))
    gaps = [100 * abs(minus(late.pooled.f, early.pooled.f)),
            100 * abs(minus(late.macro("f"), early.macro("f")))]  # fmt: skip
    same(points, min(gaps, key=lambda gap: abs(gap - Fraction(points))))
    assert than == "less"
    assert float(low.replace("−", "-")) < 0
    differ = sum(a != b for a, b in zip(late.called, early.called, strict=True))
    assert differ < 6
    same(p, Fraction(2, 2**differ))  # all of them in favour of one


@says(r"10,000 times # documents were drawn", r"80 of 100 test sets of # such documents would show "
      r"at 5 %")  # fmt: skip
def _(seen: Seen, n: str) -> None:
    same(n, seen.facts.n)


@says(r"For a class with fewer than 50 documents, average precision is too high")
def _(seen: Seen) -> None:
    assert seen.cells.positives < 50
