"""What all arithmetic shares: types of arrays, names of choices, and when numbers are equal."""

from __future__ import annotations

from typing import Any, Literal, get_args

from numpy.typing import NDArray

Array = NDArray[Any]

# numbers closer than this are equal, a limit is passed only beyond it: 0.75 - 0.70 is not 0.05
EQUAL = 1e-12

# how much recall weighs beside precision in F where nobody says: as much
DEFAULT_BETA = 1.0
# the same in F₁: of numbers that are called so, whatever is usual
F1_BETA = 1.0

# over all decisions; the mean over classes, alike and by their positives; the mean over documents
AverageName = Literal["micro", "macro", "weighted", "per_document"]
AVERAGES: tuple[AverageName, ...] = get_args(AverageName)

# of a contingency table, in the order of its fields
Cell = Literal["tp", "fp", "fn", "tn"]
CELLS: tuple[Cell, ...] = get_args(Cell)
