"""Which classes cannot be judged, in words: a long list of names has an end."""

from __future__ import annotations

import numpy as np
import pytest

from breakeven.analysis.evaluation.required_size import required_size
from breakeven.results.test_size import NAMED, class_size_frame, unjudged_texts
from tests.made import evaluation_of, truth_of


@pytest.mark.parametrize(("without", "more"), [(NAMED, ""), (NAMED + 3, " and 3 more")])
def test_the_first_classes_are_named_and_the_others_counted(without: int, more: str) -> None:
    labels = np.zeros((200, without + 1), dtype=bool)
    labels[:, 0] = True
    classes = [f"c{i:02}" for i in range(without + 1)]
    evaluation = evaluation_of(truth_of(labels), labels)
    size = required_size(evaluation, 0.05, 1.0, "drop")
    _, listed = unjudged_texts(classes, evaluation.tables.positives, size)
    names = ", ".join(f"“c{i + 1:02}”" for i in range(NAMED))
    assert listed == f"Without a document: {names}{more}."


def test_what_is_missing_is_what_is_needed_less_what_is_there() -> None:
    labels = np.repeat([[True, False], [False, True], [False, False]], [30, 10, 60], axis=0)
    evaluation = evaluation_of(truth_of(labels, classes=("a", "b")), labels)
    frame = class_size_frame(evaluation, required_size(evaluation, 0.05, 1.0, "drop"))
    assert frame["positives"].tolist() == [30, 10]
    needed, in_all = frame["documents of the class"], frame["documents in all"]
    # the first has enough
    assert needed[0] == 30
    assert needed[1] > 10
    assert frame["more of the class"].tolist() == (needed - [30, 10]).tolist()
    assert frame["more documents in all"].tolist() == (in_all - 100).tolist()
