"""Advice that was tried: before and after as counted by hand, and what nobody could try."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse, stats
from sklearn.metrics import roc_auc_score

from breakeven.analysis.advice.trials import OTHER_THRESHOLD, trial_text, with_trials
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.findings.check_rules import RULES
from breakeven.analysis.findings.finding import Finding, Trial
from breakeven.data.records import Predictions
from metrics.typing import Array
from tests.made import evaluation_of, matrix_of, not_none, truth_of
from tests.planted import Made, clean


def finding_of(code: str, **values: object) -> Finding:
    rule = RULES[code]
    plain = Finding(
        code=code, severity="warning", effect=rule.effect, title="", what="", action="do"
    )
    return replace(plain, **values)  # type: ignore[arg-type]


def tried(finding: Finding, evaluation: Evaluation, tuning: Evaluation | None = None) -> Trial:
    (found,) = with_trials([finding], evaluation, tuning, 1.0)
    return not_none(found.trial)


def of_names(true: list[str], called: list[str]) -> Evaluation:
    k = len(set(true))
    return evaluation_of(truth_of(matrix_of(true, k)), matrix_of(called, k))


def f_of(true: Array, called: Array) -> float:
    """F of everything, counted over again."""
    return float(2 * (true & called).sum() / (true.sum() + called.sum()))


def test_documents_left_out_are_measured_without_them() -> None:
    # 20 of 100 leak and are all right; of the other 80 are 60
    true = ["a"] * 50 + ["b"] * 50
    called = [*true[:80], *("a" if name == "b" else "b" for name in true[80:])]
    trial = tried(finding_of("leak.same-text", spoiled=np.arange(20)), of_names(true, called))
    assert trial.before == pytest.approx(0.8)
    assert trial.after == pytest.approx(0.75)
    # what each document moves: of those left out -.2/100; of the others, right or wrong,
    # .25/80 - .2/100 and -.75/80 + .8/100
    variance = 20 * 0.002**2 + 60 * 0.001125**2 + 20 * 0.001375**2
    assert trial.low == pytest.approx(-0.05 - 1.96 * variance**0.5)
    assert trial.high == pytest.approx(-0.05 + 1.96 * variance**0.5)
    assert trial_text(trial) == (
        "Tried: without these 20 documents, accuracy is 0.750 instead of 0.800 "
        "(−0.050; 95 %: −0.077 to −0.023)."
    )
    assert trial.commands == ("breakeven evaluate FILE --where=-leaked",)


def test_two_classes_as_one_are_counted_over_again() -> None:
    true = ["a"] * 30 + ["b"] * 30 + ["c"] * 40
    called = ["b"] * 10 + ["a"] * 20 + ["a"] * 8 + ["b"] * 22 + ["c"] * 35 + ["a"] * 5
    evidence = {"advised": "merge"}
    finding = finding_of("pair.confused", classes=(0, 1), evidence=evidence)
    trial = tried(finding, of_names(true, called))
    # 77 of 100 are right, and the 18 that go from one to the other are right as one class
    assert trial.before == pytest.approx(0.77)
    assert trial.after == pytest.approx(0.95)
    assert trial.low < 0.18 < trial.high
    # what asks for labels is an opinion
    label = replace(finding, evidence={"advised": "label"})
    assert "nobody has labelled" in tried(label, of_names(true, called)).not_tried


def of_two_splits(factor: float) -> Made:
    """Scores that are too low for a threshold of 0.5."""
    made = clean(4, classes=4, multi=True)
    (said,) = made.predictions
    part = np.random.default_rng(0).uniform(0.6, 1.0, said.scores.shape) * factor
    return replace(made, predictions=(replace(said, scores=said.scores * part),))


def test_thresholds_of_the_tuning_split_are_measured_on_the_other() -> None:
    made = of_two_splits(0.6)
    test, dev = made.evaluated("test"), made.evaluated("dev")
    thresholds = {0: 0.3, 2: 0.2}
    members = tuple(
        finding_of(
            "threshold.move", classes=(c,), evidence={"threshold": cut, "f": 0, "f_moved": 0}
        )
        for c, cut in thresholds.items()
    )
    trial = tried(replace(members[0], classes=(0, 2), members=members), test, dev)
    true, called = (sparse.csr_array(m).toarray() > 0 for m in (test.truth, test.assigned))
    scores = not_none(made.predictions[0].scores)[:, made.rows("test")]
    moved = called.copy()
    for c, cut in thresholds.items():
        moved[:, c] = scores[c] >= cut
    assert trial.before == pytest.approx(f_of(true, called))
    assert trial.after == pytest.approx(f_of(true, moved))
    # of one class alone its own F
    alone = tried(members[1], test, dev)
    assert alone.before == pytest.approx(f_of(true[:, 2], called[:, 2]))
    assert alone.after == pytest.approx(f_of(true[:, 2], moved[:, 2]))
    assert alone.measure == "the F₁ of “c02”"


def test_an_interval_holds_the_difference_of_fresh_documents() -> None:
    # of 100 samples in which 30 of 100 leak and are right more often, with a true fall of 0.09
    rng, inside = np.random.default_rng(1), 0
    for _ in range(100):
        right = rng.random(300) < np.where(np.arange(300) < 90, 0.95, 0.65)
        true = ["a", "b"] * 150
        called = [
            name if ok else "ab".replace(name, "") for name, ok in zip(true, right, strict=True)
        ]
        finding = finding_of("leak.same-text", spoiled=np.arange(90))
        trial = tried(finding, of_names(true, called))
        # 0.65 without them, 0.3 * 0.95 + 0.7 * 0.65 = 0.74 with them
        inside += trial.low <= -0.09 <= trial.high
    assert inside >= 90


def of_scores(true: Array, scores: Array, cut: float) -> Evaluation:
    """Classes by their scores, boolean and float (documents, classes)."""
    truth = truth_of(true)
    said = Predictions("s", np.arange(truth.n), scores.T, sparse.csc_array(scores >= cut))
    return evaluate(said, score_split(truth, said, None), None, Cut("given"))


def test_the_interval_of_a_small_class_holds_the_gain_of_fresh_documents() -> None:
    # a tenth of 120 documents are positive, and the threshold in use finds a third of them
    rng, inside, times = np.random.default_rng(2), 0, 400
    finding = finding_of("threshold.move", classes=(0,), evidence={"threshold": 1.5})
    tuning = of_scores(np.ones((2, 1), bool), np.ones((2, 1)), 0.0)
    tuning = replace(tuning, split="dev")
    hits = stats.norm.sf([2.9, 1.5], 2.5)
    alarms = stats.norm.sf([2.9, 1.5])
    f = 0.2 * hits / (0.1 * (1 + hits) + 0.9 * alarms)
    for _ in range(times):
        true = rng.random((120, 1)) < 0.1
        trial = tried(finding, of_scores(true, rng.normal(2.5 * true), 2.9), tuning)
        inside += trial.low <= f[1] - f[0] <= trial.high
    # 92 of 100 by the delta method
    assert 0.935 <= inside / times <= 0.985


def test_thresholds_fitted_on_halves_have_an_interval() -> None:
    # 20 of 100 have the class; 8 found as it is, and 9 more of them and 3 others as it would be
    true = np.arange(100)[:, None] < 20
    scores = np.where(true, 1.0, 0.0) * (np.arange(100) < 8)[:, None]
    anew = np.r_[8:17, 50:53]
    finding = finding_of(
        "threshold.move",
        classes=(0,),
        documents=anew,
        evidence={"threshold": 0.5, "f": 0, "f_moved": 0},
    )
    trial = tried(finding, of_scores(true, scores, 0.5))
    assert trial.before == pytest.approx(2 * 8 / (20 + 8))
    assert trial.after == pytest.approx(2 * 17 / (20 + 20))
    # 9 found more of 20: far more than nothing, and less than certain
    assert 0 < trial.low < trial.after - trial.before < trial.high < 0.5
    assert "fitted on the other half" in trial.what


def test_scores_turned_round_promise_no_more_than_fresh_documents_keep() -> None:
    # of ten classes that all rank wrongly in the same share of pairs; the finding has the one that
    # looks worst first, which looks worse than it is
    rng, inside, promised = np.random.default_rng(4), 0, []
    for _ in range(60):
        true = rng.random((150, 10)) < np.linspace(0.2, 0.3, 10)
        evaluation = of_scores(true, rng.normal(-1.0 * true), 0.0)
        areas = [roc_auc_score(true[:, c], evaluation.scored.given[c]) for c in range(10)]
        classes = tuple(np.argsort(areas).tolist())
        trial = tried(
            finding_of("scores.inverse", classes=classes, evidence={"lowest_area": min(areas)}),
            evaluation,
        )
        gain = 1 - 2 * stats.norm.sf(1 / 2**0.5)
        inside += trial.low <= gain <= trial.high
        promised.append(trial.after - trial.before)
    assert inside >= 53
    # one of them is known to ±0.1, the mean of 60 to ±0.013
    assert np.mean(promised) == pytest.approx(gain, abs=0.04)


def middle_of(difference: float) -> float:
    """The mean of which half of what lies beyond 1.96 on either side is above `difference`."""
    low, high = 0.0, difference
    for _ in range(60):
        mean = (low + high) / 2
        beyond = stats.norm.sf(1.96 - mean) + stats.norm.cdf(-1.96 - mean)
        low, high = (mean, high) if stats.norm.sf(difference - mean) / beyond < 0.5 else (low, mean)
    return low


def test_another_system_that_these_documents_chose_has_an_interval_that_allows_for_it() -> None:
    def of_better(gain: float, others: int) -> Trial:
        error = 0.01
        evidence = {
            "system": "b", "micro_f": 0.8, "micro_f_of_the_other": 0.8 + gain, "documents": 100,
            "low": gain - 1.96 * error, "high": gain + 1.96 * error, "other_systems": others,
        }  # fmt: skip
        return tried(finding_of("system.better", evidence=evidence), of_names(["a"], ["a"]))

    weak = of_better(0.022, 1)
    # by quadrature of the normal beyond 1.96 errors on either side
    assert (weak.low, weak.high) == pytest.approx((-0.00622, 0.03744), abs=1e-5)
    assert weak.after == pytest.approx(0.8 + middle_of(2.2) * 0.01, abs=1e-6)
    assert weak.measured == pytest.approx(0.822)
    assert "with “b”, which these documents chose, accuracy is about 0.803 instead of 0.800" in (
        trial_text(weak)
    )
    assert trial_text(weak).endswith(
        ". Measured was 0.822: what is chosen for looking best looks too good."
    )
    strong = of_better(0.08, 1)
    # far from chance the measured one is the value
    assert strong.after == pytest.approx(0.88)
    assert np.isnan(strong.measured)
    assert "Measured" not in trial_text(strong)
    assert (strong.low, strong.high) == pytest.approx((0.0604, 0.0996), abs=1e-5)
    # the best of four is chosen more sharply
    assert of_better(0.03, 4).low < of_better(0.03, 1).low < 0.03 - 0.0196


def test_documents_that_are_all_right_tell_nothing_of_chance() -> None:
    true = ["a", "b"] * 20
    trial = tried(finding_of("leak.same-text", spoiled=np.arange(5)), of_names(true, true))
    assert trial.after == trial.before == 1.0
    assert np.isnan(trial.low)
    assert "95 %" not in trial_text(trial)


def test_what_has_no_advice_of_its_own_is_not_tried() -> None:
    withheld = finding_of("calibration.off", withheld=True)
    (found,) = with_trials([withheld], None, None, 1.0)
    assert found.trial is None
    opinion = with_trials([finding_of("split.few-training")], None, None, 1.0)[0]
    assert trial_text(not_none(opinion.trial)) == (
        "Not tried: it needs documents that nobody has labelled yet."
    )


def test_a_class_whose_threshold_is_to_move_does_not_wait_for_labels() -> None:
    evaluation = of_names(["a", "b"], ["b", "a"])
    moved = finding_of("class.low-recall", classes=(0,), evidence={"threshold": 0.3})
    assert tried(moved, evaluation).not_tried == OTHER_THRESHOLD
    labelled = finding_of("class.low-recall", classes=(0,))
    assert "new labels" in tried(labelled, evaluation).not_tried
    # of many, only where all of them are about thresholds
    both = replace(moved, classes=(0, 1), members=(moved, replace(labelled, classes=(1,))))
    assert "new labels" in tried(both, evaluation).not_tried
