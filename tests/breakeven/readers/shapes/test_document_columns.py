"""Weights and clusters of documents: read in every shape, by name alone, and said."""

from __future__ import annotations

import argparse
import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from numpy.testing import assert_array_equal

from breakeven.commands.options import add_arguments, review_from
from breakeven.data.records import Problem, Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import FileProposal, Proposal
from breakeven.readers.build import build_review, read_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables
from tests.made import not_none


def named(files: dict[str, str]) -> list[tuple[str, bytes]]:
    return [(name, text.encode()) for name, text in files.items()]


def review_of(**files: str) -> Review:
    return read_review(named({f"{name}.csv": text for name, text in files.items()}))


def with_roles(proposal: Proposal, **roles: str) -> Proposal:
    """The proposal with the roles of some columns changed in every file that has them."""

    def changed(file: FileProposal) -> FileProposal:
        own = {column: role for column, role in roles.items() if column in file.columns}
        return replace(file, columns={**file.columns, **own})

    return Proposal(tuple(map(changed, proposal.files)))


def review_with(roles: dict[str, str], **files: str) -> Review:
    tables = open_tables(named({f"{name}.csv": text for name, text in files.items()}))
    return build_review(tables, with_roles(propose(tables), **roles))


def problems_with(roles: dict[str, str], **files: str) -> tuple[Problem, ...]:
    with pytest.raises(ReadError) as caught:
        review_with(roles, **files)
    return caught.value.problems


def notes_of(review: Review) -> list[str]:
    return [str(note) for note in review.notes]


# the same four documents in each shape: weights 2, 0.5, 1, 0; clusters x, y, x, none
ONE_ROW = "id,true,predicted,sample_weight,cluster\n1,a,a,2,x\n2,b,a,0.5,y\n3,a,b,1,x\n4,b,b,0,\n"
INDICATOR = (
    "id,a,b,score_a,score_b,weight,cluster_id\n"
    "1,1,0,.9,.1,2,x\n2,0,1,.6,.4,.5,y\n3,1,0,.2,.8,1e0,x\n4,0,1,.1,.7,0,\n"
)
PAIRS = (
    "id,class,truth,score,weight,cluster\n"
    "1,a,1,.9,2,x\n1,b,0,.1,2,x\n2,a,0,.6,0.5,y\n2,b,1,.4,0.5,y\n"
    "3,a,1,.2,1,x\n3,b,0,.8,1,x\n4,a,0,.1,0,\n4,b,1,.7,0,\n"
)
SYSTEMS = (
    "id,system,true,predicted,weight,cluster\n"
    "1,s,a,a,2,x\n2,s,b,a,0.5,y\n3,s,a,b,1,x\n4,s,b,b,0,\n"
    "1,t,a,b,2,x\n2,t,b,b,0.5,y\n3,t,a,a,1,x\n4,t,b,b,0,\n"
)


@pytest.mark.parametrize("text", [ONE_ROW, INDICATOR, PAIRS, SYSTEMS])
def test_weights_and_clusters_are_read_in_every_shape_of_documents(text: str) -> None:
    truth = review_of(f=text).truth
    assert list(not_none(truth.documents)) == ["1", "2", "3", "4"]
    assert truth.classes == ("a", "b")
    assert_array_equal(truth.weights, [2, 0.5, 1, 0])
    # the fourth document has no cluster, so it is one of its own
    assert_array_equal(truth.clusters, [0, 1, 0, 2])
    assert truth.weight_column in ("weight", "sample_weight")
    assert truth.cluster_column in ("cluster", "cluster_id")
    assert {truth.weight_column, truth.cluster_column} <= set(truth.columns)


def test_weights_and_clusters_come_from_any_kind_of_file() -> None:
    lines = (
        '{"id": 1, "true": "a", "predicted": "a", "weight": 0.5, "cluster": 7}\n'
        '{"id": 2, "true": "b", "predicted": "a", "weight": 2, "cluster": 7}\n'
        '{"id": 3, "true": "b", "predicted": "a", "weight": 1e1}\n'
    )
    semicolons = (
        "id;true;predicted;weight;cluster\n1;a;a;0,5;7\n2;b;a;2;7\n3;b;a;10;\n"  # decimal commas
    )
    columns = {"id": [1, 2, 3], "true": ["a", "b", "b"], "predicted": ["a", "a", "a"]}
    columns |= {"weight": [0.5, 2, 10], "cluster": [7, 7, None]}
    stored = io.BytesIO()
    pq.write_table(pa.table(columns), stored)
    for name, data in (
        ("f.jsonl", lines.encode()),
        ("f.csv", semicolons.encode()),
        ("f.parquet", stored.getvalue()),
    ):
        truth = read_review([(name, data)]).truth
        assert_array_equal(truth.weights, [0.5, 2, 10])
        assert_array_equal(truth.clusters, [0, 0, 1])


