"""Small files that would take much time or memory are read in little of both, or refused."""

from __future__ import annotations

import io

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError, within_limits
from breakeven.readers.base.proposal import FileProposal, Proposal
from breakeven.readers.build import build_review, read_review
from breakeven.readers.files.columnar import MOST_FOLD, MOST_UNFOLDED
from breakeven.readers.files.size_limits import MOST_COLUMNS, header_problems
from breakeven.readers.opening import open_table, open_tables
from tests.breakeven.readers.reading import parquet
from tests.hanging import ends

GOOD = b"id,true,predicted\n1,a,a\n2,b,a\n"


def problem_of(name: str, data: bytes) -> Problem:
    with pytest.raises(ReadError) as caught:
        read_review([(name, data)])
    return caught.value.problems[0]


def test_a_text_of_half_a_gigabyte_in_a_small_file_is_refused() -> None:
    table = pa.table({"true": ["a"], "predicted": ["a"], "text": ["x" * 300_000_000]})
    data = parquet(table, compression="zstd", use_dictionary=False, write_statistics=False)
    del table
    assert len(data) < 100_000
    assert "unfolds to 300," in problem_of("f.parquet", data).what


def test_rows_that_cost_nothing_to_write_are_refused() -> None:
    # runs of one value: a few bytes for each piece of rows
    data = in_runs(("true", "predicted"), 4)
    assert len(data) < 200_000
    # 20,000,000 rows of two values of eight bytes
    assert "unfolds to 320,000,000 bytes" in problem_of("f.parquet", data).what


def in_runs(columns: tuple[str, ...], pieces: int) -> bytes:
    """So many times five million rows of zeros."""
    schema = pa.schema([(name, pa.int8()) for name in columns])
    piece = pa.table([np.zeros(5_000_000, np.int8)] * len(columns), schema=schema)
    buffer = io.BytesIO()
    with pq.ParquetWriter(buffer, schema) as writer:
        for _ in range(pieces):
            writer.write_table(piece)
    return buffer.getvalue()


def test_pairs_that_cost_nothing_to_write_are_refused() -> None:
    data = in_runs(("id", "class", "truth", "predicted"), 17)
    assert len(data) < 2_000_000
    # 85,000,000 rows of four values of eight bytes
    assert "unfolds to 2,720,000,000 bytes" in problem_of("f.parquet", data).what


def test_rows_that_may_be_pairs_are_no_documents() -> None:
    data = in_runs(("id", "class", "truth", "predicted"), 1)
    (table,) = open_tables([("f.parquet", data)])
    roles = {"id": "ignore", "class": "ignore", "truth": "truth", "predicted": "predicted"}
    file = FileProposal(name="f.parquet", role="both", shape="labels", columns=roles)
    with pytest.raises(ReadError, match="unfolds to 160,000,000 bytes"):
        build_review([table], Proposal((file,)))
    with pytest.raises(ReadError, match="unfolds to 160,000,000 bytes"):
        open_table("f.parquet", data)


@pytest.mark.parametrize("kind", [pa.int64(), pa.bool_()], ids=str)
@pytest.mark.parametrize("order", ["in order", "classes in any order"])
def test_pairs_of_decisions_alone_are_read_however_small_their_file(
    kind: pa.DataType, order: str
) -> None:
    documents, classes = 25_000, 80
    rng = np.random.default_rng(6)
    which = np.tile(np.arange(classes), documents)
    if order != "in order":
        which = rng.permuted(which.reshape(documents, classes), axis=1).ravel()
    truth = rng.random(len(which)) < 0.02
    predicted = truth ^ (rng.random(len(which)) < 0.001)
    ids = pa.array([f"d{row:05}" for row in range(documents)])
    names = pa.array([f"c{c:02}" for c in range(classes)])
    columns = {
        "id": ids.take(pa.array(np.repeat(np.arange(documents), classes))),
        "class": names.take(pa.array(which)),
        "truth": pa.array(truth).cast(kind),
        "predicted": pa.array(predicted).cast(kind),
    }
    data = parquet(pa.table(columns), compression="zstd")
    # eight bytes for each value are many times as much
    assert 8 * 4 * len(which) > max(MOST_UNFOLDED, MOST_FOLD * len(data))
    review = read_review([("f.parquet", data)])
    labels, decisions = review.truth.labels, review.predictions[0].decisions
    assert labels is not None
    assert decisions is not None
    of_class = np.bincount(which, truth), np.bincount(which, predicted)
    assert [np.asarray(matrix.sum(axis=0)).ravel().tolist() for matrix in (labels, decisions)] == [
        own.tolist() for own in of_class
    ]
    assert int((labels != decisions).sum()) == int((truth != predicted).sum())


def wide(columns: int) -> bytes:
    rng = np.random.default_rng(1)
    scores = rng.random((columns, 20))
    held = {f"score:c{i}": values for i, values in enumerate(scores)}
    return parquet(pa.table({"id": range(20), "true": [f"c{i}" for i in range(20)]} | held))


