"""Which part of a confusion matrix is shown, in which order, and what stands for the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from metrics import confusion
from metrics.confusion import ConfusedGroups, grouped, in_blocks
from metrics.tallies import ConfusionMatrix
from metrics.typing import Array

MatrixOrder = Literal["blocks", "size", "name", "file"]
# so many classes are shown whatever they have; of more those that are confused
FEW = 30
# and of more of these so many at first
FIRST = 25
# so many rows at most: a row of more classes than that holds several
ROWS = 100


@dataclass(frozen=True, kw_only=True)
class MatrixPart:
    """Some classes of a confusion matrix, and all others in one row and column: nothing is lost.

    `classes`: their indices, in order; each row has `step` of them. `more`: how many others there
    are in the row after them, 0 where these have no error and no row. `nothing`: whether *nothing*
    is the last row. `wrong`, (rows, rows): wrong decisions, those within a row on the diagonal;
    `right`, `true_of`, `assigned_of`, (rows,): right ones, and sums of rows and columns. `left`:
    confusions of two classes that stand in the row of the others.
    """

    classes: Array
    step: int
    more: int
    nothing: bool
    wrong: Array
    right: Array
    true_of: Array
    assigned_of: Array
    left: float

    @property
    def rows(self) -> int:
        """How many rows have classes of their own."""
        return -(-len(self.classes) // self.step)

    def members(self, row: int) -> Array | None:
        """The classes of a row; None for the others, and for *nothing*."""
        if row >= self.rows:
            return None
        return self.classes[row * self.step : (row + 1) * self.step]

    def place(self, row: int, k: int) -> int | None:
        """Which class of all k a row is, k for *nothing*; None where it is not one alone."""
        if self.is_nothing(row):
            return k
        members = self.members(row)
        return int(members[0]) if members is not None and len(members) == 1 else None

    def is_nothing(self, row: int) -> bool:
        """Whether a row is that of *nothing*."""
        return self.nothing and row == len(self.right) - 1


def part_of(matrix: ConfusionMatrix, classes: Array, nothing: bool) -> MatrixPart:
    """The part of these classes, in their order; `nothing`: with its row, which may be empty."""
    step = max(1, -(-len(classes) // ROWS))
    rows = -(-len(classes) // step)
    group = np.full(matrix.classes + 1, rows)
    group[classes] = np.arange(len(classes)) // step
    group[-1] = rows + 1
    confused: ConfusedGroups = grouped(matrix, group)
    others = bool(confused.wrong[rows].any() or confused.wrong[:, rows].any())
    shown = [*range(rows), *([rows] if others else []), *([rows + 1] if nothing else [])]
    more = len(np.setdiff1d(confusion.occurring(matrix), classes))
    left = confused.wrong[rows, : rows + 1].sum() + confused.wrong[:rows, rows].sum()
    return MatrixPart(
        classes=classes,
        step=step,
        more=more if others else 0,
        nothing=nothing,
        wrong=confused.wrong[np.ix_(shown, shown)],
        right=confused.right[shown],
        true_of=confused.true_of[shown],
        assigned_of=confused.assigned_of[shown],
        left=float(left),
    )


def rounded_rows(counts: Array) -> Array:
    """Whole numbers for counts, (n, m), that add up to as much in each row, rounded.

    Each row gives what is lost by rounding down to the largest remainders, of equal ones to the
    first (Hamilton's method).
    """
    # what is whole but for the last digits of a sum is whole
    exact = np.round(counts, 9)
    down = np.floor(exact)
    left = np.round(exact.sum(axis=1)) - down.sum(axis=1)
    by_remainder = np.argsort(down - exact, axis=1, kind="stable")
    place = np.empty_like(by_remainder)
    np.put_along_axis(place, by_remainder, np.arange(exact.shape[1])[None, :], axis=1)
    return down + (place < left[:, None])


def first_classes(matrix: ConfusionMatrix) -> Array:
    """The classes shown first: all that occur where they are few, else those most often confused.

    Of more than `FEW` that are confused, those of the most frequent pairs.
    """
    there = confusion.occurring(matrix)
    if len(there) <= FEW:
        return there
    confused = confusion.confused_classes(matrix)
    return confused if len(confused) <= FEW else confusion.of_frequent_pairs(matrix, FIRST)


def around(matrix: ConfusionMatrix, classes: Array) -> Array:
    """These classes, or the most confused of many, and those most often confused with them."""
    chosen = np.intersect1d(classes, confusion.occurring(matrix))
    chosen = confusion.most_confused(matrix, chosen, FIRST)
    return confusion.with_partners(matrix, chosen, FEW - len(chosen))


def ordered(
    matrix: ConfusionMatrix, classes: Array, order: MatrixOrder, names: Sequence[str]
) -> Array:
    """The classes in an order: in blocks of confusions, largest first, by name, as in the file."""
    if order == "blocks":
        return in_blocks(matrix, classes)
    if order == "size":
        true_of, assigned_of = confusion.margins(matrix)
        return classes[np.lexsort((classes, -assigned_of[classes], -true_of[classes]))]
    if order == "name":
        by_name = sorted(classes.tolist(), key=lambda c: (names[c].casefold(), names[c]))
        return np.array(by_name, dtype=np.int64)
    return np.sort(classes)
