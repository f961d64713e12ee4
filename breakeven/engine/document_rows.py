"""The documents of a page of a list, fetched from an engine: so many rows, and no more."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import ibis
import pyarrow as pa
from ibis.expr import types as ir

from breakeven.analysis.evaluation.cut import Cut
from breakeven.data.records import Problem
from breakeven.engine.engines import Engine
from breakeven.engine.layout import Layout, Long, Wide, as_text
from breakeven.readers.base.problems import ReadError

# characters of a text that are fetched
MOST_OF_A_TEXT = 10_000


@dataclass(frozen=True)
class RowOrder:
    """By which score documents are listed, the highest or the lowest first; None is by their ids.

    Those without that score come last; equal ones are by their ids.
    """

    name: str | None = None
    lowest_first: bool = False


@dataclass(frozen=True)
class DocumentRow:
    """A document: its classes that are true, assigned, and unjudged, in the order of the classes.

    `score`: that of the order, None without one. `text`: at most `MOST_OF_A_TEXT` characters of
    it and one more, "" where the table has none.
    """

    id: str
    true: tuple[str, ...]
    assigned: tuple[str, ...]
    unjudged: tuple[str, ...]
    score: float | None
    text: str


def fetch_rows(
    engine: Engine, layout: Wide | Long, cut: Cut, order: RowOrder, first: int, many: int
) -> list[DocumentRow]:
    """`many` documents of a layout from the `first`, 0 being the first of all, in an order.

    ReadError where documents have no ids, by which alone an order is the same each time.
    """
    if layout.identity is None:
        what = "the rows have no ids, so they have no order"
        remedy = "give the table a column of ids"
        raise ReadError([Problem(what=what, remedy=remedy, file=layout.source.name)])
    if isinstance(layout, Wide):
        return _wide(engine, layout, cut, order, (first, many))
    return _long(engine, layout, cut, order, (first, many))


def _wide(
    engine: Engine, layout: Wide, cut: Cut, order: RowOrder, window: tuple[int, int]
) -> list[DocumentRow]:
    score = None if order.name is None else layout.score(order.name)
    rows = layout.source.rows.filter(layout.within())
    # what is shown is worked out of these alone
    page = rows.order_by(_by(order, score, layout.identity)).limit(window[1], offset=window[0])
    if cut.rule == "largest":
        page = page.mutate(most=layout.largest())
    columns: dict[str, ir.Value] = {"id": layout.identity, "text": _text(layout)}
    if score is not None:
        columns["score"] = score
    for c, name in enumerate(layout.classes):
        columns[f"true{c}"] = layout.true(name)
        columns[f"assigned{c}"] = layout.assigned(page, c, cut)
        judged = layout.judged(name)
        columns[f"unjudged{c}"] = ibis.literal(False) if judged is None else ~judged
    rows_of_page = engine.run(page.order_by(_by(order, score, layout.identity)).select(**columns))
    return [_row(layout.classes, row) for row in rows_of_page.to_pylist()]


def _row(classes: tuple[str, ...], row: dict[str, object]) -> DocumentRow:
    true, assigned, unjudged = (
        tuple(name for c, name in enumerate(classes) if row[f"{of}{c}"])
        for of in ("true", "assigned", "unjudged")
    )
    score: Any = row.get("score")
    return DocumentRow(str(row["id"]), true, assigned, unjudged, score, str(row["text"]))


def _long(
    engine: Engine, layout: Long, cut: Cut, order: RowOrder, window: tuple[int, int]
) -> list[DocumentRow]:
    pairs = layout.rows(cut)
    held = {"score": pairs.score.max(where=pairs.klass == order.name)} if order.name else {}
    each = pairs.group_by("id").agg(**held) if held else pairs.select("id").distinct()
    listed = each.order_by(_by(order, each.score if held else None, each.id))
    page = engine.run(listed.limit(window[1], offset=window[0]))
    ids = page["id"].to_pylist()
    # those of the page alone, before a largest score is looked for among them
    assert layout.identity is not None
    rows = layout.source.rows.filter(layout.identity.isin(ids))
    own = replace(layout, source=replace(layout.source, rows=rows))
    own_pairs = own.rows(cut)
    pairs_of_page = engine.run(
        own_pairs.select("id", "klass", "true", "assigned", unjudged=~own_pairs.judged)
    )
    text_of = {}
    if isinstance(text := _text(own), ir.StringColumn):
        texts = engine.run(rows.group_by(id=own.identity).agg(text=text.max()))
        text_of = dict(zip(texts["id"].to_pylist(), texts["text"].to_pylist(), strict=True))
    scores = page["score"].to_pylist() if held else [None] * len(ids)
    true, assigned, unjudged = (
        _named(pairs_of_page, flag) for flag in ("true", "assigned", "unjudged")
    )
    return [
        DocumentRow(
            document,
            true.get(document, ()),
            assigned.get(document, ()),
            unjudged.get(document, ()),
            score,
            text_of.get(document, ""),
        )
        for document, score in zip(ids, scores, strict=True)
    ]


def _named(pairs: pa.Table, flag_column: str) -> dict[str, tuple[str, ...]]:
    """The classes of each document of which a flag holds, by its id."""
    names: dict[str, list[str]] = {}
    for document, name, flag in zip(
        *(pairs[c].to_pylist() for c in ("id", "klass", flag_column)), strict=True
    ):
        if flag and name:
            names.setdefault(document, []).append(name)
    return {
        document: tuple(sorted(names_of_document)) for document, names_of_document in names.items()
    }


def _by(order: RowOrder, score: ir.Value | None, identity: ir.Value) -> list[ir.Value]:
    if score is None:
        return [identity.asc()]
    ranked = score.asc() if order.lowest_first else score.desc()
    return [score.isnull().asc(), ranked, identity.asc()]


def _text(layout: Layout) -> ir.StringValue:
    column = layout.only("text")
    if column is None:
        return ibis.literal("")
    return as_text(column).substr(0, MOST_OF_A_TEXT + 1)
