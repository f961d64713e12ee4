"""What one system said in several files is put together where each has other documents."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from breakeven.data.records import Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import Proposal
from breakeven.readers.build import build_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables

TRUTH = "id,true\n1,a\n2,b\n3,a\n"


def read_as_one(*files: str) -> Review:
    """The truth, and files that are said to be of one system."""
    texts = [TRUTH, *files]
    tables = open_tables([(f"{place}.csv", text.encode()) for place, text in enumerate(texts)])
    proposed = [replace(file, system="one") for file in propose(tables).files]
    return build_review(tables, Proposal(tuple(proposed)))


def test_scores_and_decisions_stand_with_their_documents() -> None:
    head = "id,predicted,score:a,score:b"
    review = read_as_one(f"{head}\n3,a,0.9,0.1\n1,b,0.2,0.8\n", f"{head}\n2,b,0.4,0.6\n")
    (said,) = review.predictions
    assert list(said.rows) == [0, 1, 2]
    assert isinstance(said.scores, np.ndarray)
    assert said.scores.tolist() == [[0.2, 0.4, 0.9], [0.8, 0.6, 0.1]]
    assert said.decisions is not None
    assert said.decisions.toarray().tolist() == [[False, True], [False, True], [True, False]]


@pytest.mark.parametrize(
    "second",
    ["id,predicted\n2,b\n3,b\n", "id,predicted,score:a,score:b\n3,a,0.5,0.5\n"],
    ids=["the same document", "scores in one of them"],
)
def test_files_that_are_no_parts_of_one_answer_need_names_of_their_own(second: str) -> None:
    with pytest.raises(
        ReadError, match=r"system 'one' is also in 1\.csv; give the system of each file"
    ):
        read_as_one("id,predicted\n1,a\n2,b\n", second)
