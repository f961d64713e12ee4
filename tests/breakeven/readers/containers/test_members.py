"""Each file, sheet or table that is truth or prediction is read; anything else is left out."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable, Mapping

import pyarrow as pa
import pytest
from pyarrow import feather

from breakeven.data.records import Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import Proposal
from breakeven.readers.base.read_options import ReadOptions
from breakeven.readers.build import read_review
from breakeven.readers.opening import open_tables
from tests.breakeven.readers.containers.making import (
    BOTH,
    CALLED,
    CALLS,
    TRUTH,
    Rows,
    proposed,
    refused,
    roles,
    sqlite_file,
    tarred,
    workbook,
    zipped,
)

TWO = {"truth.csv": TRUTH, "runs/bert.csv": CALLED, "README.md": b"# two", "plot.png": b"\x89PNG"}


def review_of(name: str, data: bytes, proposal: Proposal | None = None) -> Review:
    return read_review([(name, data)], proposal)


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_truth_and_predictions_of_an_archive_are_joined(
    pack: Callable[[Mapping[str, bytes]], bytes],
) -> None:
    data = pack(TWO)
    review = review_of("run.zip", data)
    assert [p.system for p in review.predictions] == ["bert"]
    assert review.truth.classes == ("a", "b")
    assert review.predictions[0].decisions is not None
    assert review.predictions[0].decisions.toarray().tolist() == [[True, False]] * 3
    file_roles = roles(proposed("run.zip", data))
    assert file_roles["run.zip/truth.csv"] == "truth"
    assert file_roles["run.zip/runs/bert.csv"] == "predictions"
    assert file_roles["run.zip/README.md"] == file_roles["run.zip/plot.png"] == "left out"
    assert sum("left out" in note.what for note in review.notes) == 2


def test_a_saved_reading_reads_the_same_again_and_nothing_else() -> None:
    data = zipped(TWO | {"other.csv": BOTH})
    first = proposed("run.zip", data, ["truth.csv", "bert.csv"])
    again = Proposal.from_json(first.to_json())
    assert again.hows["run.zip/other.csv"].take is False
    review = review_of("run.zip", data, again)
    assert review.fingerprint == review_of("run.zip", data, first).fingerprint
    tables = open_tables([("run.zip", data)], again.hows)
    assert [table.name for table in tables if table.columns] == [
        "run.zip/truth.csv",
        "run.zip/runs/bert.csv",
    ]


def test_what_was_asked_for_by_name_is_read_and_nothing_else() -> None:
    data = zipped({"a.csv": BOTH, "b.csv": BOTH.replace(b"2,b,a", b"2,b,b")})
    assert set(roles(proposed("x.zip", data)).values()) == {"both"}
    only = proposed("x.zip", data, ["b.csv"])
    assert roles(only) == {"x.zip/a.csv": "left out", "x.zip/b.csv": "both"}
    assert "choose one of 'x.zip/a.csv', 'x.zip/b.csv'" in refused("x.zip", data, ["c.csv"])


def test_a_member_that_was_asked_for_is_refused_where_it_is_broken() -> None:
    data = zipped({"a.csv": BOTH, "b.csv": b"id,true\n1,a,b\n"})
    assert roles(proposed("x.zip", data))["x.zip/b.csv"] == "left out"
    assert "x.zip/b.csv, row 2: 3 fields" in refused("x.zip", data, ["b.csv"])


def test_packed_files_of_an_archive_are_unpacked() -> None:
    book = workbook({"calls": CALLS})
    data = zipped({"a.csv.gz": gzip.compress(BOTH), "b.xlsx": book, "c.tar.gz": tarred(TWO)})
    found = roles(proposed("x.zip", data))
    assert found["x.zip/a.csv.gz"] == found["x.zip/b.xlsx"] == "both"
    assert found["x.zip/c.tar.gz/runs/bert.csv"] == "predictions"


def test_archives_in_archives_in_archives_are_left_alone() -> None:
    data = zipped({"b.zip": zipped({"c.zip": zipped({"d.csv": BOTH})})})
    assert "in an archive in an archive" in refused("a.zip", data)


SHEETS: Mapping[str, Rows] = {
    "notes": [("what", "who"), ("made in May", "Ann"), ("checked", "Ben")],
    "truth": [("id", "true"), (1, "a"), (2, "b")],
    "bert v1.2": [("id", "predicted", "score:a"), (1, "a", 0.5), (2, "a", 0.25)],
}


def test_sheets_that_say_nothing_of_documents_are_left_out() -> None:
    data = workbook(SHEETS)
    assert roles(proposed("book.xlsx", data)) == {
        "book.xlsx/notes": "left out",
        "book.xlsx/truth": "truth",
        "book.xlsx/bert v1.2": "predictions",
    }
    review = review_of("book.xlsx", data)
    assert [p.system for p in review.predictions] == ["bert v1.2"]
    assert review.name == "truth and others"


def test_the_sheet_of_a_workbook_with_one_is_called_as_the_workbook_is() -> None:
    review = review_of("calls.xlsx", workbook({"Sheet1": CALLS}))
    assert (review.name, review.predictions[0].system) == ("calls", "calls")


def test_tables_of_a_database_are_joined_on_their_ids() -> None:
    data = sqlite_file(
        "CREATE TABLE docs(id INTEGER PRIMARY KEY, text TEXT, label TEXT);"
        "INSERT INTO docs VALUES (1, 'x', 'a'), (2, 'y', 'b'), (3, 'z', NULL);"
        "CREATE TABLE calls(id INTEGER, predicted TEXT);"
        "INSERT INTO calls VALUES (1, 'a'), (2, 'a'), (3, 'b');"
        "CREATE TABLE users(id INTEGER, name TEXT); INSERT INTO users VALUES (1, 'Ann');"
    )
    assert roles(proposed("runs.db", data)) == {
        "runs.db/docs": "truth",
        "runs.db/calls": "predictions",
        "runs.db/users": "left out",
    }
    review = review_of("runs.db", data)
    assert review.truth.labels is not None
    assert review.truth.labels.toarray().tolist() == [[True, False], [False, True], [False, False]]


def test_a_matrix_beside_documents_is_left_out_and_alone_is_read() -> None:
    matrix = b"true,predicted,count\na,a,2\na,b,1\nb,b,3\n"
    found = roles(proposed("x.zip", zipped({"calls.csv": BOTH, "matrix.csv": matrix})))
    assert found == {"x.zip/calls.csv": "both", "x.zip/matrix.csv": "left out"}
    found = roles(proposed("x.zip", zipped({"m.csv": matrix, "a.txt": b"hello"})))
    assert found == {"x.zip/m.csv": "matrix", "x.zip/a.txt": "left out"}


def test_feather_and_streams_are_tables() -> None:
    calls = pa.array(["a", "b"]).dictionary_encode()
    table = pa.table({"id": [1, 2], "true": calls, "score:a": [0.5, 0.25]})
    file, stream = io.BytesIO(), io.BytesIO()
    feather.write_feather(table, file, compression="zstd")
    with pa.ipc.new_stream(stream, table.schema) as sink:
        sink.write_table(table)
    for name, data in {"f.feather": file, "f.arrow": file, "f.arrows": stream}.items():
        review = review_of(name, data.getvalue())
        assert review.truth.classes == ("a", "b")
        assert review.predictions[0].scores is not None


def test_hidden_files_of_systems_are_not_mentioned() -> None:
    data = zipped({"__MACOSX/._a.csv": b"\0", ".DS_Store": b"\0", "a.csv": BOTH, "~$a.xlsx": b""})
    assert roles(proposed("x.zip", data)) == {"x.zip/a.csv": "both"}


def test_an_archive_without_any_table_says_what_is_wrong_with_each() -> None:
    said = refused("x.zip", zipped({"a.csv": b"", "b.csv": b"id,true\n1,2,3\n"}))
    assert "x.zip/a.csv: the file is empty" in said
    assert "x.zip/b.csv, row 2" in said


def test_options_of_an_archive_hold_for_what_is_in_it() -> None:
    data = zipped({"a.csv": b"made in May\nid^true^predicted\n1^a^a\n2^b^a\n"})
    (file,) = proposed("x.zip", data, how=ReadOptions(header=2, delimiter="^")).files
    assert (file.role, file.header, file.delimiter) == ("both", 2, "^")


def test_a_file_and_an_archive_are_read_together() -> None:
    files = [("truth.csv", TRUTH), ("runs.zip", zipped({"a.csv": CALLED, "b.csv": CALLED}))]
    assert [p.system for p in read_review(files).predictions] == ["a", "b"]


def test_documents_that_are_zip_archives_too_are_named() -> None:
    with pytest.raises(ReadError, match="this is a document"):
        open_tables([("a.docx", zipped({"word/document.xml": b"<x/>"}))])
