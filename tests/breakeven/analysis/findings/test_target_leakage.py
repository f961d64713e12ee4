"""Ids that are more than the numbers of rows."""

from __future__ import annotations

import numpy as np
import pytest

from breakeven.analysis.findings.target_leakage import _nearest, own_ids
from tests.made import truth_of

ROWS = [str(row + 1) for row in range(2_500)]


@pytest.mark.parametrize(
    ("ids", "own"),
    [
        (ROWS, False),
        (ROWS[:1], False),
        (ROWS[1:], True),
        ([*ROWS[:-1], "2500 "], True),
        ([*ROWS[:1_000], "01001", *ROWS[1_001:]], True),
        (["1.0", "2.0"], True),
    ],
)
def test_ids_are_own_where_one_is_not_its_row(ids: list[str], *, own: bool) -> None:
    labels = np.ones((len(ids), 1), dtype=bool)
    assert own_ids(truth_of(labels, ids=np.array(ids, dtype=object))) is own


def test_documents_of_counts_have_no_ids() -> None:
    assert not own_ids(truth_of(np.ones((2, 1), dtype=bool), ids=None))


def test_twenty_neighbours_of_a_part_are_one_run_and_what_has_no_number_is_in_none() -> None:
    # two parts of 25 documents with numbers in their order, and one without
    number = np.append(np.arange(50.0), np.nan)
    part = np.array([0] * 25 + [1] * 26)
    run = [0] * 20 + [1] * 5 + [2] * 20 + [3] * 5 + [-1]
    assert _nearest(number, part).tolist() == run
