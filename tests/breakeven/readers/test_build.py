"""Every kind of wrong input is refused with row, column, what and remedy; or kept, and said."""

from __future__ import annotations

import io
import pickle
import zipfile
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.progress import report_to
from breakeven.readers.base.proposal import FileProposal, Proposal
from breakeven.readers.base.read_options import ReadOptions
from breakeven.readers.build import read_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables

GOOD = b"id,true,predicted\n1,a,a\n2,b,a\n"


def problems_of(*files: Any, proposal: Proposal | None = None) -> tuple[Problem, ...]:
    named = [("f.csv", files[0])] if isinstance(files[0], bytes) else list(files)
    with pytest.raises(ReadError) as caught:
        read_review(named, proposal)
    found = caught.value.problems
    assert found
    assert all(problem.what and problem.remedy and problem.file for problem in found)
    return found


def places(problems: tuple[Problem, ...]) -> list[tuple[int | None, str | None]]:
    return [(problem.row, problem.column) for problem in problems]


def stating_probabilities(*files: Any) -> Proposal:
    found = propose(open_tables(list(files))).files
    return Proposal(tuple(FileProposal(**{**vars(f), "probabilities": True}) for f in found))


def test_latin_1_is_refused_with_the_byte_and_the_line() -> None:
    (problem,) = problems_of("id,true,predicted\n1,a,a\n2,Ü,a\n".encode("latin-1"))
    assert problem.row == 3
    assert "byte 0xdc at position 26 is not utf-8" in problem.what  # 18 + 6 bytes, then "2,"
    assert "latin-1" in problem.remedy


def test_utf_16_without_a_mark_is_refused() -> None:
    (problem,) = problems_of("id,true,predicted\n1,a,a\n".encode("utf-16-le"))
    assert problem.row == 1
    assert "NUL" in problem.what
    assert "UTF-16" in problem.remedy


def test_an_unknown_encoding_is_refused() -> None:
    file = ("f.csv", GOOD)
    for name in ("klingon", "rot13"):
        with pytest.raises(ReadError) as caught:
            open_tables([file], {"f.csv": ReadOptions(name)})
        assert name in caught.value.problems[0].what


def test_a_nul_byte_is_refused() -> None:
    (problem,) = problems_of(b"id,true,predicted\n1,a,a\n2,b\0,a\n")
    assert problem.row == 3
    assert "NUL" in problem.what
    (problem,) = problems_of(("f.jsonl", b'{"id": "1", "true": "a\\u0000", "predicted": "a"}'))
    assert "NUL" in problem.what


def test_every_ragged_row_is_named_by_its_line() -> None:
    # the quoted field of line 2 holds a line break, so the next row starts on line 4
    text = b'id,true,predicted\n1,"a\nb",a\n2,b\n3,b,b,b\n\n4,a,a\n5\n'
    assert places(found := problems_of(text)) == [(4, None), (5, None), (8, None)]
    assert "2 fields where the header has 3" in found[0].what
    assert "4 fields" in found[1].what


def test_a_first_row_longer_than_the_header_is_refused() -> None:
    assert places(problems_of(b"true,predicted\n1,a,a\n2,b,b\n")) == [(2, None), (3, None)]


def test_many_problems_of_a_kind_end_with_how_many_more() -> None:
    found = problems_of(GOOD + b"x\n" * 50)
    assert len(found) == 21
    assert found[-1].row is None
    assert "30 more" in found[-1].what


def test_a_title_above_the_header_is_told_from_names_that_come_twice() -> None:
    (problem,) = problems_of(b"Results;;\nid;true;predicted\n1;a;a\n")
    assert "the line of the header" in problem.remedy


def test_duplicate_headers_are_refused() -> None:
    (problem,) = problems_of(b"id,true,predicted,true\n1,a,a,b\n")
    assert (problem.row, problem.column) == (1, "true")
    assert "2 columns have this name" in problem.what
    arrays = [pa.array(["a"]), pa.array(["b"])]
    buffer = io.BytesIO()
    pq.write_table(pa.Table.from_arrays(arrays, names=["true", "true"]), buffer)
    (problem,) = problems_of(("f.parquet", buffer.getvalue()))
    assert problem.column == "true"


