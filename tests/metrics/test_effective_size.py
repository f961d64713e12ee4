"""How many independent documents weighted ones, or clusters of them, are worth."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse, stats

from metrics.effective_size import (
    cluster_weights,
    effective_number,
    effective_trials,
    renumbered,
    variance_of_mean,
)
from metrics.measures import f_beta, precision
from metrics.tallies import ContingencyTable, count_decisions
from metrics.typing import Array
from metrics.uncertainty.class_verdicts import class_verdicts
from metrics.uncertainty.intervals import f_interval, precision_interval, recall_interval, wilson
from metrics.uncertainty.power import required_sample

SEEDS = st.integers(0, 10**6)


def csc(matrix: Array) -> sparse.csc_array:
    return sparse.csc_array(matrix)


def decided(seed: int, n: int | None = None) -> tuple[Array, Array]:
    """Truth and decisions of few classes, boolean (documents, classes)."""
    random = np.random.default_rng(seed)
    n = int(random.integers(2, 30)) if n is None else n
    truth = random.random((n, 3)) < 0.4
    return truth, truth ^ (random.random((n, 3)) < 0.3)


def ends(table: ContingencyTable) -> Array:
    intervals = (precision_interval(table), recall_interval(table), f_interval(table, 2.0))
    return np.array([[i.low, i.high] for i in intervals])


def by_hand(hits: Array, trials: Array, weights: Array, clusters: Array) -> float:
    """The effective number of one class's trials, by the textbook, in plain loops."""
    total = sum(w for w, z in zip(weights, trials, strict=True) if z)
    n = sum(1 for w, z in zip(weights, trials, strict=True) if z and w > 0)
    if not total:
        return 0.0
    p = sum(w for w, y in zip(weights, hits, strict=True) if y) / total
    sums: dict[int, float] = {}
    sizes: dict[int, float] = {}
    for w, c, y, z in zip(weights, clusters, hits, trials, strict=True):
        if z and w > 0:
            sums[c] = sums.get(c, 0.0) + w * (y - p)
            sizes[c] = sizes.get(c, 0.0) + w
    m = len(sums)
    alone = total**2 / sum(s * s for s in sizes.values())
    if m == 1 or p in (0, 1):
        return min(n, alone)
    variance = m / (m - 1) * sum(s * s for s in sums.values()) / total**2
    simple = p * (1 - p) / (n - 1)
    wider = stats.t.ppf(0.975, n - 1) / stats.t.ppf(0.975, m - 1)
    effective = n * simple / variance * wider**2 if variance > 1e-15 else np.inf
    # of m clusters the sums count m parts, each cluster being one trial 20 parts
    return float(min(n, (m + 20) / (m / effective + 20 / alone)))


