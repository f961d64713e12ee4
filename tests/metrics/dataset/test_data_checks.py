"""Quadrants and the five checks of the data."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import hypergeom

from metrics.dataset import data_checks as checks
from metrics.dataset.data_checks import (
    co_labelled,
    confused,
    missing_from_test,
    mix_p_values,
    shares,
    too_few_in_training,
    total_variation,
    unbalanced,
)
from metrics.tallies import count_confusion
from metrics.uncertainty.class_verdicts import QUADRANTS, quadrant
from tests.golden_cases import cases, check, incidence, number


@pytest.mark.parametrize("case", cases("guidance", "precision_recall", "cut"))
def test_quadrants_golden(case: dict[str, Any]) -> None:
    pairs = np.array([[number(v) for v in pair] for pair in case["input"]["precision_recall"]])
    at = quadrant(pairs[:, 0], pairs[:, 1], case["input"]["cut"])
    check({"recall_precision": [QUADRANTS[i] if i >= 0 else None for i in at]}, case)


@pytest.mark.parametrize(
    "case",
    cases(
        "guidance",
        "classes",
        "train_counts",
        "test_counts",
        "min_train",
        "balance_limit",
        "share_difference_limit",
    ),
)
def test_checks_of_counts_golden(case: dict[str, Any]) -> None:
    given = case["input"]
    train, test = np.array(given["train_counts"]), np.array(given["test_counts"])
    few, missing = (
        too_few_in_training(train, given["min_train"]),
        missing_from_test(test),
    )
    in_train = unbalanced(train, "train", given["balance_limit"])
    in_test = unbalanced(test, "test", given["balance_limit"])
    shifted = checks.shifted(train, test, given["share_difference_limit"])

    def names(finding: Any) -> Any:
        return [given["classes"][i] for i in finding.flagged]

    got = {
        "too_few_in_training": names(few),
        "missing_from_test": names(missing),
        "balance_index_train": in_train.value,
        "balance_index_test": in_test.value,
        "unbalanced_train": names(in_train),
        "unbalanced_test": names(in_test),
        "share_train": shares(train),
        "share_test": shares(test),
        "share_difference": shifted.value,
        "total_variation": total_variation(train, test),
        "shifted": names(shifted),
    }
    check(got, case)


def test_a_difference_at_the_limit_is_not_flagged() -> None:
    # .75 - .70 is .05000000000000004 in floating point
    finding = checks.shifted(np.array([70, 30]), np.array([75, 25]), limit=0.05)
    assert finding.flagged.tolist() == []
    assert checks.shifted(np.array([69, 31]), np.array([75, 25]), 0.05).flagged.tolist() == [0, 1]


def test_confused_classes() -> None:
    # a a a a a b b b b c c c c called a a a b c b b a c c c b b: b/c 3 of 8, a/b 2 of 9, a/c 1 of 9
    truth, call = (incidence(list(s), "abc") for s in ("aaaaabbbbcccc", "aaabcbbacccbb"))
    found = confused(count_confusion(truth, call), limit=0.2)
    assert list(zip(found.first, found.second, strict=True)) == [(1, 2), (0, 1)]
    assert_allclose(found.value, [3 / 8, 2 / 9])
    assert len(confused(count_confusion(truth, call), limit=3 / 8).value) == 0


def test_classes_given_together() -> None:
    # a and b share 2 of 3 documents, a and c 1 of 3
    found = co_labelled(incidence(["ab", "abc", "a"], "abc"), limit=0.5)
    assert (found.first.tolist(), found.second.tolist()) == ([0], [1])
    assert_allclose(found.value, [2 / 3])


def test_the_exact_test_of_a_small_class_is_the_hypergeometric_one() -> None:
    draw = np.random.default_rng(4)
    for _ in range(50):
        n = int(draw.integers(10, 5_000))
        drawn, of_class = int(draw.integers(1, n)), int(draw.integers(1, min(n, 9)))
        here = int(draw.hypergeometric(of_class, n - of_class, drawn))
        tails = hypergeom(n, of_class, drawn)
        expected = min(1, 2 * min(tails.cdf(here), tails.sf(here - 1)))
        counts = np.array([[here], [of_class - here]])
        (p,) = mix_p_values(counts[0], drawn, counts[1], n - drawn)
        assert p == pytest.approx(expected, rel=1e-8)
