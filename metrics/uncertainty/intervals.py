"""How uncertain a number is: 95 % intervals over the documents that happened to be tested.

Where documents have weights or clusters, a proportion is as uncertain as one of its effective
number of independent trials, which its table knows (`metrics.effective_size`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from metrics.measures import alpha_of, ratio
from metrics.tallies import ContingencyTable
from metrics.typing import DEFAULT_BETA, EQUAL, Array

UNKNOWN = float("nan")


@dataclass(frozen=True, repr=False)
class Interval:
    """Lower and upper end, and the value between; scalars or arrays of one shape.

    NaN where undefined, or where nothing tells them. `value`: None where whoever has the interval
    has its value elsewhere.
    """

    value: Any = field(default=None, kw_only=True)
    low: Any
    high: Any

    def __repr__(self) -> str:
        value = "" if self.value is None else f"value={self.value!r}, "
        return f"Interval({value}low={self.low!r}, high={self.high!r})"


def without_ends(value: float) -> Interval:
    """A value of which nobody knows how uncertain it is."""
    return Interval(UNKNOWN, UNKNOWN, value=value)


def wilson(successes: Any, trials: Any, level: float = 0.95) -> Interval:
    """Wilson score interval of a proportion, inside [0, 1]. NaN where there are no trials.

    Source: Wilson (1927).
    """
    from scipy.special import ndtri

    successes, trials = np.asarray(successes, dtype=float), np.asarray(trials, dtype=float)
    share, square = ratio(successes, trials), float(ndtri((1 + level) / 2)) ** 2
    middle = ratio(successes + square / 2, trials + square)
    half = np.sqrt(square * (np.maximum(successes * (1 - share), 0) + square / 4))
    half = ratio(half, trials + square)
    # rounding would leave 6e-17 where no trial succeeded
    low = np.where(successes <= 0, 0.0, middle - half)
    high = np.where(successes >= trials, 1.0, middle + half)
    undefined = np.isnan(share)
    return Interval(np.where(undefined, np.nan, low), np.where(undefined, np.nan, high))


def interval_if_beyond(point: float, error: float, least: float) -> Interval:
    """A difference that is only shown where it is beyond chance, with its 95 % interval.

    `point`: found, normal around the true difference with the standard error `error`, above 0;
    shown where it is `least` errors or more from 0, on either side. What is chosen for being large
    is too large in the mean, and plain intervals of weak differences seldom hold the truth; of
    these 95 of 100 do. They may include 0, and far from it they are the plain ones; the difference
    that was found is always in them. The value is median-unbiased: of what is shown, one half is
    larger than it should be and one half smaller. It lies between 0, where the difference was only
    just shown, and the one that was found. Sources: Zhong & Prentice (2008); Weinstein, Fithian &
    Benjamini (2013).
    """
    # both take long to import
    from scipy.optimize import brentq
    from scipy.special import ndtr

    size = max(abs(point) / error, least)

    def too_large(true: float, chance: float) -> float:
        beyond = ndtr(true - least) + ndtr(-true - least)
        return float(ndtr(true - size) / beyond) - chance

    low, value, high = (
        error * float(brentq(too_large, size - 40, size + 10, args=(chance,)))
        for chance in (0.025, 0.5, 0.975)
    )
    high = max(high, abs(point))
    if point < 0:
        return Interval(-high, -low, value=-value)
    return Interval(low, high, value=value)


def exact_bounds(successes: Any, trials: Any, alpha: Any = 0.05) -> Interval:
    """Bounds of a proportion, each of which is wrong with chance `alpha` at most; in [0, 1].

    Wilson's ends promise that of both ends together and of all proportions on average; a bound
    that something hangs on must hold by itself, and near 0 and 1. NaN where there are no trials.
    Numbers may be fractions, as effective ones are. Source: Clopper & Pearson (1934); for
    effective numbers Korn & Graubard (1998).
    """
    from scipy.special import betaincinv

    hits, n = np.asarray(successes, dtype=float), np.asarray(trials, dtype=float)
    there = n > 0
    misses = np.where(there, n - hits, 0.0)
    with np.errstate(invalid="ignore"):
        low = betaincinv(np.maximum(hits, EQUAL), misses + 1, alpha)
        high = betaincinv(hits + 1, np.maximum(misses, EQUAL), 1 - np.asarray(alpha))
    low, high = np.where(hits > 0, low, 0.0), np.where(misses > 0, high, 1.0)
    return Interval(np.where(there, low, np.nan)[()], np.where(there, high, np.nan)[()])


def exact_tails(successes: Any, trials: Any, share: Any) -> tuple[Array, Array]:
    """Were this the true share: the chance of as many successes or more, and of as many or fewer.

    Where either is `alpha`, an end of `exact_bounds` is the share. 1 where there are no trials.
    """
    from scipy.special import betainc

    hits, n = np.asarray(successes, dtype=float), np.asarray(trials, dtype=float)
    misses = np.maximum(n - hits, 0.0)
    more = np.where(hits > 0, betainc(np.maximum(hits, EQUAL), misses + 1, share), 1.0)
    fewer = np.where(misses > 0, 1 - betainc(hits + 1, np.maximum(misses, EQUAL), share), 1.0)
    there = n > 0
    return np.where(there, more, 1.0)[()], np.where(there, fewer, 1.0)[()]


def precision_interval(table: ContingencyTable) -> Interval:
    """Wilson interval of precision per unit: of what is assigned, the share that is right."""
    e = table.effective
    return _proportion(table.tp, table.assigned, None if e is None else e.assigned)


def recall_interval(table: ContingencyTable) -> Interval:
    """Wilson interval of recall per unit: of the positives, the share that is found."""
    e = table.effective
    return _proportion(table.tp, table.positives, None if e is None else e.positives)


def _proportion(hits: Array, trials: Array, effective: Array | None) -> Interval:
    if effective is None:
        return wilson(hits, trials)
    return wilson(np.nan_to_num(ratio(hits, trials)) * effective, effective)


def f_interval(table: ContingencyTable, beta: float = DEFAULT_BETA) -> Interval:
    """Interval of F per unit, in [0, 1], around F itself. NaN where nothing is assigned and true.

    F rises with a share of hits among trials (`f_as_share`), whose Wilson interval is carried over
    to F: for beta 0 that of precision, for inf that of recall, for 1 that of the overlap. 0 to 1
    where F is 0 by decree, precision (or recall) being 0/0. How often it holds the true F, by beta
    and size of class: `benchmarks/coverage.py`.
    """
    share = f_as_share(table, beta)
    nothing_tried = share.trials == 0
    ends = wilson(share.hits, np.where(nothing_tried, np.nan, share.trials))
    is_defined = table.tp + table.fp + table.fn > 0
    low, high = (f_of_share(end, share.error) for end in (ends.low, ends.high))
    return Interval(
        np.where(nothing_tried & is_defined, 0.0, low)[()],
        np.where(nothing_tried & is_defined, 1.0, high)[()],
    )


@dataclass(frozen=True)
class FShare:
    """F told as `hits` among `trials`: F = hits / (hits + `error` (trials - hits)), per unit.

    `error`, in [0, 1], is what an error weighs beside a hit. Hits and trials are effective
    numbers, NaN where those cannot be told.
    """

    hits: Array
    trials: Array
    error: Array


def f_as_share(table: ContingencyTable, beta: float = DEFAULT_BETA) -> FShare:
    """F per unit as a share, whose trials stand for the errors by what they weigh.

    1 / F = 1 + m / tp with m = alpha fp + (1 - alpha) fn. As sums of Poisson counts do, m varies
    like `error` times one count with m's mean and variance; m / `error` is then the number of
    errors. `error` takes half a document more on either side, so that a side without errors is
    not taken for one that has none. Exact for beta 0, 1 and inf. Source: Satterthwaite (1946).
    """
    alpha = alpha_of(beta)
    worth = _worth(table, alpha)
    hits, fp, fn = (worth * np.asarray(cell, float) for cell in table.cells[:3])
    mean = alpha * (fp + 0.5) + (1 - alpha) * (fn + 0.5)
    error = (alpha**2 * (fp + 0.5) + (1 - alpha) ** 2 * (fn + 0.5)) / mean
    return FShare(hits, hits + (alpha * fp + (1 - alpha) * fn) / error, error)


def _worth(table: ContingencyTable, alpha: float) -> Any:
    """What a document is worth in F: as in precision, overlap, recall at alpha 1, 1/2, 0."""
    if (e := table.effective) is None:
        return 1.0
    of_overlap = _worth_or(ratio(e.either, table.tp + table.fp + table.fn), e.either, 1.0)
    of_recall = _worth_or(ratio(e.positives, table.positives), e.positives, of_overlap)
    of_precision = _worth_or(ratio(e.assigned, table.assigned), e.assigned, of_overlap)
    if alpha <= 0.5:
        return of_recall + 2 * alpha * (of_overlap - of_recall)
    return of_overlap + (2 * alpha - 1) * (of_precision - of_overlap)


def _worth_or(worth: Array, effective: Array, otherwise: Any) -> Array:
    # 0 / 0: no trial of this kind; a number that cannot be told stays so
    return np.where(np.isnan(worth) & ~np.isnan(effective), otherwise, worth)


def f_of_share(share: Array, error: Array) -> Array:
    """F of a share of hits, an error weighing `error`; both of one shape."""
    return ratio(share, share + error * (1 - share))


def share_of_f(value: Any, error: Array) -> Array:
    """The share whose F it is, an error weighing `error`; 1 for an F of 1."""
    value = np.asarray(value, dtype=float)
    return np.asarray(error * value / (1 - value + error * value))[()]
