"""The verdict in plain words: its numbers by hand, each with its condition."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import breakeven as be
from breakeven.analysis.comparison.fixed_answer import compare_with_best_fixed
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.story.verdict import (
    PlainVerdict,
    VerdictKey,
    verdict_of,
    verdict_of_counted,
)
from breakeven.analysis.versions.earlier_version import with_baseline
from tests.breakeven.analysis.story.test_screens import TERMS, grade, screens_of
from tests.engine_tables import long, wide, without_checks
from tests.made import evaluation_of, matrix_of, truth_of


def answer_to(verdict: PlainVerdict, key: VerdictKey) -> str:
    return next((answer.said for answer in verdict.answers if answer.key == key), "")


def of_names(true: str, called: str) -> be.EvaluationResult:
    return be.evaluate(be.from_arrays([*true], [*called]))


@pytest.mark.parametrize("sample", ["reuters", "r8"])
def test_the_verdict_needs_no_explanation(sample: str) -> None:
    verdict = be.evaluate(be.sample(sample)).verdict()
    # but for the range of the first numbers, which is called by its name
    text = str(verdict).replace("95 % interval", "range")
    assert [term for term in TERMS if term.lower() in text.lower()] == []
    assert grade(re.sub(r"“[^”]*”", "it", text)) <= 8


def test_of_several_classes_it_says_how_many_are_found_and_how_many_are_right() -> None:
    # as `evaluate` has it: 3,200 of 3,744 true labels found, 3,200 of 3,677 predicted are right
    result = be.evaluate(be.sample("reuters"), system="svm")
    pooled = result.tables.pooled()
    assert [int(n) for n in (pooled.tp, pooled.positives, pooled.assigned)] == [3200, 3744, 3677]
    assert answer_to(result.verdict(), "good") == (
        "On 3,299 documents of “test”, “svm” finds 85 % of the true labels (95 % interval: "
        "84 to 87 %); 87 % of its predictions are right (86 to 88 %)."
    )


def test_a_yes_or_no_task_is_told_by_the_class_that_it_is_about() -> None:
    # 30 of 40 spam found; 35 called so
    verdict = of_names("y" * 40 + "n" * 160, "y" * 30 + "n" * 165 + "y" * 5).verdict()
    # by Wilson's formula 30 of 40 are 60 to 86 of 100, and 30 of 35 are 71 to 94
    assert answer_to(verdict, "good") == (
        "On 200 documents, “system” finds 75 % of the documents that are “y” (95 % interval: 60 to "
        "86 %); 86 % of its predictions of “y” are right (71 to 94 %)."
    )
    # the others are 160 of 200; it is right for 30 + 155, and half of a hundredth is rounded up
    assert answer_to(verdict, "simple") == "Yes, clearly: 93 % right; always answering “n”: 80 %."


def test_a_few_documents_are_counted_themselves_and_nothing_is_sure_of_them() -> None:
    #    right, right, b taken for a, right; always a is right for two
    verdict = of_names("aabb", "aaab").verdict()
    assert answer_to(verdict, "good") == (
        "“system” gets the right class for 3 of 4 documents. So few say little of how it does on "
        "others."
    )
    assert answer_to(verdict, "simple") == (
        "There is no clear difference: 3 of 4 right; always answering “a”: 2 of 4."
    )
    assert answer_to(verdict, "classes").endswith("2 of 2 classes have too few documents to judge.")


@pytest.mark.parametrize(
    ("true", "called", "start"),
    [
        # right for all, where one answer is for half of them: 20 documents more, none less
        ("a" * 20 + "b" * 20, "a" * 20 + "b" * 20, "Yes, clearly: 100 % right; always"),
        # wrong for all: 20 less, none more
        ("a" * 20 + "b" * 20, "b" * 20 + "a" * 20, "No, it is clearly worse: 0 % right;"),
        ("a" * 30 + "b" * 5, "a" * 35, "No, just as good: 86 % right; always answering “a”: 86 %."),
    ],
)
def test_beside_one_answer_for_all_it_is_better_worse_or_as_good(
    true: str, called: str, start: str
) -> None:
    assert answer_to(of_names(true, called).verdict(), "simple").startswith(start)


def test_shares_that_are_not_all_are_not_rounded_to_all() -> None:
    verdict = of_names("a" * 200 + "b" * 200, "a" * 200 + "b" * 199 + "a").verdict()
    # 399 of 400
    assert "gets the right class for 99.8 % of 400 documents" in answer_to(verdict, "good")


def test_what_names_nothing_is_said_to_name_nothing() -> None:
    sets = ["a", "ab", "b"] * 10
    truth = truth_of(matrix_of(sets, 2))
    evaluation = evaluation_of(truth, np.zeros((30, 2), dtype=bool))
    verdict = verdict_of(truth, evaluation, Limits(), leaks=None, before=None)
    # no interval of 0 of 40 is nothing, and of no prediction there is none
    assert re.search(
        r"“s” finds 0 % of the true labels \(95 % interval: 0 to \d+ %\) and predicts none\.$",
        answer_to(verdict, "good"),
    )
    assert answer_to(verdict, "simple").startswith(
        "No, it is clearly worse: it finds 0 % of the true labels and predicts none; always "
    )


def test_classes_that_are_clearly_bad_are_named_those_with_most_errors_first() -> None:
    # c is never found, b in 2 of 20, a always
    verdict = of_names("a" * 20 + "b" * 20 + "c" * 30, "a" * 20 + "b" * 2 + "a" * 48).verdict()
    # a: 48 of its 68 are wrong; c: 30 missed; b: 18 missed
    assert answer_to(verdict, "classes") == (
        "3 of 3 classes are clearly below 50 %: “a”, “c” and “b”."
    )
    fine = of_names("a" * 20 + "b" * 20, "a" * 20 + "b" * 20).verdict()
    assert answer_to(fine, "classes") == "No class is clearly below 50 %."


def test_what_makes_numbers_promise_too_much_is_said() -> None:
    assert answer_to(of_names("ab" * 20, "ab" * 20).verdict(), "mind") == ""
    tuned = be.evaluate(be.sample("reuters"), system="svm", cut=be.Cut("f", split="test"))
    assert answer_to(tuned.verdict(), "mind").startswith("It was tuned on these very documents")
    learnt = be.evaluate(be.sample("reuters"), system="svm", split="dev")
    assert answer_to(learnt.verdict(), "mind") == (
        "It may have learnt from these very documents, so on new ones it may do worse."
    )


def test_an_earlier_version_is_set_beside() -> None:
    true = [*("a" * 30 + "b" * 30)]
    then = be.from_arrays(true, ["a"] * 45 + ["b"] * 15)
    now = be.from_arrays(true, ["a"] * 30 + ["b"] * 30)
    verdict = be.evaluate(with_baseline(now, then, 2)).verdict()
    # 45 of 60 before, all of 60 now: 15 more and none less
    assert answer_to(verdict, "before") == (
        "Yes, clearly: 100 % right; the earlier version: 75 % (on 60 documents that both have)."
    )
    assert "Is it better than “system, version 2”?" in str(verdict)


def one_class_each(path: Path, right: float, weighted: bool = False) -> Path:
    """Three hundred documents of three classes, one class and one decision each."""
    draw = np.random.default_rng(5)
    true = draw.choice(3, 300, p=[0.5, 0.3, 0.2])
    given = np.where(draw.random(300) < right, true, draw.integers(0, 3, 300))
    columns: dict[str, object] = {
        "id": [f"d{n}" for n in range(300)],
        "true": [f"C{c}" for c in true],
        "predicted": [f"C{c}" for c in given],
    }
    if weighted:
        columns["weight"] = draw.choice([0.5, 1.0, 2.0], 300)
    pq.write_table(pa.table(columns), path)
    return path


@pytest.mark.parametrize("right", [0.9, 0.35, 0.25, 0.0])
def test_what_an_engine_counted_of_one_class_each_is_told_as_in_memory(
    tmp_path: Path, right: float
) -> None:
    table = one_class_each(tmp_path / "table.parquet", right)
    counted, known = be.evaluate_table(table), be.evaluate(be.read(table))
    assert counted.one_of
    expected = without_checks(known.verdict())
    assert counted.verdict() == expected
    assert counted.to_dict()["verdict"] == expected.as_data()


@pytest.mark.parametrize(
    "kind",
    ["wide", "weighted", "clustered", "weighted clustered", "long", "long clustered", "one class"],
)
@pytest.mark.parametrize("threshold", [0.3, 0.9])
def test_what_an_engine_counted_of_several_classes_each_is_told_as_in_memory(
    tmp_path: Path, kind: str, threshold: float
) -> None:
    path = tmp_path / "table.parquet"
    if kind.startswith("long"):
        long(path, clustered="clustered" in kind)
    elif kind == "one class":
        one_class_each(path, threshold, weighted=True)
    else:
        wide(path, weighted="weighted" in kind, clustered="clustered" in kind)
    cut = None if kind == "one class" else threshold
    ours = be.evaluate_table(path, threshold=cut).verdict()
    theirs = be.evaluate(be.read(path), cut=cut).verdict()
    assert ours == without_checks(theirs)
    assert answer_to(theirs, "simple").startswith(("Yes", "No", "There is no clear"))


def test_how_sure_it_is_where_too_many_sums_would_come_back_is_said_not_to_be_counted(
    tmp_path: Path,
) -> None:
    path = long(tmp_path / "table.parquet", clustered=True)
    counted = replace(be.evaluate_table(path), beside_fixed=None)
    in_memory = be.evaluate(be.read(path))
    ours, theirs = verdict_of_counted(counted, Limits()), in_memory.verdict()
    for key in ("good", "classes", "mind"):
        assert ours.answer_text(key) == theirs.answer_text(key)
    claim, numbers = ours.answer_text("simple").split(": ", 1)
    assert numbers == theirs.answer_text("simple").split(": ", 1)[1]
    fixed = compare_with_best_fixed(in_memory.evaluation)
    assert fixed is not None
    here = "Here it is" if fixed.mine.right > fixed.its.right else "Here it is not"
    assert claim == f"{here}, but that was not tested"


def test_what_it_may_have_learnt_from_is_said_of_splits_that_an_engine_counted(
    tmp_path: Path,
) -> None:
    table = wide(tmp_path / "table.parquet")
    for split in ("dev", "all"):
        expected = be.evaluate(be.read(table), split=split).verdict().answer_text("mind")
        assert "It may have learnt from" in expected
        counted = be.evaluate_table(table, split=split).verdict().answer_text("mind")
        assert counted == expected
    # of which splits a filter keeps something nobody counted
    verdict = be.evaluate_table(table, split="all", where="true:a").verdict()
    assert verdict.answer_text("mind").startswith(
        "It was not counted whether any of these documents are of “dev”, which it may have"
    )
    expected_verdict = be.evaluate(be.read(table), split="all", where="true:a").verdict()
    assert verdict.answer_text("good") == expected_verdict.answer_text("good")
    assert "where “true:a”" in verdict.answer_text("good")


def test_an_engine_too_tells_who_knew_the_number_of_classes(tmp_path: Path) -> None:
    # as many as are true of each, and some of them wrong
    columns = {"true": ["a", "a|b", "b|c", "c"] * 6, "predicted": ["b", "a|b", "b|a", "c"] * 6}
    table = tmp_path / "table.parquet"
    pq.write_table(pa.table({"id": [*range(24)], **columns}), table)
    ours, theirs = be.evaluate_table(table).verdict(), be.evaluate(be.read(table)).verdict()
    assert ours.answer_text("mind") == theirs.answer_text("mind")
    assert ours.answer_text("mind").startswith("It knew how many classes each document has")


@pytest.mark.parametrize(("wrong", "n"), [(1, 250), (1, 6_000), (5_999, 6_000), (249, 250)])
def test_not_all_and_not_none_is_said_so_at_every_door(wrong: int, n: int) -> None:
    half = n // 2
    true = "a" * half + "b" * (n - half)
    called = "b" * min(wrong, half) + "a" * (half - wrong) if wrong <= half else "b" * half
    more = max(wrong - half, 0)
    called += "a" * more + "b" * (n - half - more)
    result = of_names(true, called)
    story = "\n".join(f"{s.number.text} {s.counted}" for s in screens_of(result).values())
    for text in (str(result.verdict()), story):
        # an interval may begin at nothing, or end at all
        shares = re.sub(r"\([^()]* to [^()]*\)", "", text)
        assert not re.search(r"(?<![\d.])(100|100\.0+|0|0\.0+) (of 100\b|%)", shares), text
        assert not re.search(r"(?<![\d.])(100|100\.0+|0|0\.0+) (wrong ones )?of \d+ become", text)


def test_a_share_has_its_interval() -> None:
    # 52 of 60: by Wilson's formula 75.8 to 93.1 of 100
    verdict = of_names("ab" * 30, "ab" * 22 + "aaaaaaaaaaaaaaaa").verdict()
    assert answer_to(verdict, "good") == (
        "“system” gets the right class for 87 % of 60 documents (95 % interval: 76 to 93 %)."
    )
