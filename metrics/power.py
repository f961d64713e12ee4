"""What a test set can tell: how wide intervals are, and how many more documents would help."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from metrics.intervals import (
    Interval,
    f_as_share,
    f_interval,
    f_of_share,
    wilson,
)
from metrics.tallies import ContingencyTable
from metrics.typing import Array

LARGEST = 1e6  # times the present test set


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
    tables: ContingencyTable, wanted: float = 0.05, beta: float = 1.0
) -> RequiredSample:
    """What it takes to tell F of each class within ±`wanted`.

    Planned with the F inside the present interval that needs most: two documents that were
    both found do not show that two documents are enough. Source of the interval:
    `metrics.intervals.f_interval`.
    """
    interval = f_interval(tables, beta)
    half = (interval.high - interval.low) / 2
    share = f_as_share(tables, beta)
    ends = wilson(share.hits, share.trials)
    error = share.error[:, None]
    grid = np.linspace(0, 1, 21)
    inside = ends.low[:, None] + (ends.high - ends.low)[:, None] * grid

    def too_wide(factor: Array) -> Array:
        # without any document on which either says yes all is NaN anyway
        n = (np.maximum(share.trials, 1) * factor)[:, None]
        ends = wilson(inside * n, n)
        width = f_of_share(ends.high, error) - f_of_share(ends.low, error)
        return np.asarray(width.max(axis=1) / 2 > wanted)

    low, high = np.ones(len(half)), np.full(len(half), LARGEST)
    for _ in range(60):
        middle = np.sqrt(low * high)
        wide = too_wide(middle)
        low, high = np.where(wide, middle, low), np.where(wide, high, middle)
    factor = np.where(half <= wanted, 1.0, high)
    factor = np.where(np.isnan(half) | (tables.positives == 0), np.nan, factor)
    return RequiredSample(half, factor, np.ceil((factor - 1) * tables.positives - 1e-6))


def detectable(interval: Interval, power: float = 0.8, level: float = 0.05) -> Any:
    """The smallest difference to another system that would be found with this power.

    From a 95 % interval, for a system as uncertain as this one and judged on documents of its
    own. On the same documents two systems err together and smaller differences show. NaN
    where the interval is undefined. Source: the normal approximation.
    """
    from scipy.stats import norm

    error = (np.asarray(interval.high) - np.asarray(interval.low)) / (2 * norm.ppf(0.975))
    return (norm.ppf(1 - level / 2) + norm.ppf(power)) * np.sqrt(2) * error
