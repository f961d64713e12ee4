"""CSV and TSV to columns of text, with the line on which each row starts."""

from __future__ import annotations

import contextlib
import csv
import io
import re
from itertools import islice

import numpy as np
import pyarrow as pa

from breakeven.readers.files.header import (
    FIELD_LIMIT,
    MOST_COLUMNS,
    TOO_LONG,
    header_problems,
)
from breakeven.readers.problems import MOST_OF_A_KIND, ReadError, first_problems
from breakeven.records import Problem
from metrics.typing import Array

DELIMITERS = (",", ";", "\t")
LINE_BREAK = re.compile(r"\r\n|\r|\n")
BATCH_CELLS = 1_000_000

# The module's own limit is 128 kB; it is one setting for the whole process.
csv.field_size_limit(FIELD_LIMIT)


def parse(name: str, raw: bytes, encoding: str) -> tuple[pa.Table, Array, str]:
    """The table (all columns text), the line of each row, and the delimiter.

    The bytes are known to be of that encoding.
    Raises ReadError with every ragged row, or where the quoting cannot be followed.
    """
    delimiter = sniff(_lines(raw, encoding).read(1_000_000))
    reader = csv.reader(_lines(raw, encoding), delimiter=delimiter, strict=True)
    try:
        header = next(row for row in reader if row)
    except csv.Error as error:
        raise ReadError([_unreadable(name, error, 1)]) from error
    problems = header_problems(name, header)
    if len(header) > MOST_COLUMNS:
        raise ReadError(problems)
    batches: list[pa.RecordBatch] = []
    lines: list[Array] = []
    ragged: list[tuple[int, int]] = []
    uneven = 0
    broken: csv.Error | None = None
    line = reader.line_num
    # blank names are legal, and equal ones are already a problem: Arrow needs any distinct ones
    names = [str(i) for i in range(len(header))]
    while broken is None:
        rows: list[list[str]] = []
        try:
            rows += islice(reader, max(1, BATCH_CELLS // len(header)))
        except csv.Error as error:  # rows read before the error are in the list
            broken = error
        if not rows:
            break
        starts, line = _starts(rows, line, None if broken else reader.line_num)
        width = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
        kept = width == len(header)
        odd = np.flatnonzero(~kept & (width > 0))
        uneven += len(odd)
        ragged += [(int(starts[i]), int(width[i])) for i in odd[: MOST_OF_A_KIND - len(ragged)]]
        if not kept.all():
            rows = [row for row, keep in zip(rows, kept, strict=True) if keep]
        if rows and not uneven:
            columns = [pa.array(column, pa.string()) for column in zip(*rows, strict=True)]
            batches.append(pa.RecordBatch.from_arrays(columns, names=names))
            lines.append(starts[kept])
    problems += first_problems(
        np.arange(uneven),
        lambda i: Problem(
            row=ragged[i][0],
            what=f"{ragged[i][1]} fields where the header has {len(header)}",
            remedy="give every row as many fields as the header, quoting those that contain "
            f"the delimiter {delimiter!r}",
            file=name,
        ),
    )
    if broken is not None:
        problems.append(_unreadable(name, broken, line + 1))
    if problems:
        raise ReadError(problems)
    schema = pa.schema([(column, pa.string()) for column in names])
    table = pa.Table.from_batches(batches, schema=schema).rename_columns(header)
    return table, np.concatenate([np.zeros(0, dtype=np.int64), *lines]), delimiter


def _lines(raw: bytes, encoding: str) -> io.TextIOWrapper:
    # decoding piece by piece: a StringIO would hold four bytes a character
    return io.TextIOWrapper(io.BytesIO(raw), encoding, newline="")


def _starts(rows: list[list[str]], line: int, end: int | None) -> tuple[Array, int]:
    """The line of each row that follows `line`, and the last line they take up."""
    if end is not None and end - line == len(rows):
        return np.arange(line + 1, end + 1), end
    taken = np.array([1 + sum(len(LINE_BREAK.findall(cell)) for cell in row) for row in rows])
    last = line + np.cumsum(taken)
    return last - taken + 1, int(last[-1])


def _unreadable(name: str, error: csv.Error, line: int) -> Problem:
    reason = str(error)
    if "field larger" in reason:
        what, remedy = f"a field is {TOO_LONG}", "shorten it, or close a quote left open"
    elif "unexpected end" in reason:
        what, remedy = "a quote is opened here and never closed", "close it, or double it"
    elif "expected after" in reason:
        what = "text follows a closing quote"
        remedy = "double the quotes inside a quoted field, and close the one opened before it"
    else:
        what, remedy = reason, "save the file again as CSV"
    return Problem(row=line, what=what, remedy=remedy, file=name)


def sniff(text: str) -> str:
    """The delimiter that splits the first rows into the most fields, equally many in each."""

    def evenness_and_width(delimiter: str) -> tuple[bool, int]:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        widths: list[int] = []
        with contextlib.suppress(csv.Error):
            widths += (len(row) for row in islice(reader, 50) if row)
        if not widths:
            return False, 0
        return len(set(widths)) == 1 and widths[0] > 1, widths[0]

    # max keeps the first of equals, so a single column is read with a comma
    return max(DELIMITERS, key=evenness_and_width)
