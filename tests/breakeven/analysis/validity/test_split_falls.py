"""A system that is worse on test than on dev, as a whole and in single classes."""

from __future__ import annotations

import numpy as np
import pytest

import breakeven as be
from breakeven.analysis.validity.split_falls import SplitFall, split_fall
from metrics.typing import Array
from tests.made import not_none

N, K = 400, 4


def fall(wrong_on_dev: float, wrong_on_test: Array | float, seed: int = 0) -> SplitFall | None:
    """Of a system that is wrong so often, on test in each class."""
    rng = np.random.default_rng(seed)
    true = np.tile(np.arange(K), 2 * N // K)
    share = np.full(2 * N, wrong_on_dev)
    share[N:] = np.broadcast_to(wrong_on_test, K)[true[N:]]
    wrong = rng.random(2 * N) < share
    predicted = np.where(wrong, (true + rng.integers(1, K, 2 * N)) % K, true)
    names = np.array([f"c{c}" for c in range(K)])
    review = be.from_arrays(names[true], names[predicted], split=np.repeat(["dev", "test"], N))
    test, dev = (be.evaluate(review, split=name).evaluation for name in ("test", "dev"))
    return split_fall(test, dev)


def test_a_fall_has_both_values_and_an_interval_that_holds_the_difference() -> None:
    result = not_none(fall(0.1, 0.25))
    assert (result.earlier, result.measure, result.beyond) == ("dev", "accuracy", True)
    # 0.90 and 0.75, each with a standard error of 0.02
    assert result.before == pytest.approx(0.90, abs=0.06)
    assert result.after == pytest.approx(0.75, abs=0.06)
    assert result.low < 0.15 < result.high
    assert result.high - result.low == pytest.approx(2 * 1.96 * np.hypot(0.015, 0.0217), rel=0.2)


def test_a_class_that_falls_is_named_with_what_falls() -> None:
    result = not_none(fall(0.05, np.array([0.05, 0.6, 0.05, 0.05])))
    first = result.classes[0]
    assert (first.class_index, first.measure) == (1, "recall")
    assert first.before == pytest.approx(0.95, abs=0.06)
    assert first.after == pytest.approx(0.4, abs=0.12)


def test_equal_splits_fall_in_few_of_a_hundred() -> None:
    assert sum(fall(0.15, 0.15, seed) is not None for seed in range(60)) <= 2


def test_nothing_falls_beside_itself_or_without_another_split() -> None:
    review = be.from_arrays(["a", "b"] * 40, ["a", "b"] * 40, split="test")
    evaluation = be.evaluate(review).evaluation
    assert split_fall(evaluation, evaluation) is None
    assert split_fall(evaluation, None) is None
