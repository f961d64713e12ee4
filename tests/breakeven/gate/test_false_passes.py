"""How often the gate passes what only just should not pass, where the truth is known exactly.

`benchmarks/gate.py` counts the same on more kinds of test sets, 4,000 of each.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from breakeven.analysis.comparison.comparison import ComparedSystems
from breakeven.analysis.comparison.difference_bounds import paired_difference
from breakeven.analysis.comparison.shared_documents import (
    ComparisonSettings,
    share_documents,
    values_of,
)
from breakeven.analysis.evaluation.value_bounds import bounded_average, bounded_classes
from metrics.typing import Array
from metrics.uncertainty.significance import holm_levels
from tests.made import evaluation_of, truth_of

TIMES, DOCUMENTS, CLASSES = 160, 150, 4
# of pairs: how many are true, found of those, and assigned of the others
PREVALENCE, FOUND, FALSE = 0.3, 0.8, 0.05
# by chance alone 5 % is more than this in one of 1,000 such counts
MOST = 0.05 + 3.1 * np.sqrt(0.05 * 0.95 / TIMES)


def f_of(recall: float) -> float:
    """F of all such documents, of every class and so of all of them."""
    hits = PREVALENCE * recall
    return 2 * hits / (PREVALENCE + hits + (1 - PREVALENCE) * FALSE)


def sets_of_documents(
    lost: float = 0.0, gained: float = 0.0
) -> Iterator[tuple[Array, Array, Array]]:
    """Truth, decisions, and those of a system that loses hits and gains misses at these rates."""
    rng = np.random.default_rng(5)
    for _ in range(TIMES):
        true = rng.random((DOCUMENTS, CLASSES)) < PREVALENCE
        old = np.where(true, rng.random(true.shape) < FOUND, rng.random(true.shape) < FALSE)
        coin = rng.random(true.shape)
        yield true, old, np.where(true, np.where(old, coin >= lost, coin < gained), old)


@pytest.mark.slow
def test_at_the_minimum_itself_few_averages_and_classes_pass() -> None:
    passed = {"micro": 0, "macro": 0, "class": 0, "any class": 0}
    for true, assigned, _ in sets_of_documents():
        evaluation = evaluation_of(truth_of(true), assigned)
        for average in ("micro", "macro"):
            p, _ = bounded_average(evaluation, "f", average, 1.0, "drop").tails(f_of(FOUND))
            passed[average] += int(p[0] <= 0.05)
        p, _ = bounded_classes(evaluation, "recall", 1.0).tails(FOUND)
        passed["class"] += int(p[0] <= 0.05)
        passed["any class"] += int(np.any(p <= holm_levels(p, 0.05)))
    for kind, times in passed.items():
        assert times / TIMES <= MOST, kind


@pytest.mark.slow
def test_at_the_margin_itself_few_differences_pass() -> None:
    lost, gained = 0.05, 0.1
    settings = ComparisonSettings("f", 1.0, "drop", ())
    limit = f_of(FOUND * (1 - lost) + (1 - FOUND) * gained) - f_of(FOUND)
    passed = {"micro": 0, "macro": 0}
    for true, old, new in sets_of_documents(lost, gained):
        truth = truth_of(true)
        common = share_documents([evaluation_of(truth, old), evaluation_of(truth, new, "new")])
        values = tuple(values_of(e, settings) for e in common.evaluations)
        side = ComparedSystems(common, settings, values, None, 0)
        for average in passed:
            low = paired_difference(side, average).bounds(np.array([0.05])).low
            passed[average] += int(low[0] > limit)
    for kind, times in passed.items():
        assert times / TIMES <= MOST, kind


@pytest.mark.slow
def test_well_above_the_minimum_most_pass() -> None:
    passed = 0
    for true, said, _ in sets_of_documents():
        of = evaluation_of(truth_of(true), said)
        p, _ = bounded_average(of, "f", "micro", 1.0, "drop").tails(f_of(FOUND) - 0.08)
        passed += int(p[0] <= 0.05)
    assert passed / TIMES > 0.9