def test_weights_in_the_file_of_the_truth_meet_systems_by_id() -> None:
    review = review_of(
        truth="id,true,weight,cluster\n1,a,2,x\n2,b,3,x\n3,b,1,\n",
        svm="id,predicted\n3,b\n1,a\n2,a\n",
    )
    assert_array_equal(review.truth.weights, [2, 3, 1])
    assert_array_equal(review.truth.clusters, [0, 0, 1])


def test_weights_may_stand_in_the_file_of_a_system_when_it_is_said() -> None:
    review = review_with(
        {"w": "weight", "g": "cluster"},
        truth="id,true\n1,a\n2,b\n3,b\n",
        svm="id,predicted,w,g\n3,b,1,7\n1,a,2,8\n2,a,3,7\n9,a,5,9\n",
    )
    assert_array_equal(review.truth.weights, [2, 3, 1])
    assert_array_equal(review.truth.clusters, [0, 1, 1])
    assert_array_equal(review.truth.columns["w"], [2, 3, 1])
    assert not any("left out: 'w'" in note for note in notes_of(review))


def test_truth_in_two_files_brings_the_weights_of_both() -> None:
    review = review_of(
        train="id,true,weight,split\n1,a,2,train\n2,b,3,train\n",
        test="id,true,weight,split\n3,a,4,test\n4,b,5,test\n",
        svm="id,predicted\n1,a\n2,b\n3,a\n4,a\n",
    )
    assert_array_equal(review.truth.weights, [2, 3, 4, 5])
    assert_array_equal(review.truth.columns["weight"], [2, 3, 4, 5])


def test_columns_of_two_files_of_truth_hold_what_both_say() -> None:
    review = review_of(
        train="id,true,n,lang,code,part\n1,a,2,en,7,x\n2,b,3,,8,y\n",
        test="id,true,n,lang,code,half\n3,a,4,de,x7,1.5\n4,b,5,fr,,2\n",
        svm="id,predicted\n1,a\n2,b\n3,a\n4,a\n",
    )
    columns = review.truth.columns
    assert columns["n"].tolist() == [2, 3, 4, 5]
    assert columns["lang"].tolist() == ["en", "", "de", "fr"]
    # numbers in one file and text in the other are text
    assert columns["code"].tolist() == ["7", "8", "x7", ""]
    assert columns["part"].tolist() == ["x", "y", "", ""]
    assert_array_equal(columns["half"], [np.nan, np.nan, 1.5, 2])


def test_taking_weights_and_clusters_is_said() -> None:
    notes = notes_of(review_of(f=ONE_ROW))
    assert any(
        "'sample_weight': the column is read as the weights of documents" in n for n in notes
    )
    assert any("'cluster': the column is read as the clusters of documents" in n for n in notes)


@pytest.mark.parametrize("header", ["thread", "author", "weighting", "group", "w", "weights"])
def test_other_headers_are_never_taken_for_weights_or_clusters(header: str) -> None:
    truth = review_of(f=f"id,true,predicted,{header}\n1,a,a,2\n2,b,a,2\n").truth
    assert truth.weights is None
    assert truth.clusters is None
    assert list(truth.columns) == [header]


def test_a_class_called_weight_stays_a_class() -> None:
    text = "id,true,weight,price\n1,weight,0.75,.25\n2,price,.125,0.5\n"
    review = review_of(f=text)
    assert review.truth.weights is None
    assert review.truth.classes == ("price", "weight")
    assert review.predictions[0].scores.tolist() == [[0.25, 0.5], [0.75, 0.125]]


def test_text_under_the_header_weight_is_no_weight() -> None:
    truth = review_of(f="id,true,predicted,weight\n1,a,a,heavy\n2,b,a,light\n").truth
    assert truth.weights is None
    assert list(truth.columns["weight"]) == ["heavy", "light"]


