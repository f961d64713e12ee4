"""The same evaluation over part of the decisions: groups of classes, of documents, growing sets.

Each result is a table to be averaged with `averaging.micro` and `averaging.macro`; its positives
and decisions are the background that belongs beside the averages. Source: Lewis (1991),
Partitioning of Results.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from metrics.tallies import Array, ContingencyTable, count_decisions


def by_unit_group(table: ContingencyTable, group: Array, groups: int) -> list[ContingencyTable]:
    """The units of each group 0..groups - 1, `group` having shape (units,); a group may be empty.

    For classes by their frequency in training see `averaging.frequency_groups`.
    """
    return [table[np.asarray(group) == g] for g in range(groups)]


def by_document_group(
    truth: sparse.csc_array,
    assigned: sparse.csc_array,
    group: Array,
    groups: int,
    unjudged: sparse.csc_array | None = None,
) -> list[ContingencyTable]:
    """The table of every class within each group of documents; `group` has shape (documents,)."""
    tables = []
    for g in range(groups):
        rows = np.flatnonzero(np.asarray(group) == g)
        out = None if unjudged is None else sparse.csc_array(unjudged[rows])
        tables.append(
            count_decisions(sparse.csc_array(truth[rows]), sparse.csc_array(assigned[rows]), out)
        )
    return tables


def growing(table: ContingencyTable, order: Array, sizes: Sequence[int]) -> ContingencyTable:
    """The pooled table of the first 1st, 2nd, ... size of classes taken in `order`: (sizes,).

    Show precision, recall and fallout together. Where precision holds and fallout falls, wrong
    decisions grow with the correct classes; where fallout holds and precision falls, with the
    incorrect ones. Source: Lewis (1991), tables 2 and 3.
    """

    def pooled(cell: Array) -> Array:
        return np.append(0, np.cumsum(cell[order]))[np.asarray(sizes)]

    return ContingencyTable(*(pooled(c) for c in (table.tp, table.fp, table.fn, table.tn)))
