"""What a test set can tell: how wide intervals are, and how many more documents would help."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from metrics.intervals import Interval, f_interval, wilson
from metrics.measures import alpha_of, ratio
from metrics.tallies import ContingencyTable
from metrics.typing import Array

LARGEST = 1e6  # times the present test set
Z = 1.959963984540054  # of a 95 % interval


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
    either = np.asarray(tables.tp + tables.fp + tables.fn, dtype=float)
    ends = wilson(tables.tp, either)
    alpha = alpha_of(beta)
    errors = tables.fp + tables.fn
    weight = np.where(errors > 0, ratio((1 - alpha) * tables.fn + alpha * tables.fp, errors), 0.5)
    grid = np.linspace(0, 1, 21)
    overlap = ends.low[:, None] + (ends.high - ends.low)[:, None] * grid

    def too_wide(factor: Array) -> Array:
        # without any document on which either says yes all is NaN anyway
        n = (np.maximum(either, 1) * factor)[:, None]
        low, high = _wilson(overlap, n)
        f_low = ratio(low, low + weight[:, None] * (1 - low))
        f_high = ratio(high, high + weight[:, None] * (1 - high))
        return (f_high - f_low).max(axis=1) / 2 > wanted

    low, high = np.ones(len(half)), np.full(len(half), LARGEST)
    for _ in range(60):
        middle = np.sqrt(low * high)
        wide = too_wide(middle)
        low, high = np.where(wide, middle, low), np.where(wide, high, middle)
    factor = np.where(half <= wanted, 1.0, high)
    factor = np.where(np.isnan(half) | (tables.positives == 0), np.nan, factor)
    return RequiredSample(half, factor, np.ceil((factor - 1) * tables.positives - 1e-6))


def _wilson(share: Array, n: Array) -> tuple[Array, Array]:
    z2 = Z * Z
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    reach = np.sqrt(z2 * (share * (1 - share) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    return np.clip(middle - reach, 0, 1), np.clip(middle + reach, 0, 1)


def detectable(interval: Interval, power: float = 0.8, level: float = 0.05) -> Any:
    """The smallest difference to another system that would be found with this power.

    From a 95 % interval, for a system as uncertain as this one and judged on documents of its
    own. On the same documents two systems err together and smaller differences show. NaN
    where the interval is undefined. Source: the normal approximation.
    """
    from scipy.stats import norm

    error = (np.asarray(interval.high) - np.asarray(interval.low)) / (2 * norm.ppf(0.975))
    return (norm.ppf(1 - level / 2) + norm.ppf(power)) * np.sqrt(2) * error
