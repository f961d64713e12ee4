"""Which layout a table has, by what its columns are taken for; and what its rows are cut by."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pyarrow as pa
from ibis.expr import types as ir

from breakeven.engine.layout import Layout, Long, Wide
from breakeven.engine.running import Engine
from breakeven.engine.source import Source
from breakeven.evaluation.cut import Cut
from breakeven.readers.problems import ReadError
from breakeven.records import Problem
from breakeven.splits import name_as_read

# what an engine can do nothing with, by the role of the column
NOT_COUNTED = ("annotated", "annotator", "grade", "answer", "repeat", "slot", "system")
READ_WHOLE = "give it another role, or read the files with --engine memory"


def layout_of(engine: Engine, source: Source) -> Wide | Long:
    """The layout that a table's roles make, with its classes. ReadError for another."""
    file = source.file
    problems = [
        Problem(
            what=f"an engine counts no column of the role {file.columns[column]}",
            remedy=READ_WHOLE,
            column=column,
            file=source.name,
        )
        for column in file.having(*NOT_COUNTED)
    ]
    if file.systems:
        what = f"a row says what {len(file.parts())} systems said, and an engine counts one"
        problems.append(Problem(what=what, remedy="leave out the others", file=source.name))
    if file.role != "both":
        what, remedy = "truth and predictions are not in one table", "join them into one"
        problems.append(Problem(what=what, remedy=file.question or remedy, file=source.name))
    if file.separator == "list" and any(
        isinstance(Layout(source).column(c), ir.StringColumn)
        for c in file.having("truth", "predicted")
    ):
        what = "classes are listed as text in brackets"
        remedy = "write a column of lists, or a separator"
        problems.append(Problem(what=what, remedy=remedy, file=source.name))
    if problems:
        raise ReadError(problems)
    layout: Wide | Long = Long(source) if file.shape == "long" else Wide(source)
    return replace(layout, classes=layout.names(engine))


def with_split(layout: Wide | Long, split: str | None, written: Iterable[str]) -> Wide | Long:
    """The rows of a split, however it is written in them; all for None."""
    if split is None:
        return layout
    return replace(layout, split=tuple(w for w in written if w and name_as_read(w) == split))


def with_limits(engine: Engine, layout: Wide | Long, cut: Cut) -> Wide | Long:
    """The same rows, ready to be decided by the thresholds of a cut, class by class if it has such.

    A row a pair finds its class's threshold beside it, whose number it may not know by itself.
    """
    if isinstance(layout, Wide) or not cut.own:
        return layout
    least = dict.fromkeys(layout.classes, cut.threshold) | dict(cut.own)
    names, limits = pa.array([*least], pa.string()), pa.array([*least.values()], pa.float64())
    return replace(layout, limits=engine.put(pa.table({"limited": names, "least": limits})))
