"""Doubtful labels as people judged them: counted by hand, and what is left as it is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

import breakeven as be
from breakeven.analysis.advice.label_trial import REMARK, SAME
from breakeven.analysis.advice.trial_setting import TrialRecords
from breakeven.analysis.advice.trials import NEW_JUDGEMENTS, trial_text, with_trials
from breakeven.analysis.findings.examples.data_examples import EXAMPLES
from breakeven.analysis.findings.finding import Trial
from breakeven.data.gold import MAJORITY, with_gold
from breakeven.data.marks import MarkEvent, Marks, replay_marks
from breakeven.data.records import Annotator, Predictions, Truth
from metrics.typing import Array
from tests.breakeven.analysis.advice.test_trials import f_of, finding_of
from tests.made import evaluation_of, matrix_of, not_none, truth_of

# 6 of 10 are right
TRUE = ["a"] * 4 + ["b"] * 6
CALLED = ["b", "b", "a", "a", "b", "b", "b", "b", "a", "a"]
# the last one is not doubted
DOUBTED = np.array([0, 1, 2, 8])


def person(name: str, classes_of: dict[int, str], classes: int = 2) -> Annotator:
    rows = np.array(sorted(classes_of))
    labels = sparse.csc_array(matrix_of([classes_of[row] for row in rows.tolist()], classes))
    return Annotator(name, rows, labels)


PEOPLE = (
    person("ann", {0: "b", 1: "b", 2: "a", 9: "a"}),
    person("bob", {0: "b", 1: "a", 2: "a", 9: "a"}),
    person("carl", {0: "a", 2: "a", 9: "a"}),
)


def tried(
    truth: Truth, called: Array, doubted: Array, marks: Marks | None = None, code: str = "doubted"
) -> Trial:
    evaluation = evaluation_of(truth, called)
    predictions = Predictions("s", np.arange(truth.n), decisions=sparse.csc_array(called))
    (found,) = with_trials(
        [finding_of(f"labels.{code}", documents=doubted)],
        evaluation,
        None,
        1.0,
        TrialRecords(truth, predictions, marks),
    )
    return not_none(found.trial)


def of_ten(*people: Annotator, **more: object) -> Truth:
    return truth_of(matrix_of(TRUE, 2), annotators=people, **more)


def mark(row: int, kind: str, class_index: int, who: str = "eve") -> MarkEvent:
    return MarkEvent(
        rows=np.array([row]),
        kind=kind,  # type: ignore[arg-type]
        class_index=class_index,
        who=who,
        note="judged blind",
    )


def test_what_most_people_say_of_the_doubted_documents_is_taken_and_no_more() -> None:
    trial = tried(of_ten(*PEOPLE), matrix_of(CALLED, 2), DOUBTED)
    # of the first all but one say b, as is predicted; on the second they tie, the third is as it
    # was, of the fourth nobody says anything; on the last all deny the label, which nobody doubted
    assert (trial.before, trial.after) == pytest.approx((0.6, 0.7))
    assert trial.low < 0.1 < trial.high
    assert trial_text(trial) == (
        "Tried: with the labels that 3 people gave 2 of the 4 doubted documents (1 has another "
        f"label then), accuracy is 0.700 instead of 0.600 (+0.100; 95 %: {_signed(trial.low)} to "
        f"{_signed(trial.high)}). {REMARK}"
    )


def _signed(value: float) -> str:
    return f"{value:+.3f}".replace("-", "−")


def test_a_mark_counts_before_what_annotators_say() -> None:
    # the ninth is in a, and the first is too; the last is not doubted, so nothing counts there
    events = [mark(8, "in the class", 0), mark(0, "in the class", 0), mark(9, "in the class", 0)]
    marks = replay_marks(10, events)
    trial = tried(of_ten(*PEOPLE), matrix_of(CALLED, 2), DOUBTED, marks)
    assert (trial.before, trial.after) == pytest.approx((0.6, 0.7))
    assert "that 4 people gave 3 of the 4 doubted documents (1 has another" in trial.what
    # only "not in it" leaves a document without the class that it must have
    unknown = replay_marks(10, [mark(0, "not in the class", 0)])
    assert tried(of_ten(), matrix_of(CALLED, 2), DOUBTED, unknown).not_tried == NEW_JUDGEMENTS


def test_of_several_classes_each_pair_is_judged_by_itself_and_weighed() -> None:
    rng = np.random.default_rng(1)
    true, called = rng.random((2, 60, 3)) < 0.4
    doubted, weights = np.arange(0, 60, 2), rng.uniform(0.5, 2, 60)
    answers = rng.random((60, 3)) < 0.4
    pairs = [(row, int(row) % 3) for row in doubted.tolist()]
    events = [
        mark(row, "in the class" if answers[row, c] else "not in the class", c) for row, c in pairs
    ]
    trial = tried(
        truth_of(true, weights=weights), called, doubted, replay_marks(60, events), "disputed"
    )
    anew = true.copy()
    for row, c in pairs:
        anew[row, c] = answers[row, c]
    copies = np.round(weights * 1000).astype(int)
    before, after = (
        f_of(np.repeat(side, copies, axis=0), np.repeat(called, copies, axis=0))
        for side in (true, anew)
    )
    assert (trial.before, trial.after) == pytest.approx((before, after), abs=1e-3)
    assert "1 person gave the 30 disputed documents" in trial.what
    assert trial.measure == "micro F₁"


def test_labels_that_are_what_most_people_say_already_are_not_tried() -> None:
    truth = of_ten(*PEOPLE)
    by_majority = with_gold(truth, MAJORITY)
    assert tried(by_majority, matrix_of(CALLED, 2), DOUBTED).not_tried == SAME
    # and without anybody who judged these documents it needs people
    elsewhere = of_ten(person("ann", {5: "b"}), person("bob", {5: "a"}))
    assert tried(elsewhere, matrix_of(CALLED, 2), DOUBTED).not_tried == NEW_JUDGEMENTS
    assert tried(of_ten(), matrix_of(CALLED, 2), DOUBTED).not_tried == NEW_JUDGEMENTS


def test_two_classes_of_one_document_are_not_taken_where_each_has_one() -> None:
    both = (person("ann", {0: "ab"}), person("bob", {0: "ab"}))
    assert tried(of_ten(*both), matrix_of(CALLED, 2), DOUBTED).not_tried == NEW_JUDGEMENTS


def test_marks_of_a_review_reach_its_checks() -> None:
    columns = EXAMPLES["labels.doubted"]().columns
    lines = zip(*columns.values(), strict=True)
    file = "\n".join(",".join(map(str, line)) for line in (tuple(columns), *lines))
    review = be.read(file.encode())
    (doubted,) = (f for f in be.check(review) if f.code == "labels.doubted")
    assert not_none(doubted.trial).not_tried == NEW_JUDGEMENTS
    # somebody says that what is predicted is right
    rows = doubted.documents[:60].tolist()
    place = review.truth.classes.index
    events = [mark(r, "in the class", place(str(columns["predicted"][r]))) for r in rows]
    marked = replace(review, marks=replay_marks(review.truth.n, events))
    as_data = next(
        f for f in be.check(marked).to_dict()["findings"] if f["code"] == "labels.doubted"
    )
    trial = as_data["trial"]
    assert "1 person gave 60 of the" in trial["what"]
    wrong = sum(columns["predicted"][r] != columns["true"][r] for r in rows)
    assert trial["after"] - trial["before"] == pytest.approx(wrong / trial["documents"])
    assert (trial["better"], trial["remark"]) == ("higher", REMARK)
