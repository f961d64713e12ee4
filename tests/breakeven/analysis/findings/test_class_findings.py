"""Rules about decisions and scores: each fires where it should and stays silent elsewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import sparse

import breakeven as be
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.findings.better_threshold import better_thresholds, threshold_findings
from breakeven.analysis.findings.check_limits import Limits, from_text, to_text
from breakeven.analysis.findings.check_rules import RULES
from breakeven.analysis.findings.class_findings import class_findings
from breakeven.analysis.findings.finding import Finding
from breakeven.analysis.findings.score_findings import calibration_findings, disputed_findings
from breakeven.data.records import Predictions, Truth
from metrics.typing import Array
from tests.made import evaluation_of, not_none, truth_of
from tests.planted import Made, clean

LIMITS = Limits()


def decided(
    truth_sets: list[str], called_sets: list[str], classes: Any = "ab"
) -> tuple[Truth, Evaluation]:
    """An evaluation of decisions; one string of classes a document."""
    labels, called = (
        np.array([[c in s for c in classes] for s in sets]) for sets in (truth_sets, called_sets)
    )
    truth = truth_of(labels, classes=tuple(classes))
    return truth, evaluation_of(truth, called)


def codes(
    truth_sets: list[str], called_sets: list[str], limits: Any = LIMITS
) -> set[tuple[str, tuple[int, ...]]]:
    found = class_findings(*decided(truth_sets, called_sets), [], limits, 1.0)
    return {
        (f.code, f.classes)
        for f in found
        if f.severity == "warning" and not f.code.startswith("class.called-too")
    }


def test_often_missed() -> None:
    truth = ["a"] * 30 + ["b"] * 30
    called = ["a"] * 6 + [""] * 24 + ["b"] * 30
    assert codes(truth, called) == {("class.low-recall", (0,))}
    # 2 of 20 found, recall at most .30; both assignments right, which says nothing of precision
    called = ["a"] * 2 + [""] * 18 + ["b"] * 20
    assert codes(["a"] * 20 + ["b"] * 20, called) == {("class.low-recall", (0,))}


def test_behind_a_low_recall_are_the_documents_missed_though_others_are_called_wrongly() -> None:
    # 6 of 30 are found, and 12 called falsely: 6 of 18 may be half, and 12 of 36 by chance
    evaluated = decided(["a"] * 30 + ["b"] * 40, ["a"] * 6 + [""] * 24 + ["ab"] * 12 + ["b"] * 28)
    findings = class_findings(*evaluated, [], LIMITS, 1.0)
    (finding,) = [f for f in findings if f.code.startswith("class.")]
    assert (finding.code, finding.classes) == ("class.low-recall", (0,))
    assert sorted(finding.documents.tolist()) == list(range(6, 30))


def test_often_wrong() -> None:
    truth = ["a"] * 10 + ["b"] * 60
    called = ["a"] * 10 + ["ab"] * 40 + ["b"] * 20
    assert codes(truth, called) == {("class.low-precision", (0,))}


def test_both_low() -> None:
    truth = ["a"] * 20 + ["b"] * 60
    called = ["a"] * 2 + [""] * 18 + ["ab"] * 30 + ["b"] * 30
    assert codes(truth, called) == {("class.low-both", (0,))}


def test_never_assigned_with_enough_documents() -> None:
    # 0 of 10: .5^10 = .001 by chance; of 9 documents nothing is said
    assert codes(["a"] * 10 + ["b"] * 9, [""] * 10 + ["b"] * 9) == {("class.low-recall", (0,))}
    assert codes(["a"] * 9 + ["b"] * 9, [""] * 9 + ["b"] * 9) == set()


@pytest.mark.parametrize(
    ("truth", "called"),
    [
        (["a"] * 3 + ["b"] * 30, ["", "", "a"] + ["b"] * 30),  # 1 of 3 found
        (["b"] * 30, ["b"] * 27 + ["ab"] * 3),  # no document of a, three wrong calls
        (["a"] * 30 + ["b"] * 30, ["a"] * 30 + ["b"] * 30),  # all right
        (["b"] * 30, ["b"] * 30),  # a neither true nor assigned
        (["a"] * 20 + ["b"] * 20, ["a"] * 11 + [""] * 9 + ["b"] * 20),  # .55, straddling .5
    ],
)
def test_silent_about_classes(truth: list[str], called: list[str]) -> None:
    assert codes(truth, called) == set()


def test_a_straddling_class_is_too_few_to_say() -> None:
    truth, e = decided(["a"] * 4 + ["b"] * 40, ["a", "a", "", ""] + ["b"] * 40)
    few = [f for f in class_findings(truth, e, [], LIMITS, 1.0) if f.code == "class.too-few"]
    assert [f.classes for f in few] == [(0,)]


def test_taken_for_each_other() -> None:
    # 24 of 120 documents, a fifth, surely more than 5 %
    truth = ["a"] * 60 + ["b"] * 60 + ["c"] * 60
    called = ["b"] * 12 + ["a"] * 48 + ["a"] * 12 + ["b"] * 48 + ["c"] * 60
    (finding,) = [
        f
        for f in class_findings(*decided(truth, called, "abc"), [], LIMITS, 1.0)
        if f.severity == "warning"
    ]
    assert (finding.code, finding.classes) == ("pair.confused", (0, 1))
    assert set(finding.documents) == {*range(12), *range(60, 72)}
    # two F of three are .8 and would be 1; micro 156 of 180 right
    assert (finding.gain_macro, finding.gain_micro) == pytest.approx((0.4 / 3, 24 / 180))


def test_silent_about_pairs() -> None:
    # 2 of 12 may be chance: the interval starts at .047; missing without an extra class is none
    assert codes(["a"] * 6 + ["b"] * 6, ["b"] + ["a"] * 6 + ["b"] * 5) == set()
    both_missed = codes(["a"] * 60 + ["b"] * 60, [""] * 12 + ["a"] * 48 + [""] * 12 + ["b"] * 48)
    assert both_missed == set()


def test_advice_on_missed_documents_follows_the_training_counts() -> None:
    made = clean(3)
    few = made.without(made.rows("train", 7)[10:])
    predictions = few.predictions[0]
    scores = predictions.scores.copy()
    scores[7] = 0
    quiet = replace(few, predictions=(replace(predictions, scores=scores, probabilities=False),))
    (finding,) = [f for f in quiet.findings() if f.code == "class.low-recall"]
    assert "“c07”: 10 are too few." in finding.action
    enough = replace(made, predictions=(replace(made.predictions[0], scores=_zeroed(made)),))
    (finding,) = [f for f in enough.findings() if f.code == "class.low-recall"]
    assert "Label more training" not in finding.action
    # 17 of its 21 documents get c00 in its place
    assert "what tells “c07” from “c00”" in finding.action


def _zeroed(made: Made) -> Array:
    scores = made.predictions[0].scores.copy()
    scores[7] = 0
    return scores


def one_class(scores: Array, positive: Array, threshold: float) -> Evaluation:
    truth = truth_of(positive[:, None])
    said = Predictions("s", np.arange(truth.n), scores=scores[None])
    return evaluate(said, score_split(truth, said, None), None, Cut("threshold", threshold))


def moves(evaluation: Evaluation) -> list[Finding]:
    better = better_thresholds(evaluation, LIMITS, 1.0)
    return threshold_findings(evaluation, better, 1.0)


def test_a_threshold_far_off() -> None:
    rng = np.random.default_rng(0)
    positive = rng.random(600) < 0.3
    scores = rng.normal(2.0 * positive)
    # the best cut is near 1.4; at 3.5 nearly nothing is found, at -3 all is assigned
    for threshold in (3.5, -3.0):
        (finding,) = moves(one_class(scores, positive, threshold))
        assert finding.code == "threshold.move"
        assert 0.8 < finding.evidence["threshold"] < 1.9
        assert finding.gain_macro > 0.05


def test_weights_count_as_copies_would() -> None:
    rng = np.random.default_rng(2)
    positive = rng.random(200) < 0.3
    scores = rng.normal(2.0 * positive)
    once = one_class(scores, positive, 3.5)
    weighed = replace(once, scored=replace(once.scored, weights=np.full(200, 3.0)))
    copies = one_class(np.repeat(scores, 3), np.repeat(positive, 3), 3.5)
    # the copies of a document are never on both sides
    copied = replace(copies, scored=replace(copies.scored, clusters=np.repeat(np.arange(200), 3)))
    (by_weight,) = better_thresholds(weighed, LIMITS, 1.0)
    (by_copies,) = better_thresholds(copied, LIMITS, 1.0)
    assert by_weight.counts == by_copies.counts
    assert (by_weight.before, by_weight.after) == pytest.approx((by_copies.before, by_copies.after))
    assert by_weight.threshold == pytest.approx(by_copies.threshold)
    assert len(by_copies.rows) == 3 * len(by_weight.rows)


def test_silent_about_thresholds() -> None:
    rng = np.random.default_rng(1)
    positive = rng.random(600) < 0.3
    scores = rng.normal(2.0 * positive)
    assert moves(one_class(scores, positive, 1.3)) == []
    # scores that say nothing: whatever is fitted does not hold on the other half
    assert moves(one_class(rng.normal(size=600), positive, -9.0)) == []
    # nine positives are too few to fit on
    rare = np.arange(600) < 9
    assert moves(one_class(2.0 * rare, rare, 5.0)) == []
    # the largest score decides: no threshold to move
    assert moves(clean(0).evaluated()) == []


def test_a_well_chosen_threshold_is_seldom_blamed() -> None:
    # the true best cut of two normals of equal spread, by F, is at half of the best F above;
    # 1.3 is close to it. 100 small samples: at most 5 alarms
    alarms = 0
    for seed in range(100):
        rng = np.random.default_rng(seed)
        positive = rng.random(120) < 0.3
        e = one_class(rng.normal(2.0 * positive), positive, 1.3)
        alarms += bool(moves(e))
    assert alarms <= 5


@pytest.mark.parametrize("multi", [False, True])
def test_calibration(multi: bool) -> None:
    made = clean(0, multi=multi)
    predictions = made.predictions[0]
    e = made.evaluated()
    assert calibration_findings(e, predictions) == []
    # halved: half as many are promised as there are
    low = replace(predictions, scores=predictions.scores / 2)
    halved = evaluate(low, score_split(made.truth, low, "test"), "test", e.cut)
    (finding_of_halved, *_) = calibration_findings(halved, low)
    assert finding_of_halved.code == "calibration.off"
    assert finding_of_halved.severity == "warning"
    # nothing true: no share of nothing
    if multi:
        none = replace(
            made.truth, labels=sparse.csc_array(not_none(made.truth.labels).shape, dtype=bool)
        )
        nothing = evaluate(predictions, score_split(none, predictions, "test"), "test", e.cut)
        (finding, *_) = calibration_findings(nothing, predictions)
        assert "and 0 are true. The system is over-confident" in finding.what
        assert finding.evidence["found"] == finding.evidence["found_below"] == 0
        assert not {"relative", "relative_below"} & finding.evidence.keys()
    # the same scores, which nobody called probabilities: they may be
    (perhaps, *_) = calibration_findings(halved, replace(low, probabilities=False))
    assert (perhaps.code, perhaps.severity) == ("calibration.off", "notice")
    assert perhaps.what.startswith(finding_of_halved.what)
    # beyond 1 they are none
    beyond = replace(low, probabilities=False, scores=predictions.scores * 3)
    assert calibration_findings(halved, beyond) == []


def test_a_move_mends_so_many_errors_as_there_are_fewer_after_it() -> None:
    rng = np.random.default_rng(3)
    positive = np.arange(600) % 3 == 0
    scores = rng.normal(2.0 * positive)
    evaluation = one_class(scores, positive, 2.5)
    (better,) = better_thresholds(evaluation, LIMITS, 1.0)
    (move,) = threshold_findings(evaluation, [better], 1.0)
    before = np.sum((scores >= 2.5) != positive)
    _, false_alarms, missed, _ = better.counts
    # many fewer are missed, and more are called falsely
    assert move.errors == before - (false_alarms + missed) > 0
    assert move.error_share == pytest.approx(move.errors / before)


def test_pairs_without_a_score_promise_nothing() -> None:
    # a: 0.9 of 400 promises 360, and so many are true; b has a score of 0.1 for every other
    # document, and 20 of those 200 are true
    rows = np.arange(400)
    labels = np.column_stack([rows % 10 != 9, rows % 20 == 0])
    scores = sparse.csr_array(np.column_stack([np.full(400, 0.9), 0.1 * (rows % 2 == 0)]))
    review = be.from_arrays(labels.astype(int), None, scores, ["a", "b"], probabilities=True)
    evaluation = be.evaluate(review).evaluation
    assert not evaluation.single_label
    assert calibration_findings(evaluation, review.predictions[0]) == []


def of_sure_scores(top: float, wrong: int) -> list[Finding]:
    """Of 400 documents so many are wrong; the largest probability of each is `top`."""
    true = np.arange(400) % 2
    called = np.where(np.arange(400) < wrong, 1 - true, true)
    p = np.where(called[:, None] == np.arange(2), top, 1 - top)
    review = be.from_arrays(
        [["a"] if t == 0 else ["b"] for t in true], None, {"a": p[:, 0], "b": p[:, 1]},
        probabilities=True,
    )  # fmt: skip
    return calibration_findings(be.evaluate(review).evaluation, review.predictions[0])


def test_of_predictions_that_are_nearly_all_right_the_wrong_ones_show_what_is_promised() -> None:
    # 0.99 of 400 promises 396, and 376 are right: 5 % too much, below 10 %; but 24 wrong for 4
    (finding,) = of_sure_scores(0.99, 24)
    assert finding.what == (
        "The chances that the predictions are wrong add up to 4, and 24 are wrong: 6.0 times as "
        "many. The system is over-confident."
    )
    assert finding.severity == "notice"
    assert finding.evidence == {"expected_wrong": pytest.approx(4), "wrong": 24}
    # 0.95 promises 20 wrong: 4 are a fifth, 16 off with a standard deviation of 4.4
    (finding,) = of_sure_scores(0.95, 4)
    assert "add up to 20, and 4 are wrong: 5.0 times as many as there are" in finding.what
    assert "under-confident" in finding.what
    # 6 for 4 are no more than chance, and 30 for 20 less than twice as many
    assert of_sure_scores(0.99, 6) == of_sure_scores(0.95, 30) == []


def test_what_is_promised_more_than_twice_over_is_a_number_of_times() -> None:
    # 0.9 of 400 promises 360, and 150 are right: 360 / 150
    (finding,) = of_sure_scores(0.9, 250)
    assert finding.what == (
        "The largest probabilities of the documents add up to 360, and 150 are true: 2.4 times as "
        "many as there are. The system is over-confident."
    )
    assert finding.severity == "warning"
    # 0.9 and 200 right are 1.8 times: a share
    (finding,) = of_sure_scores(0.9, 200)
    assert "add up to 360, and 200 are true: 80 % too much." in finding.what


def test_disputed_labels() -> None:
    made = clean(0)
    right = made.predictions[0]
    three = tuple(replace(right, system=name) for name in "xyz")
    wrong = made.evaluated()
    (finding,) = disputed_findings(made.truth, three, wrong)
    errors = (wrong.assigned.toarray() & ~wrong.truth.toarray()).any(axis=1)
    assert set(finding.documents) == set(wrong.rows[errors])
    # the system's own wrong assignments, half of the errors where each is one of another class
    assert finding.errors == errors.sum()
    assert finding.error_share == pytest.approx(0.5)
    assert disputed_findings(made.truth, three[:2], wrong) == []


def test_every_rule_can_be_said() -> None:
    for rule in RULES.values():
        assert "{" not in rule.raised_text(LIMITS)


def test_limits_survive_an_address() -> None:
    changed = Limits(min_train=30, cut=0.6, train="a,b:c é", test="x")
    assert from_text(to_text(changed)) == changed
    assert to_text(Limits()) == ""
    # nonsense is as usual
    assert from_text("min_train:x,cut:7,unknown:1,balance") == Limits()
