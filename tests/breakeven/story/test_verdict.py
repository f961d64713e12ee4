"""The verdict in plain words: its numbers by hand, each with its condition."""

from __future__ import annotations

import re

import numpy as np
import pytest

import breakeven as be
from breakeven.findings.limits import Limits
from breakeven.story.verdict import Key, Verdict, verdict_of
from breakeven.versions.beside import with_baseline
from tests.breakeven.story.test_told import TERMS, grade
from tests.made import evaluation_of, matrix_of, truth_of


def said(verdict: Verdict, key: Key) -> str:
    return next((of.said for of in verdict.answers if of.key == key), "")


def of_names(true: str, called: str) -> be.EvaluationResult:
    return be.evaluate(be.from_arrays([*true], [*called]))


@pytest.mark.parametrize("sample", ["reuters", "r8"])
def test_the_verdict_needs_no_explanation(sample: str) -> None:
    verdict = be.evaluate(be.sample(sample)).verdict()
    assert [term for term in TERMS if term.lower() in str(verdict).lower()] == []
    assert grade(re.sub(r"“[^”]*”", "it", str(verdict))) <= 8


def test_of_several_classes_it_says_how_many_are_found_and_how_many_are_right() -> None:
    # as `evaluate` has it: 3,200 of 3,744 true classes found, 3,200 of 3,677 given are right
    result = be.evaluate(be.sample("reuters"), system="svm")
    pooled = result.tables.pooled()
    assert [int(n) for n in (pooled.tp, pooled.positives, pooled.assigned)] == [3200, 3744, 3677]
    assert said(result.verdict(), "good").startswith(
        "On these 3,299 documents of “test”, “svm” finds 85 of 100 true classes; 87 of 100 that "
        "it names are right."
    )


def test_a_yes_or_no_task_is_told_by_the_class_that_it_is_about() -> None:
    # 30 of 40 spam found; 35 called so
    verdict = of_names("y" * 40 + "n" * 160, "y" * 30 + "n" * 165 + "y" * 5).verdict()
    assert "finds 75 of 100 that are “y”; 86 of 100 that it calls so are." in said(verdict, "good")
    # the others are 160 of 200; it is right for 30 + 155
    assert "always saying “n” would be right for 80 of 100, this is for 92" in said(
        verdict, "simple"
    )


def test_a_few_documents_are_counted_themselves_and_nothing_is_sure_of_them() -> None:
    #    right, right, b taken for a, right; always a is right for two
    verdict = of_names("aabb", "aaab").verdict()
    assert said(verdict, "good") == (
        "On these 4 documents, “system” gives 3 of 4 the right class. "
        "So few say little of how it does on others."
    )
    assert said(verdict, "simple") == (
        "Perhaps, but this may be chance: always saying “a” would be right for 2 of 4, "
        "this is for 3 of 4."
    )
    assert said(verdict, "classes").endswith(
        "For 2 of 2 classes there are too few documents to tell."
    )


@pytest.mark.parametrize(
    ("true", "called", "start"),
    [
        # right for all, where one answer is for half of them: 20 documents more, none less
        ("a" * 20 + "b" * 20, "a" * 20 + "b" * 20, "Yes, surely: always saying “a” would"),
        # wrong for all: 20 less, none more
        ("a" * 20 + "b" * 20, "b" * 20 + "a" * 20, "No, it is surely worse: always saying “a”"),
        ("a" * 30 + "b" * 5, "a" * 35, "No, just as good: always saying “a” would be right"),
    ],
)
def test_beside_one_answer_for_all_it_is_surely_better_worse_or_as_good(
    true: str, called: str, start: str
) -> None:
    assert said(of_names(true, called).verdict(), "simple").startswith(start)


def test_shares_that_are_not_all_are_not_rounded_to_all() -> None:
    verdict = of_names("a" * 200 + "b" * 200, "a" * 200 + "b" * 199 + "a").verdict()
    # 399 of 400
    assert "gives 99.8 of 100 the right class" in said(verdict, "good")


def test_what_names_nothing_is_said_to_name_nothing() -> None:
    sets = ["a", "ab", "b"] * 10
    truth = truth_of(matrix_of(sets, 2))
    evaluation = evaluation_of(truth, np.zeros((30, 2), dtype=bool))
    verdict = verdict_of(truth, evaluation, Limits(), leaks=None, before=None)
    assert "finds 0 of 100 true classes; “s” names none." in said(verdict, "good")
    assert said(verdict, "simple").startswith("No, it is surely worse: always saying “a” would")


def test_classes_that_are_surely_bad_are_named_those_with_most_errors_first() -> None:
    # c is never found, b in 2 of 20, a always
    verdict = of_names("a" * 20 + "b" * 20 + "c" * 30, "a" * 20 + "b" * 2 + "a" * 48).verdict()
    # a: 48 of its 68 are wrong; c: 30 missed; b: 18 missed
    assert said(verdict, "classes").startswith("Surely for 3 of 3 classes: “a”, “c” and “b”.")
    fine = of_names("a" * 20 + "b" * 20, "a" * 20 + "b" * 20).verdict()
    assert said(fine, "classes") == "None of 2 classes is surely wrong on half or more."


def test_what_makes_numbers_promise_too_much_is_said() -> None:
    assert said(of_names("ab" * 20, "ab" * 20).verdict(), "mind") == ""
    tuned = be.evaluate(be.sample("reuters"), system="svm", cut=be.Cut("f", split="test"))
    assert said(tuned.verdict(), "mind").startswith("It was tuned on these very documents")
    learnt = be.evaluate(be.sample("reuters"), system="svm", split="dev")
    assert said(learnt.verdict(), "mind") == (
        "It may have learnt from these very documents, so on new ones it may do worse."
    )


def test_an_earlier_version_is_set_beside() -> None:
    true = [*("a" * 30 + "b" * 30)]
    then = be.from_arrays(true, ["a"] * 45 + ["b"] * 15)
    now = be.from_arrays(true, ["a"] * 30 + ["b"] * 30)
    verdict = be.evaluate(with_baseline(now, then, 2)).verdict()
    # 45 of 60 before, all of 60 now: 15 more and none less
    assert said(verdict, "before") == (
        "Yes, surely: on 60 documents that both know, it would be right for 75 of 100, this is "
        "for 100 of 100."
    )
    assert "Is it better than “system, version 2”?" in str(verdict)
