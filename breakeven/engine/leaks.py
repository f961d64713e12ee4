"""Documents that are in an earlier split too, and equal texts of other classes, counted in place.

Texts are folded by the engine exactly as in memory: equal is what differs by case and spacing
alone.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any, cast

import ibis
import numpy as np
from ibis import _
from ibis.expr import types as ir

from breakeven.analysis.evaluation.leak_counts import LeakCounts, RepeatedDocuments, TextConflicts
from breakeven.analysis.selection.data_errors import USUAL
from breakeven.data.corpus import LETTERS, SPACELESS, SPACELESS_WORD
from breakeven.data.equal_texts import MOST_SPLITS, STRATA_LENGTHS, CopiedTexts, find_copied_texts
from breakeven.data.splits import name_as_read, order_splits
from breakeven.engine.counting import integer_column
from breakeven.engine.engines import Engine
from breakeven.engine.expressions import join_pairwise
from breakeven.engine.layout import Long, Wide, as_text

# --- Texts as an engine folds them: what is equal but for case and spacing, exactly as in memory
#
# Engines make letters small by rules of their own, each of another age of Unicode. So every letter
# that `str.casefold` changes is replaced here by name, a block of them only where a text has some.


# what parts words, as `str.split` has it
BLANKS = (
    r"\x{9}-\x{d}\x{1c}-\x{20}\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}"
    r"\x{205f}\x{3000}"
)
OTHER_BLANKS = BLANKS.replace(r"\x{20}", r"\x{1f}")
BEYOND_ASCII = r"[^\x{0}-\x{7f}]"
# where blocks of letters begin that texts have together, by code point
BLOCKS = (0x80, 0x250, 0x370, 0x400, 0x530, 0x1E00, 0x1F00, 0x2000, 0x110000)
# where signs stand that are written for others of scripts without spaces
ALIKE = ((0xF900, 0xFB00), (0x2F800, 0x2FA20))
# voicing marks that make one sign with the kana before them
VOICED = ("\u3099", "\u309a")


def fold_text(text: ir.StringValue) -> ir.StringValue:
    """As `breakeven.data.equal_texts` compares texts; "" for blank ones."""
    narrow = text.re_replace(rf"\x{{20}}[{BLANKS}]+|[{OTHER_BLANKS}][{BLANKS}]*", " ")
    spaced = cast(ir.StringValue, narrow.strip())
    several = _several()
    longer: ir.StringValue = spaced
    for sign, letters in several.items():
        longer = longer.replace(sign, letters)
    small = _if(text.re_search(f"[{_class(several)}]"), longer, spaced)
    for signs, letters in _blocks():
        # a map that is empty costs nothing, and the text stands there once
        has = text.re_search(f"[{_class(signs)}]")
        small = cast(Any, small).translate(_if(has, signs, ""), _if(has, letters, ""))
    return _if(text.re_search(BEYOND_ASCII), small, spaced.lower())


def number_of_words(text: ir.StringValue) -> ir.IntegerValue:
    """How many words texts have, as `breakeven.data.corpus` counts them."""
    kana = "|".join(f"[{_class(before)}]{_class(mark)}" for before, mark in _voiced())
    parted = text.re_replace(kana, "\u304b").re_replace(f"[^{LETTERS}]+", " ")
    alone = parted.re_replace(f"[{SPACELESS[1:-1]}{_class(_like_spaceless())}]", " a ")
    return alone.re_replace("[^ ]+", "a").re_replace(" +", "").length()


def _if(condition: ir.BooleanValue, then: Any, otherwise: Any) -> Any:
    return ibis.ifelse(condition, then, otherwise)


@cache
def _changed() -> dict[str, str]:
    """Every sign beyond ASCII that folding changes, and what it becomes."""
    every = (chr(point) for point in range(0x80, 0x110000) if not 0xD800 <= point < 0xE000)
    return {sign: small for sign in every if (small := sign.casefold()) != sign}


def _several() -> dict[str, str]:
    return {sign: small for sign, small in _changed().items() if len(small) > 1}


def _blocks() -> Sequence[tuple[str, str]]:
    """The signs of each block that become one letter, and these; with them the letters of ASCII."""
    single = {sign: small for sign, small in _changed().items() if len(small) == 1}
    latin = [chr(point) for point in range(ord("A"), ord("Z") + 1)]
    blocks = [latin]
    for first, end in pairwise(BLOCKS):
        blocks.append([sign for sign in single if first <= ord(sign) < end])
    return [("".join(b), "".join(sign.casefold() for sign in b)) for b in blocks if b]


@cache
def _like_spaceless() -> tuple[str, ...]:
    """Signs that composed (NFC) are one of a script without spaces, and are none before."""
    every = (chr(point) for ends in ALIKE for point in range(*ends))
    composed = ((sign, unicodedata.normalize("NFC", sign)) for sign in every)
    return tuple(sign for sign, one in composed if SPACELESS_WORD.fullmatch(one))


@cache
def _voiced() -> tuple[tuple[tuple[str, ...], tuple[str]], ...]:
    """Kana that make one sign with a mark behind them, and the mark."""
    kana = [chr(point) for point in range(0x3041, 0x30FF)]
    return tuple(
        (tuple(one for one in kana if len(unicodedata.normalize("NFC", one + mark)) == 1), (mark,))
        for mark in VOICED
    )


def _class(signs: Iterable[str]) -> str:
    """Signs as they stand in brackets of a pattern."""
    return "".join(rf"\x{{{ord(sign):x}}}" for sign in signs)


# --- Documents that are in an earlier split too, and equal texts of other classes, counted in
# place
#
# Engines group documents by their folded ids, and by a hash of their folded texts. What comes home
# is how many there are in each split.


# what documents are compared by: their ids, and their texts
KEYS = ("own", "said")
HASH = "sha256"


def count_repeated(
    engine: Engine, layout: Wide | Long, written: Iterable[str]
) -> RepeatedDocuments:
    """What stands in a whole table more than once."""
    splits = len(_earlier_first(written))
    leaks, conflicts = count_leaks(engine, layout, written), count_conflicts(engine, layout)
    return RepeatedDocuments(splits, leaks, conflicts)


def count_leaks(engine: Engine, layout: Wide | Long, written: Iterable[str]) -> LeakCounts | None:
    """What leaks between the splits of a whole table; None without two splits, or ids and texts."""
    names, columns = _earlier_first(written), _compared(layout)
    if len(names) < 2 or not columns:
        return None
    marked = _marked(engine, _documents(layout, written), len(names))
    short = _.by_text & ~_.long
    sums = {
        "documents": _.count(),
        "by_id": _.by_id.cast("int64").sum(),
        "by_text": (_.by_text & _.long).cast("int64").sum(),
        "copied": _.copied.cast("int64").sum(),
        "by_short_text": (short & ~_.copied).cast("int64").sum(),
        "leaked": _.leaked.cast("int64").sum(),
    }
    counts = engine.run(marked.filter(_.place >= 0).group_by("place").agg(**sums))
    cells = {}
    for cell in sums:
        cells[cell] = np.zeros(len(names), dtype=np.int64)
        cells[cell][integer_column(counts, "place")] = integer_column(counts, cell)
    return LeakCounts(splits=names, **cells, compared=columns)


def count_conflicts(engine: Engine, layout: Wide | Long) -> TextConflicts | None:
    """Equal texts of other classes in a whole table, judged ones alone; None without texts."""
    if layout.only("text") is None:
        return None
    texts = _judged(layout).filter(_.said != "")
    each = texts.group_by("said").agg(
        documents=_.count(), first=_.classes.min(), last=_.classes.max(), text=_.text.min()
    )
    differ = each.filter(_.first != _.last).mutate(long=_long(_.text))
    counts = engine.run(differ.group_by("long").agg(texts=_.count(), documents=_.documents.sum()))
    numbers_by_length = dict.fromkeys((True, False), (0, 0))
    for long, *numbers in zip(
        counts["long"].to_pylist(),
        integer_column(counts, "texts"),
        integer_column(counts, "documents"),
        strict=True,
    ):
        numbers_by_length[bool(long)] = (int(numbers[0]), int(numbers[1]))
    return TextConflicts(*numbers_by_length[True], *numbers_by_length[False])


def with_leaked(engine: Engine, layout: Wide, written: Iterable[str]) -> Wide:
    """Rows that know as well whether their document is in an earlier split of the table: leaked."""
    rows, ids = layout.source.rows, leaked_column(engine, layout, written)
    told = rows.mutate(told=_document_key(layout), of=_split(layout))
    told = told.left_join(ids, [told.told == ids.leaking, told.of == ids.leaking_split])
    told = told.select(*rows.columns, leaked=told.leaking.notnull())
    return replace(layout, source=replace(layout.source, rows=told))


def leaked_column(engine: Engine, layout: Wide | Long, written: Iterable[str]) -> ir.Table:
    """What tells the documents that are in an earlier split of the table too: leaking, its split.

    That is their id, and where they have none their folded text.
    """
    marked = _marked(engine, _documents(layout, written), len(_earlier_first(written)))
    found = marked.filter(_.leaked)
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
        told=_document_key(layout),
        of=_split(layout),
        place=_place(layout, written),
        text=plain,
        own=ibis.literal("") if identity is None else fold_text(identity),
        said=ibis.literal("") if text is None else _hashed(plain),
    )


def _document_key(layout: Wide | Long) -> ir.StringValue:
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
    return order_splits(sorted({name_as_read(name) for name in written if name}))


def _hashed(text: ir.StringValue) -> ir.StringValue:
    """A text as it is compared, in few signs; "" for a blank one."""
    same = fold_text(text)
    return ibis.ifelse(same == "", "", same.hexdigest(HASH))


def _marked(engine: Engine, documents: ir.Table, splits: int) -> ir.Table:
    """Documents that know whether an earlier split has their id or text, and whether they leak.

    `by_id`, `by_text`; `long`: a text that is there is not short; `copied`: it is short, and was
    copied by the rule of `breakeven.data.equal_texts`; `leaked`: by an id, a long text, or a copy.
    """
    rows = documents
    for key in KEYS:
        with_key = documents.filter((documents.place >= 0) & (documents[key] != ""))
        each = with_key.group_by(key).agg(first=_.place.min(), last=_.place.max())
        several = each.filter(_.first < _.last)
        first = several.select(**{f"{key}_key": _[key], f"{key}_first": _.first})
        rows = rows.left_join(first, rows[key] == first[f"{key}_key"])
    later = {key: (rows.place > rows[f"{key}_first"]).fill_null(False) for key in KEYS}
    # words are counted of what is there again alone
    long = ibis.ifelse(later["said"], _long(rows.text), False)
    rows = rows.mutate(by_id=later["own"], by_text=later["said"], long=long)
    rows = _with_copied(engine, documents, rows, splits)
    return rows.mutate(leaked=_.by_id | (_.by_text & _.long) | _.copied)


def _with_copied(engine: Engine, documents: ir.Table, rows: ir.Table, splits: int) -> ir.Table:
    """Rows that know whether their short text was copied from an earlier split."""
    none = rows.mutate(copied=ibis.literal(False))
    # words of all texts are counted only where a short one is there again
    again = rows.filter(_.by_text & ~_.long).limit(1).agg(documents=_.count())
    if splits > MOST_SPLITS or not integer_column(engine.run(again), "documents")[0]:
        return none
    texts, copied_texts = _copied(engine, documents, splits)
    if not len(copied_texts.texts):
        return none
    rows = rows.left_join(texts, rows.said == texts.copied_key)
    strata = zip(
        copied_texts.earlier.tolist(),
        copied_texts.later.tolist(),
        copied_texts.length.tolist(),
        strict=True,
    )
    once_in_each: list[Any] = [
        (rows.place == s)
        & (rows[f"in_{e}"] == 1)
        & (rows[f"in_{s}"] == 1)
        & (rows.length == length)
        for e, s, length in strata
    ]
    of_any = join_pairwise(once_in_each, lambda a, b: a | b)
    return rows.mutate(copied=(rows.by_text & ~rows.long & of_any).fill_null(False))


def _copied(engine: Engine, documents: ir.Table, splits: int) -> tuple[ir.Table, CopiedTexts]:
    """Short texts that are there again, on how many documents of each split; and where from."""
    short = documents.filter((_.place >= 0) & (_.said != ""))
    short = short.mutate(words=number_of_words(_.text)).filter(_.words < USUAL.min_words)
    short = engine.keep(short.select("place", "said", length=_length_of(short.words)))
    document_counts = engine.run(short.group_by("length", "place").agg(documents=_.count()))
    sizes = np.zeros((len(STRATA_LENGTHS), splits), dtype=np.int64)
    sizes[integer_column(document_counts, "length"), integer_column(document_counts, "place")] = (
        integer_column(document_counts, "documents")
    )
    split = [f"in_{s}" for s in range(splits)]
    counts = {name: (_.place == s).cast("int64").sum() for s, name in enumerate(split)}
    each = short.group_by("said").agg(documents=_.count(), length=_.length.min(), **counts)
    texts = each.filter(_.documents > 1)
    # more often than twice is all the same
    few = {name: ibis.least(texts[name], 3) for name in split}
    kinds = engine.run(texts.mutate(**few).group_by("length", *split).agg(texts=_.count()))
    patterns = np.column_stack([integer_column(kinds, name) for name in split])
    copied_texts = find_copied_texts(
        patterns, integer_column(kinds, "length"), integer_column(kinds, "texts"), sizes
    )
    return texts.select("length", *split, copied_key="said"), copied_texts


def _length_of(words: ir.IntegerValue) -> ir.IntegerValue:
    """As `breakeven.data.equal_texts.length_stratum`."""
    cases = [(words < end, at) for at, end in enumerate(STRATA_LENGTHS[1:])]
    return ibis.cases(*cases, else_=len(STRATA_LENGTHS) - 1)


def _long(text: ir.StringValue) -> ir.BooleanValue:
    return number_of_words(text) >= USUAL.min_words


def _judged(layout: Wide | Long) -> ir.Table:
    """Documents of which every class was judged: text, its hash, and the classes as one text."""
    text = as_text(layout.only("text"))
    if isinstance(layout, Wide):
        rows = layout.source.rows
        judged = [
            flag_or_none
            for name in layout.classes
            if (flag_or_none := layout.judged(name)) is not None
        ]
        for flag in judged:
            rows = rows.filter(flag)
        flags = [layout.true(name).ifelse("1", "0") for name in layout.classes]
        classes = join_pairwise(flags, lambda a, b: a + b) if flags else ibis.literal("")
        return rows.select(text=text, said=_hashed(text), classes=classes)
    pairs = layout.rows(None)
    texts = layout.source.rows.group_by(id=layout.identity).agg(text=text.min())
    each = pairs.group_by("id").agg(
        classes=_.klass.collect(where=_.true).sort().join("\n").fill_null(""),
        judged=_.judged.all(),
    )
    judged_texts = each.filter(_.judged).join(texts, "id")
    return judged_texts.select("text", "classes", said=_hashed(judged_texts.text))
