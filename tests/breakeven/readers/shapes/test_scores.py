"""A list of classes and a list of their scores in each row are read as they stand."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import Proposal
from breakeven.readers.build import build_review, read_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables

LABELS = [["grain", "corn"], ["corn", "rice", "grain"], []]
SCORES = [[0.9, 0.5], [0.0, 0.25, 0.75], []]
TRUE = [["grain"], ["rice", "wheat"], ["corn"]]


def parquet(**columns: Any) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table({"id": ["1", "2", "3"], **columns}), out)
    return out.getvalue()


def refused(**columns: Any) -> list[str]:
    with pytest.raises(ReadError) as error:
        read_review([("f.parquet", parquet(**columns))])
    return [str(problem) for problem in error.value.problems]


def test_lists_of_classes_and_scores_are_taken_for_scores_of_what_is_listed() -> None:
    review = read_review([("f.parquet", parquet(true=TRUE, labels=LABELS, scores=SCORES))])
    assert review.truth.classes == ("corn", "grain", "rice", "wheat")
    (system,) = review.predictions
    assert system.decisions is None
    scores = {
        (review.truth.classes[c], d): float(value)
        for c, d, value in zip(
            *system.scores.tocoo().coords, system.scores.tocoo().data, strict=True
        )
    }
    # what is listed at 0 has a score; what is not listed has none
    assert scores == {
        ("grain", 0): 0.9, ("corn", 0): 0.5,
        ("corn", 1): 0.0, ("rice", 1): 0.25, ("grain", 1): 0.75,
    }  # fmt: skip
    assert "0 ('" not in str(review.notes)


@pytest.mark.parametrize(
    ("name", "probabilities"), [("scores", False), ("probabilities", True), ("logits", False)]
)
def test_listed_scores_are_probabilities_where_their_header_says_so(
    name: str, probabilities: bool
) -> None:
    review = read_review([("f.parquet", parquet(true=TRUE, labels=LABELS, **{name: SCORES}))])
    assert review.predictions[0].probabilities is probabilities


def test_truth_in_a_file_of_its_own_is_joined_with_listed_scores() -> None:
    files = [
        ("truth.parquet", parquet(true=TRUE)),
        ("scores.parquet", parquet(labels=LABELS, scores=pa.array(SCORES, pa.list_(pa.float32())))),
    ]
    review = read_review(files)
    assert review.predictions[0].scores.dtype == np.float32
    assert review.predictions[0].scores.nnz == 5
    assert review.truth.positives_per_class.tolist() == [1, 1, 1, 1]


def test_two_lists_may_be_given_their_roles() -> None:
    tables = open_tables([("f.parquet", parquet(true=TRUE, x=LABELS, y=[[3, 1], [0, 1, 2], []]))])
    (file,) = propose(tables).files
    assert "listed" not in file.columns.values()
    said = Proposal((file.with_roles({"x": "listed", "y": "scores"}),))
    assert build_review(tables, said).predictions[0].scores.sum() == 7
    alone = Proposal((file.with_roles({"x": "listed"}),))
    with pytest.raises(ReadError, match="choose both"):
        build_review(tables, alone)


def test_lists_that_do_not_go_together_are_refused_by_their_rows() -> None:
    tables = open_tables(
        [("f.parquet", parquet(true=TRUE, labels=LABELS, scores=[*SCORES[:2], [1.0]]))]
    )
    (file,) = propose(tables).files
    said = Proposal((file.with_roles({"labels": "listed", "scores": "scores"}),))
    with pytest.raises(ReadError) as error:
        build_review(tables, said)
    assert [(p.row, p.column) for p in error.value.problems] == [(3, "scores")]
    assert "the numbers of scores and classes differ" in str(error.value)


@pytest.mark.parametrize(
    ("labels", "scores", "what"),
    [
        (["corn", "corn"], [0.1, 0.2], "a class is listed twice"),
        (["corn", ""], [0.1, 0.2], "a class has no name"),
        (["corn", None], [0.1, 0.2], "a class has no name"),
        (["corn", "rice"], [0.1, None], "a score is no number"),
        (["corn", "rice"], [0.1, float("nan")], "a score is no number"),
        (["corn", "rice"], [0.1, float("inf")], "a score is no number"),
    ],
)
def test_what_is_wrong_in_a_list_is_said_with_its_row(
    labels: list[str | None], scores: list[float | None], what: str
) -> None:
    (said,) = refused(true=TRUE, labels=[LABELS[0], labels, []], scores=[SCORES[0], scores, []])
    assert what in said
    assert "row 2" in said
