"""What people disagree about, as a table to take away."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from breakeven.analysis.annotators.agreement import agreement_of
from breakeven.data.records import Annotator, Truth
from breakeven.results.agreement import disputed_frame
from tests.made import matrix_of, not_none, truth_of


def labelled() -> Truth:
    """Three documents by x and y, who agree on the first alone; the fourth by x only."""
    people = (("x", ["a", "ab", "b", "a"]), ("y", ["a", "b", ""]))
    annotators = tuple(
        Annotator(name, np.arange(len(sets)), sparse.csc_array(matrix_of(sets, 2)))
        for name, sets in people
    )
    return truth_of(np.zeros((4, 2), dtype=bool), annotators=annotators)


@pytest.mark.parametrize(
    ("column", "head"), [("text", "text"), ("document", "document (file)"), (None, None)]
)
def test_each_document_says_which_classes_it_got_by_whom(
    column: str | None, head: str | None
) -> None:
    truth = labelled()
    if column is not None:
        texts = np.array(["one", "two", "three", "four"], dtype=object)
        truth = replace(truth, columns={column: texts}, text_column=column)
    agreement = not_none(agreement_of(truth, np.arange(4), (), replicates=100))
    frame = disputed_frame(truth, agreement, np.flatnonzero(agreement.documents_disputed))
    assert frame["document"].tolist() == ["d1", "d2"]
    assert frame["said by"].tolist() == ["a | b: x; b: y", "b: x; (nothing): y"]
    assert frame["classes that differ"].tolist() == [1, 1]
    assert list(frame.columns[3:]) == [head] * (head is not None)
    if head is not None:
        assert frame[head].tolist() == ["two", "three"]
