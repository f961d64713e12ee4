"""The averages of an evaluation: values, what is 0/0 in them, and their intervals."""

from __future__ import annotations

import numpy as np
import pytest

from breakeven.analysis.evaluation.average_intervals import average_intervals
from breakeven.results.averages import averages_of
from tests.made import evaluation_of, matrix_of, truth_of

# class c is neither true nor assigned; the fifth document gets nothing
TRUE = matrix_of(["a", "a", "a", "b", "b", "ab"], 3)
CALLED = matrix_of(["a", "a", "b", "b", "", "b"], 3)


def test_each_average_says_over_how_many_units_it_is() -> None:
    averages = averages_of(evaluation_of(truth_of(TRUE), CALLED), 1.0, "drop", None)
    # a: 2 right of 2 assigned and 4 true; b: 2 right of 3 and 3; c: 0/0
    assert averages.micro.measures["precision"].value == 4 / 5
    assert averages.micro.of == 6 * 3
    assert averages.macro.measures["recall"].value == pytest.approx((2 / 4 + 2 / 3) / 2)
    assert (averages.macro.units["recall"], averages.macro.undefined["recall"]) == (2, 1)
    assert averages.macro.of == 3
    # by document: 1, 1, 0 (b for a), 1, 0/0 (nothing assigned), 1
    assert averages.per_document.measures["precision"].value == pytest.approx(4 / 5)
    assert (averages.per_document.units["precision"], averages.per_document.of) == (5, 6)
    # the first, the second and the fourth of six
    assert averages.exact_match.value == 3 / 6
    # a has 4 of the 7 positives, b 3, and c, which has none, no weight
    weighted = averages.weighted
    assert weighted.measures["precision"].value == pytest.approx(4 / 7 * 1 + 3 / 7 * 2 / 3)
    # F of a is 4 / 6, of b 4 / 6
    assert weighted.measures["f"].value == pytest.approx(4 / 6)
    assert weighted.measures["recall"].value == averages.micro.measures["recall"].value == 4 / 7
    assert (weighted.of, weighted.undefined["f"]) == (2, 0)
    assert weighted.weighs == "every class counts by its positives"
    names = ["Micro", "Macro", "Weighted", "Per document"]
    assert [average.name for average in averages.every] == names
    assert averages.every == averages.shown


def test_without_intervals_there_are_no_ends() -> None:
    averages = averages_of(evaluation_of(truth_of(TRUE), CALLED), 1.0, "drop", None)
    assert averages.micro.interval("f") is None
    assert np.isnan(averages.micro.measures["f"].low)
    assert averages.to_dict()["intervals"] is None
    assert averages.intervals_text == ""


def test_the_ends_are_those_of_the_intervals_and_lie_around_the_value() -> None:
    evaluation = evaluation_of(truth_of(TRUE), CALLED)
    intervals = average_intervals(evaluation, 1.0, "drop")
    assert intervals is not None
    averages = averages_of(evaluation, 1.0, "drop", intervals)
    for average in averages.every:
        ends = average.interval("f")
        assert ends is not None
        assert ends.low <= ends.value <= ends.high
    assert averages.to_dict()["intervals"]["micro"]["f"] == [
        float(intervals.micro["f"].low),
        float(intervals.micro["f"].high),
    ]
    # not shown in tables, so nobody works its interval out
    assert averages.micro.interval("fallout") is None


def test_where_each_document_has_one_class_and_gets_one_only_means_over_classes_differ() -> None:
    true = matrix_of(["a", "a", "b", "b"], 2)
    averages = averages_of(
        evaluation_of(truth_of(true), matrix_of(["a", "b", "b", "b"], 2)), 1.0, "drop", None
    )
    assert averages.one_of
    assert averages.exact_match.value == averages.micro.measures["f"].value == 3 / 4
    assert averages.shown == (averages.macro, averages.weighted)
