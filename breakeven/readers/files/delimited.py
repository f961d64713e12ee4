"""CSV and TSV to columns of text, with the line on which each row starts.

Arrow reads a file at once where that gives what going through it row by row does.
"""

from __future__ import annotations

import contextlib
import csv
import io
import re
from codecs import BOM_UTF8
from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow import csv as arrow_csv

from breakeven.data.records import Problem
from breakeven.data.wording import count_of
from breakeven.readers.base.problems import MOST_OF_A_KIND, ReadError, first_problems
from breakeven.readers.base.read_options import DEFAULT_OPTIONS, ReadOptions
from breakeven.readers.files.decoding import UTF_8
from breakeven.readers.files.size_limits import FIELD_LIMIT, MOST_COLUMNS, TOO_LONG, header_problems
from metrics.typing import Array

# --- Delimited text read as a whole by Arrow, where that gives what going through it row by row
# does
#
# `delimited` is the owner of what a file holds: it asks here first, and goes row by row where the
# answer is None. So do all files that have any fault, and the messages are its own.


# a row lies in two blocks at most, so that no field is longer than may be
BLOCK = FIELD_LIMIT // 3
PIECE = 1 << 20  # bytes whose quotes are looked at together
NEWLINE, RETURN = b"\n\r"


def read_at_once(
    raw: bytes, width: int, delimiter: str, quote: str = '"'
) -> tuple[pa.Table, Array] | None:
    """The rows that are no empty lines, the first too, as text; and the line each starts on.

    `raw`: UTF-8 without NUL. `width`: the fields of each row; their names are 0, 1, …. `quote`: ""
    where no field is quoted. None where rows differ in length, a quote stands within a field, or
    a carriage return alone ends a line.
    """
    mark, between = quote.encode(), delimiter.encode()
    if len(between) != 1 or len(mark) > 1:
        return None
    if b"\r" in raw and raw.count(b"\r") != raw.count(b"\r\n"):
        return None
    quoted = bool(mark) and mark in raw
    if quoted and not _quotes_enclose(raw, between, mark):
        return None
    names = [str(place) for place in range(width)]
    try:
        table = arrow_csv.read_csv(
            pa.BufferReader(raw),
            arrow_csv.ReadOptions(use_threads=False, block_size=BLOCK, column_names=names),
            arrow_csv.ParseOptions(
                delimiter=delimiter, quote_char=quote or False, newlines_in_values=quoted
            ),
            arrow_csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string())),
        )
    except pa.ArrowException:
        return None
    lines = _lines(raw, table.num_rows, mark if quoted else b"")
    return None if lines is None else (table, lines)


def _quotes_enclose(raw: bytes, delimiter: bytes, quote: bytes) -> bool:
    """Whether every quote begins a field, ends one, or is one of two that stand for a quote."""
    text = np.frombuffer(raw, np.uint8)
    before = np.zeros(256, dtype=bool)
    before[[*delimiter, *quote, NEWLINE]] = True
    after = before.copy()
    after[RETURN] = True
    begin = len(BOM_UTF8) if raw.startswith(BOM_UTF8) else 0
    opens = True
    for start in range(0, len(text), PIECE):
        positions = start + np.flatnonzero(text[start : start + PIECE] == quote[0])
        opening, closing = positions[not opens :: 2], positions[opens::2]
        if len(opening) and opening[0] == begin:
            opening = opening[1:]
        if len(closing) and closing[-1] == len(text) - 1:
            closing = closing[:-1]
        if not before[text[opening - 1]].all() or not after[text[closing + 1]].all():
            return False
        opens ^= bool(len(positions) % 2)
    return opens


def _lines(raw: bytes, rows: int, quote: bytes) -> Array | None:
    """The line that each row starts on, shape (rows,); None where they are not so many."""
    text = np.frombuffer(raw, np.uint8)
    ends = text == NEWLINE
    if np.count_nonzero(ends) + (not raw.endswith(b"\n")) == rows:
        return np.arange(1, rows + 1)
    breaks = np.flatnonzero(ends)
    if not raw.endswith(b"\n"):
        breaks = np.append(breaks, len(text))
    quotes = np.flatnonzero(text == quote[0]) if quote else breaks[:0]
    last = np.flatnonzero(np.searchsorted(quotes, breaks) % 2 == 0)
    first = np.concatenate([[0], last[:-1] + 1])
    starts = np.concatenate([[0], breaks + 1])[first]
    empty = starts == breaks[last]
    empty |= (starts + 1 == breaks[last]) & (text[np.minimum(starts, len(text) - 1)] == RETURN)
    lines = first[~empty] + 1
    return lines if len(lines) == rows else None


# --- CSV and TSV to columns of text, with the line on which each row starts


DELIMITERS = (",", ";", "\t")
LINE_BREAK = re.compile(r"\r\n|\r|\n")
BATCH_CELLS = 1_000_000
NO_SAY: Mapping[str, Any] = MappingProxyType({})

# The module's own limit is 128 kB; it is one setting for the whole process.
csv.field_size_limit(FIELD_LIMIT)


