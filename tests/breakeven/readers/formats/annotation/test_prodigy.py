"""Annotations of Prodigy are what people said; what nobody was asked is not judged."""

from __future__ import annotations

import pytest

from breakeven.readers.base.problems import ReadError
from breakeven.readers.build import read_review
from tests.breakeven.readers.formats.drafts import draft_of, example, rows_of
from tests.breakeven.readers.reading import classes_of

CALLED = b"id,predicted\n%b,billing\n%b,technical\n%b,other\n"


def test_choices_are_classes_by_each_person_and_an_ignored_task_is_not_judged() -> None:
    ids = (b"-1530009927", b"499043849", b"81277451")
    files = [("c.jsonl", example("prodigy/choices.jsonl")), ("p.csv", CALLED % ids)]
    review = read_review(files)
    labels_by_person = {
        person.name: (person.rows.tolist(), classes_of(person.labels, review.truth.classes))
        for person in review.truth.annotators
    }
    assert labels_by_person == {
        "tickets-anna": ([0, 1], [{"billing"}, {"technical"}]),
        "tickets-bob": ([0, 1, 2], [{"other"}, {"technical"}, {"other"}]),
    }
    assert review.truth.text_column == "text"
    assert review.truth.columns["meta.source"].tolist() == ["mail", "web", "mail"]


def test_of_labels_accepted_or_rejected_one_by_one_all_others_are_not_judged() -> None:
    ids = (b"t-1", b"t-2", b"t-3")
    files = [("l.jsonl", example("prodigy/labels.jsonl")), ("p.csv", CALLED % ids)]
    truth = read_review(files).truth
    assert truth.labels is not None
    assert truth.unjudged is not None
    assert truth.classes == ("billing", "other", "technical")
    assert classes_of(truth.labels, truth.classes) == [{"billing"}, {"technical"}, set()]
    off = classes_of(truth.unjudged, truth.classes)
    assert [found - {"other"} for found in off] == [{"technical"}, set(), {"billing"}]


def test_a_line_of_another_kind_among_tasks_is_refused() -> None:
    lines = example("prodigy/choices.jsonl").decode() * 4 + '{"text": "x"}\n'
    with pytest.raises(ReadError, match="row 25: no task with an answer and options, or a label"):
        draft_of(lines.encode())
    both = example("prodigy/choices.jsonl") + example("prodigy/labels.jsonl")
    with pytest.raises(ReadError, match="row 7: a task without options among tasks with them"):
        draft_of(both)


def test_the_last_answer_to_a_task_holds() -> None:
    lines = example("prodigy/labels.jsonl").decode().splitlines()
    again = lines[0].replace('"accept"', '"reject"')
    draft = draft_of("\n".join([*lines, again]).encode())
    assert rows_of(draft, "id", "class", "truth")[0] == ("t-1", "billing", "0")
