"""How the decisions differ from the same classes for every document, counted where rows lie.

By how many hits, and false alarms, a document differs is a whole number; so is what a cluster's
documents of one weight add up to. Home comes how many documents, or clusters, differ by the same;
of weights in clusters, whose sums are fractions, what each cluster has of each weight.
"""

from __future__ import annotations

from collections.abc import Sequence

import ibis
import numpy as np
import pyarrow as pa
from ibis import _
from ibis.expr import types as ir

from breakeven.engine.counting import whole
from breakeven.engine.layout import Long, Wide
from breakeven.engine.running import Engine
from breakeven.engine.tallies import AT_HOME
from breakeven.evaluation.counted import BesideFixed
from breakeven.evaluation.cut import Cut


def count_beside_fixed(
    engine: Engine,
    layout: Wide | Long,
    cut: Cut,
    classes: Sequence[int],
    at_home: int = AT_HOME,
) -> BesideFixed | None:
    """The decisions beside these classes, by their places, for every document.

    None where more than `at_home` sums would come back.
    """
    clustered, weighted = bool(layout.drawn()), layout.weight is not None
    each = _wide(layout, cut, classes) if isinstance(layout, Wide) else _long(layout, cut, classes)
    by = ["cluster"] if clustered else []
    by += ["weight"] if weighted else []
    sums = {"hits": each.hits.sum(), "alarms": each.alarms.sum(), "size": each.count()}
    if clustered:
        each = each.group_by(by).agg(**sums)
    if clustered and weighted:
        found = engine.run(each.limit(at_home + 1))
        return None if found.num_rows > at_home else _of_clusters(found)
    kinds = ["hits", "alarms", "size"] if clustered else ["hits", "alarms", *by]
    found = engine.run(each.group_by(kinds).agg(times=_.count()).limit(at_home + 1))
    if found.num_rows > at_home:
        return None
    hits, alarms, times = (whole(found, name) for name in ("hits", "alarms", "times"))
    if clustered:
        size, weight = whole(found, "size").astype(float), np.ones(len(times))
    else:
        size = found["weight"].to_numpy() if weighted else np.ones(len(times))
        weight = size
    order = np.lexsort([alarms, hits, size])
    cells = (hits * weight, alarms * weight, size, times)
    return BesideFixed(*(cell[order] for cell in cells))


def _of_clusters(found: pa.Table) -> BesideFixed:
    """What the documents of each weight in a cluster come to, by their weights."""
    cluster = found["cluster"].combine_chunks().dictionary_encode().indices.to_numpy()
    weight = found["weight"].to_numpy()
    # what adds up always in one order, so that it makes the same sum
    order = np.lexsort([weight, cluster])
    hits, alarms, size = (
        np.bincount(cluster[order], (whole(found, name) * weight)[order])
        for name in ("hits", "alarms", "size")
    )
    last = np.lexsort([alarms, hits, size])
    return BesideFixed(hits[last], alarms[last], size[last], np.ones(len(last), dtype=np.int64))


def _wide(layout: Wide, cut: Cut, classes: Sequence[int]) -> ir.Table:
    rows = layout.documents(cut)
    true, judged = (_of_these(rows[of], classes) for of in ("true", "judged"))
    alarms = rows.assigned.length() - rows.hits.length()
    return rows.select(
        *layout.keys(),
        *layout.drawn(),
        hits=rows.hits.length() - true,
        alarms=alarms - (judged - true),
    )


def _of_these(held: ir.ArrayColumn, classes: Sequence[int]) -> ir.IntegerValue:
    """How many of these classes a list of different ones holds."""
    if len(classes) == 1:
        return held.contains(classes[0]).cast("int64")
    if not classes:
        return ibis.literal(0)
    return held.intersect(ibis.array(list(classes)).cast(held.type())).length()


def _long(layout: Long, cut: Cut, classes: Sequence[int]) -> ir.Table:
    rows = layout.rows(cut)
    own = rows.klass.isin([layout.classes[c] for c in classes]) if classes else ibis.literal(False)
    sums = {
        "found": rows.true & rows.assigned & rows.judged,
        "extra": rows.assigned & rows.judged & ~rows.true,
        "own": own & rows.true & rows.judged,
        "unjudged": own & ~rows.judged,
    }
    each = rows.group_by("id", *layout.keys(), *layout.drawn()).agg(
        **{name: flag.cast("int64").sum() for name, flag in sums.items()}
    )
    # pairs that are absent say no
    return each.mutate(
        hits=each.found - each.own,
        alarms=each.extra - (ibis.literal(len(classes)) - each.own - each.unjudged),
    )
