"""Columns and numbers cut into values and ranges, each a condition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from breakeven.slices.condition import WEEKDAYS, Condition, HasValue, InRange, NoValue, OnWeekday
from breakeven.splits import dates_of
from breakeven.text import exact_of, name_of
from metrics.typing import Array

# a column with more values, or with a value of its own in every second document, names documents
MOST_VALUES = 2_000
# up to so many numbers stand each for itself
FEW_NUMBERS = 10
RANGES = 6
# months are units for so many of them
MOST_UNITS = 24
EMPTY = "(empty)"


@dataclass(frozen=True)
class CutUp:
    """Documents cut into parts by a column, called `name`.

    `codes`: the part of each document, shape (n,), -1 for none. `ordered`: the parts are ranges
    or numbers, that stay in their order; else most frequent ones come first.
    """

    name: str
    parts: tuple[Condition, ...]
    codes: Array
    ordered: bool


def cut_column(name: str, values: Array) -> CutUp | None:
    """A kept column cut into values, ranges or periods; None where no two documents share one.

    `values`: text, numbers or days, shape (n,).
    """
    if np.issubdtype(values.dtype, np.number):
        return cut_numbers(name, values)
    if (days := dates_of(values)) is not None:
        return cut_days(name, days)
    return _cut_values(name, values)


def _cut_values(name: str, values: Array) -> CutUp | None:
    # slow to import, and only documents need it
    import pyarrow as pa

    encoded = pa.array(values, pa.large_string()).dictionary_encode()
    if len(encoded.dictionary) > min(MOST_VALUES, max(FEW_NUMBERS, len(values) // 2)):
        return None
    texts = encoded.dictionary.to_pylist()
    of = name_of(name)
    parts = tuple(Condition(of, name_of(t) if t else EMPTY, HasValue(name, t)) for t in texts)
    codes = encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    return CutUp(name, parts, codes, ordered=False)


def cut_numbers(
    name: str, values: Array, edges: Sequence[float] | None = None, scores: bool = False
) -> CutUp | None:
    """Numbers cut into themselves where they are few, else into ranges of like many documents.

    `edges`, ascending: where ranges meet instead. Empty ones (NaN) are a part of a column, and in
    none of `scores`, of which even few are ranges. None without any number.
    """
    known = values[~np.isnan(values)]
    if not len(known):
        return None
    of, distinct = name_of(name), np.unique(known)
    if edges is None and not scores and len(distinct) <= FEW_NUMBERS:
        texts = [exact_of(float(value)) for value in distinct]
        parts = [Condition(of, text, HasValue(name, text)) for text in texts]
        codes = np.searchsorted(distinct, values)
    else:
        inner = _inner_edges(known) if edges is None else np.asarray(edges, dtype=float)
        whole = bool(np.all(known == np.floor(known)))
        parts = _ranges(name, inner, float(distinct[0]) if whole else None)
        # as the filter compares: floats in their own precision
        own = inner.astype(values.dtype) if values.dtype.kind == "f" else inner
        codes = np.searchsorted(own, values, side="right")
    codes = np.where(np.isnan(values), -1, codes)
    if not scores and len(known) < len(values):
        codes = np.where(codes < 0, len(parts), codes)
        parts.append(Condition(of, EMPTY, NoValue(name, float(distinct[0]))))
    return CutUp(name, tuple(parts), codes, ordered=True)


def _inner_edges(known: Array) -> Array:
    """Where ranges meet, ascending: tenths between 0 and 1, else quantiles in two digits."""
    low, high = float(known.min()), float(known.max())
    if low >= 0 and high <= 1:
        return np.arange(1, 10) / 10
    finite = known[np.isfinite(known)]
    quantiles = np.quantile(finite, np.arange(1, RANGES) / RANGES)
    edges = np.unique([float(f"{q:.2g}") for q in quantiles])
    return np.asarray(edges[(edges > low) & (edges <= high)])


def _ranges(name: str, inner: Array, smallest: float | None) -> list[Condition]:
    """Below the first edge, between two each, and from the last on.

    `smallest`: the least of whole numbers, whose ranges end at them; None for others.
    """
    of = name_of(name)
    if not len(inner):
        return [Condition(of, "all", InRange(name, low=-1e300))]
    first, last = float(inner[0]), float(inner[-1])
    below = InRange(name, high=first, high_open=True)
    alone = smallest is not None and first - 1 == smallest
    parts = [Condition(of, exact_of(first - 1) if alone else f"below {exact_of(first)}", below)]
    for low, high in zip(inner[:-1].tolist(), inner[1:].tolist(), strict=True):
        if smallest is not None and low == int(low) and high == int(high):
            shown = exact_of(low) if high - 1 == low else f"{exact_of(low)} to {exact_of(high - 1)}"
            parts.append(Condition(of, shown, InRange(name, low, high - 1)))
        else:
            shown = f"{exact_of(low)} to below {exact_of(high)}"
            parts.append(Condition(of, shown, InRange(name, low, high, high_open=True)))
    return [*parts, Condition(of, f"{exact_of(last)} and more", InRange(name, low=last))]


def cut_days(name: str, days: Array, unit: str = "") -> CutUp | None:
    """Days cut into days (`D`), months or years; without a `unit` those that are no more than 24.

    `days`: datetime64[D], NaT where empty, which is a part too. None without any day.
    """
    known = days[~np.isnat(days)]
    if not len(known):
        return None
    unit = unit or _unit(known)
    of, of_unit = name_of(name), days.astype(f"datetime64[{unit}]")
    distinct = np.unique(of_unit[~np.isnat(days)])
    parts = [_period(name, first, last) for first, last in _ends(distinct)]
    codes = np.where(np.isnat(days), -1, np.searchsorted(distinct, of_unit))
    if len(known) < len(days):
        codes = np.where(codes < 0, len(parts), codes)
        parts.append(Condition(of, EMPTY, NoValue(name, str(known.min()))))
    return CutUp(name, tuple(parts), codes, ordered=True)


def weekday_of(days: Array) -> Array:
    """The day of the week, 0 for Monday to 6, shape (n,); -1 for no day (NaT)."""
    # 1970-01-01 was a Thursday
    number = (days.astype("datetime64[D]").astype(np.int64) + 3) % 7
    return np.where(np.isnat(days), -1, number)


def cut_weekdays(name: str, days: Array) -> CutUp:
    """Days of the week, those without a document too; `days` as in `cut_days`."""
    of = f"weekday of {name_of(name)}"
    parts = tuple(Condition(of, day, OnWeekday(name, day)) for day in WEEKDAYS)
    return CutUp(of, parts, weekday_of(days), ordered=True)


def _unit(known: Array) -> str:
    """Days, months or years, whichever are no more than two dozen."""
    for unit in ("D", "M"):
        if len(np.unique(known.astype(f"datetime64[{unit}]"))) <= MOST_UNITS:
            return unit
    return "Y"


def _ends(units: Array) -> Sequence[tuple[str, str]]:
    first = units.astype("datetime64[D]")
    last = (units + 1).astype("datetime64[D]") - 1
    return [(str(a), str(b)) for a, b in zip(first, last, strict=True)]


def _period(name: str, first: str, last: str) -> Condition:
    of = name_of(name)
    if first == last:
        return Condition(of, first, HasValue(name, first))
    # a whole month or year is called by its name
    shown = first[:4] if first.endswith("01-01") and last.endswith("12-31") else first[:7]
    return Condition(of, shown, InRange(name, first, last))
