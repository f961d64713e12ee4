"""A baseline is compared on its own documents: what is left out, or has another truth, is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from junitparser import JUnitXml

import breakeven as be
from breakeven.api.gate import GateResult
from breakeven.data.records import Review
from breakeven.readers.base.problems import ReadError
from metrics.typing import Array

CLASSES = np.array(["a", "b", "c", "d"])
N = 400
TRUTH = np.arange(N) % 4
MARGIN = {"measure": "f", "margin": 0.02}


def answers(wrong: int) -> Array:
    """The classes of a system that is wrong on so many documents, the last ones."""
    said = TRUTH.copy()
    said[N - wrong :] = (said[N - wrong :] + 1) % 4
    return said


def review(assigned: Array, rows: Array | None = None, truth: Array = TRUTH, **more: Any) -> Review:
    """The documents of these rows, by their ids."""
    documents = np.arange(N) if rows is None else rows
    return be.from_arrays(
        CLASSES[truth[documents]].tolist(),
        CLASSES[assigned[documents]].tolist(),
        ids=[f"d{row}" for row in documents],
        **more,
    )


OLD, NEW = answers(40), answers(100)
BASELINE = review(OLD)
RIGHT = np.flatnonzero(NEW == TRUTH)


def gated(reviewed: Review, baseline: Review = BASELINE, **rule: Any) -> GateResult:
    return be.gate(reviewed, {"rule": [MARGIN | rule]}, baseline=baseline)


def test_leaving_out_what_is_wrong_is_not_passed() -> None:
    # 75 of 100 against 90; of the 300 that are left the system has all, the baseline all too
    assert gated(review(NEW)).outcome == "failed"
    result = gated(review(NEW, RIGHT))
    assert result.outcome == "cannot tell"
    (verdict,) = result.verdicts
    assert (verdict.missing, verdict.documents, verdict.value) == (100, 300, 1.0)
    sentence = "Of 400 documents of the baseline 100 are missing here: “d300”, “d301”, “d302”"
    assert verdict.sentence.startswith(sentence)
    assert any(caution.startswith(sentence) for caution in result.cautions)
    assert sentence in repr(result)
    assert sentence in result.to_markdown()
    assert result.to_dict()["verdicts"][0]["missing"] == 100
    assert json.dumps(result.to_dict())
    suite = next(iter(JUnitXml.fromstring(result.to_junit().encode())))
    properties = {p.name: p.value for p in suite.properties()}
    assert "100 are missing here" in properties["cautions"]
    assert "missing=100" in next(iter(suite)).system_out


def test_a_rule_may_be_about_the_documents_of_both() -> None:
    found = gated(review(NEW, RIGHT), same_documents=False)
    assert found.passed
    assert any("100 are missing here" in one for one in found.cautions)


def test_one_document_left_out_makes_no_question_of_a_failure() -> None:
    assert gated(review(NEW, np.arange(1, N))).outcome == "failed"


def test_documents_that_the_file_has_and_the_system_says_nothing_of_are_missing_too(
    tmp_path: Path,
) -> None:
    # both systems of one file: the new one says nothing of what it would get wrong
    rows = [f"d{row},{CLASSES[TRUTH[row]]},{CLASSES[OLD[row]]},old" for row in range(N)]
    rows += [f"d{row},{CLASSES[TRUTH[row]]},{CLASSES[NEW[row]]},new" for row in range(300)]
    file = tmp_path / "both.csv"
    file.write_text("\n".join(["id,true,predicted,system", *rows]))
    of = be.read(file)
    found = be.gate(of, {"rule": [MARGIN]}, "old", system="new")
    assert (found.outcome, found.verdicts[0].missing) == ("cannot tell", 100)


def test_a_truth_that_was_rewritten_is_said() -> None:
    # every wrong answer made right: 60 documents that the baseline had right among them
    found = gated(review(NEW, truth=NEW))
    assert found.verdicts[0].relabelled == 100
    said = "100 documents have other true classes here than in the file of the baseline: “d300”"
    assert any(one.startswith(said) for one in found.cautions)
    assert said in found.to_markdown()
    assert gated(review(NEW)).cautions == ()


def test_what_is_in_another_split_is_not_missed() -> None:
    # the baseline's file has training documents as well; FILE has those of test alone
    split = ["train"] * 100 + ["test"] * 300
    baseline = review(OLD, split=split)
    reviewed = review(OLD, np.arange(100, N), split=split[100:])
    rules = {"rule": [MARGIN | {"margin": 0.2, "split": "test"}]}
    result = be.gate(reviewed, rules, baseline=baseline)
    assert (result.outcome, result.verdicts[0].missing) == ("passed", 0)
    fewer = be.gate(review(OLD, np.arange(101, N), split=split[101:]), rules, baseline=baseline)
    assert (fewer.outcome, fewer.verdicts[0].missing) == ("cannot tell", 1)
    assert fewer.verdicts[0].sentence.startswith(
        "Of 300 documents of the baseline on test 1 is missing here: “d100”."
    )


def test_a_baseline_without_splits_is_not_missed_where_another_split_has_it() -> None:
    split = ["train"] * 100 + ["test"] * 300
    rules = {"rule": [MARGIN | {"margin": 0.2, "split": "test"}]}
    found = be.gate(review(OLD, split=split), rules, baseline=BASELINE)
    assert (found.outcome, found.verdicts[0].missing) == ("passed", 0)


def test_the_key_is_of_margins_and_true_or_false() -> None:
    for rule, said in (
        ({"measure": "f", "min": 0.5, "same_documents": True}, "is only for rules with a margin"),
        (MARGIN | {"same_documents": "yes"}, "give true or false"),
    ):
        with pytest.raises(ReadError, match=said):
            be.gate(BASELINE, {"rule": [rule]}, baseline=BASELINE)