@pytest.mark.parametrize("name", ["f.csv", "f.jsonl", "f.parquet", "f.xyz"])
def test_an_empty_file_is_refused(name: str) -> None:
    (problem,) = problems_of((name, b""))
    assert "empty" in problem.what


@pytest.mark.parametrize("data", [b"id,true,predicted\n", b"id,true,predicted", b"\n\n \n"])
def test_a_header_alone_or_blanks_are_refused(data: bytes) -> None:
    (problem,) = problems_of(data)
    assert "no rows below" in problem.what or "only blanks" in problem.what


def test_an_unclosed_quote_is_named_by_the_line_it_opens_on() -> None:
    (problem,) = problems_of(b'id,true,predicted\n1,a,a\n2,"b,a\n3,a,a\n')
    assert problem.row == 3
    assert "never closed" in problem.what
    (problem,) = problems_of(b'id,true,predicted\n1,a,a\n2,"b,a\n3,"a",a\n')
    assert problem.row == 3
    assert "follows a closing quote" in problem.what


def zipped() -> Any:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("f.csv", GOOD)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "what"),
    [
        ("f.csv", b"PAR1" + b"x" * 50, "the Parquet file is broken"),
        ("f.parquet", b"PARE" + bytes(50), "is not Parquet"),
        ("f.csv", zipped()[:-9], "zip"),
        ("f.csv", b"\x1f\x8b\x08" + b"x" * 20, "gzip"),
        ("f.csv", pickle.dumps({"true": ["a"]}), "pickle"),
        ("f.pkl", GOOD, "cannot be read"),
        ("noending", GOOD, "cannot be read"),
        ("f.xlsx", zipped()[:-9], "the workbook is broken"),
        ("f.jsonl", GOOD, "not JSON"),
        ("f.jsonl", b'{"a": "b', "not JSON: Unterminated string starting at character 7"),
    ],
)
def test_what_is_no_table_of_text_or_parquet_is_refused(name: str, data: bytes, what: str) -> None:
    assert what in problems_of((name, data))[0].what


def test_too_many_columns_are_refused() -> None:
    header = ",".join(f"c{i}" for i in range(200_000)).encode()
    row = b",".join([b"1"] * 200_000)
    (problem,) = problems_of(header + b"\n" + row + b"\n")
    assert "200,000 columns" in problem.what
    line = b"{" + b",".join(b'"c%d": 1' % i for i in range(20_001)) + b"}"
    (problem,) = problems_of(("f.jsonl", line))
    assert "20,001" in problem.what


def parquet_bytes() -> bytes:
    rng = np.random.default_rng(5)
    table = pa.table(
        {
            "id": np.arange(2000),
            "true": rng.choice(["a", "b"], 2000),
            "score_a": rng.random(2000),
            "score_b": rng.random(2000),
        }
    )
    buffer = io.BytesIO()
    pq.write_table(table, buffer, row_group_size=500)
    return buffer.getvalue()


@pytest.mark.parametrize("share", [0.001, 0.3, 0.9, 0.999])
def test_a_truncated_parquet_is_refused(share: float) -> None:
    data = parquet_bytes()
    (problem,) = problems_of(("f.parquet", data[: max(5, int(len(data) * share))]))
    assert "broken or cut short" in problem.what


def test_a_parquet_with_broken_pages_is_refused() -> None:
    data = bytearray(parquet_bytes())
    data[200:2000] = b"\xff" * 1800
    assert any("broken" in p.what for p in problems_of(("f.parquet", bytes(data))))


def test_every_bad_line_of_json_is_named() -> None:
    text = (
        b'{"id": "1", "true": "a", "predicted": "a"}\n'
        b"[1, 2]\n"
        b"{nonsense}\n"
        b'{"id": "2", "true": "a", "true": "b", "predicted": "a"}\n\n'
        b'{"id": "3", "true": "a"\n'
    ) + b"[" * 100_000
    problems = problems_of(("f.jsonl", text))
    assert [(p.row, p.column) for p in problems] == [
        (2, None), (3, None), (4, "true"), (6, None), (7, None)
    ]  # fmt: skip
    assert "not an object" in problems[0].what
    assert "occurs twice" in problems[2].what
    assert "nested too deeply" in problems[4].what


