"""What is no better than chance is said so, and no advice is made of it."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import numpy as np
import pytest
from scipy import sparse

import breakeven as be
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.findings.better_threshold import better_thresholds
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.confused_pairs import advice_on_pair, confused_pairs
from breakeven.analysis.findings.score_findings import inverse_classes
from breakeven.analysis.findings.system_findings import baseline_findings
from breakeven.data.records import Predictions
from tests.made import evaluation_of, matrix_of, truth_of

ADVICE = ("Merge", "Label more", "Show the system", "Move the threshold", "Compare the documents")


def decided(true: Any, called: Any, classes: int) -> Evaluation:
    """Decisions as letters of classes, one string a document."""
    return evaluation_of(truth_of(matrix_of(true, classes)), matrix_of(called, classes))


def random_letters(rng: np.random.Generator, letters: str, n: int, p: Any = None) -> list[str]:
    return rng.choice(list(letters), n, p=p).tolist()


@pytest.mark.parametrize("seed", range(6))
def test_random_decisions_are_called_no_better_than_a_baseline_and_get_no_advice(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n, share = 400, [0.3, 0.27, 0.23, 0.2]
    true, called = (random_letters(rng, "abcd", n, share) for _ in range(2))
    findings = be.check(be.from_arrays(true, called))
    (finding,) = [f for f in findings if f.code == "system.baseline"]
    assert finding.severity == "warning"
    # the most frequent class for all is right as often as it is true
    most = max(true.count(c) for c in "abcd") / n
    right = sum(t == c for t, c in zip(true, called, strict=True)) / n
    assert finding.evidence["micro_f1"] == pytest.approx(right)
    assert finding.evidence["baseline_micro_f1"] == pytest.approx(most)
    assert f"would reach {most:.3f}" in finding.what
    assert findings[0] is finding
    assert not [f for f in findings if f.about in ("class", "pair", "threshold")]
    # what was not looked at is not called clean
    assert "class.low-recall" in findings.checked.unchecked
    assert "pair.confused" in findings.checked.unchecked
    assert not any(word in findings.to_markdown() for word in ADVICE)
    e = decided(true, called, 4)
    pairs = confused_pairs(e, Limits())
    assert set(pairs.actions) == {"look"}
    advice = " ".join(advice_on_pair(pairs, p) for p in range(len(pairs)))
    assert not any(word in advice for word in ADVICE)


def test_everything_wrong_is_below_chance() -> None:
    true = ["a", "b", "c"] * 20
    found = be.check(be.from_arrays(true, ["b", "c", "a"] * 20))
    (finding,) = [f for f in found if f.code == "system.baseline"]
    assert "less than shuffled ones would" in finding.what
    assert "class names and the sign of the scores match" in finding.action
    assert not any(word in found.to_markdown() for word in ADVICE)


def test_a_system_beyond_chance_is_no_finding() -> None:
    # 90 of 120 right, thirds
    true = ["a", "b", "c"] * 40
    called = true[:90] + ["b", "c", "a"] * 10
    assert list(baseline_findings(decided(true, called, 3))) == []


def test_one_answer_for_all_is_said_to_be_that() -> None:
    (finding,) = baseline_findings(decided(["a"] * 60 + ["b"] * 40, ["a"] * 100, 2))
    assert finding.severity == "warning"
    assert "Every document gets the same answer" in finding.what
    # perfect, but there is nothing else to say
    (finding,) = baseline_findings(decided(["a"] * 30, ["a"] * 30, 1))
    assert finding.severity == "notice"
    assert "right as well here" in finding.what


def test_of_yes_or_no_shuffled_predictions_are_right_where_both_say_the_same() -> None:
    # of 100 documents 40 are true and 25 called, 10 of them rightly: shuffled ones are right on
    # 0.4 × 0.25 + 0.6 × 0.75
    true, called = ["a"] * 40 + [""] * 60, (["a"] * 10 + [""] * 30) + (["a"] * 15 + [""] * 45)
    (finding,) = baseline_findings(decided(true, called, 1))
    assert "Accuracy is 0.550" in finding.what
    assert "would reach 0.600, shuffled predictions 0.550" in finding.what


def test_of_classes_without_bounds_no_other_answer_is_given_a_number() -> None:
    # one of one assigned is right, of two true: F = 2 / 3; fixed answers assign nobody knows what
    review = be.from_arrays([["a"], ["b"]], [["a"], []], unbounded=True)
    (finding,) = baseline_findings(be.evaluate(review).evaluation)
    assert "Micro F₁ is 0.667; with open-ended classes other answers have" in finding.what
    assert "nan" not in finding.what


def test_a_rare_class_found_is_worth_more_than_the_frequent_one_always() -> None:
    # 10 of 200 are b: 9 of them are found among 20 called; 188 right, 190 by saying a
    true = ["a"] * 190 + ["b"] * 10
    called = ["b"] * 11 + ["a"] * 179 + ["b"] * 9 + ["a"]
    (finding,) = baseline_findings(decided(true, called, 2))
    assert finding.severity == "notice"
    # F of a: 358 / (358 + 12), of b: 18 / (18 + 12); always a: 380 / (380 + 10) and 0
    assert f"{(358 / 370 + 18 / 30) / 2:.3f} against {380 / 390 / 2:.3f}" in finding.what


@pytest.mark.parametrize("n", [1, 2, 4])
def test_a_few_right_decisions_are_not_surely_better(n: int) -> None:
    for finding in baseline_findings(decided((["a", "b"] * n)[:n], (["a", "b"] * n)[:n], 2)):
        assert finding.severity == "notice"


def test_two_classes_in_all_are_never_merged() -> None:
    # 12 of 60 each way; surely beyond chance
    true = ["a"] * 60 + ["b"] * 60
    called = ["b"] * 12 + ["a"] * 48 + ["a"] * 12 + ["b"] * 48
    found = be.check(be.from_arrays(true, called))
    assert not [f for f in found if f.about == "pair"]
    assert "Merge" not in found.to_markdown()
    assert "pair.confused" in found.checked.unchecked


def scored(scores: Any, positive: Any, threshold: float) -> Evaluation:
    from tests.breakeven.analysis.findings.test_class_findings import one_class

    return one_class(np.asarray(scores, dtype=float), np.asarray(positive), threshold)


def test_inverse_scores_are_named_and_no_threshold_is_advised() -> None:
    rng = np.random.default_rng(1)
    positive = rng.random(300) < 0.4
    scores = rng.normal(-1.5 * positive)
    e = scored(scores, positive, 1.0)
    classes, area = inverse_classes(e)
    assert classes.tolist() == [0]
    pairs = scores[positive][:, None] > scores[~positive][None]
    assert area[0] == pytest.approx(pairs.mean())
    # assigning everything has the largest F there is
    assert better_thresholds(e, Limits(), 1.0) == []
    assert inverse_classes(scored(-scores, positive, 1.0))[0].tolist() == []


def test_a_threshold_that_assigns_everything_is_no_advice() -> None:
    # four fifths positive, scores without meaning: everything has F 8/9, half of it far less
    rng = np.random.default_rng(2)
    positive = rng.random(400) < 0.8
    assert better_thresholds(scored(rng.normal(size=400), positive, 0.0), Limits(), 1.0) == []


def test_the_threshold_advised_decides_as_the_best_one_does() -> None:
    # scores that differ in the eighth digit
    scores = 0.9999998 + 1e-8 * np.arange(60)
    positive = np.arange(60) >= 40
    (better,) = better_thresholds(scored(scores, positive, 0.5), Limits(), 1.0)
    shown = float(better.finding().action.split(" to ")[1].split(",")[0])
    assert ((scores >= shown) == positive).all()


def test_all_tied_scores_are_no_direction() -> None:
    positive = np.arange(60) < 20
    assert inverse_classes(scored(np.ones(60), positive, 0.5))[0].tolist() == []


def test_a_class_of_a_system_at_chance_gets_no_advice_of_its_own() -> None:
    from breakeven.analysis.findings.class_assessment import assess_class
    from breakeven.analysis.findings.class_text import read_class
    from metrics.uncertainty.class_verdicts import class_verdicts

    rng = np.random.default_rng(5)
    true, called = (random_letters(rng, "abc", 300) for _ in range(2))
    truth = truth_of(matrix_of(true, 3))
    e = replace(evaluation_of(truth, matrix_of(called, 3)))
    it = assess_class(truth, e, None, class_verdicts(e.tables), 0, Limits(), beta=1.0)
    assert read_class(it).next_step.startswith(
        "Nothing for “a” alone: its predictions do not clearly agree"
    )


def test_listed_scores_ask_for_the_thresholds_that_the_same_scores_ask_for_in_a_table() -> None:
    rng = np.random.default_rng(31)
    true = rng.random((600, 8)) < 0.15
    scores = (true * rng.random(8) * 2 + rng.normal(size=(600, 8))).round(1)
    listed = rng.random((600, 8)) < 0.7
    unjudged = rng.random((600, 8)) < 0.05
    truth = truth_of(true & ~unjudged, unjudged=unjudged)
    decided = sparse.csc_array(listed & (scores > 2.5))
    ends = np.append(0, np.cumsum(listed.sum(axis=0)))
    rows = np.nonzero(listed.T)[1]
    as_list = sparse.csr_array((scores.T[listed.T], rows, ends), shape=(8, 600))
    # in a table what is not listed stands below everything
    as_table = np.where(listed, scores, -np.inf).T.copy()
    suggestions = []
    for given in (as_list, as_table):
        predictions = Predictions("s", np.arange(600), given, decided)
        e = evaluate(predictions, score_split(truth, predictions, None), None, Cut("given"))
        better = better_thresholds(e, Limits(), 1.0)
        suggestions.append(
            [asdict(threshold) | {"rows": threshold.rows.tolist()} for threshold in better]
        )
    assert len(suggestions[0]) > 1
    assert suggestions[0] == suggestions[1]
