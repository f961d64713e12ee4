"""Confident learning by hand, and as cleanlab has it on the same input."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from metrics.label_errors.confident_learning import document_quality, self_confidence, suspects


def test_six_documents_by_hand() -> None:
    p = np.array([0.9, 0.8, 0.2, 0.1, 0.2, 0.7])
    given = np.array([True, True, True, False, False, False])
    found = suspects(p, given)
    # thresholds: (0.9 + 0.8 + 0.2) / 3, and (0.9 + 0.8 + 0.3) / 3 of 1 - p
    assert_allclose([found.inside, found.outside], [1.9 / 3, 2 / 3])
    # with the label 0.9 and 0.8 speak for it, 0.2 against; without 0.7 for it, 0.1 and 0.2 against
    assert_array_equal(found.joint, [[2, 1], [1, 2]])
    assert_array_equal(found.wrong, [2])
    assert_array_equal(found.missing, [5])


def test_counts_are_scaled_to_the_labels() -> None:
    # t1 = 0.66: of five with the label 0.96 and 0.9 speak for it and 0.06 against; 0.5 says
    # nothing on either side, and 0.88 for it. t0 = 0.9: two against. 5 * 1/4 = 1.25 are wrong: one
    p = np.array([0.96, 0.9, 0.88, 0.5, 0.06, 0.1, 0.1])
    given = np.array([True] * 5 + [False] * 2)
    found = suspects(p, given)
    assert_array_equal(found.joint, [[2, 0], [1, 4]])
    assert_array_equal(found.wrong, [4])
    assert not len(found.missing)


def test_nothing_is_suspected_where_all_is_separated() -> None:
    given = np.arange(200) % 4 == 0
    found = suspects(np.where(given, 0.99, 0.01), given)
    assert not len(found.missing)
    assert not len(found.wrong)


@pytest.mark.parametrize("given", [np.zeros(9, dtype=bool), np.ones(9, dtype=bool)])
def test_a_class_on_all_or_no_documents_has_no_suspects(given: np.ndarray) -> None:
    found = suspects(np.linspace(0.05, 0.95, 9), given)
    assert not len(found.missing)
    assert not len(found.wrong)
    assert 2.0 in (found.inside, found.outside)


def test_no_document_has_no_suspects() -> None:
    found = suspects(np.zeros(0), np.zeros(0, dtype=bool))
    assert_array_equal(found.joint, np.zeros((2, 2)))


def test_the_quality_of_a_document_by_hand() -> None:
    # 0.9, then 0.8 * 0.5 + 0.2 * 0.9 = 0.58, then 0.8 * 0.1 + 0.2 * 0.58 = 0.196
    quality = document_quality(np.array([[0.5, 0.1, 0.9], [np.nan, 0.1, 0.9], [np.nan] * 3]))
    # without the first: 0.8 * 0.1 + 0.2 * 0.9 = 0.26
    assert_allclose(quality, [0.196, 0.26, np.nan])


def test_the_quality_of_a_document_is_that_of_all_its_labels() -> None:
    rng = np.random.default_rng(5)
    confidence = rng.random((40, 60))
    confidence[rng.random((40, 60)) < 0.3] = np.nan
    for row, quality in zip(confidence, document_quality(confidence), strict=True):
        first, *rest = sorted(row[~np.isnan(row)], reverse=True)
        for value in rest:
            first = 0.8 * value + 0.2 * first
        assert quality == pytest.approx(first, rel=1e-14)


@pytest.mark.parametrize("seed", range(8))
def test_as_cleanlab_on_the_same_input(seed: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from cleanlab.count import compute_confident_joint
        from cleanlab.internal.multilabel_scorer import get_label_quality_scores
        from cleanlab.internal.multilabel_utils import onehot2int
        from cleanlab.multilabel_classification.filter import find_multilabel_issues_per_class

        rng = np.random.default_rng(seed)
        n, k = int(rng.integers(3, 400)), int(rng.integers(2, 40))
        labels = rng.random((n, k)) < 0.5 * rng.random(k)
        noise = rng.normal(0, rng.uniform(0.3, 3), (n, k))
        p = 1 / (1 + np.exp(-noise - 3 * rng.random() * (labels - 0.5)))
        labels ^= rng.random((n, k)) < 0.05
        # it asks for every class somewhere, and somewhere not
        labels[0], labels[1] = True, False
        listed = onehot2int(labels.astype(int))
        wanted = find_multilabel_issues_per_class(
            listed, p, filter_by="prune_by_noise_rate", n_jobs=1
        )
        joint = compute_confident_joint(listed, p, multi_label=True)
        quality = get_label_quality_scores(labels.astype(int), p)
    flagged = np.zeros_like(labels)
    for c in range(k):
        suspected = suspects(p[:, c], labels[:, c])
        assert_array_equal(suspected.joint, joint[c])
        flagged[np.concatenate([suspected.missing, suspected.wrong]), c] = True
    assert_array_equal(flagged, wanted)
    assert_allclose(document_quality(self_confidence(p, labels)), quality, rtol=1e-12)


def test_where_both_sides_may_be_meant_equal_ones_stay_outside() -> None:
    # thresholds: (0.1 + 0.5 + 0.8 + 0.2) / 4, and (0.5 + 0.1) / 2 of 1 - p: 0.5 reaches both
    found = suspects(np.array([0.1, 0.5, 0.8, 0.2, 0.5, 0.9]), np.arange(6) < 4)
    assert_allclose([found.inside, found.outside], [0.4, 0.3])
    # with the label only 0.8 speaks for it, without it only 0.9; 0.5 speaks against, twice
    assert_array_equal(found.joint, [[1, 1], [3, 1]])
