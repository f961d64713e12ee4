"""What the Workload page says, worked out in plain Python."""

from __future__ import annotations

from fractions import Fraction
from math import floor, sqrt

from tests.pages.claims import Claims, Seen, all_same, claim, same
from tests.pages.facts import Z, wilson

CLAIMS: Claims = []
USUAL = Fraction(1, 10)  # of the documents


def doubts(seen: Seen) -> list[tuple[float, int]]:
    """Of each document how many wrong decisions are expected, and how many there are."""
    facts = seen.facts
    assert facts.scores is not None
    found = []
    for p, labels, calls in zip(facts.scores, facts.truth, facts.called, strict=True):
        assert labels is not None
        expected = sum(1 - p[name] if name in calls else p[name] for name in facts.classes)
        found.append((round(expected, 12), len(labels ^ calls)))
    return found


def sent(seen: Seen) -> set[int]:
    """Those that go to people: the most doubted, equals together, no more than a tenth."""
    all_doubts = [doubt for doubt, _ in doubts(seen)]
    most: set[int] = set()
    for limit in set(all_doubts):
        chosen = {d for d, doubt in enumerate(all_doubts) if doubt >= limit}
        if len(chosen) <= USUAL * len(all_doubts) and len(chosen) > len(most):
            most = chosen
    return most


def of_100(share: float) -> str:
    """Half a unit is rounded up."""
    if 100 * share >= 9.95:
        return f"{floor(round(100 * share, 7) + 0.5)}"
    return f"{floor(round(1000 * share, 7) + 0.5) / 10:.1f}"


@claim(
    CLAIMS,
    r"If people look at the # ?% least sure of the documents \(# of # documents?\), "
    r"# wrong ones of 100 become # \(95 ?%: # to #\)\.",
)
def _sent(seen: Seen, percent: str, *shown: str) -> None:
    wrong = [errors > 0 for _, errors in doubts(seen)]
    n, gone = len(wrong), sent(seen)
    left = sum(w for d, w in enumerate(wrong) if d not in gone)
    low, high = wilson(left, n)
    same(percent, round(100 * len(gone) / n))
    all_same(shown[:2], (len(gone), n))
    assert list(shown[2:]) == [of_100(x) for x in (sum(wrong) / n, left / n, low, high)]


@claim(CLAIMS, r"If people look at none of the documents, # of 100 have a wrong class")
def _nothing(seen: Seen, shown: str) -> None:
    wrong = [errors > 0 for _, errors in doubts(seen)]
    assert not sent(seen)
    assert shown == of_100(sum(wrong) / len(wrong))


@claim(CLAIMS, r"Of 1,000 documents a month # go to people: # hours at 1 minute each\.")
def _month(seen: Seen, documents: str, hours: str) -> None:
    share = Fraction(len(sent(seen)), seen.facts.n)
    same(documents, round(1000 * share))
    same(hours, 1000 * share / 60)


@claim(CLAIMS, r"A look at one of the # ?% pays up to a price of #: what their errors cost")
def _price(seen: Seen, percent: str, price: str) -> None:
    gone = sent(seen)
    errors = sum(e for d, (_, e) in enumerate(doubts(seen)) if d in gone)
    same(percent, round(100 * Fraction(len(gone), seen.facts.n)))
    same(price, Fraction(errors, len(gone)))


@claim(CLAIMS, r"Wrong on average over all shares, of 100 that nobody sees: #\.")
def _area(seen: Seen, shown: str) -> None:
    # each document as a thousand small ones, equals mixed: the mean risk over all numbers kept
    found = doubts(seen)
    parts, kept, wrong, total = 1000, 0, 0.0, 0.0
    for limit in sorted({doubt for doubt, _ in found}):
        equals = [errors > 0 for doubt, errors in found if doubt == limit]
        for _ in range(parts * len(equals)):
            kept += 1
            wrong += sum(equals) / len(equals)
            total += wrong / kept
    same(shown, round(100 * total / kept, 1))


@claim(CLAIMS, r"If a mistake costs 1, those of a month cost # \(likely # to #\)\.")
def _mistakes(seen: Seen, *shown: str) -> None:
    errors = [errors for _, errors in doubts(seen)]
    n = len(errors)
    mean = sum(errors) / n
    half = Z * sqrt(sum((e - mean) ** 2 for e in errors) / (n - 1) / n)
    for said, value in zip(shown, (mean, max(0.0, mean - half), mean + half), strict=True):
        # whole from 100 on
        assert said == (f"{round(1000 * value):,}" if value >= 0.1 else f"{1000 * value:.1f}")


@claim(CLAIMS, r"If a mistake costs 1, those of a month cost #\.")
def _mistakes_of_one(seen: Seen, shown: str) -> None:
    ((_, errors),) = doubts(seen)
    same(shown, 1000 * errors)
