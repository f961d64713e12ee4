"""What is said of intervals wherever they are shown."""

from __future__ import annotations

from breakeven.evaluation.average_intervals import FEW, FEW_ALONE, AverageIntervals
from breakeven.text import count_of
from metrics.catalogue.comparison import INTERVAL_MEANS

INTERVALS = f"95 % intervals: {INTERVAL_MEANS}"


def few_words(intervals: AverageIntervals) -> str:
    """How roughly the averages are known where classes or documents are few; else empty."""
    found = []
    if intervals.few:
        have = count_of(intervals.few, "class has", "classes have")
        found.append(
            f"{have} fewer than {FEW} documents, of {intervals.classes:,} averaged. Values of so "
            "few are rough, and F too low on average: the interval of the mean over classes allows "
            "for that, by what the other classes make likely."
        )
        if 2 * intervals.fewest >= intervals.classes:
            found.append("Half of the classes have two documents at most, so it may be too narrow.")
    if intervals.worth < FEW_ALONE:
        found.append(
            "The documents tell as much as fewer than a hundred drawn alone, so intervals of means "
            "over classes may be too narrow."
        )
    return " ".join(found)
