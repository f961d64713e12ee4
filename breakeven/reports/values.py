"""Numbers and ids of documents as JSON and tables hold them."""

from __future__ import annotations

import math
from typing import Any

from breakeven.records import Truth
from metrics.intervals import Interval
from metrics.typing import Array


def plain(value: Any) -> float | int | None:
    """A number of the standard library; None for NaN. Whole counts become int."""
    number = float(value)
    return None if math.isnan(number) else number


def whole(value: Any) -> float | int:
    """A count: int, or float where counts are fractions."""
    number = float(value)
    return int(number) if number.is_integer() else number


def ends_of(interval: Interval) -> list[float | int | None]:
    """The lower and the upper end, None for NaN."""
    return [plain(interval.low), plain(interval.high)]


def ids_of(truth: Truth, rows: Array) -> list[str]:
    """The ids of documents at these rows of the truth; their numbers from 1 where none has one."""
    return [str(i) for i in (rows + 1 if truth.documents is None else truth.documents[rows])]
