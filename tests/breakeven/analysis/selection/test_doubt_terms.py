"""Filters by labels that are likely wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import breakeven as be
from breakeven.analysis.selection.errors import FilterError
from breakeven.data.records import Predictions, Review
from tests.made import truth_of

N = 40


def made(probabilities: bool = True, **more: Any) -> Review:
    """Of forty documents 0 lacks the class a, and 6 has b by mistake; one system sees both."""
    right = (np.arange(N)[:, None] + np.arange(2)) % 4 == 0
    given = right.copy()
    given[0, 0], given[6, 1] = False, True
    p = np.where(right, 0.9, 0.1).T.copy()
    said = Predictions("seer", np.arange(N), p, probabilities=probabilities)
    return Review("made", truth_of(given, **more), (said,), (), "made")


def count_where(review: Review, where: str, split: str = "all") -> int:
    return be.evaluate(review, split=split, where=where).documents


@pytest.mark.parametrize(
    ("where", "documents"),
    [
        ("doubtful", 2),
        ("doubtful:a", 1),
        ("doubtful:b true:b", 1),
        ("doubtful:a true:a", None),
        ("-doubtful", 38),
        ("doubtful wrong", 2),
    ],
)
def test_documents_with_a_label_in_doubt_are_kept(where: str, documents: int | None) -> None:
    if documents is None:
        with pytest.raises(ValueError, match="keeps nothing"):
            count_where(made(), where)
    else:
        assert count_where(made(), where) == documents


def test_of_training_documents_none_is_doubtful() -> None:
    of = made(splits=("train", "test"), split_of=np.repeat([0, 1], [5, 35]))
    assert count_where(of, "doubtful") == 1
    assert count_where(of, "doubtful", "test") == 1
    assert count_where(of, "-doubtful", "train") == 5


@pytest.mark.parametrize(
    ("review", "why"),
    [
        (made(probabilities=False), "it is not known whether the scores of seer are probabilities"),
        (replace(made(), truth=replace(made().truth, labels=None)), "nobody has labelled"),
    ],
)
def test_where_nobody_can_say_the_term_is_pointed_at(review: Review, why: str) -> None:
    with pytest.raises(FilterError, match=why) as error:
        count_where(review, "called:a doubtful")
    assert error.value.position == 9


def test_a_class_that_there_is_not_is_said() -> None:
    with pytest.raises(FilterError, match="there is no class 'c'"):
        count_where(made(), "doubtful:c")
