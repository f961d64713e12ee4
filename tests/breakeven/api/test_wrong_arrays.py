"""What is wrong with arrays is named, with what to do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import breakeven as be

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"y_pred": ["a"]}, r"different numbers of documents: y_true of 2, y_pred of 1"),
    (
        {"y_true": None, "y_pred": None},
        r"there is nothing about the documents; give y_true, y_pred",
    ),
    ({"y_pred": [0.25, 0.5]}, r"y_pred: 0.25 is not a class.* as y_score"),
    ({"y_pred": ["a", ["b"]]}, r"y_pred holds lists of labels, but 'a' in row 0"),
    ({"y_pred": [[0.3, 0.7], [1, 0]]}, r"y_pred: 0.3 is not a class"),
    ({"y_pred": np.array([[0.3, 0.7], [1, 0]])}, r"y_pred holds 0.3 in row 0, column 0.*y_score"),
    ({"y_pred": np.array([[np.nan, 1], [1, 0]])}, r"y_pred holds NaN"),
    ({"y_pred": np.zeros((2, 2, 2))}, r"y_pred has the shape \(2, 2, 2\)"),
    ({"y_pred": 3}, r"y_pred is of the type int"),
    ({"y_pred": np.eye(3)[:2]}, r"y_pred has 3 columns and there are 2 classes \('a', 'b'\)"),
    ({"y_score": np.eye(3)[:2]}, r"y_score has 3 columns and there are 2 classes"),
    ({"y_score": [[1, 2], [3, np.inf]]}, r"y_score holds inf in row 1, column 1"),
    ({"y_score": {"a": [1, np.nan]}}, r"y_score holds nan in row 1, column 0 \('a'\)"),
    ({"y_score": [["x", "y"], ["z", "w"]]}, r"y_score holds more than numbers"),
    ({"y_score": {"a": [1, 2], "b": [1]}}, r"as many scores each"),
    ({"y_score": {"q": [1, 2]}, "classes": ["a", "b"]}, r"scores of unknown classes: 'q'"),
    ({"y_score": [0.1, 0.2]}, r"name its class with pos_label \('a', 'b'\)"),
    ({"pos_label": "q"}, r"pos_label 'q' does not occur; choose one of"),
    ({"y_score": np.eye(2) * 2, "probabilities": True}, r"y_score holds 0 to 2, but probabilities"),
    ({"classes": ["a", "c"]}, r"y_true holds labels that are not among the classes: 'b'"),
    ({"classes": ["a", "a"]}, r"classes names 'a' twice"),
    ({"y_score": pd.DataFrame(np.eye(2), columns=["a", "a"])}, r"y_score names 'a' twice"),
    ({"y_pred": pd.DataFrame(np.eye(2), columns=["a", "a"])}, r"y_pred names 'a' twice"),
    ({"classes": "ab"}, r"classes is a single text"),
    ({"classes": ["a", "b"], "labels": ["a", "b"]}, r"classes and labels mean the same"),
    ({"ids": ["x", "x"]}, r"ids repeat 'x'"),
    ({"ids": ["x", "x"], "split": "test"}, r"ids repeat 'x'; give each document its own within"),
    ({"ids": ["x", "x"], "split": ["test", ""]}, r"ids repeat 'x'"),
    ({"ids": ["x"]}, r"ids holds 1 values for 2 documents"),
    ({"ids": ["x", "\ud800"]}, r"ids holds a text that is not valid Unicode in row 1; repair it"),
    ({"text": pd.Series(["\udfff", 1], dtype=object)}, r"text holds .* not valid Unicode in row 0"),
    ({"split": "\ud800"}, r"split holds a text that is not valid Unicode in row 0"),
    ({"groups": ["x", "\ud800"]}, r"groups holds a text that is not valid Unicode in row 1"),
    ({"columns": {"c": [1, "\ud800"]}}, r"columns\['c'\] holds .* not valid Unicode in row 1"),
    ({"text": [["x"], ["y"]]}, r"text has the shape \(2, 1\)"),
    ({"sample_weight": [1, -1]}, r"sample_weight holds -1 in row 1"),
    ({"sample_weight": ["x", "y"]}, r"sample_weight: could not convert"),
    ({"sample_weight": [0, 0]}, r"sample_weight is 0"),
    (
        {"columns": {"groups": [1, 2]}, "groups": [1, 2]},
        r"columns has 'groups', which is also an argument",
    ),
]


@pytest.mark.parametrize(("change", "message"), WRONG, ids=[message for _, message in WRONG])
def test_a_wrong_argument_is_named_with_what_to_do(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        be.from_arrays(**({"y_true": ["a", "b"], "y_pred": ["a", "a"]} | change))


def test_three_classes_have_no_single_score() -> None:
    with pytest.raises(ValueError, match="there are 3 classes; one score per document"):
        be.from_arrays(["a", "b", "c"], y_score=[1, 2, 3])
