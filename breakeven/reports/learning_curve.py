"""Effectiveness against training size, as tables, in words, and as a document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from breakeven.comparison.learning_curve import (
    ASKED,
    MEASURED,
    Forecast,
    LearningCurve,
    LearningCurves,
    Measured,
)
from breakeven.reports.tables import in_markdown, markdown_table
from breakeven.reports.values import ends_of, plain
from breakeven.text import count_of, f_name, figure_of, quoted, signed, span
from metrics.learning_curve import FARTHEST

TITLES = ("System", "Training documents", "Value", "95 % interval")
CAUTION = (
    "The intervals are of the documents tested. How much one training run differs from the next "
    "shows only where there are more sizes, or runs, than the three that a curve takes at least."
)


def name_of_measure(measured: Measured, beta: float) -> str:
    """What is measured, at the beginning of a sentence."""
    if measured == "error":
        return "The share of documents that are wrong"
    return f"{measured.capitalize()} {f_name(beta)}"


def name_of_learner(curve: LearningCurve) -> str:
    """The learner's name as it is; our own words where names do not give one."""
    return curve.learner or "all systems"


def curve_frame(found: LearningCurves) -> pd.DataFrame:
    """One row a measure, learner and system: its size, value and interval; undefined is NaN."""
    return pd.DataFrame(
        [
            {
                "measure": curve.measured,
                "learner": curve.learner,
                "system": system,
                "training documents": int(size),
                "value": float(value),
                "low 95 %": float(low),
                "high 95 %": float(high),
            }
            for curve in found.curves
            for system, size, value, low, high in zip(
                curve.systems, curve.sizes, curve.values, curve.ends.low, curve.ends.high,
                strict=True,
            )
        ]
    )  # fmt: skip


def point_rows(curve: LearningCurve) -> list[list[str]]:
    """One row a system, below `TITLES`; names as they are."""
    return [
        [system, f"{size:,.0f}", figure_of(float(value)), span(float(low), float(high))]
        for system, size, value, low, high in zip(
            curve.systems, curve.sizes, curve.values, curve.ends.low, curve.ends.high, strict=True
        )
    ]


def said_of(curve: LearningCurve, beta: float) -> list[str]:
    """What more training documents would give, or why that cannot be told; plain text."""
    name = name_of_measure(curve.measured, beta)
    if curve.limit is None:
        return [f"{name}: no curve is drawn, as {curve.why_not}."]
    largest = float(curve.sizes.max())
    said = [_of_forecast(name, curve.forecast(times * largest), times) for times in ASKED]
    law = curve.fitted.law
    tends = f"If the curve goes on as it does, it tends to {figure_of(curve.limit)}."
    if law is not None and law.a == 1:
        tends = "The curve shows no limit short of making no errors."
    return [*said, f"{tends} Beyond {FARTHEST:g} times the largest size nothing is said."]


def _of_forecast(name: str, of: Forecast, times: float) -> str:
    much = "twice" if times == 2 else f"{times:g} times"
    around = span(float(of.interval.low), float(of.interval.high))
    return (
        f"{name} with {much} as many training documents, {of.size:,.0f}: about "
        f"{figure_of(of.value)} ({around}), a change of {signed(of.gain)} ({_signed_span(of)}) "
        "from what the curve gives now."
    )


def _signed_span(of: Forecast) -> str:
    return f"{signed(float(of.gain_interval.low))} to {signed(float(of.gain_interval.high))}"


def of_curves(found: LearningCurves, beta: float) -> dict[str, Any]:
    """The curves as plain data; undefined is None."""
    return {
        "documents": found.documents,
        "left_out": found.left_out,
        "beta": plain(beta),
        "curves": [_of_curve(curve) for curve in found.curves],
    }


def _of_curve(curve: LearningCurve) -> dict[str, Any]:
    law = curve.fitted.law
    largest = float(curve.sizes.max())
    return {
        "learner": curve.learner,
        "measure": curve.measured,
        "points": [
            {
                "system": system,
                "training_documents": int(size),
                "value": plain(value),
                "interval": [plain(low), plain(high)],
            }
            for system, size, value, low, high in zip(
                curve.systems, curve.sizes, curve.values, curve.ends.low, curve.ends.high,
                strict=True,
            )
        ],
        "curve": None
        if law is None
        # of the documents that are right, for an error
        else {"a": plain(law.a), "b": plain(law.b), "c": plain(law.c)},
        "refused": curve.why_not or None,
        "forecasts": []
        if law is None
        else [_of_asked(curve.forecast(times * largest)) for times in ASKED],
    }  # fmt: skip


def _of_asked(of: Forecast) -> dict[str, Any]:
    return {
        "training_documents": plain(of.size),
        "value": plain(of.value),
        "interval": ends_of(of.interval),
        "gain": plain(of.gain),
        "gain_interval": ends_of(of.gain_interval),
    }


def as_markdown(
    name: str, found: LearningCurves, beta: float, sizes_from_names: Mapping[str, int]
) -> str:
    """The curves as a document. `sizes_from_names`: those that nobody said."""
    lines = [f"# {in_markdown(name)}: what more training documents would give", ""]
    lines += [f"On the {count_of(found.documents, 'document')} that all these systems decided."]
    if sizes_from_names:
        told = ", ".join(f"{quoted(s)} {n:,}" for s, n in sizes_from_names.items())
        lines += ["", f"Training sizes by the systems' names: {in_markdown(told)}."]
    for measured in MEASURED:
        for curve in found.of(measured):
            head = f"{name_of_measure(measured, beta)}, {name_of_learner(curve)}"
            rows = [[in_markdown(row[0]), *row[1:]] for row in point_rows(curve)]
            lines += ["", f"## {in_markdown(head)}", "", markdown_table(TITLES, rows), ""]
            lines += [f"- {said}" for said in said_of(curve, beta)]
    return "\n".join([*lines, "", CAUTION])
