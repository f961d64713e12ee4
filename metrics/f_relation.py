"""The mean of precision and recall against F at one operating point, for every beta."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from metrics.measures import f_of
from metrics.tallies import Array

Sign = Literal[-1, 0, 1]

# P and R are shares of counts, so what is equal differs by rounding at most
EQUAL = 1e-12


@dataclass(frozen=True)
class MeanAgainstF:
    """Where (P + R) / 2 lies relative to F, at one point, in [0, 1].

    `crossing`: the beta, sqrt(R / P), at which both are equal; NaN where they are equal for every
    beta (P = R) or undefined. `below`, `above`: the sign of (P + R) / 2 - F for
    smaller and for larger beta; None where undefined.
    """

    precision: float
    recall: float
    mean: float
    crossing: float
    below: Sign | None
    above: Sign | None


def mean_against_f(precision: float, recall: float) -> MeanAgainstF:
    """The case of a point: three cases of P against R, each split at beta = sqrt(R / P).

    (P + R) / 2 - F = R^2 (T - 1) (beta^2 T - 1) / (2 (beta^2 P + R)) with T = P / R. So with
    P < R the mean is larger below the crossing and smaller above it, with P > R the reverse, and
    with P = R both are equal. Of one table P and R are 0 together or not at all.
    Source: 2011 note, section 6, whose second case is misprinted: it claims that with P < R the
    mean is larger for every beta.
    """
    nan = float("nan")
    mean = (precision + recall) / 2
    if np.isnan(mean):
        return MeanAgainstF(precision, recall, nan, nan, None, None)
    if abs(precision - recall) <= EQUAL:
        return MeanAgainstF(precision, recall, mean, nan, 0, 0)
    crossing = float(np.sqrt(recall / precision))
    below: Sign = 1 if precision < recall else -1
    above: Sign = -1 if precision < recall else 1
    return MeanAgainstF(precision, recall, mean, crossing, below, above)


def mean_minus_f(precision: float, recall: float, betas: Any) -> Array:
    """(P + R) / 2 - F at each beta in [0, inf], shape of `betas`, in [-1/2, 1/2].

    NaN where P or R is undefined. Source: 2011 note, section 6, corrected.
    """
    each = np.asarray(betas, dtype=float)
    f = np.array([f_of(precision, recall, beta) for beta in each.ravel()])
    return ((precision + recall) / 2 - f).reshape(each.shape)
