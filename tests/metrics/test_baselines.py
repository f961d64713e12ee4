"""Baselines beside a system that decides the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
from scipy import sparse

from metrics.baselines import Baseline, baselines, best_fixed
from metrics.tallies import count_decisions
from metrics.typing import Array
from tests.made import evaluation_of, truth_of

# truth a; a, b; nothing; the pair of the first document and b is not judged, nor is any of the last
LABELS = np.array([[1, 0], [1, 1], [0, 0], [1, 0]], dtype=bool)
UNJUDGED = np.array([[0, 1], [0, 0], [0, 0], [1, 1]], dtype=bool)


def baselines_of(labels: Array, unjudged: Array | None = None) -> Sequence[Baseline]:
    off = None if unjudged is None else sparse.csc_array(unjudged)
    truth = sparse.csc_array(labels)
    tables = count_decisions(truth, sparse.csc_array(np.zeros_like(labels)), off)
    return baselines(tables, truth, unjudged=off)


def test_pairs_that_nobody_judged_match_whatever_is_said() -> None:
    no, yes, most = baselines_of(LABELS, UNJUDGED)
    # of the three documents with a judged pair: none but the third; the first two; the first
    assert no.exact_match == pytest.approx(1 / 3)
    assert yes.exact_match == pytest.approx(2 / 3)
    assert most.exact_match == pytest.approx(1 / 3)
    # judged throughout: the third of four; the second; the first and the last
    assert [each.exact_match for each in baselines_of(LABELS)] == [1 / 4, 1 / 4, 1 / 2]


@pytest.mark.parametrize("unjudged", [None, UNJUDGED])
def test_a_system_that_decides_as_a_baseline_has_its_exact_match(unjudged: Array | None) -> None:
    no, yes, most = baselines_of(LABELS, unjudged)
    first_alone = np.tile([True, False], (4, 1))
    truth = truth_of(LABELS, unjudged)
    for of, assigned in ((no, LABELS * False), (yes, LABELS | True), (most, first_alone)):
        assert evaluation_of(truth, assigned).exact_match == pytest.approx(of.exact_match)


def test_without_documents_there_is_no_share() -> None:
    assert all(np.isnan(each.exact_match) for each in baselines_of(np.zeros((0, 2), dtype=bool)))


def test_a_class_of_a_single_document_may_be_the_most_frequent() -> None:
    _, _, most = baselines_of(np.array([[0, 0], [0, 1], [0, 0]], dtype=bool))
    assert most.classes == (1,)
    assert (most.tables.tp.tolist(), most.tables.fp.tolist()) == ([0, 1], [0, 2])
    assert most.exact_match == pytest.approx(1 / 3)
    # without any there is none to name
    assert len(baselines_of(np.zeros((3, 2), dtype=bool))) == 2


@pytest.mark.parametrize("seed", range(20))
def test_no_other_set_of_classes_has_a_higher_micro_f(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n, k = int(rng.integers(1, 30)), int(rng.integers(1, 6))
    labels = rng.random((n, k)) < rng.random(k)
    unjudged = rng.random((n, k)) < 0.2 * (seed % 2)
    labels[0, 0], unjudged[0, 0] = True, False
    truth, off = sparse.csc_array(labels & ~unjudged), sparse.csc_array(unjudged)
    tables = count_decisions(truth, sparse.csc_array((n, k), dtype=bool), off)

    def f_of(classes: Sequence[int]) -> float:
        judged = ~unjudged[:, list(classes)]
        right = (labels & ~unjudged)[:, list(classes)].sum()
        return float(2 * right / ((labels & ~unjudged).sum() + judged.sum()))

    every = [s for size in range(k + 1) for s in combinations(range(k), size)]
    best = best_fixed(tables)
    assert f_of(best) == pytest.approx(max(map(f_of, every)))
    # of equally good ones none is smaller
    assert len(best) == min(len(s) for s in every if f_of(s) > f_of(best) - 1e-9)
    # shuffled decisions, whatever they are, are expected to do no better
    assigned = rng.random((n, k)) < rng.random(k)
    if not unjudged.any():
        hits = (labels.sum(axis=0) * assigned.sum(axis=0) / n).sum()
        assert 2 * hits / (labels.sum() + assigned.sum()) <= f_of(best) + 1e-9


@pytest.mark.parametrize("seed", range(10))
def test_no_other_set_of_classes_is_that_of_more_documents(seed: int) -> None:
    rng = np.random.default_rng(seed)
    labels = rng.random((25, 3)) < [0.2, 0.5, 0.7]
    sets = Counter(tuple(np.flatnonzero(row)) for row in labels)
    assert max(each.exact_match for each in baselines_of(labels)) == max(sets.values()) / 25
