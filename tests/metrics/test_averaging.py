"""Groups of classes, groups of documents, and a growing set of classes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from metrics.averaging import Undefined, by_unit_group, frequency_groups, growing, macro, micro
from metrics.measures import fallout, overlap, precision, recall
from metrics.tallies import ContingencyTable, count_decisions
from tests.golden_cases import cases, check, counts, incidence, tables


@pytest.mark.parametrize("case", cases("lewis_1991_tables_2_3"))
def test_tables_2_and_3(case: dict[str, Any]) -> None:
    given = case["input"]
    every = "ABCDEFGHIJKL"
    truth, call = (incidence([given[side]], every) for side in ("truth", "call"))
    table = growing(count_decisions(truth, call), np.arange(12), [0, len(given["categories"])])[1]
    got = {
        **counts(table),
        "precision": precision(table),
        "recall": recall(table),
        "fallout": fallout(table),
        "overlap": overlap(table),
    }
    check(got, case)


@pytest.mark.parametrize(
    "case", cases("averaging", "categories", "tables", "train_counts", "edges")
)
def test_frequency_groups_golden(case: dict[str, Any]) -> None:
    of = case["input"]
    group = frequency_groups(np.array(of["train_counts"]), of["edges"])
    parts = by_unit_group(tables(of["tables"]), group, 3)
    for g, part in enumerate(parts):
        expected = {**case, "expected": case["expected"][f"group_{g}"]["micro"]}
        check(micro(part), expected)


def test_tables_of_parts_of_the_documents_add_up() -> None:
    truth = incidence(["ab", "a", "", "b", "c"], "abc")
    call = incidence(["a", "ab", "c", "b", ""], "abc")
    first, second, third = (
        count_decisions(truth[rows], call[rows]) for rows in ([0, 2], [1], [3, 4])
    )
    whole, total = count_decisions(truth, call), first + second + third
    assert all(np.array_equal(counts(total)[c], counts(whole)[c]) for c in counts(whole))
    assert second.fp.tolist() == [0, 1, 0]


def test_growth_takes_classes_in_the_order_given() -> None:
    table = tables([{"tp": 1, "fp": 2, "fn": 3, "tn": 4}, {"tp": 10, "fp": 20, "fn": 30, "tn": 40}])
    grown = growing(table, np.array([1, 0]), [1, 2])
    assert grown.tp.tolist() == [10, 11]
    assert grown.tn.tolist() == [40, 44]


@pytest.mark.parametrize(("undefined", "f", "e"), [("zero", 1 / 3, 2 / 3), ("one", 5 / 6, 1 / 6)])
def test_where_f_counts_as_0_e_counts_as_1(undefined: Undefined, f: float, e: float) -> None:
    # class a: one of its two documents is found, F = 2/3; class b has no document and none is
    # assigned, so F is 0/0 and E the rest of what it counts as
    table = ContingencyTable(*map(np.array, ([1, 0], [0, 0], [1, 0], [1, 3])))
    means = macro(table, 1.0, undefined)
    assert_allclose([means["f"].value, means["e"].value], [f, e])
