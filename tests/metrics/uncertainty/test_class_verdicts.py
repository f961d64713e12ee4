"""Quadrants and verdicts against the worked cases and hand sums."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from metrics.tallies import ContingencyTable
from metrics.typing import Array
from metrics.uncertainty.class_verdicts import (
    QUADRANTS,
    VERDICTS,
    class_verdicts,
    clear_of_cut,
    pooled_design_effect,
    quadrant,
    weaker_than_others,
)
from metrics.uncertainty.intervals import Interval
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
    # 12 of 12 by chance in .5^12 = .0002, 13 of 20 in .132; of 9 documents nothing is said
    table = tables((9, 0, 0), (12, 0, 0), (13, 7, 7))
    at = class_verdicts(table, 0.5)
    # Wilson 1927, z = 1.96: 9 of 9 gives 9 / (9 + 3.8415) as lower end
    assert at.precision_interval.low[0] == pytest.approx(9 / 12.8415, abs=1e-4)
    assert verdicts(table) == ["few", "well", "few"]
    assert_array_equal(at.quadrant, [0, 0, 0])


def test_one_measure_can_be_clearly_low_while_the_other_is_open() -> None:
    # 1 of 12 found: 13 / 2^12 = .0032 by chance; 1 of 1 right is open. 10 of 17 found is open, 10
    # of 50 right is not
    at = class_verdicts(tables((1, 0, 11), (10, 40, 7)), 0.5)
    assert [VERDICTS[i] for i in at.verdict] == ["few", "few"]
    assert_array_equal(at.recall_low, [True, False])
    assert_array_equal(at.precision_low, [False, True])
    # of a class of 9 documents nothing is said
    assert not class_verdicts(tables((1, 100, 8))).precision_low.any()


def test_zero_over_zero_is_no_quadrant() -> None:
    # never assigned: of 10 documents none is found by chance in .5^10 = .001; 9 are too few
    at = class_verdicts(tables((0, 0, 10), (0, 0, 9), (0, 15, 0), (0, 0, 0)), 0.5)
    assert [VERDICTS[i] for i in at.verdict] == ["never", "never", "absent", "nothing"]
    assert_array_equal(at.quadrant, [-1, -1, -1, -1])
    assert_array_equal(at.sure, [True, False, False, False])


def test_what_is_said_of_one_class_may_be_chance_among_ninety() -> None:
    # 2 of 12 found: 79 / 2^12 = .0193 by chance. Alone that is below 5 % / 2, as recall and
    # precision are two tests; beside 89 classes of 6 of 12 it is not below 5 % / 180
    alone = class_verdicts(tables((2, 2, 10)))
    assert alone.recall_low.tolist() == [True]
    among = class_verdicts(tables((2, 2, 10), *[(6, 6, 6)] * 89))
    assert not among.recall_low.any()
    # none of 14 found: .5^14 = .00006 is
    assert class_verdicts(tables((0, 2, 14), *[(6, 6, 6)] * 89)).recall_low.tolist()[:2] == [
        True,
        False,
    ]


def test_good_is_clear_by_the_same_test() -> None:
    # four tests of 100 of 100: .95^100 = .0059 is below 5 % / 4, .96^100 = .0169 is not
    whole = tables((100, 0, 0), (100, 0, 0))
    assert class_verdicts(whole, 0.5, 0.95).good.tolist() == [True, True]
    assert class_verdicts(whole, 0.5, 0.96).good.tolist() == [False, False]
    assert class_verdicts(whole, 0.5).good.tolist() == [False, False]


def test_how_often_classes_are_said_to_be_low_or_weaker_that_are_not() -> None:
    # documents of equally good classes, half of them right: 5 of 100 reviews may say it of any
    # class; of 200 reviews 18 or more do so by chance once in 100
    draw = np.random.default_rng(1)
    for k in (5, 30, 90):
        low = weaker = 0
        for _ in range(200):
            true = draw.integers(0, k, 30 * k)
            given = np.where(
                draw.random(30 * k) < 0.5, true, (true + draw.integers(1, k, 30 * k)) % k
            )
            table, documents = tables_of_one_class_each(true, given, k)
            judged = class_verdicts(table)
            low += bool((judged.precision_low | judged.recall_low).any())
            weaker += bool(weaker_than_others(table, pooled_design_effect(documents)).any())
        assert low < 18
        assert weaker < 18


def tables_of_one_class_each(
    true: Array, given: Array, k: int
) -> tuple[ContingencyTable, ContingencyTable]:
    """The tables of classes, and of documents."""
    tp = np.bincount(true[true == given], minlength=k)
    fn, fp = np.bincount(true, minlength=k) - tp, np.bincount(given, minlength=k) - tp
    right = (true == given).astype(int)
    return (
        ContingencyTable(tp, fp, fn, len(true) - tp - fp - fn),
        ContingencyTable(right, 1 - right, 1 - right, k - 2 + right),
    )


def test_a_class_far_below_the_others_is_weaker_and_few_documents_are_not_compared() -> None:
    # F 90/100 of ten classes, 40/100 of one, 0 of one of nine documents
    table = tables(*[(90, 10, 10)] * 10, (40, 60, 60), (0, 0, 9))
    assert np.flatnonzero(weaker_than_others(table)).tolist() == [10]
    assert not weaker_than_others(tables((90, 10, 10), (40, 60, 60))).any()
    # so clustered that all of them tell as little as a few documents
    assert not weaker_than_others(table, 100.0).any()


def test_an_error_of_a_document_with_one_class_counts_for_two() -> None:
    # q of 1,000 documents wrong: an overlap of (1 - q) / (1 + q), whose variance is 2 / (1 + q)
    # times that of as many decisions drawn alone
    right = np.repeat([1, 0], [800, 200])
    documents = ContingencyTable(right, 1 - right, 1 - right, 3 - right)
    assert pooled_design_effect(documents) == pytest.approx(2 / 1.2)
    kinds = ContingencyTable(*(np.array(cell) for cell in ([1, 0], [0, 1], [0, 1], [2, 1])))
    assert pooled_design_effect(kinds, np.array([800, 200])) == pytest.approx(2 / 1.2)
    assert pooled_design_effect(kinds[:1]) == 1.0


def test_a_part_keeps_its_values() -> None:
    at = class_verdicts(tables((90, 10, 10), (10, 90, 90), (0, 0, 4)))
    part = at[np.array([1])]
    assert VERDICTS[part.verdict[0]] == "both"
    assert part.precision.tolist() == [0.1]
    assert part.recall_interval.high[0] == at.recall_interval.high[1]


def test_an_interval_that_ends_at_the_cut_is_decided_above_it() -> None:
    ends = Interval(np.array([0.5, 0.4, np.nan]), np.array([0.9, 0.5, np.nan]))
    assert_array_equal(clear_of_cut(ends, 0.5), [True, False, False])


def test_how_many_more_documents_would_decide() -> None:
    # two tests at 5 % / 2, z² = 3.8415. Precision 15/25: 0.9604 / 0.01 = 96.04 assignments, 71.04
    # more, at 20 documents for each 25 of them: 56.8. Recall 15/20, .0207 by chance, is clear
    found = class_verdicts(tables_of((15, 10, 5, 70)))
    assert found.more.tolist() == [57]
    # at a cut of 0.3 both are clear
    assert class_verdicts(tables_of((15, 10, 5, 70)), 0.3).more.tolist() == [0]
    # at 0.7: recall z² · 0.21 / 0.05² = 322.7, 302.7 more; precision 80.7 of 25, 44.6 more
    assert class_verdicts(tables_of((15, 10, 5, 70)), 0.7).more.tolist() == [303]


def tables_of(*rows: tuple[int, int, int, int]) -> ContingencyTable:
    return ContingencyTable(*(np.array(cell) for cell in zip(*rows, strict=True)))
