"""The matrix and its choices: which classes, in which order, what the cells show, which is open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.matrix_part import (
    MatrixOrder,
    MatrixPart,
    around,
    first_classes,
    ordered,
    part_of,
)
from breakeven.data.wording import count_of
from breakeven.figures.alt_text import confusion_alt_text
from breakeven.figures.confusion_matrix import (
    NUMBERED,
    cells_of,
    height_of,
    least_width,
    matrix_figure,
    side_of,
)
from breakeven.results.confusion import all_confused_text, first_classes_text, other_classes_text
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.class_choice import MOST_LISTED, are_many, best_matches, classes_with
from breakeven.ui.app.session import state, widgets
from breakeven.ui.components.assets import frame_cell, is_dark, resized
from breakeven.ui.components.html import plain, quiet, say
from breakeven.ui.components.markdown import help_of
from metrics import confusion
from metrics.typing import Array

if TYPE_CHECKING:
    from breakeven.ui.components.plotly_figure import PageFigure

# true and assigned class; the number of classes stands for *nothing*
MatrixCell = tuple[int, int]

# the choice of a cell, by the places of its classes, and of classes that a part was opened for
CELL, ZOOM = "confusions.cell", "confusions.zoom"
SHOW, FIND = "confusions.show", "confusions.find"
# under which the session remembers the cell clicked last, while its matrix stands
POINT = "confusion_point"
IN_CELLS = {"counts": "Counts", "shares": "% of the row"}
ORDERS: dict[MatrixOrder, str] = {
    "blocks": "Confused classes side by side",
    "size": "Largest first",
    "name": "By name",
    "file": "As in the file",
}
READ = "Click a cell for its documents."
DRAG = " Drag to zoom in, double-click to zoom out."
KEYS = (
    "Green: right. Orange: another class was predicted in place of the true one. Grey: no class of "
    "its own. The larger the share of the row, the deeper the colour. A row adds up to the "
    "documents of its class. By keyboard: choose a row of the table of the largest confusions with "
    "the arrow keys, then press Shift and Space."
)


@dataclass(frozen=True)
class MatrixChoices:
    """How the matrix is drawn."""

    shares: bool
    order: MatrixOrder


@dataclass(frozen=True)
class ChosenClasses:
    """The classes that are drawn, not in order yet, and why these, in words; HTML."""

    classes: Array
    text: Markup | str


def choose(evaluation: BaseEvaluation) -> tuple[MatrixChoices, ChosenClasses]:
    """Draw the choices in one row."""
    names, matrix = evaluation.classes, evaluation.confusion
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = _pick_classes(
            evaluation, first_classes(matrix), confusion.confused_classes(matrix)
        )
        two = len(names) < 3
        order = next(iter(ORDERS)) if two else widgets.select("confusions.order", "Order", ORDERS)
        shown = widgets.section(
            "confusions.cells", "In the cells", IN_CELLS, help=help_of("confusion_matrix")
        )
    zoomed = _places(state.raw().get(ZOOM, ""), len(names))
    if len(zoomed) and not state.raw().get(FIND):
        chosen = ChosenClasses(zoomed, f"Zoomed to {count_of(len(zoomed), 'class', 'classes')}.")
        st.button(
            "Zoom out", icon=":material/zoom_out:", type="tertiary", key="zoom_out",
            on_click=lambda: state.unshare(ZOOM),
        )  # fmt: skip
    return MatrixChoices(shown == "shares", order), chosen


def _pick_classes(evaluation: BaseEvaluation, first: Array, confused: Array) -> ChosenClasses:
    matrix = evaluation.confusion
    shown = ""
    # a matrix of very many has no place on a page, nor in memory
    if len(np.setdiff1d(confused, first)) and len(confused) <= MOST_LISTED:
        options = {
            "": f"The {len(first):,} most confused",
            "all": f"All {len(confused):,} that are confused",
        }
        shown = widgets.select(SHOW, "Classes", options, changed=_show)
    wanted = ""
    if len(evaluation.classes) > 2:
        wanted = widgets.text(
            FIND,
            "Find classes",
            placeholder="part of a name",
            help="Shows these classes, and those they are most often confused with.",
        ).casefold()
    if wanted:
        names = evaluation.classes
        sizes = evaluation.tables.positives
        matches = (
            best_matches(names, wanted, sizes) if are_many(names) else classes_with(names, wanted)
        )
        near = around(matrix, matches)
        hits = int(np.isin(near, matches).sum())
        sentence = Markup("{} with “{}” in the name").format(
            count_of(hits, "class", "classes"), plain(wanted, 40)
        )
        if others := len(near) - hits:
            sentence += f", and {others:,} often confused with {'it' if hits == 1 else 'them'}"
        return ChosenClasses(near, Markup("{}.").format(sentence))
    if shown == "all":
        return ChosenClasses(confused, all_confused_text(confused))
    return ChosenClasses(first, first_classes_text(evaluation))


def _show(shown: str) -> None:
    state.share(SHOW, shown)
    state.unshare(ZOOM)


def _places(text: str, k: int) -> Array:
    """Indices of classes as the address has them; none where any of them is no class."""
    parts = text.split("-")
    good = all(p.isascii() and p.isdigit() and len(p) < 9 for p in parts)
    places = np.unique([int(p) for p in parts]) if good else np.array([], dtype=np.int64)
    return places if not len(places) or places[-1] < k else places[:0]


def chosen_cell(k: int, otherwise: MatrixCell | None) -> MatrixCell | None:
    """The chosen cell of a matrix of k classes; `otherwise` where there is no such cell."""
    parts = state.raw().get(CELL, "").split("-")
    if len(parts) != 2 or not all(p.isascii() and p.isdigit() and len(p) < 9 for p in parts):
        return otherwise
    true, assigned = (int(p) for p in parts)
    return (true, assigned) if max(true, assigned) <= k and min(true, assigned) < k else otherwise


def choose_cell(true: int, assigned: int) -> None:
    """Keep the cell that is looked at."""
    state.share(CELL, f"{true}-{assigned}")


def names_of(classes: tuple[str, ...], cell: MatrixCell) -> tuple[str | None, ...]:
    """The true class of a cell and the predicted one, None for no class."""
    return tuple(classes[c] if c < len(classes) else None for c in cell)


@cached(entries=24, spinner="Laying confused classes side by side …")
def drawn_part(evaluation: BaseEvaluation, classes: list[int], order: MatrixOrder) -> MatrixPart:
    """The part of the matrix with these classes, in this order."""
    matrix, chosen = evaluation.confusion, np.array(classes, dtype=np.int64)
    laid = ordered(matrix, chosen, order, evaluation.classes)
    return part_of(matrix, laid, nothing=not evaluation.one_of)


@cached(entries=24)
def _figure(
    evaluation: BaseEvaluation, part: MatrixPart, shares: bool, dark: bool
) -> tuple[PageFigure, int]:
    """The figure, and how many pixels wide it must be."""
    # Plotly is slow to import, and the other parts of the page show no figure
    from breakeven.ui.components.plotly_figure import PageFigure

    cells = cells_of(part, evaluation.classes, shares=shares)
    return PageFigure(matrix_figure(cells, dark), dark), least_width(cells)


def _open(evaluation: BaseEvaluation, part: MatrixPart, row: int, column: int) -> None:
    """Choose a cell; where a row is not one class, zoom to what it holds instead."""
    true, assigned = (
        part.place(position, evaluation.confusion.classes) for position in (row, column)
    )
    inside = [m for m in map(part.members, (row, column)) if m is not None]
    if true is not None and assigned is not None:
        if inside:
            choose_cell(true, assigned)
            state.remember(POINT, (true, assigned))
        return
    # another matrix comes, and what the one that goes still says is no click
    state.forget(POINT)
    state.unshare(FIND)
    state.unshare(ZOOM)
    if not inside:
        state.share(SHOW, "all")
        return
    classes = np.unique(np.concatenate(inside))
    if len(inside) == 1 and part.step == 1:
        classes = around(evaluation.confusion, classes)
    state.share(ZOOM, "-".join(map(str, classes.tolist())))


def _outline(evaluation: BaseEvaluation, part: MatrixPart, cell: MatrixCell | None) -> None:
    """The frame of the chosen cell, where that is drawn; the matrix is not drawn anew for it."""
    n, k = len(part.right), evaluation.confusion.classes
    places = [part.place(row, k) for row in range(n)]
    at = [places.index(c) for c in cell or () if c in places]
    frame_cell("matrix", (at[0], at[1]) if len(at) == 2 else None, n, side_of(n))


def _matrix_alt_text(evaluation: BaseEvaluation, part: MatrixPart) -> str:
    """What the matrix shows, in words."""
    if part.step > 1:
        return f"{count_of(len(part.classes), 'class', 'classes')}, {part.step:,} in each row"
    names = [evaluation.classes[c] for c in part.classes]
    return confusion_alt_text(names, part.wrong[: part.rows, : part.rows])


def show_matrix(
    evaluation: BaseEvaluation,
    choices: MatrixChoices,
    chosen: ChosenClasses,
    cell: MatrixCell | None,
) -> None:
    """The matrix of the chosen classes; a click on a cell chooses it."""
    if not len(chosen.classes):
        nobody = evaluation.classes and state.raw().get(FIND)
        st.info(
            "No class with documents here has this in its name."
            if nobody
            else "No class is predicted in place of another."
        )
        return
    part = drawn_part(evaluation, chosen.classes.tolist(), choices.order)
    n = len(part.right)
    st.caption(READ + DRAG * (n > NUMBERED), help=KEYS)
    others = other_classes_text(evaluation, part)
    say(quiet(Markup("{} {}").format(chosen.text, others).strip()))

    def cell_clicked(point: Mapping[str, Any] | None) -> None:
        if point is not None:
            _open(evaluation, part, *divmod(point["point_index"], n))
        elif again := state.remembered(POINT):
            # the second click on a cell names none; another may have been chosen in the table since
            choose_cell(*again)

    figure, least = _figure(evaluation, part, choices.shares, is_dark())
    with st.container(key="matrix_place"):
        resized("matrix", height_of(n), least)
        _outline(evaluation, part, cell)
        widgets.points(
            "matrix",
            figure,
            cell_clicked,
            "Confusion matrix",
            _matrix_alt_text(evaluation, part),
        )
