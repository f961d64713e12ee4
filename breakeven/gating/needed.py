"""How many documents would decide a rule that cannot be told."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.special import ndtri

from breakeven.comparison.bootstrap import POWER
from metrics.intervals import Interval
from metrics.typing import Array


def documents_needed(
    values: Array, ends: Interval, levels: Sequence[Array], limit: float, documents: int
) -> Array:
    """How many documents would decide in 8 of 10 test sets, were the values what they are.

    n ((z_alpha + z_beta) error / distance)^2, the distance being that to the limit, and the error
    the way to the bound that is wanting over its z. `levels`: alpha of the low end, and of the
    high. Shape (values,); inf where a value is the limit itself, NaN where it is undefined.
    Source: the normal approximation.
    """
    above = values >= limit
    arm = np.where(above, values - ends.low, ends.high - values)
    z = -ndtri(np.where(above, *levels))
    with np.errstate(divide="ignore", invalid="ignore"):
        factor = ((z + ndtri(POWER)) * (arm / z) / np.abs(values - limit)) ** 2
    return np.ceil(documents * factor)
