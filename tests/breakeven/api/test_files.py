"""Workbooks, archives and folders come in by Python and the command line alike."""

from __future__ import annotations

import argparse
import datetime
import decimal
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import breakeven as be
from breakeven.commands.file_options import read_from
from breakeven.commands.options import add_arguments
from breakeven.data.records import Review
from breakeven.readers.base.problems import ReadError
from tests.breakeven.readers.containers.making import BOTH, CALLED, TRUTH, Rows, workbook, zipped

SHEETS: Mapping[str, Rows] = {
    "truth": [("id", "true"), (1, "a"), (2, "b")],
    "bert": [("id", "predicted"), (1, "a"), (2, "a")],
    "svm": [("id", "predicted"), (1, "b"), (2, "b")],
}


def by_command(*arguments: str) -> Review:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return read_from(parser.parse_args(arguments)).review


def systems(review: Review) -> list[str]:
    return [p.system for p in review.predictions]


def test_the_sheets_that_are_named_are_read_by_both(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "runs.xlsx"
    path.write_bytes(workbook(SHEETS))
    assert systems(be.read(path)) == ["bert", "svm"]
    told = by_command(str(path), "--table", "truth", "--table", "svm")
    assert "left out: runs.xlsx/bert: it was not chosen" in capsys.readouterr().err
    asked = be.read(path, tables=["truth", "svm"])
    assert told.fingerprint == asked.fingerprint
    assert systems(asked) == ["svm"]
    with pytest.raises(ReadError, match="no file, sheet or table is called 'nb'"):
        be.read(path, tables="nb")


def test_of_a_folder_what_is_read_is_packed_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    (folder / "systems").mkdir(parents=True)
    (folder / "truth.csv").write_bytes(TRUTH)
    (folder / "systems" / "bert.csv").write_bytes(CALLED)
    (folder / "systems" / "notes.txt").write_text("secret, of Ann\n")
    (folder / "link.csv").symlink_to(folder / "truth.csv")
    review = be.read(folder)
    assert systems(review) == ["bert"]
    assert by_command(str(folder)).fingerprint == review.fingerprint
    out = tmp_path / "run.breakeven"
    be.pack(out, folder)
    assert be.read(out).fingerprint == review.fingerprint
    assert b"notes.txt" not in out.read_bytes()


def test_a_packed_archive_reads_the_same_again(tmp_path: Path) -> None:
    path, out = tmp_path / "runs.zip", tmp_path / "runs.breakeven"
    path.write_bytes(zipped({"a.csv": BOTH, "b.csv": BOTH, "broken.csv": b"id,true\n1,2,3\n"}))
    be.pack(out, path, tables="a.csv")
    again = be.read(out)
    assert again.fingerprint == be.read(path, tables="a.csv").fingerprint
    assert systems(again) == ["a"]


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="no file to read in the folder"):
        be.read(tmp_path)


