"""How classes go with each other within documents, or clusters of them, counted where these lie.

A class stands in a document as found, as a false alarm, or as missed; elsewhere it is rightly not
assigned. How many documents have two classes standing so is a whole number; so is what the numbers
of two in each cluster multiply to, added up over the clusters. For what it changes to merge two, a
document lists what each class is in it, as one sign with the class behind it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import ibis
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from ibis import _
from ibis.expr import types as ir
from scipy import sparse

from breakeven.analysis.evaluation.counts import DecisionCounts
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.document_kinds import (
    MOST_CLASSES,
    PAIR_STATES,
    ClassPairs,
    EveryDocument,
    TellingDocuments,
    means_over,
)
from breakeven.data.records import Problem
from breakeven.engine.clusters import pair_within
from breakeven.engine.counting import class_positions, integer_column
from breakeven.engine.engines import Engine
from breakeven.engine.expressions import literal_list
from breakeven.engine.layout import SIDES, Long, Wide
from breakeven.engine.scores import AT_HOME
from breakeven.readers.base.problems import ReadError
from metrics.merging.merge_gains import WAYS, MeetingState, MeetingWay
from metrics.typing import Array

# going through so many pairs for each decision takes a third of all other counts
PAIRS = 8


def count_class_pairs(
    engine: Engine, layout: Wide | Long, cut: Cut, counts: DecisionCounts, at_home: int = AT_HOME
) -> ClassPairs | None:
    """How the decisions on classes stand together; None where that is too much to count.

    That is so of more than `CLASSES` classes, of more pairs within documents or clusters than
    `PAIRS` for each decision, or `at_home`, and where more sums than that would come back.
    """
    judged, times = counts.judged, np.ones(len(counts.judged), dtype=np.int64)
    times = times if counts.times is None else counts.times
    most, table = max(PAIRS * int(judged @ times), at_home), counts.documents
    own = table.tp + table.fp + table.fn
    if len(layout.classes) > MOST_CLASSES or own * (own + 1) // 2 @ times > most:
        return None
    over, complete = means_over(counts.classes), bool(np.all(judged == len(layout.classes)))
    if layout.drawn():
        items = _items(engine, layout, cut, over, every=True)
        pairs = _of_clusters(engine, layout, items, over, most, at_home)
    else:
        pairs = _of_documents(engine, layout, _pairs(engine, layout, cut, over), over, at_home)
        if pairs is not None:
            weights = np.ones(len(judged)) if counts.weights is None else counts.weights
            squares = float(times @ weights**2)
            pairs = replace(pairs, every=EveryDocument(pairs.products.diagonal(), squares))
    # where a pair is not judged, no state does not mean a true negative
    return pairs if pairs is None or complete else replace(pairs, every=None)


def _of_documents(
    engine: Engine, layout: Wide | Long, pairs: ir.Table, over: Array, at_home: int
) -> ClassPairs | None:
    keys = list(layout.keys())
    grouped = pairs.group_by("item", "other", *keys).agg(number=_.count())
    pair_counts = engine.run(grouped.limit(at_home + 1))
    if pair_counts.num_rows > at_home:
        return None
    pair_counts = _in_order(pair_counts)
    item, number, weight = (
        integer_column(pair_counts, "item"),
        integer_column(pair_counts, "number"),
        _weight(pair_counts, "weight"),
    )
    telling = []
    for mean in range(len(over)):
        own = item == _first(over) + mean
        n, w = number[own], weight[own]
        telling.append(
            TellingDocuments(int(n.sum()), int(n[w > 0].sum()), float(n @ w), float(n @ w**2))
        )
    products = _products(pair_counts, number * weight**2, over)
    return ClassPairs(products, over, tuple(telling), alike=not keys)


def _of_clusters(
    engine: Engine, layout: Wide | Long, items: ir.Table, over: Array, most: int, at_home: int
) -> ClassPairs | None:
    keys = list(layout.keys())
    grouped = engine.keep(items.group_by("cluster", "item", *keys).agg(number=_.count()))
    sizes = grouped.group_by("cluster").agg(items=_.count())
    if (
        int(integer_column(engine.run(sizes.agg(pairs=(_.items * _.items).sum())), "pairs")[0])
        > most
    ):
        return None
    both = _wanted(pair_within(grouped, ["cluster"]).rename(other="item_other"), over)
    others = [f"{key}_other" for key in keys]
    products = both.group_by("item", "other", *keys, *others).agg(
        number=(_.number * _.number_other).sum()
    )
    pair_counts = engine.run(products.limit(at_home + 1))
    if pair_counts.num_rows > at_home:
        return None
    pair_counts, own = _in_order(pair_counts), grouped.filter(grouped.item >= _first(over))
    documents = _in_order(engine.run(own.group_by("item", *keys).agg(number=_.number.sum())))
    heavy = own.filter(own.weight > 0) if keys else own
    clusters = engine.run(heavy.group_by("item").agg(number=_.cluster.nunique()))
    value = (
        integer_column(pair_counts, "number")
        * _weight(pair_counts, "weight")
        * _weight(pair_counts, "weight_other")
    )
    telling = []
    for mean in range(len(over)):
        number_of_mean = _first(over) + mean
        n, w = (
            column[integer_column(documents, "item") == number_of_mean]
            for column in _numbers(documents)
        )
        drawn = integer_column(clusters, "number")[
            integer_column(clusters, "item") == number_of_mean
        ].sum()
        squares = value[integer_column(pair_counts, "item") == number_of_mean].sum()
        telling.append(TellingDocuments(int(n.sum()), int(drawn), float(n @ w), float(squares)))
    return ClassPairs(
        _products(pair_counts, value, over),
        over,
        tuple(telling),
        alike=False,
        every=_beside_every(pair_counts, value, over),
    )


def _beside_every(pair_counts: pa.Table, value: Array, over: Array) -> EveryDocument:
    item, beside = integer_column(pair_counts, "item"), np.zeros(_first(over))
    with_every = integer_column(pair_counts, "other") == _every(over)
    states = with_every & (item < _first(over))
    np.add.at(beside, item[states], value[states])
    return EveryDocument(beside, float(value[with_every & (item == _every(over))].sum()))


def _first(over: Array) -> int:
    """Numbers from here on stand for the means, those below for a class in a state."""
    return len(PAIR_STATES) * int(over.shape[1])


def _every(over: Array) -> int:
    """The number that stands for every document."""
    return _first(over) + len(over)


def _wanted(pairs: ir.Table, over: Array) -> ir.Table:
    """Each two classes once, each class with every document, and each mean with itself alone."""
    same, first = pairs.item == pairs.other, _first(over)
    of_classes = (pairs.item < pairs.other) & (pairs.other < first)
    with_every = (pairs.item < first) & (pairs.other == _every(over))
    return pairs.filter(same | of_classes | with_every)


def _pairs(engine: Engine, layout: Wide | Long, cut: Cut, over: Array) -> ir.Table:
    """A row for each document and two of its items: item, other, and the keys."""
    keys = list(layout.keys())
    if isinstance(layout, Wide):
        each = _lists(layout, cut, over)
        each = each.mutate(item=each["items"].unnest())
        each = each.mutate(other=each["items"].filter(lambda item: item >= each.item).unnest())
        return _wanted(each.select("item", "other", *keys), over)
    each = _items(engine, layout, cut, over)
    others = each.view().select(of="id", other="item")
    return _wanted(each.join(others, each.id == others.of), over)


def _items(
    engine: Engine, layout: Wide | Long, cut: Cut, over: Array, every: bool = False
) -> ir.Table:
    """A row for each document and item, with the keys, the cluster, and the id of a pair's row.

    `every`: with the one that stands for every document.
    """
    if isinstance(layout, Wide):
        each = _lists(layout, cut, over, every)
        return each.mutate(item=each["items"].unnest()).drop("items")
    columns = ["id", *layout.keys(), *layout.drawn()]
    all_rows = layout.rows(cut)
    rows = all_rows.filter(_.judged & (_.klass != "") & (_.true | _.assigned))
    # in the order of `PAIR_STATES`
    state = ibis.cases((rows.true & rows.assigned, 0), (rows.assigned, 1), else_=2)
    rows = rows.select("klass", *columns, state=state)
    places = np.arange(len(layout.classes))
    first = engine.put(_named(layout.classes, places, len(PAIR_STATES) * places))
    items = rows.join(first, "klass").mutate(item=_.number + _.state).select(*columns, "item")
    mean, place = np.nonzero(over)
    means = engine.put(_named(layout.classes, place, _first(over) + mean))
    telling = rows.join(means, "klass").select(*columns, item="number").distinct()
    listed = items.union(telling)
    if not every:
        return listed
    documents = all_rows.select(*columns, item=ibis.literal(_every(over), "int64")).distinct()
    return listed.union(documents)


def _named(classes: tuple[str, ...], places: Array, numbers: Array) -> pa.Table:
    names = np.array(classes, dtype=object)[places]
    return pa.table({"klass": pa.array(names, pa.string()), "number": numbers})


def _lists(layout: Wide, cut: Cut, over: Array, every: bool = False) -> ir.Table:
    """A row for each document with a list of its items, the keys, and the cluster."""
    rows = layout.documents(cut)
    # in the order of `PAIR_STATES`
    items = [_states(rows[side], state) for state, side in enumerate(("hits", "extra", "missed"))]
    either = rows.assigned.concat(rows.missed)
    for mean, classes in enumerate(over):
        own = ibis.array([ibis.literal(_first(over) + mean, "int64")])
        none = ibis.literal([], "array<int64>")
        items.append((_within(either, classes).length() > 0).ifelse(own, none))
    if every:
        items.append(ibis.array([ibis.literal(_every(over), "int64")]))
    return rows.select(*layout.keys(), *layout.drawn(), items=items[0].concat(*items[1:]))


def _states(places: ir.ArrayValue, state: int) -> ir.ArrayValue:
    """The items that classes at these places are in a state."""
    return places.map(lambda place: (place * len(PAIR_STATES) + state).cast("int64"))


def _within(places: ir.ArrayValue, classes: Array) -> ir.ArrayValue:
    """Those of places that are of some classes."""
    telling = literal_list(classes.astype(bool).tolist(), "boolean")
    return places.filter(lambda place: telling[place])


def _products(pair_counts: pa.Table, value: Array, over: Array) -> sparse.csr_array:
    """Values of pairs of classes in their states, csr (items, items), symmetric."""
    item, other, first = (
        integer_column(pair_counts, "item"),
        integer_column(pair_counts, "other"),
        _first(over),
    )
    below = other < first
    upper = sparse.csr_array((value[below], (item[below], other[below])), shape=(first, first))
    return sparse.csr_array(upper + sparse.triu(upper, 1).T)


def _in_order(table: pa.Table) -> pa.Table:
    """Always in one order, so that they make the same sum."""
    return table.sort_by([(name, "ascending") for name in table.column_names])


def _numbers(table: pa.Table) -> tuple[Array, Array]:
    return integer_column(table, "number"), _weight(table, "weight")


def _weight(table: pa.Table, column: str) -> Array:
    """A column of weights, shape (rows,); 1 where there is none."""
    if column not in table.column_names:
        return np.ones(table.num_rows)
    return table[column].to_numpy()


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
    both = [_count_pairs(listed, "seen", "seen", keys), _count_pairs(listed, "extra", "open", keys)]
    met: dict[MeetingWay, list[tuple[Array, Array, Array]]] = {way: [] for way in WAYS}
    for pairs in both:
        pair_counts = engine.run(pairs.limit(at_home + 1))
        if pair_counts.num_rows > at_home:
            what = f"classes occur together in more than {at_home:,} different ways"
            remedy = "choose a rule that predicts fewer classes"
            raise ReadError([Problem(what=what, remedy=remedy, file=layout.source.name)])
        number = integer_column(pair_counts, "number").astype(float)
        if "weight" in keys:
            number *= pair_counts["weight"].to_numpy()
        sides = [_decoded(pair_counts[side], layout) for side in ("one", "other")]
        for first, second in (sides, sides[::-1]):
            for way in WAYS:
                chosen = np.flatnonzero(_is(first[0], way.first) & _is(second[0], way.second))
                met[way].append((first[1][chosen], second[1][chosen], number[chosen]))
    return {way: _summed(parts, k) for way, parts in met.items()}


def _check(engine: Engine, listed: ir.Table, layout: Wide | Long, at_home: int) -> None:
    seen, extra, open_ = (listed[name].length() for name in _LISTS)
    pairs = (seen * (seen - 1) // 2 + extra * open_).sum()
    found = engine.run(listed.agg(pairs=pairs, documents=listed.count()))
    most = PAIRS * int(integer_column(found, "documents")[0]) * len(layout.classes)
    if int(integer_column(found, "pairs")[0]) > max(most, at_home):
        what = "too many classes occur together in documents"
        remedy = "choose a rule that predicts fewer classes"
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
    sign = class_positions(pc.utf8_slice_codeunits(codes, 0, 1), tuple(SIGNS))
    return sign, class_positions(pc.utf8_slice_codeunits(codes, 1), layout.classes)


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
        cases = ((holds[sign], ibis.literal(sign) + rows.klass) for sign in signs)
        coded = ibis.cases(*cases, else_=ibis.null("string"))
        none = ibis.literal([], "array<string>")
        return coded.collect(where=coded.notnull()).coalesce(none)

    lists = {name: those(signs) for name, signs in _LISTS.items()}
    return rows.group_by("id", *layout.keys()).agg(**lists)


def _count_pairs(listed: ir.Table, first_list: str, second_list: str, keys: list[str]) -> ir.Table:
    """How many documents have each two of their lists, each two once where both are one list."""
    each = listed.select(*keys, second_list, one=listed[first_list].unnest())
    each = each.select(*keys, "one", other=each[second_list].unnest())
    if first_list == second_list:
        each = each.filter(each.one < each.other)
    return each.group_by("one", "other", *keys).agg(number=_.count())
