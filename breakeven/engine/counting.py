"""What an engine counts of decisions: tables of classes and of documents, in whole numbers.

Tested in `tests/breakeven/engine/test_evaluation.py` and `test_scores.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from ibis import _
from ibis.expr import types as ir

from breakeven.analysis.evaluation.counts import DecisionCounts
from breakeven.analysis.evaluation.cut import Cut
from breakeven.engine.engines import Engine
from breakeven.engine.layout import Long, Wide
from metrics.effective_size import EffectiveTrials, trials_alone
from metrics.tallies import ContingencyTable, left_over
from metrics.typing import Array

# pairs of a class or a document: judged, true, assigned, and both of these
COUNTED_CELLS = ("judged", "true", "assigned", "hits")


@dataclass(frozen=True)
class WeightedCells:
    """How many documents have each weight, and how many of them are in each cell of a class.

    `weights`: the different ones, ascending, shape (weights,); None where all documents count 1,
    and the arrays then have one row. `documents`: shape (weights,). `counts`: by the names in
    `COUNTED_CELLS`, whole numbers of shape (weights, classes).
    """

    weights: Array | None
    documents: Array
    counts: dict[str, Array]

    def weighed(self, cell: str) -> Array:
        """The documents of a cell by their weights, shape (classes,)."""
        return self.counts[cell][0] if self.weights is None else self.weights @ self.counts[cell]

    def tables(self) -> ContingencyTable:
        """A table for each class."""
        judged, true, assigned, hits = (self.weighed(cell) for cell in COUNTED_CELLS)
        table = table_of(judged, true, assigned, hits)
        if self.weights is None:
            return table
        either = self.counts["true"] + self.counts["assigned"] - self.counts["hits"]
        trials = (self.counts["assigned"], self.counts["true"], either)
        effective = (trials_alone(self.counts["hits"], each, self.weights) for each in trials)
        return ContingencyTable(
            table.tp, table.fp, table.fn, table.tn, effective=EffectiveTrials(*effective)
        )


def table_of(judged: Array, true: Array, assigned: Array, hits: Array) -> ContingencyTable:
    """Tables from the numbers of `COUNTED_CELLS`, of one shape."""
    fp, fn = left_over(assigned, hits), left_over(true, hits)
    return ContingencyTable(hits, fp, fn, left_over(judged, hits + fp + fn))


def count_decisions(
    engine: Engine, layout: Wide | Long, cut: Cut
) -> tuple[DecisionCounts, WeightedCells]:
    """The tables of every class, and of every kind of documents; and what they are made of."""
    alike = engine.run(count_kinds(layout, cut))
    columns = [integer_column(alike, cell) for cell in (*COUNTED_CELLS, "times")]
    weight = None if layout.weight is None else alike["weight"].to_numpy()
    order = np.lexsort([*columns, *([] if weight is None else [weight])])
    *cells, times = (column[order] for column in columns)
    weights = None if weight is None else weight[order]
    found = _of_classes(engine, layout, cut, times, weights)
    return DecisionCounts(found.tables(), table_of(*cells), cells[0], weights, times), found


def count_kinds(layout: Wide | Long, cut: Cut | None) -> ir.Table:
    """How many documents (times) have the same numbers of pairs in each of `COUNTED_CELLS`."""
    return document_cells(layout, cut).group_by(*COUNTED_CELLS, *layout.keys()).agg(times=_.count())


def document_cells(layout: Wide | Long, cut: Cut | None) -> ir.Table:
    """A document’s numbers of pairs in each of `COUNTED_CELLS`, its keys, and its cluster."""
    keys = [*layout.keys(), *layout.drawn()]
    if isinstance(layout, Wide):
        rows = layout.documents(cut)
        return rows.select(*keys, **{cell: rows[cell].length() for cell in COUNTED_CELLS})
    return layout.rows(cut).group_by("id", *keys).agg(
        judged=len(layout.classes) - (~_.judged).cast("int64").sum(),
        true=(_.true & _.judged).cast("int64").sum(),
        assigned=(_.assigned & _.judged).cast("int64").sum(),
        hits=(_.true & _.assigned & _.judged).cast("int64").sum(),
    )  # fmt: skip


def _of_classes(
    engine: Engine, layout: Wide | Long, cut: Cut, times: Array, weights: Array | None
) -> WeightedCells:
    """The numbers of every class, where kinds of documents have these weights, ascending."""
    different, documents = None, np.array([times.sum()])
    if weights is not None:
        different, group = np.unique(weights, return_inverse=True)
        documents = np.zeros(len(different), dtype=np.int64)
        np.add.at(documents, group, times)
    shape = (len(documents), len(layout.classes))
    counts_by_cell = {cell: np.zeros(shape, dtype=np.int64) for cell in COUNTED_CELLS}
    rows = _wide(layout, cut) if isinstance(layout, Wide) else _long(layout, cut)
    sums = engine.run(rows)
    row, place = _row(sums, different), class_positions(sums["klass"], layout.classes)
    for cell in COUNTED_CELLS:
        counts_by_cell[cell][row, place] = integer_column(sums, cell)
    if isinstance(layout, Long):
        # what is not listed is judged, and false
        counts_by_cell["judged"] = documents[:, None] - counts_by_cell["judged"]
    return WeightedCells(different, documents, counts_by_cell)


def _row(table: pa.Table, weights: Array | None) -> Array:
    if weights is None:
        return np.zeros(table.num_rows, dtype=np.int64)
    return np.searchsorted(weights, table["weight"].to_numpy())


def _wide(layout: Wide, cut: Cut) -> ir.Table:
    keys = list(layout.keys())
    pairs = layout.decided_pairs(cut, keys).mutate(judged=True)
    # within the row a flag that stands in two cells would be looked for twice
    pairs = pairs.mutate(hits=pairs.true & pairs.assigned)
    return pairs.group_by("klass", *keys).agg(
        **{cell: pairs[cell].cast("int64").sum() for cell in COUNTED_CELLS}
    )


def _long(layout: Long, cut: Cut) -> ir.Table:
    rows = layout.rows(cut)
    rows = rows.filter(rows.klass != "")
    return rows.group_by("klass", *layout.keys()).agg(
        judged=(~_.judged).cast("int64").sum(),  # those that are not, for now
        true=(_.true & _.judged).cast("int64").sum(),
        assigned=(_.assigned & _.judged).cast("int64").sum(),
        hits=(_.true & _.assigned & _.judged).cast("int64").sum(),
    )


def class_positions(classes: pa.ChunkedArray, names: tuple[str, ...]) -> Array:
    """Where classes stand, shape (rows,), of their names or of their places."""
    if pa.types.is_integer(classes.type):
        return classes.to_numpy()
    found = pc.index_in(classes.cast(pa.large_string()), pa.array(names, pa.large_string()))
    return found.to_numpy().astype(np.int64)


def integer_column(table: pa.Table, column: str) -> Array:
    """A column of whole numbers, shape (rows,); 0 where nothing was added."""
    return pc.fill_null(table[column].cast(pa.int64()), 0).to_numpy()
