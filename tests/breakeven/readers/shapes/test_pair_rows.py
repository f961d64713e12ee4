"""Long files: the same review as the wide one of the same data, and what is wrong at their end."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from breakeven.analysis.selection.selected_evaluation import evaluate_selection
from breakeven.analysis.selection.selection import select
from breakeven.data.records import Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.build import read_review
from breakeven.results.evaluation import evaluation_result
from tests.breakeven.readers.reading import parquet

DOCUMENTS, CLASSES = 5_000, 40


@cache
def long() -> pd.DataFrame:
    """200,000 pairs, sorted by document, with scores that are often equal."""
    rng = np.random.default_rng(8)
    names = [f"c{c:02}" for c in rng.permutation(CLASSES)]
    truth = rng.random(DOCUMENTS * CLASSES) < 0.05
    scores = rng.standard_normal(len(truth)).round(1) + truth
    return pd.DataFrame(
        {
            "id": np.repeat([f"d{row}" for row in range(DOCUMENTS)], CLASSES),
            "class": np.tile(names, DOCUMENTS),
            "truth": truth.astype(int),
            "score": scores.astype(np.float32),
        }
    )


def read(frame: pd.DataFrame) -> Review:
    table = pa.Table.from_pandas(frame, preserve_index=False)
    return read_review([("f.parquet", parquet(table, row_group_size=70_001))])


def result_json(review: Review) -> str:
    evaluation, kept = evaluate_selection(review, select(review, {}))
    return json.dumps(
        evaluation_result(review, evaluation, kept, 1.0, "drop").to_dict(), sort_keys=True
    )


def wide(frame: pd.DataFrame) -> pd.DataFrame:
    by_class = frame.pivot(index="id", columns="class")
    order = frame["id"].unique()
    true = frame[frame["truth"] == 1].groupby("id")["class"].agg("|".join)
    table = by_class["score"].add_prefix("score:").reindex(order)
    table.insert(0, "true", true.reindex(order).fillna(""))
    return table.rename_axis("id").reset_index()


@pytest.mark.parametrize("order", ["by document", "by class", "in no order"])
def test_a_long_file_says_what_the_wide_one_says(order: str) -> None:
    frame = long()[:20_000]
    if order == "by class":
        frame = frame.sort_values("class", kind="stable")
    elif order == "in no order":
        frame = frame.sample(frac=1, random_state=3)
    from_long, from_wide = read(frame), read(wide(frame))
    assert from_long.predictions[0].scores.dtype == np.float32
    assert np.array_equal(from_long.predictions[0].scores, from_wide.predictions[0].scores)
    assert result_json(from_long) == result_json(from_wide)


@pytest.mark.parametrize("order", ["by document", "in no order"])
def test_weights_clusters_and_splits_of_pairs_are_those_of_their_documents(order: str) -> None:
    frame = long()[:8_000]
    rng = np.random.default_rng(7)
    documents = frame["id"].unique()
    properties = pd.DataFrame(
        {
            "id": documents,
            "weight": rng.integers(1, 5, len(documents)) / 2,
            "cluster": rng.permutation([f"k{row // 3}" for row in range(len(documents))]),
            "split": rng.choice(["dev", "test"], len(documents)),
        }
    )
    frame = frame.merge(properties, on="id")
    if order == "in no order":
        frame = frame.sample(frac=1, random_state=3)
    from_long = read(frame)
    from_wide = read(wide(frame[["id", "class", "truth", "score"]]).merge(properties, on="id"))
    assert from_long.truth.splits == ("dev", "test")
    for name in ("weights", "clusters"):
        held = [getattr(review.truth, name) for review in (from_long, from_wide)]
        assert held[0] is not None
        assert np.array_equal(*held)
    assert result_json(from_long) == result_json(from_wide)


@pytest.mark.parametrize("order", ["one after the other", "in no order"])
def test_each_system_of_a_long_file_has_its_own_scores(order: str) -> None:
    own = {"a": long()[:8_000], "b": long()[:8_000].assign(score=-long()["score"][:8_000])}
    frame = pd.concat([rows_of_system.assign(system=name) for name, rows_of_system in own.items()])
    if order == "in no order":
        frame = frame.sample(frac=1, random_state=3)
    review = read(frame)
    assert review.truth.documents is not None
    place = {name: row for row, name in enumerate(review.truth.documents.tolist())}
    for predictions in review.predictions:
        alone = read(wide(own[predictions.system]))
        assert alone.truth.documents is not None
        assert isinstance(predictions.scores, np.ndarray)
        rows = [place[name] for name in alone.truth.documents.tolist()]
        assert np.array_equal(predictions.scores[:, rows], alone.predictions[0].scores)
    assert sorted(p.system for p in review.predictions) == ["a", "b"]


def put(column: str, value: float | str | None) -> Callable[[pd.DataFrame], pd.DataFrame]:
    def change(frame: pd.DataFrame) -> pd.DataFrame:
        held = {} if isinstance(value, float) else {column: object}
        kept = frame.astype(held)
        kept.loc[kept.index[-2], column] = value
        return kept.astype({column: str}) if column == "truth" and value == "x" else kept

    return change


def twice(frame: pd.DataFrame) -> pd.DataFrame:
    return pd.concat([frame, frame[7:8]])


def instead(frame: pd.DataFrame) -> pd.DataFrame:
    return pd.concat([frame[:-1], frame[-2:-1]])


AGAIN = "column 'class': class {} has an earlier row for the same document; keep one row per"
FAULTS: list[tuple[Callable[[pd.DataFrame], pd.DataFrame], int, str]] = [
    (put("id", ""), -1, "column 'id': the id is missing; give every row an id"),
    (put("id", None), -1, "column 'id': the id is missing; give every row an id"),
    (put("truth", "x"), -1, "column 'truth': 'x' is neither 1 nor 0; write 1 or 0, or -1 for not"),
    (put("score", np.inf), -1, "column 'score': the score is 'inf'; give a number"),
    (twice, 1, AGAIN),
    (instead, 0, AGAIN),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault[2][:25])
@pytest.mark.parametrize("order", ["by document", "in no order"])
def test_what_is_wrong_at_the_end_is_said(
    fault: tuple[Callable[[pd.DataFrame], pd.DataFrame], int, str], order: str
) -> None:
    change, place, what = fault
    frame = long() if order == "by document" else long().sample(frac=1, random_state=3)
    wrong = change(frame)
    with pytest.raises(ReadError) as caught:
        read(wrong)
    (problem,) = caught.value.problems
    row = DOCUMENTS * CLASSES + place
    name = wrong["class"].iloc[row - 1]
    assert str(problem).startswith(f"f.parquet, row {row:,}, {what.replace('{}', repr(name))}")


def test_systems_of_a_long_file_must_agree_about_the_truth_of_a_pair() -> None:
    pairs = pd.DataFrame(
        {
            "id": ["1", "1", "2"],
            "class": ["a", "b", "a"],
            "truth": [1, 0, 0],
            "score": [0.9, 0.2, 0.1],
        }
    )
    frame = pd.concat([pairs.assign(system=name) for name in "xy"], ignore_index=True)
    assert len(read(frame).predictions) == 2
    frame.loc[4, "truth"] = 1
    with pytest.raises(ReadError) as caught:
        read(frame)
    (problem,) = caught.value.problems
    assert problem.row == 5
    assert problem.what == "the truth of class 'b' differs from an earlier row"
