"""Everything counted and measured per class, one row each."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from metrics import measures
from metrics.evaluation import Evaluation
from metrics.intervals import f_interval
from metrics.records import Truth
from metrics.tallies import Array


def split_column(split: str) -> str:
    """The column that holds the positives of a split; cannot be another column's name."""
    return f"positives in {split}"


def positives_per_split(truth: Truth) -> Array:
    """Documents truly in each class, per split, shape (splits, classes)."""
    k, splits = len(truth.classes), len(truth.splits)
    if truth.labels is None or not splits:
        return np.zeros((splits, k), dtype=np.int64)
    split = truth.split_of[truth.labels.indices]
    in_class = np.repeat(np.arange(k), np.diff(truth.labels.indptr))
    cells = (split * k + in_class)[split >= 0]
    return np.bincount(cells, minlength=splits * k).reshape(splits, k)


@st.cache_resource(max_entries=24, show_spinner="Measuring every class …")
def class_frame(key: str, _truth: Truth, _evaluation: Evaluation, _beta: float) -> pd.DataFrame:
    """One row per class, in the order of the classes; read-only. Undefined is NaN.

    `class`; `positives in <split>` over all documents of each split; `positives`, `tp`, `fp`,
    `fn`, `tn`, `precision`, `recall`, `f` with `f_low_95` and `f_high_95` on the evaluated
    documents; where there are scores `break_even`, `break_even_how`, `eleven_point` and
    `average_precision`. Source of the interval: `metrics.intervals.f_interval`.
    """
    e, tables = _evaluation, _evaluation.tables
    per_split = positives_per_split(_truth)
    interval = f_interval(tables, _beta)
    columns: dict[str, Array | list[str]] = {"class": list(e.classes)}
    columns |= {split_column(s): per_split[i] for i, s in enumerate(_truth.splits)}
    columns |= {
        "positives": tables.positives,
        "tp": tables.tp,
        "fp": tables.fp,
        "fn": tables.fn,
        "tn": tables.tn,
        "precision": measures.precision(tables),
        "recall": measures.recall(tables),
        "f": measures.f_beta(tables, _beta),
        "f_low_95": interval.low,
        "f_high_95": interval.high,
    }
    if e.scored.scores is not None:
        points = e.scored.break_even_points
        columns |= {
            "break_even": np.array([p.value for p in points], dtype=float),
            "break_even_how": [p.how for p in points],
            "eleven_point": np.array([p.average for p in e.scored.eleven_points], dtype=float),
            "average_precision": e.scored.average_precisions,
        }
    return pd.DataFrame(columns)
