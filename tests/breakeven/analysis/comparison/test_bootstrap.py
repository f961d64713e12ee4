"""Paired bootstrap and randomisation against slow oracles that share no code."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from breakeven.analysis.comparison.bootstrap import best_systems, difference, replicates_of
from breakeven.analysis.comparison.paired_tests import randomisation
from breakeven.analysis.comparison.shared_documents import (
    COMPARED_AVERAGES,
    ComparisonSettings,
    differing_documents,
    share_documents,
    values_of,
)
from breakeven.analysis.evaluation.evaluation import Evaluation
from metrics.averaging import Undefined
from metrics.typing import Array
from metrics.uncertainty import resampling
from tests.made import evaluation_of, matrix_of, noisy, truth_of

F1 = ComparisonSettings("f", 1.0, "drop", (0, 1))


def slow_f(truth: np.ndarray, called: np.ndarray) -> float:
    tp = int((truth & called).sum())
    wrong = int((truth ^ called).sum())
    return 2 * tp / (2 * tp + wrong) if tp + wrong else float("nan")


def slow_weighted(truth: np.ndarray, classes: list[float]) -> float:
    positives = [int(truth[:, c].sum()) for c in range(len(classes))]
    pairs = [(r, f) for r, f in zip(positives, classes, strict=True) if r]
    size = sum(r for r, _ in pairs)
    return sum(r * f for r, f in pairs) / size if size else float("nan")


def slow_averages(truth: np.ndarray, called: np.ndarray) -> dict[str, float]:
    """F1 with undefined units left out, straight from the matrices."""
    classes = [slow_f(truth[:, c], called[:, c]) for c in range(truth.shape[1])]
    documents = [slow_f(t, c) for t, c in zip(truth, called, strict=True)]
    return {
        "micro_top": slow_f(truth[:, :2], called[:, :2]),
        "micro": slow_f(truth, called),
        "macro": float(np.nanmean(classes)),
        "weighted": slow_weighted(truth, classes),
        "per_document": float(np.nanmean(documents)),
    }


def random_pair(
    seed: int, n: int, k: int = 3
) -> tuple[Array, tuple[Array, Array], tuple[Evaluation, Evaluation]]:
    rng = np.random.default_rng(seed)
    labels = rng.random((n, k)) < 0.4
    labels[:2] = True  # no class is without positives
    calls = noisy(labels, 0.3, 0.2, rng), noisy(labels, 0.2, 0.1, rng)
    truth = truth_of(labels)
    pair = evaluation_of(truth, calls[0], "A"), evaluation_of(truth, calls[1], "B")
    return labels, calls, pair


def test_every_replicate_is_the_measure_of_the_drawn_documents() -> None:
    labels, calls, pair = random_pair(1, 40)
    common = share_documents(pair)
    drawn = replicates_of(common, F1, replicates=50, seed=7)
    weights = np.concatenate(list(resampling.resampling_weights(40, 50, 8)), axis=1)
    assert_array_equal(weights.sum(axis=0), 40)
    for b in range(50):
        documents = np.repeat(np.arange(40), weights[:, b].astype(int))
        for s in range(2):
            expected = slow_averages(labels[documents], calls[s][documents])
            for name in COMPARED_AVERAGES:
                assert_allclose(drawn.averages[name][s, b], expected[name], rtol=1e-6)


def test_replicates_come_again_by_seed_and_only_so() -> None:
    _, _, pair = random_pair(2, 60)
    common = share_documents(pair)
    first, again, other = (replicates_of(common, F1, 100, seed) for seed in (3, 3, 4))
    assert_array_equal(first.averages["micro"], again.averages["micro"])
    assert_array_equal(first.per_class, again.per_class)
    assert (first.averages["micro"] != other.averages["micro"]).any()


def test_equal_systems_differ_by_nothing() -> None:
    _, _, (system, _) = random_pair(3, 30)
    common = share_documents([system, system])
    drawn = replicates_of(common, F1, 200).averages["micro"]
    d = difference(0.5, 0.5, drawn[0], drawn[1])
    assert d.points == 0
    # no differing document shows nothing, least of all that none could
    assert np.isnan([d.low, d.high, d.detectable]).all()
    assert not d.real
    p = randomisation(system, system, F1)
    assert p.averages["micro"] == 1.0
    assert p.differing == 0


def test_points_and_relative_change_are_two_numbers() -> None:
    d = difference(0.8, 0.88, np.array([0.8, 0.8]), np.array([0.88, 0.88]))
    # .88 - .80 = 8 points; .08 / .80 = 10 %
    assert_allclose([d.points, d.relative], [0.08, 0.10])
    assert np.isnan(difference(0.0, 0.5, np.zeros(2), np.ones(2)).relative)


def test_detectable_difference_is_2_80_standard_errors() -> None:
    rng = np.random.default_rng(0)
    drawn = rng.normal(0, 0.01, 200_000)
    d = difference(0.5, 0.5, np.zeros_like(drawn), drawn)
    # z_.975 + z_.8 = 1.95996 + 0.84162
    assert_allclose(d.detectable, 2.80158 * 0.01, rtol=0.01)


def test_undefined_differences_stay_undefined() -> None:
    d = difference(
        np.array([np.nan, 0.2]), np.array([0.5, 0.4]), *np.random.default_rng(0).random((2, 2, 9))
    )
    assert_array_equal(np.isnan(d.points), [True, False])
    assert_array_equal(np.isnan(d.low), [True, False])


def test_percentiles_are_numpys_with_nan_left_out() -> None:
    rng = np.random.default_rng(1)
    values = rng.random((5, 101))
    values[2, :40] = np.nan
    values[3] = np.nan
    low, high = resampling.percentiles(values)
    for row in (0, 1, 2, 4):
        assert_allclose([low[row], high[row]], np.nanpercentile(values[row], [2.5, 97.5]))
    assert np.isnan(low[3])
    assert np.isnan(high[3])


def enumerated(labels: np.ndarray, calls: tuple[np.ndarray, np.ndarray]) -> dict[str, float]:
    """P values by trying every swap of every document: 2^n of them."""
    a, b = calls
    averages = [slow_averages(labels, c) for c in calls]
    names = list(averages[0])
    as_large = dict.fromkeys(names, 0)
    for swap in itertools.product([False, True], repeat=len(labels)):
        where = np.array(swap)[:, None]
        x = slow_averages(labels, np.where(where, b, a))
        y = slow_averages(labels, np.where(where, a, b))
        for name in names:
            gap = abs(averages[1][name] - averages[0][name])
            as_large[name] += abs(y[name] - x[name]) >= gap - 1e-12
    return {name: count / 2 ** len(labels) for name, count in as_large.items()}


@pytest.mark.parametrize("seed", range(4))
def test_randomisation_of_few_documents_is_the_enumeration(seed: int) -> None:
    labels, calls, pair = random_pair(seed, 8)
    got = randomisation(*pair, F1)
    assert got.exact
    expected = enumerated(labels, calls)
    for name, p in expected.items():
        assert_allclose(got.averages[name], p)


def test_drawn_swaps_come_near_the_enumeration(monkeypatch: pytest.MonkeyPatch) -> None:
    labels, calls, pair = random_pair(9, 10)
    monkeypatch.setattr("breakeven.analysis.comparison.paired_tests.ENUMERATED", 0)
    got = randomisation(*pair, F1, draws=20_000, seed=1)
    assert not got.exact
    for name, p in enumerated(labels, calls).items():
        # standard error at most sqrt(.25 / 20000) = .0035
        assert_allclose(got.averages[name], p, atol=0.015)


def test_randomisation_of_a_class_by_hand() -> None:
    # class a: five documents, all true; old finds none, new all. A swap of j of 5 gives recalls
    # j/5 and 1 - j/5: as large as 1 only for none or all, 2 of 2^5 swaps
    truth = truth_of(matrix_of(["a"] * 5, 1))
    old = evaluation_of(truth, matrix_of([""] * 5, 1))
    new = evaluation_of(truth, matrix_of(["a"] * 5, 1))
    got = randomisation(old, new, ComparisonSettings("recall", 1.0, "drop", (0,)))
    assert_allclose(got.per_class, [2 / 32])
    assert got.differing == 5


@pytest.mark.parametrize("undefined", ["drop", "zero", "one", "partition"])
def test_the_observed_difference_is_among_the_swaps(undefined: Undefined) -> None:
    # with no document swapped the difference is the observed one, so no p is below 2 / 2^n
    # unless it is undefined; and the systems' order does not matter
    _, _, (old, new) = random_pair(5, 9)
    settings = ComparisonSettings("precision", 1.0, undefined, (0,))
    there, back = randomisation(old, new, settings), randomisation(new, old, settings)
    assert_allclose(list(there.averages.values()), list(back.averages.values()))
    assert all(p >= 2 / 2**there.differing for p in there.averages.values())


def test_only_documents_of_both_are_compared() -> None:
    labels = matrix_of(["a", "b", "ab", "", "a"], 2)
    truth = truth_of(labels)
    old = evaluation_of(truth, labels[[0, 1, 2]], "old", np.array([0, 1, 2]))
    new = evaluation_of(truth, labels[[1, 2, 3, 4]], "new", np.array([1, 2, 3, 4]))
    common = share_documents([old, new])
    assert common.documents == 2
    assert common.left_out == (1, 2)
    for e in common.evaluations:
        assert_array_equal(e.rows, [1, 2])
        assert_array_equal(e.truth.toarray(), labels[[1, 2]])
        assert_array_equal(e.assigned.toarray(), labels[[1, 2]])


def test_the_best_is_named_and_beats_only_where_it_is_sure() -> None:
    values = np.array([[0.5, 0.9, 0.8], [0.5, 0.9, 0.8], [np.nan] * 3, [0.4, 0.4, np.nan]])
    rng = np.random.default_rng(0)
    drawn = np.nan_to_num(values)[..., None] + rng.normal(0, 0.02, (4, 3, 4000))
    differing = np.full((4, 3, 3), 50)
    differing[1] = 5  # too few documents to show anything
    got = best_systems(values, drawn, differing)
    assert_array_equal(got.best, [1, 1, -1, 0])
    assert_array_equal(got.beaten[0], [True, False, True])
    assert not got.beaten[1:].any()


def test_differing_documents_per_class() -> None:
    truth = truth_of(matrix_of(["a", "b", ""], 2))
    old = evaluation_of(truth, matrix_of(["a", "b", "a"], 2))
    new = evaluation_of(truth, matrix_of(["b", "b", ""], 2))
    # a: documents 1 and 3; b: document 1
    assert_array_equal(differing_documents(old, new), [2, 1])


@pytest.mark.parametrize("measure", ["f", "precision", "recall"])
def test_observed_values_are_those_of_the_evaluation(measure: str) -> None:
    _, _, (e, _) = random_pair(6, 30)
    got = values_of(e, ComparisonSettings(measure, 2.0, "zero", (0,)))
    assert_allclose(got.averages["micro"], e.micro(2.0)[measure])
    assert_allclose(got.averages["macro"], e.macro(2.0, "zero")[measure].value)
    assert_allclose(got.averages["per_document"], e.per_document(2.0, "zero")[measure].value)


def test_many_documents_are_drawn_in_groups_with_the_same_spread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, _, pair = random_pair(7, 3000)
    common = share_documents(pair)

    def spread() -> float:
        return replicates_of(common, F1, 2000).averages["micro"][0].std()

    one_by_one = spread()
    monkeypatch.setattr(resampling, "GROUPS", 500)
    # 500 groups: the spread itself varies by about 1/sqrt(2 * 500), 3 %
    assert_allclose(spread(), one_by_one, rtol=0.12)


def test_unjudged_pairs_count_in_no_replicate_and_no_swap() -> None:
    rng = np.random.default_rng(11)
    labels, off = rng.random((9, 2)) < 0.5, rng.random((9, 2)) < 0.2
    calls = noisy(labels, 0.4, 0.3, rng), noisy(labels, 0.4, 0.3, rng)
    truth, settings = truth_of(labels, off), ComparisonSettings("f", 1.0, "zero", (0, 1))
    pair = evaluation_of(truth, calls[0]), evaluation_of(truth, calls[1])
    drawn = replicates_of(share_documents(pair), settings, 30, seed=2)
    weights = np.concatenate(list(resampling.resampling_weights(9, 30, 3)), axis=1)
    # what nobody judged is neither true nor assigned: that changes no F
    seen = [labels & ~off, *(c & ~off for c in calls)]
    for b in range(30):
        documents = np.repeat(np.arange(9), weights[:, b].astype(int))
        for s in range(2):
            expected = slow_f(seen[0][documents], seen[1 + s][documents])
            assert_allclose(drawn.averages["micro"][s, b], expected, rtol=1e-6)
    got = randomisation(*pair, settings)
    expected_p = enumerated(seen[0], (seen[1], seen[2]))["micro"]
    assert_allclose(got.averages["micro"], expected_p)
