"""Thresholds tuned on what is shown, and one threshold for all that does better."""

from __future__ import annotations

import numpy as np
import pytest

import breakeven as be
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.validity.tuned_thresholds import one_threshold, tuned_here
from metrics.typing import Array
from tests.made import not_none

N, K = 600, 6


def scores(seed: int) -> tuple[Array, Array]:
    """Probabilities that mean what they say, and labels drawn by them."""
    rng = np.random.default_rng(seed)
    likely = rng.random((2 * N, K)) < 0.25
    p = 1 / (1 + np.exp(-rng.normal(np.where(likely, 1.2, -3), 1.1)))
    return p, rng.random(p.shape) < p


def parts(p: Array, true: Array, cuts: Array | float) -> tuple[Evaluation, Evaluation]:
    classes = [f"c{c}" for c in range(K)]
    review = be.from_arrays(
        true.astype(int), (p >= cuts).astype(int), p, classes, split=np.repeat(["dev", "test"], N)
    )
    test, dev = (be.evaluate(review, split=name).evaluation for name in ("test", "dev"))
    return test, dev


def best(p: Array, true: Array) -> Array:
    """Of each class the cut with the highest F1, by trying every score."""
    cuts = []
    for scores_of_class, labels in zip(p.T, true.T, strict=True):
        f = [
            2 * np.sum(labels[scores_of_class >= cut])
            / (np.sum(scores_of_class >= cut) + labels.sum())
            for cut in scores_of_class
        ]  # fmt: skip
        cuts.append(scores_of_class[int(np.argmax(f))])
    return np.array(cuts)


def test_thresholds_of_the_split_shown_are_told_from_those_of_the_other() -> None:
    p, true = scores(1)
    result = not_none(tuned_here(*parts(p, true, best(p[N:], true[N:]))))
    assert (result.best_here, result.classes, result.other) == (K, K, "dev")
    assert result.best_there < K / 2
    assert tuned_here(*parts(p, true, best(p[:N], true[:N]))) is None
    assert tuned_here(*parts(p, true, 0.5)) is None


@pytest.mark.parametrize(("cut", "lower"), [(0.9, True), (0.03, False)])
def test_one_threshold_mends_all_that_are_too_high_or_too_low(cut: float, lower: bool) -> None:
    p, true = scores(2)
    test, dev = parts(p, true, cut)
    result = not_none(one_threshold(test, dev, 1.0, 0.05))
    assert result.lower == lower
    assert len(result.classes) == result.of_all == K
    # by hand: micro F1 of the pairs at both cuts
    for value, at_cut in ((result.before, cut), (result.after, result.threshold)):
        called = p[N:] >= at_cut
        hits = np.sum(called & true[N:])
        assert value == pytest.approx(2 * hits / (called.sum() + true[N:].sum()))
    assert result.low < result.after - result.before < result.high
    at_first, moved = p[N:] >= cut, p[N:] >= result.threshold
    assert result.rows.tolist() == (N + np.flatnonzero((at_first != moved).any(axis=1))).tolist()
    fewer = np.sum(at_first != true[N:]) - np.sum(moved != true[N:])
    assert result.errors == pytest.approx(max(fewer, 0))


def test_no_threshold_is_better_where_they_are_right() -> None:
    p, true = scores(3)
    assert one_threshold(*parts(p, true, 0.4), 1.0, 0.05) is None
