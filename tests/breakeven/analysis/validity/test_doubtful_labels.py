"""Labels in doubt: beside right ones, and beside probabilities that are off."""

from __future__ import annotations

import numpy as np
import pytest

import breakeven as be
from breakeven.analysis.label_errors.suspected_labels import Doubts, doubts_of
from breakeven.analysis.validity.doubtful_labels import (
    DoubtfulLabels,
    _drawn,
    _Model,
    doubtful_labels,
)
from breakeven.data.records import Review
from metrics.typing import Array
from tests.made import not_none

N, K = 900, 5


def made(seed: int, wrong: float = 0.0, stretch: float = 1.0) -> Review:
    """Probabilities by which labels are drawn; a share is wrong, and what is given is stretched."""
    rng = np.random.default_rng(seed)
    logits = rng.normal(0, 0.6, (N, K))
    logits[np.arange(N), rng.integers(0, K, N)] += rng.gamma(3, 1.6, N) + 0.8
    p = softmax(logits)
    true = (rng.random((N, 1)) > np.cumsum(p, axis=1)).sum(axis=1).clip(max=K - 1)
    rows = np.flatnonzero(rng.random(N) < wrong)
    true[rows] = (true[rows] + rng.integers(1, K, len(rows))) % K
    given = softmax(stretch * np.log(p))
    names = np.array([f"c{c}" for c in range(K)])
    return be.from_arrays(
        names[true], names[given.argmax(axis=1)], given, list(names), probabilities=True
    )


def softmax(logits: Array) -> Array:
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(e / e.sum(axis=1, keepdims=True))


def doubts(review: Review) -> DoubtfulLabels | None:
    return doubtful_labels(review.truth, review.own[0], be.evaluate(review).evaluation)


def test_wrong_labels_are_found_with_about_how_many_there_are() -> None:
    result = not_none(doubts(made(1, wrong=0.1)))
    assert result.share == pytest.approx(0.1, abs=0.03)
    # right labels drawn anew would be doubted so often
    right = made(1)
    doubted = doubts_of(right, right.own[0].system, None)
    assert isinstance(doubted, Doubts)
    assert result.expected == pytest.approx(len(np.unique(doubted.document)), rel=0.4)
    assert len(result.rows) > 2 * result.expected


@pytest.mark.parametrize("stretch", [0.5, 1.0, 2.5])
def test_right_labels_are_not_doubted_however_sure_the_system_is(stretch: float) -> None:
    assert [doubts(made(seed, stretch=stretch)) for seed in range(6)] == [None] * 6


