"""Documents in an earlier split too, and equal texts of other classes: DuckDB beside memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import breakeven as be
from breakeven.analysis.evaluation.leak_counts import TextConflicts
from breakeven.analysis.selection.errors import ChoiceError
from breakeven.engine.engines import Engine, duckdb_engine
from breakeven.engine.evaluation import scan_table
from breakeven.engine.sources import parquet_source
from breakeven.readers.base.problems import ReadError
from tests.engine_tables import assert_same_leaks, in_memory, leaking, wide

LAYOUTS = ("wide", "long")


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with duckdb_engine() as running:
        yield running


@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_split_has_as_many_leaks_as_memory_finds(
    engine: Engine, tmp_path: Path, layout: str
) -> None:
    table = leaking(tmp_path / "table.parquet", layout)
    scan = scan_table(engine, parquet_source(engine, table))
    assert_same_leaks(scan.repeated, be.read(table).truth)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("where", ["-leaked true:a", "wrong (leaked OR split:dev)"])
def test_the_filter_keeps_those_that_leak(tmp_path: Path, layout: str, where: str) -> None:
    table = leaking(tmp_path / "table.parquet", layout)
    counted, expected = be.evaluate_table(table, where=where), in_memory(table, where=where)
    assert 0 < counted.documents == expected.documents
    np.testing.assert_array_equal(counted.tables.tp, expected.tables.tp)
    np.testing.assert_array_equal(counted.tables.fn, expected.tables.fn)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("where", [None, "-leaked", "split:train"])
def test_the_result_without_them_is_told_as_in_memory(
    tmp_path: Path, layout: str, where: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    # of so many documents as an engine is for, memory does not count nearly equal texts either
    monkeypatch.setattr("breakeven.analysis.findings.duplicates.MOST_AT_ONCE", 0)
    table = leaking(tmp_path / "table.parquet", layout)
    split = "all" if where == "split:train" else "test"
    ours = be.evaluate_table(table, where=where, split=split)
    theirs = be.evaluate(be.read(table), where=where, split=split)
    counted, expected = ours.to_dict(), theirs.to_dict()
    assert ("leaks" in expected) == (split == "test")
    if "leaks" in expected:
        ours_, theirs_ = counted["leaks"], expected["leaks"]
        assert (ours_["text"], ours_["documents"]) == (theirs_["text"], theirs_["documents"])
        for side in ("with", "without"):
            assert ours_[side]["documents"] == theirs_[side]["documents"]
            assert ours_[side]["f"] == pytest.approx(theirs_[side]["f"], rel=1e-12)
    # of a filter on all documents it is not counted which splits it keeps
    if split == "test":
        assert ours.verdict().answer_text("mind") == theirs.verdict().answer_text("mind")
        assert ("in an earlier split too" in ours.verdict().answer_text("mind")) == (
            where != "-leaked"
        )


def test_the_same_id_in_two_splits_is_two_documents_and_in_one_a_slip(tmp_path: Path) -> None:
    table = tmp_path / "table.parquet"
    columns = {"id": ["1", "1", "2"], "true": ["a", "b", "a"], "predicted": ["a", "a", "a"]}
    pq.write_table(pa.table({**columns, "split": ["train", "test", "test"]}), table)
    leaks = be.evaluate_table(table).to_dict()["leaks"]
    assert (leaks["documents"], leaks["with"]["documents"], leaks["without"]["documents"]) == (
        1,
        2,
        1,
    )
    for split in (["test", "test", "train"], ["train", "test", ""]):
        pq.write_table(pa.table({**columns, "split": split}), table)
        with pytest.raises(ReadError, match="more than once"):
            be.evaluate_table(table)
        with pytest.raises(ReadError, match="occurred before"):
            be.read(table)


def test_short_texts_without_a_split_say_nothing_of_chance(engine: Engine, tmp_path: Path) -> None:
    # four of ten short texts of train stand once in a test of 300: by chance 1 pair in 16 would lie
    # across; with the ten that are in no split in test's place it would be every second one
    split = ["train"] * 10 + ["test"] * 300 + [""] * 10
    texts = [f"short note {n}" for n in range(len(split))]
    texts[10:14] = texts[:4]
    columns = {"id": [f"d{n}" for n in range(len(split))], "true": ["a", "b"] * 160}
    columns["predicted"] = columns["true"]
    table = tmp_path / "table.parquet"
    pq.write_table(pa.table({**columns, "text": texts, "split": split}), table)
    scan = scan_table(engine, parquet_source(engine, table))
    assert scan.repeated.leaks is not None
    assert dict(zip(scan.repeated.leaks.splits, scan.repeated.leaks.copied, strict=True)) == {
        "train": 0,
        "test": 4,
    }


def test_where_nothing_can_leak_nothing_is_looked_for(engine: Engine, tmp_path: Path) -> None:
    table = tmp_path / "table.parquet"
    columns = {"true": ["a", "b", "a"], "predicted": ["a", "a", "a"], "text": ["x", "X ", "y"]}
    pq.write_table(pa.table({"id": ["1", "2", "3"], **columns}), table)
    scan = scan_table(engine, parquet_source(engine, table))
    assert scan.repeated.leaks is None
    assert "no two splits" in scan.repeated.not_counted["leaks"].sentence
    assert scan.repeated.conflicts == TextConflicts(0, 0, 1, 2)
    with pytest.raises(ChoiceError, match="no two splits"):
        be.evaluate_table(table, where="leaked")
    with pytest.raises(ChoiceError, match="cannot filter by this"):
        be.evaluate_table(wide(tmp_path / "wide.parquet"), where="leaked:near")
    other_scan = scan_table(engine, parquet_source(engine, tmp_path / "wide.parquet"))
    assert other_scan.repeated.leaks is not None
    assert other_scan.repeated.leaks.compared == ("id",)
    assert other_scan.repeated.leaks.within(None) == 0
    assert other_scan.repeated.conflicts is None
    assert set(other_scan.repeated.not_counted) == {"likeness"}
