"""The mix of assigned classes beside that of true ones: by hand, by SciPy, and infinite."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from scipy.stats import entropy

import breakeven as be
from breakeven.results.class_distribution import class_distribution
from metrics.dataset.class_distribution import kullback_leibler
from metrics.dataset.data_checks import total_variation
from tests.made import evaluation_of, matrix_of, noisy, review_of, truth_of


def test_by_hand() -> None:
    # true: a 3, b 1; assigned: a 2, b 2
    truth = truth_of(matrix_of(["a", "a", "a", "b"], 2))
    found = class_distribution(evaluation_of(truth, matrix_of(["a", "b", "a", "b"], 2))).distances
    assert found.total_variation.value == pytest.approx(0.25)
    expected = 0.75 * math.log(1.5) + 0.25 * math.log(0.5)
    assert found.divergence.value == pytest.approx(expected)


def test_as_scipy_has_it_on_any_shares() -> None:
    random = np.random.default_rng(1)
    for _ in range(2_000):
        k = int(random.integers(1, 8))
        p, q = random.dirichlet(np.ones(k)), random.dirichlet(np.ones(k))
        p[random.random(k) < 0.2] = 0
        q[random.random(k) < 0.2] = 0
        if not p.sum() or not q.sum():
            continue
        p, q = p / p.sum(), q / q.sum()
        assert kullback_leibler(p, q) == pytest.approx(max(0.0, entropy(p, q)), abs=1e-12)
        assert total_variation(p, q) == pytest.approx(np.abs(p - q).sum() / 2, abs=1e-12)
        # Pinsker's inequality
        assert total_variation(p, q) <= math.sqrt(kullback_leibler(p, q) / 2) + 1e-12


def test_a_true_class_that_is_never_assigned_makes_it_infinite_and_is_named() -> None:
    truth = truth_of(matrix_of(["a", "b", "a", "c"], 3))
    found = class_distribution(evaluation_of(truth, matrix_of(["a", "b", "a", "a"], 3)))
    assert found.distances.divergence.value == math.inf
    assert found.never_assigned == ("c",)
    assert "∞. It is infinite as 1 class with documents is never predicted: “c”." in found.text
    assert found.to_dict()["kullback_leibler"] == {
        "value": "inf", "low_95": None, "high_95": None,
    }  # fmt: skip
    # the other way round costs nothing: a class that nobody has may be assigned
    other = class_distribution(evaluation_of(truth_of(matrix_of(["a", "b"], 3)), truth_of(
        matrix_of(["a", "c"], 3)).labels.toarray()))  # fmt: skip
    assert other.never_assigned == ("b",)


def test_the_same_mix_is_no_distance_whatever_is_wrong() -> None:
    truth = truth_of(matrix_of(["a", "b", "a", "b"], 2))
    found = class_distribution(evaluation_of(truth, matrix_of(["b", "a", "b", "a"], 2))).distances
    assert found.total_variation.value == found.divergence.value == 0


def test_without_any_prediction_nothing_is_said() -> None:
    truth = truth_of(matrix_of(["a", "b"], 2))
    found = class_distribution(evaluation_of(truth, matrix_of(["", ""], 2)))
    assert math.isnan(found.distances.total_variation.value)
    assert found.text == ""


def test_intervals_hold_the_distance_in_most_test_sets() -> None:
    random, shares = np.random.default_rng(2), np.array([0.5, 0.3, 0.15, 0.05])
    # of b a third goes to a
    called = np.array([0.5 + 0.1, 0.2, 0.15, 0.05])
    truth_variation, truth_divergence = total_variation(shares, called), entropy(shares, called)
    held = np.zeros(2)
    for _ in range(400):
        true = random.choice(4, 300, p=shares)
        assigned = np.where((true == 1) & (random.random(300) < 1 / 3), 0, true)
        eye = np.eye(4, dtype=bool)
        found = class_distribution(evaluation_of(truth_of(eye[true]), eye[assigned])).distances
        for i, (ends, value) in enumerate(
            ((found.total_variation, truth_variation), (found.divergence, truth_divergence))
        ):
            held[i] += ends.low <= value <= ends.high
    assert np.all(held / 400 > 0.9)


def test_weights_count_and_clusters_are_drawn_together() -> None:
    random = np.random.default_rng(3)
    labels = random.random((80, 3)) < 0.4
    called = noisy(labels, 0.3, 0.1, random)
    twice = truth_of(labels, weights=np.full(80, 2.0))
    copies = truth_of(labels.repeat(2, axis=0), clusters=np.arange(160) // 2)
    plain = class_distribution(evaluation_of(truth_of(labels), called)).distances
    for truth, decided in ((twice, called), (copies, called.repeat(2, axis=0))):
        found = class_distribution(evaluation_of(truth, decided)).distances
        for name in ("total_variation", "divergence"):
            mine, theirs = getattr(found, name), getattr(plain, name)
            assert (mine.value, mine.low, mine.high) == pytest.approx(
                (theirs.value, theirs.low, theirs.high)
            )


def test_python_and_the_command_line_say_it() -> None:
    random = np.random.default_rng(4)
    labels = random.random((40, 2)) < 0.5
    result = be.evaluate(review_of(truth_of(labels), s=noisy(labels, 0.3, 0.1, random)))
    found = result.class_distribution()
    assert found.text in result.to_markdown().replace("\\", "")
    assert result.to_dict()["class_distribution"] == json.loads(json.dumps(found.to_dict()))
