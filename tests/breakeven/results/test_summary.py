"""The paragraph to read out claims about sizes of classes only what the classes bear out."""

from __future__ import annotations

import numpy as np
import pytest

from breakeven.analysis.evaluation.class_sizes import ordered_by_chance, size_effect
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.results.summary import summary_text
from metrics.typing import Array
from tests.made import evaluation_of, truth_of


def evaluation(true: str, called: str, unjudged: str | None = None) -> Evaluation:
    """One letter per document: its true class, the one it was assigned, and one not judged."""
    classes = tuple(sorted({*true, *called}))

    def sets(letters: str) -> Array:
        return np.array([[c == letter for c in classes] for letter in letters])

    truth = truth_of(sets(true), sets(unjudged) if unjudged else None, classes=classes)
    return evaluation_of(truth, sets(called))


FOUR_LARGE = "a" * 40 + "b" * 38 + "c" * 36 + "d" * 34


@pytest.mark.parametrize(
    ("true", "called", "words"),
    [
        # a to d always found, e to h never: rank correlation 29 / √(42 · 35) = .756, t 2.83, which
        # chance gives once in 66 times
        (FOUR_LARGE + "eeeeeffffggghh", FOUR_LARGE + "a" * 14, "lower: the small classes are the"),
        # a 8 of 8, b and c 0 of 1: three classes have no order that chance would not give
        ("aaaaaaaabc", "aaaaaaaaaa", "lower than over all labels"),
        # a: 4 of 8 found, 4 taken for b; b, c: 1 of 1 found. F 0.667, 0.333, 1; micro 0.6:
        # small ones 0.667 as the large one, so their size is not the reason
        ("aaaaaaaabc", "aaaabbbbbc", "higher than over all labels"),
        # equal sizes, one class bad: F 2/3, 0, 1; micro 0.667
        ("aabbcc", "aaaacc", "lower than over all labels"),
        ("aabb", "aabb", "about as good as over all labels"),
    ],
)
def test_sizes_of_classes_are_blamed_only_where_they_differ(
    true: str, called: str, words: str
) -> None:
    assert words in summary_text(evaluation(true, called), 1.0, "drop", None)


def test_a_single_class_has_no_mean_over_classes() -> None:
    assert "mean over" not in summary_text(evaluation("aaa", "aaa"), 1.0, "drop", None)


def test_pairs_that_nobody_judged_are_said() -> None:
    # one pair: class b of the first document
    said = summary_text(evaluation("aab", "aab", "b  "), 1.0, "drop", None)
    assert "Left out everywhere: 1 document/class pair that nobody judged." in said


def test_accuracy_is_said_of_the_documents_that_were_judged() -> None:
    # of four documents nobody judged the first; of the others two are right
    true = np.array([[0, 0], [1, 0], [1, 0], [0, 1]], dtype=bool)
    called = np.array([[1, 0], [1, 0], [0, 1], [0, 1]], dtype=bool)
    unjudged = np.array([[1, 1], [0, 0], [0, 0], [0, 0]], dtype=bool)
    said = summary_text(evaluation_of(truth_of(true, unjudged), called), 1.0, "drop", None)
    assert "predicts the right class for 2 of the 3 that were judged: accuracy 66.7 %" in said


def test_the_size_of_classes_is_judged_by_their_own_values() -> None:
    few = evaluation(FOUR_LARGE + "eeeeeffffggghh", FOUR_LARGE + "a" * 14)
    # F of a is 2 · 40 / (40 + 54), of b, c and d 1, of the others 0
    effect = size_effect(few, 1.0, -0.3)
    assert (effect.weaker, effect.alike) == ("small", False)
    assert effect.gap == pytest.approx((3 + 80 / 94) / 4)
    # macro above micro, and the small ones weaker: their size explains nothing
    assert size_effect(few, 1.0, 0.1).weaker is None
    nothing = size_effect(evaluation("aabb", "aabb"), 1.0, 0.0)
    assert (nothing.weaker, nothing.alike) == (None, True)


def test_order_by_chance_is_that_of_student() -> None:
    # Spearman's r of 1 2 3 4 5 6 and 2 1 3 4 6 5 is 1 - 6 · 4 / 210 = .8857, t = 3.8158 on 4
    order = ordered_by_chance(np.arange(6), np.array([2, 1, 3, 4, 6, 5]))
    assert order == pytest.approx(0.00940, abs=5e-5)
    assert ordered_by_chance(np.arange(4), np.arange(4)) == 1.0
    assert ordered_by_chance(np.arange(9), np.zeros(9)) == 1.0