@given(SEEDS, st.booleans())
def test_effective_trials_are_those_of_the_textbook(seed: int, alone: bool) -> None:
    truth, called = decided(seed)
    random = np.random.default_rng(seed)
    weights = random.integers(0, 4, len(truth)) * 0.7
    clusters = random.integers(0, max(1, len(truth) // 2), len(truth))
    if alone:
        clusters = np.arange(len(truth))
    gathered = cluster_weights(len(truth), weights, clusters)
    got = effective_trials(csc(truth & called), csc(called), gathered)
    want = [
        by_hand((truth & called)[:, c], called[:, c], weights, clusters)
        for c in range(truth.shape[1])
    ]
    assert_allclose(got, want, rtol=1e-6)


@given(SEEDS)
def test_clusters_of_one_are_no_clusters(seed: int) -> None:
    truth, called = decided(seed)
    codes = np.random.default_rng(seed).permutation(len(truth)) + 5
    plain = count_decisions(csc(truth), csc(called))
    for own in (None, np.full(len(truth), 3.7)):
        alone = count_decisions(csc(truth), csc(called), weights=own, clusters=codes)
        assert_allclose(ends(alone), ends(plain), atol=1e-9)
        needed, want = required_sample(alone), required_sample(plain)
        assert_allclose(needed.factor, want.factor, rtol=1e-6)
        verdicts, expected = class_verdicts(alone), class_verdicts(plain)
        assert verdicts.verdict.tolist() == expected.verdict.tolist()
        assert_allclose(verdicts.more, expected.more, atol=1)
    top, bottom = truth[:, 0] * 1.0, called[:, 1] + 1.0
    number = effective_number(top, bottom, cluster_weights(len(truth), None, codes))
    assert number == pytest.approx(len(truth))


@given(SEEDS, st.integers(2, 10))
def test_copies_in_clusters_count_as_their_originals(seed: int, copies: int) -> None:
    truth, called = decided(seed, 30)
    again = np.repeat(np.arange(len(truth)), copies)
    plain = count_decisions(csc(truth), csc(called))
    many = count_decisions(csc(truth[again]), csc(called[again]), clusters=again)
    assert_allclose(many.tp, copies * plain.tp)
    effective = many.effective
    assert effective is not None
    # k originals, each told n / k times over: k - 1 degrees of freedom instead of n - 1; where
    # all or none are right nothing varies, and the originals count
    varies = (plain.tp > 0) & (plain.fp > 0)
    k, n = plain.assigned[varies], many.assigned[varies]
    wider = stats.t.ppf(0.975, n - 1) / stats.t.ppf(0.975, k - 1)
    # beside each original as one trial, which counts as much as twenty of them
    want = (k + 20) / (k / ((k - 1) * n / (n - 1) * wider**2) + 20 / k)
    assert_allclose(effective.assigned[varies], want, rtol=1e-9)
    assert_allclose(effective.assigned[~varies], plain.assigned[~varies])
    numbers = [
        effective_number(2.0 * truth[rows, 0], truth[rows, 0] * 1.0 + called[rows, 0], gathered)
        for rows, gathered in (
            (slice(None), cluster_weights(len(truth))),
            (again, cluster_weights(len(again), None, again)),
        )
    ]
    assert numbers[1] == pytest.approx(numbers[0], rel=0.05)


def test_unequal_weights_are_worth_less_by_hand() -> None:
    # ten documents, all right: nothing varies, so they count by their weights, Kish's
    # (9 x 1 + 9)^2 / (9 x 1 + 81) = 3.6
    truth = np.ones((10, 1), dtype=bool)
    weights = np.array([1.0] * 9 + [9.0])
    table = count_decisions(csc(truth), csc(truth), weights=weights)
    assert table.effective is not None
    assert_allclose(table.effective.positives, [3.6])
    assert_allclose(recall_interval(table).low, wilson(3.6, 3.6).low)
    number = effective_number(np.ones(10), np.ones(10), cluster_weights(10, weights))
    assert number == pytest.approx(3.6)


def test_one_cluster_is_one_trial() -> None:
    truth = np.ones((8, 1), dtype=bool)
    called = np.arange(8)[:, None] < 5
    table = count_decisions(csc(truth), csc(called), clusters=np.zeros(8, dtype=int))
    assert table.effective is not None
    assert_allclose(table.effective.positives, [1.0])


def test_tables_put_together_have_no_interval() -> None:
    truth, called = decided(1, 20)
    table = count_decisions(csc(truth), csc(called), clusters=np.arange(20) // 2)
    for together in (table.pooled(), table + table):
        assert np.isnan(f_interval(together).low).all()
        assert not np.isnan(f_beta(together)).any()
    assert_allclose(precision(table[[1]]), precision(table)[1])
    assert_allclose(precision_interval(table[1]).low, precision_interval(table).low[1])


def test_documents_of_no_weight_are_not_there() -> None:
    truth, called = decided(4, 20)
    weights = np.arange(20) % 3 * 1.0
    there = weights > 0
    clusters = np.arange(20) // 4
    all_of_them = count_decisions(csc(truth), csc(called), weights=weights, clusters=clusters)
    some = count_decisions(
        csc(truth[there]), csc(called[there]), weights=weights[there], clusters=clusters[there]
    )
    assert_allclose(ends(all_of_them), ends(some))


def test_nothing_at_all() -> None:
    nothing = np.zeros((0, 2), dtype=bool)
    table = count_decisions(csc(nothing), csc(nothing), clusters=np.zeros(0, dtype=int))
    assert np.isnan(ends(table)).all()
    assert np.isnan(effective_number(np.zeros(0), np.zeros(0), cluster_weights(0)))
    assert renumbered(np.array([7, 2, 7, 9])).tolist() == [0, 1, 0, 2]


def test_the_variance_of_a_mean_has_the_shape_of_the_means_also_where_it_is_undefined() -> None:
    one_cluster = cluster_weights(4, None, np.zeros(4, dtype=np.int64))
    two_clusters = cluster_weights(4, None, np.array([0, 0, 1, 1]))
    for shape in ((), (3,)):
        values = np.arange(np.prod(shape, dtype=int) * 4, dtype=float).reshape(*shape, 4)
        for gathered in (one_cluster, two_clusters, None):
            assert np.shape(variance_of_mean(values, gathered)) == shape
        assert np.isnan(variance_of_mean(values, one_cluster)).all()
        assert np.isnan(variance_of_mean(values[..., :1], None)).all()
