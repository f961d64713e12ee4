"""The columns of the class table, each once, and which of them stand where.

Page, command line, Python, notebooks and the report read this list. What the catalogue shows comes
in by itself. It imports no pandas: commands and the report load it at the start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np

from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.curves import Curves
from breakeven.analysis.evaluation.scored import ScoredSplit
from metrics.catalogue import CATALOGUE, entries_shown, measures_shown
from metrics.catalogue.entry import Entry
from metrics.tallies import ContingencyTable
from metrics.typing import CELLS, Array
from metrics.uncertainty.average_intervals import class_intervals
from metrics.uncertainty.intervals import Interval, f_interval, precision_interval, recall_interval


@dataclass(frozen=True)
class ClassNumbers:
    """What columns are made of: the table and, where there are any, the scores of every class."""

    classes: Sequence[str]
    tables: ContingencyTable
    scored: Curves | ScoredSplit | None
    beta: float

    @property
    def ranked(self) -> Curves | ScoredSplit:
        """What has the intervals of the scores; ValueError without scores."""
        if self.scored is None:
            raise ValueError("without scores there are no curves")
        return self.scored

    @property
    def curves(self) -> Curves:
        """The curves of all classes; ValueError without scores."""
        return self.ranked if isinstance(self.ranked, Curves) else self.ranked.curves

    @cached_property
    def precision_ends(self) -> Interval:
        """The intervals of precision, ends of shape (classes,), as those below."""
        return precision_interval(self.tables)

    @cached_property
    def recall_ends(self) -> Interval:
        """The intervals of recall."""
        return recall_interval(self.tables)

    @cached_property
    def f_ends(self) -> Interval:
        """The intervals of F at this beta."""
        return f_interval(self.tables, self.beta)

    @property
    def break_even_ends(self) -> Interval:
        """The intervals of the break-even points; ValueError without scores."""
        return self.ranked.break_even_intervals

    @property
    def average_precision_ends(self) -> Interval:
        """The intervals of average precision; ValueError without scores."""
        return self.ranked.average_precision_intervals

    @property
    def roc_areas(self) -> Interval:
        """The areas under the ROC curves, with their intervals; ValueError without scores."""
        return self.ranked.roc_areas


def class_numbers(evaluation: BaseEvaluation, beta: float) -> ClassNumbers:
    """The numbers of every class of an evaluation, wherever it was counted."""
    return ClassNumbers(evaluation.classes, evaluation.tables, evaluation.rankings, beta)


ColumnKind = Literal["name", "count", "measure", "words", "interval"]


@dataclass(frozen=True, kw_only=True)
class ClassColumn:
    """A column of the class table.

    `key`: its name in frames and downloads, which never changes. `title` heads it on the page,
    `text` in Markdown and LaTeX, `html` in the HTML of the report; `{f}` in them is F with its
    beta. `entry`: of the catalogue, for help; `help` where it has none. `scored`: only where there
    are scores. `values` are of shape (classes,); None where they are of more than counts and
    scores. `ends`: of its intervals.
    """

    key: str
    title: str
    text: str
    html: str
    kind: ColumnKind
    entry: str = ""
    help: str = ""
    scored: bool = False
    values: Callable[[ClassNumbers], Array | Sequence[str]] | None = None
    ends: Callable[[ClassNumbers], Interval] | None = None


Door: TypeAlias = Literal[
    "frame",
    "page",
    "json",
    "markdown",
    "notebook",
    "record",
    "report",
    "rankings",
    "html",
    "mlflow",
]
# what the catalogue shows there, in its order
TABLE, EXPORT = "*table", "*export"
DOORS: Mapping[Door, tuple[str, ...]] = {
    "frame": (
        "class", "positives", *CELLS, TABLE, "f_low_95", "f_high_95",
        "break_even", "break_even_how", "eleven_point", "average_precision",
        "break_even_low_95", "break_even_high_95",
        "average_precision_low_95", "average_precision_high_95",
        "roc_auc", "roc_auc_low_95", "roc_auc_high_95",
    ),
    # the answer first; what else the frame has stands behind it
    "page": ("class", "errors", "f", "interval", "precision", "recall", "reading"),
    "json": (*CELLS, EXPORT, "break_even", "eleven_point", "average_precision", "roc_auc"),
    "markdown": (
        "class", *CELLS, EXPORT, "break_even", "break_even_how", "eleven_point",
        "average_precision", "roc_auc", "f_95", "break_even_95", "average_precision_95",
        "roc_auc_95",
    ),
    "notebook": ("class", "positives", *CELLS[:3], "precision", "recall", "f"),
    "record": (
        "class", "positives", "assigned", *CELLS, TABLE, "reading",
        "break_even", "break_even_how", "eleven_point", "average_precision", "roc_auc",
    ),
    "report": ("class", "positives", *CELLS, TABLE, "reading"),
    "rankings": (
        "class", "break_even", "break_even_how", "eleven_point", "average_precision", "roc_auc",
    ),
    "html": (
        "class", "positives", "assigned", "tp", TABLE,
        "break_even", "eleven_point", "average_precision", "roc_auc", "reading",
    ),
    "mlflow": ("positives", *CELLS[:3], "f", "precision", "recall"),
}  # fmt: skip
"""Which columns stand where, in their order."""


def _cell(cell: str, html: str = "") -> ClassColumn:
    return ClassColumn(
        key=cell,
        title=cell,
        text=cell,
        html=html or cell,
        kind="count",
        values=lambda numbers: getattr(numbers.tables, cell),
    )


OWN: Mapping[str, ClassColumn] = {
    column.key: column
    for column in (
        ClassColumn(
            key="class",
            title="Class",
            text="class",
            html="Class",
            kind="name",
            values=lambda numbers: list(numbers.classes),
        ),
        ClassColumn(
            key="positives",
            title="Documents",
            text="positives",
            html="True here",
            kind="count",
            values=lambda numbers: numbers.tables.positives,
        ),
        ClassColumn(
            key="assigned",
            title="Predicted",
            text="predicted",
            html="Predicted",
            kind="count",
            values=lambda numbers: numbers.tables.assigned,
        ),
        _cell("tp", "Right"),
        _cell("fp"),
        _cell("fn"),
        _cell("tn"),
        ClassColumn(
            key="errors",
            title="Errors",
            text="errors",
            html="Errors",
            kind="count",
            help="Missed and false alarms.",
            values=lambda numbers: numbers.tables.fp + numbers.tables.fn,
        ),
        ClassColumn(
            key="interval",
            title="{f}, 95 %",
            text="{f} 95 %",
            html="{f}, 95 %",
            kind="interval",
            ends=lambda numbers: numbers.f_ends,
        ),
        # where the class stands, of its intervals
        ClassColumn(
            key="reading",
            title="Verdict",
            text="where it stands",
            html="Verdict",
            kind="words",
        ),
        ClassColumn(
            key="break_even",
            title="Break-even",
            text="break-even",
            html="Break-even",
            kind="measure",
            entry="break_even",
            scored=True,
            values=lambda numbers: numbers.curves.break_even_values,
            ends=lambda numbers: numbers.break_even_ends,
        ),
        ClassColumn(
            key="break_even_how",
            title="Break-even is",
            text="how",
            html="How",
            kind="words",
            scored=True,
            values=lambda numbers: list(numbers.curves.hows),
        ),
        ClassColumn(
            key="eleven_point",
            title="Eleven-point",
            text="eleven-point",
            html="Eleven points",
            kind="measure",
            entry="eleven_point",
            scored=True,
            values=lambda numbers: numbers.curves.eleven_averages,
        ),
        ClassColumn(
            key="average_precision",
            title="Average precision",
            text="average precision",
            html="Average precision",
            kind="measure",
            entry="average_precision",
            scored=True,
            values=lambda numbers: numbers.curves.average_precisions,
            ends=lambda numbers: numbers.average_precision_ends,
        ),
        ClassColumn(
            key="roc_auc",
            title="ROC AUC",
            text="ROC AUC",
            html="ROC AUC",
            kind="measure",
            entry="roc_auc",
            scored=True,
            values=lambda numbers: np.asarray(numbers.roc_areas.value),
            ends=lambda numbers: numbers.roc_areas,
        ),
    )
}
"""The columns that are no measure of a contingency table, which the catalogue has, by key."""

ENDS: Mapping[str, Callable[[ClassNumbers], Interval]] = {
    "precision": lambda numbers: numbers.precision_ends,
    "recall": lambda numbers: numbers.recall_ends,
    "f": lambda numbers: numbers.f_ends,
}
"""The intervals of measures of a contingency table."""


def _measured(entry: Entry) -> ClassColumn:
    key, place, is_f = entry.key, entry.shown_in[0], entry.key == "f"
    return ClassColumn(
        key=key,
        title="{f}" if is_f else entry.symbol or entry.name,
        text="{f}" if is_f else key,
        html="{f}" if is_f else entry.name,
        kind="measure",
        entry=key,
        values=lambda numbers: measures_shown(place, numbers.beta)[key](numbers.tables),
        ends=ENDS.get(key) or (_further_ends(key) if "further" in entry.shown_in else None),
    )


def _further_ends(key: str) -> Callable[[ClassNumbers], Interval]:
    def ends(numbers: ClassNumbers) -> Interval:
        return class_intervals(numbers.tables, measures_shown("further", numbers.beta)[key])

    return ends


def _named(key: str) -> ClassColumn:
    """The column of a key; KeyError where there is none."""
    if key in OWN:
        return OWN[key]
    if key in CATALOGUE:
        return _measured(CATALOGUE[key])
    for ending, end in (("_low_95", "low"), ("_high_95", "high"), ("_95", "")):
        if key.endswith(ending):
            return _interval(_named(key.removesuffix(ending)), key, end)
    raise KeyError(key)


def _interval(column: ClassColumn, key: str, end: str) -> ClassColumn:
    """The intervals of a column, or one `end` of them."""
    ends = column.ends
    if ends is None:
        raise KeyError(key)
    return ClassColumn(
        key=key,
        title=key,
        text=f"{column.text} 95 %",
        html=f"{column.html}, 95 %",
        kind="measure" if end else "interval",
        scored=column.scored,
        values=(lambda numbers: getattr(ends(numbers), end)) if end else None,
        ends=None if end else ends,
    )


def columns(door: Door, scored: bool = True) -> tuple[ClassColumn, ...]:
    """The columns that stand there, in their order; `scored`: with those of scores."""
    return tuple(column for column in _columns(door) if scored or not column.scored)


def _columns(door: Door) -> Iterator[ClassColumn]:
    for key in DOORS[door]:
        if key == TABLE:
            yield from map(_measured, entries_shown("table"))
        elif key == EXPORT:
            yield from map(_measured, entries_shown("export"))
        else:
            yield _named(key)
