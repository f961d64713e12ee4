"""Probabilities fitted elsewhere and tried: beside scikit-learn's Brier score, and beside loops."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import optimize, sparse, stats
from scipy.special import expit, logit, xlogy
from sklearn.metrics import brier_score_loss

from breakeven.analysis.advice.recalibration_trial import NO_HELP, NO_SPLIT
from breakeven.analysis.advice.trial_setting import TrialRecords
from breakeven.analysis.advice.trials import trial_text, with_trials
from breakeven.analysis.estimation.recalibration import Recalibration
from breakeven.analysis.evaluation.cut import natural_cut
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.findings.finding import Trial
from breakeven.analysis.label_errors.label_evidence import fitted_probabilities
from breakeven.data.records import Predictions, Truth
from metrics.incidence import Scores
from metrics.typing import Array
from tests.breakeven.analysis.advice.test_trials import finding_of
from tests.made import not_none, truth_of


def split_truth(labels: Array, **more: object) -> Truth:
    """The first half is dev, the rest test."""
    n = len(labels)
    return truth_of(labels, splits=("dev", "test"), split_of=np.arange(n) // (n // 2), **more)


def scored_by(scores: Scores) -> Predictions:
    return Predictions("s", np.arange(scores.shape[1]), scores, probabilities=True)


def evaluated(truth: Truth, predictions: Predictions, split: str | None) -> Evaluation:
    cut = natural_cut(predictions, truth.task == "single-label")
    return evaluate(predictions, score_split(truth, predictions, split), split, cut)


def tried(
    truth: Truth, predictions: Predictions, split: str | None = "test", fit_on: str | None = "dev"
) -> Trial:
    tuning = None if fit_on is None else evaluated(truth, predictions, fit_on)
    (found,) = with_trials(
        [finding_of("calibration.off")],
        evaluated(truth, predictions, split),
        tuning,
        1.0,
        TrialRecords(truth, predictions),
    )
    return not_none(found.trial)


def too_sure(rng: np.random.Generator, n: int, k: int) -> tuple[Array, Array]:
    """Labels, and probabilities whose log odds are 2.5 times what they should be; (n, k)."""
    odds = rng.normal(-0.5, 1.2, (n, k))
    return rng.random((n, k)) < expit(odds), expit(2.5 * odds)


def fitted_anew(p: Array, positive: Array) -> tuple[float, float]:
    """Slope and intercept on the log odds by Platt's targets, by a general optimiser."""
    x, hits = logit(p), int(positive.sum())
    target = np.where(positive, (hits + 1) / (hits + 2), 1 / (len(p) - hits + 2))

    def loss(line: Array) -> float:
        q = expit(line[0] * x + line[1])
        return -float(np.sum(xlogy(target, q) + xlogy(1 - target, 1 - q)))

    return tuple(optimize.minimize(loss, [1.0, 0.0], tol=1e-10).x)


def test_before_and_after_are_the_brier_scores_of_scikit_learn() -> None:
    labels, p = too_sure(np.random.default_rng(1), 1200, 1)
    trial = tried(split_truth(labels), scored_by(p.T))
    slope, intercept = fitted_anew(p[:600, 0], labels[:600, 0])
    true, now = labels[600:, 0], p[600:, 0]
    then = expit(slope * logit(now) + intercept)
    assert trial.before == pytest.approx(brier_score_loss(true, now))
    assert trial.after == pytest.approx(brier_score_loss(true, then), abs=1e-6)
    # the paired interval of a mean of single documents
    ends = stats.ttest_rel((then - true) ** 2, (now - true) ** 2).confidence_interval(0.95)
    assert (trial.low, trial.high) == pytest.approx((ends.low, ends.high), abs=1e-5)
    # less is better here, and is no loss
    assert (trial.better, trial.documents) == ("lower", 600)
    assert trial.high < 0 < trial.gain == trial.before - trial.after
    text = trial_text(trial)
    assert text.startswith(
        "Tried on “test”: with probabilities fitted on “dev”, the Brier score is "
    )
    assert text.endswith("; lower is better).")


