"""Each check found something, found nothing, or could not be made: nothing unsearched is clean."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import breakeven as be
from breakeven.analysis.advice.checks import CheckResults, check_data
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.check_rules import OF_THE_DATA, RULES
from breakeven.results.findings import checks_text, verdict_on_splits
from tests.breakeven.analysis.findings.reading import review_of
from tests.made import matrix_of, truth_of
from tests.planted import clean
from tests.small_files import SMALL_FILES


def bare() -> be.Findings:
    """Two systems, one class of three a document: no texts, splits, dates or scores."""
    true, other = ["a", "b", "c"] * 40, ["a", "b", "b"] * 40
    one, two = be.from_arrays(true, true, system="one"), be.from_arrays(true, other, system="two")
    return be.check(replace(one, predictions=(*one.predictions, *two.predictions)))


def codes(rules: Any) -> set[str]:
    return {rule.code for rule in rules}


def assert_three_lists(checked: CheckResults) -> None:
    parts = [codes(checked.raised_rules), codes(checked.clean), set(checked.unchecked)]
    assert set.union(*parts) == set(checked.rules)
    assert sum(map(len, parts)) == len(checked.rules)
    assert parts[0] == {finding.code for finding in checked.findings}
    reasons = [rule.code for _, rules in checked.reasons for rule in rules]
    assert sorted(reasons) == sorted(parts[2])


def test_what_was_never_searched_is_not_called_clean() -> None:
    checked = bare().checked
    assert_three_lists(checked)
    missing = {
        "There are no splits": {
            *("leak.same-id", "leak.same-text", "leak.near-duplicate"),
            *("leak.copied-short-text", "leak.same-short-text"),
            *("split.few-training", "split.absent-from-test", "split.imbalance", "split.mix"),
            "split.time-overlap",
        },
        "There are no texts": {"labels.conflict", "labels.short-conflict", "classes.alike"},
        "There are two systems": {"labels.disputed"},
        "Every document has one class": {"classes.together"},
        "The system gives no scores": {"threshold.move", "calibration.off"},
    }
    for why, expected in missing.items():
        code_sets = [set(codes(rules)) for m, rules in checked.reasons if m.what.startswith(why)]
        assert len(code_sets) == 1, why
        assert expected <= code_sets[0], why
    assert len(checked.clean) < len(checked.unchecked)


def test_a_review_with_everything_has_every_check_made_but_those_of_other_tasks() -> None:
    made = clean(3, classes=6)
    data = check_data(made.truth, Limits(), None)
    assert_three_lists(data)
    assert set(data.rules) == set(OF_THE_DATA)
    unsearched = {"leak.near-duplicate", "split.nearly-repeated"}
    of_people = {"labels.same-annotator", "labels.random-annotator"}
    assert set(data.unchecked) == unsearched | of_people | {"classes.together"}
    assert data.unchecked["leak.near-duplicate"].what.startswith("Near-duplicates were not looked")


def test_splits_that_are_not_there_are_not_called_sound() -> None:
    truth = truth_of(matrix_of(["a", "b"] * 20, 2))
    sentence = verdict_on_splits(truth, check_data(truth, Limits(), None))
    assert sentence == "The splits cannot be judged: there are none."
    parts: dict[str, Any] = {
        "splits": ("train", "test"),
        "split_of": np.arange(40) % 2,
        "ids": None,
    }
    without_texts = truth_of(matrix_of(["a", "b"] * 20, 2), **parts)
    sentence = verdict_on_splits(without_texts, check_data(without_texts, Limits(), None))
    assert "could not be checked" in sentence


def test_short_texts_are_no_ground_to_say_that_none_is_repeated() -> None:
    made = clean(3, classes=6, words=8)
    data = check_data(made.truth, Limits(), None)
    for code in ("leak.same-text", "leak.near-duplicate", "labels.conflict"):
        assert "840 of 840 texts have fewer than 20 words" in data.unchecked[code].what
    assert {"leak.same-short-text", "leak.copied-short-text"} <= set(codes(data.clean))


def test_an_unlabelled_review_is_checked_for_what_needs_no_labels() -> None:
    review = be.from_arrays(None, ["a", "b"], ids=["x", "y"])
    checked = be.check(review).checked
    assert_three_lists(checked)
    assert set(checked.rules) == set(RULES)
    assert checked.unchecked["class.low-recall"].what == "Nobody has labelled these documents."


def test_the_counts_are_those_of_the_lists() -> None:
    found = bare()
    checked = found.checked
    assert checks_text(checked) == (
        f"Of {len(RULES)} checks {len(checked.raised_rules)} found something and "
        f"{len(checked.clean)} found nothing; {len(checked.unchecked)} could not be made."
    )
    assert checks_text(checked) in found.to_markdown()
    answer = found.to_dict()
    assert answer["clean"] == [rule.code for rule in checked.clean]
    assert sum(len(why["checks"]) for why in answer["unchecked"]) == len(checked.unchecked)


@pytest.mark.parametrize("name", SMALL_FILES)
def test_no_check_is_in_two_lists(name: str, tmp_path: Path) -> None:
    assert_three_lists(be.check(review_of(SMALL_FILES[name], tmp_path)).checked)


def test_sides_that_cannot_be_compared_are_said_to_be_so() -> None:
    made = clean(3, classes=6, sizes=(180, 60, 29))
    few = "Training or test has fewer than 30"
    data = check_data(made.truth, Limits(), None)
    assert data.unchecked["split.by-id"].what == f"{few} documents."
    assert data.unchecked["split.told-apart"].what == f"{few} texts."
    # training documents without their texts, as in a file of predictions
    larger = clean(3, classes=6)
    texts = larger.column("text")
    texts[larger.rows("train")] = ""
    data = check_data(larger.with_columns(text=texts).truth, Limits(), None)
    for code in ("split.told-apart", "split.vocabulary", "split.length"):
        assert data.unchecked[code].what == f"{few} texts."
    same = check_data(made.truth, Limits(test="train"), None)
    assert same.unchecked["split.told-apart"].what == "The training split is the test split."
    days = np.array([f"2024-01-0{1 + i % 4}" for i in range(made.truth.n)], dtype=object)
    dated = check_data(made.with_columns(date=days).truth, Limits(), None)
    assert dated.unchecked["split.trend"].what.startswith("The documents are dated on fewer than 5")
    without = made.with_truth(columns={"text": made.column("text")})
    unchecked = check_data(without.truth, Limits(), None).unchecked
    assert unchecked["leak.column-class"].what == "There are no further columns."


@pytest.mark.parametrize(
    ("labels", "cut", "sentence"),
    [
        (
            ["a", "b"],
            None,
            "One class is chosen per document: no class has a threshold of its own.",
        ),
        (["a", "ab"], Cut("top_k"), "The predictions follow a rule with an aim of its own."),
        (
            ["a", *[""] * 8, "ab"],
            None,
            "No class has 10 documents to fit a threshold on.",
        ),
    ],
)
def test_why_no_threshold_is_tried_is_said(
    labels: list[str], cut: Cut | None, sentence: str
) -> None:
    truth = matrix_of((labels * 20)[:40], 2)
    review = be.from_arrays(
        truth.astype(int),
        y_score=0.2 + 0.6 * truth,
        classes=["a", "b"],
        split=np.repeat(["dev", "test"], 20),
    )
    assert be.check(review, cut=cut).checked.unchecked["threshold.move"].what == sentence


def test_where_no_slice_could_be_looked_at_it_is_said() -> None:
    why = bare().checked.unchecked["slices.weak"]
    assert why.what == (
        "No slice could be looked at: documents are too few, too much alike, or all of them right."
    )
