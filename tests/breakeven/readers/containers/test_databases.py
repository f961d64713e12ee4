"""Tables of databases are read, and nothing that their maker wrote is run."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from decimal import Decimal
from pathlib import Path

import duckdb
import pytest

import breakeven as be
from breakeven.readers.base.problems import ReadError
from breakeven.readers.containers.databases import Duckdb, Sqlite
from breakeven.readers.files.size_limits import Budget
from breakeven.readers.opening import open_tables
from tests.breakeven.readers.containers.making import proposed, refused, roles, sqlite_file
from tests.system import needs_worker

CALLS = (
    "CREATE TABLE calls(id INTEGER, true TEXT, predicted TEXT);"
    "INSERT INTO calls VALUES (1, 'a', 'a'), (2, 'b', 'a');"
)


def values(name: str, data: bytes, table: str) -> dict[str, list[object]]:
    (found,) = (t for t in open_tables([(name, data)], only=[table]) if t.columns)
    return {column: found.column(column).to_pylist() for column in found.columns}


def test_values_of_sqlite_are_texts() -> None:
    data = sqlite_file(
        'CREATE TABLE t(a, b, c, d, "q""u;o\'te");'
        "INSERT INTO t VALUES (1, 0.5, 'x', NULL, 2.0), (NULL, 1e300, '', x'00ff', zeroblob(99));"
        "CREATE TABLE u(x)"
    )
    assert values("f.db", data, "t") == {
        "a": ["1", None],
        "b": ["0.5", "1e+300"],
        "c": ["x", ""],
        "d": [None, "00ff"],
        "q\"u;o'te": ["2", "(99 bytes)"],
    }


def test_views_triggers_and_generated_columns_are_not_asked() -> None:
    data = sqlite_file(
        CALLS + "CREATE VIEW v AS SELECT * FROM calls, calls, calls;"
        "CREATE TABLE g(id, true, predicted, boom AS (zeroblob(900000000)), kept AS (id) STORED);"
        "INSERT INTO g(id, true, predicted) VALUES (1, 'a', 'b');"
        "CREATE VIRTUAL TABLE f USING fts5(text);"
    )
    found = roles(proposed("f.db", data))
    assert "f.db/v" not in found
    assert "f.db/f" not in found
    assert list(values("f.db", data, "g")) == ["id", "true", "predicted", "kept"]


def test_a_table_named_like_a_command_is_a_table(tmp_path: Path) -> None:
    name = "x\"; ATTACH '/tmp/out.db' AS y; --"
    quoted = name.replace('"', '""')
    data = sqlite_file(f'CREATE TABLE "{quoted}"(id, true, predicted);'
                       f"INSERT INTO \"{quoted}\" VALUES (1, 'a', 'a')")  # fmt: skip
    with closing(Sqlite("f.db", data, Budget.for_file("f.db", len(data)))) as database:
        assert database.table(name).columns.num_rows == 1


def test_only_reading_is_allowed() -> None:
    data = sqlite_file(CALLS)
    with closing(Sqlite("f.db", data, Budget.for_file("f.db", len(data)))) as database:
        database.table("calls")
        for statement in ("DELETE FROM calls", "ATTACH ':memory:' AS x"):
            with pytest.raises(sqlite3.Error):
                database._db.execute(statement)


def test_a_database_that_says_it_has_a_log_beside_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "f.db"
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.executescript(CALLS)
    db.close()
    assert path.read_bytes()[18] == 2
    assert roles(proposed("f.db", path.read_bytes())) == {"f.db": "both"}


@pytest.mark.parametrize("keep", [100, 600, 5_000])
def test_a_database_that_is_cut_short_is_refused(keep: int) -> None:
    rows = "".join(f"INSERT INTO calls VALUES ({i}, 'a', 'b');" for i in range(500))
    assert "broken or cut short" in refused("f.db", sqlite_file(CALLS + rows)[:keep])


def test_text_that_is_none_is_refused() -> None:
    data = sqlite_file(CALLS + "UPDATE calls SET true = CAST(x'ff' AS TEXT)")
    assert "UTF-8" in refused("f.db", data)


def duck(path: Path, script: str) -> bytes:
    with duckdb.connect(str(path)) as db:
        db.execute(script)
    return path.read_bytes()


@needs_worker
def test_tables_of_duckdb_keep_their_types(tmp_path: Path) -> None:
    data = duck(
        tmp_path / "f.duckdb",
        'CREATE TABLE calls(id INTEGER, "true" VARCHAR[], predicted VARCHAR[], day DATE);'
        "INSERT INTO calls VALUES (1, ['a', 'b'], ['a'], DATE '2024-05-01'), (2, [], ['b'], NULL);"
        "CREATE SCHEMA s; CREATE TABLE s.notes(what VARCHAR); INSERT INTO s.notes VALUES ('x');"
        "CREATE VIEW v AS SELECT * FROM calls",
    )
    assert roles(proposed("f.db", data)) == {"f.db/calls": "both", "f.db/s.notes": "left out"}
    assert values("f.db", data, "calls") == {
        "id": [1, 2],
        "true": [["a", "b"], []],
        "predicted": [["a"], ["b"]],
        "day": ["2024-05-01", None],
    }


LARGEST = 2**128 - 1
# each type of DuckDB's own: a value as it is written there, and what is read of it
OF_DUCKDB: dict[str, tuple[str, object]] = {
    "TINYINT": ("-7", -7),
    "SMALLINT": ("-7", -7),
    "INTEGER": ("-7", -7),
    "BIGINT": ("-7", -7),
    "HUGEINT": (str(2**127 - 1), Decimal(2**127 - 1)),
    "UTINYINT": ("7", 7),
    "USMALLINT": ("7", 7),
    "UINTEGER": ("7", 7),
    "UBIGINT": (str(2**64 - 1), 2**64 - 1),
    "UHUGEINT": (str(LARGEST), str(LARGEST)),
    "UHUGEINT[]": (f"[{LARGEST}]", [str(LARGEST)]),
    "BIGNUM": (str(LARGEST**2), str(LARGEST**2)),
    "FLOAT": ("0.5", 0.5),
    "DOUBLE": ("0.5", 0.5),
    "DECIMAL(38, 2)": ("1.50", Decimal("1.50")),
    "BOOLEAN": ("true", True),
    "VARCHAR": ("'a'", "a"),
    "JSON": ("'[1]'", "[1]"),
    "ENUM('x', 'y')": ("'y'", "y"),
    "UUID": ("'00000000-0000-0000-0000-000000000001'", "00000000-0000-0000-0000-000000000001"),
    "DATE": ("'2024-01-31'", "2024-01-31"),
    "TIME": ("'12:34:56'", "12:34:56.000000"),
    "TIME_NS": ("'12:34:56.000000001'", "12:34:56.000000001"),
    "TIMETZ": ("'12:34:56+01'", "12:34:56+01"),
    "TIMESTAMP": ("'2024-01-31 12:34:56'", "2024-01-31 12:34:56.000000"),
    "TIMESTAMP_S": ("'2024-01-31 12:34:56'", "2024-01-31 12:34:56"),
    "TIMESTAMP_MS": ("'2024-01-31 12:34:56'", "2024-01-31 12:34:56.000"),
    "TIMESTAMP_NS": ("'2024-01-31 12:34:56'", "2024-01-31 12:34:56.000000000"),
    "TIMESTAMPTZ": ("'2024-01-31 12:34:56+00'", "2024-01-31 12:34:56.000000+0000"),
    "VARCHAR[]": ("['a']", ["a"]),
    "INTEGER[2]": ("[1, 2]", [1, 2]),
}
NOT_READ = {
    "BLOB": "'a'::BLOB",
    "BIT": "'101'",
    "INTERVAL": "INTERVAL 1 DAY",
    "VARCHAR[][]": "[['a']]",
    "STRUCT(a INTEGER)": "{'a': 1}",
    "MAP(VARCHAR, INTEGER)": "MAP {'a': 1}",
    "UNION(n INTEGER, s VARCHAR)": "1",
}


def columns_of(types: Mapping[str, str], path: Path) -> bytes:
    """A table with a column of each type, called by it, and an empty cell below each value."""
    declared = ", ".join(f'"{kind}" {kind}' for kind in types)
    script = f'CREATE TABLE t(id INTEGER, "true" VARCHAR, predicted VARCHAR, {declared});'
    for row, cells in enumerate((types.values(), ["NULL"] * len(types))):
        script += f"INSERT INTO t VALUES ({row}, 'a', 'b', {', '.join(cells)});"
    return duck(path, script)


@needs_worker
def test_each_type_of_duckdb_is_read_as_it_is_written(tmp_path: Path) -> None:
    data = columns_of({kind: text for kind, (text, _) in OF_DUCKDB.items()}, tmp_path / "f.duckdb")
    held = values("f.db", data, "f.db")
    for kind, (_, expected) in OF_DUCKDB.items():
        assert held[kind] == [expected, None], kind


@needs_worker
def test_a_type_of_duckdb_that_is_not_read_is_refused_by_its_column(tmp_path: Path) -> None:
    path = tmp_path / "f.duckdb"
    columns_of(NOT_READ, path)
    # left out by itself, and refused where somebody gives it a role
    assert be.read(path).truth.columns == {}
    for kind in NOT_READ:
        with pytest.raises(ReadError) as refusal:
            be.read(path, roles={kind: "slice"})
        (problem,) = refusal.value.problems
        assert problem.column == kind
        assert "cannot be read" in problem.what
        assert problem.remedy == "leave the column out"


@needs_worker
def test_generated_columns_of_duckdb_are_not_worked_out(tmp_path: Path) -> None:
    data = duck(
        tmp_path / "f.duckdb",
        "CREATE TABLE t(id INTEGER, g VARCHAR AS (id || 'x'));INSERT INTO t VALUES (9)",
    )
    assert list(values("f.db", data, "f.db")) == ["id"]


@needs_worker
def test_a_database_of_duckdb_reaches_no_other_file(tmp_path: Path) -> None:
    data = duck(tmp_path / "f.duckdb", "CREATE TABLE t(id INTEGER)")
    other = tmp_path / "other.csv"
    other.write_text("a\n1\n")
    statements = (
        f"SELECT * FROM read_csv('{other}')",
        f"COPY t TO '{tmp_path / 'out.csv'}'",
        f"ATTACH '{tmp_path / 'new.db'}'",
        "SET enable_external_access = true",
        "INSTALL httpfs",
        "CREATE TABLE u(x INTEGER)",
    )
    with closing(Duckdb("f.db", data, Budget.for_file("f.db", len(data)))) as database:
        for statement in statements:
            with pytest.raises(duckdb.Error):
                database._db.execute(statement)
    assert sorted(os.listdir(tmp_path)) == ["f.duckdb", "other.csv"]


@needs_worker
def test_rows_of_duckdb_that_cost_nothing_to_write_are_counted(tmp_path: Path) -> None:
    data = duck(tmp_path / "f.duckdb", "CREATE TABLE t AS SELECT 1 AS label, 1 AS predicted "
                "FROM range(15_000_000)")  # fmt: skip
    assert len(data) < 5_000_000
    with pytest.raises(ReadError, match="unpacks to more than 100 MB"):
        open_tables([("f.db", data)])


@needs_worker
def test_a_database_of_duckdb_that_is_cut_short_is_refused(tmp_path: Path) -> None:
    data = duck(tmp_path / "f.duckdb", "CREATE TABLE t AS SELECT range AS id FROM range(99)")
    for keep in (100, len(data) // 2):
        with pytest.raises(ReadError, match="broken, cut short, or too new"):
            open_tables([("f.db", data[:keep])])


# whatever a query of ours may ask, also what these functions ask themselves
ASKED = ("duckdb_tables", "duckdb_columns", "duckdb_views", "substr", "upper", "ltrim")


@needs_worker
@pytest.mark.parametrize("called", ASKED)
def test_a_macro_called_as_a_function_of_duckdb_is_not_run(called: str, tmp_path: Path) -> None:
    path = tmp_path / "f.duckdb"
    with closing(duckdb.connect(str(path))) as db:
        db.execute('CREATE TABLE calls(id INTEGER, "true" TEXT, predicted TEXT)')
        db.execute("INSERT INTO calls VALUES (1, 'a', 'a'), (2, 'b', 'a')")
        db.execute(f"CREATE MACRO {called}() AS TABLE SELECT * FROM read_text('/etc/hostname')")
    assert values("f.duckdb", path.read_bytes(), "f.duckdb")["id"] == [1, 2]


def test_columns_called_as_what_is_asked_of_sqlite_stay_columns() -> None:
    data = sqlite_file(
        "CREATE TABLE sqlitex(name, type, sql, hidden);"
        "INSERT INTO sqlitex VALUES ('a', 'view', 'c', 'd');"
        "CREATE TABLE u(x); CREATE VIEW pragma_table_xinfo AS SELECT 'boom' AS name;"
    )
    found = values("f.db", data, "sqlitex")
    assert found == {"name": ["a"], "type": ["view"], "sql": ["c"], "hidden": ["d"]}


def no_table(name: str, data: bytes) -> tuple[str, str]:
    with pytest.raises(ReadError) as caught:
        open_tables([(name, data)])
    (problem,) = caught.value.problems
    assert problem.file == name
    return problem.what, problem.remedy


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("duckdb", marks=needs_worker)])
def test_a_database_of_views_says_so(kind: str, tmp_path: Path) -> None:
    sql = "CREATE VIEW v AS SELECT 1; CREATE VIEW w AS SELECT 2"
    if kind == "sqlite":
        data = sqlite_file(sql)
    else:
        path = tmp_path / "f.duckdb"
        with closing(duckdb.connect(str(path))) as db:
            db.execute(sql)
        data = path.read_bytes()
    what, remedy = no_table(f"f.{kind}", data)
    assert what == "the database holds only views, which are not run: 'v', 'w'"
    assert "CREATE TABLE" in remedy


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("duckdb", marks=needs_worker)])
def test_a_database_of_nothing_says_so(kind: str, tmp_path: Path) -> None:
    if kind == "sqlite":
        data = sqlite_file("CREATE TABLE t(x); DROP TABLE t")
    else:
        path = tmp_path / "f.duckdb"
        duckdb.connect(str(path)).close()
        data = path.read_bytes()
    assert no_table(f"f.{kind}", data)[0] == "the database holds no table"
