"""Groups of classes, groups of documents, and a growing set of classes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from metrics.averaging import by_document_group, by_unit_group, frequency_groups, growing, micro
from metrics.measures import fallout, overlap, precision, recall
from metrics.tallies import count_decisions
from tests.golden_cases import cases, check, counts, incidence, tables


@pytest.mark.parametrize("case", cases("lewis_1991_tables_2_3"))
def test_tables_2_and_3(case: dict[str, Any]) -> None:
    of = case["input"]
    every = "ABCDEFGHIJKL"
    truth, call = (incidence([of[side]], every) for side in ("truth", "call"))
    table = growing(count_decisions(truth, call), np.arange(12), [0, len(of["categories"])])[1]
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


def test_document_groups_add_up() -> None:
    truth = incidence(["ab", "a", "", "b", "c"], "abc")
    call = incidence(["a", "ab", "c", "b", ""], "abc")
    group = np.array([0, 1, 0, 2, 2])
    parts = by_document_group(truth, call, group, 4)
    whole = count_decisions(truth, call)
    total = parts[0] + parts[1] + parts[2] + parts[3]
    assert all(np.array_equal(counts(total)[c], counts(whole)[c]) for c in counts(whole))
    assert parts[1].fp.tolist() == [0, 1, 0]
    assert parts[3].total.tolist() == [0, 0, 0]


def test_unjudged_pairs_stay_out_of_document_groups() -> None:
    truth, call = incidence(["a", "b"], "ab"), incidence(["a", "a"], "ab")
    unjudged = incidence(["", "a"], "ab")
    second = by_document_group(truth, call, np.array([0, 1]), 2, unjudged)[1]
    assert second.fp.tolist() == [0, 0]
    assert second.total.tolist() == [0, 1]


def test_growth_takes_classes_in_the_order_given() -> None:
    table = tables([{"tp": 1, "fp": 2, "fn": 3, "tn": 4}, {"tp": 10, "fp": 20, "fn": 30, "tn": 40}])
    grown = growing(table, np.array([1, 0]), [1, 2])
    assert grown.tp.tolist() == [10, 11]
    assert grown.tn.tolist() == [40, 44]
