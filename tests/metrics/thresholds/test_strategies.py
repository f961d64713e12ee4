"""RCut, SCut and PCut against golden values and slow choices made one at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from metrics.measures import fallout, precision, recall
from metrics.ranking.curves import operating_points
from metrics.tallies import count_decisions, pooled_scores, tally_scores
from metrics.thresholds.strategies import Ties, best_threshold, proportional, top_k, top_k_curve
from metrics.typing import Array
from tests.golden_cases import cases, check, counts, ranking


def listed(scores: Array) -> sparse.csr_array:
    """The same scores as a sparse file, NaN left out, zeros kept."""
    row, column = np.nonzero(~np.isnan(scores))
    return sparse.csr_array((scores[row, column], (row, column)), shape=scores.shape)


@pytest.mark.parametrize("case", cases("cuts", "scores_by_document"))
@pytest.mark.parametrize("form", [np.asarray, listed])
def test_top_k_golden(case: dict[str, Any], form: Callable[..., Any]) -> None:
    scores = form(np.array(case["input"]["scores_by_document"]).T)
    got = {
        f"k{k}_{ties}": top_k(scores, k, ties).decisions.toarray().astype(int)
        for k in (0, 1, 2, 3, 5)
        for ties in ("order", "include")
    }
    check(got, case)


@pytest.mark.parametrize("case", cases("cuts", "truth", "score", "beta", "c_f"))
def test_best_threshold_golden(case: dict[str, Any]) -> None:
    of = case["input"]
    best = best_threshold(ranking(of["truth"], of["score"]), of["beta"], of["c_f"])
    check({"threshold": best.threshold, "f": best.f}, case)


@pytest.mark.parametrize("case", cases("cuts", "scores_by_class", "generality"))
@pytest.mark.parametrize("form", [np.asarray, listed])
def test_proportional_golden(case: dict[str, Any], form: Callable[..., Any]) -> None:
    scores = form(np.array(case["input"]["scores_by_class"]))
    got = {
        f"x{x}_{ties}": proportional(scores, np.array(case["input"]["generality"]), x, ties)
        .decisions.toarray()
        .T.astype(int)
        for x in (1, 2)
        for ties in ("order", "include")
    }
    check(got, case)


@pytest.mark.parametrize("case", cases("curves"))
@pytest.mark.parametrize("form", [np.asarray, listed])
def test_curves_golden(case: dict[str, Any], form: Callable[..., Any]) -> None:
    truth = np.array(case["input"]["truth"], dtype=bool)
    scores = np.array(case["input"]["score"]).T

    def rows(steps: Sequence[int] | Array, table: Any) -> Any:
        columns = {
            **counts(table),
            "precision": precision(table),
            "recall": recall(table),
            "fallout": fallout(table),
        }
        return [
            {"at": steps[i], **{n: v[i] for n, v in columns.items()}} for i in range(len(steps))
        ]

    points = operating_points(
        pooled_scores([tally_scores(scores[c], truth[:, c]) for c in range(len(scores))])
    )
    top = top_k_curve(form(scores), sparse.csc_array(truth))
    check({"top_k": rows(range(5), top), "threshold": rows(points.threshold, points.table())}, case)


levels = st.sampled_from([-2.0, 0.0, 0.5, 1.0, np.nan])
matrices = st.tuples(st.integers(1, 5), st.integers(1, 5)).flatmap(
    lambda shape: st.lists(
        st.lists(levels, min_size=shape[1], max_size=shape[1]), min_size=shape[0], max_size=shape[0]
    ).map(np.array)
)


def slow_best(scores: list[float], k: int, ties: Ties) -> tuple[list[bool], bool]:
    """Which of a list are the k best, and whether the cut separates equals."""
    ranked = sorted((i for i, s in enumerate(scores) if s == s), key=lambda i: (-scores[i], i))
    chosen = set(ranked[:k])
    tied = 0 < k < len(ranked) and scores[ranked[k]] == scores[ranked[k - 1]]
    if ties == "include" and tied:
        chosen |= {i for i in ranked if scores[i] == scores[ranked[k - 1]]}
    return [i in chosen for i in range(len(scores))], tied


@given(matrices, st.integers(0, 6), st.sampled_from(["order", "include"]))
def test_top_k_one_document_at_a_time(scores: Array, k: int, ties: Ties) -> None:
    expected = [slow_best(list(column), k, ties) for column in scores.T]
    for form in (scores, listed(scores)):
        got = top_k(form, k, ties)
        assert got.decisions.toarray().tolist() == [chosen for chosen, _ in expected]
        assert got.tied.tolist() == [tied for _, tied in expected]


@given(
    matrices,
    st.floats(0, 1),
    st.sampled_from([0.5, 1.0, 3.0]),
    st.sampled_from(["order", "include"]),
)
def test_proportional_one_class_at_a_time(
    scores: Array, share: float, factor: float, ties: Ties
) -> None:
    number = int(
        Fraction(share) * Fraction(factor) * scores.shape[1] + Fraction(1, 2) + Fraction(1, 10**12)
    )
    number = min(number, scores.shape[1])
    expected = [slow_best(list(row), number, ties) for row in scores]
    for form in (scores, listed(scores)):
        got = proportional(form, np.full(len(scores), share), factor, ties)
        assert got.decisions.toarray().T.tolist() == [chosen for chosen, _ in expected]
        assert got.tied.tolist() == [tied for _, tied in expected]


def test_proportional_by_weight_takes_documents_as_heavy_as_the_share() -> None:
    # half of the weight of 8 is 4: the first weighs 3, and half of the second still fits
    scores, weights = np.array([[0.9, 0.8, 0.7, 0.6]]), np.array([3.0, 2.0, 2.0, 1.0])
    got = proportional(scores, np.array([0.5]), weights=weights)
    assert got.decisions.toarray()[:, 0].tolist() == [True, True, False, False]
    few = proportional(scores, np.array([0.4]), weights=weights)
    assert few.decisions.toarray()[:, 0].tolist() == [True, False, False, False]
    for share in (0.0, 0.1, 0.3, 1.0):
        alike = proportional(scores, np.array([share]), weights=np.full(4, 7.0))
        plain = proportional(scores, np.array([share]))
        assert (alike.decisions != plain.decisions).nnz == 0


@given(matrices, st.randoms(use_true_random=False))
def test_top_k_curve_is_top_k_counted(scores: Array, random: Random) -> None:
    truth = np.array([[random.random() < 0.4 for _ in column] for column in scores.T])
    labels = sparse.csc_array(truth)
    for form in (scores, listed(scores)):
        curve = top_k_curve(form, labels)
        for k in range(len(scores) + 1):
            one = count_decisions(labels, top_k(form, k).decisions).pooled()
            assert counts(curve[k]) == counts(one)


rankings = st.lists(
    st.tuples(st.booleans(), st.sampled_from([0.1, 0.2, 0.3, 0.7, 0.9, None])),
    min_size=1,
    max_size=12,
)


@given(rankings, st.sampled_from([0.0, 0.5, 1.0, 2.0, float("inf")]), st.sampled_from([0, 1]))
def test_best_threshold_tries_every_threshold(
    pairs: list[tuple[Any, ...]], beta: float, c_f: int
) -> None:
    truth, score = zip(*pairs, strict=True)
    r = sum(truth)

    def f_at(threshold: Any) -> Any:
        called = [t for t, s in pairs if s is not None and s >= threshold]
        tp, fp, fn = sum(called), len(called) - sum(called), r - sum(called)
        if tp + fp + fn == 0:
            return Fraction(c_f)
        if tp == 0:
            return Fraction(0)
        if beta == float("inf"):
            return Fraction(tp, tp + fn)
        b2 = Fraction(beta) ** 2
        return (1 + b2) * tp / ((1 + b2) * tp + b2 * fn + fp)

    candidates = [float("inf"), *sorted({s for s in score if s is not None}, reverse=True)]
    best = max(candidates, key=f_at)  # the first, so the highest, among equals
    got = best_threshold(ranking(truth, score), beta, c_f)
    assert got.threshold == best
    assert got.f == pytest.approx(float(f_at(best)))


def test_several_classes() -> None:
    # second class: nothing true, so nothing assigned; first: .9 + .5 - is best cut at .9 (F 1)
    tallies = [ranking([1, 0], [0.9, 0.5]), ranking([0, 0], [0.9, 0.5])]
    assert [best_threshold(tally).threshold for tally in tallies] == [0.9, np.inf]
