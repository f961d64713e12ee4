"""Intervals of averages: by hand where that can be done, and the same wherever they stand."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from breakeven.analysis.comparison.comparison import compare_systems
from breakeven.analysis.comparison.shared_documents import (
    COMPARED_AVERAGES,
    ComparisonSettings,
    share_documents,
)
from breakeven.analysis.evaluation.average_intervals import average_intervals
from breakeven.analysis.evaluation.evaluation import Evaluation, decided
from metrics.averaging import Undefined, weighted
from metrics.effective_size import cluster_weights
from metrics.measures import Measure, f_beta, mcc, precision, ratio, recall, specificity
from metrics.tallies import ContingencyTable, count
from metrics.typing import Array
from metrics.uncertainty import average_intervals as metric
from metrics.uncertainty.average_intervals import (
    JudgedDecisions,
    macro_influence,
    macro_interval,
    mean_interval,
    micro_influence,
)
from metrics.uncertainty.intervals import precision_interval, recall_interval, wilson
from tests.made import evaluation_of, truth_of

# of the normal distribution
SQUARE = 1.959964**2


def evaluated(true: Array, called: Array) -> Evaluation:
    return evaluation_of(truth_of(sparse.csc_array(true)), sparse.csc_array(called))


def one_of(true: Array, called: Array, classes: int) -> Evaluation:
    return evaluated(true[:, None] == np.arange(classes), called[:, None] == np.arange(classes))


def wrong_in(n: int, wrong: int, classes: int = 3) -> Evaluation:
    true = np.arange(n) % classes
    called = np.where(np.arange(n) < wrong, (true + 1) % classes, true)
    return one_of(true, called, classes)


def test_with_one_class_a_document_every_average_of_documents_is_the_share_of_right_ones() -> None:
    # 90 of 100: Wilson 0.8256 to 0.9448
    found = average_intervals(wrong_in(100, 10), 2.0, "drop")
    assert found is not None
    for interval in (*found.micro.values(), *found.per_document.values(), found.exact_match):
        assert_allclose([interval.low, interval.high], [0.825634, 0.944771], atol=1e-5)


@pytest.mark.parametrize("beta", [0.0, 0.5, 1.0, 2.0, np.inf])
def test_all_right_and_all_wrong_are_not_certain(beta: float) -> None:
    # n right of n: n / (n + z^2) to 1; three classes of 20: as uncertain as 60 documents
    right = average_intervals(wrong_in(60, 0), beta, "drop")
    wrong = average_intervals(wrong_in(60, 60), beta, "drop")
    assert right is not None
    assert wrong is not None
    for kind in ("micro", "macro", "per_document"):
        for key in ("precision", "recall", "f"):
            ends = getattr(right, kind)[key]
            assert ends.low == pytest.approx(60 / (60 + SQUARE), abs=1e-3)
            assert ends.high == 1
            ends = getattr(wrong, kind)[key]
            assert ends.low == 0
            assert 0.03 < ends.high < 0.12


def test_the_mean_over_classes_is_as_uncertain_as_its_smallest_class_makes_it() -> None:
    # all right: a class of 40 documents and one of 2 are worth 2^2 / (1/40 + 1/2) = 7.62 trials
    true = np.array([0] * 40 + [1] * 2)
    found = average_intervals(one_of(true, true, 2), 1.0, "drop")
    assert found is not None
    assert found.macro["f"].low == pytest.approx(7.619048 / (7.619048 + SQUARE), abs=1e-4)
    assert found.few == 1
    assert found.classes == 2


def informedness(table: ContingencyTable) -> Array:
    return recall(table) + specificity(table) - 1


def kappa_of_errors(table: ContingencyTable) -> Array:
    """Cohen's kappa by 2 (tp tn - fp fn) over the products of its margins (Warrens 2008)."""
    tp, fp, fn, tn = table.cells
    return ratio(2 * (tp * tn - fp * fn), (tp + fp) * (fp + tn) + (tp + fn) * (fn + tn))


