"""How often people are wrong, and the band that leaves around a system's F."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from breakeven.analysis.annotators.ceiling import like_for_like
from breakeven.analysis.label_errors.label_noise import noise_of_people, noisy_truth, stated_noise
from metrics.label_errors.noise_band import LabelNoise
from tests.made import annotators, evaluation_of, matrix_of, noisy, not_none, truth_of


def test_a_stated_share_is_of_labels_given_and_of_true_ones() -> None:
    # a: 10 given, 8 of them called, and 2 more; b: nothing wrong
    truth = truth_of(matrix_of(["a"] * 10 + ["b"] * 10, 2))
    system = evaluation_of(truth, matrix_of(["a"] * 8 + ["b"] * 2 + ["a"] * 2 + ["b"] * 8, 2))
    result = noisy_truth(system, stated_noise(0.1), True)
    micro = result.average("micro", 1.0, "drop")
    # one of ten labels of each class is wrong, one missing: hits 8, at least 7, at most 9, of 10
    assert_allclose((micro.value, micro.low, micro.high), (0.8, 0.7, 0.9))
    # of ten called 0.1 (10 - T) + 0.9 T = 8 are labelled so: T = 8.75
    assert_allclose(micro.independent, 0.875)
    assert_allclose(result.per_class(1.0).low, [0.7, 0.7])
    assert_allclose(result.average("macro", 1.0, "drop").high, 0.9)
    assert result.wrong == pytest.approx(0.1)
    assert result.missing == pytest.approx(0.1)
    with pytest.raises(ValueError, match="micro and macro"):
        result.average("per_document", 1.0, "drop")


def test_how_many_labels_are_wrong_and_missing_in_all_is_by_the_size_of_the_classes() -> None:
    truth = truth_of(matrix_of(["a"] * 10 + ["b"] * 30 + [""] * 40, 2))
    system = evaluation_of(truth, not_none(truth.labels).toarray())
    noise = LabelNoise(missing=np.array([0.2, 0.5]), wrong=np.array([0.1, 0.4]))
    result = noisy_truth(system, noise, False)
    # 1 of the 10 and 12 of the 30 are wrong; 9 right ones are 0.8 of 11.25, 18 are a half of 36
    assert result.wrong == pytest.approx(13 / 40)
    assert result.missing == pytest.approx((2.25 + 18) / 47.25)


@pytest.mark.parametrize("share", [-0.1, 1.0, float("nan")])
def test_a_share_outside_its_range_is_refused(share: float) -> None:
    with pytest.raises(ValueError, match="label noise"):
        stated_noise(share)


def test_people_differ_from_each_other_as_often_as_they_err() -> None:
    truth = annotators(
        documents=3000, classes=3, people={"x": 0.1, "y": 0.1, "z": 0.1, "u": 0.1, "v": 0.1}
    )
    system = evaluation_of(truth, not_none(truth.labels).toarray())
    noise = noise_of_people(like_for_like(truth, [system]))
    # four others, ties left open, are hardly ever wrong together
    assert_allclose(noise.missing, 0.1, atol=0.02)
    assert_allclose(noise.wrong, 0.1, atol=0.03)


def test_what_the_labels_truly_are_lies_in_the_band() -> None:
    rng = np.random.default_rng(0)
    truth = annotators(documents=2000, people={"x": 0.1})
    really = not_none(truth.labels).toarray()
    labelled = truth.annotators[0].labels.toarray()
    given = truth_of(labelled)
    assigned = noisy(really, 0.1, 0.05, rng)
    result = noisy_truth(evaluation_of(given, assigned), stated_noise(0.1), True)
    exact = evaluation_of(truth_of(really), assigned).micro(1.0)["f"]
    band = result.average("micro", 1.0, "drop")
    assert band.low < exact < band.high
    assert_allclose(band.independent, exact, atol=0.02)


def test_nobody_to_compare_means_no_noise_is_known() -> None:
    truth = annotators(people={"x": 0.1})
    system = evaluation_of(truth, not_none(truth.labels).toarray())
    with pytest.raises(ValueError, match="no two people"):
        noise_of_people(like_for_like(truth, [system]))
