"""Tables as they come out of a file, before they are checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow import csv

from breakeven.data.records import Problem
from breakeven.readers.base.proposal import Shape
from metrics.typing import Array

# --- On which lines rows stand, where none has to be remembered


# no header stands above them, so the first is what every other tool calls the first
FIRST_LINE = 1


@dataclass(frozen=True)
class ConsecutiveLines:
    """The lines of so many rows that follow each other, as an array of them has it.

    Hundreds of millions of rows would take more memory than what is read of them.
    """

    rows: int

    def __len__(self) -> int:
        """How many rows there are."""
        return self.rows

    def __getitem__(self, rows: Any) -> Any:
        """The line of a row, or those of an array or slice of rows, none counted from the end."""
        if isinstance(rows, slice):
            rows = np.arange(*rows.indices(self.rows))
        return rows + FIRST_LINE

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        """The lines of all rows, shape (rows,)."""
        return np.arange(FIRST_LINE, self.rows + FIRST_LINE, dtype=dtype)

    def tolist(self) -> list[int]:
        """The lines of all rows."""
        return list(range(FIRST_LINE, self.rows + FIRST_LINE))


# --- a table that came out of a file ready made: a sheet, a table of a database, Arrow


FIRST_COLUMNS = 20


@dataclass(frozen=True, eq=False)
class ReadyTable:
    """Named columns, and the line of each row, shape (rows,), as a message counts them.

    `digest`: SHA-256 of the file that it came out of and its name there.
    """

    columns: pa.Table
    lines: Array
    digest: str = ""

    def as_csv(self) -> bytes:
        """The same as text, for what reads text; nothing where a column holds lists."""
        out = pa.BufferOutputStream()
        try:
            csv.write_csv(self.columns, out)
        except pa.ArrowException:
            return b""
        return out.getvalue().to_pybytes()

    def first_rows(self) -> list[list[str]]:
        """The header and the first rows as text."""
        first = [map(_text, _values(column)) for column in self.columns[:FIRST_COLUMNS].columns]
        return [list(self.columns.column_names), *map(list, zip(*first, strict=True))]


def _values(column: pa.ChunkedArray) -> list[object]:
    """The values, or nothing for what Python has none of: a day of the year 10183, an odd zone."""
    try:
        return column.to_pylist()
    except (pa.ArrowException, ValueError, OverflowError):
        return [None] * len(column)


def _text(value: object) -> str:
    return "" if value is None else str(value)


# --- what a format makes of a file: a table, and what is known of its columns


@dataclass(frozen=True, kw_only=True)
class Draft:
    """A file of a tool as named columns. It goes into the proposal, which the user may change.

    `columns`, `lines`: the table, and the line on which each row starts, shape (rows,); None
    where the file is one already, and its own columns stand. `roles`: column to its role (a key of
    `ROLES`); a column that is not named is proposed as usual where there are none, else other
    information. `shape`: None where it is to be guessed. `classes`, `separator`, `probabilities`,
    `system`, `systems`, `annotators`: as in `FileProposal`. `reasons`: column to why it was taken
    so, where the format alone does not say it. `gaps`: columns of scores in which an empty cell
    says that its class was not listed. `question`: what could not be told. `notes`: what the file
    says beside its table, for the notes of the review.
    """

    columns: pa.Table | None = None
    lines: Array | None = None
    roles: Mapping[str, str] = field(default_factory=dict)
    shape: Shape | None = None
    classes: Mapping[str, str] = field(default_factory=dict)
    separator: str = "none"
    probabilities: bool = False
    why_probabilities: str = ""
    system: str = ""
    systems: Mapping[str, str] = field(default_factory=dict)
    annotators: Mapping[str, str] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    gaps: frozenset[str] = frozenset()
    question: str = ""
    notes: tuple[Problem, ...] = ()
