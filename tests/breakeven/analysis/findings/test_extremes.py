"""Every sentence of the checks on files at the ends of what there can be."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import breakeven as be
from breakeven.data.records import Review
from metrics.typing import Array
from tests.breakeven.analysis.advice.test_checks import assert_three_lists

N = 120
FOUR = np.random.default_rng(3).choice(list("abcd"), N).tolist()
NEXT = {"a": "b", "b": "c", "c": "d", "d": "a"}
MANY = [[c for c in "abc" if draw[ord(c) - 97] < 0.35]
        for draw in np.random.default_rng(4).random((N, 3))]  # fmt: skip
TOLD = np.array([[c in d for c in "abc"] for d in MANY], dtype=float)


def noise(seed: int, shape: tuple[int, ...]) -> Array:
    return np.random.default_rng(seed).normal(size=shape)


def of_four(called: Any, **more: Any) -> Review:
    return be.from_arrays(FOUR, called, classes=list("abcd"), **more)


def of_many(scores: Array, **more: Any) -> Review:
    return be.from_arrays(MANY, None, scores, classes=list("abc"), **more)


def both(first: Review, second: Review) -> Review:
    return replace(first, predictions=(*first.predictions, *second.predictions))


def telling_scores(truth: Array, sign: float) -> Array:
    return sign * (1.5 * truth + noise(5, truth.shape))


FOUR_TOLD = np.array([[c == t for c in "abcd"] for t in FOUR], dtype=float)
WRONG_IN_FOUR = [NEXT[c] if i < 4 else c for i, c in enumerate(FOUR)]
CASES: dict[str, Callable[[], Review]] = {
    "all wrong": lambda: of_four([NEXT[c] for c in FOUR]),
    "perfect": lambda: of_four(FOUR),
    "one document": lambda: be.from_arrays(["a"], ["a"]),
    "one wrong document": lambda: be.from_arrays(["a"], ["b"]),
    "identical systems": lambda: both(of_four(FOUR, system="one"), of_four(FOUR, system="two")),
    "random": lambda: of_four(np.random.default_rng(6).choice(list("abcd"), N).tolist()),
    "random scores": lambda: of_many(noise(7, TOLD.shape)),
    "inverse scores": lambda: of_many(telling_scores(TOLD, -1)),
    "inverse, one class": lambda: of_four(None, y_score=telling_scores(FOUR_TOLD, -1)),
    "two classes": lambda: be.from_arrays(
        [c < "c" for c in FOUR], [(c < "c") != (i % 5 == 0) for i, c in enumerate(FOUR)]
    ),
    "one class": lambda: be.from_arrays(
        TOLD[:, :1].astype(int), None, telling_scores(TOLD, 1)[:, :1], classes=["a"]
    ),
    "all tied": lambda: of_many(np.full(TOLD.shape, 0.5), probabilities=True),
    "no positives": lambda: be.from_arrays([[] for _ in MANY], MANY, classes=list("abc")),
    "nothing assigned": lambda: be.from_arrays(MANY, [[] for _ in MANY], classes=list("abc")),
    "all unjudged": lambda: be.from_arrays(
        np.full(TOLD.shape, np.nan), TOLD.astype(int), classes=list("abc")
    ),
    "exclusive probabilities": lambda: of_four(
        None, y_score=0.05 + 0.8 * FOUR_TOLD, probabilities=True, split=["train", "test"] * 60
    ),
    "four documents differ": lambda: both(
        of_four(WRONG_IN_FOUR, system="old"), of_four(FOUR, system="new")
    ),
}
AT_CHANCE = ("all wrong", "random", "random scores", "inverse scores", "inverse, one class",
             "all tied", "nothing assigned")  # fmt: skip
QUIET = ("perfect", "identical systems", "exclusive probabilities", "four documents differ",
         "all unjudged", "no positives", "one document", "one wrong document")  # fmt: skip
ADVICE = ("Merge", "Label more", "Show the system", "Move the threshold", "Compare the documents")


@pytest.fixture(scope="module", params=CASES)
def case(request: pytest.FixtureRequest) -> tuple[str, be.Findings]:
    return request.param, be.check(CASES[request.param]())


def test_what_is_said_is_what_the_numbers_bear_out(case: tuple[str, be.Findings]) -> None:
    name, findings = case
    markdown = findings.to_markdown()
    assert_three_lists(findings.checked)
    assert not re.search(r"\bnan\b|\b1 (documents|classes|errors|checks)\b|None|−0\.0", markdown)
    serious = [f for f in findings if f.severity != "notice"]
    if name in QUIET:
        # half of the documents train: a class of them is small
        assert {f.code for f in serious} <= {"split.few-training"}
    if name in AT_CHANCE:
        # scores the wrong way round are why it is no better than a fixed answer
        first = ["scores.inverse"] * name.startswith("inverse") + ["system.baseline"]
        assert [f.code for f in findings][: len(first)] == first
        assert not any(word in markdown for word in ADVICE)
        assert not [f for f in findings if f.about in ("class", "pair", "threshold")]
    assert ("scores.inverse" in {f.code for f in findings}) == name.startswith("inverse")
    assert not [f for f in findings if f.code == "system.better"]


def _best_fixed(true: Array) -> float:
    """The highest micro F of the same classes for all; of one where each document has one."""
    k = true.shape[1]
    one_each = bool(np.all(true.sum(axis=1) == 1))
    sizes = [1] if one_each else range(1, k + 1)
    sets = [list(s) for size in sizes for s in combinations(range(k), size)]
    return max(2 * true[:, s].sum() / (true.sum() + len(true) * len(s)) for s in sets)


def test_the_numbers_said_are_those_of_a_count_by_hand(case: tuple[str, be.Findings]) -> None:
    _, findings = case
    if findings.review.truth.labels is None or findings.review.truth.unjudged is not None:
        return
    e = be.evaluate(findings.review, findings.system).evaluation
    true, called = (m.toarray().astype(int) for m in (e.truth, e.assigned))
    wrong = np.abs(true - called)
    for finding in findings:
        if finding.code == "system.baseline":
            f = 2 * (true * called).sum() / (true.sum() + called.sum())
            fixed = _best_fixed(true)
            if true.shape[1] == 1:
                f, fixed = (true == called).mean(), max(true.mean(), 1 - true.mean())
            name = "Micro F₁" if true.shape[1] > 1 else "Accuracy"
            assert f"{name} is {f:.3f}" in finding.what
            assert f"would reach {fixed:.3f}" in finding.what
        if finding.about == "class" and finding.errors:
            assert finding.errors == wrong[:, list(finding.classes)].sum()
            assert finding.error_share == pytest.approx(finding.errors / wrong.sum())
        if finding.code == "scores.inverse":
            assert f"Of {true.shape[1]} classes the documents score lower" in finding.what
