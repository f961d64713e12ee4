"""`evaluate` of tables that an engine counts."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import pyarrow.parquet as pq
import pytest

from breakeven.commands.main import main
from tests.engine_tables import wide


def test_a_folder_of_parquet_counts_as_the_table_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    undivided = wide(tmp_path / "whole.parquet")
    table, folder = pq.read_table(undivided), tmp_path / "parts"
    folder.mkdir()
    pq.write_table(table.slice(0, 250), folder / "1.parquet")
    pq.write_table(table.slice(250), folder / "2.parquet")
    database = tmp_path / "rows.duckdb"
    with duckdb.connect(str(database)) as made:
        made.sql(f"CREATE TABLE rows AS SELECT * FROM '{undivided}'")
    results = []
    for place in (undivided, folder, database):
        options = ["--engine", "duckdb", "--memory-limit", "500MB", "--format", "json"]
        assert main(["evaluate", str(place), *options]) == 0, capsys.readouterr().err
        data = json.loads(capsys.readouterr().out)
        # the system is called as the file is
        answers = [row["answer"].replace(f"“{data['system']}”", "“”") for row in data["verdict"]]
        results.append(data | {"review": "", "system": "", "verdict": answers})
    assert results[0]["engine"] == "DuckDB, in 500MB of memory"
    assert results[0]["micro"]["f"] is not None
    assert results[0] == results[1]
    # in a database names of columns cannot differ by case alone
    renamed = {"A" if name == "A_1" else name: row for name, row in results[2]["per_class"].items()}
    assert renamed["NA "] == results[0]["per_class"]["NA "]


def test_a_filter_is_printed_as_it_is_of_a_table_in_memory(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, said = str(wide(tmp_path / "wide.parquet", 50)), []
    for engine in ("duckdb", "memory"):
        options = ["--engine", engine, "--where", "true:a OR true:A", "--format", "json"]
        assert main(["evaluate", table, *options]) == 0, capsys.readouterr().err
        said.append(json.loads(capsys.readouterr().out))
    assert said[0]["where"] == said[1]["where"]
    assert said[0]["where"]["documents"] < said[0]["where"]["of_documents"]
    assert said[0]["macro"]["averaged"] == said[1]["macro"]["averaged"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--where", "leaked:near"], "--where: character 1: an engine cannot filter by this"),
        (["--where", "id=nobody"], "--where: the filter keeps no document: on 0 of"),
        (["--hierarchy", "tree.csv"], "an engine cannot count with --hierarchy"),
        (["--memory-limit", "much"], "'much' is not an amount of memory"),
        (["--truth-column", "gold"], "the table has no column 'gold'"),
        (["other.parquet"], "an engine counts one table"),
        (["--table", "a", "--table", "b"], "there are two tables"),
    ],
)
def test_what_an_engine_does_not_do_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    table = str(wide(tmp_path / "wide.parquet", 50))
    assert main(["evaluate", "--engine", "duckdb", table, *arguments]) == 2
    assert message in capsys.readouterr().err


def test_no_file_and_no_table_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate"]) == 2
    assert "no file is given" in capsys.readouterr().err
    assert main(["evaluate", "--engine", "duckdb"]) == 2
    assert "no table is given" in capsys.readouterr().err
