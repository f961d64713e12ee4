"""Files to tables of named columns, and what stops a file from being one."""

from __future__ import annotations

import codecs
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from breakeven.readers.files import delimited, json_lines
from breakeven.readers.files.header import MOST_COLUMNS, header_problems
from breakeven.readers.problems import ReadError
from breakeven.records import Problem
from metrics.typing import Array

MOST_CELLS = 1_000_000_000
SAMPLE_ROWS = 1_000

Kind = Literal["delimited", "json lines", "parquet"]
KIND_OF: Mapping[str, Kind] = {
    ".csv": "delimited",
    ".tsv": "delimited",
    ".tab": "delimited",
    ".txt": "delimited",
    ".jsonl": "json lines",
    ".ndjson": "json lines",
    ".json": "json lines",
    ".parquet": "parquet",
    ".pq": "parquet",
}
ACCEPTED = "CSV, TSV, JSON lines (.jsonl) or Parquet"

# what is never opened, by its first bytes; pickles would run code, archives may unfold endlessly
REFUSED = {
    b"PK\x03\x04": "a zip archive or an Excel workbook",
    b"PK\x05\x06": "an empty zip archive",
    b"\x1f\x8b": "a gzip archive",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive",
    b"7z\xbc\xaf": "a 7-Zip archive",
    b"\x28\xb5\x2f\xfd": "a Zstandard archive",
    b"\xd0\xcf\x11\xe0": "an old Excel workbook",
    b"\x93NUMPY": "a NumPy file",
    b"\x80\x02": "a Python pickle",
    b"\x80\x03": "a Python pickle",
    b"\x80\x04": "a Python pickle",
    b"\x80\x05": "a Python pickle",
    b"\x89HDF": "an HDF5 file",
    b"%PDF": "a PDF document",
}
BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


@dataclass(frozen=True, kw_only=True)
class Table:
    """A file as named columns: text as it was written, or a Parquet file's own types.

    `lines`: the line on which each row starts, shape (rows,). `digest`: SHA-256 of the bytes.
    A Parquet file stays closed up until columns are asked for.
    """

    name: str
    kind: Kind
    columns: tuple[str, ...]
    lines: Array
    digest: str
    source: pa.Table | pq.ParquetFile
    encoding: str = "utf-8"
    delimiter: str | None = None

    @property
    def rows(self) -> int:
        """How many rows of data there are."""
        return len(self.lines)

    @property
    def decimal_comma(self) -> bool:
        """Whether 0,5 means a half: where semicolons part the columns."""
        return self.delimiter == ";"

    @property
    def stem(self) -> str:
        """The file's name without its ending."""
        return Path(self.name).stem

    def type_of(self, column: str) -> pa.DataType:
        """The Arrow type of a column; KeyError without such a column."""
        schema = self.source.schema if isinstance(self.source, pa.Table) else None
        return (schema or self.source.schema_arrow).field(column).type

    def column(self, name: str) -> pa.ChunkedArray:
        """One whole column. Raises ReadError where a Parquet file turns out to be broken."""
        if isinstance(self.source, pa.Table):
            return self.source.column(name)
        try:
            return self.source.read(columns=[name], use_threads=False).column(name)
        except BROKEN as error:
            raise _broken(self.name, error) from error

    def batches(self, columns: list[str]) -> Iterator[pa.RecordBatch]:
        """Some columns, rows in pieces and in order. Raises ReadError as `column` does."""
        if isinstance(self.source, pa.Table):
            yield from self.source.select(columns).to_batches()
            return
        try:
            yield from self.source.iter_batches(batch_size=1 << 16, columns=columns)
        except BROKEN as error:
            raise _broken(self.name, error) from error

    @cached_property
    def sample(self) -> pa.Table:
        """The first rows of every column, to guess from and to show."""
        if isinstance(self.source, pa.Table):
            return self.source.slice(0, SAMPLE_ROWS)
        try:
            batch = next(self.source.iter_batches(batch_size=SAMPLE_ROWS))
        except BROKEN as error:
            raise _broken(self.name, error) from error
        return pa.Table.from_batches([batch])


BROKEN = (pa.ArrowException, OSError, ValueError, MemoryError, StopIteration, NotImplementedError)


def _broken(name: str, error: Exception) -> ReadError:
    reason = re.sub(r"\s+", " ", str(error)).strip()[:200] or type(error).__name__
    what = f"the Parquet file is broken or cut short ({reason})"
    return ReadError([Problem(what=what, remedy="write or transfer it again", file=name)])


def open_tables(
    files: Iterable[tuple[str, bytes | Path]], encodings: Mapping[str, str] | None = None
) -> list[Table]:
    """Each file as a table; `encodings` names the encoding of files that are not UTF-8.

    Raises ReadError with the problems of all files.
    """
    tables: list[Table] = []
    problems: list[Problem] = []
    seen: set[str] = set()
    for name, data in files:
        if name in seen:
            problems.append(
                Problem(what="two files have this name", remedy="rename one of them", file=name)
            )
        seen.add(name)
        try:
            tables.append(open_table(name, data, (encodings or {}).get(name)))
        except ReadError as error:
            problems += error.problems
    if not seen:
        problems.append(Problem(what="no file was given", remedy="give at least one"))
    if problems:
        raise ReadError(problems)
    return tables