def mean_by_loop(
    labels: Array, p: Array, q: Array, judged: Array, weights: Array, groups: Array
) -> tuple[float, float, float, float]:
    """Both means over pairs, and the ends of the interval, one pair after the other."""
    sums: dict[int, list[float]] = {}
    for i in range(len(labels)):
        of_group = sums.setdefault(int(groups[i]), [0.0, 0.0, 0.0])
        for c in range(labels.shape[1]):
            if judged[i, c]:
                of_group[0] += weights[i] * (p[i, c] - labels[i, c]) ** 2
                of_group[1] += weights[i] * (q[i, c] - labels[i, c]) ** 2
                of_group[2] += weights[i]
    old, new, number = np.array(list(sums.values())).T
    before, after = old.sum() / number.sum(), new.sum() / number.sum()
    moved = (new - old - (after - before) * number) / number.sum()
    g = len(sums)
    error = stats.t.ppf(0.975, g - 1) * np.sqrt(np.sum(moved**2) * g / (g - 1))
    return before, after, after - before - error, after - before + error


def by_fit(fit: Recalibration, p: Array) -> Array:
    return np.column_stack([fit.of_class(c, p[:, c]) for c in range(p.shape[1])])


@pytest.mark.parametrize("listed", [False, True])
def test_weights_clusters_and_pairs_that_nobody_judged_count_as_they_do_elsewhere(
    listed: bool,
) -> None:
    rng = np.random.default_rng(2)
    n, k = 400, 3
    labels, p = too_sure(rng, n, k)
    if listed:
        p = np.where(p < 0.2, 0.0, p)
    unjudged = rng.random((n, k)) < 0.2
    labels &= ~unjudged
    weights, clusters = rng.uniform(0.5, 3, n), np.arange(n) // 4
    truth = split_truth(labels, unjudged=unjudged, weights=weights, clusters=clusters)
    predictions = scored_by(sparse.csr_array(p.T) if listed else p.T)
    trial = tried(truth, predictions)
    q = by_fit(fitted_probabilities(truth, predictions, "dev"), p)
    if listed:
        # without a score the probability is 0, whatever is fitted
        q[p == 0] = 0
    test = slice(n // 2, None)
    expected = mean_by_loop(
        labels[test], p[test], q[test], ~unjudged[test], weights[test], clusters[test]
    )
    assert (trial.before, trial.after, trial.low, trial.high) == pytest.approx(expected)


def test_where_each_document_has_one_class_all_its_classes_count_at_once() -> None:
    rng = np.random.default_rng(3)
    odds = rng.normal(0, 1.5, (600, 4))
    p = np.exp(odds) / np.exp(odds).sum(axis=1, keepdims=True)
    drawn = (rng.random((600, 1)) > np.cumsum(p, axis=1)).sum(axis=1)
    labels = drawn[:, None] == np.arange(4)
    p = p**3 / (p**3).sum(axis=1, keepdims=True)
    truth, predictions = split_truth(labels), scored_by(p.T)
    trial = tried(truth, predictions)
    q = by_fit(fitted_probabilities(truth, predictions, "dev"), p)
    q /= q.sum(axis=1, keepdims=True)
    before, after = (np.mean(np.sum((x - labels)[300:] ** 2, axis=1)) for x in (p, q))
    assert (trial.before, trial.after) == pytest.approx((before, after))
    assert trial.measure == "the Brier score of all classes at once"


def test_without_other_documents_to_fit_on_it_is_not_tried() -> None:
    labels, p = too_sure(np.random.default_rng(4), 400, 2)
    truth, predictions = split_truth(labels), scored_by(p.T)
    for trial in (
        tried(truth, predictions, fit_on=None),
        # it would be fitted to what is shown, or to a part of it
        tried(truth, predictions, split="dev"),
        tried(truth, predictions, split=None),
        # nothing is true there
        tried(split_truth(labels & (np.arange(400) >= 200)[:, None]), predictions),
    ):
        assert trial.not_tried == NO_SPLIT
    # nobody has what they were made of
    evaluation, tuning = (evaluated(truth, predictions, split) for split in ("test", "dev"))
    (finding,) = with_trials([finding_of("calibration.off")], evaluation, tuning, 1.0)
    assert not_none(finding.trial).not_tried == NO_SPLIT


def test_a_fit_that_does_not_help_is_said_to_be_none() -> None:
    # the probabilities are right in test, and far too low in dev
    rng = np.random.default_rng(6)
    odds = rng.normal(0, 1.5, (600, 2))
    labels = rng.random((600, 2)) < expit(odds + 2 * (np.arange(600) < 300)[:, None])
    trial = tried(split_truth(labels), scored_by(expit(odds).T))
    assert trial.gain < 0 < trial.low
    assert trial_text(trial).endswith(f"; lower is better). {NO_HELP}")
