"""Which values lie in the range of a term."""

from __future__ import annotations

from typing import Any

import numpy as np

from breakeven.selection.expression import Between
from metrics.typing import Array


def within(values: Array, term: Between, low: Any, high: Any) -> Array:
    """Whether each value lies between the term's bounds, which may be none; an empty one does not.

    `low`, `high`: the bounds as the values are, each open as the term says.
    """
    inside = np.ones(len(values), dtype=bool)
    if low is not None:
        inside &= values > low if term.low_open else values >= low
    if high is not None:
        inside &= values < high if term.high_open else values <= high
    return inside
