"""Promised thresholds by their definitions, by hand, and in worlds whose truth is known."""

from __future__ import annotations

import math
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from metrics.effective_size import cluster_weights
from metrics.promises.class_thresholds import (
    DrawnScores,
    falling_thresholds,
    promise_pooled,
    promise_precision,
    promise_precision_drawn,
    promise_recall,
    promise_recall_drawn,
    rising_thresholds,
    trials_needed,
)
from metrics.tallies import ScoreTally, tally_scores
from metrics.thresholds.strategies import threshold_of_recall
from metrics.typing import Array


def at_most(misses: int, trials: int, share: Fraction) -> Fraction:
    """The chance of so many misses or fewer, in whole numbers."""
    return sum(
        (comb(trials, i) * share**i * (1 - share) ** (trials - i) for i in range(misses + 1)),
        Fraction(0),
    )


def ascending(positives: int) -> ScoreTally:
    """Positives at 1, 2, 3, ..., and a negative at 0."""
    return tally_scores(np.arange(positives + 1.0), np.arange(1, positives + 1))


@pytest.mark.parametrize(("least", "needed"), [(0.9, 29), (0.95, 59), (0.8, 14)])
def test_the_fewest_positives_are_ln_delta_by_ln_rho(least: float, needed: int) -> None:
    # 0.9^28 = 0.0523, 0.9^29 = 0.0471
    assert trials_needed(0, least) == needed == math.ceil(math.log(0.05) / math.log(least))
    assert promise_recall(ascending(needed), least).threshold == 1
    short = promise_recall(ascending(needed - 1), least)
    assert not short.promised
    assert short.growth(least, 0.05) == pytest.approx(needed / (needed - 1))


@pytest.mark.parametrize("positives", [29, 46, 61, 100, 333])
def test_the_threshold_is_the_order_statistic(positives: int) -> None:
    # j = max{i : P(Beta(i, m - i + 1) > 1 - rho) <= delta}
    i = np.arange(1, positives + 1)
    j = int(i[stats.beta.sf(0.1, i, positives - i + 1) <= 0.05].max())
    found = promise_recall(ascending(positives), 0.9)
    assert found.threshold == j
    # in fractions: with j - 1 misses a share of a tenth is refused, with one more it is not
    assert at_most(j - 1, positives, Fraction(1, 10)) <= Fraction(1, 20)
    assert at_most(j, positives, Fraction(1, 10)) > Fraction(1, 20)
    assert found.bound >= 0.9
    assert trials_needed(j, 0.9) > positives >= trials_needed(j - 1, 0.9)


def test_equal_scores_stay_together_and_those_without_a_score_are_missed() -> None:
    # 61 positives allow two misses; three equal ones at the bottom can only be found together
    scores = np.array([1.0, 1, 1, *range(2, 60)])
    assert promise_recall(tally_scores(scores, np.arange(61)), 0.9).threshold == 1
    unscored = tally_scores(np.arange(1.0, 60), np.arange(59), 2, 2)
    assert promise_recall(unscored, 0.9).threshold == 1
    assert not promise_recall(tally_scores(np.arange(1.0, 59), np.arange(58), 3, 3), 0.9).promised


def test_precision_goes_down_from_the_strictest_and_stops_at_the_first_failure() -> None:
    # 100 right on top, then wrong ones, then so many right that precision is 0.9 again
    positive = np.array([True] * 100 + [False] * 20 + [True] * 2_000)
    tally = tally_scores(-np.arange(len(positive), dtype=float), positive)
    promise = promise_precision(tally, 0.9)
    levels = falling_thresholds(tally, 0.9)
    assert levels[0] == -29
    assigned = [int(1 - level) for level in levels.tolist()]
    holds = []
    for n in assigned:
        wrong = n - int(positive[:n].sum())
        holds.append(at_most(wrong, n, Fraction(1, 10)) <= Fraction(1, 20))
    first = holds.index(False)
    assert any(holds[first:])
    assert promise.threshold == levels[first - 1]
    assert (promise.next_trials, promise.next_misses) == (
        assigned[first],
        assigned[first] - positive[: assigned[first]].sum(),
    )


