"""Files to tables of named columns, and what stops a file from being one."""

from __future__ import annotations

import codecs
import hashlib
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Literal

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from breakeven.readers.files import delimited, json_lines
from breakeven.readers.files.arrow_types import is_number, plain, read_as
from breakeven.readers.files.foreign import (
    ACCEPTED,
    GZIP,
    MOST_UNPACKED,
    stem_of,
    unpacked,
    unread_kind,
    unread_text,
    without_gz,
)
from breakeven.readers.files.header import header_problems
from breakeven.readers.files.label_studio import choices_in_text
from breakeven.readers.files.nested import unfold_texts
from breakeven.readers.files.parquet import BROKEN, broken, open_parquet, reason_of
from breakeven.readers.problems import ReadError, first_problems, within_limits
from breakeven.records import Problem
from metrics.typing import Array

MOST_CELLS = 1_000_000_000
SAMPLE_ROWS = 1_000
# cells of Parquet read at once: opening the file anew for each of many columns takes long
BLOCK_CELLS = 4_000_000
MOST_BLANK_LINES = 1_000_000
JSON = re.compile(r'\s*(\{\s*"|\[\s*[\[{])')

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

BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


@dataclass(frozen=True, kw_only=True)
class Table:
    """A file as named columns: text as it was written, or a Parquet file's own types.

    `lines`: the line on which each row starts, shape (rows,). `digest`: SHA-256 of the bytes.
    A Parquet file stays closed up until columns are asked for. `gaps`: the columns of scores in
    which an empty cell says that its class was not listed.
    """

    name: str
    kind: Kind
    columns: tuple[str, ...]
    lines: Array
    digest: str
    source: pa.Table | pq.ParquetFile
    encoding: str = "utf-8"
    delimiter: str | None = None
    gaps: frozenset[str] = frozenset()
    _block: dict[str, pa.ChunkedArray] = field(default_factory=dict, repr=False, compare=False)

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
        return stem_of(self.name)

    def type_of(self, column: str) -> pa.DataType:
        """The Arrow type a column is read as; its own where it cannot be. KeyError without it."""
        own = self._kinds[column]
        return read_as(own) or own

    def column(self, name: str) -> pa.ChunkedArray:
        """One whole column. Raises ReadError where a Parquet file turns out to be broken."""
        if isinstance(self.source, pa.Table):
            return self.source.column(name)
        if name not in self._block:
            try:
                read = self.source.read(columns=self._beside(name), use_threads=False)
            except BROKEN as error:
                raise broken(self.name, error) from error
            self._block.clear()
            self._block.update(zip(read.column_names, read.columns, strict=True))
        return self._plain(name, self._block[name])

    def batches(self, columns: list[str]) -> Iterator[pa.Table]:
        """Some columns, rows in pieces and in order. Raises ReadError as `column` does."""
        if isinstance(self.source, pa.Table):
            yield from map(_as_table, self.source.select(columns).to_batches())
            return
        size = max(1, BLOCK_CELLS // len(columns))
        try:
            for batch in self.source.iter_batches(size, columns=columns, use_threads=False):
                yield self._all_plain(_as_table(batch).select(columns))
        except BROKEN as error:
            raise broken(self.name, error) from error

    @cached_property
    def sample(self) -> pa.Table:
        """The first rows of every column, to guess from and to show."""
        if isinstance(self.source, pa.Table):
            return self.source.slice(0, SAMPLE_ROWS)
        try:
            batch = next(self.source.iter_batches(SAMPLE_ROWS, use_threads=False))
        except BROKEN as error:
            raise broken(self.name, error) from error
        return self._all_plain(_as_table(batch))

    @cached_property
    def _kinds(self) -> dict[str, pa.DataType]:
        whole = isinstance(self.source, pa.Table)
        schema = self.source.schema if whole else self.source.schema_arrow
        return dict(zip(schema.names, schema.types, strict=True))

    def _beside(self, name: str) -> list[str]:
        """A column and the numeric ones after it that are read along with it."""
        if not is_number(self._kinds[name]):
            return [name]
        after = islice(self.columns, self._places[name], None)
        numeric = (column for column in after if is_number(self._kinds[column]))
        return list(islice(numeric, max(1, BLOCK_CELLS // self.rows)))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {column: place for place, column in enumerate(self.columns)}

    def _all_plain(self, table: pa.Table) -> pa.Table:
        named = zip(table.column_names, table.columns, strict=True)
        columns = [self._plain(name, values) for name, values in named]
        return pa.Table.from_arrays(columns, names=table.column_names)

    def _plain(self, name: str, values: pa.ChunkedArray) -> pa.ChunkedArray:
        try:
            return plain(values)
        except pa.ArrowException as error:
            what = f"the {values.type} cannot be read ({reason_of(error)})"
            remedy = "leave the column out of the file, or write it as UTF-8 text"
            raise ReadError(
                [Problem(column=name, what=what, remedy=remedy, file=self.name)]
            ) from error


def _as_table(batch: pa.RecordBatch) -> pa.Table:
    return pa.Table.from_batches([batch])


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
            with within_limits(name):
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

    kind = KIND_OF.get(Path(without_gz(name)).suffix.lower())
    try:
        start = data[:4096] if isinstance(data, bytes) else _start(data)
    except OSError as error:
        raise refuse(f"cannot be opened ({error.strerror})", "check the path") from error
    if start.startswith(GZIP):
        data = _unpacked(name, data)
        start = data[:4096]
    if not start:
        raise refuse("the file is empty", "choose the file that holds the predictions")
    foreign = unread_kind(without_gz(name), start)
    if foreign is not None:
        raise refuse(*foreign)
    if start.startswith(b"PAR1"):
        return _open_parquet(name, data)
    if kind is None:
        raise refuse("this kind of file is not read", f"give {ACCEPTED}")
    if kind == "parquet" and b"\0" in start and not start.startswith(tuple(BYTE_ORDER_MARKS)):
        raise refuse("the content is not Parquet", "write or transfer it again")
    return _open_text(name, kind, data, encoding)


def _unpacked(name: str, data: bytes | Path) -> bytes:
    what, remedy = f"it unpacks to more than {MOST_UNPACKED // 10**6} MB", "unpack it first"
    try:
        found = unpacked(data if isinstance(data, bytes) else data.read_bytes())
    except zlib.error as error:
        found, what = None, f"the gzip file is broken or cut short ({error})"
        remedy = "pack or transfer it again"
    if found is None:
        raise ReadError([Problem(what=what, remedy=remedy, file=name)])
    return found


def _start(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(4096)


def _open_text(name: str, kind: Kind, data: bytes | Path, encoding: str | None) -> Table:
    raw = data if isinstance(data, bytes) else data.read_bytes()
    text, encoding = decoded(name, raw, encoding)
    if not text.strip():
        what = "the file holds nothing but blanks"
        raise ReadError([Problem(what=what, remedy="choose another file", file=name)])
    blank = text.count("\r\r") + text.count("\n\n") + text.count("\r\n\r\n")
    if blank > max(MOST_BLANK_LINES, len(text) // 8):
        what = f"the file holds {blank:,} blank lines and little else"
        raise ReadError([Problem(what=what, remedy="remove them", file=name)])
    digest = hashlib.sha256(raw).hexdigest()
    foreign = unread_text(text)
    if foreign is not None:
        raise ReadError([Problem(what=foreign[0], remedy=foreign[1], file=name)])
    # what a text file holds is seen; an ending may be wrong
    if kind != "json lines" and JSON.match(text):
        kind = "json lines"
    elif kind == "parquet":
        kind = "delimited"
    if kind != "json lines":
        del text  # known to be sound; a large file should not be held twice
        return _delimited(name, raw, encoding, digest)
    source, lines, gaps = json_lines.parse(name, text)
    return _checked(
        Table(
            name=name,
            kind=kind,
            columns=tuple(source.column_names),
            lines=lines,
            digest=digest,
            source=source,
            encoding=encoding,
            gaps=gaps,
        )
    )


def _delimited(name: str, raw: bytes, encoding: str, digest: str) -> Table:
    source, lines, delimiter = delimited.parse(name, raw, encoding)
    bad: list[Problem] = []

    def report(row: int | None, column: str, what: str, remedy: str) -> None:
        line = None if row is None else int(lines[row])
        bad.append(Problem(row=line, column=column, what=what, remedy=remedy, file=name))

    source, gaps = unfold_texts(choices_in_text(source), report)
    if bad:
        raise ReadError(first_problems(np.arange(len(bad)), bad.__getitem__))
    return _checked(
        Table(
            name=name,
            kind="delimited",
            columns=tuple(source.column_names),
            lines=lines,
            digest=digest,
            source=source,
            encoding=encoding,
            delimiter=delimiter,
            gaps=gaps,
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
    source, digest = open_parquet(name, data)
    rows = source.metadata.num_rows
    return _checked(
        Table(
            name=name,
            kind="parquet",
            columns=tuple(source.schema_arrow.names),
            lines=np.arange(2, min(rows, MOST_CELLS) + 2),
            digest=digest,
            source=source,
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
    """The first rows, one mapping of column to value each; a type instead of what has no value."""
    first = table.sample.slice(0, rows)
    columns = [_values(first.column(place)) for place in range(first.num_columns)]
    return [dict(zip(table.columns, row, strict=True)) for row in zip(*columns, strict=True)]


def _values(column: pa.ChunkedArray) -> list[object]:
    try:
        return column.to_pylist()
    except (pa.ArrowException, ValueError, OverflowError):
        return [f"({column.type})"] * len(column)
