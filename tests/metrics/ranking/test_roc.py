"""The area under the ROC curve and DeLong's interval: by hand, by all pairs, by scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.metrics import roc_auc_score
from sklearn.metrics import roc_curve as sklearn_roc_curve

from metrics.chance import direction_of
from metrics.ranking.roc import (
    NORMAL,
    RocPoints,
    places_in,
    places_of,
    roc_area,
    roc_curve,
    thinned_roc,
)
from metrics.tallies import tally_scores
from metrics.typing import Array
from metrics.uncertainty.intervals import wilson


def pairs_of(scores: Array, positive: Array) -> Array:
    """1 where the positive of a row is above the negative of a column, ½ where they tie."""
    high, low = scores[positive][:, None], scores[~positive][None, :]
    return np.where(high > low, 1.0, np.where(high == low, 0.5, 0.0))


def slow_error(scores: Array, positive: Array) -> float:
    """DeLong's standard error from all pairs: sample variances of the means of rows, columns."""
    pairs = pairs_of(scores, positive)
    of_positives, of_negatives = pairs.mean(axis=1), pairs.mean(axis=0)
    return float(
        np.sqrt(
            np.var(of_positives, ddof=1) / len(of_positives)
            + np.var(of_negatives, ddof=1) / len(of_negatives)
        )
    )


def test_by_hand() -> None:
    # positives 4, 3, 1; negatives 3, 2, 1, 0: of 12 pairs 4 + 3.5 + 1.5 = 9
    scores = np.array([4.0, 3, 1, 3, 2, 1, 0])
    positive = np.array([True, True, True, False, False, False, False])
    area = roc_area(places_in(tally_scores(scores, positive)))
    assert area.value == 9 / 12
    # of the positives 4/4, 3.5/4, 1.5/4; of the negatives 1.5/3, 2/3, 2.5/3, 3/3
    rows = np.array([1, 0.875, 0.375])
    columns = np.array([1.5, 2, 2.5, 3]) / 3
    variance = np.sum((rows - 0.75) ** 2) / 2 / 3 + np.sum((columns - 0.75) ** 2) / 3 / 4
    # fewer than ten positives: on the logit scale
    logit = np.log(3) + np.array([-1, 1]) * NORMAL * np.sqrt(variance) / (0.75 * 0.25)
    assert_allclose([area.low, area.high], 1 / (1 + np.exp(-logit)))


@pytest.mark.parametrize("seed", range(40))
def test_as_all_pairs_and_scikit_learn_have_it(seed: int) -> None:
    random = np.random.default_rng(seed)
    n = int(random.integers(30, 90))
    scores = np.round(random.normal(size=n), int(random.integers(0, 3)))
    positive = random.random(n) < 0.4
    scores = scores + positive * random.random()
    scores = np.round(scores, 1).astype(np.float32 if seed % 2 else np.float64)
    tally = tally_scores(scores, positive)
    area = roc_area(places_in(tally))
    assert area.value == pytest.approx(roc_auc_score(positive, scores), abs=1e-12)
    assert area.value == pytest.approx(direction_of(tally).area, abs=1e-12)
    if positive.sum() >= 10 and area.value < 1:
        error = slow_error(scores, positive)
        assert_allclose(
            [area.low, area.high],
            np.clip([area.value - NORMAL * error, area.value + NORMAL * error], 0, 1),
        )


@pytest.mark.parametrize("seed", range(20))
def test_weights_are_documents_more(seed: int) -> None:
    random = np.random.default_rng(seed)
    scores, positive = np.round(random.random(40), 1), random.random(40) < 0.5
    times = random.integers(1, 4, 40)
    tally = tally_scores(scores, positive, weights=times.astype(float))
    repeated = tally_scores(np.repeat(scores, times), np.repeat(positive, times))
    assert roc_area(places_in(tally)).value == pytest.approx(roc_area(places_in(repeated)).value)
    theirs = roc_auc_score(positive, scores, sample_weight=times)
    assert roc_area(places_in(tally)).value == pytest.approx(theirs, abs=1e-12)
    # as many documents worth half as many: the interval is wider
    half = roc_area(places_in(repeated), float(np.repeat(positive, times).sum()) / 2)
    every = roc_area(places_in(repeated))
    assert half.high - half.low > every.high - every.low


def test_documents_without_a_score_tie_below_all_others() -> None:
    scores, positive = np.array([0.9, 0.4, 0.4, 0.1]), np.array([True, True, False, False])
    # one positive and two negatives more have none
    tally = tally_scores(scores, positive, 3, 1)
    filled = np.append(scores, [-1.0, -1, -1]), np.append(positive, [True, False, False])
    assert places_in(tally).area == pytest.approx(pairs_of(*filled).mean())


