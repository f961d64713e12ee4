"""The queue of pairs to judge blind: who is in it, by which chance, and what answers say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse

from breakeven.analysis.label_errors.blind_audit import (
    NOTE,
    BlindAnswer,
    BlindQueue,
    answers_of,
    audit_of,
    judgement,
    queue_of,
)
from breakeven.analysis.label_errors.suspected_labels import Doubts, doubts_of
from breakeven.data.marks import MarkEvent, add_marks, no_marks, replay_marks
from breakeven.data.marks_table import marks_frame
from breakeven.data.records import Predictions, Review
from breakeven.readers.marks_file import read_marks
from breakeven.ui.app.session.downloads import guarded_csv
from metrics.typing import Array
from tests.made import noisy, not_none, truth_of

N = 400


def made(fingerprint: str = "made", unjudged: Array | None = None) -> tuple[Review, Array]:
    """Two systems of four classes, and what they assign; a tenth of the labels are wrong."""
    rng = np.random.default_rng(2)
    right = rng.random((N, 4)) < 0.25
    given = noisy(right, 0.1, 0.05, rng)
    p = np.clip(np.where(right, 0.8, 0.2) + rng.normal(0, 0.1, right.shape), 0.01, 0.99)
    truth = truth_of(given, unjudged)
    said = tuple(
        Predictions(name, np.arange(N), p.T.copy(), probabilities=True) for name in ("a", "b")
    )
    return Review("made", truth, said, (), fingerprint), right


def queue(review: Review, suspects: int = 20, rows: Array | None = None) -> BlindQueue:
    doubts = doubts_of(review, "a", None)
    assert isinstance(doubts, Doubts)
    scores = review.predictions[0].scores.T
    decisions = {
        "a": (np.arange(N), sparse.csc_array(scores >= 0.5)),
        "b": (np.arange(N), sparse.csc_array(scores >= 0.4)),
        "partial": (np.arange(N - 1), sparse.csc_array(scores[:-1] >= 0.5)),
    }
    return queue_of(review, doubts, doubts.rows if rows is None else rows, decisions, suspects)


def test_as_many_others_are_mixed_in_half_with_a_label_and_half_without() -> None:
    found = queue(made()[0])
    assert len(found) == 40
    flagged, given = found.flagged[found.drawn], found.given[found.drawn]
    assert flagged.sum() == 20
    assert (given & ~flagged).sum() == (~given & ~flagged).sum() == 10
    assert len(np.unique(found.drawn)) == 40
    # mixed: neither kind stands together
    assert 0 < flagged[:10].sum() < 10


def test_pairs_are_those_that_a_label_a_system_or_the_list_proposes() -> None:
    review, _ = made()
    queued = queue(review)
    labels = not_none(review.truth.labels).toarray()
    scores = review.predictions[0].scores.T
    pairs = np.zeros_like(labels)
    pairs[queued.document, queued.class_index] = True
    flagged = np.zeros_like(labels)
    flagged[queued.document[queued.flagged], queued.class_index[queued.flagged]] = True
    assert_array_equal(pairs, labels | (scores >= 0.4) | flagged)
    assert_array_equal(queued.given, labels[queued.document, queued.class_index])
    # a system that did not speak of all documents is left out
    assert queued.systems == ("a", "b")
    assert_array_equal(queued.called[1], (scores >= 0.4)[queued.document, queued.class_index])


def test_the_order_is_the_same_for_the_same_and_another_for_others() -> None:
    first, again, other = queue(made()[0]), queue(made()[0]), queue(made("other")[0])
    assert_array_equal(first.drawn, again.drawn)
    assert not np.array_equal(first.drawn, other.drawn)


def test_more_of_one_kind_stand_in_where_the_other_is_short() -> None:
    review, _ = made()
    labels = not_none(review.truth.labels).toarray()
    found = queue(review, rows=np.flatnonzero(labels.sum(axis=1) == 0), suspects=200)
    flagged, given = found.flagged[found.drawn], found.given[found.drawn]
    # documents without a label: only pairs that systems propose
    assert not given.any()
    assert flagged.sum() == found.flagged.sum()
    assert (~flagged).sum() == min(flagged.sum(), (~found.flagged).sum())


def test_what_nobody_judged_is_not_asked() -> None:
    unjudged = np.zeros((N, 4), dtype=bool)
    unjudged[:, 2] = True
    assert 2 not in queue(made(unjudged=unjudged)[0]).class_index


def test_every_pair_of_a_part_is_drawn_as_often() -> None:
    drawn = [queue(made(str(seed))[0]) for seed in range(60)]
    pairs = np.flatnonzero(drawn[0].flagged)
    times = np.sum([np.isin(pairs, found.drawn) for found in drawn], axis=0)
    # 60 times 20 of all suspected ones; four standard errors to either side
    share = 20 / len(pairs)
    assert abs(times - 60 * share).max() < 4 * np.sqrt(60 * share * (1 - share))


def test_answers_are_marks_and_are_found_again() -> None:
    review, right = made()
    queued = queue(review)
    marks = no_marks(N)
    assert answers_of(queued, None) == answers_of(queued, marks) == [None] * 40
    for place in range(10):
        pair = queued.drawn[place]
        yes = right[queued.document[pair], queued.class_index[pair]]
        marks = add_marks(marks, judgement(queued, place, "yes" if yes else "no"))
    marks = add_marks(marks, judgement(queued, 10, "unclear"))
    answers = answers_of(queued, marks)
    assert answers[10:] == ["unclear", *[None] * 29]
    audit = audit_of(queued, answers)
    assert_array_equal(audit.judged, queued.drawn[:10])
    assert_array_equal(
        audit.yes, right[queued.document[audit.judged], queued.class_index[audit.judged]]
    )
    # what was judged with the label in sight is no blind judgement
    seen = [replace(e, note="") for e in marks.events]
    assert answers_of(queued, add_marks(no_marks(N), *seen)) == [None] * 40


@pytest.mark.parametrize("first", ["yes", "unclear"])
def test_the_last_answer_holds(first: str) -> None:
    found = queue(made()[0])
    marks = add_marks(no_marks(N), judgement(found, 3, first), judgement(found, 3, "no"))  # type: ignore[arg-type]
    assert answers_of(found, marks)[3] == "no"


def test_marks_of_whole_documents_are_no_answers() -> None:
    found = queue(made()[0])
    row = found.document[[found.drawn[0]]]
    marks = add_marks(no_marks(N), MarkEvent(rows=row, kind="unclear", note=NOTE))
    assert answers_of(found, marks)[0] is None


def test_judgements_are_taken_home_and_loaded_again() -> None:
    review, _ = made()
    queued = queue(review)
    marks = no_marks(N)
    answers: list[BlindAnswer] = ["yes", "no", "unclear", "yes", "no"]
    for place, answer in enumerate(answers):
        marks = add_marks(marks, judgement(queued, place, answer))
    home = guarded_csv(marks_frame(review.truth, marks))
    events, left_out = read_marks("marks.csv", home, review.truth)
    assert not left_out
    assert answers_of(queued, replay_marks(N, events)) == answers_of(queued, marks)
    assert answers_of(queued, replay_marks(N, events))[:6] == [*answers, None]
