"""What a server asks of its tables is asked once, and anew when their files have changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from breakeven.analysis.selection.where import where_of
from breakeven.engine.document_rows import RowOrder
from breakeven.engine.named_tables import NamedTable, file_states
from breakeven.engine.named_tables_file import read_named
from breakeven.engine.queries import (
    AnswerCache,
    CountQuery,
    ListQuery,
    NumberQuery,
    ScanQuery,
    TableSubset,
)
from breakeven.readers.base.problems import ReadError
from tests.engine_tables import assert_same, in_memory, wide


def table_in(folder: Path, documents: int = 80) -> NamedTable:
    wide(folder / "rows.parquet", documents)
    file = folder / "tables.toml"
    file.write_text('[tables.lake]\npath = "rows.parquet"\n', encoding="utf-8")
    return read_named(file)[0]


def test_a_question_is_answered_once_as_in_memory(tmp_path: Path) -> None:
    table, askings = table_in(tmp_path), AnswerCache(8)
    state = file_states(table)
    scan = askings.ask(table, state, ScanQuery()).future.result(60)
    cut, where = scan.cuts[0], where_of("true:a")
    assert where is not None
    pending = askings.ask(table, state, CountQuery(TableSubset("test", cut)), scan)
    assert_same(pending.future.result(60), in_memory(tmp_path / "rows.parquet"))
    assert pending.answered_at is not None
    assert askings.ask(table, state, CountQuery(TableSubset("test", cut)), scan) is pending
    number = askings.ask(
        table, state, NumberQuery(TableSubset(None, cut), where), scan
    ).future.result(60)
    listed = ListQuery(TableSubset(None, cut), where, RowOrder(), 0, 1_000)
    rows = askings.ask(table, state, listed, scan).future.result(60)
    assert number == len(rows) > 0
    assert all("a" in row.true for row in rows)


def test_changed_files_are_asked_anew_and_what_is_wrong_is_raised(tmp_path: Path) -> None:
    table, askings = table_in(tmp_path), AnswerCache(1)
    first = askings.ask(table, file_states(table), ScanQuery())
    assert first.future.result(60).splits == ("dev", "test")
    (tmp_path / "rows.parquet").write_bytes(b"PAR1 no more")
    second = askings.ask(table, file_states(table), ScanQuery())
    with pytest.raises(ReadError):
        second.future.result(60)
    # asked for lately, and no more than one
    assert askings.ask(table, file_states(table), ScanQuery()) is second
    askings.forget(table)
    assert askings.ask(table, file_states(table), ScanQuery()) is not second
