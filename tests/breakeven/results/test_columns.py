"""Each column of the class table is one record, and stands at each door as it is listed there."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.results.classes import measured_frame
from breakeven.results.columns import DOORS, ClassNumbers, Door, class_numbers, columns
from tests.made import evaluation_of, matrix_of, truth_of

TRUE = matrix_of(["a", "a", "ab", "b", "b", "c"], 3)
CALLED = matrix_of(["a", "b", "ab", "b", "", "c"], 3)


@pytest.fixture
def evaluation() -> Evaluation:
    return evaluation_of(truth_of(TRUE), CALLED)


@pytest.mark.parametrize("door", get_args(Door))
def test_no_column_stands_twice_at_a_door(door: Door) -> None:
    keys = [column.key for column in columns(door)]
    assert len(set(keys)) == len(keys)
    assert [key for key in DOORS[door] if not key.startswith("*") and key not in keys] == []


def test_a_key_means_the_same_column_at_every_door() -> None:
    named: dict[str, set[tuple[str, str, str, str]]] = {}
    for door in get_args(Door):
        for column in columns(door):
            of = (column.title, column.text, column.html, column.kind)
            named.setdefault(column.key, set()).add(of)
    assert [key for key, of in named.items() if len(of) > 1] == []


def test_without_scores_only_columns_of_decisions_stand_there() -> None:
    left = {column.key for column in columns("frame")} - {
        column.key for column in columns("frame", scored=False)
    }
    assert left == {
        "break_even", "break_even_how", "eleven_point", "average_precision", "roc_auc",
        "break_even_low_95", "break_even_high_95", "average_precision_low_95",
        "average_precision_high_95", "roc_auc_low_95", "roc_auc_high_95",
    }  # fmt: skip


def test_values_and_ends_are_one_a_class(evaluation: Evaluation) -> None:
    of = class_numbers(evaluation, 1.0)
    assert of.scored is None
    for column in columns("record", scored=False):
        if column.values is not None:
            assert len(column.values(of)) == 3, column.key
        if column.ends is not None:
            assert column.values is not None
            ends, values = column.ends(of), np.asarray(column.values(of))
            assert np.all((ends.low <= values) & (values <= ends.high)), column.key


def test_the_frame_has_the_columns_listed_with_the_ends_of_f(evaluation: Evaluation) -> None:
    frame, of = measured_frame(evaluation, 2.0), class_numbers(evaluation, 2.0)
    assert list(frame.columns) == [column.key for column in columns("frame", scored=False)]
    assert_array_equal(frame["f_low_95"], of.f_ends.low)
    assert_array_equal(frame["f_high_95"], of.f_ends.high)
    assert_array_equal(frame["tp"], [2, 2, 1])


def test_there_are_no_curves_of_decisions(evaluation: Evaluation) -> None:
    of = class_numbers(evaluation, 1.0)
    for name in ("curves", "break_even_ends", "average_precision_ends"):
        with pytest.raises(ValueError, match="without scores there are no curves"):
            getattr(of, name)
    assert isinstance(of, ClassNumbers)
