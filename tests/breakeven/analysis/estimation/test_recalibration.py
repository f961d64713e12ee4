"""Reliability verdicts, and logistic recalibration with its guards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse
from scipy.special import expit

from breakeven.analysis.estimation.calibration import calibration
from breakeven.analysis.estimation.recalibration import Recalibration, recalibration
from breakeven.data.records import Predictions, Truth
from breakeven.readers.samples import load_sample
from metrics.typing import Array
from tests.made import not_none, truth_of


def fitted(
    scores: Array | list[Array], labels: Array, probabilities: bool = False, **more: Any
) -> Recalibration:
    said = Predictions("s", np.arange(len(labels)), np.asarray(scores), probabilities=probabilities)
    return recalibration(said, truth_of(labels), **more)


@pytest.fixture(scope="module")
def reuters() -> tuple[Truth, Predictions]:
    review = load_sample("reuters")
    (logreg,) = (p for p in review.predictions if p.system == "logreg")
    return review.truth, logreg


def test_the_sample_has_its_published_calibration(reuters: tuple[Truth, Predictions]) -> None:
    # README of the sample: its table of logreg on test, and "93 % of the positives"
    truth, logreg = reuters
    test = logreg.take(logreg.positions_in(truth, "test"))
    labels = not_none(truth.labels)[test.rows].toarray().T
    result = calibration(test.scores.ravel(), labels.ravel())
    pairs = [292727, 466, 222, 176, 149, 130, 164, 179, 263, 2434]
    assert result.table.documents.tolist() == pairs
    assert_allclose(
        result.table.observed, [0, 0.29, 0.38, 0.60, 0.65, 0.66, 0.72, 0.78, 0.81, 0.98], atol=0.005
    )
    assert_allclose(
        result.table.mean_probability,
        [0, 0.14, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.86, 0.99],
        atol=0.0051,
    )
    assert result.positives == 3744
    assert result.members.expected / 3744 == pytest.approx(0.93, abs=0.005)
    assert result.verdict == "low"


@pytest.mark.parametrize(
    ("p", "positives", "verdict"),
    [
        # 1000 documents of p = 1/2: 500 +- 2.24 * sqrt(250) = 500 +- 35.4, at 5 % / 2
        (0.5, 500, "fits"),
        (0.5, 535, "fits"),
        (0.5, 536, "low"),
        (0.5, 464, "high"),
        # 1000 of p = 0.005: 5 are expected, 5 met
        (0.005, 5, "few"),
    ],
)
def test_a_verdict_by_hand(p: float, positives: int, verdict: str) -> None:
    found = calibration(np.full(1000, p), np.arange(1000) < positives)
    assert found.verdict == verdict
    share = positives / 1000
    assert found.brier == pytest.approx(share * (1 - p) ** 2 + (1 - share) * p**2)
    assert found.brier_of_share == pytest.approx(share * (1 - share))


def test_errors_that_cancel_in_the_sum_are_seen_in_the_bins() -> None:
    # 400 of p = 0.25 with 160 members, 400 of p = 0.75 with 240: 400 expected, 400 there, but
    # each bin expects 100 or 300 +- 1.96 * sqrt(75) = 17
    p = np.repeat([0.25, 0.75], 400)
    found = calibration(p, np.concatenate([np.arange(400) < 160, np.arange(400) < 240]))
    assert found.verdict == "uneven"
    assert found.off.tolist() == [i in (2, 7) for i in range(10)]


def test_one_bin_off_is_no_sign_and_nothing_is_no_error() -> None:
    found = calibration(np.empty(0), np.empty(0, dtype=bool))
    assert found.verdict == "few"
    assert np.isnan(found.brier)
    assert not found.off.any()


def test_the_fit_is_that_of_logistic_regression() -> None:
    linear_model = pytest.importorskip("sklearn.linear_model")
    rng = np.random.default_rng(1)
    score = rng.normal(3.0, 2.0, 500)
    positive = rng.random(500) < expit(0.8 * score - 4)
    members, others = positive.sum(), (~positive).sum()
    # a target t between 0 and 1 is a member of weight t beside a non-member of weight 1 - t
    target = np.where(positive, (members + 1) / (members + 2), 1 / (others + 2))
    peer = linear_model.LogisticRegression(C=1e12, tol=1e-10, max_iter=10_000).fit(
        np.tile(score, 2)[:, None],
        np.repeat([1, 0], 500),
        sample_weight=np.concatenate([target, 1 - target]),
    )
    mine = fitted([score], positive[:, None])
    assert mine.own.tolist() == [True]
    assert mine.slope[0] == pytest.approx(peer.coef_[0, 0], rel=1e-4)
    assert mine.intercept[0] == pytest.approx(peer.intercept_[0], rel=1e-4)
    # with its intercept free, the fit adds up to its targets
    assert mine.of_class(0, score).sum() == pytest.approx(target.sum(), rel=1e-6)


def test_probabilities_are_taken_by_their_log_odds() -> None:
    # drawn from expit(z), given as expit(z / 2): the slope is found to be 2
    rng = np.random.default_rng(2)
    z = rng.normal(-1, 3, 20_000)
    positive = rng.random(20_000) < expit(z)
    mine = fitted([expit(z / 2)], positive[:, None], probabilities=True)
    assert mine.log_odds
    assert mine.slope[0] == pytest.approx(2, abs=0.1)
    assert mine.intercept[0] == pytest.approx(0, abs=0.1)
    after = calibration(mine.of_class(0, expit(z / 2)), positive)
    assert after.verdict == "fits"
    assert calibration(expit(z / 2), positive).verdict != "fits"


def test_certain_probabilities_stay_finite() -> None:
    p = np.repeat([0.0, 1.0], 20)
    mine = fitted([p], (np.arange(40) >= 20)[:, None], probabilities=True)
    made = mine.of_class(0, p)
    assert np.isfinite(made).all()
    # twenty documents of each kind allow no certainty: targets are 1/22 and 21/22
    assert_allclose(made, np.repeat([1 / 22, 21 / 22], 20), atol=1e-3)


def test_a_class_with_few_positives_takes_the_fit_of_all() -> None:
    rng = np.random.default_rng(3)
    score = rng.normal(size=(2, 400))
    labels = np.array([rng.random(400) < expit(2 * score[0]), np.arange(400) < 3]).T
    mine = fitted(score, labels)
    assert mine.own.tolist() == [True, False]
    assert mine.positives.tolist() == [labels[:, 0].sum(), 3]
    together = fitted([score.ravel()], labels.T.ravel()[:, None])
    assert mine.slope[1] == pytest.approx(together.slope[0], rel=1e-6)
    assert mine.intercept[1] == pytest.approx(together.intercept[0], rel=1e-6)


def test_a_class_whose_scores_fall_with_the_truth_takes_the_fit_of_all() -> None:
    rng = np.random.default_rng(4)
    score = rng.normal(size=(2, 400))
    labels = np.array([rng.random(400) < expit(3 * score[0]), score[1] < -1]).T
    mine = fitted(score, labels)
    assert mine.own.tolist() == [True, False]
    assert mine.slope[1] == pytest.approx(
        fitted([score.ravel()], labels.T.ravel()[:, None]).slope[0]
    )


def test_scores_that_say_nothing_give_the_share() -> None:
    # all scores equal: 30 of 100, targets 31/32 and 1/72, mean (30 * 31/32 + 70 / 72) / 100
    mine = fitted([np.ones(100)], (np.arange(100) < 30)[:, None])
    share = (30 * 31 / 32 + 70 / 72) / 100
    assert_allclose(mine.of_class(0, np.ones(3)), share)
    # no member at all: about one in a hundred and two, not 0
    mine = fitted([np.arange(100.0)], np.zeros((100, 1)))
    assert_allclose(mine.of_class(0, np.ones(3)), 1 / 102)


def test_unjudged_and_unlisted_pairs_are_not_fitted_to() -> None:
    rng = np.random.default_rng(5)
    score = rng.normal(size=300)
    positive = rng.random(300) < expit(score)
    complete = fitted([score], positive[:, None])
    more = np.concatenate([score, np.full(50, 9.0)])
    predictions = Predictions("s", np.arange(350), more[None])
    labels = np.concatenate([positive, np.zeros(50, dtype=bool)])[:, None]
    unjudged = sparse.csc_array((np.arange(350) >= 300)[:, None])
    judged = recalibration(predictions, truth_of(labels, unjudged=unjudged))
    assert_allclose(judged.slope, complete.slope, rtol=1e-6)
    listed = Predictions("s", np.arange(350), sparse.csr_array(np.r_[score, np.zeros(50)][None]))
    assert_allclose(recalibration(listed, truth_of(labels)).slope, complete.slope, rtol=1e-6)


def test_without_labels_or_scores_nothing_is_fitted() -> None:
    truth = truth_of(np.zeros((3, 1)))
    with pytest.raises(ValueError, match="missing"):
        recalibration(Predictions("s", np.arange(3)), truth)


def test_recalibrating_the_sample_on_dev_leaves_its_order_and_mends_dev(
    reuters: tuple[Truth, Predictions],
) -> None:
    truth, logreg = reuters
    dev = logreg.take(logreg.positions_in(truth, "dev"))
    mine = recalibration(dev, truth)
    assert mine.own.sum() == (not_none(truth.labels)[dev.rows].sum(axis=0) >= 10).sum()
    assert (mine.slope > 0).all()
    earn = truth.classes.index("earn")
    made = mine.of_class(earn, dev.scores[earn])
    assert (np.diff(made[np.argsort(dev.scores[earn], kind="stable")]) >= 0).all()
    positive = not_none(truth.labels)[dev.rows].toarray()[:, earn]
    # Platt's targets move the sum by less than one document here
    assert made.sum() == pytest.approx(positive.sum(), abs=1)


def test_whole_weights_are_documents_repeated() -> None:
    rng = np.random.default_rng(6)
    score, weights = rng.normal(size=300), rng.integers(0, 4, 300)
    positive, again = rng.random(300) < expit(score), np.repeat(np.arange(300), weights)
    p = expit(score)
    by_weight = calibration(p, positive, weights=weights.astype(float))
    repeated = calibration(p[again], positive[again])
    assert by_weight.brier == pytest.approx(repeated.brier)
    assert by_weight.brier_of_share == pytest.approx(repeated.brier_of_share)
    assert by_weight.positives == repeated.positives
    assert by_weight.members.expected == pytest.approx(repeated.members.expected)
    assert_allclose(by_weight.table.documents, repeated.table.documents)
    assert_allclose(by_weight.table.observed, repeated.table.observed)
    assert by_weight.table.expected_calibration_error == pytest.approx(
        repeated.table.expected_calibration_error
    )
    # weighted documents tell less than as many drawn alone
    assert by_weight.members.variance > repeated.members.variance
    assert (by_weight.table.trials <= np.bincount((p * 10).astype(int), minlength=10)).all()


def weighted_fit(score: Array, positive: Array, **more: Any) -> Recalibration:
    said = Predictions("s", np.arange(len(score)), score[None])
    return recalibration(said, truth_of(positive[:, None], **more))


def test_equal_weights_change_no_fit_and_copies_in_clusters_give_that_of_one() -> None:
    rng = np.random.default_rng(7)
    score = rng.normal(size=200)
    positive = rng.random(200) < expit(2 * score)
    once = weighted_fit(score, positive)
    equal = weighted_fit(score, positive, weights=np.full(200, 2.5))
    again = np.repeat(np.arange(200), 3)
    copies = weighted_fit(score[again], positive[again], clusters=again)
    for other in (equal, copies):
        assert other.slope[0] == pytest.approx(once.slope[0], rel=1e-6)
        assert other.intercept[0] == pytest.approx(once.intercept[0], rel=1e-6)
    # copies taken for documents give more certainty than there is
    assert weighted_fit(score[again], positive[again]).slope[0] > once.slope[0]


def test_a_document_of_weight_0_is_not_fitted_to() -> None:
    rng = np.random.default_rng(8)
    score = rng.normal(size=120)
    positive = rng.random(120) < expit(score)
    weights = np.repeat([1.0, 0.0], [100, 20])
    some = weighted_fit(score, positive, weights=weights)
    assert some.slope[0] == pytest.approx(
        weighted_fit(score[:100], positive[:100]).slope[0], rel=1e-6
    )


def test_copies_in_clusters_surprise_no_more_than_one_of_them() -> None:
    # 40 documents of p = 1/2, 28 members: 8 / sqrt(10) = 2.5 deviations; in 8 clusters of copies
    # of 5 each it is 8 / sqrt(8 * 2.5²) = 1.1
    p, positive = np.full(40, 0.5), np.arange(40) < 28
    assert calibration(p, positive).verdict == "low"
    assert calibration(p, positive, clusters=np.arange(40) // 5).verdict == "fits"


@pytest.mark.parametrize(("positives", "own"), [(9, False), (10, True), (90, True), (91, False)])
def test_a_class_with_few_positives_or_few_others_is_not_fitted_by_itself(
    positives: int, *, own: bool
) -> None:
    labels = (np.arange(100) < positives)[:, None]
    scores = np.random.default_rng(0).normal(size=100) + 2 * labels.ravel()
    assert fitted([scores], labels).own.tolist() == [own]
