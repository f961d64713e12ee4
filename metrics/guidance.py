"""Findings about classes, each from the numbers that speak for it."""

from __future__ import annotations

from typing import Any

import numpy as np

from metrics.intervals import Interval
from metrics.tallies import Array

# recall/precision; `quadrant` gives indices into these
QUADRANTS = ("high/high", "low/high", "high/low", "low/low")


def quadrant(precision: Any, recall: Any, cut: float = 0.5) -> Array:
    """Where each class stands: an index into `QUADRANTS`, -1 where either value is undefined.

    Shape of the values; high means at the cut or above. The cut is a setting: no level fits
    every use. Source: Microsoft, custom text classification, Evaluation metrics.
    """
    precision, recall = np.asarray(precision, dtype=float), np.asarray(recall, dtype=float)
    at = 2 * (precision < cut) + (recall < cut)
    return np.where(np.isnan(precision) | np.isnan(recall), -1, at)


def decided(interval: Interval, cut: float) -> Array:
    """Whether the whole interval lies on one side of the cut; False where it is undefined."""
    return (np.asarray(interval.low) >= cut) | (np.asarray(interval.high) < cut)
