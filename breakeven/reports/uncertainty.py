"""What is said of intervals wherever they are shown."""

from __future__ import annotations

from breakeven.evaluation.average_intervals import FEW, AverageIntervals
from breakeven.text import count_of
from metrics.catalogue.comparison import INTERVAL_MEANS

INTERVALS = f"95 % intervals: {INTERVAL_MEANS}"


def few_words(intervals: AverageIntervals) -> str:
    """How many classes of a mean tell their own value only roughly; empty where none does."""
    if not intervals.few:
        return ""
    have = count_of(intervals.few, "class has", "classes have")
    return (
        f"{have} fewer than {FEW} documents, of {intervals.classes:,} averaged. Values of so few "
        "are rough, and F too low on average: the interval of the mean over classes allows for "
        "that, by what the other classes make likely."
    )
