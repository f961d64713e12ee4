"""Documents in order of arrival.

Periods, blocks of so many, the last few, and what to expect of each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from metrics.expected.expected_f import best_set, expected_f
from metrics.expected.prediction import Prediction, expected_count
from metrics.expected.rolling_windows import (
    best_sizes_of_windows,
    expected_f_of_windows,
    window_sums,
)
from metrics.thresholds.costs import ERROR_RATE, CostMatrix, expected_loss
from metrics.typing import DEFAULT_BETA, Array

# --- Documents in order of arrival, divided into periods


PeriodUnit = Literal["day", "week", "month"]

# 1970-01-05 was a Monday
MONDAY = 4


@dataclass(frozen=True)
class ArrivalPeriods:
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


def by_number(documents: int, size: int, days: Array | None = None) -> ArrivalPeriods:
    """Consecutive periods of `size` documents, the last perhaps shorter.

    In the order given, or by `days` (datetime64[D], NaT where unknown), equal days in the
    order given.
    """
    order = np.arange(documents)
    if days is not None:
        dated = np.flatnonzero(~np.isnat(days))
        order = dated[np.argsort(days[dated], kind="stable")]
    starts = range(0, len(order), size)
    parts = tuple(order[start : start + size] for start in starts)
    if days is None:
        names = tuple(
            f"{start + 1:,} to {start + len(p):,}" for start, p in zip(starts, parts, strict=True)
        )
    else:
        names = tuple(_between(days[part[0]], days[part[-1]]) for part in parts)
    return ArrivalPeriods(parts, names, len(order) % size > 0, documents - len(order))


def _between(first: np.datetime64, last: np.datetime64) -> str:
    return str(first) if first == last else f"{first} to {last}"


def by_date(days: Array, unit: PeriodUnit) -> ArrivalPeriods:
    """A period for each day, week (from Monday) or month that has documents; `days` as above."""
    dated = np.flatnonzero(~np.isnat(days))
    order = dated[np.argsort(days[dated], kind="stable")]
    when = days[order]
    if unit == "week":
        start = when - (when.astype(np.int64) - MONDAY) % 7
    else:
        start = when.astype("datetime64[D]" if unit == "day" else "datetime64[M]")
    firsts, starts = np.unique(start, return_index=True)
    named = "week of " if unit == "week" else ""
    return ArrivalPeriods(
        tuple(np.split(order, starts[1:])) if len(order) else (),
        tuple(f"{named}{first}" for first in firsts),
        undated=len(days) - len(order),
    )


# --- Estimates over time: blocks of documents, the last few documents, and decisions made on line
#
# Documents are in order of arrival. `p` are their probabilities, shape (documents,), in [0, 1];
# `calls` a boolean mask of those assigned. Source: Lewis (1995), sections 1, 6, 8 and 9; the
# display in blocks and windows is this project's.


@dataclass(frozen=True)
class Block:
    """What to expect of the documents `first` to `last`, counted from 0, both included.

    `short`: it has fewer documents than asked for. `best_k` documents would have been the best
    to call, for an expected F of `best_expected_f`; `called` were, for `expected_f`.
    """

    first: int
    last: int
    short: bool
    called: int
    expected_f: float
    best_k: int
    best_expected_f: float
    loss: Prediction
    count: Prediction

    @property
    def documents(self) -> int:
        """How many documents the block has."""
        return self.last - self.first + 1


def blocks(
    p: Array,
    calls: Array,
    size: int,
    beta: float = DEFAULT_BETA,
    c_f: float = 1.0,
    costs: CostMatrix = ERROR_RATE,
) -> list[Block]:
    """Consecutive blocks of `size` documents; the last may be shorter, and says so."""
    return [
        block(
            p[first : first + size],
            calls[first : first + size],
            first,
            size,
            beta=beta,
            c_f=c_f,
            costs=costs,
        )
        for first in range(0, len(p), size)
    ]


def block(
    p: Array,
    calls: Array,
    first: int = 0,
    size: int = 0,
    *,
    beta: float = DEFAULT_BETA,
    c_f: float = 1.0,
    costs: CostMatrix = ERROR_RATE,
) -> Block:
    """All of these documents as one block; it is short where `size` were asked for."""
    best = best_set(p, beta, c_f)
    return Block(
        first,
        first + len(p) - 1,
        len(p) < size,
        int(np.sum(calls)),
        expected_f(p, calls, beta, c_f),
        best.size,
        best.expected_f,
        expected_loss(p, calls, costs),
        expected_count(p),
    )


@dataclass(frozen=True)
class Rolling:
    """Estimates over the last documents up to each one; all arrays have shape (documents,).

    `documents`: how many the window holds, fewer at the start. `online`: the decision made on
    each document when it arrived, from its window alone.
    """

    documents: Array
    expected_f: Array
    expected_loss: Array
    expected_count: Array
    online: Array


def rolling(
    p: Array,
    calls: Array,
    size: int,
    beta: float = DEFAULT_BETA,
    c_f: float = 1.0,
    costs: CostMatrix = ERROR_RATE,
) -> Rolling:
    """The last `size` documents at each document, itself included.

    On line, a document is called if its probability is among the k largest of its window, k
    being the best number to call there; what was called before stays. Values are right to 1e-10.
    """
    p, end = np.asarray(p, dtype=float), np.arange(1, len(p) + 1)
    documents = np.minimum(end, size)
    cost_if_member = np.where(calls, costs.tp, costs.fn)
    cost_if_not = np.where(calls, costs.fp, costs.tn)
    cost = cost_if_member * p + cost_if_not * (1 - p)
    return Rolling(
        documents,
        expected_f_of_windows(p, calls, size, beta, c_f),
        window_sums(cost, size) / documents,
        window_sums(p, size),
        _rank(p, size) <= best_sizes_of_windows(p, size, beta, c_f),
    )


def _rank(p: Array, size: int) -> Array:
    """The rank of each document in its window, 1 for the most probable; equal ones share it."""
    higher = np.zeros(len(p), dtype=np.int64)
    for back in range(1, min(size, len(p))):
        higher[back:] += p[:-back] > p[back:]
    return higher + 1
