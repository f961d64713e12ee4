"""How classes meet in documents, counted where the rows lie: for what it changes to merge two.

What a class is in a document is one sign, and its class behind it; a document lists these. Home
comes how many documents have each two of them.
"""

from __future__ import annotations

from collections.abc import Mapping

import ibis
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from ibis import _
from ibis.expr import types as ir
from scipy import sparse

from breakeven.analysis.evaluation.cut import Cut
from breakeven.data.records import Problem
from breakeven.engine.class_pairs import PAIRS
from breakeven.engine.counting import places, whole_numbers
from breakeven.engine.engines import Engine
from breakeven.engine.layout import SIDES, Long, Wide
from breakeven.engine.scores import AT_HOME
from breakeven.readers.base.problems import ReadError
from metrics.merging.merge_gains import WAYS, MeetingState, MeetingWay
from metrics.typing import Array

# true and assigned, true alone, assigned alone; not judged and assigned, not judged alone
HIT, MISSED, EXTRA, CALLED, OPEN = SIGNS = "hmxcu"
MEANT: Mapping[MeetingState, str] = {
    "hit": HIT,
    "missed": MISSED,
    "called": EXTRA + CALLED,
    "extra": EXTRA,
    "unjudged": CALLED + OPEN,
}
_LISTS = {"seen": HIT + MISSED + EXTRA + CALLED, "extra": EXTRA, "open": OPEN}


def count_meetings(
    engine: Engine, layout: Wide | Long, cut: Cut, at_home: int = AT_HOME
) -> dict[MeetingWay, sparse.csr_array]:
    """In how many documents each class is what a way has first, and each other what it has second.

    By their weights, csr (classes, classes), of every way. ReadError where there are more pairs
    within documents than `PAIRS` for each decision, or than `at_home`, and where more sums than
    that would come back.
    """
    keys, k = list(layout.keys()), len(layout.classes)
    listed = _wide(layout, cut) if isinstance(layout, Wide) else _long(layout, cut)
    _check(engine, listed, layout, at_home)
    # what is open meets what is extra, and nothing else
    both = [_pairs(listed, "seen", "seen", keys), _pairs(listed, "extra", "open", keys)]
    met: dict[MeetingWay, list[tuple[Array, Array, Array]]] = {way: [] for way in WAYS}
    for pairs in both:
        found = engine.run(pairs.limit(at_home + 1))
        if found.num_rows > at_home:
            what = f"classes meet in more than {at_home:,} different ways"
            remedy = "take a rule that assigns fewer classes"
            raise ReadError([Problem(what=what, remedy=remedy, file=layout.source.name)])
        number = whole_numbers(found, "number").astype(float)
        if "weight" in keys:
            number *= found["weight"].to_numpy()
        sides = [_decoded(found[side], layout) for side in ("one", "other")]
        for first, second in (sides, sides[::-1]):
            for way in WAYS:
                of = np.flatnonzero(_is(first[0], way.first) & _is(second[0], way.second))
                met[way].append((first[1][of], second[1][of], number[of]))
    return {way: _summed(parts, k) for way, parts in met.items()}


def _check(engine: Engine, listed: ir.Table, layout: Wide | Long, at_home: int) -> None:
    seen, extra, open_ = (listed[name].length() for name in _LISTS)
    pairs = (seen * (seen - 1) // 2 + extra * open_).sum()
    found = engine.run(listed.agg(pairs=pairs, documents=listed.count()))
    most = PAIRS * int(whole_numbers(found, "documents")[0]) * len(layout.classes)
    if int(whole_numbers(found, "pairs")[0]) > max(most, at_home):
        what = "too many classes meet within documents"
        remedy = "take a rule that assigns fewer classes"
        raise ReadError([Problem(what=what, remedy=remedy, file=layout.source.name)])


def _summed(parts: list[tuple[Array, Array, Array]], k: int) -> sparse.csr_array:
    first, second, number = (np.concatenate(cells) for cells in zip(*parts, strict=True))
    # those that add up to one always in one order, so that they make the same sum
    order = np.lexsort([number, second, first])
    at = first[order], second[order]
    return sparse.csr_array((number[order], at), shape=(k, k))


def _is(signs: Array, state: MeetingState) -> Array:
    return np.isin(signs, [SIGNS.index(sign) for sign in MEANT[state]])


def _decoded(codes: pa.ChunkedArray, layout: Wide | Long) -> tuple[Array, Array]:
    """What classes are, as places in `SIGNS`, and which ones; both of shape (rows,)."""
    if isinstance(layout, Wide):
        place, sign = np.divmod(codes.to_numpy().astype(np.int64), len(SIGNS))
        return sign, place
    sign = places(pc.utf8_slice_codeunits(codes, 0, 1), tuple(SIGNS))
    return sign, places(pc.utf8_slice_codeunits(codes, 1), layout.classes)


def _wide(layout: Wide, cut: Cut) -> ir.Table:
    rows = layout.documents(cut)
    columns = dict(zip(SIGNS, (*SIDES, "called", "open"), strict=True))

    def those(signs: str) -> ir.ArrayValue:
        first, *others = (_signed(rows[columns[sign]], sign) for sign in signs)
        return first.concat(*others) if others else first

    return rows.select(*layout.keys(), **{name: those(signs) for name, signs in _LISTS.items()})


def _signed(classes: ir.ArrayValue, sign: str) -> ir.ArrayValue:
    """Classes as the codes of what they are."""
    return classes.map(lambda place: (place * len(SIGNS) + SIGNS.index(sign)).cast("int32"))


def _long(layout: Long, cut: Cut) -> ir.Table:
    rows = layout.rows(cut)
    rows = rows.filter((rows.klass != "") & (rows.true | rows.assigned | ~rows.judged))
    true, assigned, judged = rows.true, rows.assigned, rows.judged
    holds = {
        HIT: judged & true & assigned,
        MISSED: judged & true & ~assigned,
        EXTRA: judged & ~true & assigned,
        CALLED: ~judged & assigned,
        OPEN: ~judged & ~assigned,
    }

    def those(signs: str) -> ir.ArrayValue:
        told = ((holds[sign], ibis.literal(sign) + rows.klass) for sign in signs)
        coded = ibis.cases(*told, else_=ibis.null("string"))
        none = ibis.literal([], "array<string>")
        return coded.collect(where=coded.notnull()).coalesce(none)

    lists = {name: those(signs) for name, signs in _LISTS.items()}
    return rows.group_by("id", *layout.keys()).agg(**lists)


def _pairs(listed: ir.Table, one: str, other: str, keys: list[str]) -> ir.Table:
    """How many documents have each two of their lists, each two once where both are one list."""
    each = listed.select(*keys, other, one=listed[one].unnest())
    each = each.select(*keys, "one", other=each[other].unnest())
    if one == other:
        each = each.filter(each.one < each.other)
    return each.group_by("one", "other", *keys).agg(number=_.count())
