"""The system looked at first is the best on dev, where dev can tell, and else the first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from breakeven.analysis.selection.selection import DefaultSystem, default_system, select
from breakeven.data.records import Predictions, Review
from breakeven.readers.samples import load_sample
from tests.made import matrix_of, truth_of
from tests.published import PUBLISHED


def review_of(systems: Mapping[str, str], splits: tuple[str, ...] = ("dev", "test")) -> Review:
    """Three documents of the first split and one of the last, truly a, a, b, b.

    A system names a class for each document in turn; a dash is a document it was silent on.
    """
    labels = matrix_of(["a", "a", "b", "b"], 2)
    split_of = np.array([0, 0, 0, len(splits) - 1])
    truth = truth_of(labels, splits=splits, split_of=split_of)
    predictions = []
    for name, calls in systems.items():
        rows = np.array([i for i, call in enumerate(calls) if call != "-"])
        assigned = sparse.csc_array(matrix_of(list(calls.replace("-", "")), 2))
        predictions.append(Predictions(name, rows, decisions=assigned))
    return Review("r", truth, tuple(predictions), (), "f")


@pytest.mark.parametrize(
    ("systems", "expected"),
    [
        # right on dev: 1, 3 and 2 of three; that the second is wrong on test is not looked at
        ({"x": "abab", "y": "aaba", "z": "aaab"}, DefaultSystem("y", 3, "dev")),
        ({"x": "aaba", "y": "aabb"}, DefaultSystem("x", 2, "dev")),  # equals: the first
        ({"x": "aaab", "y": "-aba"}, DefaultSystem("x", 2)),  # other documents of dev
        ({"x": "aaab"}, DefaultSystem("x", 1)),
    ],
)
def test_the_best_on_dev_is_looked_at_first(
    systems: dict[str, str], expected: DefaultSystem
) -> None:
    review = review_of(systems)
    assert default_system(review) == expected
    assert select(review, {}).system == expected.system
    assert select(review, {"system": "x"}).system == "x"


@pytest.mark.parametrize("splits", [("train", "test"), ("june", "july"), ("test", "test 2")])
def test_without_a_dev_split_it_is_the_first(splits: tuple[str, ...]) -> None:
    review = review_of({"x": "bbaa", "y": "aabb"}, splits)
    assert default_system(review) == DefaultSystem("x", 2)


def test_where_nobody_labelled_it_is_the_first() -> None:
    review = review_of({"x": "bbaa", "y": "aabb"})
    blind = replace(review, truth=replace(review.truth, labels=None))
    assert default_system(blind) == DefaultSystem("x", 2)


def test_the_reason_is_said() -> None:
    assert str(DefaultSystem("x", 6, "dev")) == "best of 6 systems on dev"
    assert str(DefaultSystem("x", 6)) == "first of 6 systems"


def test_of_the_sample_it_is_the_one_whose_published_micro_f_on_dev_is_highest() -> None:
    review = load_sample("reuters")
    best = max(
        review.predictions, key=lambda predictions: PUBLISHED[predictions.system]["micro_f1_dev"]
    )
    assert default_system(review) == DefaultSystem(best.system, 6, "dev")
