"""What a hierarchy says of decisions: by hand, beside another tool, and laws."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np
import pytest
from numpy.testing import assert_allclose

import breakeven as be
from breakeven.analysis.class_structure.hierarchical_measures import (
    CountingWay,
    HierarchicalMeasures,
    hierarchical_measures,
)
from breakeven.data.records import Review
from breakeven.results.hierarchy import HierarchyResult
from tests.made import not_none

NEWS = {
    "wheat": "grain",
    "corn": "grain",
    "gold": "metal",
    "grain": "commodity",
    "metal": "commodity",
}
TRUE = ["wheat", "corn", "gold", "trade", "grain", "wheat"]
CALLED = ["corn", "corn", "wheat", "gold", "wheat", "trade"]


def measured(review: Review, beta: float = 1.0, **more: Any) -> HierarchicalMeasures:
    return hierarchical_measures(
        not_none(review.hierarchy), be.evaluate(review, **more).evaluation, beta
    )


def row(measures: HierarchicalMeasures, way: Any, mean: Any) -> tuple[float, float, float]:
    scores = measures.scores_of(way, mean)
    return scores.precision, scores.recall, scores.f


def test_precision_recall_and_f_with_ancestors_are_those_of_hiclass() -> None:
    # hiclass 5.0.8, paths of three levels without a root; its macro is the mean over documents
    found = measured(be.from_arrays(TRUE, CALLED, hierarchy=NEWS))
    micro = (0.5, 0.5333333333333333, 0.5161290322580646)
    assert_allclose(row(found, "hierarchical", "micro"), micro, rtol=1e-15)
    per_document = (0.4444444444444444, 0.5, 0.4666666666666666)
    assert_allclose(row(found, "hierarchical", "per_document"), per_document, rtol=1e-15)


def test_the_same_by_hand() -> None:
    measures = measured(be.from_arrays(TRUE, CALLED, hierarchy=NEWS))
    # classes: 1 of 6 is right. Nodes: 3+3+3+3+3+1 = 16 called, 3+3+3+1+2+3 = 15 true, and
    # 2 + 3 + 1 + 0 + 2 + 0 = 8 both
    assert_allclose(row(measures, "flat", "micro"), (1 / 6, 1 / 6, 1 / 6))
    assert_allclose(row(measures, "hierarchical", "micro"), (8 / 16, 8 / 15, 16 / 31))
    # joined: 1/2, 1, 1/3, 0, P 1/2 and R 1, 0
    lca = (
        (1 / 2 + 1 + 1 / 3 + 0 + 1 / 2 + 0) / 6,
        (1 / 2 + 1 + 1 / 3 + 0 + 1 + 0) / 6,
        (1 / 2 + 1 + 1 / 3 + 0 + 2 / 3 + 0) / 6,
    )
    assert_allclose(row(measures, "lca", "per_document"), lca)
    top, between, bottom = measures.levels
    assert [(level.level, level.nodes) for level in measures.levels] == [(1, 2), (2, 2), (3, 3)]
    # commodity: 5 true, 5 called, 4 both; trade: 1, 1, none
    assert_allclose([top.precision, top.recall, top.f], 4 / 6)
    assert_allclose(top.macro_f.value, (4 / 5 + 0) / 2)
    # grain: 4 true, 4 called, 3 both; metal: 1, 1, none
    assert_allclose([between.positives, between.assigned, between.f], [5, 5, 3 / 5])
    # wheat 2, 2, none; corn 1, 2, one; gold 1, 1, none
    assert_allclose([bottom.precision, bottom.recall], [1 / 5, 1 / 4])
    # shuffled: commodity 5 x 5 / 6, trade 1 x 1 / 6
    assert_allclose(top.shuffled, (25 / 6 + 1 / 6) / 6)
    # of classes: wheat 2 x 2, corn 1 x 2, gold 1 x 1, trade 1 x 1, grain none, of 6 each
    assert_allclose(measures.scores_of("flat", "micro").shuffled, 8 / 36)
    assert_allclose(measures.scores_of("flat", "per_document").shuffled, 8 / 36)
    assert_allclose(measures.exact.shuffled, 8 / 36)
    assert (measures.full_path.number, measures.full_path.of) == (1, 6)
    # grain is above wheat and a class: calls of wheat, and of corn, were made without it
    assert (measures.inconsistent.number, measures.inconsistent.of) == (4, 4)
    assert (measures.inconsistent_truth.number, measures.inconsistent_truth.of) == (3, 3)
    assert measures.area is None


def test_a_call_that_leaves_out_what_follows_is_right_with_its_whole_path() -> None:
    true = [["wheat", "grain"], ["wheat", "grain"], ["trade"]]
    called = [["wheat"], ["grain", "wheat"], ["wheat"]]
    found = measured(be.from_arrays(true, called, hierarchy=NEWS))
    assert (found.exact.number, found.full_path.number) == (1, 2)
    assert (found.inconsistent.number, found.inconsistent.of) == (2, 3)
    assert_allclose(found.inconsistent.value, 2 / 3)


def test_a_document_counts_once_for_an_ancestor_and_for_several_parents() -> None:
    above = {"wheat": ["grain", "export"], "corn": ["grain"], "rye": ["export"]}
    true, called = [["wheat", "corn"], ["rye"]], [["corn"], ["wheat"]]
    found = measured(be.from_arrays(true, called, hierarchy=above))
    # true: wheat corn grain export; rye export. called: corn grain; wheat grain export
    assert_allclose(row(found, "hierarchical", "micro"), (3 / 5, 3 / 6, 6 / 11))


def test_what_is_undefined_is_nan_with_its_count() -> None:
    # hiclass divides by zero where nothing is called
    review = be.from_arrays(
        [["wheat"], [], ["gold"]], [[], [], []], classes=["wheat", "gold", "trade"], hierarchy=NEWS
    )
    measures = measured(review)
    micro = measures.scores_of("hierarchical", "micro")
    assert np.isnan(micro.precision)
    assert (micro.recall, micro.f, micro.shuffled) == (0, 0, 0)
    for way in get_args(CountingWay):
        scores = measures.scores_of(way, "per_document")
        assert np.isnan(scores.precision)
        assert (scores.f, scores.left_out) == (0, 1)
    assert np.isnan(measures.inconsistent.value)
    assert measures.inconsistent.of == 0
    assert (measures.exact.number, measures.exact.of) == (1, 3)


def test_a_pair_that_nobody_judged_leaves_its_ancestors_open_unless_another_is_true() -> None:
    nan = np.nan
    names = ["wheat", "corn", "gold", "trade"]
    # 1: wheat open, corn true. 2: wheat open, else nothing. 3: gold true
    true = np.array([[nan, 1, 0, 0], [nan, 0, 0, 0], [0, 0, 1, 0]])
    called = np.array([[1, 0, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0]])
    review = be.from_arrays(true, called, classes=names, hierarchy=NEWS)
    measures = measured(review)
    # 1: grain and commodity are true by corn, and called by wheat; corn is missed.
    # 2: wheat, grain, commodity are open; 3: gold, metal, commodity are right
    scores = measures.scores_of("hierarchical", "micro")
    assert_allclose((scores.precision, scores.recall), (5 / 5, 5 / 6))
    flat = measures.scores_of("flat", "micro")
    assert_allclose((flat.precision, flat.recall), (1, 1 / 2))


def test_documents_keep_their_weights() -> None:
    twice = be.from_arrays(TRUE + TRUE[:2], CALLED + CALLED[:2], hierarchy=NEWS)
    weighed = be.from_arrays(TRUE, CALLED, sample_weight=[2, 2, 1, 1, 1, 1], hierarchy=NEWS)
    by_copies, by_weight = measured(twice, beta=2), measured(weighed, beta=2)
    for mine, theirs in zip(by_copies.counted, by_weight.counted, strict=True):
        values = [(c.precision, c.recall, c.f) for c in (mine, theirs)]
        assert_allclose(values[0], values[1])
        if mine.mean == "micro":
            assert_allclose(mine.shuffled, theirs.shuffled)
    for level, same in zip(by_copies.levels, by_weight.levels, strict=True):
        assert_allclose((level.f, level.shuffled), (same.f, same.shuffled))
    assert_allclose(by_copies.inconsistent.value, by_weight.inconsistent.value)
    assert_allclose(by_copies.full_path.value, by_weight.full_path.value)


def test_the_area_is_that_of_calls_at_every_threshold() -> None:
    rng = np.random.default_rng(0)
    names = ["wheat", "corn", "gold", "trade"]
    true = rng.random((10, 4)) < 0.4
    scores = rng.integers(0, 5, (10, 4)) / 5 + true * 0.2
    review = be.from_arrays(true, None, scores, classes=names, hierarchy=NEWS)
    measures = measured(review)
    # by hand: every threshold's calls, their precision weighed by what recall they add
    points = []
    for threshold in sorted(set(scores.ravel()), reverse=True):
        calls = be.from_arrays(true, scores >= threshold, classes=names, hierarchy=NEWS)
        points.append(row(measured(calls), "hierarchical", "micro")[:2])
    recalls = np.diff([0, *(r for _, r in points)])
    assert_allclose(not_none(measures.area), np.sum(recalls * [p for p, _ in points]), rtol=1e-12)
    of_nodes = measured(be.from_arrays(true, true, classes=names, hierarchy=NEWS))
    every = sum(level.positives for level in of_nodes.levels)
    assert_allclose(not_none(measures.area_shuffled), every / (10 * 7))
    plain = HierarchyResult(review, be.evaluate(review).evaluation, measures).to_dict()
    assert (plain["area"], plain["area_shuffled"]) == (measures.area, measures.area_shuffled)
    without = HierarchyResult(review, be.evaluate(review).evaluation, of_nodes).to_dict()
    assert (without["area"], without["area_shuffled"]) == (None, None)


def test_calls_that_know_nothing_get_what_shuffled_ones_do() -> None:
    rng = np.random.default_rng(3)
    names = np.array(["wheat", "corn", "gold", "trade"])
    true, called = (list(rng.choice(names, 4000, p=[0.4, 0.3, 0.2, 0.1])) for _ in range(2))
    measures = measured(be.from_arrays(true, called, hierarchy=NEWS))
    # a share of 4,000 documents deviates by less than 0.008 (1 standard deviation)
    for scores in measures.counted:
        assert abs(scores.f - scores.shuffled) < 0.025
    for level in measures.levels:
        assert abs(level.f - level.shuffled) < 0.025
    # and yet ancestors make them look better
    ways = {scores.way: scores.f for scores in measures.counted if scores.mean == "per_document"}
    assert ways["flat"] < ways["lca"] < ways["hierarchical"]
    assert abs(measures.exact.value - measures.exact.shuffled) < 0.025
    assert measures.exact.value == measures.full_path.value


def test_without_edges_everything_is_as_without_a_hierarchy() -> None:
    review = be.from_arrays(TRUE, CALLED, hierarchy={"wheat": "top", "corn": "top", "gold": "top",
                                                     "trade": "top", "grain": "top"})  # fmt: skip
    found = measured(review)
    assert found.depth == 1
    for mean in ("micro", "per_document"):
        flat = row(found, "flat", mean)
        assert row(found, "hierarchical", mean) == flat
    assert row(found, "lca", "per_document") == row(found, "flat", "per_document")


def test_of_no_document_nothing_is_said() -> None:
    review = be.from_arrays(TRUE, CALLED, split=["a"] * 6, hierarchy=NEWS)
    none = be.evaluate(review).evaluation.restricted(np.array([], dtype=np.int64))
    found = hierarchical_measures(not_none(review.hierarchy), none)
    assert np.isnan(found.scores_of("hierarchical", "micro").f)
    assert np.isnan(found.scores_of("lca", "per_document").shuffled)


@pytest.mark.parametrize("undefined", ["drop", "zero", "one", "partition"])
def test_what_zero_over_zero_counts_as_holds_for_all_means(undefined: Any) -> None:
    names = ["wheat", "corn", "trade"]
    review = be.from_arrays([["wheat"], []], [["corn"], []], classes=names, hierarchy=NEWS)
    found = hierarchical_measures(
        not_none(review.hierarchy), be.evaluate(review).evaluation, 1.0, undefined
    )
    # wheat for corn: 2 of 3 with ancestors; the other document is 0/0
    wanted = {"drop": 2 / 3, "zero": 1 / 3, "one": 5 / 6, "partition": 2 / 3}[undefined]
    assert_allclose(found.scores_of("hierarchical", "per_document").f, wanted)
