"""Documents drawn in clusters: what stands together in them, in whole numbers.

How much clusters are worth turns on the squares of what each adds up to. Products of the numbers
of documents in a cluster are added there; they are multiplied by weights here.
"""

from __future__ import annotations

import ibis
import numpy as np
import pyarrow as pa
from ibis import _
from ibis.expr import types as ir
from scipy import sparse

from breakeven.analysis.evaluation.counts import DecisionCounts
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.document_kinds import ClusterProducts, averaged_kinds
from breakeven.data.records import Problem
from breakeven.engine.counting import COUNTED_CELLS, class_positions, document_cells, integer_column
from breakeven.engine.engines import Engine
from breakeven.engine.layout import Long, Wide
from breakeven.engine.scores import AT_HOME
from breakeven.readers.base.problems import ReadError
from metrics.effective_size import EffectiveTrials, effective_of_sums, trials_alone
from metrics.typing import Array

FLAGS = ("assigned", "true", "hits")


def gathered_kinds(
    engine: Engine, layout: Wide | Long, cut: Cut, counts: DecisionCounts
) -> ClusterProducts | None:
    """Which of the kinds of documents stand together in clusters; None where none were drawn so.

    ReadError where there are too many kinds.
    """
    if not layout.drawn():
        return None
    table = counts.documents
    cells = np.stack(
        [
            *(
                cell.astype(float)
                for cell in (counts.judged, table.positives, table.assigned, table.tp)
            ),
            *([] if counts.weights is None else [counts.weights]),
        ]
    )
    kinds = cells.shape[1]
    _refuse(kinds**2, "kinds of documents")
    each, keys = document_cells(layout, cut), list(layout.keys())
    by = [*COUNTED_CELLS, *keys]
    grouped = each.group_by("cluster", *by).agg(number=_.count())
    pair_counts = engine.run(
        pair_within(grouped, ["cluster"])
        .group_by(*by, *(f"{name}_other" for name in by))
        .agg(products=(_.number * _.number_other).sum())
    )
    first_kinds, second_kinds = (
        _numbers(pair_counts, [name + end for name in by]) for end in ("", "_other")
    )
    together = np.concatenate([cells, first_kinds, second_kinds], axis=1)
    alike = np.unique(together, axis=1, return_inverse=True)[1]
    place = np.empty(kinds, dtype=np.int64)
    place[alike[:kinds]] = np.arange(kinds)
    first, second = np.split(place[alike[kinds:]], 2)
    shape = (kinds, kinds)
    products = sparse.csr_array(
        (integer_column(pair_counts, "products"), (first, second)), shape=shape
    )
    return ClusterProducts(products, *_clusters(engine, each))


def _clusters(engine: Engine, each: ir.Table) -> tuple[int, dict[str, int]]:
    """How many clusters there are, and how many hold documents of some weight that tell."""
    heavy = each.weight > 0 if "weight" in each.columns else ibis.literal(True)
    masks = averaged_kinds(*(each[cell] for cell in COUNTED_CELLS))
    flags = {f"tells_{name}": (mask & heavy).cast("int64") for name, mask in masks.items()}
    own = each.select("cluster", **flags).group_by("cluster")
    clusters = own.agg(**{name: _[name].max() for name in flags})
    sums = {name: clusters[name].sum() for name in flags}
    totals = engine.run(clusters.agg(number=clusters.count(), **sums))
    return int(integer_column(totals, "number")[0]), {
        name: int(integer_column(totals, f"tells_{name}")[0]) for name in masks
    }


def effective_in_classes(
    engine: Engine, layout: Wide | Long, weights: Array | None, cut: Cut
) -> EffectiveTrials:
    """What the decisions of every class are worth in documents drawn alone, by clusters.

    ReadError where weights make too many sums.
    """
    listed, keys = _listed(layout, cut), list(layout.keys())
    different = np.ones(1) if weights is None else weights
    sums = engine.run(listed.group_by("klass", *keys).agg(**_sums(FLAGS)))
    shape = (len(different), len(layout.classes))
    index = _row(sums, "weight", weights), class_positions(sums["klass"], layout.classes)
    numbers = {name: np.zeros(shape, dtype=np.int64) for name in FLAGS}
    for name in FLAGS:
        numbers[name][index] = integer_column(sums, name)
    numbers["either"] = numbers["assigned"] + numbers["true"] - numbers["hits"]
    trials = ("assigned", "true", "either")
    if not layout.drawn():
        each = (trials_alone(numbers["hits"], numbers[name], different) for name in trials)
        return EffectiveTrials(*each)
    _refuse(len(layout.classes) * len(different) ** 2, "weights of documents in clusters")
    in_clusters = _in_clusters(engine, layout, listed, keys)
    product = _products(engine, layout, listed, weights)
    hits, heavy = different @ numbers["hits"], different > 0
    return EffectiveTrials(
        *(
            effective_of_sums(
                numbers[name][heavy].sum(axis=0),
                in_clusters[name],
                different @ numbers[name],
                hits,
                product[name, name],
                product["hits", name],
                product["hits", "hits"],
            )
            for name in trials
        )
    )


