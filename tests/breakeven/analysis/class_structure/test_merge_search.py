"""The best classes to make one, beside trying out every pair."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from breakeven.analysis.class_structure.merge_search import merge_best, merge_pairs, pair_gains
from breakeven.analysis.class_structure.merging import merge
from breakeven.analysis.evaluation.evaluation import Evaluation
from tests.made import evaluation_of, noisy, truth_of


@pytest.fixture
def evaluation() -> Evaluation:
    """Documents of several classes; the first two are often taken for each other."""
    rng = np.random.default_rng(7)
    labels = rng.random((250, 6)) < 0.2
    said = noisy(labels, 0.2, 0.05, rng)
    swapped = rng.random(250) < 0.5
    said[swapped, :2] = said[swapped, :2][:, ::-1]
    return evaluation_of(truth_of(labels), said)


@pytest.mark.parametrize("beta", [1.0, 2.0])
def test_the_best_pair_is_the_best_of_all_that_are_tried_out(
    evaluation: Evaluation, beta: float
) -> None:
    pairs = pair_gains(evaluation, beta)
    tried = {}
    for pair in combinations(range(6), 2):
        (step,) = merge(evaluation, pair, beta).steps
        if step.gain > 1e-9 and step.gain - step.by_size > 1e-9:
            tried[pair] = (step.gain, step.by_size)
    order = sorted(tried, key=lambda pair: tried[pair][1] - tried[pair][0])
    assert order[0] == (0, 1)
    assert list(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True)) == order
    assert pairs.gain.tolist() == pytest.approx([tried[pair][0] for pair in order])
    assert pairs.by_size.tolist() == pytest.approx([tried[pair][1] for pair in order])
    assert pairs.compared == 15


def test_chosen_pairs_as_one_are_as_if_each_were_merged_alone(evaluation: Evaluation) -> None:
    first, second = np.array([[0, 1], [2, 4], [0, 5]]).T
    merges = merge_pairs(evaluation, first, second)
    for p, pair in enumerate(zip(first.tolist(), second.tolist(), strict=True)):
        (step,) = merge(evaluation, pair).steps
        assert merges.after[p] == pytest.approx(step.f)
        assert merges.before == pytest.approx(step.f - step.gain)
        assert merges.by_size[p] - merges.before == pytest.approx(step.by_size)
    # what never meets gains nothing
    right = np.eye(4, dtype=bool)
    alone = merge_pairs(evaluation_of(truth_of(right), right), np.array([0]), np.array([3]))
    assert alone.after.tolist() == [alone.before] == [1]


def test_steps_take_the_best_of_what_there_is_then(evaluation: Evaluation) -> None:
    found = merge_best(evaluation, 2)
    assert found is not None
    first, second = found.steps
    assert {first.first, first.second} == {"a", "b"}
    pairs = pair_gains(merge(evaluation, [0, 1]).after)
    assert second.gain == pytest.approx(pairs.gain[0])
    assert second.gain - second.by_size == pytest.approx(pairs.beyond[0])
    with pytest.raises(ValueError, match="give one or more"):
        merge_best(evaluation, 0)


def test_of_two_classes_and_where_nothing_is_wrong_there_is_no_pair() -> None:
    right = np.eye(4, dtype=bool)
    assert merge_best(evaluation_of(truth_of(right), right), 3) is None
    two, other = np.array([[1, 0], [0, 1]], dtype=bool), np.array([[0, 1], [0, 1]], dtype=bool)
    assert len(pair_gains(evaluation_of(truth_of(two), other))) == 0


def test_one_step_is_enough_and_none_is_refused(evaluation: Evaluation) -> None:
    merged = merge_best(evaluation, 1)
    assert merged is not None
    assert len(merged.steps) == 1
    with pytest.raises(ValueError, match="0 is not a number of steps"):
        merge_best(evaluation, 0)
