"""Which classes get confused, in sentences: shares of what was counted."""

from __future__ import annotations

import numpy as np

from breakeven.results.summary import summary_text
from breakeven.ui.app.page.counts import CountLinks
from breakeven.ui.confusions.sentences import answer, table_frame
from metrics.confusion import largest_confusions
from tests.made import evaluation_of, matrix_of, truth_of

UNLINKED = CountLinks(truth_of(matrix_of([], 0)), None)
# a, a and b; the last is called a
TRUE, CALLED = matrix_of(["a", "a", "b"], 2), matrix_of(["a", "a", "a"], 2)


def test_the_wrong_documents_are_a_share_of_all() -> None:
    evaluation = evaluation_of(truth_of(TRUE), CALLED)
    said = answer(evaluation, largest_confusions(evaluation.confusion), UNLINKED)
    assert "<b>1</b> of 3 documents (33.3 %) is in a wrong class." in said


def test_weighted_documents_are_a_share_of_all_weights() -> None:
    # 3 of 0.5 + 1 + 3 = 4.5
    evaluation = evaluation_of(truth_of(TRUE, weights=np.array([0.5, 1, 3])), CALLED)
    said = answer(evaluation, largest_confusions(evaluation.confusion), UNLINKED)
    assert "<b>3</b> of 4.50 documents (66.7 %), by weight, are in a wrong class." in said
    # 1.5 of 4.5 are right
    assert summary_text(evaluation, 1.0, "drop", None).startswith(
        "On the 3 documents here, which weigh 4.50 together, “s” predicts the right class for "
        "1.50: accuracy 33.3 %."
    )


def test_errors_of_a_class_are_parted_into_those_with_another_class_and_those_without() -> None:
    # of a the second is called b and the fourth nothing; b is called twice for nothing
    evaluation = evaluation_of(
        truth_of(matrix_of(["a", "a", "", "a", "ab", ""], 2)),
        matrix_of(["a", "b", "b", "", "ab", "b"], 2),
    )
    frame = table_frame(evaluation, 1.0).set_index("class")
    parted = [
        "missed: another class instead", "missed: nothing instead",
        "false alarm: for another class", "false alarm: for nothing",
    ]  # fmt: skip
    assert list(frame.loc["a", parted]) == [1, 1, 0, 0]
    assert list(frame.loc["b", parted]) == [0, 0, 1, 2]
