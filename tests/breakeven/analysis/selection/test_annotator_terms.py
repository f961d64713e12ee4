"""Documents on which annotators differ, as a filter keeps them."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

import breakeven as be
from breakeven.analysis.selection.errors import FilterError
from breakeven.analysis.selection.selected_evaluation import evaluate_selection
from breakeven.analysis.selection.selection import select
from breakeven.data.records import Annotator
from tests.made import matrix_of, review_of, truth_of


def review(with_people: bool = True) -> be.Review:
    """Of a b documents: x and y differ on b of d1 and on a of d3; d2 was labelled by x alone."""
    people = (
        Annotator("x", np.arange(4), sparse.csc_array(matrix_of(["a", "ab", "b", "a"], 2))),
        Annotator("y", np.array([0, 1, 3]), sparse.csc_array(matrix_of(["a", "a", ""], 2))),
    )
    truth = truth_of(matrix_of(["a", "a", "b", "a"], 2), annotators=people if with_people else ())
    return review_of(truth, model=matrix_of(["a", "b", "b", ""], 2))


def rows_where(text: str) -> list[int]:
    evaluation = evaluate_selection(review(), select(review(), {"where": text}))[1]
    assert evaluation is not None
    return evaluation.rows.tolist()


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("disputed", [1, 3]),
        ("disputed:a", [3]),
        ("disputed:b", [1]),
        ("-disputed", [0, 2]),
        ("disputed called:b", [1]),
    ],
)
def test_documents_on_which_people_differ(text: str, rows: list[int]) -> None:
    assert rows_where(text) == rows


def test_what_cannot_be_disputed() -> None:
    with pytest.raises(FilterError, match="there is no class 'z'"):
        rows_where("disputed:z")
    with pytest.raises(FilterError, match="do not say who labelled what"):
        select(review(with_people=False), {"where": "disputed"})
