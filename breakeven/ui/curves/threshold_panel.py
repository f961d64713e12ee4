"""Which curves are drawn, and a threshold that is moved along them and taken.

Curve, slider, numbers and button are run again alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.documents.behind import CellOrSum, of_cell_at
from breakeven.analysis.evaluation.class_thresholds import MOST_CLASSES, per_class
from breakeven.analysis.evaluation.cut import THRESHOLDS, Cut, cut_to_text
from breakeven.analysis.selection.expression import Between, Score
from breakeven.analysis.selection.selection import ALL, Selection, number, positive_class
from breakeven.data.records import Review
from breakeven.data.wording import amount_of, change_of, f_name, figure_of, interval_text
from breakeven.figures.figure import DARK, Figure, system_look
from breakeven.figures.precision_recall import (
    CATEGORY_PIVOT,
    LEFT,
    POOLED_LIST,
    RIGHT,
    RING,
    CurveMarks,
    pr_figure,
    ring_place,
)
from breakeven.results.summary import INTERVALS_TEXT
from breakeven.ui.app.cache import cache
from breakeven.ui.app.page.class_choice import pick_class, several_classes
from breakeven.ui.app.page.counts import CountLinks
from breakeven.ui.app.page.page import EvaluatedPage, Page
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
from breakeven.ui.components.drawings import show_ring
from breakeven.ui.components.html import bold, coloured, grid, say, unbroken
from breakeven.ui.components.markdown import help_of
from breakeven.ui.curves.views import EXPLAINED, READ, choose_view, other_view
from metrics import measures
from metrics.ranking.curves import F_LEVELS, iso_f
from metrics.tallies import ContingencyTable
from metrics.typing import Cell
from metrics.uncertainty.class_verdicts import lowest_and_highest

# --- which curves are drawn: of one class or all pooled, and others over it


MOST_OVERLAID = 7
SCOPES = {"class": "One class", "pooled": "All classes pooled"}


def open_on_weakest(page: EvaluatedPage) -> None:
    """Look at the class of the lowest F, where no class was looked at yet: there is most to see.

    Of those with documents enough (`lowest_and_highest`) that have scores to rank by. A class
    named as the positive one stays the first that is looked at.
    """
    evaluation, rankings = page.evaluation, page.evaluation.rankings
    positive = page.truth.positive if page.review is None else positive_class(page.review)
    if rankings is None or positive is not None or state.raw().get("class") in evaluation.classes:
        return
    ends = lowest_and_highest(evaluation.tables, page.selection.beta, len(evaluation.classes))
    for c in ends.classes.tolist():
        scores = rankings.tallies[c].scores
        if len(scores) and scores[0] != scores[-1]:
            if c != page.selection.class_index:
                state.choose("class", evaluation.classes[c])
                st.rerun()
            return


def choose_scope() -> bool:
    """One class, or all of them pooled: whether it is all."""
    return (
        widgets.section("curves.of", "Curve of", SCOPES, label_visibility="collapsed") == "pooled"
    )


def choose_curves(page: Page) -> list[PlottedRanking]:
    """Draw the choices; the curve the page is about, then those overlaid."""
    selection, review, classes = page.selection, page.review, page.evaluation.classes
    with st.container(horizontal=True, vertical_alignment="bottom"):
        # a single class is all of them
        pooled = len(classes) > 1 and choose_scope()
        if not pooled:
            pick_class(page)
        with st.popover("Add curves", icon=":material/add:"):
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
            say(Markup("{} has no predictions for these documents.").format(bold(system)))
    overlaid_curves = (
        shown(review, selection, selection.system, classes.index(name), name) for name in overlaid
    )
    # curves of one system are told apart by looks that no system has here
    free = itertools.count(len(review.predictions))
    return curves + [
        replace(curve, look=system_look(next(free))) for curve in overlaid_curves if curve
    ]


# --- Taking a threshold: what the slider stands at becomes the decisions of every page


OTHERS = (
    "The other classes keep their predictions if a threshold can give them; if not, they are "
    "predicted for as many documents as now."
)


def show_use(review: Review, selection: Selection, main: PlottedRanking, threshold: float) -> None:
    """The button that makes a threshold the decisions of every page, and what that promises.

    `threshold`: of the class, or of all classes where these are pooled.
    """
    c, classes = main.class_index, review.truth.classes
    if c is not None and len(classes) > MOST_CLASSES:
        st.caption(
            f"A class can have a threshold of its own where there are at most {MOST_CLASSES:,} "
            "classes: a link has no room for more."
        )
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
    st.caption(f"Optimistic on {where}: chosen there.")


def in_use(review: Review, selection: Selection, c: int | None, threshold: float) -> bool:
    """Whether the decisions of now are already made at this threshold."""
    fitted = cache.fitted(review, selection.system, selection.cut)
    if selection.cut.rule not in THRESHOLDS or fitted.thresholds is None or fitted.cross:
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
    "tn": ("Rightly not predicted", "TN"),
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
        threshold = _move(main, main.ranking, chosen_threshold(main))
        table = main.scored.table_at(main.class_index, threshold)
        use(threshold)
        ring = Markup("{} This threshold").format(coloured("◯", _ring_colour()))
        head = ["", ring, "Now", "Change"]
        grid(head, _shares(main, table, threshold, beta))
        st.caption("95 % intervals", help=INTERVALS_TEXT)
    with left:
        _curve(main, curves, table, beta)
        grid(head, _cells(main, table, threshold, counts))


def _move(main: PlottedRanking, ranking: Ranking, threshold: float) -> float:
    stops = ranking.stops
    if len(stops) == 1:
        st.caption(
            f"Every score is the same ({ranking.names[0]}), so there is only one threshold: "
            "all documents with a score are predicted."
        )
        return float(stops[0])
    # equal scores enter together: a threshold between two stops gives the upper one's table
    stop = min(int(np.searchsorted(stops, threshold)), len(stops) - 1)
    widgets.stops(
        "stop",
        "Threshold",
        ranking.names,
        stop,
        changed=lambda stop: state.share("curves.at", repr(float(stops[stop]))),
        twin="curves.at",
        help="The class is predicted where the score is at least the threshold: further right, for "
        "fewer documents. Equal scores enter together. Type any other threshold below.",
    )
    widgets.number(
        "curves.at",
        "Score ≥",
        # as it is read in sentences; what is kept has all digits
        main.tally.short(threshold).item(),
        twin="stop",
        # any number is taken: beyond the scores it stands for the nearest of them
        step=float(stops[-1] - stops[0]) / 100,
    )
    return threshold


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
            figure_of(value), unbroken(interval_text(low, high).replace(" to ", "–"))
        )

    return [
        [name, shown(a, n, here), shown(b, n, there), change_of(b, a)]
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

    named = float(table.assigned), float(main.now.assigned)
    rows: list[list[Markup | str]] = [
        [
            "Predicted",
            _predicted(main, named[0], threshold, counts),
            linked("assigned", named[1], None),
            change_of(named[1], named[0], 0),
        ]
    ]
    for cell, (words, short) in CELL_WORDS.items():
        here, there = float(getattr(table, cell)), float(getattr(main.now, cell))
        change = change_of(there, here, 0)
        row = [linked(cell, here, threshold), linked(cell, there, None), change]
        rows.append([unbroken(Markup("{} <small>{}</small>").format(words, short)), *row])
    return rows


def _predicted(
    main: PlottedRanking, n: float, threshold: float, counts: CountLinks
) -> Markup | str:
    """How many documents get the class from this threshold on, as a link where they are these."""
    c = main.class_index
    # what nobody judged is predicted too, and counted nowhere
    if c is None or counts.truth.unjudged is not None:
        return amount_of(n)
    return counts.linked(n, Between(Score(main.evaluation.classes[c]), low=threshold))


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
    view = choose_view()
    if view != "precision-recall":
        drawing = other_view(view, curves, table, chosen_threshold(main))
        if drawing is not None:
            _under_ring(drawing.figure, drawing.ring, view, drawing.title, drawing.alt_text)
            st.caption(READ, help=help_of(EXPLAINED[view]))
        return
    marks = None
    if (ranking := main.ranking) is not None:
        convention = POOLED_LIST if main.class_index is None else CATEGORY_PIVOT
        marks = CurveMarks(
            ranking.eleven, ranking.interpolated, convention, ranking.break_even, moved=True
        )
    figure = pr_figure(
        [curve.drawn for curve in curves],
        marks,
        [iso_f(level, beta) for level in F_LEVELS],
        float(measures.prevalence(main.now)),
        f_name(beta),
    )
    title = f"Precision against recall of {main.subject}"
    if ranking is not None and ranking.break_even.how != "undefined":
        value = figure_of(ranking.break_even.value, 2)
        title = f"Precision and recall of {main.subject} break even at {value}"
    alt_text = curves_alt_text(curves)
    ring = None
    if table is not None:
        ring = ring_place(float(measures.recall(table)), float(measures.precision(table)))
    _under_ring(figure, ring, "pr", title, alt_text)


def _under_ring(
    figure: Figure, ring: tuple[float, float] | None, key: str, title: str, alt_text: str
) -> None:
    """A figure, and over it the ring where the slider stands."""
    # the figure is the same wherever the slider stands, so the browser draws it once
    with st.container(gap=None):
        if ring is not None:
            show_ring(*ring, (LEFT, RIGHT), _ring_colour())
        with st.container():
            show_figure(figure, key, title, alt_text)


def _ring_colour() -> str:
    return DARK[RING] if is_dark() else RING
