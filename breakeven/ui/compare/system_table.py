"""The table of systems side by side: on the page, and to take along."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd

from breakeven.analysis.comparison.comparison import ComparedSystems
from breakeven.analysis.comparison.shared_documents import COMPARED_AVERAGES
from breakeven.data.wording import amount_of, figure_of, interval_text
from breakeven.results.table_formats import in_latex, in_markdown, latex_table, markdown_table
from breakeven.results.values import plain_count
from breakeven.ui.app.session import downloads
from breakeven.ui.components.html import as_wide_as_a_sign, grid, plain, unbroken
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval

MOST_ROWS = 200


@dataclass(frozen=True)
class SystemsRow:
    """One row: its name, and per system the value and its standing.

    `intervals`: the 95 % interval of each system, None where none is shown. `positives`: of a
    class, whose name is from a file; None for an average.
    """

    name: str
    positives: float | None
    values: Array
    best: int
    beaten: Array
    intervals: Interval | None

    @property
    def is_class(self) -> bool:
        """Whether the row is of a class, not of an average."""
        return self.positives is not None

    def level_with_best(self, s: int) -> bool:
        """Not the best, and not clearly worse than it."""
        return s != self.best and not self.beaten[s] and not math.isnan(self.values[s])


def average_names(side: ComparedSystems) -> dict[str, str]:
    """The averages by name; that over the largest classes only where there are others."""
    classes = len(side.common.evaluations[0].classes)
    top = len(side.settings.top)
    names = {
        "micro_top": f"Micro, {top} largest classes",
        "micro": f"Micro, all {classes:,} classes",
        "macro": f"Macro, all {classes:,} classes",
        "per_document": "Mean over documents",
    }
    if top == classes:
        del names["micro_top"]
    return names


def rows_of(side: ComparedSystems, classes: list[int]) -> list[SystemsRow]:
    """The averages, then the given classes."""
    names, tables_ = average_names(side), side.common.evaluations[0].tables
    out = []
    for i, key in enumerate(COMPARED_AVERAGES):
        values = side.average(key)
        if key not in names or all(math.isnan(v) for v in values):
            continue
        standing = side.standing_of_averages
        ends = side.intervals.get(key)
        best = int(standing.best[i])
        out.append(SystemsRow(names[key], None, values, best, standing.beaten[i], ends))
    standing = side.standing_of_classes
    return out + [
        SystemsRow(
            side.common.evaluations[0].classes[c],
            plain_count(tables_.positives[c]),
            side.per_class[c],
            int(standing.best[c]),
            standing.beaten[c],
            None,
        )
        for c in classes
    ]


def ranked(side: ComparedSystems) -> list[int]:
    """The systems from best to worst, by the micro average; undefined ones last."""
    micro = side.average("micro")
    return sorted(range(len(micro)), key=lambda s: (math.isnan(micro[s]), -micro[s], s))


def show_ranking(side: ComparedSystems) -> None:
    """A row per system, best on top, a column per average; best in bold, ≈ what may be as good."""
    rows = sorted(rows_of(side, []), key=lambda row: row.name.endswith("largest classes"))
    grid(
        ["", *(row.name for row in rows)],
        [
            [f"<b>{plain(side.systems[s], 24)}</b>", *(_cell(side, row, s) for row in rows)]
            for s in ranked(side)
        ],
    )


def show_classes(side: ComparedSystems, rows: list[SystemsRow]) -> None:
    """A row per class, a column per system, the best system first."""
    order = ranked(side)
    grid(
        ["", *(plain(side.systems[s], 24) for s in order)],
        [[_name(row), *(_cell(side, row, s) for s in order)] for row in rows],
    )


def _name(row: SystemsRow) -> str:
    return f"{plain(row.name, 40)} <small>{amount_of(row.positives or 0)}</small>"


def _cell(side: ComparedSystems, row: SystemsRow, s: int) -> str:
    value = figure_of(float(row.values[s]))
    if s == row.best:
        value = f"<b>{value}</b>"
    sign = "≈" if side.replicates is not None and row.level_with_best(s) else "&nbsp;"
    value += as_wide_as_a_sign(sign)
    if row.intervals is not None:
        low, high = float(row.intervals.low[s]), float(row.intervals.high[s])
        value += f"<br><small>{interval_text(low, high)}&ensp;</small>"
    return unbroken(value)


def frame_of(side: ComparedSystems, rows: list[SystemsRow]) -> pd.DataFrame:
    """The same, one row per average or class and system: value, interval, how it stands."""
    return pd.DataFrame(
        [
            {
                "of": row.name,
                "is_class": row.is_class,
                "positives": row.positives,
                "system": system,
                "measure": side.settings.measure,
                "value": float(row.values[s]),
                "low_95": None if row.intervals is None else float(row.intervals.low[s]),
                "high_95": None if row.intervals is None else float(row.intervals.high[s]),
                "standing": _standing(side, row, s),
                "documents": side.common.documents,
            }
            for row in rows
            for s, system in enumerate(side.systems)
        ]
    )


def _standing(side: ComparedSystems, row: SystemsRow, s: int) -> str:
    if math.isnan(row.values[s]):
        return "undefined"
    if s == row.best:
        return "best"
    if side.replicates is None:
        return "not tested"
    return "worse" if row.beaten[s] else "may be as good"


def as_markdown(side: ComparedSystems, rows: list[SystemsRow]) -> str:
    """The table to paste: the best in bold, what may be as good marked."""
    head = ["", *(in_markdown(s) for s in side.systems)]
    return markdown_table(head, _text_rows(side, rows, in_markdown, "**{}**", " ≈"))


def as_latex(side: ComparedSystems, rows: list[SystemsRow]) -> str:
    """The table to paste: the best in bold, what may be as good marked."""
    head = ["", *(in_latex(s) for s in side.systems)]
    return latex_table(head, _text_rows(side, rows, in_latex, r"\textbf{{{}}}", r" $\approx$"))


def _text_rows(
    side: ComparedSystems,
    rows: list[SystemsRow],
    literal: Callable[[object], str],
    bold: str,
    level: str,
) -> list[list[str]]:
    def cell(row: SystemsRow, s: int) -> str:
        value = figure_of(float(row.values[s]))
        if s == row.best:
            return bold.format(value)
        tested = side.replicates is not None
        return value + (level if tested and row.level_with_best(s) else "")

    return [[literal(row.name), *(cell(row, s) for s in range(len(side.systems)))] for row in rows]


def show_downloads(side: ComparedSystems, rows: list[SystemsRow]) -> None:
    """CSV and Parquet with everything; Markdown and LaTeX with a column for each system."""
    downloads.downloads(
        lambda: frame_of(side, rows),
        "systems",
        written={
            "Markdown": lambda: as_markdown(side, rows),
            "LaTeX": lambda: as_latex(side, rows),
        },
    )
