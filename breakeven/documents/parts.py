"""Columns, lengths and scores cut into parts, each with the filter term that keeps it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from breakeven.documents.behind import of_condition
from breakeven.records import Truth
from breakeven.selection.expression import Column, Expression, Score
from breakeven.slices.cutting import CutUp, cut_column, cut_numbers
from breakeven.texts.texts import Texts
from metrics.typing import Array


@dataclass(frozen=True)
class Part:
    """A value or range: how it is called, and the term that keeps its documents."""

    label: str
    term: Expression


@dataclass(frozen=True)
class Parted:
    """As `CutUp`, with terms."""

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
    found = [cut_column(name, v) for name, v in columns if name != truth.text_column]
    if texts is not None and "length" not in truth.columns:
        found.append(cut_numbers("length", texts.lengths))
    return tuple(_parted(cut, Column(cut.name)) for cut in found if cut is not None)


def parted_numbers(of: Column | Score, name: str, values: Array) -> Parted | None:
    """Numbers of a column or scores cut as `cut_numbers` does."""
    cut = cut_numbers(name, values, scores=isinstance(of, Score))
    return None if cut is None else _parted(cut, of)


def _parted(cut: CutUp, of: Column | Score) -> Parted:
    parts = tuple(Part(part.value, of_condition(part, of)) for part in cut.parts)
    return Parted(cut.name, parts, cut.codes, cut.ordered)
