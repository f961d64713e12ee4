"""What is said on the Agreement page where nobody tells how often labels are wrong."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from tests.pages.claims import Claims, Seen, all_same, claim, same
from tests.pages.facts import Cells

CLAIMS: Claims = []
says = partial(claim, CLAIMS)


@says(
    r"If labels are wrong as stated \(# % of the labels wrong, # % of the true ones "
    r"missing\), F₁ of “[^”]*” against the truth, # over all labels \(micro\), lies between "
    r"# and # if the errors coincide with what it got right, or with what it got wrong; (?:#(?:, "
    r"the most that is possible,)? if they are independent of it|if they are independent of it, "
    r"there is no value, as such labels are random)"
)
def _(seen: Seen, wrong: str, missing: str, *shown: str | None) -> None:
    f, low, high, independent = shown
    all_same((wrong, missing), (Fraction(5), Fraction(5)))
    tables = list(seen.facts.tables.values())
    assert f is not None
    assert low is not None
    assert high is not None
    same(f, seen.facts.pooled.f)
    sizes = sum(size(t) for t in tables)
    same(low, sum(2 * hits(t)[0] for t in tables) / sizes)
    same(high, sum(2 * hits(t)[2] for t in tables) / sizes)
    alone = [hits(t)[1] for t in tables]
    if independent is None:
        assert None in alone
        return
    same(independent, sum((2 * (h or 0) for h in alone), Fraction(0)) / sizes)


def flipped(t: Cells) -> tuple[Fraction, Fraction]:
    """How many of the documents given a class are not in it, and how many others are."""
    wrong = Fraction(t.positives, 20)  # as many are missing, if there are so many others
    return wrong, min(wrong, Fraction(t.fp + t.tn))


def size(t: Cells) -> Fraction:
    """Documents assigned, and truly in the class."""
    off, on = flipped(t)
    return t.assigned + t.positives - off + on


def hits(t: Cells) -> tuple[Fraction, Fraction | None, Fraction]:
    """True hits if one label in twenty is wrong: on hits, on either alike, on errors."""
    off, on = flipped(t)
    low = t.tp - min(off, Fraction(t.tp)) + max(Fraction(0), on - t.tn)
    high = t.tp - max(Fraction(0), off - t.fn) + min(on, Fraction(t.fp))
    true = t.positives - off + on
    if not true:
        return low, Fraction(0), high
    kept_rate = (t.positives - off) / true
    given = off / (t.n - true) if t.n > true else Fraction(0)
    if kept_rate <= given:
        return low, None, high
    return low, min(max((t.tp - given * t.assigned) / (kept_rate - given), low), high), high
