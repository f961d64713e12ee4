"""Numbers as JSON holds them."""

from __future__ import annotations

import math
from typing import Any


def plain(value: Any) -> float | int | None:
    """A number of the standard library; None for NaN. Whole counts become int."""
    number = float(value)
    return None if math.isnan(number) else number


def whole(value: Any) -> float | int:
    """A count: int, or float where counts are fractions."""
    number = float(value)
    return int(number) if number.is_integer() else number
