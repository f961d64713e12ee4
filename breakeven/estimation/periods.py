"""Documents in order of arrival, divided into periods."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from metrics.typing import Array

Unit = Literal["day", "week", "month"]

# 1970-01-05 was a Monday
MONDAY = 4


@dataclass(frozen=True)
class Periods:
    """`parts`: positions of each period's documents, in order of arrival; `names`: what each is.

    `short`: the last period has fewer documents than asked for. `undated`: documents without a
    date, which are in no period.
    """

    parts: tuple[Array, ...]
    names: tuple[str, ...]
    short: bool = False
    undated: int = 0

    @property
    def documents(self) -> Array:
        """How many each period holds, shape (periods,)."""
        return np.array([len(part) for part in self.parts], dtype=np.int64)


def by_number(documents: int, size: int, days: Array | None = None) -> Periods:
    """Consecutive periods of `size` documents, the last perhaps shorter.

    In the order given, or by `days` (datetime64[D], NaT where unknown), equal days in the
    order given.
    """
    order = np.arange(documents)
    if days is not None:
        dated = np.flatnonzero(~np.isnat(days))
        order = dated[np.argsort(days[dated], kind="stable")]
    starts = range(0, len(order), size)
    parts = tuple(order[at : at + size] for at in starts)
    if days is None:
        names = tuple(f"{at + 1:,} to {at + len(p):,}" for at, p in zip(starts, parts, strict=True))
    else:
        names = tuple(_between(days[part[0]], days[part[-1]]) for part in parts)
    return Periods(parts, names, len(order) % size > 0, documents - len(order))


def _between(first: np.datetime64, last: np.datetime64) -> str:
    return str(first) if first == last else f"{first} to {last}"


def by_date(days: Array, unit: Unit) -> Periods:
    """A period for each day, week (from Monday) or month that has documents; `days` as above."""
    dated = np.flatnonzero(~np.isnat(days))
    order = dated[np.argsort(days[dated], kind="stable")]
    when = days[order]
    if unit == "week":
        start = when - (when.astype(np.int64) - MONDAY) % 7
    else:
        start = when.astype("datetime64[D]" if unit == "day" else "datetime64[M]")
    firsts, at = np.unique(start, return_index=True)
    named = "week of " if unit == "week" else ""
    return Periods(
        tuple(np.split(order, at[1:])) if len(order) else (),
        tuple(f"{named}{first}" for first in firsts),
        undated=len(days) - len(order),
    )