def test_the_strictest_threshold_has_what_a_promise_needs() -> None:
    tally = tally_scores(np.arange(1_000.0), np.arange(1_000))
    # 59 must all be right for 0.95; for two levels tried 0.9^36 = 0.0225
    for least, alpha, first in ((0.95, 0.05, 59), (0.9, 0.025, 36), (0.5, 0.05, 30)):
        assert falling_thresholds(tally, least, alpha)[0] == 1_000 - first
    assert not len(falling_thresholds(ascending(20), 0.9))
    # 1,000 documents at 1,000 scores, or as many counted at 100
    tens = np.full(100, 10)
    counted = ScoreTally(np.arange(100.0), np.arange(100.0), 0, 0, tens, tens)
    assert falling_thresholds(counted, 0.9)[0] == 97
    assert promise_precision(counted, 0.9).threshold == 0


def test_documents_drawn_alone_are_worth_what_they_are() -> None:
    draw = np.random.default_rng(3)
    positive = np.arange(400) < 150
    scores = draw.normal(1.5 * positive, 1)
    tally = tally_scores(scores, positive)
    alone = DrawnScores(scores, positive, cluster_weights(400))
    for promise, promise_drawn in (
        (promise_recall, promise_recall_drawn),
        (promise_precision, promise_precision_drawn),
    ):
        counted, drawn = promise(tally, 0.6), promise_drawn(alone, tally, 0.6)
        assert counted.promised
        assert drawn.threshold == counted.threshold
        assert_allclose((drawn.hits, drawn.trials), (counted.hits, counted.trials), rtol=1e-6)


def test_copies_of_one_document_buy_no_promise() -> None:
    # 40 positives in pairs of copies are 20, of which nothing can be promised
    scores = np.repeat(np.arange(1.0, 21), 2)
    positive = np.ones(40, dtype=bool)
    tally = tally_scores(scores, positive)
    assert promise_recall(tally, 0.9).promised
    clusters = np.repeat(np.arange(20), 2)
    pairs = DrawnScores(scores, positive, cluster_weights(40, None, clusters))
    assert not promise_recall_drawn(pairs, tally, 0.9).promised
    assert promise_recall_drawn(pairs, tally, 0.85).trials == pytest.approx(20)


def test_a_pooled_ratio_of_one_class_is_about_the_share() -> None:
    draw = np.random.default_rng(4)
    positive = np.arange(2_000) < 1_000
    scores = draw.normal(1.5 * positive, 1)
    tally = tally_scores(scores, positive)

    def counts(threshold: float) -> tuple[Array, Array]:
        return (positive & (scores >= threshold)).astype(float), positive.astype(float)

    pooled = promise_pooled(rising_thresholds(tally, 0.9), counts, None, 0.9)
    exact = promise_recall(tally, 0.9)
    recall = [tally.hits_at(each.threshold) / 1_000 for each in (pooled, exact)]
    assert abs(recall[0] - recall[1]) < 0.004
    assert pooled.trials == pytest.approx(1_000, rel=0.01)


@pytest.mark.parametrize("positives", [50, 150])
def test_the_promise_is_kept_in_95_of_100_where_the_plain_rule_breaks_its_word(
    positives: int,
) -> None:
    draw, times = np.random.default_rng(5), 600
    broken = plain = 0
    for _ in range(times):
        tally = tally_scores(draw.normal(1.5, 1, positives), np.arange(positives))
        broken += bool(stats.norm.sf(promise_recall(tally, 0.9).threshold - 1.5) < 0.9)
        plain += bool(stats.norm.sf(threshold_of_recall(tally, 0.9) - 1.5) < 0.9)
    # three standard errors above 5 of 100
    assert broken / times <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / times)
    assert plain / times > 0.45
