"""The classes of each document ranked where the rows lie, and where its own are met.

Where a correct class stands is how many classes of the same document score at least as much. Rows
that are documents are asked for that within themselves; of rows that are pairs, the correct ones
are put beside the others of their document, so that no document is held whole. Home comes how many
documents meet so many correct classes at the same precision, which is a share of whole numbers.
"""

from __future__ import annotations

import ibis
import numpy as np
from ibis import _
from ibis.expr import types as ir

from breakeven.engine.counting import whole
from breakeven.engine.layout import Long, Wide
from breakeven.engine.running import Engine
from breakeven.engine.tallies import AT_HOME
from metrics.ranking.counted_points import CountedPoints


def count_points(
    engine: Engine, layout: Wide | Long, at_home: int = AT_HOME
) -> CountedPoints | None:
    """Where documents meet their correct classes; None where over `at_home` sums would come back.

    Pairs that nobody judged are neither ranked nor correct.
    """
    each = _wide(layout) if isinstance(layout, Wide) else _long(layout)
    # recall goes past a level of eleven there, or is the first or the last
    asked = (each.found * 10 % each.r < 10) | (each.found == 1) | (each.found == each.ranked)
    by = ["r", "ranked", "found", "best", *layout.keys()]
    found = engine.run(each.filter(asked).group_by(by).agg(times=_.count()).limit(at_home + 1))
    if found.num_rows > at_home:
        return None
    r, ranked, at, times = (whole(found, name) for name in ("r", "ranked", "found", "times"))
    weighted = layout.weight is not None
    weight = found["weight"].to_numpy() if weighted else np.ones(len(r))
    best = found["best"].to_numpy()
    # always in one order, so that they make the same sum
    order = np.lexsort([best, at, ranked, r, weight])
    return CountedPoints(*(cell[order] for cell in (r, ranked, at, best, weight, times)))


def _wide(layout: Wide) -> ir.Table:
    documents = layout.documents(None)
    rows = documents.select(
        *layout.keys(),
        r=documents.true.length(),
        every=documents.judged.map(lambda place: documents.scores[place]),
        own=_there(documents.true.map(lambda place: documents.scores[place])),
    )

    def assigned(score: ir.Value) -> ir.Value:
        return rows.every.filter(lambda other: other >= score).length()

    listed = rows.select(*layout.keys(), "r", ranks=rows.own.map(assigned).sort())
    listed = listed.mutate(ranked=listed.ranks.length())
    each = listed.mutate(found=ibis.range(1, listed.ranked + 1).unnest())
    # of equal scores the last stands for all: no other is as precise
    later = ibis.range(each.found, each.ranked + 1)
    return each.mutate(best=later.map(lambda at: at / each.ranks[at - 1]).maxs())


def _there(scores: ir.ArrayValue) -> ir.ArrayValue:
    return scores.filter(lambda score: score.notnull())


def _long(layout: Long) -> ir.Table:
    rows = layout.rows(None)
    rows = rows.filter(rows.judged & (rows.klass != ""))
    keys = list(layout.keys())
    correct = rows.filter(rows.true).select("id", *keys, "klass", own="score")
    scored = rows.filter(rows.score.notnull()).select(of=rows.id, other=rows.score)
    beside = correct.left_join(scored, [correct.id == scored.of, scored.other >= correct.own])
    met = beside.group_by("id", *keys, "klass").agg(assigned=beside.other.count())
    of_document = ibis.window(group_by="id")
    falling = ibis.window(group_by="id", order_by=[met.assigned == 0, met.assigned, met.klass])
    met = met.mutate(
        r=met.count().over(of_document),
        ranked=(met.assigned > 0).cast("int64").sum().over(of_document),
        found=ibis.row_number().over(falling) + 1,
    )
    met = met.filter(met.assigned > 0)
    onward = ibis.window(group_by="id", order_by="found", preceding=0, following=None)
    return met.mutate(best=(met.found / met.assigned).max().over(onward))
