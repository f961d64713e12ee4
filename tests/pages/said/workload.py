"""What the page on human review says, worked out in plain Python."""

from __future__ import annotations

from fractions import Fraction
from math import floor, sqrt

from tests.pages.claims import Claims, Seen, claim, same
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
    """Those that go to people: the most doubted tenth, of equals the first in the file."""
    all_doubts = [doubt for doubt, _ in doubts(seen)]
    order = sorted(range(len(all_doubts)), key=lambda d: -all_doubts[d])
    return set(order[: floor(USUAL * len(order))])


def of_100(share: float) -> str:
    """Half a unit is rounded up."""
    if 100 * share >= 9.95:
        return f"{floor(round(100 * share, 7) + 0.5)}"
    return f"{floor(round(1000 * share, 7) + 0.5) / 10:.1f}"


@claim(
    CLAIMS,
    r"Reviewing the least certain # ?% \(# documents?\) cuts wrong documents from # to # of 100 "
    r"\(#–#\)\.",
)
def _sent(seen: Seen, percent: str, *shown: str) -> None:
    wrong = [errors > 0 for _, errors in doubts(seen)]
    n, gone = len(wrong), sent(seen)
    left = sum(w for d, w in enumerate(wrong) if d not in gone)
    low, high = wilson(left, n)
    same(percent, round(100 * len(gone) / n))
    same(shown[0], len(gone))
    assert list(shown[1:]) == [of_100(x) for x in (sum(wrong) / n, left / n, low, high)]


@claim(CLAIMS, r"Without review, # of 100 documents have an error")
def _nothing(seen: Seen, shown: str) -> None:
    wrong = [errors > 0 for _, errors in doubts(seen)]
    assert not sent(seen)
    assert shown == of_100(sum(wrong) / len(wrong))


@claim(CLAIMS, r"That is # of 1,000 documents a month: # hours at 1 minute each\.")
def _month(seen: Seen, documents: str, hours: str) -> None:
    share = Fraction(len(sent(seen)), seen.facts.n)
    same(documents, round(1000 * share))
    same(hours, 1000 * share / 60)


@claim(CLAIMS, r"Reviewing a document pays off if it costs less than # mistakes?\.")
def _price(seen: Seen, price: str) -> None:
    gone = sent(seen)
    errors = sum(e for d, (_, e) in enumerate(doubts(seen)) if d in gone)
    same(price, Fraction(errors, len(gone)))


@claim(CLAIMS, r"On average over all shares, # of 100 documents that are not reviewed are wrong\.")
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


@claim(CLAIMS, r"About # mistakes? a month \(#–#\)\.")
def _mistakes(seen: Seen, *shown: str) -> None:
    errors = [errors for _, errors in doubts(seen)]
    n = len(errors)
    mean = sum(errors) / n
    half = Z * sqrt(sum((e - mean) ** 2 for e in errors) / (n - 1) / n)
    for said, value in zip(shown, (mean, max(0.0, mean - half), mean + half), strict=True):
        # whole from 100 on
        assert said == (f"{round(1000 * value):,}" if value >= 0.1 else f"{1000 * value:.1f}")


@claim(CLAIMS, r"About # mistakes? a month\.")
def _mistakes_of_one(seen: Seen, shown: str) -> None:
    ((_, errors),) = doubts(seen)
    same(shown, 1000 * errors)
