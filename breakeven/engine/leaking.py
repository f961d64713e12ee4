"""Documents that are in an earlier split too, and equal texts of other classes, counted in place.

Engines group documents by their folded ids, and by a hash of their folded texts. What comes home
is how many there are in each split.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import ibis
import numpy as np
from ibis import _
from ibis.expr import types as ir

from breakeven.engine.counting import whole
from breakeven.engine.folding import folded, word_number
from breakeven.engine.layout import Long, Wide, as_text
from breakeven.engine.paired import pairwise
from breakeven.engine.running import Engine
from breakeven.selection.data_errors import USUAL
from breakeven.splits import in_order, name_as_read
from metrics.typing import Array

# what documents are compared by: their ids, and their texts
KEYS = ("own", "said")
HASH = "sha256"


@dataclass(frozen=True)
class Leaks:
    """Documents of each split that are in an earlier one too.

    `splits`: the earlier first. `documents`, and how many of them are there `by_id`, `by_text`, and
    `by_short_text`, which says little; `leaked`: by id or by a text that is not short; shape
    (splits,). `compared`: which of "id" and "text" the table has.
    """

    splits: tuple[str, ...]
    documents: Array
    by_id: Array
    by_text: Array
    by_short_text: Array
    leaked: Array
    compared: tuple[str, ...]

    def within(self, split: str | None) -> int:
        """How many documents of a split leak; of all for None."""
        if split is None:
            return int(self.leaked.sum())
        return int(self.leaked[self.splits.index(split)]) if split in self.splits else 0


@dataclass(frozen=True)
class Conflicts:
    """Equal texts with other classes: how many `texts`, and `documents` that have them.

    `short_texts`, `short_documents`: of texts that are short, which may well differ.
    """

    texts: int
    documents: int
    short_texts: int
    short_documents: int


def count_leaks(engine: Engine, layout: Wide | Long, written: Iterable[str]) -> Leaks | None:
    """What leaks between the splits of a whole table; None without two splits, or ids and texts."""
    names, columns = _earlier_first(written), _compared(layout)
    if len(names) < 2 or not columns:
        return None
    documents = _documents(layout, written)
    marked = _marked(documents, documents)
    found = engine.run(
        marked.filter(_.place >= 0).group_by("place").agg(
            documents=_.count(),
            by_id=_.by_id.cast("int64").sum(),
            by_text=(_.by_text & _.long).cast("int64").sum(),
            by_short_text=(_.by_text & ~_.long).cast("int64").sum(),
            leaked=(_.by_id | (_.by_text & _.long)).cast("int64").sum(),
        )
    )  # fmt: skip
    cells = {}
    for cell in ("documents", "by_id", "by_text", "by_short_text", "leaked"):
        cells[cell] = np.zeros(len(names), dtype=np.int64)
        cells[cell][whole(found, "place")] = whole(found, cell)
    return Leaks(splits=names, **cells, compared=columns)


def count_conflicts(engine: Engine, layout: Wide | Long) -> Conflicts | None:
    """Equal texts of other classes in a whole table, judged ones alone; None without texts."""
    if layout.only("text") is None:
        return None
    texts = _judged(layout).filter(_.said != "")
    each = texts.group_by("said").agg(
        documents=_.count(), first=_.classes.min(), last=_.classes.max(), text=_.text.min()
    )
    differ = each.filter(_.first != _.last).mutate(long=_long(_.text))
    found = engine.run(differ.group_by("long").agg(texts=_.count(), documents=_.documents.sum()))
    of = dict.fromkeys((True, False), (0, 0))
    for long, *numbers in zip(
        found["long"].to_pylist(), whole(found, "texts"), whole(found, "documents"), strict=True
    ):
        of[bool(long)] = (int(numbers[0]), int(numbers[1]))
    return Conflicts(*of[True], *of[False])


def with_leaked(engine: Engine, layout: Wide, written: Iterable[str]) -> Wide:
    """Rows that know as well whether their document is in an earlier split of the table: leaked."""
    rows, ids = layout.source.rows, leaking(engine, layout, written)
    told = rows.mutate(told=_told_by(layout), of=_split(layout))
    told = told.left_join(ids, [told.told == ids.leaking, told.of == ids.leaking_split])
    told = told.select(*rows.columns, leaked=told.leaking.notnull())
    return replace(layout, source=replace(layout.source, rows=told))


def leaking(engine: Engine, layout: Wide | Long, written: Iterable[str]) -> ir.Table:
    """What tells the documents that are in an earlier split of the table too: leaking, its split.

    That is their id, and where they have none their folded text.
    """
    documents = _documents(layout, written)
    marked = _marked(documents, documents)
    found = marked.filter(_.by_id | (_.by_text & _.long))
    # folding is slow, and filters are asked again and again
    return engine.keep(found.select(leaking=_.told, leaking_split=_.of).distinct())


def _compared(layout: Wide | Long) -> tuple[str, ...]:
    return tuple(role for role in ("id", "text") if layout.only(role) is not None)


def _documents(layout: Wide | Long, written: Iterable[str]) -> ir.Table:
    """Every document of the table: the place of its split, below 0 for none, and its keys."""
    whole_table = replace(layout, source=replace(layout.source, rows=layout.source.every))
    rows = _of_rows(whole_table, layout.source.every, written)
    if isinstance(layout, Wide):
        return rows.select("place", *KEYS, "text", "told", "of")
    # a document's rows differ in their class alone
    cells = {name: rows[name].min() for name in ("place", *KEYS, "text", "of")}
    return rows.group_by("told").agg(**cells)


def _of_rows(layout: Wide | Long, rows: ir.Table, written: Iterable[str]) -> ir.Table:
    identity, text = layout.identity, layout.only("text")
    plain = ibis.literal("") if text is None else as_text(text)
    return rows.mutate(
        told=_told_by(layout),
        of=_split(layout),
        place=_place(layout, written),
        text=plain,
        own=ibis.literal("") if identity is None else folded(identity),
        said=ibis.literal("") if text is None else _hashed(plain),
    )


def _told_by(layout: Wide | Long) -> ir.StringValue:
    if layout.identity is not None:
        return layout.identity
    text = layout.only("text")
    return ibis.literal("") if text is None else _hashed(as_text(text))


def _split(layout: Wide | Long) -> ir.StringValue:
    return ibis.literal("") if layout.splits is None else layout.splits


def _place(layout: Wide | Long, written: Iterable[str]) -> ir.IntegerValue:
    """Which split rows are of, the earliest 0; -1 for none."""
    if layout.splits is None:
        return ibis.literal(-1)
    known, names = [name for name in written if name], _earlier_first(written)
    cases = [(layout.splits == name, names.index(name_as_read(name))) for name in known]
    return ibis.cases(*cases, else_=-1) if cases else ibis.literal(-1)


def _earlier_first(written: Iterable[str]) -> tuple[str, ...]:
    """The names of splits as they are read, the earlier first."""
    return in_order(sorted({name_as_read(name) for name in written if name}))


def _hashed(text: ir.StringValue) -> ir.StringValue:
    """A text as it is compared, in few signs; "" for a blank one."""
    same = folded(text)
    return ibis.ifelse(same == "", "", same.hexdigest(HASH))


def _marked(rows: ir.Table, documents: ir.Table) -> ir.Table:
    """Rows that know whether an earlier split has their id or text, and whether it is `long`."""
    for key in KEYS:
        known = documents.filter((documents.place >= 0) & (documents[key] != ""))
        each = known.group_by(key).agg(first=_.place.min(), last=_.place.max())
        several = each.filter(_.first < _.last)
        first = several.select(**{f"{key}_key": _[key], f"{key}_first": _.first})
        rows = rows.left_join(first, rows[key] == first[f"{key}_key"])
    later = {key: (rows.place > rows[f"{key}_first"]).fill_null(False) for key in KEYS}
    # words are counted of what is there again alone
    long = ibis.ifelse(later["said"], _long(rows.text), False)
    return rows.mutate(by_id=later["own"], by_text=later["said"], long=long)


def _long(text: ir.StringValue) -> ir.BooleanValue:
    return word_number(text) >= USUAL.min_words


def _judged(layout: Wide | Long) -> ir.Table:
    """Documents of which every class was judged: text, its hash, and the classes as one text."""
    text = as_text(layout.only("text"))
    if isinstance(layout, Wide):
        rows = layout.source.rows
        judged = [of for name in layout.classes if (of := layout.judged(name)) is not None]
        for flag in judged:
            rows = rows.filter(flag)
        flags = [layout.true(name).ifelse("1", "0") for name in layout.classes]
        classes = pairwise(flags, lambda a, b: a + b) if flags else ibis.literal("")
        return rows.select(text=text, said=_hashed(text), classes=classes)
    pairs = layout.rows(None)
    texts = layout.source.rows.group_by(id=layout.identity).agg(text=text.min())
    each = pairs.group_by("id").agg(
        classes=_.klass.collect(where=_.true).sort().join("\n").fill_null(""),
        judged=_.judged.all(),
    )
    known = each.filter(_.judged).join(texts, "id")
    return known.select("text", "classes", said=_hashed(known.text))
