"""Lines of equal F in the plane of recall and precision."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.measures import alpha_of
from metrics.typing import Array

# the values of F whose lines are drawn
F_LEVELS = (0.2, 0.4, 0.6, 0.8, 0.9)


@dataclass(frozen=True)
class IsoF:
    """Points of one line: `recall` rising, `precision` beside it, one shape, in [0, 1]."""

    level: float
    recall: Array
    precision: Array


def iso_f(level: float, beta: float = 1.0, points: int = 50) -> IsoF:
    """Where F is `level`, in (0, 1): a curve from precision 1 to recall 1.

    A horizontal line for beta = 0 (F is precision), a vertical one for infinity (F is recall).
    Source: Lewis (1995), (12), solved for precision.
    """
    alpha = alpha_of(beta)
    if alpha == 0:
        return IsoF(level, np.array([level, level]), np.array([1.0, 0.0]))
    start = (1 - alpha) * level / (1 - alpha * level)
    # the line falls steepest at its start: the points lie closer there
    recall = start + (1 - start) * np.linspace(0, 1, points) ** 2
    if alpha == 1:
        return IsoF(level, recall, np.full(points, level))
    precision = alpha * level * recall / (recall - (1 - alpha) * level)
    return IsoF(level, recall, np.minimum(precision, 1.0))
