"""What the figures of two systems show, in words for those who cannot see them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from breakeven.figures.comparison import ByClass
from breakeven.figures.told import values_told
from breakeven.text import NO_CLASS, count_of, quoted, signed
from metrics.typing import Array

DIFFERENCE = "Difference of both systems in points with 95 % intervals"


def difference_told(of: ByClass) -> str:
    """The largest gain and loss, and how many are beyond chance."""
    points = 100 * (np.asarray(of.new) - np.asarray(of.old))
    beyond = f"{int(np.count_nonzero(of.real)):,} beyond chance"
    return f"{values_told(of.names, points, 1)}; {beyond}"


def both_told(of: ByClass, old: str, new: str) -> str:
    """The ends of both systems' values."""
    return "; ".join(
        f"{quoted(system)}: {values_told(of.names, np.asarray(values))}"
        for system, values in ((old, of.old), (new, of.new))
    )


def change_told(names: Sequence[str | None], before: Array, after: Array) -> str:
    """The cell of two confusion matrices that changes most."""
    change = np.asarray(after - before, dtype=float)
    row, column = np.unravel_index(int(np.abs(change).argmax()), change.shape)
    true, assigned = (
        quoted(NO_CLASS if (name := names[int(at)]) is None else name) for at in (row, column)
    )
    cells = count_of(int(np.count_nonzero(change)), "cell changes", "cells change")
    return (
        f"{cells}, most that of {true} taken for {assigned}, by "
        f"{signed(float(change[row, column]), 0)}"
    )