@pytest.mark.parametrize("undefined", ["drop", "zero", "one", "partition"])
@pytest.mark.parametrize("measure", [informedness, kappa_of_errors])
def test_what_takes_a_positive_and_a_negative_is_as_uncertain_as_such_pairs(
    measure: Measure, undefined: Undefined
) -> None:
    # all right: each class has 40 of one and 2 of the other, so two pairs, and the mean of both
    # 2^2 / (1/2 + 1/2) = 4 trials
    true = np.array([0] * 40 + [1] * 2)
    found = macro_interval(decided(one_of(true, true, 2)), measure, undefined)
    assert found.low == pytest.approx(4 / (4 + SQUARE), abs=1e-6)
    assert found.high == 1


def test_trials_are_documents_that_define_a_measure_and_pairs_of_others_that_do() -> None:
    table = ContingencyTable(*(np.array([count]) for count in (7.0, 2.0, 3.0, 5.0)))
    # 7 + 2 assigned; 7 + 2 + 3 in either; 10 positives beside 7 negatives; an error each alone,
    # and 5 pairs of both kinds of right ones
    for measure, trials in (
        (precision, 9),
        (f_beta, 12),
        (informedness, 7),
        (kappa_of_errors, 2 + 3 + 5),
    ):
        assert metric._trials(measure, table) == [trials]


def test_the_mean_over_documents_by_hand() -> None:
    # values 0, 1/2, 1, 1: mean 5/8, squares (25 + 1 + 9 + 9) / 64 = 44/64, over 16: variance
    # 0.04296875, so (5/8) (3/8) / 0.04296875 = 5.4545 trials; of four documents these count four
    # parts, four trials five parts: 9 / (4 / 5.4545 + 5 / 4) = 4.5378
    found = mean_interval(np.array([0, 0.5, 1, 1]), np.ones(4))
    want = wilson(0.625 * 4.537815, 4.537815)
    assert_allclose([found.low, found.high], [want.low, want.high], atol=1e-6)


def test_copies_in_clusters_make_no_interval_narrower() -> None:
    values = np.random.default_rng(2).random(60)
    alone = mean_interval(values, np.ones(60))
    again = np.repeat(np.arange(60), 5)
    gathered = cluster_weights(300, None, again)
    copied = mean_interval(values[again], np.ones(300), gathered)
    assert copied.high - copied.low == pytest.approx(alone.high - alone.low, rel=0.03)
    assert copied.high - copied.low > alone.high - alone.low


def test_an_interval_holds_its_average() -> None:
    random = np.random.default_rng(4)
    for _ in range(6):
        n, k = int(random.integers(2, 40)), int(random.integers(1, 8))
        true, called = random.random((2, n, k)) < random.random(k)
        e = evaluated(true, called)
        for beta in (0.0, 0.5, 1.0, np.inf):
            for undefined in ("drop", "zero", "one"):
                intervals = average_intervals(e, beta, undefined)
                assert intervals is not None
                values = {
                    "micro": e.micro(beta),
                    "macro": {q: a.value for q, a in e.macro(beta, undefined).items()},
                    "per_document": {
                        q: a.value for q, a in e.per_document(beta, undefined).items()
                    },
                }
                for kind, averages in values.items():
                    for key, ends in getattr(intervals, kind).items():
                        assert np.isnan(ends.low) == np.isnan(averages[key])
                        if not np.isnan(ends.low):
                            assert 0 <= ends.low <= averages[key] + 1e-12
                            assert averages[key] - 1e-12 <= ends.high <= 1


def test_a_number_has_the_same_interval_beside_other_systems() -> None:
    random = np.random.default_rng(5)
    true = random.random((80, 4)) < 0.3
    systems = [evaluated(true, true ^ (random.random((80, 4)) < rate)) for rate in (0.1, 0.2)]
    settings = ComparisonSettings("f", 2.0, "drop", (0, 1))
    side = compare_systems(share_documents(systems), settings, 100)
    for s, e in enumerate(systems):
        alone = average_intervals(e, 2.0, "drop")
        assert alone is not None
        for name in COMPARED_AVERAGES[1:]:
            ends = side.intervals[name]
            own = getattr(alone, name)["f"]
            assert (ends.low[s], ends.high[s]) == (own.low, own.high)


