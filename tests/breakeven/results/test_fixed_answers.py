"""Fixed answers: what each reaches is a sum by hand, and its classes are named as in the files."""

from __future__ import annotations

import breakeven as be
from breakeven.analysis.selection.selected_evaluation import evaluate_selection
from breakeven.analysis.selection.selection import select
from breakeven.results.fixed_answers import FixedAnswer, fixed_answers


def answers_to(true: list[list[str]], called: list[list[str]]) -> dict[str, FixedAnswer]:
    review = be.from_arrays(true, called, classes=["a", "b"])
    evaluation, _ = evaluate_selection(review, select(review, {}))
    return {answer.kind: answer for answer in fixed_answers(evaluation, 1.0, "drop")}


def test_an_answer_is_measured_as_a_system_is() -> None:
    # four documents; a: true of 3, b of 1, one has none
    answers = answers_to([["a"], ["a"], ["a", "b"], []], [["a"], ["b"], ["a", "b"], []])
    no = answers["always no"]
    assert (no.name, no.classes, no.exact_match) == ("always no", (), 0.25)
    # 4 hits of 8 assigned and 4 true
    assert answers["always yes"].micro_f == 2 * 4 / (8 + 4)
    most = answers["most frequent class"]
    assert (most.name, most.positions, most.exact_match) == ("most frequent class (a)", (0,), 0.5)
    # 3 hits of 4 assigned and 4 true; F of a is 6 / 7, of b 0
    assert most.micro_f == 2 * 3 / (4 + 4)
    assert most.macro_f == (6 / 7 + 0) / 2
    assert (most.named, most.more) == (("a",), ())


def test_where_each_document_gets_one_class_an_answer_names_one() -> None:
    found = answers_to([["a"], ["a"], ["b"]], [["a"], ["b"], ["b"]])
    assert {answer.classes for answer in found.values()} == {("a",)}
