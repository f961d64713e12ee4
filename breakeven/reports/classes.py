"""Everything counted and measured per class, one row each."""

from __future__ import annotations

import pandas as pd

from breakeven.evaluation.counted import AnyEvaluation, curves_of
from breakeven.evaluation.curves import Curves
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

    `class`; `positives in <split>` over all documents of each split; then as `measured_frame`.
    """
    frame, per_split = measured_frame(evaluation, beta), class_counts(truth)
    for i, split in enumerate(truth.splits):
        frame.insert(1 + i, split_column(split), per_split[i])
    return frame


def measured_frame(evaluation: AnyEvaluation, beta: float) -> pd.DataFrame:
    """One row per class, in the order of the classes. Undefined is NaN.

    `class`; `positives`, `tp`, `fp`, `fn`, `tn`, `precision`, `recall`, `f` with `f_low_95` and
    `f_high_95` on the evaluated documents; where there are scores `break_even`, `break_even_how`,
    `eleven_point` and `average_precision`, two of them with intervals like that of F. Sources of
    the intervals: `metrics.intervals.f_interval`, `metrics.ranking.ranking_intervals`.
    """
    tables = evaluation.tables
    interval = f_interval(tables, beta)
    columns: dict[str, Array | list[str]] = {
        "class": list(evaluation.classes),
        "positives": tables.positives,
        "tp": tables.tp,
        "fp": tables.fp,
        "fn": tables.fn,
        "tn": tables.tn,
        **{name: measure(tables) for name, measure in measures_shown("table", beta).items()},
        "f_low_95": interval.low,
        "f_high_95": interval.high,
    }
    if (scored := curves_of(evaluation)) is not None:
        curves = scored if isinstance(scored, Curves) else scored.curves
        columns |= {
            "break_even": curves.break_even_values,
            "break_even_how": list(curves.hows),
            "eleven_point": curves.eleven_averages,
            "average_precision": scored.average_precisions,
            "break_even_low_95": scored.break_even_intervals.low,
            "break_even_high_95": scored.break_even_intervals.high,
            "average_precision_low_95": scored.average_precision_intervals.low,
            "average_precision_high_95": scored.average_precision_intervals.high,
        }
    return pd.DataFrame(columns)