def test_every_bad_weight_is_named() -> None:
    text = "id,true,predicted,weight\n1,a,a,2\n2,b,a,-1\n3,b,b,\n4,a,b,nan\n5,a,b,inf\n6,b,b,1\n"
    problems = problems_with({}, f=text)
    assert [(p.row, p.column) for p in problems] == [(r, "weight") for r in (3, 4, 5, 6)]
    assert [p.what for p in problems] == [
        *("the weight is '-1'", "the weight is missing", "the weight is 'nan'"),
        "the weight is 'inf'",
    ]
    assert all("0 or more" in p.remedy for p in problems)


def test_weights_that_are_all_zero_are_refused() -> None:
    (problem,) = problems_with({}, f="id,true,predicted,weight\n1,a,a,0\n2,b,a,0\n")
    assert problem.what == "all weights are 0"


@pytest.mark.parametrize(("old", "new"), [("1,b,0,.1,2,x", "1,b,0,.1,3,x")])
def test_rows_of_a_document_that_differ_in_weight_are_named(old: str, new: str) -> None:
    (problem,) = problems_with({}, f=PAIRS.replace(old, new))
    assert (problem.row, problem.column) == (3, "weight")
    assert problem.what == "the weight '3' differs from an earlier row of the same document"
    (problem,) = problems_with({}, f=SYSTEMS.replace("3,t,a,a,1,x", "3,t,a,a,1,z"))
    assert (problem.row, problem.column) == (8, "cluster")


def test_files_that_differ_in_a_weight_or_leave_one_open_are_refused() -> None:
    truth = "id,true,weight,g\n1,a,2,x\n2,b,3,\n"
    system = "id,predicted,weight,g\n1,a,2,x\n2,a,4,y\n"
    roles = {"weight": "weight"}
    (problem,) = problems_with(roles, truth=truth, svm=system)
    assert (problem.file, problem.row, problem.column) == ("svm.csv", 3, "weight")
    assert "of '2' differs from another file's" in problem.what
    # an empty cell is no cluster yet, so another file may name it
    review = review_with({"g": "cluster", "weight": "slice"}, truth=truth, svm=system)
    assert_array_equal(review.truth.clusters, [0, 1])
    (problem,) = problems_with(
        {"w": "weight"}, truth="id,true\n1,a\n2,b\n", svm="id,predicted,w\n1,a,2\n"
    )
    assert "documents without a weight: 1 ('2')" in problem.what


def test_counts_without_documents_have_no_weights() -> None:
    text = "true,predicted,count,more\na,a,3,1\na,b,1,2\nb,b,2,1\n"
    tables = open_tables(named({"m.csv": text}))
    roles = {"true": "truth", "predicted": "predicted", "count": "count", "more": "weight"}
    file = FileProposal(name="m.csv", role="matrix", shape="long matrix", columns=roles)
    with pytest.raises(ReadError) as caught:
        build_review(tables, Proposal((file,)))
    (problem,) = caught.value.problems
    assert problem.column == "more"
    assert "no documents" in problem.what


def test_two_columns_of_weights_are_refused() -> None:
    text = "id,true,predicted,weight,w\n1,a,a,2,1\n2,b,a,1,1\n"
    (problem,) = problems_with({"w": "weight"}, f=text)
    assert "all read as weight" in problem.what


def test_the_fingerprint_depends_on_the_role() -> None:
    as_weight = review_of(f=ONE_ROW)
    as_slice = review_with({"sample_weight": "slice"}, f=ONE_ROW)
    assert as_slice.truth.weights is None
    assert as_weight.fingerprint != as_slice.fingerprint
    assert_array_equal(np.asarray(as_slice.truth.columns["sample_weight"]), [2, 0.5, 1, 0])


def test_the_command_line_names_the_columns(tmp_path: Path) -> None:
    file = tmp_path / "f.csv"
    file.write_text("id,true,predicted,w,weight,thread\n1,a,a,2,7,x\n2,b,a,3,7,x\n")
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    named_columns = ["--weight-column", "w", "--cluster-column", "thread"]
    truth = review_from(parser.parse_args([str(file), *named_columns])).truth
    assert_array_equal(truth.weights, [2, 3])
    assert_array_equal(truth.clusters, [0, 0])
    # the column of the usual name gave way
    assert_array_equal(truth.columns["weight"], [7, 7])
