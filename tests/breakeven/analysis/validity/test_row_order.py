"""Predictions beside other documents than their own: moved, shuffled, or only weak."""

from __future__ import annotations

import numpy as np
import pytest

import breakeven as be
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.validity.row_order import wrong_order
from metrics.typing import Array
from tests.made import not_none

N, K = 300, 5


def parts(predicted: Array, true: Array) -> tuple[Evaluation, Evaluation, Evaluation]:
    split = np.repeat(["dev", "test"], N)
    names = np.array([f"c{c}" for c in range(K)])
    review = be.from_arrays(names[true], names[predicted], split=split)
    test, dev = (be.evaluate(review, split=name).evaluation for name in ("test", "dev"))
    return test, dev, be.evaluate(review, split="all").evaluation


@pytest.fixture
def true() -> Array:
    return np.random.default_rng(1).integers(0, K, 2 * N)


def mostly_right(true: Array, share: float = 0.8) -> Array:
    rng = np.random.default_rng(2)
    return np.where(rng.random(len(true)) < share, true, rng.integers(0, K, len(true)))


@pytest.mark.parametrize("rows", [-3, -1, 1, 2, 3])
def test_predictions_that_are_moved_belong_to_documents_so_far_away(rows: int, true: Array) -> None:
    predicted = mostly_right(true)
    moved = predicted.copy()
    # the prediction at i is that of the document at i + rows
    moved[N:] = np.roll(predicted[N:], -rows)
    test, dev, _ = parts(moved, true)
    result = not_none(wrong_order(test, dev))
    assert (result.how, result.rows) == ("moved", rows)
    # as the rows stand about one of five is right; moved back, as many as on dev
    assert result.value < 0.35
    assert result.otherwise == pytest.approx(float(np.mean(predicted[N:] == true[N:])), abs=0.02)


def test_of_a_file_that_is_moved_as_a_whole_the_rows_are_tried_as_a_whole(true: Array) -> None:
    moved = np.roll(mostly_right(true), 1)
    split = np.random.default_rng(3).permutation(np.repeat(["dev", "test"], N))
    names = np.array([f"c{c}" for c in range(K)])
    review = be.from_arrays(names[true], names[moved], split=split)
    test, dev, every = (
        be.evaluate(review, split=name).evaluation for name in ("test", "dev", "all")
    )
    assert not_none(wrong_order(test, dev, every)).how == "moved"


@pytest.mark.parametrize("share", [0.35, 0.45])
@pytest.mark.parametrize("step", [1, -1, 2])
def test_truth_that_repeats_in_a_cycle_is_not_taken_for_moved_rows(share: float, step: int) -> None:
    # every class is taken for that of a document so far away, and rows are in order
    true = np.arange(2 * N) % K
    own = np.random.default_rng(4).random(2 * N) < share
    predicted = np.where(own, true, (true + step) % K)
    test, dev, every = parts(predicted, true)
    assert wrong_order(test, dev, every) is None
    # nor where the system says nothing
    test, dev, every = parts(np.random.default_rng(5).integers(0, K, 2 * N), true)
    assert wrong_order(test, dev, every) is None


def test_truth_in_blocks_does_not_hide_rows_that_are_moved(true: Array) -> None:
    # two documents of a class stand together: half of the moved predictions are right
    true = np.repeat(true[:N], 2)
    moved = np.roll(mostly_right(true, 0.95), -2)
    test, dev, every = parts(moved, true)
    result = not_none(wrong_order(test, dev, every))
    assert (result.how, result.rows) == ("moved", 2)


def test_shuffled_rows_are_told_from_a_weak_system(true: Array) -> None:
    predicted = mostly_right(true)
    shuffled = predicted.copy()
    shuffled[N:] = np.random.default_rng(4).permutation(predicted[N:])
    test, dev, every = parts(shuffled, true)
    result = not_none(wrong_order(test, dev, every))
    assert (result.how, result.other) == ("shuffled", "dev")
    assert result.otherwise > 0.75
    assert result.value < 0.35
    # a system that fails there prefers other classes than on dev
    weak = predicted.copy()
    weak[N:] = np.random.default_rng(5).integers(0, 2, N)
    assert wrong_order(*parts(weak, true)) is None


def test_what_is_better_than_chance_is_in_order(true: Array) -> None:
    assert wrong_order(*parts(mostly_right(true, 0.4), true)) is None


def test_documents_sorted_by_their_class_are_not_moved(true: Array) -> None:
    ordered = np.concatenate([np.sort(true[:N]), np.sort(true[N:])])
    assert wrong_order(*parts(mostly_right(ordered), ordered)) is None


@pytest.mark.parametrize(("right", "moved"), [(90, True), (89, False)])
def test_rows_are_moved_where_three_tenths_are_right_one_row_away(right: int, moved: bool) -> None:
    # of 301 documents 300 have a next one
    n, k, rng = 301, 40, np.random.default_rng(5)
    true, predicted = rng.integers(0, k, n), np.zeros(n, dtype=int)
    for i in range(n):
        near = true[max(0, i - 3) : i + 4]
        others = np.setdiff1d(np.arange(k), near)
        predicted[i] = true[i + 1] if i < right else rng.choice(others)
    names = np.array([f"c{c:02}" for c in range(k)])
    wrong = wrong_order(be.evaluate(be.from_arrays(names[true], names[predicted])).evaluation, None)
    assert (wrong is not None) == moved
    if wrong is not None:
        assert (wrong.how, wrong.rows, wrong.otherwise) == ("moved", 1, 0.3)