def test_parts_are_one_list() -> None:
    random = np.random.default_rng(1)
    scores, positive = random.random(60), random.random(60) < 0.3
    parts = [(scores[:20], None), (scores[20:], None)]
    assert places_of(parts, np.sort(scores[positive])).area == pytest.approx(
        roc_auc_score(positive, scores)
    )


def test_where_all_positives_are_on_top_the_interval_has_width() -> None:
    scores = np.arange(20.0)
    area = roc_area(places_in(tally_scores(scores, scores >= 15)))
    assert (area.value, area.high) == (1.0, 1.0)
    assert area.low == wilson(5, 5).low


def test_without_positives_or_negatives_there_is_none() -> None:
    scores = np.arange(5.0)
    for positive in (np.zeros(5, dtype=bool), np.ones(5, dtype=bool)):
        assert np.isnan(roc_area(places_in(tally_scores(scores, positive))).value)
    # and no ends below three of either
    few = roc_area(places_in(tally_scores(scores, scores > 2)))
    assert few.value == 1
    assert np.isnan(few.low)


@pytest.mark.parametrize("seed", range(30))
def test_the_curve_runs_through_the_points_of_scikit_learn(seed: int) -> None:
    random = np.random.default_rng(seed)
    n = int(random.integers(20, 300))
    positive = np.append(random.random(n - 2) < 0.3, [True, False])
    scores = np.round(random.normal(size=n) + positive, int(random.integers(0, 3)))
    curve = roc_curve(tally_scores(scores, positive))
    fallout, recall, threshold = sklearn_roc_curve(positive, scores, drop_intermediate=False)
    # each corner is one of its points
    places = np.searchsorted(-threshold, -curve.threshold)
    assert_allclose(curve.fallout, fallout[places], atol=1e-12)
    assert_allclose(curve.recall, recall[places], atol=1e-12)
    # and each of its points lies between two corners: along a step one of both stands still
    between = np.searchsorted(-curve.threshold, -threshold, side="right") - 1
    corner = np.isin(threshold, curve.threshold)
    assert_allclose(recall[~corner], curve.recall[between[~corner]], atol=1e-12)
    # the area under straight lines is that of all pairs
    area = roc_area(places_in(tally_scores(scores, positive))).value
    assert np.trapezoid(curve.recall, curve.fallout) == pytest.approx(area, abs=1e-12)


def test_the_curve_by_hand_ends_at_one_where_documents_have_no_score() -> None:
    # scored: a positive 2, a negative 1; unscored: a positive, a negative
    curve = roc_curve(tally_scores(np.array([2.0, 1.0]), np.array([True, False]), 2, 1))
    assert curve.threshold.tolist() == [np.inf, 2, 1, -np.inf]
    assert curve.fallout.tolist() == [0, 0, 0.5, 1]
    assert curve.recall.tolist() == [0, 0.5, 0.5, 1]


def test_the_curve_is_undefined_without_positives_or_negatives() -> None:
    for positive in ([True, True], [False, False]):
        curve = roc_curve(tally_scores(np.array([1.0, 2.0]), np.array(positive)))
        assert np.isnan(curve.recall).all()
        assert np.isnan(curve.fallout).all()


def test_a_thinned_curve_has_nearly_the_same_area() -> None:
    random = np.random.default_rng(2)
    positive = random.random(30_000) < 0.2
    curve = roc_curve(tally_scores(random.normal(size=30_000) + positive, positive))
    drawn = thinned_roc(curve, 100)
    assert len(drawn) <= 400 < len(curve)
    assert np.trapezoid(drawn.recall, drawn.fallout) == pytest.approx(
        np.trapezoid(curve.recall, curve.fallout), abs=1e-4
    )


@pytest.mark.parametrize(("number", "drawn_points"), [(40, 40), (41, 20), (49, 20), (60, 20)])
def test_of_each_step_the_first_and_the_last_point_are_kept(number: int, drawn_points: int) -> None:
    # ten steps, of fallout and recall the same: 2 points each; four times as many are left whole
    values = np.linspace(0, 1, number)
    drawn = thinned_roc(RocPoints(-values, values, values), 10)
    assert len(drawn) == drawn_points
    for step in range(10):
        inside = values[np.minimum((values * 10).astype(int), 9) == step]
        assert {inside[0], inside[-1]} <= set(drawn.fallout.tolist())
