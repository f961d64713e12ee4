"""Which curves are drawn, and a threshold that is moved along them and taken.

Curve, slider, numbers and button are run again alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.documents.behind import CellOrSum, of_cell_at
from breakeven.analysis.evaluation.class_thresholds import MOST_CLASSES, per_class
from breakeven.analysis.evaluation.cut import THRESHOLDS, Cut, cut_to_text
from breakeven.analysis.selection.expression import Between, Score
from breakeven.analysis.selection.selection import ALL, Selection, number
from breakeven.data.records import Review
from breakeven.data.wording import (
    amount_of,
    count_of,
    f_name,
    figure_of,
    interval_text,
    signed,
    threshold_of,
)
from breakeven.figures.figure import DARK
from breakeven.figures.precision_recall import (
    CATEGORY_PIVOT,
    LEFT,
    POOLED_LIST,
    RIGHT,
    RING,
    CurveMarks,
    NamedCurve,
    pr_figure,
    ring_at,
)
from breakeven.results.summary import INTERVALS_TEXT
from breakeven.ui.app.cache import cache
from breakeven.ui.app.page.class_choice import pick_class, several_classes
from breakeven.ui.app.page.counts import CountLinks
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.page.rankings import (
    PlottedRanking,
    Ranking,
    curves_alt_text,
    intervals_of,
    shown,
)
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.session.charts import show_figure
from breakeven.ui.components.assets import first_when_narrow, is_dark
from breakeven.ui.components.html import bold, grid, say, show_ring, unbroken
from metrics import measures
from metrics.ranking.curves import F_LEVELS, iso_f
from metrics.tallies import ContingencyTable
from metrics.typing import Cell

# --- which curves are drawn: of one class or all pooled, and others over it


MOST_OVERLAID = 7
SCOPES = {"class": "one class", "pooled": "all classes pooled (micro)"}


def choose_curves(page: Page) -> list[PlottedRanking]:
    """Draw the choices; the curve the page is about, then those overlaid."""
    selection, review, classes = page.selection, page.review, page.evaluation.classes
    with st.container(horizontal=True, vertical_alignment="bottom"):
        pooled = widgets.section("curves.of", "Curve of", SCOPES) == "pooled"
        if not pooled:
            pick_class(page)
        with st.popover("Lay others over it", icon=":material/add:"):
            others = [p.system for p in review.predictions if p.system != selection.system]
            systems = widgets.several("curves.systems", "Other systems", others, MOST_OVERLAID)
            overlaid = several_classes(
                "curves.classes",
                "Other classes",
                classes,
                page.evaluation.tables.positives,
                MOST_OVERLAID,
                but=None if pooled else selection.class_index,
            )
    index = None if pooled else selection.class_index
    subject = "all classes pooled" if pooled else page.chosen_class
    name = f"{subject}, {selection.system}" if systems else subject
    main = shown(review, selection, selection.system, index, name)
    assert main is not None
    curves: list[PlottedRanking] = [main]
    for system in systems:
        if other := shown(review, selection, system, index, f"{subject}, {system}"):
            curves.append(other)
        else:
            say(Markup("{} did not speak of these documents.").format(bold(system)))
    overlaid_curves = (
        shown(review, selection, selection.system, classes.index(name), name) for name in overlaid
    )
    return curves + [curve for curve in overlaid_curves if curve]


# --- Taking a threshold: what the slider stands at becomes the decisions of every page


OTHERS = (
    "The other classes keep their decisions where a threshold gives them; else they get as many "
    "documents as now."
)


def show_use(review: Review, selection: Selection, main: PlottedRanking, threshold: float) -> None:
    """The button that makes a threshold the decisions of every page, and what that promises.

    `threshold`: of the class, or of all classes where these are pooled.
    """
    c, classes = main.class_index, review.truth.classes
    if c is not None and len(classes) > MOST_CLASSES:
        st.caption(f"No link holds the thresholds of more than {MOST_CLASSES:,} classes.")
        return
    where = ALL if selection.split is None else selection.split
    if st.button(
        "Use this threshold",
        key="use_threshold",
        type="primary",
        icon=":material/check:",
        disabled=in_use(review, selection, c, threshold),
        help="On every page, for this class. " + OTHERS
        if c is not None
        else "On every page, for all classes.",
    ):
        state.choose("cut", cut_to_text(_taken(review, selection, c, threshold)))
        st.rerun()
    st.caption(f"Chosen on {where}, so what it gives on {where} is optimistic.")


def in_use(review: Review, selection: Selection, c: int | None, threshold: float) -> bool:
    """Whether the decisions of now are already made at this threshold."""
    fitted = cache.fitted(review, selection.system, selection.cut)
    if selection.cut.rule not in THRESHOLDS or fitted.thresholds is None:
        return False
    of = fitted.thresholds if c is None else fitted.thresholds[c]
    return bool((of == threshold).all())


def _taken(review: Review, selection: Selection, c: int | None, threshold: float) -> Cut:
    if c is None:
        return Cut("threshold", threshold, split=selection.split, tuned=True)
    system, classes = selection.system, review.truth.classes
    now = cache.thresholds_now(review, system, selection.cut)
    moved = {classes[c]: threshold}
    return per_class(classes, now, moved, system, split=selection.split, tuned=True)


# --- Moving a threshold: curve, slider, numbers and the button that takes it; rerun alone


# the cells of a table in plain words, and as they are called elsewhere
CELL_WORDS: dict[Cell, tuple[str, str]] = {
    "tp": ("Found", "TP"),
    "fp": ("False alarms", "FP"),
    "fn": ("Missed", "FN"),
    "tn": ("Rightly left", "TN"),
}


def chosen_threshold(main: PlottedRanking) -> float:
    """The threshold in the choices where it lies among the scores, else the break-even's."""
    ranking = main.ranking
    if ranking is None:
        return float("nan")
    low, high = float(ranking.thresholds[-1]), float(ranking.thresholds[0])
    at = ranking.break_even.threshold
    default = at if not np.isnan(at) else float(ranking.thresholds[len(ranking.thresholds) // 2])
    asked = number(state.raw().get("curves.at"), default, -float("inf"), float("inf"))
    return min(max(asked, low), high)


@widgets.fragment
def threshold_panel(page: Page, curves: Sequence[PlottedRanking]) -> None:
    """The part of the page that follows the slider, which moves along the first curve."""
    main, counts = curves[0], page.counts
    show_moved(
        curves,
        page.selection.beta,
        counts,
        lambda threshold: show_use(page.review, page.selection, main, threshold),
    )


def show_moved(
    curves: Sequence[PlottedRanking],
    beta: float,
    counts: CountLinks,
    use: Callable[[float], None],
) -> None:
    """The slider, the curves and what they say at a threshold; `use`: what can be done with it."""
    main = curves[0]
    left, right = st.columns([4, 3], gap="medium")
    if main.ranking is None:
        with left:
            _curve(main, curves, None, beta)
        return
    # on a phone the slider stands above the picture, with the numbers that follow it
    first_when_narrow("moved")
    with right, st.container(key="moved"):
        threshold = _move(main.ranking, chosen_threshold(main))
        table = main.scored.table_at(main.class_index, threshold)
        _named(main, table, threshold, counts)
        use(threshold)
        rows = [*_shares(main, table, threshold, beta), *_cells(main, table, threshold, counts)]
        grid(["", "At this threshold", "Decisions now", "Change"], rows)
        st.caption("Small figures: 95 % intervals.", help=INTERVALS_TEXT)
    with left:
        _curve(main, curves, table, beta)


def _move(ranking: Ranking, threshold: float) -> float:
    stops = ranking.stops
    if len(stops) == 1:
        st.caption(
            f"Every score is the same ({ranking.names[0]}), so there is one threshold only, "
            "and it assigns every document that has a score."
        )
        return float(stops[0])
    # equal scores enter together: a threshold between two stops gives the upper one's table
    stop = min(int(np.searchsorted(stops, threshold)), len(stops) - 1)
    widgets.stops(
        "stop",
        "Threshold: further right, fewer get the class",
        ranking.names,
        stop,
        changed=lambda stop: state.share("curves.at", repr(float(stops[stop]))),
        twin="curves.at",
        help="Stops at scores: where documents of the class enter, and just before the next ones "
        "do. Equal scores enter together. Type any other threshold below.",
    )
    widgets.number(
        "curves.at",
        "Assign where score ≥",
        threshold,
        twin="stop",
        # any number is taken: beyond the scores it stands for the nearest of them
        step=float(stops[-1] - stops[0]) / 100,
    )
    return threshold


def _named(
    main: PlottedRanking, table: ContingencyTable, threshold: float, counts: CountLinks
) -> None:
    """How many documents the threshold names."""
    c = main.class_index
    shown = threshold_of(main.tally.short(threshold).item())
    named = float(table.assigned)
    if c is None:
        words = count_of(named, "class is named", "classes are named")
    else:
        words = count_of(named, "document is named", "documents are named")
        if counts.truth.unjudged is None:  # else what nobody judged is named, and counted nowhere
            term = Between(Score(main.evaluation.classes[c]), low=threshold)
            words = counts.linked(named, term, words)
    say(Markup("At score ≥ {}, <b>{}</b>.").format(shown, words))


def _shares(
    main: PlottedRanking, moved: ContingencyTable, threshold: float, beta: float
) -> list[list[Markup | str]]:
    """Precision, recall and F, each with its interval."""
    values, before = _values(moved, beta), _values(main.now, beta)
    there, here = (
        intervals_of(main, table, cut, beta)
        for table, cut in ((main.now, None), (moved, threshold))
    )

    def shown(value: float, n: int, ends: object) -> Markup:
        if not isinstance(ends, tuple):
            return Markup("<b>{}</b>").format(figure_of(value))
        low, high = float(ends[n].low), float(ends[n].high)
        return Markup("<b>{}</b><br><small>{}</small>").format(
            figure_of(value), unbroken(interval_text(low, high))
        )

    return [
        [name, shown(a, n, here), shown(b, n, there), signed(a - b, 3)]
        for n, (name, a, b) in enumerate(
            zip(("Precision", "Recall", f_name(beta)), values, before, strict=True)
        )
    ]


def _cells(
    main: PlottedRanking, table: ContingencyTable, threshold: float, counts: CountLinks
) -> list[list[Markup | str]]:
    """The cells of both tables; of one class, each leads to its documents."""

    def linked(cell: CellOrSum, n: float, cut: float | None) -> Markup | str:
        if main.class_index is None:  # of all pairs, not of documents
            return amount_of(n)
        name = main.evaluation.classes[main.class_index]
        if cut is None:
            return counts.of_class(name, cell, n)
        return counts.linked(n, of_cell_at(counts.truth, name, cut, cell))

    rows = []
    for cell, (words, short) in CELL_WORDS.items():
        here, there = float(getattr(table, cell)), float(getattr(main.now, cell))
        change = signed(here - there, 0)
        row = [linked(cell, here, threshold), linked(cell, there, None), change]
        rows.append([unbroken(Markup("{} <small>{}</small>").format(words, short)), *row])
    return rows


def _values(table: ContingencyTable, beta: float) -> tuple[float, float, float]:
    return (
        float(measures.precision(table)),
        float(measures.recall(table)),
        float(measures.f_beta(table, beta)),
    )


def _curve(
    main: PlottedRanking,
    curves: Sequence[PlottedRanking],
    table: ContingencyTable | None,
    beta: float,
) -> None:
    if main.now.positives == 0 and len(curves) == 1:
        return
    marks = None
    if (ranking := main.ranking) is not None:
        convention = POOLED_LIST if main.class_index is None else CATEGORY_PIVOT
        marks = CurveMarks(
            ranking.eleven, ranking.interpolated, convention, ranking.break_even, moved=True
        )
    figure = pr_figure(
        [NamedCurve(c.name, c.ranking.curve if c.ranking else None, c.now) for c in curves],
        marks,
        [iso_f(level, beta) for level in F_LEVELS],
        float(measures.prevalence(main.now)),
        f_name(beta),
    )
    title = f"Precision against recall of {main.subject}"
    alt_text = curves_alt_text(curves)
    # the figure is the same wherever the slider stands, so the browser draws it once
    with st.container(gap=None):
        if table is not None and (place := ring_at(table)) is not None:
            show_ring(*place, (LEFT, RIGHT), DARK[RING] if is_dark() else RING)
        with st.container():
            show_figure(figure, "pr", title, alt_text)