def parse(
    name: str, raw: bytes, encoding: str, how: ReadOptions = DEFAULT_OPTIONS
) -> tuple[pa.Table, Array, str]:
    """The table (all columns text), the line of each row, and the delimiter.

    The bytes are known to be of that encoding. `how`: what was said of them.
    Raises ReadError with every ragged row, or where the quoting cannot be followed.
    """
    reader, skipped, header, delimiter = _opened(name, raw, encoding, how)
    problems = header_problems(name, header)
    if len(header) > MOST_COLUMNS:
        raise ReadError(problems)
    parsed = None if problems or skipped else _at_once(raw, encoding, header, delimiter, how)
    if parsed is not None:
        return *parsed, delimiter
    batches: list[pa.RecordBatch] = []
    lines: list[Array] = []
    ragged: list[tuple[int, int]] = []
    uneven = 0
    broken: csv.Error | None = None
    line = skipped + reader.line_num
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
        starts, line = _starts(rows, line, None if broken else skipped + reader.line_num)
        width = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
        is_even = width == len(header)
        odd = np.flatnonzero(~is_even & (width > 0))
        uneven += len(odd)
        ragged += [(int(starts[i]), int(width[i])) for i in odd[: MOST_OF_A_KIND - len(ragged)]]
        if not is_even.all():
            rows = [row for row, keep in zip(rows, is_even, strict=True) if keep]
        if rows and not uneven:
            columns = [pa.array(column, pa.string()) for column in zip(*rows, strict=True)]
            batches.append(pa.RecordBatch.from_arrays(columns, names=names))
            lines.append(starts[is_even])
    problems += first_problems(
        np.arange(uneven),
        lambda i: Problem(
            row=ragged[i][0],
            what=f"{count_of(ragged[i][1], 'field')} where the header has {len(header)}",
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


def _at_once(
    raw: bytes, encoding: str, header: list[str], delimiter: str, how: ReadOptions
) -> tuple[pa.Table, Array] | None:
    """The same where no row has a fault and the header is on the first line; else None."""
    if encoding not in UTF_8:
        return None
    found = read_at_once(raw, len(header), delimiter, '"' if how.quote is None else how.quote)
    if found is None:
        return None
    below = 0 if how.header == 0 else 1
    return found[0].slice(below).rename_columns(header), found[1][below:]


def _opened(
    name: str, raw: bytes, encoding: str, how: ReadOptions
) -> tuple[Any, int, list[str], str]:
    """A reader of the rows below the header, the lines before it, the header, the delimiter."""
    start, skipped = _from_header(name, raw, encoding, how)
    dialect = dialect_of(start.read(1_000_000), how)
    reader = csv.reader(_from_header(name, raw, encoding, how)[0], strict=True, **dialect)
    try:
        header = next((row for row in reader if row), None)
    except csv.Error as error:
        raise ReadError([_unreadable(name, error, skipped + 1)]) from error
    if header is None:
        raise ReadError([_no_line(name, skipped + 1)])
    if how.header == 0:
        header = [str(place) for place in range(1, len(header) + 1)]
        reader = csv.reader(_from_header(name, raw, encoding, how)[0], strict=True, **dialect)
    return reader, skipped, header, dialect["delimiter"]


def _from_header(
    name: str, raw: bytes, encoding: str, how: ReadOptions
) -> tuple[io.TextIOWrapper, int]:
    """The text from the line of the header on, and how many lines stand before it."""
    # decoding piece by piece: a StringIO would hold four bytes a character
    text = io.TextIOWrapper(io.BytesIO(raw), encoding, newline="")
    before = max(0, (how.header or 1) - 1)
    for _ in range(before):
        if not text.readline():
            raise ReadError([_no_line(name, before + 1)])
    return text, before


def _no_line(name: str, line: int) -> Problem:
    what = f"there is nothing from line {line:,} on, where the header was said to be"
    return Problem(row=line, what=what, remedy="give another line for the header", file=name)


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


def dialect_of(text: str, how: ReadOptions = DEFAULT_OPTIONS) -> dict[str, Any]:
    """How cells stand in a text, by its start, where nobody said it: what csv.reader is told."""
    quoted: dict[str, Any] = {}
    if how.quote is not None:
        quoted = {"quotechar": how.quote} if how.quote else {"quoting": csv.QUOTE_NONE}
    return quoted | {"delimiter": how.delimiter or sniff(text, quoted)}


def sniff(text: str, quoted: Mapping[str, Any] = NO_SAY) -> str:
    """The delimiter that splits the first rows into the most fields, equally many in each."""

    def evenness_and_width(delimiter: str) -> tuple[bool, int]:
        held = io.StringIO(text, newline="")
        reader = csv.reader(held, delimiter=delimiter, strict=True, **quoted)
        widths: list[int] = []
        with contextlib.suppress(csv.Error):
            widths += (len(row) for row in islice(reader, 50) if row)
        if not widths:
            return False, 0
        return len(set(widths)) == 1 and widths[0] > 1, widths[0]

    # max keeps the first of equals, so a single column is read with a comma
    return max(DELIMITERS, key=evenness_and_width)
