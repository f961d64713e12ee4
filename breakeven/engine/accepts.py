"""What is refused before anything is counted: values that engines would take for others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import ibis
import numpy as np
import pyarrow as pa
from ibis import _
from ibis.expr import types as ir

from breakeven.data.records import Problem
from breakeven.engine.counting import integer_column
from breakeven.engine.engines import Engine
from breakeven.engine.layout import Long, Wide, as_text
from breakeven.readers.base.problems import ReadError

MOST_WEIGHTS = 10_000
# whole numbers from here on cannot all be told apart as doubles
EXACT = 2**53
LAST_EXACT = float(EXACT - 1)
FINITE = float(np.finfo(np.float64).max)
ENDS = ("low", "high")
# what is wrong, the remedy, and the column
Refusal = tuple[str, str, str | None]


def check_rows(engine: Engine, layout: Wide | Long) -> tuple[float, float] | None:
    """The lowest and the highest score of all rows; None where there are none.

    ReadError with everything that is wrong, in whatever split: an engine takes NaN for the highest
    score, and leaves out what is empty without a word.
    """
    # rows are looked at as wholes first, and column by column only where one is in doubt
    rows = layout.source.rows
    totals = engine.run_doubting(rows.agg(**_of_rows(layout), **_of_documents(layout)))
    problems: list[Problem] = []
    if _in_doubt(layout, totals):
        columns = engine.run_doubting(rows.agg(**_of_columns(layout)))
        problems += _problems(layout, _bad_cells(layout, columns))
    problems += _problems(layout, _bad_documents(layout, totals))
    problems += _repeated(engine, layout)
    if problems:
        raise ReadError(problems)
    return _ends(totals)


def _of_rows(layout: Wide | Long) -> dict[str, ir.Value]:
    """The lowest and the highest of all scores, NaN being the highest; what is empty; bad flags."""
    sums: dict[str, ir.Value] = {}
    if columns := _scores(layout):
        scores = ibis.array([layout.column(c).cast("float64") for c in columns])
        empty = scores.filter(lambda score: score.isnull()).length()
        sums |= {"low": scores.mins().min(), "high": scores.maxs().max(), "empty": empty.sum()}
    if columns := _flag_columns(layout):
        bad = ibis.array([~_is_flag(layout, c) for c in columns]).filter(lambda bad: bad)
        sums["flags"] = bad.length().sum()
    return sums


def _in_doubt(layout: Wide | Long, totals: pa.Table) -> bool:
    """Whether something may be wrong in a column, by what rows say as wholes."""
    if _sum(totals, "flags"):
        return True
    if isinstance(layout, Wide) and _sum(totals, "empty"):
        return True
    if (ends := _ends(totals)) is None:
        return False
    least, most = (0.0, 1.0) if layout.file.probabilities else (-FINITE, FINITE)
    if any(isinstance(layout.column(c), ir.IntegerColumn) for c in _scores(layout)):
        least, most = max(least, -LAST_EXACT), min(most, LAST_EXACT)
    return not (least <= ends[0] and ends[1] <= most)


def _ends(totals: pa.Table) -> tuple[float, float] | None:
    """The lowest and the highest score; None where there are none."""
    low, high = (totals[end][0].as_py() if end in totals.column_names else None for end in ENDS)
    return None if low is None or high is None else (low, high)


def _of_documents(layout: Wide | Long) -> dict[str, ir.Value]:
    sums: dict[str, ir.Value] = {"rows": layout.source.rows.count()}
    if layout.identity is not None:
        sums["nameless"] = (layout.identity == "").cast("int64").sum()
    if layout.cluster is not None and layout.identity is None:
        given = layout.only("cluster")
        sums["unclustered"] = (as_text(given) == "").cast("int64").sum()
    if (weight := layout.weight) is not None:
        good = (weight >= 0) & ~weight.isnan() & ~weight.isinf()
        sums["weights"] = (~good.fill_null(False)).cast("int64").sum()
        sums["different"] = weight.nunique()
    return sums


def _of_columns(layout: Wide | Long) -> dict[str, ir.Value]:
    sums: dict[str, ir.Value] = {}
    for i, column in enumerate(_scores(layout)):
        sums |= _of_scores(layout, column, i)
    for i, column in enumerate(_flag_columns(layout)):
        sums[f"flag{i}"] = (~_is_flag(layout, column)).cast("int64").sum()
    return sums


def _of_scores(layout: Wide | Long, column: str, i: int) -> dict[str, ir.Value]:
    given = layout.column(column)
    score = given.cast("float64")
    bad = score.isnan() | score.isinf()
    if layout.file.probabilities:
        bad |= (score < 0) | (score > 1)
    if isinstance(given, ir.IntegerColumn):
        bad |= score.abs() >= EXACT
    return {
        f"bad{i}": bad.fill_null(False).cast("int64").sum(),
        f"empty{i}": score.isnull().cast("int64").sum(),
    }


def _scores(layout: Wide | Long) -> list[str]:
    return layout.file.having("score")


def _flag_columns(layout: Wide | Long) -> list[str]:
    if isinstance(layout, Wide):
        return layout.file.having("indicator", "decision")
    own = layout.file.class_of_pairs()
    return [column for column in layout.file.having("truth", "predicted") if column != own]


def _is_flag(layout: Wide | Long, column: str) -> ir.BooleanValue:
    flag = layout.column(column).cast("float64")
    if layout.file.columns[column] in ("decision", "predicted"):
        return flag.isin([0.0, 1.0]).fill_null(False)
    return flag.isin([-1.0, 0.0, 1.0]).fill_null(True)


def _problems(layout: Wide | Long, wrong: Iterable[Refusal]) -> Iterator[Problem]:
    for what, remedy, column in wrong:
        yield Problem(what=what, remedy=remedy, column=column, file=layout.source.name)


def _sum(totals: pa.Table, name: str) -> int:
    return int(integer_column(totals, name)[0]) if name in totals.column_names else 0


def _bad_cells(layout: Wide | Long, totals: pa.Table) -> Iterator[Refusal]:
    inside = "a number from 0 to 1" if layout.file.probabilities else "a number"
    for i, column in enumerate(_scores(layout)):
        if bad := _sum(totals, f"bad{i}"):
            yield f"scores that are not {inside}: {bad:,}", f"give {inside}", column
        if isinstance(layout, Wide) and (empty := _sum(totals, f"empty{i}")):
            yield f"rows without a score: {empty:,}", "give each row a score", column
    for i, column in enumerate(_flag_columns(layout)):
        if bad := _sum(totals, f"flag{i}"):
            what = f"rows with neither 1 nor 0: {bad:,}"
            yield what, "write 1 or 0, or -1 in the truth for not judged", column


def _bad_documents(layout: Wide | Long, totals: pa.Table) -> Iterator[Refusal]:
    if not _sum(totals, "rows"):
        yield "the table has no rows", "give a table with rows", None
    if nameless := _sum(totals, "nameless"):
        yield f"rows without an id: {nameless:,}", "give every row an id", layout.file.only("id")
    if alone := _sum(totals, "unclustered"):
        what, remedy = (
            f"rows without a cluster: {alone:,}",
            "give each row a cluster, or give the rows ids",
        )
        yield what, remedy, layout.file.only("cluster")
    weight = layout.file.only("weight")
    if bad := _sum(totals, "weights"):
        what = f"weights that are not numbers from 0 on: {bad:,}"
        yield what, "correct them, or read the column as other information", weight
    if _sum(totals, "different") > MOST_WEIGHTS:
        what = f"there are more than {MOST_WEIGHTS:,} different weights"
        yield what, "round them: documents are counted by weight", weight


def _repeated(engine: Engine, layout: Wide | Long) -> Iterator[Problem]:
    """Documents, or pairs, that come twice, and documents of which rows say different things."""
    if layout.identity is None:
        return
    rows = layout.source.rows.select(
        id=layout.identity,
        klass=layout.name if isinstance(layout, Long) else ibis.literal(""),
        split=ibis.literal("") if layout.splits is None else layout.splits,
        weight=ibis.literal(0.0) if layout.weight is None else layout.weight,
        cluster=ibis.literal("") if layout.cluster is None else layout.cluster,
    )
    column, file = layout.file.only("id"), layout.source.name
    # what has no id is said to have none, and equals nothing
    rows = rows.filter(_.id != "")
    each = rows.group_by("id", "klass").agg(times=_.count(), splits=_.split.nunique())
    again = _number(engine, each.filter(_.times > 1))
    # where all have splits, each row of an id in several of them is a document
    if again and isinstance(layout, Wide) and not _number(engine, rows.filter(_.split == "")):
        again = _number(engine, each.filter(_.times > _.splits))
    if again:
        kind = "pairs of document and class" if isinstance(layout, Long) else "ids"
        what, remedy = f"{kind} that occur more than once: {again:,}", "keep one row per pair"
        yield Problem(what=what, remedy=remedy, column=column, file=file)
    if isinstance(layout, Long):
        by_document = rows.group_by("id").agg(
            splits=_.split.nunique(), weights=_.weight.nunique(), clusters=_.cluster.nunique()
        )
        differ = by_document.filter((_.splits > 1) | (_.weights > 1) | (_.clusters > 1))
        if several := _number(engine, differ):
            what = f"documents whose rows differ in split, weight or cluster: {several:,}"
            remedy = "give each document one of each"
            yield Problem(what=what, remedy=remedy, column=column, file=file)


def _number(engine: Engine, rows: ir.Table) -> int:
    return int(integer_column(engine.run(rows.agg(number=rows.count())), "number")[0])
