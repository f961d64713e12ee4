"""The classes most often taken for each other: which they are, and their part of the matrix."""

from __future__ import annotations

import breakeven as be
from breakeven.analysis.selection.selected_evaluation import evaluate_selection
from breakeven.analysis.selection.selection import select
from breakeven.results.confusion import MostConfused, most_confused


def confused_in(true: list[str], called: list[str]) -> MostConfused | None:
    review = be.from_arrays(true, called, classes=["a", "b", "c"])
    return most_confused(evaluate_selection(review, select(review, {}))[0])


def test_the_cells_are_counts_and_the_pairs_the_errors() -> None:
    # a is taken for b twice and right once, b for a once; c is right
    confused = confused_in(["a", "a", "a", "b", "c"], ["b", "b", "a", "a", "c"])
    assert confused is not None
    assert confused.pairs == (("a", "b", 2.0), ("b", "a", 1.0))
    assert set(confused.classes) == {"a", "b"}
    a, b = (confused.classes.index(name) for name in "ab")
    cells = [confused.cells[pair] for pair in ((a, a), (a, b), (b, a), (b, b))]
    assert cells == [1, 2, 1, 0]
    assert confused.rule == ("The 2 classes that get confused, confused ones side by side.")


def test_where_nothing_is_confused_there_is_nothing_to_show() -> None:
    assert confused_in(["a", "b", "c"], ["a", "b", "c"]) is None
