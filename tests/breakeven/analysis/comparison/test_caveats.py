"""What may not be compared is said."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from scipy import sparse

from breakeven.analysis.comparison.caveats import caveats
from breakeven.analysis.comparison.shared_documents import ComparisonSettings, share_documents
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.data.records import Predictions
from tests.made import evaluation_of, matrix_of, truth_of

SETS = ["a", "b", "ab", "", "a"]
TRUTH = truth_of(matrix_of(SETS, 2))
F1 = ComparisonSettings("f", 1.0, "zero", (0, 1))


def kinds(*evaluations: Any, settings: ComparisonSettings = F1) -> dict[str, tuple[int, ...]]:
    found = caveats(share_documents(evaluations), settings)
    return {o.kind: o.numbers for o in found}


def ranked(scores: np.ndarray, cut: Cut, system: str = "ranked") -> Evaluation:
    said = Predictions(system, np.arange(TRUTH.n), scores=scores)
    return evaluate(said, score_split(TRUTH, said, None), None, cut)


def test_two_systems_under_one_rule_on_the_same_documents_may_be_compared() -> None:
    e = evaluation_of(TRUTH, matrix_of(SETS, 2))
    assert kinds(e, e) == {}


def test_other_documents_are_counted() -> None:
    whole = evaluation_of(TRUTH, matrix_of(SETS, 2))
    part = evaluation_of(TRUTH, matrix_of(["a", "b"], 2), "part", np.array([0, 1]))
    assert kinds(whole, part)["documents"] == (3, 0)


def test_decisions_made_in_different_ways_and_assumed_thresholds() -> None:
    given = evaluation_of(TRUTH, matrix_of(SETS, 2))
    cut = ranked(np.full((2, 5), 0.7), Cut("threshold", 0.5, assumed=True))
    assert set(kinds(given, cut)) == {"cuts", "assumed"}


def test_a_split_that_thresholds_may_have_been_chosen_on() -> None:
    e = evaluation_of(TRUTH, matrix_of(SETS, 2))
    assert "tuned" in kinds(replace(e, split="dev"), e)
    assert "tuned" not in kinds(replace(e, split="test"), e)


def test_thresholds_fitted_on_the_documents_shown_are_optimistic_and_whose_they_are() -> None:
    given = evaluation_of(TRUTH, matrix_of(SETS, 2))
    tuned = ranked(np.full((2, 5), 0.7), Cut("threshold"))
    here = replace(tuned, cut=Cut("f", split="test"), optimistic=True)
    found = caveats(
        share_documents([replace(given, split="test"), replace(here, split="test")]), F1
    )
    assert [o.systems for o in found if o.kind == "optimistic"] == [("ranked",)]
    assert {o.kind for o in found} == {"cuts", "optimistic"}
    elsewhere = replace(tuned, cut=Cut("f", split="dev"))
    assert "optimistic" not in kinds(given, elsewhere)


def test_one_threshold_for_scores_of_different_kinds() -> None:
    cut = ranked(np.full((2, 5), 0.7), Cut("threshold", 0.5))
    assert set(kinds(cut, cut)) == {"one_threshold"}


def test_classes_that_a_system_never_speaks_of() -> None:
    whole = evaluation_of(TRUTH, matrix_of(SETS, 2))
    silent_on_b = evaluation_of(TRUTH, matrix_of(["a", "", "a", "", "a"], 2))
    assert kinds(whole, silent_on_b)["silent"] == (1,)
    listed = sparse.csr_array(np.array([[0.9, 0.1, 0.8, 0.2, 0.7], [0.0] * 5]))
    assert kinds(whole, ranked(listed, Cut("threshold", 0.5)))["silent"] == (1,)


def test_averages_over_different_classes() -> None:
    whole = evaluation_of(TRUTH, matrix_of(SETS, 2))
    never_b = evaluation_of(TRUTH, matrix_of(["a", "", "a", "", "a"], 2))
    precision = ComparisonSettings("precision", 1.0, "drop", (0, 1))
    assert kinds(whole, never_b, settings=precision)["undefined"] == (2, 1)
    assert "undefined" not in kinds(whole, never_b, settings=replace(precision, undefined="zero"))


def test_break_even_is_chosen_on_what_is_shown_and_may_not_meet() -> None:
    # all scores equal: the only threshold assigns all five; a: P 3/5, R 1, b: P 2/5, R 1
    flat = ranked(np.full((2, 5), 0.5), Cut("threshold", 0.5))
    found = kinds(flat, flat, settings=ComparisonSettings("break_even", 1.0, "drop", (0,)))
    assert found["break_even"] == ()
    assert found["interpolated"] == (2, 2)
    assert "cuts" not in found, "decisions play no part in a break-even point"
