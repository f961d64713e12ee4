"""The classes at both ends of a measure, judged by what is sure about them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.intervals import Interval, f_interval
from metrics.measures import f_beta
from metrics.tallies import Array, ContingencyTable


@dataclass(frozen=True)
class Extremes:
    """Classes by index with their F and its interval; the arrays have one length.

    The first `weakest` are the weak ones; None where all `present` classes are listed.
    """

    classes: Array
    values: Array
    intervals: Interval
    weakest: int | None
    present: int


def weakest_and_strongest(table: ContingencyTable, beta: float, most: int) -> Extremes:
    """The `most` weakest and strongest classes by F, of those that have positives.

    Ordered by the end of the interval that speaks against the verdict: a class of one
    document is neither surely weak nor surely strong. With at most twice as many classes, all
    of them by their F.
    """
    values, interval = f_beta(table, beta), f_interval(table, beta)
    present = np.flatnonzero(table.positives > 0)
    if len(present) <= 2 * most:
        chosen, weakest = present[np.argsort(values[present], kind="stable")], None
    else:
        weak = present[np.argsort(interval.high[present], kind="stable")][:most]
        rest = np.setdiff1d(present, weak)
        strong = rest[np.argsort(interval.low[rest], kind="stable")][-most:]
        chosen, weakest = np.concatenate([weak, strong]), most
    return Extremes(
        chosen,
        values[chosen],
        Interval(interval.low[chosen], interval.high[chosen]),
        weakest,
        len(present),
    )
