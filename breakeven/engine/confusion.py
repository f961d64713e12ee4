"""What is taken for what, counted where the rows lie: whole numbers of documents by their errors.

In a document with several errors each pair of a missed and an extra class is a part of one, by how
many there are of these. Documents are counted by that number there, and divided by it here.
"""

from __future__ import annotations

import ibis
import numpy as np
import pyarrow as pa
from ibis import _
from ibis.expr import types as ir
from scipy import sparse

from breakeven.analysis.evaluation.counted import Confused
from breakeven.analysis.evaluation.cut import Cut
from breakeven.data.records import Problem
from breakeven.engine.counting import class_positions, integer_column
from breakeven.engine.engines import Engine
from breakeven.engine.layout import SIDES, Long, Wide
from breakeven.engine.scores import AT_HOME
from breakeven.readers.base.problems import ReadError
from metrics.tallies import ConfusionMatrix


def count_confused(
    engine: Engine, layout: Wide | Long, cut: Cut, at_home: int = AT_HOME
) -> Confused:
    """The confusion matrix of the decisions, and how many documents are behind each of its cells.

    ReadError where more than `at_home` sums would come back.
    """
    keys, k = list(layout.keys()), len(layout.classes)
    sides = _wide(layout, cut) if isinstance(layout, Wide) else _long(layout, cut)
    names = (*layout.classes, "")  # no class is called so: it stands for nothing
    nothing = ibis.literal(k, "int32") if isinstance(layout, Wide) else ibis.literal("")
    cells = _cells(sides, nothing, keys)
    by = ["true", "assigned", "larger", "smaller", *keys]
    cell_counts = engine.run(cells.group_by(*by).agg(number=_.count()).limit(at_home + 1))
    if cell_counts.num_rows > at_home:
        what = f"there are more than {at_home:,} confusions of different kinds"
        remedy = "choose a rule that predicts fewer classes"
        raise ReadError([Problem(what=what, remedy=remedy, file=layout.source.name)])
    return _confused(cell_counts, names)


def _confused(cell_counts: pa.Table, names: tuple[str, ...]) -> Confused:
    k = len(names) - 1
    true, assigned = (class_positions(cell_counts[side], names) for side in ("true", "assigned"))
    number, larger, smaller = (
        integer_column(cell_counts, column) for column in ("number", "larger", "smaller")
    )
    # those that add up to a cell always in one order, so that they make the same sum
    weight = (
        cell_counts["weight"].to_numpy()
        if "weight" in cell_counts.column_names
        else np.ones(len(true))
    )
    order = np.lexsort([smaller, larger, weight, assigned, true])
    nothing = (true == k) | (assigned == k)
    share = np.where(nothing, 1 - smaller / larger, 1 / larger) * number * weight
    index, shape = (true[order], assigned[order]), (k + 1, k + 1)
    counts = sparse.csr_array((share[order], index), shape=shape)
    return Confused(ConfusionMatrix(counts), sparse.csr_array((number[order], index), shape=shape))


def _wide(layout: Wide, cut: Cut) -> ir.Table:
    rows = layout.documents(cut)
    numbers = {"m": rows.missed.length(), "e": rows.extra.length()}
    return rows.select(*layout.keys(), *SIDES, **numbers)


def _long(layout: Long, cut: Cut) -> ir.Table:
    rows = layout.rows(cut)
    rows = rows.filter(rows.judged & (rows.klass != "") & (rows.true | rows.assigned))
    flags = {
        "hits": rows.true & rows.assigned,
        "missed": rows.true & ~rows.assigned,
        "extra": rows.assigned & ~rows.true,
    }
    none = ibis.literal([], "array<string>")
    return rows.group_by("id", *layout.keys()).agg(
        **{side: rows.klass.collect(where=flag).coalesce(none) for side, flag in flags.items()},
        m=flags["missed"].cast("int32").sum(),
        e=flags["extra"].cast("int32").sum(),
    )


def _cells(sides: ir.Table, nothing: ir.Scalar, keys: list[str]) -> ir.Table:
    """A row for each cell that a document is behind: true, assigned, and its numbers of errors.

    Of the two numbers, of missed and of extra classes, the `larger` and the `smaller`: that is 0
    but beside nothing, where it tells what is left over.
    """
    nothing_list = ibis.array([nothing])
    empty_list = ibis.literal([], nothing_list.type())
    left, over = sides.m > sides.e, sides.e > sides.m
    listed = sides.select(
        *keys,
        "hits",
        "m",
        "e",
        truly=sides.hits.concat(sides.missed).concat(over.ifelse(nothing_list, empty_list)),
        called=sides.extra.concat(left.ifelse(nothing_list, empty_list)),
    )
    each = listed.mutate(true=listed.truly.unnest()).drop("truly")
    right = each.hits.contains(each.true)
    each = each.mutate(right=right, called=right.ifelse(ibis.array([each.true]), each.called))
    pairs = each.mutate(assigned=each.called.unnest())
    is_beside_nothing = (pairs.true == nothing) | (pairs.assigned == nothing)
    larger, smaller = ibis.greatest(pairs.m, pairs.e), ibis.least(pairs.m, pairs.e)
    return pairs.select(
        *keys,
        "true",
        "assigned",
        larger=pairs.right.ifelse(1, larger),
        smaller=(is_beside_nothing & ~pairs.right).ifelse(smaller, 0),
    )
