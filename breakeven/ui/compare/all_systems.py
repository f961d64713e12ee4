"""All systems side by side: averages, classes, what leaks, and what their answers cost."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.comparison.bootstrap import fewest_telling
from breakeven.analysis.comparison.comparison import ComparedSystems
from breakeven.analysis.comparison.shared_documents import (
    ComparisonSettings,
    SharedDocuments,
)
from breakeven.analysis.comparison.spending import Spending, spending_of
from breakeven.analysis.documents.behind import all_of
from breakeven.analysis.selection.leak_sides import with_leaks
from breakeven.analysis.selection.selection import cut_for, system_of
from breakeven.data.wording import (
    amount_of,
    count_of,
    f_name,
    figure_of,
    isolate_name,
)
from breakeven.results.differences import unit_of
from breakeven.results.spending import SPENDING_HEAD, SPENDING_MEANS, spending_cells
from breakeven.results.summary import INTERVALS_TEXT, OF_FEW_DOCUMENTS
from breakeven.results.systems import (
    SystemStandings,
    average_standings,
    differences_to,
    standings_frame,
    standings_in_latex,
    standings_in_markdown,
    standings_of,
)
from breakeven.results.variants import leak_side_names, measure_by_average
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.counts import among_all, side_counts
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import downloads, widgets
from breakeven.ui.compare.comparison import PageComparison, right_of, shared_terms
from breakeven.ui.compare.sentences import apart_of, average_head, average_rows
from breakeven.ui.components.drawings import interval_strip
from breakeven.ui.components.html import grid, plain, row_head, say, sign_box, unbroken
from breakeven.ui.components.markdown import help_of

# --- all systems side by side, in averages and class by class, and the two that face each other


ROW_CHOICES: Mapping[str, str] = {"ten": "ten largest classes", "all": "all classes"}


def show_all_systems(comparison: PageComparison, measure: str) -> None:
    """The systems in averages, best on top, and how far each is from the better of the two."""
    side = comparison.side
    show_ranking(comparison, measure)
    _say_how_to_read(side, intervals=True)
    show_downloads(side, standings_of(side, list(side.settings.top)), "systems")


def show_by_class(side: ComparedSystems) -> list[int]:
    """The systems on each class; returns the classes that are listed, the largest first."""
    left, right = st.columns(2)
    with left:
        wanted = widgets.select("compare.rows", "Classes", ROW_CHOICES)
    with right:
        search = widgets.text("compare.find", "Find classes", placeholder="part of a name")
    classes = _listed(side, wanted, search.casefold())
    rows = [row for row in standings_of(side, classes) if row.is_class]
    with st.container(height=560 if len(rows) > 20 else "content", border=False):
        show_classes(side, rows[:MOST_ROWS])
    if len(rows) > MOST_ROWS:
        left_out = len(rows) - MOST_ROWS
        st.caption(f"The first {MOST_ROWS} rows. The download has {left_out:,} more.")
    _say_how_to_read(side, intervals=False)
    show_downloads(side, rows, "systems_by_class")
    return classes


def _listed(side: ComparedSystems, wanted: str, search: str) -> list[int]:
    first = side.common.evaluations[0]
    by_size = np.argsort(-first.tables.positives, kind="stable").tolist()
    if search:
        return [c for c in by_size if search in first.classes[c].casefold()]
    return by_size if wanted == "all" else list(side.settings.top)


def _say_how_to_read(side: ComparedSystems, *, intervals: bool) -> None:
    if side.replicates is None:
        why = (
            "one document cannot show how much is chance"
            if side.common.documents == 1
            else "there are too many scores to draw samples"
        )
        st.caption(f"Bold: the best. Nothing was tested: {why}.")
        return
    others = len(side.systems) - 1
    small, means = (
        " Small: 95 % intervals.",
        f"Small figures are {INTERVALS_TEXT}. {OF_FEW_DOCUMENTS} ",
    )
    if not side.settings.of_decisions:
        means = ""
    if not side.intervals or not intervals:
        small = means = ""
    st.caption(
        f"Bold: best. ≈: maybe as good.{small}",
        help="≈: the paired 95 % interval of the difference to the best includes 0, or fewer "
        f"than {fewest_telling(others)} documents differ, or p is too high. Corrected for "
        f"{count_of(others, 'comparison')} with the best. {means}"
        f"Intervals come from {side.replicates.number:,} samples of "
        f"{count_of(side.common.drawn, side.common.unit)}, the same for all systems.",
    )


def show_two(comparison: PageComparison) -> None:
    """The averages of the two that face each other, and their differences."""
    st.header("The two systems", anchor=False, help=help_of("paired_interval"))
    grid(average_head(comparison.pair), average_rows(comparison.side, comparison.pair))
    documents = comparison.side.common.documents
    better, other = comparison.after.system, comparison.before.system
    differences = f"{isolate_name(better)} minus {isolate_name(other)}"
    of_loss = f"Difference: {differences}, below 0 where the first is better."
    points = f"Points: hundredths, {differences}."
    st.caption(
        f"{points if comparison.pair.in_points else of_loss} Relative: in "
        "per cent of the other system’s value. Detectable: the smallest true difference that 8 of "
        f"10 test sets of {documents:,} such documents would show at 5 %. p: by swapping the two "
        "systems (approximate randomisation). A difference is unlikely to be chance only where "
        "the interval and p both say so."
    )


# --- Two systems with and without the documents that leak


def show_sides(page: Page, other: str, settings: ComparisonSettings, measure: str) -> None:
    """Both systems and their difference, with and without; nothing where no document leaks."""
    review, selection = page.review, page.selection
    sides = cache.leak_sides(review, selection)
    if sides is None or not settings.of_decisions:
        return
    documents = replace(selection, where=with_leaks(selection.where)).documents
    cut = cut_for(review, selection, system_of(review, other))
    shared_sides = cache.shared_sides(sides, cache.evaluation(review, other, documents, cut))
    if shared_sides is None:
        return
    a, b = shared_sides
    # documents that only one of the two has predictions for are no filter
    shared = a.every.documents == sides.every.documents
    counts = page.counts_in(among_all(selection))
    of_sides = side_counts(counts, a) if shared else None
    sentence = plain(a, 400) if of_sides is None else of_sides.sentence
    say(Markup("<small>▲</small> {}").format(sentence))
    rows = []
    pairs = ((a.every, b.every), (a.without, b.without))
    for i, (name, pair) in enumerate(zip(leak_side_names(a.leaked), pairs, strict=True)):
        old, new = (
            measure_by_average(
                e, settings.beta, settings.undefined, settings.measure, settings.own
            )["micro"]
            for e in pair
        )
        values = (figure_of(old), Markup("<b>{}</b>").format(figure_of(new)), apart_of(new - old))
        documents = f"{pair[0].documents:,}" if of_sides is None else of_sides.documents[i]
        rows.append([name, documents, *values])
    systems = (plain(a.every.system, 24), plain(b.every.system, 24))
    grid([f"Micro {measure}", "Documents", *systems, "points"], rows)


# --- what the systems' answers cost and how long they took, beside the measure that is compared


@cached(entries=12)
def _spent(common: SharedDocuments) -> list[Spending | None]:
    """Of each system, in order."""
    return [spending_of(evaluation) for evaluation in common.evaluations]


def show_spending(page: Page, comparison: PageComparison, measure: str) -> None:
    """A row for each system of whose cost or time anything is known; nothing where none is."""
    spent = _spent(comparison.side.common)
    if not any(spent):
        return
    st.header("Cost and time", anchor=False)
    values = comparison.side.average("micro")
    rows = [
        [
            row_head(plain(spending.system, 24)),
            figure_of(float(value)),
            *_cells(page, comparison, spending),
        ]
        for spending, value in zip(spent, values, strict=True)
        if spending is not None
    ]
    grid(["", f"Micro {measure}", *SPENDING_HEAD], rows)
    st.caption(f"On the documents that are compared. {SPENDING_MEANS}")
    downloads.downloads(lambda: _frame(spent), "cost")


def _cells(page: Page, comparison: PageComparison, spent: Spending) -> list[Markup | str]:
    """As in a report; how many are right leads to them, where all have a known cost."""
    documents, right, *others = spending_cells(spent)
    counts = page.counts_in()
    together = all_of(terms) if (terms := shared_terms(comparison)) else None
    documents = counts.linked(spent.documents, together, documents)
    if spent.priced == spent.documents:
        right = counts.linked(spent.right, right_of(comparison, spent.system), right)
    return [documents, right, *others]


def _frame(spent: Sequence[Spending | None]) -> pd.DataFrame:
    return pd.DataFrame([asdict(of) for of in spent if of is not None])


MOST_ROWS = 200


def ranked(side: ComparedSystems) -> list[int]:
    """The systems from best to worst, by the micro average; undefined ones last."""
    micro = side.settings.sign * side.average("micro")
    return sorted(range(len(micro)), key=lambda s: (math.isnan(micro[s]), -micro[s], s))


# what each average is called where a column shows it; the weighted one stands further below
HEADS: Mapping[str, str] = {
    "micro": "{measure}, all labels",
    "macro": "Class average",
    "per_document": "Per document",
}


def show_ranking(comparison: PageComparison, measure: str) -> None:
    """A row per system, best on top: averages, and the difference to the better of the two."""
    side, ahead = comparison.side, comparison.new
    columns = _columns(comparison, measure)
    differences = differences_to(side, ahead, "micro")
    unit = unit_of(comparison.pair)
    ends = [unit.scale * end for d in differences for end in (d.low, d.high, d.value)]
    defined = [0.0, *(end for end in ends if math.isfinite(end))]
    span = (min(defined), max(defined))
    rows = []
    for s in ranked(side):
        d = differences[s]
        apart: Markup | str = "0"
        if s != ahead:
            value, low, high = (unit.scale * end for end in (d.value, d.low, d.high))
            strip = interval_strip(value, low, high, span)
            apart = Markup("{}{}").format(apart_of(d.value, unit), strip)
        name = Markup("<b>{}</b>").format(plain(side.systems[s], 24))
        rows.append([name, *(_cell(row, s) for row in columns.values()), apart])
    head = Markup("{} vs. {}").format(unit.name.capitalize(), plain(side.systems[ahead], 24))
    grid(["", *columns, head], rows)


def _columns(comparison: PageComparison, measure: str) -> dict[str, SystemStandings]:
    """The averages that any system has, by head; where each document has one class, fewer."""
    side = comparison.side
    heads = {key: head.format(measure=measure) for key, head in HEADS.items()}
    if comparison.after.one_of and side.settings.measure == "f":
        heads = {"micro": "Accuracy", "macro": f"{f_name(side.settings.beta)}, average of classes"}
    return {
        head: average_standings(side, key)
        for key, head in heads.items()
        if not np.isnan(side.average(key)).all()
    }


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
        ends = f"{figure_of(low)}–{figure_of(high)}"
        value += Markup("<br><small>{}&ensp;</small>").format(ends)
    return unbroken(value)


def show_downloads(side: ComparedSystems, rows: Sequence[SystemStandings], name: str) -> None:
    """CSV and Parquet with everything; Markdown and LaTeX with a column for each system."""
    downloads.downloads(
        lambda: standings_frame(side, rows),
        name,
        written={
            "Markdown": lambda: standings_in_markdown(side, rows),
            "LaTeX": lambda: standings_in_latex(side, rows),
        },
    )
