"""What is said of a slice that was found, so that being found does not flatter it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import log_ndtr

from metrics.intervals import Interval
from metrics.measures import ratio
from metrics.typing import Array

# halvings of where a corrected value may lie: to a billionth of what is looked through
HALVINGS = 30
# in standard errors: further off nothing is looked for
FAR = 40.0


@dataclass(frozen=True)
class Beside:
    """The mean outcome in a slice and in the rest, had that the slice's mix of strata.

    Documents of a stratum that is wholly in the slice count as no different. `error`: the standard
    error of the difference; NaN for a slice of fewer than two documents.
    """

    inside: float
    rest: float
    error: float

    @property
    def difference(self) -> float:
        """How much higher it is inside."""
        return self.inside - self.rest


def beside(values: Array, strata: Array, mask: Array) -> Beside:
    """A slice beside the rest. `values`, `strata` (codes 0..), `mask`: all of (documents,)."""
    k = int(strata.max()) + 1
    inside, outside = strata[mask], strata[~mask]
    n, m = np.bincount(inside, minlength=k), np.bincount(outside, minlength=k)
    own = ratio(np.bincount(inside, weights=values[mask], minlength=k), n)
    other = ratio(np.bincount(outside, weights=values[~mask], minlength=k), m)
    off = values[~mask] - other[outside]
    spread = ratio(np.bincount(outside, weights=off * off, minlength=k), m)
    other = np.where(np.isnan(other), own, other)
    gaps = values[mask] - other[inside]
    size = len(inside)
    share = n / size
    of_rest = np.nansum(share**2 * ratio(spread, m))
    error = np.sqrt(ratio(np.sum((gaps - gaps.mean()) ** 2), (size - 1) * size) + of_rest)
    rest = float(values[mask].mean() - gaps.mean())
    return Beside(float(values[mask].mean()), rest, float(error))


def corrected(value: float, error: float, needed: float) -> tuple[float, Interval]:
    """A difference that was only looked at as it reached `needed`: median-unbiased, 95 % interval.

    Of all samples in which it reaches that much, the value is below the truth in half, and the
    interval holds the truth in 95 of 100. No end is below 0, for that it is above has been tested.

    Source: the normal distribution cut off at what was needed; Fithian, Sun and Taylor (2014).
    """
    wanted = np.log([0.5, 0.025, 0.975])
    low, high = np.full(3, value - FAR * error), np.full(3, value + FAR * error)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        reached = log_ndtr((middle - value) / error)
        reached -= log_ndtr((middle - min(needed, value)) / error)
        above = reached > wanted
        low, high = np.where(above, low, middle), np.where(above, middle, high)
    ends = np.maximum(0.0, (low + high) / 2)
    return float(ends[0]), Interval(ends[1], ends[2])
