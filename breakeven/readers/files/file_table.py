"""Files to tables of named columns, and what stops a file from being one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, islice
from threading import local
from typing import Literal, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.read_options import DEFAULT_OPTIONS, ReadOptions
from breakeven.readers.files.arrow_types import (
    as_plain,
    hold_categories,
    is_number,
    type_of_field,
    type_read_as,
)
from breakeven.readers.files.cells import parse_flags, unique_texts
from breakeven.readers.files.columnar import BROKEN, Room, broken, reason_of
from breakeven.readers.files.content import Digest, stem_of
from breakeven.readers.files.drafts import ConsecutiveLines, Draft
from breakeven.readers.files.size_limits import header_problems
from metrics.parallel import iterate_parallel
from metrics.typing import Array

Result = TypeVar("Result")

MOST_CELLS = 1_000_000_000
SAMPLE_ROWS = 1_000
# cells of Parquet read at once: more are slower, as each block then leaves the processor's caches,
# and going to the file anew for each of many short columns takes long
BLOCK_CELLS = 1_000_000
# cells of rows that are looked at while they are in a processor's own cache
PIECE_CELLS = 200_000
OTHER_ROWS = "a row group does not have the number of rows it states"

FileKind = Literal["delimited", "json lines", "parquet", "table"]
KIND_OF_ENDING: Mapping[str, FileKind] = {
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


@dataclass(frozen=True, kw_only=True)
class FileTable:
    """A file as named columns: text as it was written, or a Parquet file's own types.

    `lines`: the line on which each row starts, shape (rows,). `digest`: SHA-256 of the bytes.
    `how`: what was said of it before it was opened.
    A Parquet file stays closed up until columns are asked for; `again` opens it once more, for
    another thread, and `plain` reads a column of text without a dictionary. `gaps`: the columns of
    scores in which an empty cell says that its class was not listed. `format`, `taken_for`, `why`,
    `draft`: the key and the name of the format that it was taken for, the reason, and what is known
    of it; "" and None of a plain table. `optional`: it is one of several in a file, and left out
    where it is of no use. `problem`: why it is left out already, and has no columns.
    `notes`: what was mended in opening it, for the notes of the review.
    `room`: where there are too many rows for documents, what pairs may be held in.
    """

    name: str
    kind: FileKind
    columns: tuple[str, ...]
    lines: Array | ConsecutiveLines
    digest: str | Digest
    source: pa.Table | pq.ParquetFile
    encoding: str = "utf-8"
    delimiter: str | None = None
    how: ReadOptions = DEFAULT_OPTIONS
    gaps: frozenset[str] = frozenset()
    format: str = ""
    taken_for: str = ""
    why: str = ""
    draft: Draft | None = None
    called: str = ""
    optional: bool = False
    problem: Problem | None = None
    notes: tuple[Problem, ...] = ()
    again: Callable[[], pq.ParquetFile] | None = None
    room: Room | None = None
    plain: Callable[[str], pa.ChunkedArray | None] | None = None
    # of this table alone: one with other rows has its own
    _block: dict[str, pa.ChunkedArray] = field(default_factory=dict, init=False, repr=False)
    _first: dict[str, pa.ChunkedArray] = field(default_factory=dict, init=False, repr=False)
    _once: dict[str, pa.Array | None] = field(default_factory=dict, init=False, repr=False)
    _flags: dict[str, Array | None] = field(default_factory=dict, init=False, repr=False)

    @property
    def rows(self) -> int:
        """How many rows of data there are."""
        return len(self.lines)

    @property
    def decimal_comma(self) -> bool:
        """Whether 0,5 means a half: as was said, else where semicolons part the columns."""
        if self.how.decimal is not None:
            return self.how.decimal == ","
        return self.delimiter == ";"

    @property
    def stem(self) -> str:
        """What it is called by itself, else the file's name without its ending."""
        return self.called or stem_of(self.name)

    def type_of(self, column: str) -> pa.DataType:
        """The Arrow type a column is read as; its own where it cannot be. KeyError without it."""
        own = self._kinds[column]
        return type_read_as(own) or own

    def column(self, name: str) -> pa.ChunkedArray:
        """One whole column. Raises ReadError where a Parquet file turns out to be broken."""
        if isinstance(self.source, pa.Table):
            return self.source.column(name)
        if name not in self._block:
            try:
                read = self._complete(self._read(self.source, self._block_from(name)))
            except BROKEN as error:
                raise broken(self.name, error) from error
            self._block.clear()
            self._block.update(zip(read.column_names, read.columns, strict=True))
        return self._plain(name, self._block[name])

    def parts(self, name: str) -> Iterator[pa.ChunkedArray]:
        """One column in pieces and in order. Raises ReadError as `column` does."""
        return (batch.column(0) for batch in self.batches([name]))

    def batches(self, columns: list[str]) -> Iterator[pa.Table]:
        """Some columns, rows in pieces and in order. Raises ReadError as `column` does."""
        if isinstance(self.source, pa.Table):
            yield from map(_as_table, self.source.select(columns).to_batches())
            return
        size, left = max(1, BLOCK_CELLS // len(columns)), self.rows
        try:
            for batch in self._iterated(self.source, size, columns):
                left -= batch.num_rows
                if left < 0:
                    break
                yield self._all_plain(_as_table(batch).select(columns))
            if left:
                raise ValueError(OTHER_ROWS)
        except BROKEN as error:
            raise broken(self.name, error) from error

    def _iterated(
        self, source: pq.ParquetFile, size: int, columns: list[str]
    ) -> Iterator[pa.RecordBatch]:
        """Some columns of Parquet, so many rows at once at most."""
        if not any(hold_categories(self._kinds[name]) for name in columns):
            yield from source.iter_batches(size, columns=columns, use_threads=False)
            return
        # Arrow reads categories inside of values only where they share a dictionary
        for group in range(source.metadata.num_row_groups):
            yield from source.iter_batches(size, [group], columns, use_threads=False)

    def _read(self, source: pq.ParquetFile, columns: list[str]) -> pa.Table:
        """Some columns of Parquet as a whole."""
        if not any(hold_categories(self._kinds[name]) for name in columns):
            return source.read(columns=columns, use_threads=False)
        groups = range(source.metadata.num_row_groups)
        parts = [source.read_row_group(at, columns, use_threads=False) for at in groups]
        return pa.concat_tables(parts)

    def _complete(self, read: pa.Table) -> pa.Table:
        """What was read, where it has the rows that the file says. Raises ValueError."""
        if read.num_rows != self.rows:
            raise ValueError(OTHER_ROWS)
        return read

    def pieces(
        self, columns: list[str], work: Callable[[int, pa.Table], Result]
    ) -> Iterator[Result]:
        """What `work` makes of the first row's number and the columns of each piece of the rows.

        In the order of rows; of large files on all processors at once, each piece in cache.
        Raises ReadError as `column` does.
        """
        if not isinstance(self.source, pq.ParquetFile) or self.again is None:
            start = 0
            for piece in self.batches(columns):
                yield work(start, piece)
                start += len(piece)
            return
        metadata, own = self.source.metadata, local()
        groups = [metadata.row_group(group).num_rows for group in range(metadata.num_row_groups)]
        if min(groups, default=0) < 0 or sum(groups) != self.rows:
            raise broken(self.name, ValueError(OTHER_ROWS))
        starts = [0, *accumulate(groups)]

        def done(group: int) -> list[Result]:
            assert self.again is not None
            results, start = [], starts[group]
            if not hasattr(own, "file"):
                own.file = self.again()
            for piece in self._group(own.file, group, columns, groups[group]):
                results.append(work(start, piece))
                start += len(piece)
            return results

        for results in iterate_parallel(done, len(groups), self.rows * len(columns)):
            yield from results

    def _group(
        self, file: pq.ParquetFile, group: int, columns: list[str], rows: int
    ) -> Iterator[pa.Table]:
        """The pieces of a row group of so many rows. Raises ReadError as `column` does."""
        size = max(1, PIECE_CELLS // len(columns))
        try:
            for batch in file.iter_batches(size, [group], columns, use_threads=False):
                rows -= batch.num_rows
                if rows < 0:
                    break
                yield self._all_plain(_as_table(batch).select(columns))
            if rows:
                raise ValueError(OTHER_ROWS)
        except BROKEN as error:
            raise broken(self.name, error) from error

    def unique_texts(self, column: str) -> pa.Array | None:
        """The texts of a column as `cells.unique_texts` has them. ReadError as `column` does.

        It is asked in proposing and in reading.
        """
        if column not in self._once:
            self._once[column] = unique_texts(self._as_it_is(column))
        return self._once[column]

    def flags(self, column: str) -> Array | None:
        """1, 0 or -1 for not judged of each row, int8; None where a cell holds anything else.

        As `unique_texts` it is asked in proposing and in reading, of one column after the other.
        """
        if column not in self._flags:
            self._flags.clear()
            values = np.empty(self.rows, dtype=np.int8)

            def take(start: int, piece: pa.Table) -> bool:
                values[start : start + len(piece)], bad = parse_flags(piece.column(0))
                return not len(bad)

            self._flags[column] = values if all(self.pieces([column], take)) else None
        return self._flags[column]

    def _as_it_is(self, column: str) -> pa.ChunkedArray:
        """One whole column, text of Parquet not as a dictionary where it need not be one."""
        if self.plain is None or not pa.types.is_dictionary(self._kinds[column]):
            return self.column(column)
        try:
            found = self.plain(column)
        except BROKEN as error:
            raise broken(self.name, error) from error
        return self.column(column) if found is None else self._plain(column, found)

    def first(self, column: str) -> pa.ChunkedArray:
        """The first rows of one column, to guess from: SAMPLE_ROWS, or all where there are fewer.

        Raises ReadError as `column` does.
        """
        if isinstance(self.source, pa.Table):
            return self.source.column(column).slice(0, SAMPLE_ROWS)
        if column not in self._first:
            # each column is unpacked further than the first rows
            for name, values in self._first_of(self.source, self._block_from(column)):
                self._first[name] = values
        return self._plain_first(column, self._first[column])

    @cached_property
    def sample(self) -> pa.Table:
        """The first rows of every column, to show."""
        if isinstance(self.source, pa.Table):
            return self.source.slice(0, SAMPLE_ROWS)
        return pa.Table.from_arrays(list(map(self.first, self.columns)), names=list(self.columns))

    def _first_of(
        self, source: pq.ParquetFile, columns: list[str]
    ) -> Iterator[tuple[str, pa.ChunkedArray]]:
        parts: list[pa.RecordBatch] = []
        missing = min(SAMPLE_ROWS, self.rows)
        try:
            batches = self._iterated(source, SAMPLE_ROWS, columns)
            while missing > 0:  # text ends where its dictionary does
                # a name with a point finds others too
                parts.append(next(batches).select(columns).slice(0, missing))
                missing -= len(parts[-1])
        except BROKEN as error:
            raise broken(self.name, error) from error
        first = pa.Table.from_batches(parts)
        return zip(first.column_names, first.columns, strict=True)

    def _plain_first(self, name: str, values: pa.ChunkedArray) -> pa.ChunkedArray:
        values = self._plain(name, values)
        if not pa.types.is_dictionary(values.type):
            return values
        # a piece of Parquet has a dictionary for all of its rows
        chunks = [one.dictionary.take(one.indices).dictionary_encode() for one in values.chunks]
        # categories that are not read keep their own width, and these have another
        return pa.chunked_array(chunks) if chunks else values

    def each(
        self, columns: Sequence[str], work: Callable[[str, pa.ChunkedArray], Result]
    ) -> Iterator[Result]:
        """What `work` makes of each of these columns; of large files on all processors at once.

        A column of Parquet is let go when its work is done. Raises ReadError as `column` does.
        """
        if self.again is None or not all(is_number(self._kinds[name]) for name in columns):
            yield from (work(name, self.column(name)) for name in columns)
            return
        blocks = [
            columns[block : block + self._at_once]
            for block in range(0, len(columns), self._at_once)
        ]
        own = local()

        def done(block: int) -> list[Result]:
            assert self.again is not None
            try:
                if not hasattr(own, "file"):
                    own.file = self.again()
                read = self._complete(own.file.read(columns=blocks[block], use_threads=False))
            except BROKEN as error:
                raise broken(self.name, error) from error
            return [work(name, self._plain(name, read.column(name))) for name in blocks[block]]

        for results in iterate_parallel(done, len(blocks), self.rows * len(columns)):
            yield from results

    @cached_property
    def _kinds(self) -> dict[str, pa.DataType]:
        whole = isinstance(self.source, pa.Table)
        schema = self.source.schema if whole else self.source.schema_arrow
        return {field.name: type_of_field(field) for field in schema}

    def _block_from(self, name: str) -> list[str]:
        """A column and the numeric ones after it that are read along with it."""
        if not is_number(self._kinds[name]):
            return [name]
        after = islice(self.columns, self._places[name], None)
        numeric = (column for column in after if is_number(self._kinds[column]))
        return list(islice(numeric, self._at_once))

    @property
    def _at_once(self) -> int:
        """How many columns of Parquet are read at once."""
        return max(1, BLOCK_CELLS // self.rows)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {column: place for place, column in enumerate(self.columns)}

    def _all_plain(self, table: pa.Table) -> pa.Table:
        named = zip(table.column_names, table.columns, strict=True)
        columns = [self._plain(name, values) for name, values in named]
        return pa.Table.from_arrays(columns, names=table.column_names)

    def _plain(self, name: str, values: pa.ChunkedArray) -> pa.ChunkedArray:
        return plain_column(self.name, name, values, self._kinds[name])


def plain_column(
    file: str, column: str, values: pa.ChunkedArray, own: pa.DataType
) -> pa.ChunkedArray:
    """`as_plain` of a column of a file. Raises ReadError where its values cannot be read."""
    try:
        return as_plain(values, own)
    except pa.ArrowException as error:
        what = f"the {values.type} cannot be read ({reason_of(error)})"
        remedy = "leave the column out of the file, or write it as UTF-8 text"
        raise ReadError([Problem(column=column, what=what, remedy=remedy, file=file)]) from error


def _as_table(batch: pa.RecordBatch) -> pa.Table:
    return pa.Table.from_batches([batch])


def checked(table: FileTable) -> FileTable:
    """The table, where its header and size are sound. Raises ReadError."""
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


def left_out(problem: Problem) -> FileTable:
    """A file of an archive, or a table of a file, that is not read; and why."""
    assert problem.file is not None
    return FileTable(
        name=problem.file,
        kind="table",
        columns=(),
        lines=np.zeros(0, dtype=np.int64),
        digest="",
        source=pa.table({}),
        optional=True,
        problem=problem,
    )


def preview(table: FileTable, rows: int = 5) -> list[dict[str, object]]:
    """The first rows, one mapping of column to value each; a type instead of what has no value."""
    first = table.sample.slice(0, rows)
    columns = [_values(first.column(place)) for place in range(first.num_columns)]
    return [dict(zip(table.columns, row, strict=True)) for row in zip(*columns, strict=True)]


def _values(column: pa.ChunkedArray) -> list[object]:
    try:
        return column.to_pylist()
    except (pa.ArrowException, ValueError, OverflowError):
        return [f"({column.type})"] * len(column)
