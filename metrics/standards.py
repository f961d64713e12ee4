"""What a standard of correctness does to the numbers: several truths, grades, no bounds."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Set

import numpy as np
from scipy import sparse

from metrics.tallies import ContingencyTable, count_decisions
from metrics.typing import Array


def by_standard(
    standards: Mapping[str, sparse.csc_array], assigned: sparse.csc_array
) -> dict[str, ContingencyTable]:
    """The tables per class of the same decisions under each of several standards, by name.

    Source: Lewis (1991), Standard of Correctness.
    """
    return {name: count_decisions(truth, assigned) for name, truth in standards.items()}


def graded_table(grades: Array, calls: Array, accepted: Collection[str]) -> ContingencyTable:
    """Decisions against graded truth, where the `accepted` grades count as correct.

    `grades` and `calls` (boolean) have shape (documents,) or (documents, classes); the table has
    shape () or (classes,). Report several sets of accepted grades. Source: Lewis (1991),
    Partitioning of Results.
    """
    correct, calls = np.isin(grades, list(accepted)), np.asarray(calls, dtype=bool)
    cells = (calls & correct, calls & ~correct, ~calls & correct, ~calls & ~correct)
    return ContingencyTable(*(np.sum(cell, axis=0) for cell in cells))


def unbounded(table: ContingencyTable) -> ContingencyTable:
    """The same table where the set of possible classes has no bounds.

    The pairs right and produced are then all there are. Fallout, specificity, accuracy and error
    rate become undefined (with tn = 0 fallout would always be 1); precision, recall, overlap and
    F stay. Source: Lewis (1991), Types of Extracted Data, on MUC-3.
    """
    return ContingencyTable(
        table.tp, table.fp, table.fn, np.full_like(table.tp, np.nan, dtype=float)
    )


def unbounded_table(correct: Set[Hashable], produced: Set[Hashable]) -> ContingencyTable:
    """The table, shape (), of produced pairs against correct ones, for instance (slot, filler).

    Undefined as for `unbounded`. Two systems have different universes, so their tables cannot be
    compared cell by cell. Source: Lewis (1991), Types of Extracted Data, on MUC-3.
    """
    tp = len(correct & produced)
    parts = (tp, len(produced) - tp, len(correct) - tp, 0)
    return unbounded(ContingencyTable(*(np.asarray(part) for part in parts)))