def open_table(name: str, data: bytes | Path, encoding: str | None = None) -> Table:
    """One file as a table. Raises ReadError."""

    def refuse(what: str, remedy: str) -> ReadError:
        return ReadError([Problem(what=what, remedy=remedy, file=name)])

    kind = KIND_OF.get(Path(name).suffix.lower())
    try:
        start = data[:4096] if isinstance(data, bytes) else _start(data)
    except OSError as error:
        raise refuse(f"cannot be opened ({error.strerror})", "check the path") from error
    if not start:
        raise refuse("the file is empty", "choose the file that holds the predictions")
    for magic, thing in REFUSED.items():
        if start.startswith(magic):
            raise refuse(f"this is {thing}", f"give {ACCEPTED}, unpacked")
    if kind is None:
        raise refuse("this kind of file is not read", f"give {ACCEPTED}")
    is_parquet = start.startswith(b"PAR1")
    if is_parquet != (kind == "parquet"):
        content = "is Parquet" if is_parquet else "is not Parquet"
        raise refuse(
            f"the content {content}, unlike the name's ending",
            "give the file the ending of what it holds, or save it again",
        )
    if kind == "parquet":
        return _open_parquet(name, data)
    return _open_text(name, kind, data, encoding)


def _start(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(4096)


def _open_text(name: str, kind: Kind, data: bytes | Path, encoding: str | None) -> Table:
    raw = data if isinstance(data, bytes) else data.read_bytes()
    text, encoding = decoded(name, raw, encoding)
    if not text.strip():
        what = "the file holds nothing but blanks"
        raise ReadError([Problem(what=what, remedy="choose another file", file=name)])
    digest = hashlib.sha256(raw).hexdigest()
    looks_json = re.match(r'\s*\{\s*"', text) is not None
    if kind == "delimited" and looks_json:
        what, remedy = (
            "the content looks like JSON, unlike the name's ending",
            "rename it to .jsonl",
        )
        raise ReadError([Problem(what=what, remedy=remedy, file=name)])
    if kind == "json lines":
        source, lines = json_lines.parse(name, text)
        return _checked(
            Table(
                name=name,
                kind=kind,
                columns=tuple(source.column_names),
                lines=lines,
                digest=digest,
                source=source,
                encoding=encoding,
            )
        )
    del text  # known to be sound; a large file should not be held twice
    source, lines, delimiter = delimited.parse(name, raw, encoding)
    columns = tuple(source.column_names)
    return _checked(
        Table(
            name=name,
            kind=kind,
            columns=columns,
            lines=lines,
            digest=digest,
            source=source,
            encoding=encoding,
            delimiter=delimiter,
        )
    )


def decoded(name: str, raw: bytes, encoding: str | None) -> tuple[str, str]:
    """The text and its encoding: the one given, the one of the byte order mark, or UTF-8."""
    marked = next((own for mark, own in BYTE_ORDER_MARKS.items() if raw.startswith(mark)), None)
    used = encoding or marked or "utf-8"
    if used == "utf-8" and marked == "utf-8-sig":
        used = marked
    try:
        text = str(raw, used)
    except LookupError as error:
        what = f"there is no encoding {used!r}"
        raise ReadError(
            [Problem(what=what, remedy="choose utf-8, latin-1 or utf-16", file=name)]
        ) from error
    except UnicodeError as error:
        at = getattr(error, "start", 0)
        line = raw.count(b"\n", 0, at) + 1
        what = f"byte 0x{raw[at]:02x} at position {at:,} is not {used}"
        often = "UTF-16 by its NUL bytes" if b"\0" in raw[:4096] else "often latin-1 or cp1252"
        remedy = f"save the file as UTF-8, or say which encoding it has ({often})"
        raise ReadError([Problem(row=line, what=what, remedy=remedy, file=name)]) from error
    nul = text.find("\0")
    if nul >= 0:
        line = text.count("\n", 0, nul) + 1
        what = "a NUL byte is in the text"
        remedy = "remove it; if the file is UTF-16, say so as its encoding"
        raise ReadError([Problem(row=line, what=what, remedy=remedy, file=name)])
    return text, used


def _open_parquet(name: str, data: bytes | Path) -> Table:
    try:
        if isinstance(data, bytes):
            digest = hashlib.sha256(data).hexdigest()
            opened = pq.ParquetFile(pa.BufferReader(data))
        else:
            with data.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            opened = pq.ParquetFile(data)
        schema = opened.schema_arrow
        if len(schema) <= MOST_COLUMNS:
            # text stays a dictionary: a column of repeated text could unfold to many gigabytes
            texts = [
                field.name
                for field in schema
                if pa.types.is_string(field.type) or pa.types.is_large_string(field.type)
            ]
            source = pa.BufferReader(data) if isinstance(data, bytes) else data
            opened = pq.ParquetFile(source, read_dictionary=texts)
        rows = opened.metadata.num_rows
    except BROKEN as error:
        raise _broken(name, error) from error
    lines = np.arange(2, min(rows, MOST_CELLS) + 2)
    return _checked(
        Table(
            name=name,
            kind="parquet",
            columns=tuple(schema.names),
            lines=lines,
            digest=digest,
            source=opened,
        )
    )


def _checked(table: Table) -> Table:
    problems = header_problems(table.name, table.columns)
    if not table.rows:
        what, remedy = "there are no rows below the header", "choose a file with data"
        problems.append(Problem(what=what, remedy=remedy, file=table.name))
    if table.rows * len(table.columns) > MOST_CELLS:
        what = f"{table.rows:,} rows of {len(table.columns):,} columns are too many"
        problems.append(Problem(what=what, remedy="give fewer rows or columns", file=table.name))
    if not table.columns:
        what = "there are no columns"
        problems.append(Problem(what=what, remedy="choose a file with data", file=table.name))
    if problems:
        raise ReadError(problems)
    return table


def preview(table: Table, rows: int = 5) -> list[dict[str, object]]:
    """The first rows, one mapping of column to value each."""
    return table.sample.slice(0, rows).to_pylist()
