"""The largest classes of an evaluation: none that no document has."""

from __future__ import annotations

from breakeven.analysis.comparison.shared_documents import largest_classes
from tests.made import evaluation_of, matrix_of, truth_of


def test_the_largest_classes_are_those_with_most_documents_and_with_any() -> None:
    sets = matrix_of(["b", "b", "ab", "d"], 4)
    evaluation = evaluation_of(truth_of(sets), sets)
    assert largest_classes(evaluation) == (1, 0, 3)
    assert largest_classes(evaluation, 2) == (1, 0)
