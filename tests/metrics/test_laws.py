"""Laws that hold for any decisions and any ranking."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse

from metrics import averaging, measures
from metrics.averaging import Undefined, macro
from metrics.measures import averaged_measures
from metrics.ranking import curves
from metrics.ranking.break_even import break_even
from metrics.ranking.eleven_point import eleven_point
from metrics.tallies import (
    ContingencyTable,
    ScoreTally,
    count_confusion,
    count_decisions,
    tally_scores,
)
from tests.golden_cases import counts
from tests.tables import between_classes

BETAS = st.sampled_from([0.0, 0.3, 0.5, 1.0, 2.0, 7.0, float("inf")])

cells = st.tuples(*[st.integers(0, 40)] * 4)
one_table = cells.map(lambda c: ContingencyTable(*(np.asarray(x) for x in c)))


def stacked(rows: Any) -> Any:
    return ContingencyTable(*(np.array(column) for column in zip(*rows, strict=True)))


many_tables = st.lists(cells, min_size=1, max_size=6).map(stacked)


@pytest.mark.parametrize("undefined", get_args(Undefined))
@given(many_tables, BETAS)
def test_mean_e_is_the_rest_of_mean_f_whatever_0_over_0_counts_as(
    undefined: Undefined, t: ContingencyTable, beta: float
) -> None:
    means = macro(t, beta, undefined)
    assert_allclose(means["e"].value, 1 - means["f"].value, atol=1e-12)
    assert means["e"].units == means["f"].units


@given(one_table, BETAS)
def test_swapping_truth_and_decisions(t: ContingencyTable, beta: float) -> None:
    swapped = ContingencyTable(t.tp, t.fn, t.fp, t.tn)
    assert_allclose(measures.precision(t), measures.recall(swapped))
    assert_allclose(measures.overlap(t), measures.overlap(swapped))
    inverse = float("inf") if beta == 0 else 1 / beta
    assert_allclose(measures.f_beta(t, beta), measures.f_beta(swapped, inverse))


@given(one_table, BETAS)
def test_measures_of_one_table_belong_together(t: ContingencyTable, beta: float) -> None:
    p, r, f = measures.precision(t), measures.recall(t), measures.f_beta(t, beta)
    assert_allclose(measures.error_rate(t), 1 - measures.accuracy(t), atol=1e-15)
    assert_allclose(measures.specificity(t), 1 - measures.fallout(t), atol=1e-15)
    assert_allclose(measures.e_beta(t, beta), 1 - f)
    f1 = measures.f_beta(t)
    assert_allclose(measures.overlap(t), f1 / (2 - f1))
    if not np.isnan(p + r):
        assert min(p, r) - 1e-12 <= f <= max(p, r) + 1e-12
        if p + r > 0:
            assert_allclose(measures.f_of(p, r, beta), f)


@given(one_table)
def test_beta_0_is_precision_and_infinity_recall_but_for_0_over_0(t: ContingencyTable) -> None:
    p, r = measures.precision(t), measures.recall(t)
    wrong = t.fp + t.fn > 0
    expected_p = 0.0 if np.isnan(p) and wrong else p
    expected_r = 0.0 if np.isnan(r) and wrong else r
    assert_allclose(measures.f_beta(t, 0.0), expected_p)
    assert_allclose(measures.f_beta(t, float("inf")), expected_r)


@given(many_tables, BETAS)
def test_micro_is_a_weighted_mean(t: ContingencyTable, beta: float) -> None:
    weight = measures.alpha_of(beta) * t.assigned + (1 - measures.alpha_of(beta)) * t.positives
    weights = {
        "precision": t.assigned,
        "recall": t.positives,
        "fallout": t.negatives,
        "overlap": t.tp + t.fp + t.fn,
        "f": weight,
    }
    micro = averaging.micro(t, beta)
    for name, w in weights.items():
        each = averaged_measures(beta)[name](t)
        if w.sum() > 0:
            assert_allclose(np.nansum(w * each) / w.sum(), micro[name], atol=1e-12)


matrices = st.tuples(st.integers(1, 6), st.integers(1, 4)).flatmap(
    lambda shape: st.tuples(
        *[
            st.lists(
                st.lists(st.booleans(), min_size=shape[1], max_size=shape[1]),
                min_size=shape[0],
                max_size=shape[0],
            ).map(lambda rows: sparse.csc_array(np.array(rows, dtype=bool)))
        ]
        * 2
    )
)


@given(matrices)
def test_accuracy_is_the_same_micro_and_macro(
    pair: tuple[sparse.csc_array, sparse.csc_array],
) -> None:
    t = count_decisions(*pair)
    assert_allclose(averaging.macro(t)["accuracy"].value, averaging.micro(t)["accuracy"])


@given(matrices, st.randoms(use_true_random=False))
def test_order_of_documents_and_classes_is_nothing(
    pair: tuple[sparse.csc_array, sparse.csc_array], random: Random
) -> None:
    rows, columns = (random.sample(range(n), n) for n in pair[0].shape)
    moved = [sparse.csc_array(sparse.csr_array(m)[rows][:, columns]) for m in pair]
    t, u = count_decisions(*pair), count_decisions(*moved)
    assert all(np.array_equal(counts(t)[c][columns], counts(u)[c]) for c in counts(t))
    matrix, other = count_confusion(*pair), count_confusion(*moved)
    assert_allclose(between_classes(matrix)[np.ix_(columns, columns)], between_classes(other))
    assert_allclose(matrix.table(len(rows)).fp, t.fp, atol=1e-12)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=30))
def test_one_of_identity(pairs: list[tuple[int, int]]) -> None:
    true, called = (np.eye(4, dtype=bool)[list(column)] for column in zip(*pairs, strict=True))
    t = count_decisions(sparse.csc_array(true), sparse.csc_array(called))
    right = sum(a == b for a, b in pairs) / len(pairs)
    assert t.fp.sum() == t.fn.sum()
    micro = averaging.micro(t)
    assert_allclose([micro["precision"], micro["recall"], micro["f"]], right)
    # and this is not the accuracy of the decisions
    assert micro["accuracy"] == pytest.approx(1 - 2 * (1 - right) / 4)


rankings = st.lists(st.tuples(st.booleans(), st.integers(-9, 9)), min_size=1, max_size=25)


def tally(
    pairs: list[tuple[bool, int]], transform: Callable[..., Any] = lambda score: score
) -> ScoreTally:
    truth, score = zip(*pairs, strict=True)
    return tally_scores(transform(np.array(score, dtype=float)), np.array(truth, dtype=bool))


@given(rankings)
def test_increasing_transformations_change_nothing(pairs: list[tuple[bool, int]]) -> None:
    t, u = tally(pairs), tally(pairs, lambda score: np.exp(score / 3) - 100)
    a, b = break_even(t), break_even(u)
    assert (a.assigned, a.tp, a.how) == (b.assigned, b.tp, b.how)
    assert_allclose(eleven_point(t).levels, eleven_point(u).levels)
    assert_allclose(curves.average_precision(t), curves.average_precision(u))


@given(st.lists(st.booleans(), min_size=1, max_size=40).filter(any))
def test_distinct_scores_break_even_at_r_precision(truth: list[bool]) -> None:
    t = tally([(z, -rank) for rank, z in enumerate(truth)])
    point = break_even(t)
    r = sum(truth)
    assert point.how == "exact"
    assert point.value == pytest.approx(sum(truth[:r]) / r)
    # at an exact break-even F_1 equals it, so the best F_1 is no smaller
    f = measures.f_beta(curves.operating_points(t).table())
    assert f.max() >= point.value - 1e-12


@given(rankings.filter(lambda pairs: any(z for z, _ in pairs)))
def test_interpolated_precision_never_rises(pairs: list[tuple[bool, int]]) -> None:
    assert np.all(np.diff(eleven_point(tally(pairs)).levels) <= 0)


@given(st.lists(st.booleans(), min_size=1, max_size=40).filter(any))
def test_all_scores_equal_gives_the_prevalence(truth: list[bool]) -> None:
    t = tally([(z, 1) for z in truth])
    assert_allclose(eleven_point(t).levels, np.mean(truth))
    assert break_even(t).gap == pytest.approx(1 - np.mean(truth))
