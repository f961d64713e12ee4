"""The table of systems side by side: on the page, and to take along."""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import Markup

from breakeven.analysis.comparison.comparison import ComparedSystems
from breakeven.data.wording import amount_of, figure_of, interval_text
from breakeven.results.systems import (
    SystemStandings,
    standings_frame,
    standings_in_latex,
    standings_in_markdown,
    standings_of,
)
from breakeven.ui.app.session import downloads
from breakeven.ui.components.html import grid, plain, sign_box, unbroken

MOST_ROWS = 200


def ranked(side: ComparedSystems) -> list[int]:
    """The systems from best to worst, by the micro average; undefined ones last."""
    micro = side.average("micro")
    return sorted(range(len(micro)), key=lambda s: (math.isnan(micro[s]), -micro[s], s))


def show_ranking(side: ComparedSystems) -> None:
    """A row per system, best on top, a column per average; best in bold, ≈ what may be as good."""
    rows = sorted(standings_of(side, []), key=lambda row: row.name.endswith("largest classes"))
    grid(
        ["", *(row.name for row in rows)],
        [
            [
                Markup("<b>{}</b>").format(plain(side.systems[s], 24)),
                *(_cell(row, s) for row in rows),
            ]
            for s in ranked(side)
        ],
    )


def show_classes(side: ComparedSystems, rows: Sequence[SystemStandings]) -> None:
    """A row per class, a column per system, the best system first."""
    order = ranked(side)
    grid(
        ["", *(plain(side.systems[s], 24) for s in order)],
        [[_name(row), *(_cell(row, s) for s in order)] for row in rows],
    )


def _name(row: SystemStandings) -> Markup:
    return Markup("{} <small>{}</small>").format(plain(row.name, 40), amount_of(row.positives or 0))


def _cell(row: SystemStandings, s: int) -> Markup:
    value = figure_of(float(row.values[s]))
    if s == row.best:
        value = Markup("<b>{}</b>").format(value)
    sign = "≈" if row.may_equal_best(s) else Markup("&nbsp;")
    value += sign_box(sign)
    if row.intervals is not None:
        low, high = float(row.intervals.low[s]), float(row.intervals.high[s])
        value += Markup("<br><small>{}&ensp;</small>").format(interval_text(low, high))
    return unbroken(value)


def show_downloads(side: ComparedSystems, rows: Sequence[SystemStandings]) -> None:
    """CSV and Parquet with everything; Markdown and LaTeX with a column for each system."""
    downloads.downloads(
        lambda: standings_frame(side, rows),
        "systems",
        written={
            "Markdown": lambda: standings_in_markdown(side, rows),
            "LaTeX": lambda: standings_in_latex(side, rows),
        },
    )
