"""Values are kept as written, whatever the kind of file, and its encoding is known."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from numpy.testing import assert_array_equal

from breakeven.readers.base.read_options import ReadOptions
from breakeven.readers.build import read_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables
from tests.breakeven.readers.reading import classes_of, notes_text, parquet, review_of
from tests.made import not_none


@pytest.mark.parametrize("name", ["f.csv", "f.jsonl", "f.parquet"])
def test_names_that_readers_like_to_guess_are_kept_exactly(name: str) -> None:
    names = ["NA", "None", "null", "nan", "01", "1", "1.0", "True", " x ", "x", "2024-01-01", "é"]
    ids = ["0001", *map(str, range(2, 13))]
    review = read_review([(name, written(name, ids, names, names))])
    assert review.truth.classes == tuple(sorted(names))
    assert classes_of(review.truth.labels, sorted(names)) == [{n} for n in names]
    assert not_none(review.truth.documents)[0] == "0001"


def written(name: str, ids: list[str], true: list[str], predicted: list[str]) -> bytes:
    import csv
    import json

    if name.endswith("csv"):
        out = io.StringIO(newline="")
        writer = csv.writer(out, quoting=csv.QUOTE_ALL)
        writer.writerow(["id", "true", "predicted"])
        writer.writerows(zip(ids, true, predicted, strict=True))
        return out.getvalue().encode()
    if name.endswith("jsonl"):
        rows = zip(ids, true, predicted, strict=True)
        keys = ("id", "true", "predicted")
        return "\n".join(json.dumps(dict(zip(keys, r, strict=True))) for r in rows).encode()
    return parquet(pa.table({"id": ids, "true": true, "predicted": predicted}))


def test_numbers_in_json_keep_their_text() -> None:
    review = review_of(
        f_jsonl='{"id": 1, "true": 1, "predicted": 1.0}\n{"id": 2, "true": true, "predicted": 1}\n'
    )
    assert review.truth.classes == ("1", "1.0", "true")


def test_slices_become_numbers_and_codes_and_dates_stay_text() -> None:
    review = review_of(
        f_csv="true,predicted,n,x,code,date\na,a,1,,007,2024-01-01\nb,b,2,1e3,010,2024-01-02\n"
    )
    columns = review.truth.columns
    assert columns["n"].dtype == np.int64
    assert_array_equal(columns["x"], [np.nan, 1000.0])
    assert columns["code"].tolist() == ["007", "010"]
    assert columns["date"].tolist() == ["2024-01-01", "2024-01-02"]


def test_a_slice_is_numbers_only_where_each_of_its_rows_is_one() -> None:
    rows = [f"a,a,{place},,x" for place in range(1_500)] + ["b,b,y,1,2"]
    review = review_of(f_csv="\n".join(["true,predicted,late,empty,early", *rows]))
    columns = review.truth.columns
    assert columns["late"].tolist() == [*map(str, range(1_500)), "y"]
    assert np.isnan(columns["empty"][:-1]).all()
    assert columns["empty"][-1] == 1
    assert columns["early"].tolist() == ["x"] * 1_500 + ["2"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_byte_order_mark_says_the_encoding(encoding: str) -> None:
    review = read_review([("f.csv", "id,true,predicted\n1,Ü,Ü\n".encode(encoding))])
    assert review.truth.classes == ("Ü",)
    assert list(not_none(review.truth.documents)) == ["1"]


def test_an_encoding_can_be_given() -> None:
    files = [("f.csv", "id,true,predicted\n1,Ü,Ü\n".encode("latin-1"))]
    tables = open_tables(files, {"f.csv": ReadOptions("latin-1")})
    proposal = propose(tables)
    assert proposal.files[0].encoding == "latin-1"
    assert read_review(files, proposal).truth.classes == ("Ü",)


def test_near_duplicates_are_said_and_kept() -> None:
    review = review_of(f_csv="true,predicted\ncat,cat\nCat ,cat\n")
    assert review.truth.classes == ("Cat ", "cat")
    assert "look alike: 'Cat ', 'cat'" in notes_text(review)


@pytest.mark.parametrize(
    ("column", "classes"),
    [
        (pa.array([1, 2]).dictionary_encode(), ("1", "2")),
        (pa.array(["x", "y"]).dictionary_encode(), ("x", "y")),
        (pa.array(["x", "y"], pa.large_string()), ("x", "y")),
        (pa.array(["x", "y"], pa.string_view()), ("x", "y")),
        (pa.array([True, False]), ("false", "true")),
        (pa.array([1.0, 2.0]), ("1", "2")),  # whole numbers that a gap had made floating
        (
            pa.array([["x"], ["y", "x"]], pa.list_(pa.dictionary(pa.int8(), pa.string()))),
            ("x", "y"),
        ),
        (pa.array([["x", "y"], None], pa.list_(pa.string(), 2)), ("x", "y")),
        (pa.array([[1], [2, 1]]), ("1", "2")),
    ],
)
def test_parquet_types_that_can_hold_classes(column: Any, classes: tuple[str, str]) -> None:
    review = read_review([("f.parquet", parquet(pa.table({"true": column, "predicted": column})))])
    assert review.truth.classes == classes
    labels, called = not_none(review.truth.labels), not_none(review.predictions[0].decisions)
    assert np.array_equal(labels.toarray(), called.toarray())
    assert labels[0, 0] or column[0].as_py() is True


def test_parquet_slices_of_every_type() -> None:
    import datetime

    table = pa.table(
        {
            "true": ["x", "y"],
            "predicted": ["x", "y"],
            "when": [datetime.date(2024, 1, 1), None],
            "gap": [1, None],
            "yes": [True, None],
            "half": np.array([1, 2], np.float16),
            "nested": [{"x": 1}] * 2,
        }
    )
    review = read_review([("f.parquet", parquet(table))])
    columns = review.truth.columns
    assert list(columns) == ["when", "gap", "yes", "half"]
    assert columns["when"].tolist() == ["2024-01-01", ""]
    assert_array_equal(columns["gap"], [1, np.nan])
    assert columns["yes"].tolist() == ["true", ""]
    assert columns["half"].tolist() == [1.0, 2.0]
    assert "left out: 'nested'" in notes_text(review)
