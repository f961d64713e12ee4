"""How far the mix of assigned classes is from the mix of true ones: distances of two distributions.

Labels are counted, each document's classes one by one: a system may be wrong on every document and
still assign each class as often as it is true.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from metrics.dataset.data_checks import shares, total_variation
from metrics.tallies import ContingencyTable
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval


@dataclass(frozen=True)
class ClassDistributions:
    """Shares of true and of assigned labels by class, shape (classes,); NaN without any.

    `total_variation`: in [0, 1], 0 where they are the same; `divergence`: Kullback and Leibler's of
    the true from the assigned, in nats, from 0 on, inf where a true class is never assigned. Each
    with its 95 % interval by documents, NaN ends where there is none. `never`: which classes are
    true somewhere and assigned nowhere, boolean, shape (classes,).
    """

    true: Array
    assigned: Array
    total_variation: Interval
    divergence: Interval
    never: Array


def kullback_leibler(true: Array, assigned: Array) -> float:
    """Sum of true · ln(true / assigned), in nats, from 0 on; inf where a true class is assigned 0.

    NaN where either is. Source: Kullback & Leibler (1951).
    """
    if np.isnan(true).any() or np.isnan(assigned).any():
        return float("nan")
    there = true > 0
    with np.errstate(divide="ignore"):
        terms = true[there] * (np.log(true[there]) - np.log(assigned[there]))
    # rounding would leave it just below 0 where both are the same
    return max(0.0, float(np.sum(terms)))


# of what one more true label, and one more assigned, of each class moves a sum over classes by: the
# squares of what each document, or cluster, moves it by, summed, and how many these are
Spread = Callable[[Array, Array], tuple[float, int]]


def class_distributions(tables: ContingencyTable, spread: Spread | None) -> ClassDistributions:
    """The two distributions of judged pairs, and their distances, of the `tables` of the classes.

    Intervals by the slopes of both distances (delta method), within their ranges; near 0 they are
    rough, as a distance is never below it. `spread`: None where nobody knows how documents move
    such sums; there are no intervals then.
    """
    true, called = shares(tables.positives), shares(tables.assigned)
    variation = total_variation(tables.positives, tables.assigned)
    divergence = kullback_leibler(true, called)
    never = (true > 0) & (called == 0)
    sides = (
        (true, float(np.sum(tables.positives))),
        (called, float(np.sum(tables.assigned))),
    )
    signs = np.sign(np.nan_to_num(true - called)) / 2
    interval = _interval(variation, sides, (signs, -signs), spread, 1.0)
    if not np.isfinite(divergence):
        return ClassDistributions(
            true, called, interval, Interval(np.nan, np.nan, value=divergence), never
        )
    there = true > 0
    slopes = np.zeros((2, len(true)))
    slopes[0][there] = np.log(true[there] / called[there]) + 1
    slopes[1][there] = -true[there] / called[there]
    ends = _interval(divergence, sides, (slopes[0], slopes[1]), spread, np.inf)
    return ClassDistributions(true, called, interval, ends, never)


# the mix of labels, and how many there are by the documents' weights
Side = tuple[Array, float]


def _interval(
    value: float,
    sides: tuple[Side, Side],
    slopes: tuple[Array, Array],
    spread: Spread | None,
    most: float,
) -> Interval:
    """By how much each document moves a distance, squared and summed, with Student's t."""
    if np.isnan(value) or spread is None:
        return Interval(np.nan, np.nan, value=value)
    # a label more also makes the others' shares less
    true, called = (
        (slope - float(mix @ slope)) / total
        for (mix, total), slope in zip(sides, slopes, strict=True)
    )
    squares, drawn = spread(true, called)
    if drawn < 2 or squares == 0:
        return Interval(np.nan, np.nan, value=value)
    from scipy.special import stdtrit  # first needed where somebody asks

    step = float(stdtrit(drawn - 1, 0.975)) * float(np.sqrt(squares * drawn / (drawn - 1)))
    return Interval(max(0.0, value - step), min(most, value + step), value=value)
