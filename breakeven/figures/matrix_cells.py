"""A part of a confusion matrix as it is drawn: what each row is called, and each cell shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from breakeven.evaluation.matrix_part import MatrixPart
from breakeven.text import NO_CLASS
from metrics.confusion import Base, as_shares
from metrics.typing import Array


@dataclass(frozen=True, kw_only=True)
class Cells:
    """What is drawn: n rows (true) and as many columns (assigned), in one order.

    `names`, n of them; the last `apart` are our own words, for what is no class. `counts`, (n, n);
    `shown`, (n, n): the counts, or with `shares` shares in [0, 1], NaN where undefined. `single`,
    (n,): whether a row is one class; then its diagonal is what is right, drawn with `diagonal`
    alone. `true_of`, `assigned_of`, `missed`, `extra`, (n,): sums of whole rows and columns, and
    what is wrong of these.
    """

    names: list[str]
    apart: int
    counts: Array
    shown: Array
    shares: bool
    single: Array
    true_of: Array
    assigned_of: Array
    missed: Array
    extra: Array
    diagonal: bool


def cells_of(
    part: MatrixPart,
    names: Sequence[str],
    base: Base,
    *,
    diagonal: bool,
) -> Cells:
    """The part of a matrix of classes with these names."""
    rows = range(len(part.right))
    places = [part.place(row, len(names)) for row in rows]
    single = np.array([place is not None and place < len(names) for place in places], dtype=bool)
    counts = part.wrong + np.diag(np.where(single, part.right, 0.0))
    return Cells(
        names=[_name(part, names, row) for row in rows],
        apart=len(rows) - part.rows,
        counts=counts,
        shown=as_shares(counts, part.true_of, part.assigned_of, part.total, base),
        shares=base != "counts",
        single=single,
        true_of=part.true_of,
        assigned_of=part.assigned_of,
        missed=part.true_of - part.right,
        extra=part.assigned_of - part.right,
        diagonal=diagonal,
    )


def _name(part: MatrixPart, names: Sequence[str], row: int) -> str:
    """What a row is called; of several classes the first, which gives a place to look at."""
    members = part.members(row)
    if members is None:
        return NO_CLASS if part.is_nothing(row) else f"({part.more:,} more)"
    return names[members[0]]
