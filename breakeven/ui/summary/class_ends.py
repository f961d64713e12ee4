"""Classes on the first screen: where it fails, both ends by F, and size against F."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.data.wording import amount_of, count_of, f_name, figure_of
from breakeven.figures.alt_text import values_alt_text
from breakeven.figures.classes import sizes_figure
from breakeven.ui.app.page import links
from breakeven.ui.app.page.class_points import choosing_several, show_class_points, show_group
from breakeven.ui.app.page.counts import CountLinks, class_in_counts, contingency_html
from breakeven.ui.app.page.page import EvaluatedPage, Page
from breakeven.ui.app.session import state
from breakeven.ui.components.html import plain, quiet, say, show_html, to_page
from breakeven.ui.components.markdown import help_of
from breakeven.ui.components.tables import BarRow, rows
from metrics.measures import f_beta
from metrics.typing import Array
from metrics.uncertainty.class_verdicts import FEWEST, Extremes, lowest_and_highest
from metrics.uncertainty.intervals import f_interval

KEY = "summary"
AT_EACH_END = 6
WITH_ERRORS = 3
# of fewer classes, a picture of size against F says nothing
FEWEST_DRAWN = 6
MOST_DRAWN = 1_500
# an F below it is called low
LOW = 0.5


def show_ends(page: EvaluatedPage, columns: int) -> None:
    """The classes of the lowest F and of the highest, as rows that are links."""
    evaluation, beta = page.evaluation, page.selection.beta
    f = f_name(beta)
    ends = lowest_and_highest(evaluation.tables, beta, AT_EACH_END)
    positions = np.arange(len(ends.classes))
    parts = {f"All classes, lowest {f} first": positions}
    if ends.lowest is not None:
        parts = {f"Lowest {f}": positions[: ends.lowest], f"Highest {f}": positions[ends.lowest :]}
    elif 0 < ends.few < ends.present:
        parts = {f"Classes by {f}, lowest first": positions}
    to_class = _address()
    places = st.columns(columns, gap="large")
    for i, (title, chosen) in enumerate(parts.items()):
        with places[i % columns]:
            st.header(title, anchor=False, help=help_of("f"))
            rows(
                [_row(evaluation, ends, positions, to_class) for positions in chosen.tolist()],
                f"{f} of each class with its 95 % interval",
            )
    if left := _left_out(ends):
        say(quiet(left))


def _left_out(ends: Extremes) -> str:
    """How many classes the lists leave out, and why; "" for none."""
    said = []
    if ends.few and ends.few == ends.present:
        said.append(f"Every class has fewer than {FEWEST} documents here, so F says little of it.")
    elif ends.few:
        few = count_of(ends.few, "class", "classes")
        said.append(f"Left out: {few} with fewer than {FEWEST} documents.")
    return " ".join(said)


def _row(
    evaluation: BaseEvaluation, ends: Extremes, position: int, to_class: Mapping[str, str]
) -> BarRow:
    return BarRow(
        name=_named(evaluation, int(ends.classes[position]), to_class),
        number=figure_of(ends.values[position]),
        share=float(ends.values[position]),
        low=float(ends.intervals.low[position]),
        high=float(ends.intervals.high[position]),
    )


def show_errors(page: EvaluatedPage) -> None:
    """The classes with most errors, missed and false alarms together, the most first."""
    tables = page.evaluation.tables
    errors = tables.fp + tables.fn
    largest = np.argsort(-errors, kind="stable")[:WITH_ERRORS]
    largest = largest[errors[largest] > 0]
    st.header(
        "Where it fails",
        anchor=False,
        help="Errors of each class: its documents that were missed, and false alarms.",
    )
    if not len(largest):
        say("There is no error.")
        return
    to_class = _address()
    most = float(errors[largest[0]])
    rows(
        [
            BarRow(
                name=_named(page.evaluation, c, to_class, size=False),
                number=count_of(float(errors[c]), "error") if i == 0 else amount_of(errors[c]),
                share=float(errors[c]) / most,
            )
            for i, c in enumerate(largest.tolist())
        ],
        "Errors of each class",
    )
    if (tables.fp + tables.fn > 0).sum() > len(largest):
        links.page_link("classes", "All classes")


def _address() -> dict[str, str]:
    return links.address_of("classes")


def _named(
    evaluation: BaseEvaluation, c: int, to_class: Mapping[str, str], *, size: bool = True
) -> Markup:
    """The name as a link to the class. `size`: with the number of its documents."""
    name = evaluation.classes[c]
    url = links.url_of("classes", {**to_class, "class": name})
    if not size:
        return to_page(plain(name, 40), url)
    n = evaluation.tables.positives[c]
    return Markup("{} {}").format(to_page(plain(name, 40), url), quiet(f"{n:,.6g}"))


def show_two_by_two(page: EvaluatedPage, positive: int) -> None:
    """The table of the class, its counts as links; and where its threshold is moved."""
    evaluation, classes = page.evaluation, page.evaluation.classes
    other = classes[1 - positive] if len(classes) == 2 else None
    st.header("Where it fails", anchor=False)
    show_html(contingency_html(classes[positive], evaluation.tables[positive], page.counts, other))
    if evaluation.rankings is not None:
        links.page_link("thresholds", "Move the threshold")


def show_sizes(page: Page, counts: CountLinks) -> None:
    """Every class by its documents and its F; a click chooses a class, whose counts are below."""
    evaluation, beta = page.evaluation, page.selection.beta
    f, tables = f_name(beta), evaluation.tables
    values, interval = f_beta(tables, beta), f_interval(tables, beta)
    drawn = _drawn(tables.positives, values)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.header(f"Size against {f}", anchor=False, help=help_of("f"), width="content")
        several = bool(len(drawn)) and choosing_several(KEY)
    if not len(drawn):
        st.info("No class has documents here.")
        return
    say(low_values_text(tables.positives, values, f))
    errors = (tables.fp + tables.fn)[drawn]
    ring = np.flatnonzero(drawn == page.selection.class_index)

    def clicked(point: Mapping[str, Any] | None) -> None:
        if point is not None:
            page.choose_class(int(point["customdata"]))

    figure = sizes_figure(
        [evaluation.classes[c] for c in drawn],
        drawn,
        positives=tables.positives[drawn],
        values=values[drawn],
        interval=type(interval)(interval.low[drawn], interval.high[drawn]),
        measure=f,
        telling=np.argsort(-errors, kind="stable"),
        chosen=int(ring[0]) if len(ring) else None,
    )
    alt_text = values_alt_text([evaluation.classes[c] for c in drawn], values[drawn])
    title = f"{f} of each class by its number of documents"
    show_class_points(page, KEY, figure, clicked, title, alt_text, several=several)
    show_group(page, KEY)
    if not several and page.class_key in state.raw():
        say(class_in_counts(counts, evaluation, page.selection.class_index))


def low_values_text(positives: Array, values: Array, f: str) -> str:
    """How many classes have a low F, and how many of these have few documents.

    `positives`, `values`: of every class; those without documents or a value are left out.
    """
    there = (positives > 0) & ~np.isnan(values)
    low = there & (values < LOW)
    number, few = int(low.sum()), int((low & (positives < FEWEST)).sum())
    if not number:
        return f"No class has {f} below {LOW:g}."
    every = count_of(int(there.sum()), "class", "classes")
    text = f"{f} is below {LOW:g} for {number:,} of {every}"
    if number == 1:
        many = f"fewer than {FEWEST}" if few else f"{FEWEST} or more"
        return f"{text}, which has {many} documents."
    if few in (0, number):
        than = "fewer than" if few else "at least"
        return f"{text}; all of these have {than} {FEWEST} documents."
    have = "has" if few == 1 else "have"
    return f"{text}; {few:,} of these {have} fewer than {FEWEST} documents."


def _drawn(positives: Array, values: Array) -> Array:
    """The classes with documents, the largest first where there are very many."""
    there = np.flatnonzero((positives > 0) & ~np.isnan(values))
    return there[np.argsort(-positives[there], kind="stable")][:MOST_DRAWN]
