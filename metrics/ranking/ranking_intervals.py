"""How uncertain break-even points and average precision of one ranking are.

Both are shares of the positives in the long run: Wilson's interval for as many trials as there
are positives held 93 to 99 of 100 in simulated rankings of 5 to 100 positives, where drawing
documents again held the same with wider ends (`benchmarks/coverage.py`).
"""

from __future__ import annotations

import numpy as np

from metrics.ranking.break_even import BreakEven
from metrics.ranking.curves import average_precision, hit_points
from metrics.tallies import ScoreTally
from metrics.uncertainty.intervals import Interval, wilson

# fewer positives tell nothing of a ranking
FEWEST_POSITIVES = 3
# below so many, average precision is as uncertain as a share of them, and too high on average
FEW_POSITIVES = 50


def break_even_interval(point: BreakEven, positives: float) -> Interval:
    """95 % interval of a break-even point; NaN below three positives or where it is undefined.

    `positives`: effective ones, where documents have weights or clusters. The threshold is looked
    for on the same documents, which the interval bears.
    """
    if positives < FEWEST_POSITIVES or np.isnan(point.value):
        return Interval(np.nan, np.nan)
    return wilson(point.value * positives, positives)


def average_precision_interval(tally: ScoreTally, positives: float | None = None) -> Interval:
    """95 % interval of average precision; NaN below three positives.

    Below `FEW_POSITIVES` Wilson's for that many trials; above for as many as have its variance,
    which is that of what each document moves it by. `positives`: effective ones of documents with
    weights or clusters, which are then the trials. Source: Boyd, Eng & Page (2013) for the trials
    (there on the logit scale); this project for the variance.
    """
    value, trials = average_precision(tally), tally.r if positives is None else positives
    if trials < FEWEST_POSITIVES or np.isnan(value):
        return Interval(np.nan, np.nan)
    if trials >= FEW_POSITIVES and positives is None and 0 < value < 1:
        trials = value * (1 - value) / _variance(tally, value)
    return wilson(value * trials, trials)


def _variance(tally: ScoreTally, value: float) -> float:
    """The sum of the squares of what each document moves average precision by.

    A document that enters at or above a later hit moves the precision there; a positive also
    adds its own. Negatives between two hits all move it alike.
    """
    points = hit_points(tally)
    gained = np.diff(points.tp, prepend=0)
    others = np.diff(points.assigned, prepend=0) - gained
    # over the hits at and after each one
    lifted = np.cumsum((gained / points.assigned)[::-1])[::-1]
    lowered = np.cumsum((gained * points.precision / points.assigned)[::-1])[::-1]
    of_hits = points.precision - value + lifted - lowered
    # not by `@`: for a product of long arrays the library behind it wakes threads of its own
    squares = np.sum(gained * of_hits**2) + np.sum(others * lowered**2)
    return float((squares + tally.unscored_positives * value**2) / tally.r**2)