WORDS = ["b", "a", "b", "c"]
MONTHS = pd.period_range("2024-01", periods=4, freq="M")
# columns of pandas, and their values as text
PANDAS: dict[str, tuple[Any, list[str]]] = {
    "categories": (pd.Categorical(WORDS), WORDS),
    "categories in order": (pd.Categorical(WORDS, ["c", "b", "a", "unused"], ordered=True), WORDS),
    "categories of numbers": (pd.Categorical([2, 1, 2, 3]), ["2", "1", "2", "3"]),
    "categories of months": (
        pd.Categorical(MONTHS),
        ["2024-01", "2024-02", "2024-03", "2024-04"],
    ),
    "categories of ranges": (
        pd.cut(pd.Series([1, 5, 2, 9]), [0, 4, 10]),
        ["(0, 4]", "(4, 10]", "(0, 4]", "(4, 10]"],
    ),
    "categories of several kinds": (pd.Categorical([1, "a", 1, "b"]), ["1", "a", "1", "b"]),
    "strings": (pd.array(WORDS, dtype="string"), WORDS),
    "whole numbers": (pd.array([2, 1, 2, 3], dtype="Int64"), ["2", "1", "2", "3"]),
    "truth values": (
        pd.array([True, False, True, True], dtype="boolean"),
        ["true", "false", "true", "true"],
    ),
    "categories of Arrow": (
        pd.Series(WORDS, dtype=pd.ArrowDtype(pa.dictionary(pa.int8(), pa.string()))),
        WORDS,
    ),
    "months": (MONTHS, ["2024-01", "2024-02", "2024-03", "2024-04"]),
    "ranges": (pd.interval_range(0, 4), ["(0, 1]", "(1, 2]", "(2, 3]", "(3, 4]"]),
    "sparse numbers": (pd.arrays.SparseArray([0, 0, 1, 0]), ["0", "0", "1", "0"]),
    "sparse words": (pd.arrays.SparseArray(WORDS), WORDS),
    "objects of several kinds": (
        pd.Series([1, "a", decimal.Decimal("1.5"), True], dtype=object),
        ["1", "a", "1.5", "true"],
    ),
    "days": (
        [datetime.date(2024, 1, day) for day in (1, 2, 1, 3)],
        ["2024-01-01", "2024-01-02", "2024-01-01", "2024-01-03"],
    ),
    "half a character": (
        pd.Series(["\ud83d", "a", "b", "a"], dtype=object),
        ["\ufffd", "a", "b", "a"],
    ),
    "half floats": (np.array([1.5, 2.5, 1.5, 2.5], dtype=np.float16), ["1.5", "2.5", "1.5", "2.5"]),
}


def truth_of(column: Any) -> tuple[list[str], list[list[int]]]:
    frame = pd.DataFrame({"id": ["1", "2", "3", "4"], "predicted": ["a"] * 4})
    frame["true"] = column
    return labels(be.read(frame, roles={"id": "id", "true": "truth", "predicted": "predicted"}))


def labels(review: Any) -> tuple[list[str], list[list[int]]]:
    truth = review.truth
    kept = [c for c in range(len(truth.classes)) if truth.labels.toarray()[:, c].any()]
    return [truth.classes[c] for c in kept], truth.labels.toarray()[:, kept].astype(int).tolist()


@pytest.mark.parametrize("name", PANDAS)
def test_a_column_of_pandas_is_read_as_the_text_of_its_values(name: str) -> None:
    column, texts = PANDAS[name]
    assert truth_of(column) == truth_of(texts)


def test_what_is_no_value_is_refused_by_its_column() -> None:
    with pytest.raises(ReadError) as caught:
        truth_of(pd.Series([object(), 1, 2, 3], dtype=object))
    (problem,) = caught.value.problems
    assert problem.column == "true"


@pytest.mark.parametrize(
    "words", [pa.array(["b", "a", "c"], kind) for kind in (pa.large_string(), pa.string_view())]
)
@pytest.mark.parametrize("index", [pa.uint8(), pa.uint32()])
def test_categories_as_polars_hands_them_over_are_read(index: Any, words: pa.Array) -> None:
    true = pa.DictionaryArray.from_arrays(pa.array([0, 1, 0, 2], index), words)
    table = pa.table({"id": ["1", "2", "3", "4"], "predicted": ["a"] * 4, "true": true})
    assert labels(be.read(table)) == truth_of(WORDS)


def test_a_frame_of_polars_with_categories_is_read() -> None:
    polars = pytest.importorskip("polars")
    for kind in (polars.Categorical, polars.Enum(["c", "b", "a"])):
        frame = polars.DataFrame({"id": ["1", "2", "3", "4"], "predicted": ["a"] * 4}).with_columns(
            polars.Series("true", WORDS, dtype=kind)
        )
        assert labels(be.read(frame)) == truth_of(WORDS)


def test_a_table_with_what_parquet_cannot_hold_is_read_without_it() -> None:
    kinds = pa.array([0] * 4, pa.int8())
    union = pa.UnionArray.from_sparse(kinds, [pa.array(WORDS)])
    table = pa.table(
        {"id": ["1", "2", "3", "4"], "predicted": ["a"] * 4, "true": WORDS, "u": union}
    )
    assert labels(be.read(table)) == truth_of(WORDS)
