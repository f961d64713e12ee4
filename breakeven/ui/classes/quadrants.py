"""Every class by recall and precision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import streamlit as st

from breakeven.evaluation.evaluation import Evaluation
from breakeven.figures.class_quadrants import quadrant_figure
from breakeven.text import count_of
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.shared.class_marks import (
    choosing_several,
    group_of,
    show_class_marks,
    show_group,
)
from breakeven.ui.app.shared.page import Page
from breakeven.ui.classes.text import CORNERS
from breakeven.ui.components.tooltip import help_of
from metrics.class_verdicts import ClassVerdicts
from metrics.typing import Array

MOST_DRAWN = 1_500
KEY = "classes"
HOW_TO_READ = (
    "Larger: more documents. Filled: clearly in its quarter. Click a mark to choose its class.",
    "One mark per class, its area by the documents truly in the class here. Filled: "
    "recall and precision are clearly on their side of the line, by an exact test at 5 % for all "
    "classes together; open: not certain yet. Ring and bars: the chosen "
    "class and its intervals. Names: the classes with most errors, where there is room.",
)


def largest_first(evaluation: Evaluation, classes: Array) -> Array:
    """These classes by falling number of documents truly in them."""
    return classes[np.argsort(-evaluation.tables.positives[classes], kind="stable")]


def show_quadrants(page: Page, verdicts: ClassVerdicts, cut: float) -> None:
    """Every class by its recall and precision; a click on one chooses it."""
    evaluation, chosen = page.evaluation, page.selection.class_index
    with st.container(horizontal=True, vertical_alignment="center", gap="large"):
        several = choosing_several(KEY)
        with st.popover(f"Line between low and high: {cut:.2f}", type="tertiary"):
            widgets.slider(
                "quadrants",
                "Cut between low and high",
                0.0,
                1.0,
                cut,
                step=0.01,
                help=help_of("quadrants"),
            )
    placed = np.flatnonzero(verdicts.quadrant >= 0)
    drawn = largest_first(evaluation, placed)[:MOST_DRAWN]
    ring = np.flatnonzero(drawn == chosen)
    group = group_of(evaluation.classes, KEY)

    def clicked(point: Mapping[str, Any] | None) -> None:
        if point is not None:
            state.remember("clicked_point", int(point["customdata"]))
        # a second click on a point takes its selection back, and reports no point
        if (at := state.remembered("clicked_point")) is not None:
            _choose_next(page, verdicts, at)

    figure = quadrant_figure(
        [evaluation.classes[c] for c in drawn],
        drawn,
        evaluation.tables.positives[drawn],
        verdicts[drawn],
        cut=cut,
        labels=CORNERS,
        chosen=int(ring[0]) if len(ring) else None,
        group=np.isin(drawn, group) if len(group) else None,
    )
    quadrants = verdicts.quadrant[drawn]
    said = ", ".join(
        f"{int(np.count_nonzero(quadrants == q)):,} {label.replace('<br>', ' ')}"
        for q, label in enumerate(CORNERS)
    )
    title = "Every class by its recall and precision"
    show_class_marks(page, KEY, figure, clicked, title, said, several=several)
    show_group(page, KEY)
    st.caption(
        " ".join([*_left_out(len(drawn), len(placed), len(evaluation.classes)), HOW_TO_READ[0]]),
        help=HOW_TO_READ[1],
    )


def _left_out(drawn: int, placed: int, every: int) -> Iterator[str]:
    if drawn < placed:
        yield f"Drawn: the {drawn:,} largest; {placed - drawn:,} more are under “All classes”."
    if placed < every:
        yield (
            f"Not in the plot: {count_of(every - placed, 'class', 'classes')} whose precision or "
            "recall is 0/0."
        )


def _choose_next(page: Page, verdicts: ClassVerdicts, at: int) -> None:
    """The class under a click becomes the class; a second click there takes the next one."""
    chosen = page.selection.class_index
    same = np.flatnonzero(
        (verdicts.precision == verdicts.precision[at]) & (verdicts.recall == verdicts.recall[at])
    )
    here = largest_first(page.evaluation, same).tolist()
    following = here.index(chosen) + 1 if chosen in here else 0
    page.choose_class(here[following % len(here)])
