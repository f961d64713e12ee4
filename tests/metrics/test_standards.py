"""Several standards, grades and universes without bounds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from metrics import measures, tallies
from tests.golden_cases import cases, check, counts, incidence
from tests.tables import unbounded_table


@pytest.mark.parametrize("case", cases("overlap", "grades", "calls"))
def test_grades_golden(case: dict[str, Any]) -> None:
    grades, calls = np.array(case["input"]["grades"]), np.array(case["input"]["calls"])

    def under(accepted: Any) -> Any:
        table = tallies.graded_table(grades, calls, accepted)
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
    table = unbounded_table(correct, produced)
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
    # a b | a | -  against  a | a | c, and the machine: a b | a | c
    people = {"one": incidence(["ab", "a", ""], "abc"), "two": incidence(["a", "a", "c"], "abc")}
    tables = tallies.by_standard(people, incidence(["ab", "a", "c"], "abc"))
    assert tables["one"].fp.tolist() == [0, 0, 1]
    assert tables["two"].fp.tolist() == [0, 1, 0]


def test_grades_per_class() -> None:
    grades = np.array([["good", "bad"], ["fair", "good"]])
    table = tallies.graded_table(grades, np.array([[1, 1], [0, 1]]), {"good"})
    assert table.tp.tolist() == [1, 1]
    assert table.fp.tolist() == [0, 1]
    assert table.tn.tolist() == [1, 0]
