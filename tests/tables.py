"""Tables that only tests ask for, from sets of answers and from confusion matrices."""

from __future__ import annotations

from collections.abc import Hashable, Set

import numpy as np

from metrics.tallies import ConfusionMatrix, ContingencyTable, unbounded
from metrics.typing import Array


def unbounded_table(correct: Set[Hashable], produced: Set[Hashable]) -> ContingencyTable:
    """The table, shape (), of produced pairs against correct ones, for instance (slot, filler).

    Undefined as for `unbounded`. Two systems have different universes, so their tables cannot be
    compared cell by cell. Source: Lewis (1991), Types of Extracted Data, on MUC-3.
    """
    tp = len(correct & produced)
    parts = (tp, len(produced) - tp, len(correct) - tp, 0)
    return unbounded(ContingencyTable(*(np.asarray(part) for part in parts)))


def between_classes(matrix: ConfusionMatrix) -> Array:
    """The dense (classes, classes) part without *nothing*."""
    return np.asarray(matrix.counts[:-1, :-1].toarray())
