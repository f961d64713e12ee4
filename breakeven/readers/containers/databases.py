"""Database files: the tables of SQLite and DuckDB, nothing in them run.

Views, triggers, generated columns and virtual tables are what their maker wrote: none is asked.
"""

from __future__ import annotations

import re
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pyarrow as pa

from breakeven.data.installation import missing_extra
from breakeven.data.system import CAN_FORK
from breakeven.data.wording import examples
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.progress import folder_prefix
from breakeven.readers.files.drafts import ReadyTable
from breakeven.readers.files.size_limits import FIELD_LIMIT, MOST_TABLES, Budget, refusal, too_many

SQLITE = b"SQLite format 3\0"
DUCKDB, DUCKDB_AT = b"DUCK", 8
# where a database says that its newest changes are in another file; that file is not here
WAL_AT, NO_WAL = 18, b"\1\1"
ROWS_AT_ONCE = 10_000
LONGEST_BYTES = 32
EXACT = 2**53
TABLES = (
    "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' "
    "AND upper(ltrim(sql)) NOT LIKE 'CREATE VIRTUAL%' ORDER BY rowid"
)
VIEWS = "SELECT name FROM main.sqlite_schema WHERE type = 'view' ORDER BY rowid"
# of what a column is made: as it is written, or worked out and kept
STORED = (0, 3)
SAFE = (
    "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",
    "PRAGMA query_only = ON",
)
LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: FIELD_LIMIT,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 1_000_000,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
}
ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ}
# types of DuckDB of which Arrow makes another value (above 2 ** 127 -1, say), or bytes
TO_TEXT = re.compile(r"^(UHUGEINT|BIGNUM|TIME WITH TIME ZONE)(?=(\[\d*\])*$)")
AGAIN = "write it again with the program of the database, or export the table as CSV"
# nothing but the file itself: no other file, no network, no extension
CLOSED: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": "false",
    "autoload_known_extensions": "false",
    "autoinstall_known_extensions": "false",
    "allow_community_extensions": "false",
    "threads": "1",
    "memory_limit": "512MB",
    "max_temp_directory_size": "0KB",
    "lock_configuration": "true",
}


def is_sqlite(start: bytes) -> bool:
    """Whether this is a database of SQLite, by its first bytes."""
    return start.startswith(SQLITE)


def is_duckdb(start: bytes) -> bool:
    """Whether this is a database of DuckDB, by its first bytes."""
    return start[DUCKDB_AT : DUCKDB_AT + len(DUCKDB)] == DUCKDB


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _no_table(name: str, views: list[str]) -> ReadError:
    if not views:
        return refusal(name, "the database holds no table", "choose a file with data")
    what = f"the database holds only views, which are not run: {examples(views)}"
    remedy = "write a view's rows into a table (CREATE TABLE new AS SELECT * FROM view), give that"
    return refusal(name, what, remedy)


class Sqlite:
    """The tables of an SQLite file, from a copy in memory. Raises ReadError, as all it does."""

    def __init__(self, name: str, data: bytes, budget: Budget) -> None:
        self._name, self._budget = name, budget
        copy = bytearray(data)
        copy[WAL_AT : WAL_AT + len(NO_WAL)] = NO_WAL
        self._db = sqlite3.connect(":memory:")
        with self._query_errors():
            self._db.deserialize(bytes(copy))
            del copy
            self._bind()
            rows = self._db.execute(TABLES).fetchmany(MOST_TABLES + 1)
            self.tables = [str(name) for (name,) in rows]
            views = [] if rows else self._db.execute(VIEWS).fetchmany(MOST_TABLES)
        if not self.tables:
            self.close()
            raise _no_table(name, [str(view) for (view,) in views])
        if len(self.tables) > MOST_TABLES:
            self.close()
            raise too_many(name, len(self.tables), MOST_TABLES, "tables")

    def table(self, table: str) -> ReadyTable:
        """A whole table as text; NULL is an empty cell."""
        with self._query_errors():
            columns = self._columns(table)
            named = ", ".join(map(_quoted, columns))
            self._db.set_authorizer(_only_reading)
            cursor = self._db.execute(f"SELECT {named} FROM main.{_quoted(table)} NOT INDEXED")  # noqa: S608 - quoted
            parts: list[pa.Table] = []
            while rows := cursor.fetchmany(ROWS_AT_ONCE):
                cells = [[_text(cell) for cell in column] for column in zip(*rows, strict=True)]
                arrays = [pa.array(column, pa.string()) for column in cells]
                parts.append(pa.Table.from_arrays(arrays, names=columns))
                self._budget.take(parts[-1].nbytes)
            self._db.set_authorizer(None)
        schema = pa.schema([(column, pa.string()) for column in columns])
        content = pa.concat_tables([schema.empty_table(), *parts])
        return ReadyTable(content, np.arange(1, content.num_rows + 1))

    def close(self) -> None:
        """Forget the copy."""
        self._db.close()

    def _bind(self) -> None:
        for kind, most in LIMITS.items():
            self._db.setlimit(kind, most)
        for pragma in SAFE:
            self._db.execute(pragma)

    def _columns(self, table: str) -> list[str]:
        """The columns that are stored: what is generated anew would be worked out by the file."""
        # as a statement: a view of the file may be called as the function is
        said = self._db.execute(f"PRAGMA main.table_xinfo({_quoted(table)})")
        columns = [str(name) for _, name, *_, hidden in said if hidden in STORED]
        if not columns:
            raise refusal(f"{self._name}/{table}", "there are no columns", "choose another table")
        return columns

    @contextmanager
    def _query_errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OverflowError, UnicodeError) as error:
            self.close()
            what = f"the SQLite database is broken or cut short ({error})"
            raise refusal(self._name, what, AGAIN) from error


