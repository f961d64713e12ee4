"""Parquet files opened, or refused by what they say of themselves before anything is unpacked."""

from __future__ import annotations

import re
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from breakeven.readers.files.header import MOST_COLUMNS
from breakeven.readers.problems import ReadError
from breakeven.records import Problem

# what a Parquet file may unfold to: so many bytes, or so many times its own size
MOST_UNFOLDED = 56 << 20
MOST_FOLD = 12
# bytes of each column that are held while it is read: without a limit Arrow fetches all of them
PAGE = 1 << 16

BROKEN = (pa.ArrowException, OSError, ValueError, MemoryError, StopIteration, NotImplementedError)


def broken(name: str, error: Exception) -> ReadError:
    """The error in the words of a reader of files, to be raised."""
    what = f"the Parquet file is broken or cut short ({reason_of(error)})"
    return ReadError([Problem(what=what, remedy="write or transfer it again", file=name)])


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
        unfolded = unfolded_bytes(opened.metadata)
        size = len(data) if isinstance(data, bytes) else data.stat().st_size
    except BROKEN as error:
        raise broken(name, error) from error
    if unfolded > max(MOST_UNFOLDED, MOST_FOLD * size):
        what = f"a file of {size:,} bytes unfolds to {unfolded:,} bytes or more"
        remedy = "give fewer rows or columns, or shorter texts"
        raise ReadError([Problem(what=what, remedy=remedy, file=name)])
    return opened


def opened_again(data: bytes | Path, opened: pq.ParquetFile) -> pq.ParquetFile:
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


def _source(data: bytes | Path) -> pa.BufferReader | Path:
    return pa.BufferReader(data) if isinstance(data, bytes) else data


def unfolded_bytes(metadata: pq.FileMetaData) -> int:
    """Bytes that a Parquet file takes at least, unpacked: by what it says of its pieces.

    A value takes eight at least, also where a run of equal ones is written once. What it says of
    single columns is not asked: where that is broken, Arrow ends the process.
    """
    pieces = (metadata.row_group(group) for group in range(metadata.num_row_groups))
    said = sum(max(0, piece.total_byte_size) for piece in pieces)
    return max(8 * metadata.num_rows * metadata.num_columns, said)
