"""Parquet and Arrow's own files (Feather, streams) opened, or refused."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError
from breakeven.readers.files.drafts import ReadyTable
from breakeven.readers.files.size_limits import MOST_COLUMNS, Budget, refusal

# --- Parquet files opened, or refused by what they say of themselves before anything is unpacked


# what a Parquet file may unfold to: so many bytes, or so many times its own size
MOST_UNFOLDED = 56 << 20
MOST_FOLD = 12
# what pairs of many documents may be held in: so many bytes, or so many times those of the file
MOST_HELD = 1 << 30
MOST_HELD_A_BYTE = 16
# bytes of each column that are held while it is read: without a limit Arrow fetches all of them
PAGE = 1 << 16

BROKEN = (pa.ArrowException, OSError, ValueError, MemoryError, StopIteration, NotImplementedError)


def broken(name: str, error: Exception) -> ReadError:
    """The error in the words of a reader of files, to be raised."""
    what = f"the Parquet file is broken or cut short ({reason_of(error)})"
    return ReadError([Problem(what=what, remedy="export or copy it again", file=name)])


def reason_of(error: Exception) -> str:
    """What an error says, on one line and not for long."""
    return re.sub(r"\s+", " ", str(error)).strip()[:200] or type(error).__name__


def open_parquet(name: str, data: bytes | Path) -> pq.ParquetFile:
    """The file, not read yet. Raises ReadError."""
    try:
        opened = pq.ParquetFile(_source(data), pre_buffer=False, buffer_size=PAGE)
        schema = opened.schema_arrow
        if len(schema) <= MOST_COLUMNS:
            # text stays a dictionary: a column of repeated text could unfold to many gigabytes
            named = zip(schema.names, schema.types, strict=True)
            texts = [
                name
                for name, kind in named
                if pa.types.is_string(kind) or pa.types.is_large_string(kind)
            ]
            opened = pq.ParquetFile(
                _source(data),
                metadata=opened.metadata,
                pre_buffer=False,
                buffer_size=PAGE,
                read_dictionary=texts,
            )
        declared = _said_bytes(opened.metadata)
    except BROKEN as error:
        raise broken(name, error) from error
    if declared > _may_unfold(_size(data)):
        raise ReadError([_refusal(name, data, opened)])
    return opened


@dataclass(frozen=True)
class Room:
    """What the rows of a file may be held in that are too many for its bytes to be documents.

    Each document takes far more than a value. Rows of document/class pairs may be that many, for
    the ids of documents and the names of classes recur, and what is true of a pair takes a bit.
    `most`: bytes of memory. `refusal`: why the file is not read where it takes more.
    """

    most: int
    refusal: Problem


def room_of(name: str, data: bytes | Path, opened: pq.ParquetFile) -> Room | None:
    """The room for the rows of a file; None where each may be a document."""
    if unfolded_bytes(opened.metadata) <= _may_unfold(_size(data)):
        return None
    most = max(MOST_HELD, MOST_HELD_A_BYTE * _size(data))
    return Room(most, _refusal(name, data, opened))


def _refusal(name: str, data: bytes | Path, opened: pq.ParquetFile) -> Problem:
    size, unfolded = _size(data), unfolded_bytes(opened.metadata)
    what = f"a file of {size:,} bytes unfolds to {unfolded:,} bytes or more"
    return Problem(what=what, remedy="give fewer rows or columns, or shorter texts", file=name)


def _size(data: bytes | Path) -> int:
    return len(data) if isinstance(data, bytes) else data.stat().st_size


def _may_unfold(size: int) -> int:
    return max(MOST_UNFOLDED, MOST_FOLD * size)


def reopen_parquet(data: bytes | Path, opened: pq.ParquetFile) -> pq.ParquetFile:
    """The same file for another thread."""
    schema = opened.schema_arrow
    named = zip(schema.names, schema.types, strict=True)
    return pq.ParquetFile(
        _source(data),
        metadata=opened.metadata,
        pre_buffer=False,
        buffer_size=PAGE,
        read_dictionary=[name for name, kind in named if pa.types.is_dictionary(kind)],
    )


def plain_text(data: bytes | Path, opened: pq.ParquetFile, column: str) -> pa.ChunkedArray | None:
    """A column of text as it is, which is quicker where hardly any recurs.

    None where it may take more than the whole file does unfolded, or that is too much. `opened`:
    the file with text as dictionaries.
    """
    metadata = opened.metadata
    unfolded = unfolded_bytes(metadata)
    if unfolded > _may_unfold(_size(data)):
        return None
    longest = unfolded // max(1, metadata.num_rows)
    for group in range(metadata.num_row_groups):
        # the first row comes with the dictionary of all, and what is in none is written out
        first = opened.iter_batches(1, row_groups=[group], columns=[column], use_threads=False)
        for batch in first:
            values = batch.column(column)
            if (pc.max(pc.binary_length(values.dictionary)).as_py() or 0) > longest:
                return None
            break
    plain = pq.ParquetFile(_source(data), metadata=metadata, pre_buffer=False, buffer_size=PAGE)
    return plain.read(columns=[column], use_threads=False).column(column)


def _source(data: bytes | Path) -> pa.BufferReader | Path:
    return pa.BufferReader(data) if isinstance(data, bytes) else data


def unfolded_bytes(metadata: pq.FileMetaData) -> int:
    """Bytes that a Parquet file takes at least, unpacked: by what it says of its pieces.

    A value takes eight at least, also where a run of equal ones is written once. What it says of
    single columns is not asked: where that is broken, Arrow ends the process.
    """
    return max(8 * metadata.num_rows * metadata.num_columns, _said_bytes(metadata))


def _said_bytes(metadata: pq.FileMetaData) -> int:
    """The bytes of all pieces, unpacked but not unfolded, as a file says them."""
    pieces = (metadata.row_group(group) for group in range(metadata.num_row_groups))
    return sum(max(0, piece.total_byte_size) for piece in pieces)


# --- Arrow's own files: Feather and streams


ARROW_FILE = b"ARROW1\0\0"
FIRST_FEATHER = b"FEA1"
# a stream has no mark of its own: each message begins so, and the first has a schema
ARROW_MESSAGE = b"\xff\xff\xff\xff"


def is_arrow(start: bytes) -> bool:
    """Whether this is a file or stream of Arrow, by its first bytes."""
    return start.startswith((ARROW_FILE, FIRST_FEATHER, ARROW_MESSAGE))


def read_arrow(name: str, data: bytes, budget: Budget) -> ReadyTable:
    """The table of a file or stream. Raises ReadError where it is broken, or too large.

    What it says of where texts begin and end is checked before anything follows it.
    """
    if data.startswith(FIRST_FEATHER):
        what = "this is Feather of the first version, which can no longer be read"
        raise refusal(name, what, "write it again with a newer pyarrow, or as Parquet")
    try:
        buffer = pa.BufferReader(data)
        if data.startswith(ARROW_FILE):
            file = pa.ipc.open_file(buffer)
            schema = file.schema
            batches = (file.get_batch(i) for i in range(file.num_record_batches))
        else:
            stream = pa.ipc.open_stream(buffer)
            schema, batches = stream.schema, iter(stream)
        parts = []
        for batch in batches:
            batch.validate(full=True)
            parts.append(batch)
            budget.take_rows(batch)
        table = pa.Table.from_batches(parts, schema=schema)
    except BROKEN as error:
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        what = f"the Arrow file is broken, cut short, or too large ({reason})"
        raise refusal(name, what, "export or copy it again") from error
    return ReadyTable(table, np.arange(1, table.num_rows + 1))
