"""A value with how uncertain it is."""

from __future__ import annotations

from dataclasses import dataclass

from metrics.annotators.drawn import interval
from metrics.typing import Array


@dataclass(frozen=True)
class Measured:
    """A value and the ends of its interval; NaN where undefined, or where nothing tells them."""

    value: float
    low: float
    high: float


def measured(
    value: float | Array, replicates: Array, differ: bool, level: float = 0.95
) -> Measured:
    """A value and the central share of its replicates, as `metrics.annotators.drawn.interval`."""
    low, high = interval(replicates, differ, level)
    return Measured(float(value), float(low), float(high))
