"""Quadrants and verdicts against the worked cases and hand sums."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from metrics.class_verdicts import QUADRANTS, VERDICTS, class_verdicts, decided, quadrant
from metrics.intervals import Interval
from metrics.tallies import ContingencyTable
from tests.golden_cases import cases


@pytest.mark.parametrize("case", cases("guidance", "precision_recall", "cut"))
def test_quadrants_of_the_worked_cases(case: dict[str, Any]) -> None:
    pairs = np.array(case["input"]["precision_recall"], dtype=float)
    at = quadrant(pairs[:, 0], pairs[:, 1], case["input"]["cut"])
    got = [None if i < 0 else QUADRANTS[i] for i in at]
    assert got == case["expected"]["recall_precision"]


def tables(*rows: tuple[int, int, int]) -> ContingencyTable:
    """One table per (tp, fp, fn), each of 1,000 documents."""
    tp, fp, fn = np.array(rows).T
    return ContingencyTable(tp, fp, fn, 1000 - tp - fp - fn)


def verdicts(table: ContingencyTable, cut: float = 0.5) -> list[str]:
    return [VERDICTS[i] for i in class_verdicts(table, cut).verdict]


def test_many_documents_decide_the_quadrant() -> None:
    assert verdicts(tables((90, 10, 10), (10, 1, 90), (90, 200, 10), (10, 90, 90))) == [
        "well",
        "missed",
        "wrong",
        "both",
    ]


def test_an_interval_across_the_cut_is_too_few_documents() -> None:
    # Wilson 1927, z = 1.96: 3 of 3 gives 3 / (3 + 3.8415) = 0.4385 as lower end, 4 of 4
    # 4 / (4 + 3.8415) = 0.5101
    table = tables((3, 0, 0), (4, 0, 0))
    at = class_verdicts(table, 0.5)
    assert at.precision_interval.low == pytest.approx([3 / 6.8415, 4 / 7.8415], abs=1e-4)
    assert verdicts(table) == ["few", "well"]
    assert_array_equal(at.quadrant, [0, 0])


def test_one_measure_can_be_surely_low_while_the_other_is_open() -> None:
    # recall 1 of 12: Wilson's upper end (1 + 1.9207 + 1.96 sqrt(11 / 12 + 0.9604)) / 15.8415 =
    # 0.354; precision 1 of 1 is open
    at = class_verdicts(tables((1, 0, 11), (1, 11, 0)), 0.5)
    assert at.recall_interval.high[0] == pytest.approx(0.354, abs=5e-4)
    assert [VERDICTS[i] for i in at.verdict] == ["few", "few"]
    assert_array_equal(at.recall_low, [True, False])
    assert_array_equal(at.precision_low, [False, True])


def test_zero_over_zero_is_no_quadrant() -> None:
    # never assigned: 0 of 4 found is at most 3.8415 / 7.8415 = 0.49, below the cut; 0 of 3
    # reaches to 0.56, across it
    at = class_verdicts(tables((0, 0, 4), (0, 0, 3), (0, 5, 0), (0, 0, 0)), 0.5)
    assert [VERDICTS[i] for i in at.verdict] == ["never", "never", "absent", "nothing"]
    assert_array_equal(at.quadrant, [-1, -1, -1, -1])
    assert_array_equal(at.sure, [True, False, False, False])


def test_a_part_keeps_its_values() -> None:
    at = class_verdicts(tables((90, 10, 10), (10, 90, 90), (0, 0, 4)))
    part = at[np.array([1])]
    assert VERDICTS[part.verdict[0]] == "both"
    assert part.precision.tolist() == [0.1]
    assert part.recall_interval.high[0] == at.recall_interval.high[1]


def test_an_interval_that_ends_at_the_cut_is_decided_above_it() -> None:
    ends = Interval(np.array([0.5, 0.4, np.nan]), np.array([0.9, 0.5, np.nan]))
    assert_array_equal(decided(ends, 0.5), [True, False, False])


def test_how_many_more_documents_would_decide() -> None:
    # recall 15/20: z² · 1/4 / (1/4)² = 15.37, so 20 decide it. Precision 15/25: 0.9604 / 0.01 =
    # 96.04 assignments, 71.04 more, at 20 documents for each 25 of them: 56.8
    found = class_verdicts(tables_of((15, 10, 5, 70)))
    assert found.more.tolist() == [57]
    # at a cut of 0.3 recall is decided; precision too, (0.3)² · 25 = 2.25 > z² · 0.21 = 0.81
    assert class_verdicts(tables_of((15, 10, 5, 70)), 0.3).more.tolist() == [0]
    # at 0.7: recall z² · 0.21 / 0.05² = 322.7, 302.7 more; precision 80.7 of 25, 44.6 more
    assert class_verdicts(tables_of((15, 10, 5, 70)), 0.7).more.tolist() == [303]


def tables_of(*rows: tuple[int, int, int, int]) -> ContingencyTable:
    return ContingencyTable(*(np.array(cell) for cell in zip(*rows, strict=True)))