@pytest.mark.slow
@pytest.mark.parametrize("beta", [0.5, 1.0, 2.0])
def test_the_mean_over_many_small_classes_is_held(beta: float) -> None:
    # thirty classes, half of them below ten documents, one class a document
    share = np.geomspace(0.3, 0.005, 30)
    share /= share.sum()
    measure = partial(f_beta, beta=beta)

    def drawn(n: int, random: np.random.Generator) -> tuple[Array, Array]:
        true = random.choice(30, n, p=share)
        return true, np.where(random.random(n) < 0.3, random.choice(30, n, p=share), true)

    everywhere = measure(one_of(*drawn(400_000, np.random.default_rng(1)), 30).tables)
    random = np.random.default_rng(2)
    held = 0
    for _ in range(120):
        e = one_of(*drawn(400, random), 30)
        ends = macro_interval(decided(e), measure, "drop")
        truth = everywhere[~np.isnan(measure(e.tables))].mean()
        held += ends.low <= truth <= ends.high
    # drawing documents again holds it in about 90
    assert 108 <= held <= 120


def test_where_small_classes_make_f_too_low_the_interval_reaches_further_up() -> None:
    # ten classes of four documents, half of each right: F is 1/2, where Wilson alone is even
    true = np.repeat(np.arange(10), 4)
    called = np.where(np.arange(40) % 2 == 0, true, (true + 1) % 10)
    found = average_intervals(one_of(true, called, 10), 1.0, "drop")
    assert found is not None
    ends = found.macro["f"]
    assert ends.low < 0.5 < ends.high
    assert ends.high - 0.5 > 1.2 * (0.5 - ends.low)


@pytest.mark.parametrize("undefined", ["drop", "one", "partition"])
@pytest.mark.parametrize("weighed", [False, True])
def test_classes_alike_in_their_cells_are_averaged_as_each_by_itself(
    monkeypatch: pytest.MonkeyPatch, undefined: Undefined, *, weighed: bool
) -> None:
    random = np.random.default_rng(9)
    # a class twice, some rare enough to be alike, some never true, never assigned or neither
    true, called = (random.random((60, 40)) < random.choice([0, 0.02, 0.3], 40) for _ in range(2))
    true[:, 1], called[:, 1] = true[:, 0], called[:, 0]
    weights = random.choice([0.0, 1.0, 2.5], 60) if weighed else None
    evaluation = evaluation_of(truth_of(true, weights=weights), called)
    alone = macro_influence(decided(evaluation), f_beta, undefined)
    monkeypatch.setattr(metric, "DRAWN_ALONE", 10)
    together = macro_influence(decided(evaluation), f_beta, undefined)
    assert together.value == alone.value
    np.testing.assert_array_equal(together.per_document, alone.per_document)
    np.testing.assert_array_equal(together.included, alone.included)
    assert together.unseen is not None
    assert alone.unseen is not None
    assert_allclose(together.unseen.number, alone.unseen.number, rtol=1e-12)
    # what is drawn is drawn in another order
    assert together.unseen.centre == pytest.approx(alone.unseen.centre, abs=0.005)


@pytest.mark.parametrize("all_judged", [True, False])
@pytest.mark.parametrize("measure", [f_beta, precision, partial(f_beta, beta=2.0)])
def test_a_document_moves_an_average_by_what_a_little_more_of_it_changes(
    measure: Measure, all_judged: bool
) -> None:
    rng = np.random.default_rng(4)
    judged = np.ones((40, 3), dtype=bool) if all_judged else rng.random((40, 3)) < 0.8
    true, called = (judged & (rng.random((40, 3)) < 0.5) for _ in range(2))
    # tp, fp, fn and tn of each pair, (4, documents, classes)
    pairs = np.array([true & called, called & ~true, true & ~called, judged & ~true & ~called])
    tables, documents = (ContingencyTable(*pairs.sum(axis=axis)) for axis in (1, 2))
    unjudged = None if all_judged else sparse.csc_array(~judged)
    decisions = JudgedDecisions(
        sparse.csc_array(true), sparse.csc_array(called), unjudged, None, tables, documents
    )

    def pooled(cells: Array) -> float:
        return float(measure(ContingencyTable(*cells.sum(axis=1))))

    def over_classes(cells: Array) -> float:
        return float(np.mean(measure(ContingencyTable(*cells))))

    little = 1e-6
    totals = pairs.sum(axis=1)
    for influence, average in (
        (micro_influence(decisions, measure), pooled),
        (macro_influence(decisions, measure, "drop"), over_classes),
    ):
        assert influence.value == pytest.approx(average(totals))
        more = [average(totals + little * pairs[:, document]) for document in range(40)]
        changed = (np.array(more) - average(totals)) / little
        assert_allclose(influence.per_document, changed, rtol=1e-3, atol=1e-6)


