"""READY, NOT YET, CANNOT TELL YET: as the gate judges, and never READY where there is a doubt."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

import breakeven as be
from breakeven.analysis.evaluation.cut import Cut
from breakeven.data.records import Predictions, Review
from breakeven.gate.gate_rules import target_rules
from breakeven.readers.base.problems import ReadError
from breakeven.results.target_verdict import TargetVerdict, rules_of_target
from tests.made import matrix_of, not_none, review_of, truth_of

GATE_OF = {"READY": "passed", "NOT YET": "failed", "CANNOT TELL YET": "cannot tell"}


def of_documents(right: int, wrong: int, **fields: Any) -> Review:
    """One class a document, so many of which the system decides rightly."""
    n = right + wrong
    labels = matrix_of((["a", "b", "c"] * n)[:n], 3)
    called = labels.copy()
    called[right:] = np.roll(labels[right:], 1, axis=1)
    return review_of(truth_of(labels, **fields), system=called)


def verdict_of(review: Review, target: Any = 0.5, **more: Any) -> TargetVerdict:
    return be.evaluate(review, **more).target_verdict(target)


def line(verdict: TargetVerdict, key: str) -> tuple[str, str]:
    """The sign and the text of a line, both empty where it is not said."""
    found = [(line.sign, line.text) for line in verdict.all_lines if line.key == key]
    return found[0] if found else ("", "")


# --- the three outcomes


def test_the_ends_of_the_exact_95_percent_interval_decide() -> None:
    # 90 of 100 right: by SciPy's exact interval of 95 %, from 0.8238 to 0.9510
    low, high = stats.binomtest(90, 100).proportion_ci(0.95, "exact")
    assert_allclose([low, high], [0.8238, 0.9510], atol=5e-5)
    review = of_documents(90, 10)
    for target, outcome in (
        (low - 0.001, "READY"),
        (low + 0.001, "CANNOT TELL YET"),
        (0.9, "CANNOT TELL YET"),
        (high - 0.001, "CANNOT TELL YET"),
        (high + 0.001, "NOT YET"),
    ):
        verdict = verdict_of(review, target)
        assert (verdict.outcome, verdict.head, verdict.doubts) == (outcome, outcome, ())
        assert_allclose([not_none(not_none(verdict.main).low)], [low], rtol=1e-6)
        assert_allclose([not_none(not_none(verdict.main).high)], [high], rtol=1e-6)
        assert (verdict.value, verdict.target) == (0.9, target)


def test_without_a_target_it_is_asked_for_and_nothing_is_judged() -> None:
    verdict = verdict_of(of_documents(90, 10), None)
    assert (verdict.outcome, verdict.head, verdict.verdicts) == (None, "NO TARGET YET", ())
    assert verdict.sentences == ("What share of documents must be completely right?",)
    assert verdict.story.endswith("No target is set yet.")
    assert verdict.value == 0.9


RULES: dict[str, dict[str, Any]] = {
    "exact match": {"measure": "exact_match", "min": 0.8},
    "not too often wrong": {"measure": "fallout", "max": 0.1},
    "micro F": {"measure": "f", "min": 0.8},
    "each class": {"measure": "recall", "class": "*", "min": 0.7},
    "findings": {"findings": "error"},
}


@pytest.mark.parametrize("seed", range(30))
def test_gate_and_verdict_never_differ(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n, right = int(rng.integers(2, 300)), rng.uniform(0.6, 1)
    labels = matrix_of(list(rng.choice(["a", "b", "c", "ab", ""], n)), 3)
    wrong = rng.random(n) > right
    called = np.where(wrong[:, None], rng.random(labels.shape) < 0.4, labels)
    review = review_of(truth_of(labels), system=called)
    names = rng.choice(list(RULES), int(rng.integers(1, 4)), replace=False)
    family = str(rng.choice(["holm", "none"]))
    rules = rules_of_target({"rule": [RULES[name] for name in names], "family": family})
    verdict, gate = verdict_of(review, rules), be.gate(review, rules, system="system")
    # as text: two NaN are the same
    assert repr(verdict.verdicts) == repr(gate.verdicts)
    assert GATE_OF[not_none(verdict.outcome)] == gate.outcome or (
        verdict.doubts and (verdict.outcome, gate.outcome) == ("CANNOT TELL YET", "passed")
    )


def test_a_target_is_refused_in_the_words_of_the_gate() -> None:
    with pytest.raises(ReadError, match="give a share from 0 to 1, not a percentage"):
        rules_of_target(85)
    with pytest.raises(ReadError, match="is about an unknown split"):
        verdict_of(
            of_documents(9, 1),
            {"rule": [{"measure": "exact_match", "min": 0.5, "split": "elsewhere"}]},
        )


# --- what is said of it


def test_the_first_sentences() -> None:
    # by the score interval (Wilson), which is read everywhere: from 0.8256 to 0.9448
    ready, not_yet = (verdict_of(of_documents(90, 10), target) for target in (0.8, 0.97))
    assert ready.sentences == ("90 % of documents are right (83–94 %). Your target: 80 %.",)
    assert not_yet.sentences[0].endswith("Your target: 97 %.")
    assert ready.story == "Your target is 80 %. It reaches 90 %: ready."
    assert not_yet.story == "Your target is 97 %. It reaches 90 %: not yet."


def test_several_classes_a_document_are_completely_right_or_not() -> None:
    labels = matrix_of(["ab", "a"] * 50, 2)
    verdict = verdict_of(review_of(truth_of(labels), system=labels), 0.9)
    assert verdict.sentences[0].startswith("100 % of documents are completely right (")


def test_digits_are_added_until_value_and_target_lie_as_they_are() -> None:
    # 799 of 1,000: rounded to whole numbers it would be the target
    (first, last) = verdict_of(of_documents(799, 201), 0.8).sentences
    assert first.startswith("79.9 % of documents are right (77.")
    assert first.endswith("Your target: 80 %.")
    assert last == "It is too close to the target for more documents to decide."
    reached = verdict_of(of_documents(800, 200), 0.8).sentences[0]
    assert reached.startswith("80 % of documents are right (")
    exactly = verdict_of(of_documents(799, 201), 0.799).sentences[0]
    assert exactly.endswith("Your target: 79.9 %.")


def test_how_many_more_documents_would_decide_is_what_the_gate_says_less_those_there() -> None:
    review = of_documents(90, 10)
    verdict, gate = verdict_of(review, 0.86), be.gate(review, target_rules(0.86), system="system")
    needed = not_none(gate.verdicts[0].needed)
    assert verdict.more_documents == needed - 100
    (_, last) = verdict.sentences
    number = int(last.split()[1].replace(",", ""))
    # to two digits, upwards
    assert needed - 100 <= number < 1.1 * (needed - 100)
    assert set(str(number)[2:]) == {"0"}
    assert last == f"About {number:,} more documents would likely decide it."


def test_each_rule_has_a_line_and_the_first_sentence_says_how_many_are_met() -> None:
    rules = {
        "rule": [
            {"measure": "exact_match", "min": 0.5},
            {"measure": "f", "min": 0.99},
            {"measure": "recall", "class": "*", "min": 0.5},
            {"findings": "error"},
        ]
    }
    verdict = verdict_of(of_documents(270, 30), rules)
    assert verdict.outcome == "NOT YET"
    assert verdict.sentences[1] == "3 of 4 rules are met."
    rule_lines = [(line.sign, line.text) for line in verdict.all_lines if line.key == "rule"]
    assert rule_lines == [
        ("no", "micro F₁ at least 0.99: it reaches 0.900"),
        ("yes", "recall of each class at least 0.5: met by 3"),
        ("yes", "no finding of severity error"),
    ]


def test_a_single_document_cannot_tell() -> None:
    verdict = verdict_of(of_documents(1, 0), 0.5)
    assert verdict.outcome == "CANNOT TELL YET"
    assert verdict.sentences[0].startswith("Measure on at least two documents")
    assert verdict.to_dict()["low"] is None


# --- why numbers cannot be used yet


def of_splits(test_right: int, copied: int, tested: int = 200) -> Review:
    """Documents of train, and of test, of which so many stand in train too: those are all right."""
    n = 100 + tested
    labels = matrix_of((["a", "b"] * n)[:n], 2)
    called = labels.copy()
    called[100 + test_right :] = ~labels[100 + test_right :]
    words = [" ".join(f"w{i}x{j}" for j in range(25)) for i in range(n)]
    words[100 : 100 + copied] = words[:copied]
    truth = truth_of(
        labels,
        splits=("train", "test"),
        split_of=np.repeat([0, 1], [100, tested]),
        columns={"text": np.array(words, dtype=object)},
        text_column="text",
    )
    return review_of(truth, system=called)


def test_leaks_turn_it_grey_with_their_number_and_the_share_without_them() -> None:
    # 190 of 200 right, 40 of them copied: of the other 160 there are 150 right, 94 %
    verdict = verdict_of(of_splits(190, 40), 0.5)
    assert (verdict.outcome, verdict.head) == ("CANNOT TELL YET", "DO NOT USE THESE NUMBERS YET")
    (doubt,) = verdict.doubts
    assert doubt.text == (
        "40 of 200 test documents are also in the training data. Without them 94 %."
    )
    assert doubt.share == 150 / 160
    assert "READY" not in str(verdict)
    assert verdict.to_markdown().startswith(
        "**DO NOT USE THESE NUMBERS YET**: 40 of 200 test documents are also in"
    )
    assert verdict.story.startswith("Do not use these numbers yet: 40 of 200")


def test_leaks_that_the_filter_leaves_out_are_no_doubt() -> None:
    verdict = verdict_of(of_splits(190, 40), 0.5, where="-leaked")
    assert (verdict.outcome, verdict.doubts) == ("READY", ())


def test_few_leaks_are_a_line_unless_the_target_hangs_on_them() -> None:
    few = of_splits(290, 2, 300)
    verdict = verdict_of(few, 0.5)
    assert verdict.outcome == "READY"
    assert line(verdict, "leaks") == (
        "unknown",
        "2 of 300 test documents are also in the training data; without them 97 %",
    )
    # 290 of 300 against 288 of 298: between the lower ends of the two intervals only one passes
    with_them, without = (
        stats.binomtest(hits, documents).proportion_ci(0.95, "exact").low
        for hits, documents in ((290, 300), (288, 298))
    )
    hanging = verdict_of(few, (with_them + without) / 2)
    assert (hanging.outcome, [d.key for d in hanging.doubts]) == ("CANNOT TELL YET", ["leaks"])
    assert be.gate(few, target_rules((with_them + without) / 2), system="system").passed


def test_documents_that_it_may_have_learnt_from_are_never_ready() -> None:
    review = of_splits(190, 0)
    train = verdict_of(review, 0.5, split="train")
    assert (train.outcome, [doubt.key for doubt in train.doubts]) == (
        "CANNOT TELL YET",
        ["learnt"],
    )
    every = verdict_of(review, 0.5, split="all")
    assert every.doubts[0].text == (
        "The system may have learnt from some of these documents (“train”). Without them 95 %."
    )
    assert every.doubts[0].share == 0.95


def test_files_joined_by_row_order_are_never_ready() -> None:
    review = of_documents(95, 5, joined_by_order=("scores.csv",))
    verdict = verdict_of(review)
    assert (verdict.outcome, verdict.doubts[0].key) == ("CANNOT TELL YET", "order")
    assert "“scores.csv”" in verdict.doubts[0].text


def test_thresholds_tuned_on_what_is_shown_are_never_ready() -> None:
    labels = matrix_of(["a", "b"] * 60, 2)
    scores = np.where(labels.T, 0.4, 0.1)
    review = Review(
        "made",
        truth_of(labels),
        (Predictions("s", np.arange(120), scores=scores, probabilities=False),),
        (),
        "f",
    )
    tuned = be.evaluate(review, cut=Cut("f"))
    verdict = tuned.target_verdict(0.5)
    assert tuned.optimistic
    assert (verdict.outcome, [doubt.key for doubt in verdict.doubts]) == (
        "CANNOT TELL YET",
        ["tuned"],
    )
    assert verdict.doubts[0].share == 1.0


def test_a_filter_is_never_ready_and_the_share_without_it_is_said() -> None:
    verdict = verdict_of(of_documents(90, 10), 0.5, where="right")
    assert (verdict.outcome, verdict.doubts[0].key) == ("CANNOT TELL YET", "filter")
    assert verdict.doubts[0].text == "A filter keeps 90 of 100 documents. Without it 90 %."


# --- what stands beside it


def test_the_best_trivial_answer_is_named_with_its_share() -> None:
    # 80 of 100 are b; 95 are decided rightly
    labels = matrix_of(["b"] * 80 + ["a"] * 20, 2)
    called = labels.copy()
    called[:5] = ~called[:5]
    verdict = verdict_of(review_of(truth_of(labels), system=called))
    assert line(verdict, "fixed") == ("yes", "clearly better than always answering “b” (80 %)")
    same = review_of(truth_of(labels), system=np.repeat([[False, True]], 100, axis=0))
    assert line(verdict_of(same), "fixed") == ("no", "no better than always answering “b” (80 %)")


def test_no_class_for_every_document_may_be_the_best_answer() -> None:
    # of 100 documents 60 have no class; the system gives a to 90 of them
    labels = matrix_of([""] * 60 + ["a"] * 25 + ["ab"] * 15, 2)
    called = matrix_of(["a"] * 90 + [""] * 10, 2)
    sign, text = line(verdict_of(review_of(truth_of(labels), system=called)), "fixed")
    assert (sign, text) == (
        "no",
        "no more documents completely right than always answering no class (60 %)",
    )


def systems_line(mine: int, *others: int) -> tuple[str, str]:
    """The line on systems that get so many of 200 right, each of them the first."""
    labels = matrix_of(["a", "b"] * 100, 2)

    def called(right: int) -> Any:
        return np.where((np.arange(200) < right)[:, None], labels, ~labels)

    names = {f"other{i}": called(right) for i, right in enumerate(others)}
    review = review_of(truth_of(labels), mine=called(mine), **names)
    return line(verdict_of(review, system="mine"), "systems")


def test_the_next_system_is_named_and_whether_it_is_clearly_behind() -> None:
    # what one gets right and the other does not: 5 documents, by McNemar p = 2 / 2^5 = 0.0625;
    # 6 documents: p = 2 / 2^6 = 0.031
    assert systems_line(180, 175, 100) == (
        "unknown",
        "best of 3 systems, no clear difference from “other0”",
    )
    assert systems_line(180, 174, 100) == ("yes", "best of 3 systems, clearly ahead of “other0”")
    # that the best of two others is better is held to half the level
    assert systems_line(174, 180, 100) == (
        "unknown",
        "“other0” gets more right (90 %), no clear difference",
    )
    assert systems_line(173, 180, 100) == ("no", "“other0” is clearly better (90 %)")
    assert systems_line(174, 180) == ("no", "“other0” is clearly better (90 %)")
    assert systems_line(180, 180) == ("unknown", "no difference from “other0”")
    assert systems_line(180) == ("", "")


def test_classes_are_counted_as_the_class_table_does() -> None:
    labels = matrix_of(["a"] * 60 + ["b"] * 60 + ["c"] * 3, 3)
    called = labels.copy()
    called[60:110] = matrix_of(["a"] * 50, 3)
    verdict = verdict_of(review_of(truth_of(labels), system=called))
    assert line(verdict, "weak") == ("no", "1 of 3 classes is clearly below 50 %")
    assert line(verdict, "few") == ("unknown", "1 class has too few documents to judge")


def test_documents_without_a_prediction_are_counted() -> None:
    review = of_splits(200, 0)
    (said,) = review.predictions
    rows = np.arange(150, 300)
    part = Predictions("system", rows, decisions=not_none(said.decisions)[rows])
    verdict = verdict_of(replace(review, predictions=(part,)))
    assert line(verdict, "silent") == (
        "unknown",
        "50 test documents have no prediction and do not count",
    )


def test_everything_is_said_as_data_too() -> None:
    data = verdict_of(of_splits(190, 40), 0.5).to_dict()
    assert (data["outcome"], data["target"], data["value"]) == ("CANNOT TELL YET", 0.5, 0.95)
    assert data["rules"]["rule"] == [{"measure": "exact_match", "min": 0.5}]
    assert data["rules_digest"] == target_rules(0.5).digest
    assert [doubt["key"] for doubt in data["doubts"]] == ["leaks"]
