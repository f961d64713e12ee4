"""Documents that count more or less than one: laws, and an oracle that shares no code."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn import metrics as sk

from metrics import averaging
from metrics.baselines import baselines
from metrics.expected.prediction import Prediction
from metrics.ranking import curves
from metrics.ranking.break_even import break_even, micro_break_even_own_thresholds
from metrics.ranking.document_pivot import document_points
from metrics.ranking.eleven_point import eleven_point
from metrics.tallies import (
    ScoreTally,
    count_confusion,
    count_decisions,
    pooled_scores,
    tally_scores,
)
from metrics.thresholds.costs import CostMatrix, expected_at, expected_loss, least_loss
from metrics.thresholds.strategies import best_threshold, top_k_curve
from metrics.thresholds.threshold_curve import score_distribution, threshold_curve
from metrics.typing import Array

CELLS = ("tp", "fp", "fn", "tn")
SEEDS = st.integers(0, 10**6)


def drawn(seed: int) -> tuple[Array, Array, Array, Array, Array]:
    """Truth, decisions and unjudged pairs, (documents, classes); scores; whole weights."""
    random = np.random.default_rng(seed)
    n, k = int(random.integers(1, 12)), int(random.integers(1, 5))
    share = random.choice([0.1, 0.4, 0.8])
    truth, called, off = (random.random((n, k)) < p for p in (share, share, 0.15))
    weights = random.integers(0, 4, n)
    weights[random.integers(n)] = 2
    return truth, called, off, random.integers(-3, 4, (k, n)).astype(float), weights


def csc(matrix: Array) -> sparse.csc_array:
    return sparse.csc_array(matrix)


def tallies(truth: Array, scores: Array, weights: Array | None) -> list[ScoreTally]:
    """A tally a class, of which documents scoring below -2 have no score."""
    out = []
    for c, of_class in enumerate(scores):
        there = of_class >= -2
        own = np.ones(len(there), dtype=int) if weights is None else weights
        out.append(
            tally_scores(
                of_class[there],
                truth[there, c],
                own[~there].sum().item(),
                own[~there & truth[:, c]].sum().item(),
                None if weights is None else weights[there].astype(float),
            )
        )
    return out


@given(SEEDS)
def test_whole_weights_are_documents_repeated_in_every_table(seed: int) -> None:
    truth, called, off, _, weights = drawn(seed)
    again = np.repeat(np.arange(len(weights)), weights)
    for out, out_again in ((None, None), (csc(off), csc(off[again]))):
        one = count_decisions(csc(truth), csc(called), out, weights=weights.astype(float))
        many = count_decisions(csc(truth[again]), csc(called[again]), out_again)
        for cell in CELLS:
            assert_array_equal(getattr(one, cell), getattr(many, cell))
    matrix = count_confusion(csc(truth), csc(called), weights.astype(float))
    repeated = count_confusion(csc(truth[again]), csc(called[again]))
    assert_allclose(matrix.counts.toarray(), repeated.counts.toarray(), atol=1e-12)


@given(SEEDS, st.sampled_from(averaging.UNDEFINED), st.sampled_from([0.5, 1.0, 3.0]))
def test_whole_weights_are_documents_repeated_in_every_average(
    seed: int, undefined: averaging.Undefined, beta: float
) -> None:
    truth, called, _, scores, weights = drawn(seed)
    again = np.repeat(np.arange(len(weights)), weights)
    of_each = count_decisions(csc(truth), csc(called), unit="document")
    weighted = averaging.macro(of_each, beta, undefined, weights.astype(float))
    many = averaging.macro(of_each[again], beta, undefined)
    for name, mean in many.items():
        assert_allclose(weighted[name].value, mean.value, atol=1e-12)
    tables = count_decisions(csc(truth), csc(called))
    for a, b in zip(
        baselines(tables, csc(truth), weights.astype(float)),
        baselines(tables, csc(truth[again])),
        strict=False,
    ):
        assert a.exact_match == pytest.approx(b.exact_match)
    assert_allclose(
        document_points(scores, csc(truth))
        .mean("closest", undefined, weights.astype(float))
        .levels,
        document_points(scores[:, again], csc(truth[again])).mean("closest", undefined).levels,
        atol=1e-12,
    )


def ranked(seed: int, weighted: bool) -> list[ScoreTally]:
    truth, _, _, scores, weights = drawn(seed)
    again = np.repeat(np.arange(len(weights)), weights)
    if weighted:
        return tallies(truth, scores, weights)
    return tallies(truth[again], scores[:, again], None)


def numbers_of(tally: ScoreTally) -> dict[str, Any]:
    """Everything that is read off a ranking."""
    points = curves.pr_curve(tally)
    even = break_even(tally)
    out = {
        "thresholds": points.threshold,
        "precision": points.precision,
        "recall": points.recall,
        "fallout": points.fallout,
        "average precision": curves.average_precision(tally),
        "break-even": [even.value, even.threshold, even.precision, even.recall],
        "at break-even": [even.assigned, even.tp],
        "eleven points": eleven_point(tally).levels,
        "best F": best_threshold(tally, 2.0).threshold,
        "least loss": least_loss(tally, CostMatrix(fn=3)).threshold,
        "n": [tally.n, tally.r],
    }
    if len(tally.scores):
        curve, seen = threshold_curve(tally, 1.0), score_distribution(tally, 5)
        out["threshold curve"] = np.concatenate([curve.threshold, curve.value])
        out["plateau"] = [curve.plateau_low, curve.plateau_high, curve.best_low, curve.best_high]
        out["distribution"] = np.concatenate([seen.positives, seen.negatives])
    return out


@given(SEEDS)
def test_whole_weights_are_documents_repeated_in_every_ranking(seed: int) -> None:
    weighted, many = ranked(seed, True), ranked(seed, False)
    for a, b in [*zip(weighted, many, strict=True), (pooled_scores(weighted), pooled_scores(many))]:
        got, want = numbers_of(a), numbers_of(b)
        assert break_even(a).how == break_even(b).how
        for name in want:
            assert_allclose(got[name], want[name], atol=1e-12, err_msg=name)
        for threshold in (-3.0, 0.5, 2.0):
            for cell in CELLS:
                assert_array_equal(getattr(a.at(threshold), cell), getattr(b.at(threshold), cell))
    once, repeated = (
        micro_break_even_own_thresholds(t, [break_even(x) for x in t]).value
        for t in (weighted, many)
    )
    assert_allclose(once, repeated)


@given(SEEDS)
def test_whole_weights_are_documents_repeated_in_the_curve_of_k(seed: int) -> None:
    truth, _, _, scores, weights = drawn(seed)
    again = np.repeat(np.arange(len(weights)), weights)
    one = top_k_curve(scores, csc(truth), weights.astype(float))
    many = top_k_curve(scores[:, again], csc(truth[again]))
    listed = top_k_curve(sparse.csr_array(scores + 9), csc(truth), weights.astype(float))
    for cell in CELLS:
        assert_allclose(getattr(one, cell), getattr(many, cell), atol=1e-12)
        assert_allclose(getattr(listed, cell), getattr(many, cell), atol=1e-12)


@given(SEEDS)
def test_weights_of_one_change_no_digit(seed: int) -> None:
    truth, called, _, scores, weights = drawn(seed)
    ones = np.ones(len(weights))
    plain = count_decisions(csc(truth), csc(called))
    weighted = count_decisions(csc(truth), csc(called), weights=ones)
    for cell in CELLS:
        assert_array_equal(getattr(plain, cell), getattr(weighted, cell))
    for a, b in zip(tallies(truth, scores, None), tallies(truth, scores, ones), strict=True):
        got, want = numbers_of(b), numbers_of(a)
        for name in want:
            assert_array_equal(got[name], want[name], err_msg=name)
    values = np.where(scores[0] > 2, np.nan, scores[0] / 3)
    assert_array_equal(
        averaging.mean_of(values).value, averaging.mean_of(values, weights=ones).value
    )


@given(SEEDS, st.sampled_from([1e-6, 0.1, 3.7, 1e9]), st.booleans())
@example(16446, 1e-6, False)  # two thresholds with the same F but for rounding
def test_the_scale_of_the_weights_is_nothing(seed: int, scale: float, unequal: bool) -> None:
    truth, called, _, scores, weights = drawn(seed)
    own = weights * (1 + np.arange(len(weights)) / 7 if unequal else 1.0)
    one, many = (count_decisions(csc(truth), csc(called), weights=w) for w in (own, scale * own))
    for name, value in averaging.micro(one).items():
        assert_allclose(averaging.micro(many)[name], value, rtol=1e-9)
    for a, b in zip(tallies(truth, scores, own), tallies(truth, scores, scale * own), strict=True):
        got, want = numbers_of(b), numbers_of(a)
        for name in set(want) - {"n", "at break-even", "distribution"}:
            assert_allclose(got[name], want[name], rtol=1e-9, atol=1e-9, err_msg=name)


class Oracle:
    """One ranking in fractions, point by point, written from the definitions."""

    def __init__(self, scores: list[int], truth: list[bool], weights: list[Fraction]) -> None:
        self.rows = [row for row in zip(scores, truth, weights, strict=True) if row[2] > 0]
        self.r = sum((w for _, z, w in self.rows if z), Fraction(0))
        self.points = []
        for threshold in sorted({s for s, _, _ in self.rows}, reverse=True):
            assigned = sum((w for s, _, w in self.rows if s >= threshold), Fraction(0))
            hits = sum((w for s, z, w in self.rows if s >= threshold and z), Fraction(0))
            self.points.append((threshold, assigned, hits))

    def average_precision(self) -> Fraction:
        before, total = Fraction(0), Fraction(0)
        for _, assigned, hits in self.points:
            total += (hits - before) * hits / assigned
            before = hits
        return total / self.r

    def break_even(self) -> tuple[str, Fraction, int] | None:
        for threshold, assigned, hits in self.points:
            if assigned == self.r:
                return "exact", hits / assigned, threshold
        candidates = [
            (abs(hits / assigned - hits / self.r), -(hits / assigned + hits / self.r), -threshold)
            for threshold, assigned, hits in self.points
            if hits
        ]
        if not candidates:
            return None
        _, mean, threshold = min(candidates)
        return "interpolated", -mean / 2, -threshold

    def levels(self) -> list[Fraction]:
        out = []
        for level in range(11):
            reached = [
                hits / assigned
                for _, assigned, hits in self.points
                if hits and 10 * hits >= level * self.r
            ]
            out.append(max(reached, default=Fraction(0)))
        return out


entries = st.lists(
    st.tuples(st.integers(-5, 5), st.booleans(), st.integers(0, 6), st.integers(1, 7)),
    min_size=1,
    max_size=14,
)


@settings(max_examples=300)
@given(entries)
def test_curve_and_break_even_are_those_of_fractions(
    rows: list[tuple[int, bool, int, int]],
) -> None:
    scores, truth = [s for s, _, _, _ in rows], [z for _, z, _, _ in rows]
    weights = [Fraction(a, b) for _, _, a, b in rows]
    oracle = Oracle(scores, truth, weights)
    tally = tally_scores(
        np.array(scores, dtype=float), np.array(truth), weights=np.array(weights, dtype=float)
    )
    points = curves.operating_points(tally)
    assert points.threshold.tolist() == [t for t, _, _ in oracle.points]
    assert_allclose(points.assigned, [float(a) for _, a, _ in oracle.points])
    assert_allclose(points.tp, [float(h) for _, _, h in oracle.points])
    even = break_even(tally)
    if oracle.r == 0:
        assert even.how == "undefined"
        return
    assert curves.average_precision(tally) == pytest.approx(float(oracle.average_precision()))
    assert_allclose(eleven_point(tally).levels, [float(p) for p in oracle.levels()], atol=1e-12)
    want = oracle.break_even()
    if want is None:
        assert even.how == "undefined"
    else:
        assert (even.how, even.threshold) == (want[0], want[2])
        assert even.value == pytest.approx(float(want[1]))


@given(SEEDS)
def test_scikit_learn_weighs_documents_alike(seed: int) -> None:
    truth, called, _, scores, copies = drawn(seed)
    weights = copies * (0.3 + np.arange(len(copies)))
    table = count_decisions(csc(truth), csc(called), weights=weights)
    for c in range(truth.shape[1]):
        p, r, f, _ = sk.precision_recall_fscore_support(
            truth[:, c],
            called[:, c],
            beta=2,
            average="binary",
            sample_weight=weights,
            zero_division=np.nan,
        )
        micro = averaging.micro(table[[c]], 2)
        assert_allclose([micro["precision"], micro["recall"], micro["f"]], [p, r, f], atol=1e-12)
        if (weights @ truth[:, c]) > 0:
            tally = tally_scores(scores[c], truth[:, c], weights=weights)
            want = sk.average_precision_score(truth[:, c], scores[c], sample_weight=weights)
            assert curves.average_precision(tally) == pytest.approx(want)


@given(entries, st.integers(-5, 5), st.booleans())
def test_expected_loss_of_weighted_documents(
    rows: list[tuple[int, bool, int, int]], tenths: int, below: bool
) -> None:
    p = np.array([(s + 5) / 10 for s, _, _, _ in rows])
    weights = np.array([float(a) for _, _, a, _ in rows])
    costs = CostMatrix(tp=-1, fp=2, fn=5, tn=0.5)
    threshold = (tenths + 5) / 10
    tally = tally_scores(p, np.zeros(len(p), dtype=bool), weights=weights)
    got = expected_at(tally, threshold, below, costs)
    calls = p < threshold if below else p >= threshold
    each = [expected_loss(p[[i]], calls[[i]], costs) for i in range(len(p))]
    total = weights.sum()
    if not total:
        assert np.isnan(got.expected)
        return
    want = Prediction(
        sum(w * e.expected for w, e in zip(weights, each, strict=True)) / total,
        sum(w**2 * e.variance for w, e in zip(weights, each, strict=True)) / total**2,
    )
    assert got.expected == pytest.approx(want.expected)
    assert got.variance == pytest.approx(want.variance, abs=1e-12)


def test_the_table_of_one_document_is_not_weighted() -> None:
    one = csc(np.ones((1, 1), dtype=bool))
    with pytest.raises(ValueError, match="not weighted"):
        count_decisions(one, one, unit="document", weights=np.ones(1))
