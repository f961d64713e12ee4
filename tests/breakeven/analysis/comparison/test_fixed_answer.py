"""A system beside the best fixed answer: the same answer, and the same claim, at every door."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest

import breakeven as be
from breakeven.analysis.comparison.fixed_answer import (
    compare_by_documents,
    compare_with_best_fixed,
)
from breakeven.analysis.findings.system_findings import baseline_findings
from breakeven.data.records import Review
from tests.made import evaluation_of, matrix_of, not_none, truth_of

KINDS = ("one of several", "several a document", "yes or no")


def spam(caught: int = 27, alarms: int = 10) -> Review:
    """Of 300 documents 33 are spam; so many of them, and of the others, are called so."""
    true = [["spam"]] * 33 + [[]] * 267
    called = [["spam"]] * caught + [[]] * (33 - caught) + [["spam"]] * alarms
    return be.from_arrays(true, [*called, *[[]] * (267 - alarms)])


def drawn(seed: int) -> Review:
    """A review of some kind, size, mix of classes and effectiveness, none of it chosen."""
    rng = np.random.default_rng(seed)
    kind, n = KINDS[seed % 3], int(rng.choice([8, 25, 60, 200]))
    right = rng.choice([0.0, 0.1, 0.3, 0.6, 0.9])
    if kind == "one of several":
        names, share = list("abcd"), rng.dirichlet(np.ones(4))
        true, other = (rng.choice(names, n, p=share).tolist() for _ in range(2))
        keep = rng.random(n) < right
        return be.from_arrays(true, np.where(keep, true, other).tolist())
    k = 4 if kind == "several a document" else 1
    share = rng.uniform(0.05, 0.8, k)
    true_of, other_of = rng.random((n, k)) < share, rng.random((n, k)) < share
    true_of[0] = True
    called = np.where(rng.random((n, k)) < right, true_of, other_of)
    return be.from_arrays(named(true_of), named(called))


def named(pairs: np.ndarray) -> list[list[str]]:
    return [["abcd"[c] for c in np.flatnonzero(row)] for row in pairs]


def test_the_best_fixed_answer_to_a_rare_yes_is_never() -> None:
    # 257 + 27 of 300 are right, 95 of 100; never spam is right for 267, 89 of 100
    said = be.evaluate(spam()).verdict().answer_text("simple")
    assert said == "Yes, clearly: 95 % right; never answering “spam”: 89 %."
    assert not [f for f in be.check(spam()) if f.code == "system.baseline"]


def test_a_rare_yes_found_by_many_alarms_is_told_with_what_it_is_worth() -> None:
    # 27 + 237 of 300 are right, 88 of 100, one hundredth less than never
    result = be.evaluate(spam(alarms=30))
    text = result.verdict().answer_text("simple")
    assert text == (
        "There is no clear difference: 88 % right; never answering “spam”: 89 %. But it finds 82 % "
        "of the documents that are “spam”; that answer finds none."
    )
    (finding,) = baseline_findings(result.evaluation)
    assert finding.severity == "notice"
    assert (
        "Accuracy is 0.880; the best fixed answer, never “spam”, would reach 0.890" in finding.what
    )
    assert "It finds 27 of 33 documents in “spam”" in finding.what


def test_a_frequent_yes_is_always_said() -> None:
    review = be.from_arrays([["x"]] * 80 + [[]] * 20, [["x"]] * 95 + [[]] * 5)
    assert "; always answering “x”: 80 %" in be.evaluate(review).verdict().answer_text("simple")


def test_of_several_classes_the_best_set_of_them_is_named_and_no_class_where_it_is_right() -> None:
    # a and b each on half of 40 documents, c on 2: F of a and b for all is 2 x 40 / (42 + 80)
    sets = ["ab"] * 20 + [""] * 18 + ["c"] * 2
    truth = truth_of(matrix_of(sets, 3))
    every = compare_with_best_fixed(evaluation_of(truth, matrix_of(["ab"] * 40, 3)))
    assert every is not None
    assert (every.name, every.claim) == ("always “a” and “b”", "same")
    assert every.its.right == pytest.approx(40 / 82)
    # of 40 documents 30 have no class: that is right for more than what finds all and too much
    review = be.from_arrays([["a"]] * 10 + [[]] * 30, [["a"]] * 25 + [["b"]] * 15)
    text = be.evaluate(review).verdict().answer_text("simple")
    assert text.endswith(
        "But always answering no class gets more documents completely right: 75 % against 25 %."
    )


def test_the_claim_of_a_yes_or_no_task_is_that_of_the_sign_test() -> None:
    # beside never each hit is one more that is right, each alarm one less
    for hits, alarms in ((12, 1), (12, 6), (9, 8), (3, 15), (1, 14)):
        found = compare_with_best_fixed(be.evaluate(spam(hits, alarms)).evaluation)
        assert found is not None
        assert found.points == pytest.approx((hits - alarms) / 300)
        p = binomtest(hits, hits + alarms).pvalue
        assert (found.claim == "beyond") == (p < 0.05), (hits, alarms)


@pytest.mark.parametrize("start", range(4))
def test_verdict_and_finding_never_contradict_each_other(start: int) -> None:
    for seed in range(60 * start, 60 * (start + 1)):
        result = be.evaluate(drawn(seed))
        text, findings = (
            result.verdict().answer_text("simple"),
            list(baseline_findings(result.evaluation)),
        )
        assert text.startswith("Yes, clearly") == (not findings), (seed, text, findings)
        for finding in findings:
            answer = re.search(r"; ((?:always|never) )answering (.+?)(?:: | finds )", text)
            assert answer
            name = f"{answer[1]}{answer[2]}".replace("always every", "every")
            assert f"the best fixed answer, {name}, would reach" in finding.what
            better = finding.what.startswith("The predictions are better")
            assert better <= text.startswith(("There is no clear", "There are too few"))
            no_better = "no better than a fixed answer" in finding.what
            assert no_better <= text.startswith(("No", "There is no clear")), (seed, text)


def test_a_table_beyond_memory_is_told_of_the_same_answer(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    table = pd.DataFrame({"id": range(200), "true": rng.random(200) < 0.2})
    called = np.where(rng.random(200) < 0.9, table.true, ~table.true)
    for name, column in (("true", table.true), ("predicted", called)):
        table[name] = [["spam"] if yes else [] for yes in column]
    for weighted in (False, True):
        if weighted:
            table["weight"] = rng.choice([0.5, 2.0], 200)
        table.to_parquet(tmp_path / "table.parquet")
        ours = be.evaluate_table(tmp_path / "table.parquet").verdict().answer_text("simple")
        assert ours == be.evaluate(be.read(tmp_path / "table.parquet")).verdict().answer_text(
            "simple"
        )
        assert "; never answering “spam”: " in ours


def chance_says(reviews: Sequence[Review], word: str) -> int:
    """How many of these are said to be clearly better, or worse."""
    said = [be.evaluate(review).verdict().answer_text("simple") for review in reviews]
    return sum(each.startswith(f"{word}") and "clearly" in each for each in said)


@pytest.mark.slow
def test_a_system_that_guesses_is_hardly_ever_clearly_better_or_worse() -> None:
    rng = np.random.default_rng(3)
    for k in (2, 5, 20):
        names = [f"c{c}" for c in range(k)]
        reviews = [
            be.from_arrays(rng.choice(names, 200).tolist(), rng.choice(names, 200).tolist())
            for _ in range(200)
        ]
        # equally frequent classes: to guess is as good as any fixed answer
        assert chance_says(reviews, "Yes") <= 10
        assert chance_says(reviews, "No") <= 10


@pytest.mark.slow
def test_guessing_several_classes_is_hardly_ever_clearly_better_or_worse_by_documents() -> None:
    rng = np.random.default_rng(4)
    for labels in ([["a"], ["a", "b"]], [["a"], ["b"], ["c"], ["a", "b"], ["b", "c"]]):
        better = worse = 0
        for _ in range(200):
            true, called = (
                [labels[place] for place in rng.integers(0, len(labels), 200)] for _ in range(2)
            )
            evaluation = be.evaluate(be.from_arrays(true, called)).evaluation
            # each set of classes is as frequent: a guess is as often completely right
            compared = not_none(compare_by_documents(evaluation))
            better += compared.shown_better
            worse += compared.claim == "beyond" and compared.mine < compared.its
        assert better <= 10
        assert worse <= 10


def several(both_right: int, only_mine: int, only_fixed: int, neither: int) -> Review:
    """Documents of several classes by who gets them completely right, the system or always “a”.

    Many predictions of “b”, which is true of most, are right where the documents are not.
    """
    true = [["a"]] * (both_right + only_fixed) + [["a", "b"]] * only_mine + [["b", "c"]] * neither
    called = [
        *[["a"]] * both_right,
        *[["a", "b"]] * only_fixed,
        *[["a", "b"]] * only_mine,
        *[["b"]] * neither,
    ]
    return be.from_arrays(true, called)


@pytest.mark.parametrize(
    ("counts", "clearly"),
    [((60, 20, 4, 16), True), ((60, 9, 4, 27), False), ((70, 14, 10, 6), False)],
)
def test_documents_completely_right_are_compared_by_their_own_test(
    counts: tuple[int, int, int, int], clearly: bool
) -> None:
    both, mine, fixed, _ = counts
    evaluation = be.evaluate(several(*counts)).evaluation
    beside = not_none(compare_by_documents(evaluation))
    assert (beside.name, beside.its) == ("always “a”", (both + fixed) / 100)
    assert beside.mine == (both + mine) / 100
    # the exact test of who is right alone, which says the same of these
    assert (binomtest(mine, mine + fixed).pvalue <= 0.05) == clearly == beside.shown_better
    # micro F would say it of all three
    assert not_none(compare_with_best_fixed(evaluation)).shown_better
