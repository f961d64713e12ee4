"""Delimited text read as a whole by Arrow, where that gives what going through it row by row does.

`delimited` is the owner of what a file holds: it asks here first, and goes row by row where the
answer is None. So do all files that have any fault, and the messages are its own.
"""

from __future__ import annotations

from codecs import BOM_UTF8

import numpy as np
import pyarrow as pa
from pyarrow import csv as arrow_csv

from breakeven.readers.files.header import FIELD_LIMIT
from metrics.typing import Array

# a row lies in two blocks at most, so that no field is longer than may be
BLOCK = FIELD_LIMIT // 3
PIECE = 1 << 20  # bytes whose quotes are looked at together
NEWLINE, RETURN = b"\n\r"


def read_whole(
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
        found = start + np.flatnonzero(text[start : start + PIECE] == quote[0])
        opening, closing = found[not opens :: 2], found[opens::2]
        if len(opening) and opening[0] == begin:
            opening = opening[1:]
        if len(closing) and closing[-1] == len(text) - 1:
            closing = closing[:-1]
        if not before[text[opening - 1]].all() or not after[text[closing + 1]].all():
            return False
        opens ^= bool(len(found) % 2)
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
