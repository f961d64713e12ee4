"""Eleven-point averages of one small case by every convention, summed by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import sparse

from breakeven.analysis.evaluation.eleven_conventions import (
    CONVENTIONS,
    Convention,
    ScoredElevenPoints,
)
from breakeven.analysis.evaluation.scored import ScoredSplit
from metrics.typing import Array

IDS = np.array(["a", "b"], dtype=object)
# document a ranks x y z, its true classes x and z; b ranks x y z too, truly y
SCORES = np.array([[0.9, 0.8], [0.5, 0.7], [0.1, 0.6]])
TRUTH = np.array([[True, False, True], [False, True, False]])
BY_HAND = {
    # x: + -, y: + -, z: - +, so every level is 1, 1 and 1/2
    "category": (1 + 1 + 1 / 2) / 3,
    # .9+ .8- .7+ .6- .5- .1+: 4 levels at 1/1, 3 at 2/3, 4 at 3/6
    "pooled": (4 + 3 * 2 / 3 + 4 / 2) / 11,
    # a: + - +: 6 levels at 1, 5 at 2/3; b: - +: all at 1/2
    "document_closest": ((6 + 5 * 2 / 3) / 11 + 1 / 2) / 2,
    "document_interval": ((6 + 5 * 2 / 3) / 11 + 1 / 2) / 2,
    # with one positive a class every level asks for it
    "trec_eval_9": (1 + 1 + 1 / 2) / 3,
    "trec_eval_current": (1 + 1 + 1 / 2) / 3,
}


def part(
    scores: Array | sparse.csr_array, truth: Array = TRUTH, unjudged: Array | None = None
) -> ScoredSplit:
    rows = np.arange(len(truth))
    classes = tuple("xyzw"[: truth.shape[1]])
    off = None if unjudged is None else sparse.csc_array(unjudged)
    return ScoredSplit(classes, rows, rows, sparse.csc_array(truth), off, scores)


@pytest.mark.parametrize("form", [np.array, sparse.csr_array])
@pytest.mark.parametrize("convention", CONVENTIONS)
def test_every_convention_by_hand(convention: Convention, form: Any) -> None:
    by = ScoredElevenPoints(part(form(SCORES)), IDS).by(convention)
    assert by.value.average == pytest.approx(BY_HAND[convention])
    assert (
        by.units
        == by.rankings
        == {"pooled": 1}.get(convention, 2 if "document" in convention else 3)
    )


def test_a_class_without_positives_is_left_out_or_counted() -> None:
    scores = np.vstack([SCORES, [[0.3, 0.2]]])
    truth = np.hstack([TRUTH, [[False], [False]]])
    left_out = ScoredElevenPoints(part(scores, truth), IDS).by("category")
    assert (left_out.units, left_out.rankings) == (3, 4)
    assert left_out.value.average == pytest.approx(2.5 / 3)
    counted = ScoredElevenPoints(part(scores, truth), IDS).by("category", "zero")
    assert counted.units == 4
    assert counted.value.average == pytest.approx(2.5 / 4)
    # the program skips it whatever one asks for
    assert ScoredElevenPoints(part(scores, truth), IDS).by("trec_eval_9", "zero").units == 3


def test_a_document_without_classes_is_left_out_or_counted_as_zero() -> None:
    truth = np.array([[True, False, True], [False, False, False]])
    left_out = ScoredElevenPoints(part(SCORES, truth), IDS).by("document_closest")
    assert (left_out.units, left_out.rankings) == (1, 2)
    assert left_out.value.average == pytest.approx((6 + 5 * 2 / 3) / 11)
    counted = ScoredElevenPoints(part(SCORES, truth), IDS).by("document_closest", "zero")
    assert counted.value.average == pytest.approx((6 + 5 * 2 / 3) / 22)


def test_unscored_true_classes_part_the_two_readings() -> None:
    # a: x found at once, z never: one point, R = 1/2, P = 1. closest: level 1.0 is 1, and so
    # are all; interval: level 1.0 is 0, levels .6 to .9 too, six are 1
    listed = sparse.csr_array(np.array([[0.9], [0.5], [0.0]]))
    truth = TRUTH[:1]
    closest = ScoredElevenPoints(part(listed, truth), IDS[:1]).by("document_closest")
    interval = ScoredElevenPoints(part(listed, truth), IDS[:1]).by("document_interval")
    assert closest.value.average == 1
    assert interval.value.average == pytest.approx(6 / 11)


@pytest.mark.parametrize("form", [np.array, sparse.csr_array])
def test_unjudged_pairs_are_neither_ranked_nor_true(form: Any) -> None:
    unjudged = np.array([[False, True, True], [False, False, False]])
    scores, labels = part(form(SCORES), unjudged=unjudged).judged_pairs()
    dense = scores.toarray() if sparse.issparse(scores) else np.nan_to_num(scores)
    np.testing.assert_array_equal(dense, [[0.9, 0.8], [0.0, 0.7], [0.0, 0.6]])
    np.testing.assert_array_equal(labels.toarray(), [[True, False, False], [False, True, False]])


def test_without_unjudged_pairs_nothing_is_copied() -> None:
    whole = part(SCORES)
    assert whole.judged_pairs()[0] is SCORES
