"""JSON to columns of text: numbers and labels keep the characters they were written in.

Arrow reads a file at once where that gives what going through its records does.
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import json as arrow_json

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.files.json_records import JsonText, records_of
from breakeven.readers.files.nested import (
    CLASS_KEYS,
    OBJECT,
    OF_TRAINER,
    SCORE_KEYS,
    unfold,
    unfold_pairs,
)
from breakeven.readers.files.size_limits import (
    FIELD_LIMIT,
    MOST_COLUMNS,
    MOST_EMPTY_CELLS,
    TOO_LONG,
)
from metrics.typing import Array

# --- JSON of many records read as a whole by Arrow, where that gives what going through it does
#
# `json_records` is the owner of what a file holds: it reads the file where the answer here is
# None. So it does all that has any fault, and the messages are its own.
#
# Numbers, true and false are put into quotes before Arrow reads them: so they keep the characters
# they were written in. With these quotes a text parses where it does without, as long as what is
# quoted are values and no keys.


PIECE = 1 << 20  # bytes read at once; no record is longer, and so no value
FIRST = 1_000  # records that tell which columns there are, and of which kind
MOST_BACKSLASHES = 8  # in a row before a quote
MOST_BETWEEN = 64  # bytes between two elements of a list
BLANKS = b" \t\r\n"
BETWEEN = BLANKS.decode()
NEWLINE, RETURN, BRACE, END, QUOTE, BACKSLASH, NULL = b'\n\r{}"\\n'
OTHER, BARE, OPENS, CLOSES, COLON = range(5)
SIGNS = {
    BARE: b"0123456789+-.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    OPENS: b"{[",
    CLOSES: b"}]",
    COLON: b":",
}
# what a byte is, outside of texts
MEANS = bytes(
    next((kind for kind, signs in SIGNS.items() if sign in signs), OTHER) for sign in range(256)
)
# values that are no texts, each with the sign that follows it
VALUES = re.compile(
    rb"(?:-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?[,\]} \t\r\n]"
    rb"|(?:null|true|false|NaN|-?Infinity)[,\]} \t\r\n])*+"
)
TEXTS = pa.list_(pa.string())


class _Piece(NamedTuple):
    """Some records: their text, what each byte of it is (OTHER within texts), how many they are."""

    text: bytes
    means: Array
    records: int


class _OtherwiseError(ValueError):
    """The text is not of the kind that is read here."""


def read_records(raw: bytes) -> tuple[pa.Table, Array] | None:
    """Records as columns of text, of lists of texts, and of lists of objects of texts.

    And where each record stands: its line, or its place in the list. `raw`: UTF-8 without NUL.
    Columns are in the order in which they first come; what is missing or null is null. None where
    it is no list of objects nor one on each line, has any fault, a value that is an object, or a
    key that comes late or seldom.
    """
    start, end = _inner(raw, len(BOM_UTF8) if raw.startswith(BOM_UTF8) else 0, len(raw))
    on_lines = raw.startswith(b"{", start) and _on_lines(raw, start, end)
    if not on_lines and not (raw.startswith(b"[", start) and raw.endswith(b"]", start, end)):
        return None
    pieces = _lines(raw, start, end) if on_lines else _elements(raw, start + 1, end - 1)
    kinds: dict[str, pa.DataType] = {}
    try:
        tables = [_table(piece, kinds) for piece in pieces]
    except (ValueError, RecursionError):  # pa.ArrowInvalid is a ValueError
        return None
    if not kinds:
        return None
    table = pa.concat_tables(tables)
    first = raw.count(b"\n", 0, start) + 1 if on_lines else 1
    return table, np.arange(first, first + table.num_rows)


def _inner(raw: bytes, start: int, end: int) -> tuple[int, int]:
    """Where the text between two places begins and ends that is no blank."""
    while start < end and raw[start] in BLANKS:
        start += 1
    while start < end and raw[end - 1] in BLANKS:
        end -= 1
    return start, end


def _on_lines(raw: bytes, start: int, end: int) -> bool:
    """Whether there are several lines, and each begins and ends as an object does.

    Such lines are objects, or broken: nothing in an object goes on with a brace after one.
    """
    text = np.frombuffer(raw, np.uint8)[start:end]
    breaks = np.flatnonzero(text == NEWLINE)
    if not len(breaks) or (text[breaks + 1] != BRACE).any():
        return False
    before = text[breaks - 1]
    before = np.where(before == RETURN, text[breaks - 2], before)
    return bool((before == END).all())


def _lines(raw: bytes, start: int, end: int) -> Iterator[_Piece]:
    while start < end:
        cut = end if end - start <= PIECE else raw.rfind(b"\n", start, start + PIECE)
        if cut < 0:
            raise _OtherwiseError
        text = raw[start:cut]
        breaks = np.count_nonzero(np.frombuffer(text, np.uint8) == NEWLINE)
        yield _Piece(text, _means(text), int(breaks) + 1)
        start = cut + 1


def _elements(raw: bytes, start: int, end: int) -> Iterator[_Piece]:
    """The elements of a list, with blanks in place of the comma between two."""
    start, end = _inner(raw, start, end)
    between = b""
    while start < end:
        window = raw[start : min(start + PIECE, end)]
        means = _means(window)
        signs = np.flatnonzero((means == OPENS) | (means == CLOSES))
        opens = means[signs] == OPENS
        deep = np.cumsum(np.where(opens, 1, -1))
        last = signs[~opens & (deep == 0)]
        first = signs[opens & (deep == 1)][: len(last)]
        if not len(last) or first[0] != 0:
            raise _OtherwiseError
        if not between:
            after = start + int(last[0]) + 1
            between = raw[after : raw.find(b"{", after, after + MOST_BETWEEN)]
        text = np.frombuffer(window, np.uint8)[: last[-1] + 1].copy()
        _part(text, first, last, between)
        yield _Piece(text.tobytes(), means[: len(text)], len(last))
        start += len(text)
        if start < end:
            if not raw.startswith(between + b"{", start):
                raise _OtherwiseError
            start += len(between)


def _part(text: Array, first: Array, last: Array, between: bytes) -> None:
    """Blanks in place of what is between elements that begin and end there, and a line break."""
    after = last[:-1] + 1
    if between.strip(BLANKS) != b"," or (text[first] != BRACE).any():
        raise _OtherwiseError
    if (first[1:] - after != len(between)).any():
        raise _OtherwiseError
    for place, sign in enumerate(between):
        if (text[after + place] != sign).any():
            raise _OtherwiseError
        text[after + place] = BLANKS[-1]


def _means(text: bytes) -> Array:
    """What each byte is: OTHER within texts, uint8 of shape (bytes,)."""
    held = np.frombuffer(text, np.uint8)
    quotes = held == QUOTE
    if BACKSLASH in text:
        positions = np.flatnonzero(quotes)
        escaped, run = np.zeros(len(positions), dtype=bool), np.ones(len(positions), dtype=bool)
        for back in range(1, MOST_BACKSLASHES + 2):
            run &= held[np.maximum(positions - back, 0)] == BACKSLASH
            if not run.any():
                break
            escaped ^= run
        else:
            raise _OtherwiseError
        quotes[positions[escaped]] = False
    inside = np.bitwise_xor.accumulate(quotes)
    return np.frombuffer(text.translate(MEANS), np.uint8) * ~inside


def _quoted(piece: _Piece) -> pa.Buffer:
    """The text with quotes around what is neither a text nor null."""
    held = np.frombuffer(piece.text, np.uint8)
    # a colon after a blank might belong to what stands before it
    if ((held[:-1] <= BLANKS[0]) & (piece.means[1:] == COLON)).any():
        raise _OtherwiseError
    bare = piece.means == BARE
    edges = np.flatnonzero(bare[1:] != bare[:-1]) + 1
    with_next = bare.copy()
    with_next[1:] |= bare[:-1]
    if VALUES.fullmatch(held[with_next].tobytes()) is None:
        raise _OtherwiseError
    bounds = edges.reshape(-1, 2)
    bounds = bounds[held[bounds[:, 0]] != NULL]
    places = np.concatenate([[0], bounds.ravel(), [len(held)]]).astype(np.int32)
    segments = pa.Array.from_buffers(
        pa.binary(), len(places) - 1, [None, pa.py_buffer(places), pa.py_buffer(piece.text)]
    )
    joined = pc.binary_join(pa.ListArray.from_arrays([0, len(segments)], segments), b'"')
    return joined[0].as_buffer()


def _table(piece: _Piece, kinds: dict[str, pa.DataType]) -> pa.Table:
    """Records as columns of these kinds; where none are known yet they are those of the first."""
    if not kinds:
        kinds |= _kinds_of_first(piece.text.decode())
    if piece.records * len(kinds) > len(piece.text):
        raise _OtherwiseError  # most values are missing, and each would take room
    text = _quoted(piece)
    table = arrow_json.read_json(
        pa.BufferReader(text),
        arrow_json.ReadOptions(use_threads=False, block_size=len(text) + 1),
        arrow_json.ParseOptions(
            explicit_schema=pa.schema(list(kinds.items())), unexpected_field_behavior="error"
        ),
    )
    if table.num_rows != piece.records or table.schema.types != list(kinds.values()):
        raise _OtherwiseError
    return table


def _kinds_of_first(text: str) -> dict[str, pa.DataType]:
    """The kinds of the columns of the first records; a key that comes later is not read here."""
    decode, position = json.JSONDecoder().raw_decode, 0
    kinds: dict[str, pa.DataType | None] = {}
    for _ in range(FIRST):
        record, position = decode(text, position)
        if not isinstance(record, dict):
            raise _OtherwiseError  # a value behind a record, on the same line
        for key, value in record.items():
            if kinds.get(key) is None:
                kinds[key] = None if value is None else _kind_of(value)
        while position < len(text) and text[position] in BETWEEN:
            position += 1
        if position == len(text):
            break
    return {key: kind or pa.string() for key, kind in kinds.items()}


def _kind_of(value: Any) -> pa.DataType:
    if isinstance(value, dict):
        raise _OtherwiseError
    if not isinstance(value, list):
        return pa.string()
    inner = next((item for item in value if isinstance(item, dict)), None)
    if inner is None:
        return TEXTS
    return pa.list_(pa.struct([(key, pa.string()) for key in inner]))


# --- JSON to columns of text: numbers and labels keep the characters they were written in


def parse_at_once(raw: bytes) -> tuple[pa.Table, Array, frozenset[str]] | None:
    """What `parse` gives of records without any fault, several times faster; else None.

    `raw`: UTF-8 without NUL.
    """
    parsed = None if b"\\u0000" in raw else read_records(raw)
    if parsed is None:
        return None
    table, lines = parsed
    names = table.column_names
    if not {key.lower() for key in names} - {*CLASS_KEYS, *SCORE_KEYS} or {*names} >= OF_TRAINER:
        return None
    given = table.num_rows * len(names) - sum(column.null_count for column in table.columns)
    if not _is_filled(table.num_rows, len(names), given):
        return None
    columns: dict[str, Any] = {}
    gaps: set[str] = set()
    for name, column in zip(names, table.columns, strict=True):
        own = _columns_of(name, column)
        if own is None or set(own) & (set(columns) | (set(names) - {name})):
            return None
        columns |= own
        if set(own) != {name}:
            filled = len(column) - column.null_count
            gaps |= {key for key, held in own.items() if len(held) - held.null_count < filled}
    return pa.table(columns), lines, frozenset(gaps)


def _columns_of(name: str, column: pa.ChunkedArray) -> dict[str, Any] | None:
    """What a column comes to; None where it has to be looked at value by value."""
    if pa.types.is_list(column.type):
        if pa.types.is_struct(column.type.value_type):
            return unfold_pairs(column)
        whole = any(pc.list_flatten(chunk).null_count for chunk in column.chunks)
        return None if whole else {name: column}
    first = next((value for value in column if value.is_valid), None)
    if first is not None and OBJECT.match(first.as_py()):
        return None
    return {name: column}


def parse(name: str, text: JsonText) -> tuple[pa.Table, Array, frozenset[str]]:
    """JSON as it is written, as `table_of` has it. Raises ReadError with all that is no record."""
    bad: list[Problem] = list(text.problems)

    def refuse(line: int | None, what: str, remedy: str, key: str | None = None) -> None:
        bad.append(Problem(row=line, column=key, what=what, remedy=remedy, file=name))

    return table_of(name, *records_of(text, refuse), bad)


def table_of(
    name: str,
    records: list[dict[str, Any]],
    lines: list[int],
    problems: Sequence[Problem] = (),
    as_written: Collection[str] = (),
) -> tuple[pa.Table, Array, frozenset[str]]:
    """The table, where each row stands, and the columns whose gaps mean that nothing was said.

    A column of lists of scalars becomes a list column, one of classes with scores a column each,
    but for those that stay `as_written`; any other nested value stays JSON text. Raises ReadError,
    with `problems` before its own.
    """
    bad: list[Problem] = list(problems)

    def refuse(line: int | None, what: str, remedy: str, key: str | None = None) -> None:
        bad.append(Problem(row=line, column=key, what=what, remedy=remedy, file=name))

    def report(row: int | None, key: str, what: str, remedy: str) -> None:
        refuse(None if row is None else lines[row], what, remedy, key)

    cells = _cells_of(records)
    _check_size(name, cells, len(records))
    plain_cells = {key: held for key, held in cells.items() if key in as_written}
    unfolded, gaps = unfold({k: held for k, held in cells.items() if k not in plain_cells}, report)
    cells = unfolded | plain_cells
    _check_size(name, cells, len(lines))
    columns = {key: _checked(key, *held, lines, refuse) for key, held in cells.items()}
    if bad:
        raise ReadError(first_problems(np.arange(len(bad)), bad.__getitem__))
    try:
        return pa.table(columns), np.array(lines, dtype=np.int64), gaps
    except UnicodeError as error:
        what = "a key is not valid Unicode text"
        raise ReadError([Problem(what=what, remedy="repair it", file=name)]) from error


def _cells_of(records: list[dict[str, Any]]) -> dict[str, tuple[list[int], list[Any]]]:
    """Per key the rows that give it a value, and the values: what is not written takes no room."""
    cells: dict[str, tuple[list[int], list[Any]]] = {}
    for row, given in enumerate(records):
        for key, value in given.items():
            rows, values = cells.setdefault(key, ([], []))
            if value is not None:
                rows.append(row)
                values.append(value)
    return cells


def _check_size(name: str, cells: Mapping[str, tuple[list[int], list[Any]]], rows: int) -> None:
    """Raises ReadError where a table of these columns would be too large, before it is made."""
    if _is_filled(rows, len(cells), sum(len(values) for _, values in cells.values())):
        return
    what = f"{len(cells):,} different keys, more than {MOST_COLUMNS:,}"
    if len(cells) <= MOST_COLUMNS:
        what = f"{rows:,} lines of {len(cells):,} different keys make a table of nearly empty cells"
    raise ReadError([Problem(what=what, remedy="use the long shape: id, class, score", file=name)])


def _is_filled(rows: int, columns: int, given: int) -> bool:
    """Whether a table is not too wide, nor too large for the cells that are given in it."""
    return columns <= MOST_COLUMNS and rows * columns <= max(MOST_EMPTY_CELLS, 20 * given)


def _checked(
    key: str,
    rows: list[int],
    values: list[Any],
    lines: list[int],
    refuse: Callable[..., None],
) -> pa.Array:
    """The column of a key; what cannot be one is refused, and the column then is empty.

    `rows`: which of the lines give a value.
    """
    try:
        given = _column(values)
    except (UnicodeError, RecursionError):
        refuse(lines[rows[0]], "a value is not valid Unicode text", "repair it", key)
        return pa.nulls(len(lines), pa.string())
    if pa.types.is_string(given.type):
        for position in np.flatnonzero(pc.greater(pc.binary_length(given), FIELD_LIMIT)):
            refuse(lines[rows[position]], f"the value is {TOO_LONG}", "shorten it", key)
    held = given if pa.types.is_string(given.type) else pc.list_flatten(given)
    if "\0" in key or pc.any(pc.match_substring(held, "\0")).as_py():
        refuse(lines[rows[0] if rows else 0], "a NUL character is in the text", "remove it", key)
    if len(rows) == len(lines):
        return given
    place = np.full(len(lines), -1)
    place[rows] = np.arange(len(rows))
    return given.take(pa.array(place, mask=place < 0))


def _column(values: list[Any]) -> pa.Array:
    if values and all(_is_flat_list(value) for value in values):
        lists = [[_text(item) for item in value if item is not None] for value in values]
        return pa.array(lists, pa.list_(pa.string()))
    return pa.array([_text(value) for value in values], pa.string())


def _is_flat_list(value: Any) -> bool:
    return isinstance(value, list) and not any(isinstance(item, list | dict) for item in value)


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False)