def _listed(layout: Wide | Long, cut: Cut) -> ir.Table:
    """A row for each judged pair that is true or assigned: klass, the flags, keys, cluster."""
    kept = [*FLAGS[:2], *layout.keys(), *layout.drawn()]
    if isinstance(layout, Wide):
        listed = layout.decided_pairs(cut, kept[2:])
        listed = listed.filter(listed.true | listed.assigned)
    else:
        rows = layout.rows(cut)
        listed = rows.filter(rows.judged & (rows.klass != "") & (rows.true | rows.assigned))
        listed = listed.select("klass", *kept)
    return listed.mutate(hits=_.true & _.assigned)


def _sums(flags: tuple[str, ...]) -> dict[str, ir.Value]:
    return {name: _[name].cast("int64").sum() for name in flags}


def _in_clusters(
    engine: Engine, layout: Wide | Long, listed: ir.Table, keys: list[str]
) -> dict[str, Array]:
    """In how many clusters each class has trials of some weight, shape (classes,)."""
    heavy = listed.filter(listed.weight > 0) if keys else listed
    flags_in_clusters = heavy.group_by("cluster", "klass").agg(
        assigned=_.assigned.cast("int64").max(),
        true=_.true.cast("int64").max(),
        either=_.count().clip(0, 1),
    )
    trials = ("assigned", "true", "either")
    sums = engine.run(flags_in_clusters.group_by("klass").agg(**_sums(trials)))
    place = class_positions(sums["klass"], layout.classes)
    numbers = {name: np.zeros(len(layout.classes), dtype=np.int64) for name in trials}
    for name in trials:
        numbers[name][place] = integer_column(sums, name)
    return numbers


def _products(
    engine: Engine, layout: Wide | Long, listed: ir.Table, weights: Array | None
) -> dict[tuple[str, str], Array]:
    """Sums over clusters of the product of two sums within each, by weights, shape (classes,)."""
    keys = list(layout.keys())
    grouped = listed.group_by("cluster", "klass", *keys).agg(**_sums(FLAGS))
    pairs = [(a, b) for i, a in enumerate(FLAGS) for b in FLAGS[i:]]
    pair_sums = engine.run(
        pair_within(grouped, ["cluster", "klass"])
        .group_by("klass", *keys, *(f"{key}_other" for key in keys))
        .agg(**{f"{a}_{b}": (_[a] * _[f"{b}_other"]).sum() for a, b in pairs})
    )
    place, by = class_positions(pair_sums["klass"], layout.classes), 1
    if weights is not None:
        by = pair_sums["weight"].to_numpy() * pair_sums["weight_other"].to_numpy()
    products: dict[tuple[str, str], Array] = {}
    for a, b in pairs:
        sums = np.zeros(len(layout.classes), dtype=np.int64 if weights is None else float)
        np.add.at(sums, place, integer_column(pair_sums, f"{a}_{b}") * by)
        products[a, b] = products[b, a] = sums
    # either is assigned or true, less both
    for name in FLAGS:
        products[name, "either"] = (
            products[name, "assigned"] + products[name, "true"] - products[name, "hits"]
        )
    products["either", "either"] = (
        products["assigned", "either"] + products["true", "either"] - products["hits", "either"]
    )
    return products


def pair_within(grouped: ir.Table, on: list[str]) -> ir.Table:
    """Each row beside every one of its cluster, whose columns end in _other."""
    again = {f"{name}_other": name for name in grouped.columns if name not in on}
    return grouped.join(grouped.view().rename(again), on)


def _row(table: pa.Table, column: str, weights: Array | None) -> Array:
    if weights is None:
        return np.zeros(table.num_rows, dtype=np.int64)
    return np.searchsorted(weights, table[column].to_numpy())


def _numbers(table: pa.Table, columns: list[str]) -> Array:
    return np.stack([table[name].to_numpy().astype(float) for name in columns])


def _refuse(sums: int, noun: str) -> None:
    if sums > AT_HOME:
        what = f"there are too many {noun}: clusters would make {sums:,} sums"
        remedy = "read the column as other information; each document then counts as drawn by "
        "itself"
        raise ReadError([Problem(what=what, remedy=remedy)])
