"""What a test set can tell: how wide intervals are, and how many more documents would help."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from metrics.tallies import ContingencyTable
from metrics.typing import DEFAULT_BETA, EQUAL, Array
from metrics.uncertainty.average_intervals import Influence, distinct_columns, interval_of, share_of
from metrics.uncertainty.intervals import (
    FShare,
    Interval,
    f_as_share,
    f_interval,
    f_of_share,
    wilson,
)

LARGEST = 1e6  # times the present test set
# so many roots of their number do counts fall short by in 5 of 100
UNLUCKY = 1.645


@dataclass(frozen=True)
class RequiredSample:
    """Per class, shape (classes,): `half_width` of the 95 % interval of F, NaN where undefined.

    `factor`: how many times as many documents of the class would tell F within the wanted
    half width, 1 where these do; NaN where F is undefined or the class has no documents.
    `more_positives`: how many more documents of the class that is.
    """

    half_width: Array
    factor: Array
    more_positives: Array


def required_sample(
    tables: ContingencyTable, wanted: float = 0.05, beta: float = DEFAULT_BETA
) -> RequiredSample:
    """What it takes to tell F of each class within ±`wanted`.

    Planned with the F inside the present interval that needs most: two documents that were
    both found do not show that two documents are enough. Source of the interval:
    `metrics.uncertainty.intervals.f_interval`.
    """
    interval = f_interval(tables, beta)
    half = (interval.high - interval.low) / 2
    share = f_as_share(tables, beta)
    factor = np.where(half <= wanted, 1.0, _times_as_many(share, wanted))
    factor = np.where(np.isnan(half) | (tables.positives == 0), np.nan, factor)
    return RequiredSample(half, factor, np.ceil((factor - 1) * tables.positives - 1e-6))


def required_for_average(
    influence: Influence, gathered: sparse.csr_array | None, wanted: float
) -> tuple[float, float]:
    """Half the width of an average's 95 % interval, and how many times the documents it takes.

    To tell it within ±`wanted`, planned as `required_sample` plans; 1 where these documents do.
    NaN where the average is undefined. `gathered` as in `average_intervals.Decided`.
    """
    ends = interval_of(influence, gathered)
    half = float(ends.high - ends.low) / 2
    if np.isnan(half) or half <= wanted:
        return half, float("nan") if np.isnan(half) else 1.0
    hits, trials = share_of(influence, gathered)
    share = FShare(np.array([hits]), np.array([trials]), np.ones(1))
    factor = float(_times_as_many(share, wanted)[0])
    return half, factor * (1 + UNLUCKY * _unsure(influence, gathered) * np.sqrt(1 + 1 / factor))


def _unsure(influence: Influence, gathered: sparse.csr_array | None) -> float:
    """How far these documents may be off about the average's variance, beside that; one sd."""
    per_document = influence.per_document if gathered is None else gathered @ influence.per_document
    squares = per_document[per_document != 0] ** 2
    return float(np.sqrt(np.var(squares) / len(squares)) / np.mean(squares)) if len(squares) else 0


def _times_as_many(share: FShare, wanted: float) -> Array:
    """How many times the trials bring the interval to ±`wanted`, whatever its value, (units,).

    As many trials as documents hold on average are fewer half of the time: it takes some more.
    """
    # of very many classes most are alike in their cells: each kind once
    alike, kind = distinct_columns([share.hits, share.trials, share.error])
    return _of_each(FShare(*alike), wanted)[kind]


def _of_each(share: FShare, wanted: float) -> Array:
    ends, error = wilson(share.hits, share.trials), share.error[:, None]
    grid = np.linspace(0, 1, 21)
    inside = ends.low[:, None] + (ends.high - ends.low)[:, None] * grid

    def too_wide(factor: Array) -> Array:
        # without any document on which either says yes all is NaN anyway
        n = np.maximum(share.trials, EQUAL) * factor
        n = np.maximum(n - UNLUCKY * np.sqrt(n), EQUAL)[:, None]
        ends = wilson(inside * n, n)
        width = f_of_share(ends.high, error) - f_of_share(ends.low, error)
        return np.asarray(width.max(axis=1) / 2 > wanted)

    low, high = np.ones(len(share.trials)), np.full(len(share.trials), LARGEST)
    for _ in range(60):
        middle = np.sqrt(low * high)
        wide = too_wide(middle)
        low, high = np.where(wide, middle, low), np.where(wide, high, middle)
    return high


def fewest_positives(wanted: float, beta: float = DEFAULT_BETA) -> int:
    """Documents of a class below which F is not known to ±`wanted` even without a single error.

    The interval of a class of which all is right is the narrowest there is.
    """
    # at no beta does it take more than that: Wilson's interval of n of n is 3.85 / (n + 3.85) wide
    n = np.arange(1.0, np.ceil(2 / wanted) + 2)
    none = np.zeros(len(n))
    ends = f_interval(ContingencyTable(n, none, none, none), beta)
    return int(n[np.argmax((ends.high - ends.low) / 2 <= wanted)])


def at_level(level: float, positives: Array) -> ContingencyTable:
    """The cells of classes of so many documents whose precision and recall are both `level`.

    Positives of any shape, level in (0, 1]; what is true of no class is not known (`tn` NaN).
    """
    hits = level * positives
    wrong = positives - hits
    return ContingencyTable(hits, wrong, wrong, np.full(np.shape(positives), np.nan))


def fewest_at_level(level: float, wanted: float, beta: float = DEFAULT_BETA) -> int:
    """Documents of a class that tell F to ±`wanted` where precision and recall are `level`.

    Planned for that very level, as before any system is there: a weaker one may need more.
    """

    def wide(n: int) -> bool:
        ends = f_interval(at_level(level, np.array([float(n)])), beta)
        return bool(((ends.high - ends.low) / 2 > wanted + EQUAL)[0])

    high = 1
    while wide(high):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if wide(middle) else (low, middle)
    return high


def detectable(interval: Interval, power: float = 0.8, level: float = 0.05) -> Any:
    """The smallest difference to another system that would be found with this power.

    From a 95 % interval, for a system as uncertain as this one and judged on documents of its
    own. On the same documents two systems err together and smaller differences show. NaN
    where the interval is undefined. Source: the normal approximation.
    """
    from scipy.special import ndtri  # scipy.stats takes long to import

    error = (np.asarray(interval.high) - np.asarray(interval.low)) / (2 * ndtri(0.975))
    return (ndtri(1 - level / 2) + ndtri(power)) * np.sqrt(2) * error