def test_a_field_over_ten_megabytes_is_refused() -> None:
    big = b"x" * 10_000_001
    (problem,) = problems_of(GOOD + b"3," + big + b",a\n")
    assert problem.row == 4
    assert "10 MB" in problem.what
    line = b'{"id": "1", "true": "' + big + b'", "predicted": "a"}'
    (problem,) = problems_of(("f.jsonl", line))
    assert (problem.row, problem.column) == (1, "true")


def test_duplicate_and_missing_ids_are_refused() -> None:
    found = problems_of(GOOD + b"1,a,a\n,a,a\n2,a,a\n")
    assert sorted(places(found)) == [(4, "id"), (5, "id"), (6, "id")]
    assert any("'1' occurred before" in problem.what for problem in found)
    assert any("missing" in problem.what for problem in found)


def test_ids_in_common_with_no_other_file_are_refused() -> None:
    (problem,) = problems_of(
        ("truth.csv", b"id,true\n1,a\n2,b\n"), ("x.csv", b"id,predicted\nx1,a\nx2,b\n")
    )
    assert (problem.file, problem.column) == ("x.csv", "id")
    assert problem.what == "no value of 2 in “id” has its like in “id” of truth.csv"


def test_a_join_without_ids_needs_equal_lengths() -> None:
    proposal = Proposal(
        (
            FileProposal("truth.csv", "truth", "labels", {"true": "truth"}),
            FileProposal("x.csv", "predictions", "labels", {"predicted": "predicted"}),
        ),
        join_by_row_order=True,
    )
    files = (("truth.csv", b"true\na\nb\n"), ("x.csv", b"predicted\na\n"))
    assert {problem.file for problem in problems_of(*files, proposal=proposal)} == {
        "truth.csv",
        "x.csv",
    }
    assert "no column links" in problems_of(*files)[0].what
    (problem,) = problems_of(("truth.csv", b"id,true\n1,a\n2,b\n"), ("x.csv", b"predicted\na\nb\n"))
    assert "no column links" in problem.what


def test_scores_that_are_no_numbers_are_named_one_by_one() -> None:
    text = b"id,true,score_a,score_b\n1,a,nan,1\n2,b,0.5,inf\n3,b,,1\n4,a,1e400,x\n5,a,1,2\n"
    roles = {"id": "id", "true": "truth", "score_a": "score", "score_b": "score"}
    classes = {"score_a": "a", "score_b": "b"}
    proposal = Proposal((FileProposal("f.csv", "both", "wide scores", roles, classes),))
    problems = problems_of(text, proposal=proposal)
    assert places(problems) == [
        (2, "score_a"), (3, "score_b"), (4, "score_a"), (5, "score_a"), (5, "score_b")
    ]  # fmt: skip
    assert [problem.what for problem in problems] == [
        "the score is 'nan'", "the score is 'inf'", "the score is missing",
        "the score is '1e400'", "the score is 'x'",
    ]  # fmt: skip


def test_rows_without_scores_are_one_cause_and_one_line() -> None:
    rows = "".join(f"{i},a,{'' if i >= 100 else 1},{'' if i >= 110 else 2}\n" for i in range(300))
    (problem,) = problems_of(f"id,true,score_a,score_b\n{rows}300,b,1,2\n".encode())
    # 200 and 190 cells; the row of document 100 is the 102nd
    assert (problem.row, problem.column) == (102, "score_a")
    assert problem.what == (
        "the score is missing, as are 389 others: in all in 200 rows and 2 columns"
    )
    assert problem.remedy == "give a number in each, or leave these rows out"


def test_nan_and_null_in_parquet_scores_are_refused() -> None:
    table = pa.table({"true": ["a", "b"], "score_a": [float("nan"), 1.0], "score_b": [1.0, None]})
    buffer = io.BytesIO()
    pq.write_table(table, buffer)
    assert places(problems_of(("f.parquet", buffer.getvalue()))) == [(1, "score_a"), (2, "score_b")]


def test_many_bad_scores_are_counted() -> None:
    rows = b"".join(b"%d,a,%s,inf\n" % (i, b"inf" if i % 2 else b"1") for i in range(60))
    found = problems_of(b"id,true,score_a,score_b\n" + rows + b"60,b,1,2\n")
    assert len(found) == 21
    assert "70 more" in found[-1].what  # 30 + 60 bad cells, 20 listed


