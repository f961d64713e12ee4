"""The confusion page's own choices, and the part of the matrix that they show."""

from __future__ import annotations

import numpy as np

from breakeven.figures.confusion_matrix import Cells
from breakeven.text import count_of
from breakeven.ui.app import state, widgets
from metrics import confusion
from metrics.confusion import Base
from metrics.tallies import ConfusionMatrix
from metrics.typing import Array

# true and assigned class; the number of classes stands for *nothing*
Cell = tuple[int, int]

# the choice of a cell, by the places of its classes
CELL = "confusion.cell"
BASES: dict[Base, str] = {
    "counts": "counts",
    "true": "shares of each row (of the true class)",
    "assigned": "shares of each column (of the assigned class)",
    "all": "shares of everything",
}
ORDERS = {
    "size": "largest first",
    "confusion": "confused ones side by side",
    "alphabet": "alphabetical",
}
MOST_DRAWN = 100
PARTNERS = 20


def pick_diagonal() -> bool:
    """Whether right decisions are drawn."""
    explanation = "The right decisions. Without them the colours are left to the errors."
    return widgets.toggle("confusion.diagonal", "Diagonal", help=explanation)


def pick_search(classes: tuple[str, ...]) -> Array | None:
    """Indices of the classes whose name holds the text searched for; None without a search."""
    wanted = widgets.text(
        "confusion.find",
        "Find classes",
        placeholder="part of a name",
        help="Shows these classes and the ones they are most often confused with.",
    ).casefold()
    if not wanted:
        return None
    return np.array([i for i, c in enumerate(classes) if wanted in c.casefold()], dtype=np.int64)


def chosen_cell(k: int, otherwise: Cell | None) -> Cell | None:
    """The chosen cell of a matrix of k classes; `otherwise` where there is no such cell."""
    parts = state.raw().get(CELL, "").split("-")
    if len(parts) != 2 or not all(p.isascii() and p.isdigit() and len(p) < 9 for p in parts):
        return otherwise
    true, assigned = (int(p) for p in parts)
    return (true, assigned) if max(true, assigned) <= k and min(true, assigned) < k else otherwise


def choose_cell(true: int, assigned: int) -> None:
    """Keep the cell that is looked at."""
    state.choose(CELL, f"{true}-{assigned}")


def names_of(classes: tuple[str, ...], cell: Cell) -> tuple[str | None, ...]:
    """The true class of a cell and the one assigned, None for no class."""
    return tuple(classes[c] if c < len(classes) else None for c in cell)


def drawn_classes(
    matrix: ConfusionMatrix, found: Array | None, order: str, names: tuple[str, ...], nothing: bool
) -> Array:
    """Indices of the rows to draw, in order, with *nothing* last if it is wanted."""
    most = MOST_DRAWN - nothing
    there = confusion.occurring(matrix)
    if found is not None:
        there = confusion.most_confused(matrix, np.intersect1d(found, there), most)
        there = confusion.with_partners(matrix, there, min(PARTNERS, most - len(there)))
    elif len(there) > most:
        there = confusion.most_confused(matrix, there, most)
    if order == "confusion":
        there = confusion.in_blocks(matrix, there)
    elif order == "alphabet":
        there = np.array(sorted(there, key=lambda c: names[c].casefold()), dtype=np.int64)
    else:
        true_of, assigned_of = confusion.margins(matrix)
        there = there[np.lexsort((there, -assigned_of[there], -true_of[there]))]
    return np.append(there, matrix.classes) if nothing else there


def left_out(matrix: ConfusionMatrix, drawn: int) -> str:
    """Which classes are not drawn."""
    there = len(confusion.occurring(matrix))
    absent = matrix.classes - there
    said = f"Drawn: {drawn} of {there:,} classes. " if drawn < there else ""
    if absent:
        said += f"Not drawn: {count_of(absent, 'class', 'classes')} without any document here."
    return said


def cells(
    matrix: ConfusionMatrix,
    rows: Array,
    names: tuple[str, ...],
    base: Base,
    diagonal: bool,
    cell: Cell | None,
) -> Cells:
    """The part of the matrix to draw: these rows, and the same columns."""
    k = matrix.classes
    true_of, assigned_of = confusion.margins(matrix)
    chosen = [np.flatnonzero(rows == c) for c in cell or ()]
    return Cells(
        [names[c] if c < k else "" for c in rows],
        confusion.cells_of(matrix, rows),
        confusion.cells_of(matrix, rows, base),
        base != "counts",
        true_of[rows],
        assigned_of[rows],
        bool(len(rows) and rows[-1] == k),
        diagonal,
        (int(chosen[0][0]), int(chosen[1][0])) if chosen and all(map(len, chosen)) else None,
    )
