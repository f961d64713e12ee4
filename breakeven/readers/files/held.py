"""A table that came out of a file ready made: a sheet, a table of a database, Arrow."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa
from pyarrow import csv

from metrics.typing import Array

FIRST = 20


@dataclass(frozen=True, eq=False)
class Held:
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
        first = [map(_text, _values(column)) for column in self.columns[:FIRST].columns]
        return [list(self.columns.column_names), *map(list, zip(*first, strict=True))]


def _values(column: pa.ChunkedArray) -> list[object]:
    """The values, or nothing for what Python has none of: a day of the year 10183, an odd zone."""
    try:
        return column.to_pylist()
    except (pa.ArrowException, ValueError, OverflowError):
        return [None] * len(column)


def _text(value: object) -> str:
    return "" if value is None else str(value)
