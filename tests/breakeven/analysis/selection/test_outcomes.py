"""What outcomes mean, written out for every document there can be."""

from __future__ import annotations

import numpy as np
import pytest

from breakeven.analysis.selection.decision_terms import of_document, of_pair


@pytest.mark.parametrize(
    ("kind", "holds"),
    [
        ("missed", [False, True, False, True]),
        ("extra", [False, False, True, True]),
        ("wrong", [False, True, True, True]),
        ("right", [True, False, False, False]),
    ],
)
def test_a_document_is_what_its_missed_and_its_extra_classes_make_it(
    kind: str, holds: list[bool]
) -> None:
    missed, extra = np.array([0, 1, 0, 1]), np.array([0, 0, 2, 1])
    assert of_document(kind, missed, extra).tolist() == holds


@pytest.mark.parametrize(
    ("kind", "which"), [("hit", 3), ("missed", 2), ("extra", 1), ("rejected", 0)]
)
def test_a_pair_has_one_outcome_and_none_where_nobody_judged_it(kind: str, which: int) -> None:
    true, assigned = np.array([0, 0, 1, 1], dtype=bool), np.array([0, 1, 0, 1], dtype=bool)
    found = of_pair(kind, np.ones(4, dtype=bool), true, assigned)
    assert np.flatnonzero(found).tolist() == [which]
    assert not of_pair(kind, np.zeros(4, dtype=bool), true, assigned).any()
