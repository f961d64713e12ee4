"""Consistency, standards, grades and universes without bounds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from metrics import agreement, measures
from tests.golden_cases import cases, check, counts, incidence


@pytest.mark.parametrize("case", cases("overlap", "indexer_1", "indexer_2"))
def test_two_indexers_golden(case: dict[str, Any]) -> None:
    one, two = (incidence(case["input"][f"indexer_{i}"], "abc") for i in (1, 2))
    got = {
        "pooled": agreement.consistency(one, two).pooled,
        "swapped": agreement.consistency(two, one).pooled,
        **{
            f"per_document_{policy}": agreement.consistency(one, two, policy).per_document.value
            for policy in ("drop", "zero", "one")
        },
    }
    check(got, case)


@pytest.mark.parametrize("case", cases("overlap", "grades", "calls"))
def test_grades_golden(case: dict[str, Any]) -> None:
    grades, calls = np.array(case["input"]["grades"]), np.array(case["input"]["calls"])

    def under(accepted: Any) -> Any:
        table = agreement.graded_table(grades, calls, accepted)
        return {
            **counts(table),
            "precision": measures.precision(table),
            "recall": measures.recall(table),
        }

    got = {
        "correct_only": under({"correct"}),
        "correct_or_marginal": under({"correct", "marginal"}),
    }
    check(got, case)


@pytest.mark.parametrize("case", cases("overlap", "correct", "produced"))
def test_unbounded_universe_golden(case: dict[str, Any]) -> None:
    correct, produced = (
        {tuple(pair) for pair in case["input"][side]} for side in ("correct", "produced")
    )
    table = agreement.unbounded_table(correct, produced)
    assert np.isnan(
        [measures.accuracy(table), measures.error_rate(table), measures.specificity(table)]
    ).all()
    got = {
        **counts(table),
        # every pair of the universe is correct or produced: none is left
        "tn": len(correct | produced) - table.tp - table.fp - table.fn,
        "precision": measures.precision(table),
        "recall": measures.recall(table),
        "overlap": measures.overlap(table),
        "fallout": measures.fallout(table),
    }
    check(got, case)
    assert measures.f_beta(table) == pytest.approx(2 * 1 / (2 + 1 + 2))


def test_people_and_machine() -> None:
    # a b | a | -  against  a | a | c: 2 shared of 4; the machine a b | a | c shares 3 of 4 and of 4
    people_1 = incidence(["ab", "a", ""], "abc")
    people_2 = incidence(["a", "a", "c"], "abc")
    machine = incidence(["ab", "a", "c"], "abc")
    got = agreement.consistencies({"one": people_1, "two": people_2, "machine": machine})
    assert {pair: c.pooled for pair, c in got.items()} == {
        ("one", "two"): 0.5,
        ("one", "machine"): 0.75,
        ("two", "machine"): 0.75,
    }
    tables = agreement.by_standard({"one": people_1, "two": people_2}, machine)
    assert tables["one"].fp.tolist() == [0, 0, 1]
    assert tables["two"].fp.tolist() == [0, 1, 0]


def test_grades_per_class() -> None:
    grades = np.array([["good", "bad"], ["fair", "good"]])
    table = agreement.graded_table(grades, np.array([[1, 1], [0, 1]]), {"good"})
    assert table.tp.tolist() == [1, 1]
    assert table.fp.tolist() == [0, 1]
    assert table.tn.tolist() == [1, 0]


@given(
    st.lists(
        st.tuples(st.sets(st.sampled_from("abc")), st.sets(st.sampled_from("abc"))), min_size=1
    )
)
def test_consistency_in_sets(documents: list[Any]) -> None:
    one, two = (incidence([d[i] for d in documents], "abc") for i in (0, 1))
    each = [len(a & b) / len(a | b) for a, b in documents if a | b]
    got = agreement.consistency(sparse.csr_array(one), two)
    assert got.per_document.value == pytest.approx(np.mean(each) if each else np.nan, nan_ok=True)
    assert got.per_document.left_out == len(documents) - len(each)
