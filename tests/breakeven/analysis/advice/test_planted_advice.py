"""Planted faults: what is wrong comes first, what follows beneath it, no advice against it.

Each review is a clean one with one fault.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from breakeven.analysis.findings.finding import Finding
from breakeven.data.records import Predictions
from tests.made import not_none
from tests.planted import Made, clean

RETRAINS = ("Merge", "Label more", "Recalibrate", "Show the system", "Move the threshold")


def with_scores(made: Made, change: Callable[[np.ndarray], np.ndarray]) -> Made:
    (said,) = made.predictions
    scores = change(not_none(said.scores).copy())
    return replace(made, predictions=(replace(said, scores=scores),))


def tops(findings: list[Finding]) -> list[str]:
    return [f.code for f in findings if not f.because_of]


def advice(findings: list[Finding]) -> str:
    return " ".join(f.action for f in findings)


def test_scores_the_wrong_way_round_come_first_and_are_not_recalibrated() -> None:
    findings = with_scores(clean(6, multi=True), lambda scores: 1 - scores).findings()
    first = findings[0]
    assert first.code == "scores.inverse"
    assert first.trial is not None
    # nearly every pair was ranked wrongly, and would be ranked rightly
    assert first.trial.after == pytest.approx(1 - first.trial.before)
    assert not any(words in advice(findings) for words in RETRAINS)
    assert {f.code for f in findings if f.because_of} >= {"calibration.off", "system.baseline"}


def test_rows_in_a_wrong_order_are_the_only_thing_to_mend() -> None:
    made = clean(7)
    rows = made.rows("test")

    def moved(scores: np.ndarray) -> np.ndarray:
        scores[:, rows] = scores[:, np.random.default_rng(1).permutation(rows)]
        return scores

    findings = with_scores(made, moved).findings()
    assert findings[0].code == "split.wrong-order"
    assert not any(words in advice(findings) for words in RETRAINS)
    below = {f.code: f for f in findings if f.because_of == "split.wrong-order"}
    assert below["calibration.off"].withheld
    assert below["calibration.off"].trial is None
    # what is above all else is an error, and of the rest only sizes are left
    assert set(tops(findings)[1:]) <= {"split.small-test"}


def test_names_that_are_the_same_are_not_to_be_trained_apart() -> None:
    # in the truth some documents of a class have its name in capitals, which is never predicted
    made = clean(8, classes=6)
    truth = made.truth
    labels = not_none(truth.labels).toarray()
    capital = np.flatnonzero(labels[:, 2])[::3]
    own = np.zeros((truth.n, 1), dtype=bool)
    own[capital] = True
    labels[capital, 2] = False
    scores = not_none(made.predictions[0].scores)
    both = np.vstack([scores, np.zeros((1, truth.n))])
    made = Made(
        replace(
            truth,
            classes=(*truth.classes, "C02"),
            labels=sparse.csc_array(np.hstack([labels, own])),
        ),
        (Predictions("s", np.arange(truth.n), scores=both),),
    )
    findings = made.findings()
    first = findings[0]
    assert (first.code, first.effect) == ("classes.same-name", "voids")
    about = [f for f in findings[1:] if f.about in ("class", "pair") and set(f.classes) & {2, 6}]
    assert not [f for f in about if not f.because_of and f.severity != "notice"]
    assert not [f for f in about if any(words in f.action for words in RETRAINS)]
    # with one name what was missed of the capital name is right
    assert first.trial is not None
    assert first.trial.low > 0
    e = made.evaluated()
    right = np.asarray(e.truth.toarray() > 0)
    called = np.asarray(e.assigned.toarray() > 0)
    as_one = [np.column_stack([m[:, :2], m[:, 2] | m[:, 6], m[:, 3:6]]) for m in (right, called)]
    assert first.trial.after == pytest.approx((as_one[0] & as_one[1]).sum() / e.documents)


def test_another_mix_of_classes_is_one_line() -> None:
    made = clean(9, sizes=(600, 120, 400), classes=6)
    # two thirds of a class are gone from test, and half of another from train
    gone = made.rows("test", 0)
    made = made.without(gone[: 4 * len(gone) // 5])
    gone = made.rows("train", 1)
    made = made.without(gone[: 4 * len(gone) // 5])
    findings = made.findings()
    mix = [f for f in findings if f.code in ("split.mix", "split.label-shift", "split.trend")]
    assert len(mix) >= 2
    assert [f.code for f in mix if not f.because_of] == ["split.mix"]


def test_a_class_that_test_does_not_have_is_above_what_could_improve() -> None:
    made = clean(10, classes=6)
    made = made.without(made.rows("test", 3))
    findings = made.findings()
    assert findings[0].code == "split.absent-from-test"
    assert findings[0].trial is not None
    assert "other test documents" in findings[0].trial.not_tried


def surer(made: Made) -> Made:
    """The same texts, with probabilities of 0.4 to 0.999, and labels drawn by them."""
    random = np.random.default_rng(3)
    (prediction,) = made.predictions
    k, n = not_none(prediction.scores).shape
    top = not_none(prediction.scores).argmax(axis=0)
    p_top = 1 - 0.6 * random.random(n) ** 6
    p = np.tile((1 - p_top) / (k - 1), (k, 1))
    p[top, np.arange(n)] = p_top
    drawn = (random.random(n) > np.cumsum(p, axis=0)).sum(axis=0).clip(max=k - 1)
    labels = sparse.csc_array(drawn[:, None] == np.arange(k))
    return replace(made.with_truth(labels=labels), predictions=(replace(prediction, scores=p),))


def test_labels_that_are_swapped_are_judged_before_classes_are_merged() -> None:
    made = surer(clean(11, classes=6, sizes=(600, 200, 900)))
    labels = not_none(made.truth.labels).toarray()
    random = np.random.default_rng(0)
    rows = made.rows("test")
    swapped = rows[(labels[rows, 0] | labels[rows, 1]) & (random.random(len(rows)) < 0.35)]
    labels[np.ix_(swapped, [0, 1])] = labels[np.ix_(swapped, [1, 0])]
    findings = made.with_truth(labels=sparse.csc_array(labels)).findings()
    pair = next(f for f in findings if f.code == "pair.confused" and set(f.classes) == {0, 1})
    assert pair.because_of == "labels.doubted"
    assert pair.withheld
    assert "Merge" not in advice(findings)
    assert "Label more" not in pair.action
    # dev has its labels right, so that wrong ones explain the fall; nobody shall trust it yet
    fall = next(f for f in findings if f.code == "split.falls")
    assert fall.because_of == "labels.doubted"
    assert "Trust" not in fall.action


def test_what_is_shown_is_what_the_list_is_sorted_by() -> None:
    made = with_scores(clean(12), lambda scores: np.where(scores > 0.5, scores - 0.88, scores))
    for findings in (made.findings(), clean(13, classes=30, sizes=(900, 300, 900)).findings()):
        shares = [f.error_share for f in findings if f.effect == "improves" and not f.because_of]
        assert shares == sorted(shares, reverse=True)


def test_what_a_class_without_training_documents_brings_stands_beneath_it() -> None:
    def never(scores: np.ndarray) -> np.ndarray:
        # its documents go to one other class
        scores[4] = np.maximum(scores[3], scores[4])
        scores[3] = 0.0
        return scores

    made = clean(12, classes=6, sizes=(600, 200, 400))
    made = with_scores(made.without(made.rows("train", 3)), never)
    findings = made.findings()
    first = findings[0]
    assert (first.code, first.because_of) == ("split.unseen", "")
    # of the labels outside train, counted here
    labels = not_none(made.truth.labels).toarray()
    outside = np.concatenate([made.rows("dev"), made.rows("test")])
    assert first.evidence["share"] == pytest.approx(labels[outside, 3].mean())
    assert set(first.documents) == set(np.flatnonzero(labels[:, 3]))
    below = {f.code for f in findings if f.because_of == "split.unseen"}
    assert below >= {"split.label-shift", "split.vocabulary", "class.called-too-often"}
    assert set(tops(findings)) <= {"split.unseen", "split.small-test", "calibration.off"}
