"""Claims on a difference agree with the p-value beside them, at every number of documents."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from breakeven.analysis.comparison.bootstrap import (
    CLAIM_WORDS,
    BootstrapDifference,
    claim_of,
    fewest_telling,
)
from breakeven.analysis.comparison.comparison import (
    ComparedSystems,
    SystemPair,
    compare_systems,
    pair_of,
)
from breakeven.analysis.comparison.shared_documents import (
    COMPARED_AVERAGES,
    ComparisonSettings,
    share_documents,
    telling_documents,
)
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.results.comparison import ComparisonResult
from breakeven.ui.compare.sentences import answer
from tests.made import evaluation_of, review_of, truth_of

BOTH = sparse.csc_array(np.eye(2, dtype=bool))
F1 = ComparisonSettings("f", 1.0, "drop", (0,))


def evaluated(name: str, called: np.ndarray, true: np.ndarray) -> Evaluation:
    classes = np.arange(2)
    truth = truth_of(sparse.csc_array(true[:, None] == classes))
    found = evaluation_of(truth, sparse.csc_array(called[:, None] == classes))
    return replace(found, system=name)


def compared_pair(better: int, worse: int = 0, n: int = 100) -> tuple[ComparedSystems, SystemPair]:
    """Two systems on n documents of two classes, which part on the first few."""
    true = np.arange(n) % 2
    old, new = true.copy(), true.copy()
    old[:better] = 1 - old[:better]
    new[better : better + worse] = 1 - new[better : better + worse]
    common = share_documents([evaluated("old", old, true), evaluated("new", new, true)])
    side = compare_systems(common, F1, 1000)
    return side, pair_of(side, 0, 1)


@pytest.mark.parametrize("apart", [1, 2, 3, 4, 5])
def test_below_six_differing_documents_nothing_is_more_than_chance(apart: int) -> None:
    side, pair = compared_pair(apart)
    # all of them in favour of the new one: p = 2 / 2^n, above 0.05
    for name in COMPARED_AVERAGES[1:3]:
        assert pair.p_of(name) == pytest.approx(2 / 2**apart)
        assert pair.claim(name) == "few"
    headline, numbers = answer(pair, "f", "F1")
    assert headline.striptags() == "No clear difference between new and old."
    assert "unlikely to be chance" not in numbers
    assert "which may be chance" in numbers
    result = ComparisonResult(side, pair, "micro", (), review_of(truth_of(BOTH)))
    assert result.to_dict()["difference"]["beyond_chance"] is False
    assert result.to_dict()["difference"]["documents_that_tell"] == apart
    assert "unlikely to be chance" not in result.to_markdown()
    # each differing document is two differing decisions: it counts once
    assert not side.standing_of_averages.beaten.any()


def test_six_all_going_one_way_are_more_than_chance() -> None:
    side, pair = compared_pair(6)
    assert pair.p_of("micro") == pytest.approx(2 / 2**6)
    assert pair.claim("micro") == "beyond"
    headline, numbers = answer(pair, "f", "F1")
    assert "is better than" in headline
    assert "unlikely to be chance" in numbers
    assert side.standing_of_averages.beaten[COMPARED_AVERAGES.index("micro"), 0]


def test_a_claim_never_stands_beside_a_p_that_denies_it() -> None:
    for better, worse in ((7, 1), (8, 1), (9, 2), (12, 4), (20, 9)):
        side, pair = compared_pair(better, worse)
        # two-sided binomial: every swap of n documents is tried, or drawn
        for name in COMPARED_AVERAGES[1:]:
            claim, p = pair.claim(name), pair.p_of(name)
            assert (claim == "beyond") <= (p <= 0.05)
            assert (claim == "chance") <= (p > 0.05)
            row = COMPARED_AVERAGES.index(name)
            if side.standing_of_averages.beaten[row].any():
                assert p <= 0.05
        real = pair.real_classes
        assert pair.randomised is not None
        assert (pair.holm[real] <= 0.05).all()


def test_of_ninety_classes_alike_hardly_ever_one_is_said_to_differ() -> None:
    # two systems, each right on 80 of 100 documents of each class: 5 of 100 comparisons may say
    # that any class differs; of 40, 7 or more do so by chance once in 300 times
    draw = np.random.default_rng(3)
    claims = 0
    for _ in range(40):
        true = np.repeat(np.arange(30), 20)
        labels = true[:, None] == np.arange(30)
        names = tuple(f"c{c}" for c in range(30))
        given = [
            np.where(draw.random(600) < 0.8, true, (true + draw.integers(1, 30, 600)) % 30)
            for _ in range(2)
        ]
        truth = truth_of(labels, classes=names)
        two = [
            evaluation_of(truth, g[:, None] == np.arange(30), s)
            for g, s in zip(given, "ab", strict=True)
        ]
        side = compare_systems(
            share_documents(two), ComparisonSettings("f", 1.0, "drop", ()), 1_000
        )
        claims += bool(pair_of(side, 0, 1).real_classes.any())
    assert claims < 7


def test_interval_and_p_that_disagree_are_said_to() -> None:
    wide = BootstrapDifference(0.02, 0.1, -0.001, 0.05, 0.05)
    clear = BootstrapDifference(0.02, 0.1, 0.001, 0.05, 0.05)
    assert claim_of(wide, 0.045, 40) == claim_of(clear, 0.06, 40) == "edge"
    assert CLAIM_WORDS["edge"].startswith("borderline")
    assert claim_of(wide, 0.06, 40) == "chance"
    assert claim_of(clear, 0.045, 40) == "beyond"
    assert claim_of(clear, float("nan"), 40) == "beyond"
    assert claim_of(clear, float("nan"), 5) == "few"
    nothing = float("nan")
    assert (
        claim_of(BootstrapDifference(0.02, 0.1, nothing, nothing, nothing), nothing, 9)
        == "untested"
    )


def test_more_comparisons_take_more_documents() -> None:
    # 2 / 2^n at most 0.05 / comparisons: 40, 80, 200 swaps at least
    assert [fewest_telling(c) for c in (1, 2, 5)] == [6, 7, 8]


def test_systems_that_never_part_show_no_detectable_difference() -> None:
    side, pair = compared_pair(0)
    assert pair.claim("micro") == "same"
    result = ComparisonResult(side, pair, "micro", (), review_of(truth_of(BOTH))).to_dict()
    for key in ("low", "high", "smallest_detectable"):
        assert result["difference"][key] is None
    headline, numbers = answer(pair, "f", "F1")
    assert "score the same" in headline
    assert "no difference" in numbers


def test_only_documents_of_the_largest_classes_tell_of_them() -> None:
    true = np.array([[True, False]] * 4 + [[False, True]] * 4)
    called = true.copy()
    called[4:7, 1] = False
    truth = truth_of(sparse.csc_array(true))
    old, new = (evaluation_of(truth, sparse.csc_array(m)) for m in (called, true))
    assert telling_documents(old, new, F1) == {
        "micro_top": 0,
        "micro": 3,
        "macro": 3,
        "weighted": 3,
        "per_document": 3,
    }