def test_probabilities_outside_0_and_1_are_refused_once_declared() -> None:
    text = b"id,true,score_a,score_b\n1,a,1.5,0\n2,b,1,-0.25\n"
    assert read_review([("f.csv", text)]).predictions[0].scores.max() == 1.5
    found = problems_of(text, proposal=stating_probabilities(("f.csv", text)))
    assert places(found) == [(2, "score_a"), (3, "score_b")]
    assert "probability is '1.5'" in found[0].what
    long = b"id,class,truth,score\n1,a,1,2\n1,b,0,\n2,a,0,0.5\n"
    found = problems_of(long, proposal=stating_probabilities(("f.csv", long)))
    assert places(found) == [(2, "score")]


def test_an_unreadable_score_of_the_long_shape_is_refused() -> None:
    found = problems_of(b"id,class,truth,score\n1,a,1,x\n1,b,0,NaN\n2,a,0,\n")
    assert places(found) == [(2, "score"), (3, "score")]


def test_a_pair_given_twice_is_refused() -> None:
    found = problems_of(b"id,class,truth,score\n1,a,1,1\n1,a,1,2\n2,b,0,1\n")
    assert places(found) == [(3, "class")]


def test_contradicting_truths_are_refused() -> None:
    found = problems_of(b"id,system,true,predicted\n1,x,a,a\n1,y,b,a\n2,x,a,a\n2,x,a,b\n")
    assert (3, "id") in places(found)  # the truth of document 1
    assert (5, "system") in places(found)  # x speaks twice of document 2
    found = problems_of(
        ("x.csv", b"id,true,predicted\n1,a,a\n2,a,a\n"),
        ("y.csv", b"id,true,predicted\n2,b,a\n1,a,a\n"),
    )
    assert [(p.file, p.row) for p in found] == [("y.csv", 2)]


def test_flags_that_are_neither_are_refused() -> None:
    roles = {"id": "id", "a": "indicator", "predicted": "predicted"}
    proposal = Proposal((FileProposal("f.csv", "both", "indicator", roles, {"a": "a"}),))
    found = problems_of(b"id,a,predicted\n1,1,a\n2,2,a\n3,yes,a\n", proposal=proposal)
    assert places(found) == [(3, "a"), (4, "a")]
    assert "'2' is neither 1 nor 0" in found[0].what


def test_truth_beside_what_may_be_predicted_is_asked_about() -> None:
    """A column that seems to hold predictions is not passed over where there are no others."""
    lists = b'id,true,probs\n1,a,"[0.1, 0.9]"\n2,b,"[0.1, 0.9]"\n'
    (problem,) = problems_of(lists)
    assert problem.what == "there are no predictions"
    assert "column “probs”" in problem.remedy


def test_files_that_say_nothing_are_refused() -> None:
    (problem,) = problems_of(b"id,text\n1,a\n2,b\n")
    assert "no column holds a truth" in problem.what


def test_two_files_of_one_name_or_one_system_are_refused() -> None:
    assert "two files have the same name" in problems_of(("f.csv", GOOD), ("f.csv", GOOD))[0].what
    files = [("truth.csv", b"id,true\n1,a\n"), ("x.csv", b"id,predicted\n1,a\n")]
    files.append(("x.tsv", b"id\tpredicted\n1\ta\n"))
    assert [p.system for p in read_review(files).predictions] == ["x", "x (2)"]
    proposal = propose(open_tables(files))
    same = tuple(FileProposal(**{**vars(file), "system": "x"}) for file in proposal.files)
    assert "also in x.csv" in problems_of(*files, proposal=Proposal(same))[0].what


def test_problems_of_all_files_come_at_once() -> None:
    found = problems_of(
        ("a.csv", b"id,true\n1\n"), ("b.jsonl", b"[]\n"), ("c.parquet", b"PAR1"), ("d.csv", b"")
    )
    assert {problem.file for problem in found} == {"a.csv", "b.jsonl", "c.parquet", "d.csv"}


