"""Micro, macro and per-document averages side by side, as the overview shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from breakeven.evaluation.average_intervals import AverageIntervals
from breakeven.evaluation.evaluation import Evaluation
from breakeven.text import UNDEFINED_WORDS, count_of, f_name, figure_of, span
from breakeven.ui.components.html import grid
from breakeven.ui.components.tooltip import label_of
from metrics.averaging import Average, Undefined
from metrics.catalogue.shown import entries_shown
from metrics.intervals import Interval


@dataclass(frozen=True)
class Kind:
    """One way of averaging: values, intervals and numbers undefined, by measure."""

    name: str
    weighs: str
    values: Mapping[str, float]
    intervals: Mapping[str, Interval] | None
    undefined: Mapping[str, int]
    over: str


def kinds(
    evaluation: Evaluation, beta: float, undefined: Undefined, drawn: AverageIntervals | None
) -> list[Kind]:
    """The three averages of an evaluation, with their intervals if they were drawn."""
    f = f_name(beta)
    return [
        Kind(
            "Micro",
            "every decision counts the same",
            evaluation.micro(beta),
            drawn.micro if drawn else None,
            dict.fromkeys(_measures(), 0),
            count_of(float(evaluation.tables.total.sum()), "decision"),
        ),
        _mean(
            "Macro",
            "every class counts the same",
            evaluation.macro(beta, undefined),
            drawn.macro if drawn else None,
            _over(evaluation.macro(beta, undefined), f, undefined, "classes"),
        ),
        _mean(
            "Per document",
            "every document counts the same",
            evaluation.per_document(beta, undefined),
            drawn.per_document if drawn else None,
            _over(evaluation.per_document(beta, undefined), f, undefined, "documents"),
        ),
    ]


def _measures() -> tuple[str, ...]:
    return tuple(entry.key for entry in entries_shown("table"))


def _mean(
    name: str,
    weighs: str,
    averages: Mapping[str, Average],
    intervals: Mapping[str, Interval] | None,
    over: str,
) -> Kind:
    values = {m: averages[m].value for m in _measures()}
    undefined = {m: int(averages[m].undefined.sum()) for m in _measures()}
    return Kind(name, weighs, values, intervals, undefined, over)


def _over(averages: Mapping[str, Average], f: str, undefined: Undefined, units: str) -> str:
    """How many units each measure was averaged over, and what became of the others."""
    short = {m: label_of(m, f, short=True) for m in _measures()}
    over = {m: f"{averages[m].units:,} of {averages[m].of:,}" for m in short}
    if len(set(over.values())) == 1:
        said = f"{over['f']} {units}"
    else:
        said = ", ".join(f"{short[m]} {over[m]}" for m in short) + f" {units}"
    missing = {m: int(averages[m].undefined.sum()) for m in short}
    if any(missing.values()) and undefined in ("zero", "one"):
        parts = ", ".join(f"{short[m]} {n:,}" for m, n in missing.items() if n)
        said += f"<br><small>0/0 counted as {UNDEFINED_WORDS[undefined]}: {parts}</small>"
    return said


def show(shown: list[Kind], f: str) -> None:
    """The averages as a table, intervals in small figures."""

    def cell(kind: Kind, measure: str) -> str:
        value = f"<b>{figure_of(kind.values[measure])}</b>"
        if kind.intervals is None:
            return value
        ends = kind.intervals[measure]
        return f"{value}<br><small>{span(float(ends.low), float(ends.high))}</small>"

    grid(
        ["", *(label_of(m, f) for m in _measures()), "Averaged over"],
        [
            [
                f"<b>{kind.name}</b><br><small>{kind.weighs}</small>",
                *(cell(kind, m) for m in _measures()),
                kind.over,
            ]
            for kind in shown
        ],
    )


def as_frame(shown: list[Kind]) -> pd.DataFrame:
    """The averages to take along: one row per average and measure."""
    return pd.DataFrame(
        [
            {
                "average": kind.name,
                "measure": m,
                "value": kind.values[m],
                "low_95": kind.intervals[m].low if kind.intervals else None,
                "high_95": kind.intervals[m].high if kind.intervals else None,
                "undefined": kind.undefined[m],
            }
            for kind in shown
            for m in _measures()
        ]
    )
