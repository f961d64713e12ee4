"""Net benefit of all pairs: its band is by documents, and that of the class where there is one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

import breakeven as be
from breakeven.analysis.comparison.pooled_benefit import benefit_of, pooled_worth
from breakeven.analysis.evaluation.evaluation import Evaluation
from metrics.ranking.net_benefit import THRESHOLDS
from metrics.typing import Array
from tests.breakeven.analysis.comparison.test_loss_differences import made

AT = (0.1, 0.3, 0.5, 0.7)
PLACES = [round(100 * t) - 1 for t in AT]


def evaluated(labels: Array, p: Array, **more: Any) -> Evaluation:
    return be.evaluate(made(labels, {"s": p}, **more), "s").evaluation


def drawn(
    random: np.random.Generator, n: int, k: int, *, alike: float = 0.0
) -> tuple[Array, Array]:
    """Labels and probabilities; with `alike` the classes of a document hang together."""
    p = 1 / (1 + np.exp(-(random.normal(-0.5, 1.2, (n, k)) + alike * random.normal(size=(n, 1)))))
    shown = np.clip(p + random.normal(0, 0.1, (n, 1)) * (alike > 0), 0.001, 0.999)
    return random.random((n, k)) < p, shown


def test_of_a_single_class_it_is_that_of_the_class() -> None:
    random = np.random.default_rng(1)
    labels, p = drawn(random, 90, 1)
    weights, clusters = random.random(90) + 0.2, np.repeat(np.arange(30), 3)
    for more in ({}, {"weights": weights}, {"clusters": clusters}):
        evaluation = evaluated(labels, p, **more)
        pooled, of_class = benefit_of(evaluation, None), benefit_of(evaluation, 0)
        for end in ("value", "low", "high", "assign_all"):
            assert_allclose(getattr(pooled, end), getattr(of_class, end), rtol=0)
    # and by itself: pairs of which each is a document are worth what they are
    worth = pooled_worth(evaluated(labels, p))
    assert_allclose(worth, 90, rtol=1e-9)


def test_what_pairs_are_worth_by_hand() -> None:
    # at one half an alarm costs a hit. Two of three documents: two hits, and two alarms
    labels = np.array([[1, 1], [0, 0], [0, 0]], dtype=bool)
    p = np.array([[0.9, 0.9], [0.8, 0.8], [0.1, 0.1]])
    # pairs: 2 hits and 2 alarms of 6, net benefit 0, spread 4/6; documents: +2, -2, 0 of 2 pairs
    # each, (4 + 4) / 36 as the variance: 4/6 / (8/36) = 3 pairs drawn alone
    evaluation = evaluated(labels, p)
    assert pooled_worth(evaluation, np.array([0.5])) == pytest.approx(3)
    # two documents in one cluster that cancel out, and one of no call: nothing tells
    together = evaluated(labels, p, clusters=np.array([1, 1, 2]))
    assert pooled_worth(together, np.array([0.5])) == pytest.approx(2)


def test_copies_of_a_class_are_worth_no_more_than_one() -> None:
    random = np.random.default_rng(2)
    labels, p = drawn(random, 200, 1)
    one, four = evaluated(labels, p), evaluated(np.tile(labels, 4), np.tile(p, 4))
    assert_allclose(benefit_of(four, None).low, benefit_of(one, None).low, atol=1e-12)
    assert_allclose(benefit_of(four, None).high, benefit_of(one, None).high, atol=1e-12)


def test_weights_count_as_documents_that_are_there_so_often() -> None:
    random = np.random.default_rng(3)
    labels, p = drawn(random, 60, 3)
    times = random.integers(1, 4, 60)
    weighed = evaluated(labels, p, weights=times.astype(float))
    # the copies of a document are one, so they are in one cluster
    rows = np.repeat(np.arange(60), times)
    copied = evaluated(labels[rows], p[rows], clusters=rows)
    first, second = benefit_of(weighed, None), benefit_of(copied, None)
    for end in ("value", "low", "high"):
        assert_allclose(getattr(first, end), getattr(second, end), atol=1e-12)


def test_pairs_that_nobody_judged_count_nowhere() -> None:
    random = np.random.default_rng(4)
    labels, p = drawn(random, 80, 2)
    off = np.zeros_like(labels)
    off[:, 1] = True
    part = benefit_of(evaluated(labels & ~off, p, unjudged=off), None)
    alone = benefit_of(evaluated(labels[:, :1], p[:, :1]), None)
    for end in ("value", "low", "high"):
        assert_allclose(getattr(part, end), getattr(alone, end), atol=1e-12)


@pytest.mark.parametrize(("alike", "clustered"), [(0.0, False), (1.0, False), (1.0, True)])
def test_the_band_holds_about_95_in_100(alike: float, clustered: bool) -> None:
    random = np.random.default_rng(5)
    labels, p = drawn(random, 200_000, 4, alike=alike)
    truth = benefit_of(evaluated(labels, p), None).value[PLACES]
    held, times = np.zeros(len(PLACES)), 200
    for _ in range(times):
        # of clusters three documents are the same
        n = 50 if clustered else 150
        test_set, copies = drawn(random, n, 4, alike=alike), 3 if clustered else 1
        labels, p = (np.repeat(each, copies, axis=0) for each in test_set)
        clusters = np.repeat(np.arange(n), 3) if clustered else None
        band = benefit_of(evaluated(labels, p, clusters=clusters), None)
        held += (band.low[PLACES] <= truth) & (truth <= band.high[PLACES])
    assert np.all(held / times > 0.90)
    assert np.all(held / times < 0.995)


def test_python_has_the_band_and_its_curve_shows_it() -> None:
    labels, p = drawn(np.random.default_rng(6), 100, 3)
    curve = be.net_benefit(be.evaluate(made(labels, {"s": p}), "s"))
    frame = curve.frame()
    assert len(frame) == len(THRESHOLDS)
    assert (frame["low_95"] < frame["net_benefit"]).all()
    assert (frame["net_benefit"] < frame["high_95"]).all()
    assert "95 % interval" in [trace.name for trace in curve.plot().data]
    assert "—" not in curve.to_markdown().split("| --- |")[-1].split("|")[3]