def test_a_proposal_for_other_files_or_columns_is_refused() -> None:
    proposal = propose(open_tables([("f.csv", GOOD)]))
    assert (
        "does not fit the way it should be read"
        in problems_of(("g.csv", GOOD), proposal=proposal)[0].what
    )
    found = problems_of(b"id,true,called\n1,a,a\n", proposal=proposal)
    assert places(found) == [(None, "predicted")]
    roles = {"id": "id", "true": "truth", "predicted": "truth"}
    twice = Proposal((FileProposal("f.csv", "both", "labels", roles),))
    assert "all read as true class" in problems_of(GOOD, proposal=twice)[0].what


@pytest.mark.parametrize("count", ["-1", "1.5", "x", "", "inf"])
def test_counts_are_whole_numbers(count: str) -> None:
    roles = {"true": "truth", "predicted": "predicted", "count": "count"}
    proposal = Proposal((FileProposal("f.csv", "matrix", "long matrix", roles),))
    text = f"true,predicted,count\na,a,3\na,b,{count}\n".encode()
    assert places(problems_of(text, proposal=proposal)) == [(3, "count")]


@pytest.mark.parametrize("missing", ["true", "predicted", "count"])
def test_a_list_of_counts_without_one_of_its_columns_says_which_it_needs(missing: str) -> None:
    roles = {"true": "truth", "predicted": "predicted", "count": "count"} | {missing: "slice"}
    proposal = Proposal((FileProposal("f.csv", "matrix", "long matrix", roles),))
    (problem,) = problems_of(b"true,predicted,count\na,a,3\na,b,1\n", proposal=proposal)
    assert "needs columns with the true class, the predicted class, and the count" in problem.what


def test_a_matrix_of_too_many_documents_is_refused() -> None:
    found = problems_of(b"true,predicted,count\na,a,20000000\na,b,1\n")
    assert "20,000,001" in found[0].what


@pytest.mark.parametrize(
    "column",
    [
        pa.array([b"a", b"\xff"]),
        pa.array([{"a": 1}, {"a": 2}]),
        pa.array([[{"a": 1}], []]),
        pa.array([[("a", 1)], []], pa.map_(pa.string(), pa.int64())),
    ],
)
def test_truth_of_a_type_that_is_no_class_is_refused(column: Any) -> None:
    buffer = io.BytesIO()
    pq.write_table(pa.table({"true": column, "predicted": ["a", "b"]}), buffer)
    (problem,) = problems_of(("f.parquet", buffer.getvalue()))
    assert problem.column == "true"
    assert "cannot be read" in problem.what


def test_an_odd_cell_in_an_indicator_column_is_named_and_does_not_make_it_a_slice() -> None:
    text = b"id,a,b,prob_a,prob_b\n1,1,0,.2,.3\n2,2,0,.2,.3\n3,1,1,.2,.3\n"
    (problem,) = problems_of(text)
    assert (problem.row, problem.column) == (3, "a")
    assert "'2' is neither 1 nor 0" in problem.what


def test_an_odd_truth_in_the_long_shape_is_named_beside_the_other_problems() -> None:
    text = b"id,class,truth,score\n1,a,1,0.3\n1,a,1,0.4\n2,b,7,0.1\n2,a,0,nan\n"
    assert places(problems_of(text)) == [(3, "class"), (4, "truth"), (5, "score")]


@pytest.mark.parametrize(("groups", "more"), [(20, ()), (22, ("and 2 more groups of classes",))])
def test_the_first_twenty_groups_of_classes_that_look_alike_are_named_and_others_counted(
    groups: int, more: tuple[str, ...]
) -> None:
    rows = [f"{i}{case},{name},{name}" for i in range(groups) for case, name in
            (("a", f"class {i}"), ("b", f"Class {i}"))]  # fmt: skip
    review = read_review([("f.csv", "\n".join(["id,true,predicted", *rows]).encode())])
    said = [note.what for note in review.notes if "look alike" in note.what]
    assert [what.startswith("classes that look alike: ") for what in said[:20]] == [True] * 20
    assert tuple(what[:28] for what in said[20:]) == more


def test_whoever_waits_is_told_when_the_review_is_put_together() -> None:
    told: list[str] = []
    with report_to(lambda progress: told.append(progress.stage)):
        read_review([("f.csv", GOOD)])
    assert told.index("Reading file") < told.index("Putting the review together")
