"""Columns, lengths and scores cut into parts, each with the filter term that keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from breakeven.records import Truth
from breakeven.selection.expression import AllOf, Between, Column, Expression, Not, OneOf, Score
from breakeven.splits import dates_of
from breakeven.text import exact_of, name_of
from breakeven.texts.texts import Texts
from metrics.typing import Array

# a column with more values, or with a value of its own in every second document, names documents
MOST_VALUES = 2_000
# up to so many numbers stand each for itself
FEW_NUMBERS = 10
RANGES = 6
EMPTY = "(empty)"


@dataclass(frozen=True)
class Part:
    """A value or range: how it is called, and the term that keeps its documents."""

    label: str
    term: Expression


@dataclass(frozen=True)
class Parted:
    """Documents cut into parts by a column.

    `codes`: the part of each document, shape (n,), -1 for none. `ordered`: the parts are ranges
    or numbers, that stay in their order; else most frequent ones come first.
    """

    name: str
    parts: tuple[Part, ...]
    codes: Array
    ordered: bool


def parted_columns(truth: Truth, texts: Texts | None) -> tuple[Parted, ...]:
    """The kept columns of a truth that have parts, each cut over all its documents.

    Not the column of texts, but its `length` in characters; and none that has a value of its own
    in most documents. `texts`: None where there are none.
    """
    columns = [(name, np.asarray(v)) for name, v in truth.columns.items()]
    found = [_parted(name, v) for name, v in columns if name != truth.text_column]
    if texts is not None and "length" not in truth.columns:
        found.append(parted_numbers(Column("length"), "length", texts.lengths))
    return tuple(parted for parted in found if parted is not None)


def _parted(name: str, values: Array) -> Parted | None:
    if np.issubdtype(values.dtype, np.number):
        return parted_numbers(Column(name), name, values)
    days = dates_of(values)
    return _by_value(name, values) if days is None else _by_day(name, days)


def _by_value(name: str, values: Array) -> Parted | None:
    # slow to import, and only documents need it
    import pyarrow as pa

    encoded = pa.array(values, pa.large_string()).dictionary_encode()
    texts = encoded.dictionary.to_pylist()
    if len(texts) > min(MOST_VALUES, max(FEW_NUMBERS, len(values) // 2)):
        return None
    parts = tuple(Part(name_of(t) if t else EMPTY, OneOf(Column(name), (t,))) for t in texts)
    codes = encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    return Parted(name, parts, codes, ordered=False)


def parted_numbers(of: Column | Score, name: str, values: Array) -> Parted | None:
    """Numbers cut into themselves where they are few, else into ranges of like many documents.

    Empty ones (NaN) are a part of a column, and in none of a score. None without any number.
    """
    known = values[~np.isnan(values)]
    if not len(known):
        return None
    distinct = np.unique(known)
    if isinstance(of, Column) and len(distinct) <= FEW_NUMBERS:
        texts = [exact_of(float(value)) for value in distinct]
        parts = [Part(text, OneOf(of, (text,))) for text in texts]
        codes = np.searchsorted(distinct, values)
    else:
        inner = _inner_edges(known)
        parts = _ranges(of, inner, whole=bool(np.all(known == np.floor(known))))
        # as the filter compares: in the precision of the values
        codes = np.searchsorted(inner.astype(values.dtype), values, side="right")
    codes = np.where(np.isnan(values), -1, codes)
    if isinstance(of, Column) and len(known) < len(values):
        codes = np.where(codes < 0, len(parts), codes)
        parts.append(Part(EMPTY, Not(Between(of, low=float(distinct[0])))))
    return Parted(name, tuple(parts), codes, ordered=True)


def _inner_edges(known: Array) -> Array:
    """Where ranges meet, ascending: tenths between 0 and 1, else quantiles in two digits."""
    low, high = float(known.min()), float(known.max())
    if low >= 0 and high <= 1:
        return np.arange(1, 10) / 10
    quantiles = np.quantile(known, np.arange(1, RANGES) / RANGES)
    edges = np.unique([float(f"{q:.2g}") for q in quantiles])
    return np.asarray(edges[(edges > low) & (edges <= high)])


def _ranges(of: Column | Score, inner: Array, whole: bool) -> list[Part]:
    """Below the first edge, between two each, and from the last on; ends of `whole` numbers fit."""
    if not len(inner):
        return [Part("all", Between(of, low=-1e300))]
    first, last = float(inner[0]), float(inner[-1])
    parts = [Part(f"below {exact_of(first)}", Between(of, high=first, high_open=True))]
    for low, high in zip(inner[:-1].tolist(), inner[1:].tolist(), strict=True):
        if whole and low == int(low) and high == int(high):
            shown = f"{exact_of(low)} to {exact_of(high - 1)}"
            parts.append(Part(shown, Between(of, low, high - 1)))
        else:
            both = (Between(of, low=low), Between(of, high=high, high_open=True))
            parts.append(Part(f"{exact_of(low)} to below {exact_of(high)}", AllOf(both)))
    return [*parts, Part(f"{exact_of(last)} and more", Between(of, low=last))]


def _by_day(name: str, days: Array) -> Parted | None:
    known = days[~np.isnat(days)]
    if not len(known):
        return None
    unit = _unit(known)
    of_unit = days.astype(f"datetime64[{unit}]")
    distinct = np.unique(of_unit[~np.isnat(days)])
    parts = [_days(name, first, last) for first, last in _ends(distinct, unit)]
    codes = np.where(np.isnat(days), -1, np.searchsorted(distinct, of_unit))
    if len(known) < len(days):
        codes = np.where(codes < 0, len(parts), codes)
        first_day = str(known.min())
        parts.append(Part(EMPTY, Not(Between(Column(name), low=first_day))))
    return Parted(name, tuple(parts), codes, ordered=True)


def _unit(known: Array) -> str:
    """Days, months or years, whichever are no more than two dozen."""
    for unit in ("D", "M"):
        if len(np.unique(known.astype(f"datetime64[{unit}]"))) <= 24:
            return unit
    return "Y"


def _ends(units: Array, unit: str) -> Sequence[tuple[str, str]]:
    first = units.astype("datetime64[D]")
    last = (units + 1).astype("datetime64[D]") - 1
    return [(str(a), str(b)) for a, b in zip(first, last, strict=True)]


def _days(name: str, first: str, last: str) -> Part:
    if first == last:
        return Part(first, OneOf(Column(name), (first,)))
    # a whole month or year is called by its name
    shown = first[:4] if first.endswith("01-01") and last.endswith("12-31") else first[:7]
    return Part(shown, Between(Column(name), first, last))