def _only_reading(action: int, *_: object) -> int:
    return sqlite3.SQLITE_OK if action in ALLOWED else sqlite3.SQLITE_DENY


def _text(cell: object) -> str | None:
    if cell is None or isinstance(cell, str):
        return cell
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < EXACT:
        return str(int(cell))
    if isinstance(cell, bytes):
        return cell.hex() if len(cell) <= LONGEST_BYTES else f"({len(cell):,} bytes)"
    return str(cell)


def _without(name: str) -> ReadError:
    what, remedy = "DuckDB files are not read here", "export the table as Parquet or CSV"
    if (extra := missing_extra("duckdb")) is not None:
        what, remedy = extra
    return refusal(name, what, remedy)


def _selected(column: str, kind: str) -> str:
    """A column as it is asked for, those of `TO_TEXT` or lists of them as text."""
    text = TO_TEXT.sub("VARCHAR", kind)
    quoted = _quoted(column)
    return quoted if text == kind else f"CAST({quoted} AS {text}) AS {quoted}"


class Duckdb:
    """The tables of a DuckDB file, from a copy of its own. Raises ReadError, as all it does.

    Its makers ask to open no file of somebody else in a process that matters: it is refused where
    readers have no process of their own.
    """

    def __init__(self, name: str, data: bytes, budget: Budget) -> None:
        self._name, self._budget = name, budget
        if not CAN_FORK:
            raise _without(name)
        try:
            import duckdb  # slow to import
        except ImportError as error:  # also where there is no memory for it
            raise _without(name) from error

        # an open file stays until it is closed, whoever removes its name
        with self._query_errors(), tempfile.TemporaryDirectory(prefix=folder_prefix()) as folder:
            copy = Path(folder) / "copy.duckdb"
            copy.write_bytes(data)
            self._db = duckdb.connect(str(copy), read_only=True, config=CLOSED)
            self._columns: dict[str, list[str]] = {}
            self._place: dict[str, tuple[str, str]] = {}
            rows = self._db.execute(
                # a macro of the file may be called as a function is, but not in this place
                "SELECT t.schema_name, t.table_name, c.column_name, c.data_type "
                "FROM system.main.duckdb_tables() t "
                "JOIN system.main.duckdb_columns() c USING (database_oid, table_oid) "
                "WHERE NOT t.internal AND NOT t.temporary AND NOT c.is_generated "
                "ORDER BY t.table_oid, c.column_index"
            ).fetchall()
            views = (
                []
                if rows
                else self._db.execute(
                    "SELECT view_name FROM system.main.duckdb_views() WHERE NOT internal "
                    "ORDER BY view_oid"
                ).fetchmany(MOST_TABLES)
            )
        for schema, table, column, kind in rows:
            called = table if schema == "main" else f"{schema}.{table}"
            self._place[called] = schema, table
            self._columns.setdefault(called, []).append(_selected(column, kind))
        self.tables = list(self._columns)
        if not self.tables:
            self.close()
            raise _no_table(name, [str(view) for (view,) in views])
        if len(self.tables) > MOST_TABLES:
            raise too_many(name, len(self.tables), MOST_TABLES, "tables")

    def table(self, table: str) -> ReadyTable:
        """A whole table, in the types that it has."""
        named = ", ".join(self._columns[table])
        place = ".".join(map(_quoted, self._place[table]))
        parts: list[pa.RecordBatch] = []
        with self._query_errors():
            query = self._db.sql(f"SELECT {named} FROM {place}")  # noqa: S608 - quoted
            reader = query.to_arrow_reader(ROWS_AT_ONCE)
            for batch in reader:
                parts.append(batch)
                self._budget.take_rows(batch)
            content = pa.Table.from_batches(parts, schema=reader.schema)
        return ReadyTable(content, np.arange(1, content.num_rows + 1))

    def close(self) -> None:
        """Forget the copy."""
        self._db.close()

    @contextmanager
    def _query_errors(self) -> Iterator[None]:
        import duckdb  # slow to import

        try:
            yield
        except (duckdb.Error, pa.ArrowException, RuntimeError) as error:
            said = " ".join(str(error).split())[:200]
            what = f"the DuckDB database is broken, cut short, or too new ({said})"
            raise refusal(self._name, what, AGAIN) from error
