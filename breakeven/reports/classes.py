"""Everything counted and measured per class, one row each."""

from __future__ import annotations

import numpy as np
import pandas as pd

from breakeven.evaluation.evaluation import Evaluation
from breakeven.records import Truth
from breakeven.splits import class_counts
from metrics.catalogue.shown import measures_shown
from metrics.intervals import f_interval
from metrics.typing import Array


def split_column(split: str) -> str:
    """The column that holds the positives of a split; cannot be another column's name."""
    return f"positives in {split}"


def class_frame(truth: Truth, evaluation: Evaluation, beta: float) -> pd.DataFrame:
    """One row per class, in the order of the classes. Undefined is NaN.

    `class`; `positives in <split>` over all documents of each split; `positives`, `tp`, `fp`,
    `fn`, `tn`, `precision`, `recall`, `f` with `f_low_95` and `f_high_95` on the evaluated
    documents; where there are scores `break_even`, `break_even_how`, `eleven_point` and
    `average_precision`, two of them with intervals like that of F. Sources of the intervals:
    `metrics.intervals.f_interval`, `metrics.ranking.ranking_intervals`.
    """
    tables = evaluation.tables
    per_split = class_counts(truth)
    interval = f_interval(tables, beta)
    columns: dict[str, Array | list[str]] = {"class": list(evaluation.classes)}
    columns |= {split_column(s): per_split[i] for i, s in enumerate(truth.splits)}
    columns |= {
        "positives": tables.positives,
        "tp": tables.tp,
        "fp": tables.fp,
        "fn": tables.fn,
        "tn": tables.tn,
        **{name: measure(tables) for name, measure in measures_shown("table", beta).items()},
        "f_low_95": interval.low,
        "f_high_95": interval.high,
    }
    if evaluation.scored.scores is not None:
        points = evaluation.scored.break_even_points
        columns |= {
            "break_even": np.array([p.value for p in points], dtype=float),
            "break_even_how": [p.how for p in points],
            "eleven_point": np.array(
                [p.average for p in evaluation.scored.eleven_points], dtype=float
            ),
            "average_precision": evaluation.scored.average_precisions,
            "break_even_low_95": evaluation.scored.break_even_intervals.low,
            "break_even_high_95": evaluation.scored.break_even_intervals.high,
            "average_precision_low_95": evaluation.scored.average_precision_intervals.low,
            "average_precision_high_95": evaluation.scored.average_precision_intervals.high,
        }
    return pd.DataFrame(columns)