@pytest.mark.slow
def test_ten_thousand_score_columns_of_parquet_are_read() -> None:
    data = wide(10_000)
    with ends("a wide file"):
        review = read_review([("f.parquet", data)])
    assert review.predictions[0].scores.shape == (10_000, 20)


def test_a_column_more_than_a_table_may_have_is_told_the_long_shape() -> None:
    names = [f"c{place}" for place in range(MOST_COLUMNS + 1)]
    (problem,) = header_problems("f.csv", names)
    assert problem.what == "20,001 columns, more than 20,000"
    assert "long shape: id, class, score" in problem.remedy
    assert not header_problems("f.csv", names[:-1])


def test_the_first_key_that_occurs_twice_is_found_in_one_pass() -> None:
    line = b"{" + b",".join(b'"c%d":1' % i for i in [*range(60_000), 59_998]) + b"}"
    with ends("a line of many keys"):
        problem = problem_of("f.jsonl", line)
    assert problem.column == "c59998"


def test_lines_of_few_of_many_keys_are_no_table() -> None:
    lines = [b'{"c%d":1}' % (i % 9_999) for i in range(10_000)]
    problem = problem_of("f.jsonl", b"\n".join(lines))
    assert "10,000 lines of 9,999 different keys" in problem.what
    assert "long shape" in problem.remedy


def test_what_json_lines_leave_out_is_missing() -> None:
    lines = b'{"id":1,"true":"a","predicted":"a","x":"p"}\n{"id":2,"true":"b","predicted":"b"}\n'
    review = read_review([("f.jsonl", lines + b'{"id":3,"true":"b","predicted":"a","x":"q"}')])
    assert review.truth.columns["x"].tolist() == ["p", "", "q"]


def test_blank_lines_without_end_are_refused() -> None:
    problem = problem_of("f.csv", GOOD + b"\r" * 4_000_000)
    assert "blank lines" in problem.what


def test_a_matrix_of_counts_makes_no_more_documents_than_can_be_shown() -> None:
    problem = problem_of("f.csv", b"true,predicted,count\na,b,19999999\n")
    assert "19,999,999, more than 5,000,000" in problem.what


def test_a_text_of_five_megabytes_is_read() -> None:
    text = "x" * 5_000_000
    for name, data in (
        ("f.csv", f"id,true,predicted,text\n1,a,a,{text}\n".encode()),
        ("f.jsonl", f'{{"id":1,"true":"a","predicted":"a","text":"{text}"}}'.encode()),
        ("f.parquet", parquet(pa.table({"true": ["a"], "predicted": ["a"], "text": [text]}))),
    ):
        assert read_review([(name, data)]).truth.columns["text"].tolist() == [text]


def test_a_file_is_read_as_what_it_holds_whatever_its_ending() -> None:
    table = pa.table({"id": ["1", "2"], "true": ["a", "b"], "predicted": ["a", "a"]})
    lines = b'{"id":1,"true":"a","predicted":"a"}\n{"id":2,"true":"b","predicted":"a"}\n'
    contents = {"f.csv": parquet(table), "f.parquet": GOOD, "g.csv": lines, "g.parquet": lines}
    for name, data in contents.items():
        review = read_review([(name, data)])
        assert review.truth.labels is not None
        assert review.truth.labels.toarray().tolist() == [[True, False], [False, True]], name


@pytest.mark.parametrize("given", ["csv", "int64", "uint64"])
def test_whole_scores_that_cannot_be_told_apart_are_refused(given: str) -> None:
    # 2^53 + 1 and 2^53 are one number in double precision
    scores = [2**53 + 1, 2**53, 1]
    if given == "csv":
        name, data = "f.csv", b"id,true,score:a\n1,a,%d\n2,a,%d\n3,b,%d\n" % tuple(scores)
        rows = [2, 3]  # below the header
    else:
        column = pa.array(scores, given)
        table = pa.table({"id": ["1", "2", "3"], "true": ["a", "a", "b"], "score:a": column})
        name, data = "f.parquet", parquet(table)
        rows = [1, 2]
    with pytest.raises(ReadError) as caught:
        read_review([(name, data)])
    assert [(p.row, p.column) for p in caught.value.problems] == [(row, "score:a") for row in rows]
    assert "9007199254740993" in caught.value.problems[0].what


def test_large_scores_that_were_floating_point_are_as_they_were() -> None:
    data = b"id,true,score:a\n1,a,1e300\n2,b,9007199254740991\n"
    scores = read_review([("f.csv", data)]).predictions[0].scores
    assert 1e300 in scores.data


def test_what_does_not_fit_into_memory_is_a_problem_like_any_other() -> None:
    with pytest.raises(ReadError) as caught, within_limits("f.csv"):
        np.empty(2**62, dtype=np.int8)
    assert "memory" in str(caught.value)
    with pytest.raises(ReadError) as caught, within_limits("f.csv"):
        pa.allocate_buffer(2**62)
    assert caught.value.problems[0].file == "f.csv"
