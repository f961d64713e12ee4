"""The table of an evaluation by MLflow opens as it was logged."""

from __future__ import annotations

import json
from typing import Any

import pytest

import breakeven as be
from breakeven.readers.base.problems import ReadError
from tests.breakeven.readers.formats.examples import called_of, example, formats_of, raw, truth_of
from tests.breakeven.readers.reading import review_of

TRUE = ["sport", "money", "weather", "sport", "money", "money", "weather", "sport"]
TABLE: dict[str, list[Any]] = {
    "columns": ["question", "gold", "answer", "toxicity/v1/score", "toxicity/v1/justification"],
    "data": [["x", "a", "a", 0.1, "mild"], ["y", "b", "a", 0.2, "mild"], ["z", "b", "b", 0, ""]],
}


@pytest.mark.parametrize("name", ["eval_results_table.json", "static.eval_results_table.json"])
def test_target_and_outputs_give_the_accuracy_that_mlflow_prints(name: str) -> None:
    review = example(f"mlflow/{name}")
    assert truth_of(review) == [{name} for name in TRUE]
    assert called_of(review) == [{name} for name in [*TRUE[:7], "weather"]]
    assert be.evaluate(review).micro()["f"] == 0.875  # accuracy_score
    assert review.truth.text_column == "text"


def test_features_are_what_else_is_known() -> None:
    review = example("mlflow/static.eval_results_table.json")
    assert set(review.truth.columns) == {"text", "language"}


def test_a_metric_is_no_score_of_a_class_and_is_left_out() -> None:
    review = review_of(t_json=json.dumps(TABLE))
    assert truth_of(review) == [{"a"}, {"b"}, {"b"}]
    assert review.predictions[0].scores is None
    assert [*review.truth.columns] == ["question"]


def test_columns_and_data_without_a_metric_are_a_table_of_pandas() -> None:
    assert formats_of('{"columns": ["true", "predicted"], "data": [["a", "b"]]}', "f.json") == []
    assert formats_of('{"columns": 1, "data": 2}', "f.json") == []


def test_a_table_cut_short_or_with_ragged_rows_is_refused() -> None:
    with pytest.raises(ReadError):
        review_of(t_json=raw("mlflow/eval_results_table.json").decode()[:-40])
    ragged = TABLE | {"data": [*TABLE["data"], ["x", "a"]]}
    with pytest.raises(ReadError, match="row 4: not the 5 values of the columns"):
        review_of(t_json=json.dumps(ragged))
    twice = {"columns": ["a", "a", "latency"], "data": [["x", "a", 1]]}
    with pytest.raises(ReadError, match="columns of one name"):
        review_of(t_json=json.dumps(twice))
