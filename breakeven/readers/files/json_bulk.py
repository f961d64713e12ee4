"""JSON of many records read as a whole by Arrow, where that gives what going through it does.

`json_documents` is the owner of what a file holds: it reads the file where the answer here is
None. So it does all that has any fault, and the messages are its own.

Numbers, true and false are put into quotes before Arrow reads them: so they keep the characters
they were written in. With these quotes a text parses where it does without, as long as what is
quoted are values and no keys.
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import json as arrow_json

from metrics.typing import Array

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
    whole = pa.concat_tables(tables)
    first = raw.count(b"\n", 0, start) + 1 if on_lines else 1
    return whole, np.arange(first, first + whole.num_rows)


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
        at = np.flatnonzero(quotes)
        escaped, run = np.zeros(len(at), dtype=bool), np.ones(len(at), dtype=bool)
        for back in range(1, MOST_BACKSLASHES + 2):
            run &= held[np.maximum(at - back, 0)] == BACKSLASH
            if not run.any():
                break
            escaped ^= run
        else:
            raise _OtherwiseError
        quotes[at[escaped]] = False
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
    decode, at = json.JSONDecoder().raw_decode, 0
    found: dict[str, pa.DataType | None] = {}
    for _ in range(FIRST):
        record, at = decode(text, at)
        if not isinstance(record, dict):
            raise _OtherwiseError  # a value behind a record, on the same line
        for key, value in record.items():
            if found.get(key) is None:
                found[key] = None if value is None else _kind_of(value)
        while at < len(text) and text[at] in BETWEEN:
            at += 1
        if at == len(text):
            break
    return {key: kind or pa.string() for key, kind in found.items()}


def _kind_of(value: Any) -> pa.DataType:
    if isinstance(value, dict):
        raise _OtherwiseError
    if not isinstance(value, list):
        return pa.string()
    inner = next((item for item in value if isinstance(item, dict)), None)
    if inner is None:
        return TEXTS
    return pa.list_(pa.struct([(key, pa.string()) for key in inner]))