def of_one_class(seed: int, k: int, *, everywhere: bool) -> Review:
    """A third of the labels of c0 are c1; or a third of its documents score so, on test alone."""
    rng = np.random.default_rng(seed)
    logits = rng.normal(0, 0.6, (N, k))
    logits[np.arange(N), rng.integers(0, k, N)] += rng.gamma(3, 1.6, N) + 0.8
    p = softmax(logits)
    true = (rng.random((N, 1)) > np.cumsum(p, axis=1)).sum(axis=1).clip(max=k - 1)
    split = np.repeat(["dev", "test"], N // 2)
    rows = np.flatnonzero((true == 0) & (rng.random(N) < 1 / 3))
    if everywhere:
        true[rows] = 1
    else:
        rows = rows[split[rows] == "test"]
        p[rows[:, None], [0, 1]] = p[rows[:, None], [1, 0]]
    names = np.array([f"c{c}" for c in range(k)])
    return be.from_arrays(
        names[true], names[p.argmax(axis=1)], p, list(names), split=split, probabilities=True
    )


@pytest.mark.parametrize("k", [2, 6])
def test_labels_of_one_class_that_stand_under_another_name_are_found(k: int) -> None:
    review = of_one_class(3, k, everywhere=True)
    result = not_none(doubts(review))
    # a third of the labels of one class of k
    assert result.share == pytest.approx(1 / 3 / k, rel=0.35)
    assert len(result.rows) > 1.5 * result.expected
    assert result.directions in (((1, 0),), ())


def test_what_stands_where_labels_of_one_class_are_gone_is_named() -> None:
    # too few labels of c0 are left to see wrong ones in all; a third of a half is c1
    result = not_none(doubts(of_one_class(4, 2, everywhere=True)))
    assert result.directions == ((1, 0),)
    assert result.share == pytest.approx(1 / 6, rel=0.2)


def test_a_system_that_fails_on_one_class_of_test_is_no_doubt_of_its_labels() -> None:
    assert doubts(of_one_class(4, 2, everywhere=False)) is None


@pytest.mark.parametrize(("splits", "doubted"), [(["test"], False), (["dev", "test"], True)])
def test_a_system_that_fails_on_test_alone_is_no_doubt_of_its_labels(
    splits: list[str], doubted: bool
) -> None:
    # a fifth of the documents have the probabilities of others: as if their labels were wrong
    review = made(1)
    p = np.asarray(review.own[0].scores).T.copy()
    split = np.repeat(["dev", "test"], N // 2)
    rows = np.flatnonzero(np.isin(split, splits) & (np.random.default_rng(0).random(N) < 0.2))
    p[rows] = p[np.roll(rows, 1)]
    classes = list(review.truth.classes)
    truth = np.asarray(not_none(review.truth.labels).toarray()).argmax(axis=1)
    names = np.array(classes)
    failing = be.from_arrays(
        names[truth], names[p.argmax(axis=1)], p, classes, split=split, probabilities=True
    )
    assert (doubts(failing) is not None) == doubted


def several(seed: int, fault: str = "") -> Review:
    """Any number of four classes; some of c0 are called c1, or by the system alone."""
    rng = np.random.default_rng(seed)
    likely = rng.random((320, 4)) < 0.25
    logits = np.where(likely, rng.normal(2.2, 1.3, (320, 4)), rng.normal(-4.2, 1.1, (320, 4)))
    true = rng.random((320, 4)) < 1 / (1 + np.exp(-logits))
    rows = np.flatnonzero(true[:, 0] & (rng.random(320) < 0.35))
    if fault == "labels swapped":
        true[rows, 0], true[rows, 1] = False, True
    if fault == "system confuses":
        # it takes some of c1 for c0, and is not sure of it
        rows = np.flatnonzero(true[:, 1] & ~true[:, 0] & (rng.random(320) < 0.35))
        logits[rows, 0], logits[rows, 1] = rng.normal(0.8, 0.5, len(rows)), -4.0
    names = np.array(["c0", "c1", "c2", "c3"])
    p = 1 / (1 + np.exp(-logits))
    return be.from_arrays(
        [names[row].tolist() for row in true],
        [names[row].tolist() for row in p >= 0.5],
        p,
        list(names),
        split=np.repeat(["dev", "test"], [120, 200]),
        probabilities=True,
    )


def test_swapped_labels_of_few_documents_with_several_classes_are_found() -> None:
    doubtful = [doubts(several(seed, "labels swapped")) for seed in range(10)]
    directions = [each.directions for each in doubtful if each is not None]
    assert len(directions) >= 8
    # some doubt labels as a whole, whose direction is not always clear
    assert set(directions) <= {((1, 0),), ()}
    assert directions.count(((1, 0),)) >= 6


def test_a_system_that_takes_one_class_for_another_without_being_sure_is_no_doubt_of_labels() -> (
    None
):
    assert [doubts(several(seed, "system confuses")) for seed in range(10)] == [None] * 10
    assert [doubts(several(seed)) for seed in range(10)] == [None] * 10


def test_right_labels_are_drawn_by_the_probabilities_for_the_likeliest_class_and_for_others() -> (
    None
):
    shares = [0.2, 0.5, 0.2, 0.1]
    model = _Model(stretch=1.0, moved=0.0, wrong=0.0)
    drawn = _drawn(np.tile(shares, (40_000, 1)), model, np.random.default_rng(0), single=True)
    assert (drawn.sum(axis=1) == 1).all()
    # the standard deviation of a half of 40,000 is 0.0025
    assert drawn.mean(axis=0) == pytest.approx(shares, abs=0.01)
