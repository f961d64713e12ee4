"""The table of all classes: counts per split, counts here, and what undefined looks like."""

from __future__ import annotations

import io

import pandas as pd
from numpy.testing import assert_array_equal

from breakeven.analysis.evaluation.cut import natural_cut
from breakeven.ui.app.cache import cache
from breakeven.ui.app.session.downloads import guarded_csv, parquet
from breakeven.ui.app.store.saved import sample as opened_sample
from breakeven.ui.classes.class_table import class_frame


def frame_of(sample: str, system: int, split: str, beta: float = 1.0) -> pd.DataFrame:
    review = opened_sample(sample)
    predictions = review.predictions[system]
    cut = natural_cut(predictions, review.truth.task == "single-label")
    return class_frame(review, cache.evaluation(review, predictions.system, split, cut), beta)


def test_counts_per_split_are_those_published_with_the_sample() -> None:
    frame = frame_of("reuters", 4, "test").set_index("class")
    # the sample's README: earn has 2,877 documents outside the test split and 1,087 in it
    assert frame.loc["earn", ["positives in train", "positives in dev"]].sum() == 2877
    assert frame.loc["earn", "positives in test"] == 1087
    assert frame.loc["corn", ["positives in train", "positives in dev"]].sum() == 181
    assert (frame["tp"] + frame["fn"] == frame["positives in test"]).all()
    assert (frame[["tp", "fp", "fn", "tn"]].sum(axis=1) == 3299).all()


def test_undefined_is_an_empty_cell_in_both_downloads() -> None:
    frame = frame_of("reuters", 4, "test")
    never = frame["tp"] + frame["fp"] == 0
    assert never.sum() > 0
    for saved in (
        pd.read_csv(io.BytesIO(guarded_csv(frame)), keep_default_na=False),
        pd.read_parquet(io.BytesIO(parquet(frame))),
    ):
        assert list(saved.columns) == list(frame.columns)
        empty = (saved["precision"] == "") | saved["precision"].isna()
        assert_array_equal(empty, never)


def test_without_scores_there_are_no_columns_of_curves() -> None:
    assert "break_even" not in frame_of("r8", 0, "test")
    assert frame_of("reuters", 4, "test")["break_even_how"].isin(["exact", "interpolated"]).any()