def test_weighted_recall_is_as_sure_as_micro_recall_and_each_document_moves_both_alike() -> None:
    random = np.random.default_rng(5)
    true, called = random.random((2, 300, 4)) < np.array([0.5, 0.3, 0.1, 0.02])
    decisions = decided(evaluated(true, true & (random.random(true.shape) < 0.8) | called))
    pooled, mean = (
        metric.average_influence(decisions, recall, average, "drop")
        for average in ("micro", "weighted")
    )
    assert mean.value == pytest.approx(pooled.value, abs=1e-12)
    assert_allclose(mean.per_document, pooled.per_document, atol=1e-6)


@pytest.mark.parametrize("undefined", ["drop", "zero", "one"])
def test_a_document_more_moves_the_weighted_mean_as_its_influence_says(
    undefined: Undefined,
) -> None:
    # a: 3 positives, 2 found, 1 false alarm; b: 2, 1, 0; c: 1, never predicted; d: none true
    true, called = [*"aaabbc", ""], [*"aabb", "", "", "a"]
    matrices = [np.array([[c in row for c in "abcd"] for row in rows]) for rows in (true, called)]
    moved = metric.weighted_influence(decided(evaluated(*matrices)), precision, undefined)
    for document in range(7):
        weights = np.ones(7)
        weights[document] += 1e-6
        table = count(matrices[0], matrices[1], sample_weight=weights)
        more = weighted(table, 1.0, undefined)["precision"].value
        assert (more - moved.value) / 1e-6 == pytest.approx(moved.per_document[document], abs=1e-4)


def test_the_interval_of_a_correlation_is_wilsons_of_the_way_from_minus_1_to_1() -> None:
    # everything right: n + z^2 and as many hits, on a scale of twice the length
    found = average_intervals(wrong_in(60, 0), 1.0, "drop", further=True)
    assert found is not None
    for key in ("mcc", "kappa"):
        low = 2 * 60 / (60 + SQUARE) - 1
        assert_allclose([found.all_classes[key].low, found.all_classes[key].high], [low, 1.0])


def test_intervals_of_classes_by_their_slope_are_near_those_of_shares() -> None:
    tables = ContingencyTable(
        *(np.array(cell) for cell in ([90, 40], [10, 5], [20, 10], [880, 945]))
    )
    for measure, shares in ((recall, recall_interval), (precision, precision_interval)):
        ours, theirs = metric.class_intervals(tables, measure), shares(tables)
        assert_allclose(ours.low, theirs.low, atol=0.01)
        assert_allclose(ours.high, theirs.high, atol=0.01)
    ends = metric.class_intervals(tables, mcc)
    assert np.all((ends.low < mcc(tables)) & (mcc(tables) < ends.high))


def test_an_average_is_of_the_documents_with_a_class_that_is_averaged() -> None:
    # a is found, missed and raised falsely; b is true of two and never called: no precision
    true = np.array([[1, 0], [1, 0], [0, 0], [0, 1], [1, 1], [0, 0]], dtype=bool)
    called = np.array([[1, 0], [0, 0], [1, 0], [0, 0], [1, 0], [0, 0]], dtype=bool)
    tables, documents = (
        ContingencyTable(
            *(
                cells.sum(axis=axis).astype(float)
                for cells in (true & called, called & ~true, true & ~called, ~true & ~called)
            )
        )
        for axis in (0, 1)
    )
    decisions = JudgedDecisions(
        sparse.csc_array(true), sparse.csc_array(called), None, None, tables, documents
    )
    of_a = macro_influence(decisions, precision, "drop")
    assert of_a.included.tolist() == [True, True, True, False, True, False]
    of_both = macro_influence(decisions, recall, "drop")
    assert of_both.included.tolist() == [True, True, True, True, True, False]
