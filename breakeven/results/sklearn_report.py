"""The numbers of an evaluation as scikit-learn's `classification_report` sets them.

The layout, the order of classes and what 0/0 counts as are scikit-learn's; the counts are ours.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, overload

import numpy as np

from breakeven.analysis.evaluation.counts import BaseEvaluation, DecisionCounts
from breakeven.data.wording import visible
from metrics.measures import Measure, f_beta, precision, recall
from metrics.tallies import ContingencyTable
from metrics.typing import F1_BETA, Array

# the columns, in their order
VALUES = ("precision", "recall", "f1-score")
SUPPORT = "support"
# the least room for the name of a row: the longest average
LEAST_WIDTH = len("weighted avg")
MEASURES: tuple[Measure, ...] = (precision, recall, lambda table: f_beta(table, F1_BETA))


@dataclass(frozen=True, kw_only=True)
class SklearnRow:
    """A class or an average: precision, recall and F₁, and how many positives it is about."""

    name: str
    values: tuple[float, ...]
    support: float

    def to_dict(self) -> dict[str, float]:
        """The numbers by the names of the columns."""
        numbers = map(float, (*self.values, self.support))
        return dict(zip((*VALUES, SUPPORT), numbers, strict=True))


@dataclass(frozen=True, kw_only=True)
class SklearnReport:
    """Rows of classes, then of averages. `accuracy`: the first average is the accuracy."""

    classes: tuple[SklearnRow, ...]
    averages: tuple[SklearnRow, ...]
    accuracy: bool

    def to_dict(self) -> dict[str, dict[str, float] | float]:
        """As `classification_report(output_dict=True)`; accuracy is one number."""
        rows: dict[str, dict[str, float] | float] = {
            row.name: row.to_dict() for row in self.classes
        }
        rows |= {row.name: row.to_dict() for row in self.averages}
        if self.accuracy:
            rows[self.averages[0].name] = float(self.averages[0].values[0])
        return rows

    def to_text(self, digits: int = 2) -> str:
        """As `classification_report` prints it; what cannot be seen in a name is a sign."""
        names = [visible(row.name) for row in self.classes]
        width = max([LEAST_WIDTH, digits, *map(len, names)])
        lines = [f"{'':>{width}}  {' '.join(f'{head:>9}' for head in (*VALUES, SUPPORT))}", ""]
        for name, row in zip(names, self.classes, strict=True):
            lines.append(f"{name:>{width}}  {_cells(row, digits)}")
        lines.append("")
        for place, row in enumerate(self.averages):
            alone = self.accuracy and place == 0
            lines.append(f"{row.name:>{width}}  {_cells(row, digits, alone)}")
        return "\n".join([*lines, ""])


def _cells(row: SklearnRow, digits: int, alone: bool = False) -> str:
    cells = [f"{value:>9.{digits}f}" for value in row.values]
    if alone:
        cells[:2] = [" " * 9] * 2
    return " ".join([*cells, f"{row.support:>9}"])


def sklearn_report(evaluation: BaseEvaluation, zero_division: float = 0.0) -> SklearnReport:
    """The report of an evaluation, wherever it was counted. F is F₁, whatever β is elsewhere.

    Where each document has one class and gets one, it is of vectors of labels: the classes that
    occur, in order of their names, with the accuracy. Of one class alone it is of 0 and 1. Else it
    is of 0/1 matrices, with all classes as they stand here, and the mean over documents (samples).
    `zero_division`: what 0/0 counts as, 0, 1 or NaN, which leaves it out of means. ValueError for
    anything else, and where there is no document.
    """
    if not (math.isnan(zero_division) or zero_division in (0, 1)):
        raise ValueError(f"zero_division is {zero_division}; give 0, 1 or nan")
    if not evaluation.documents:
        raise ValueError("there is no document to report on; choose another split or filter")
    counts = evaluation.counts
    names, table = list(evaluation.classes), counts.classes
    if evaluation.yes_or_no:
        names, table = ["0", "1"], _both_sides(table)
    vectors = counts.one_of or evaluation.yes_or_no
    if vectors:
        there = np.flatnonzero((table.positives > 0) | (table.assigned > 0))
        order = there[_sorted([names[c] for c in there])]
        names, table = [names[c] for c in order], table[order]
    rows = _values(table, zero_division)
    support = table.positives
    if vectors and not table.tp.any():
        # vectors without any hit are counted as fractions there, and printed so
        support = support.astype(float)
    return SklearnReport(
        classes=tuple(
            SklearnRow(name=name, values=tuple(map(float, values)), support=number)
            for name, values, number in zip(names, rows.T, support.tolist(), strict=True)
        ),
        averages=tuple(_averages(table, rows, support, zero_division, None if vectors else counts)),
        accuracy=vectors,
    )


def _both_sides(table: ContingencyTable) -> ContingencyTable:
    """The tables of 0 and of 1, of a single class."""
    tp, fp, fn, tn = (cell[0] for cell in table.cells)
    return ContingencyTable(*map(np.array, ([tn, tp], [fn, fp], [fp, fn], [tp, tn])))


def _sorted(names: list[str]) -> list[int]:
    """The order of labels: by number where all are whole numbers, else by the text."""
    try:
        keys: list[int] | list[str] = [int(name) for name in names]
    except ValueError:
        keys = names
    if [str(key) for key in keys] != names:
        keys = names
    return sorted(range(len(names)), key=keys.__getitem__)


def _averages(
    table: ContingencyTable,
    rows: Array,
    support: Array,
    zero_division: float,
    counts: DecisionCounts | None,
) -> Iterator[SklearnRow]:
    """`counts`: of the documents, for their mean; None where there is no such row."""
    pooled = _values(
        ContingencyTable(*(np.array([cell.sum()]) for cell in table.cells)), zero_division
    )
    of_documents, weights = np.zeros((3, 0)), None
    if counts is not None:
        of_documents, weights = _values(counts.documents, zero_division), counts.weights
        if counts.times is not None:
            weights = counts.times if weights is None else weights * counts.times
    means = {
        "accuracy" if counts is None else "micro avg": (pooled, None),
        "macro avg": (rows, None),
        "weighted avg": (rows, table.positives),
        **({} if counts is None else {"samples avg": (of_documents, weights)}),
    }
    for name, (values, weighing) in means.items():
        averaged = tuple(_mean(of_measure, weighing) for of_measure in values)
        yield SklearnRow(name=name, values=averaged, support=support.sum().item())


def _mean(values: Array, weights: Array | None) -> float:
    """Mean of the values that are not NaN; where all weigh nothing, all weigh alike."""
    there = ~np.isnan(values)
    if not there.any():
        return math.nan
    if weights is None or not weights[there].sum():
        return float(np.average(values[there]))
    return float(np.average(values[there], weights=weights[there]))


def _values(table: ContingencyTable, zero_division: float) -> Array:
    """Precision, recall and F₁, shape (3, units)."""
    values = np.stack([measure(table) for measure in MEASURES])
    return np.where(np.isnan(values), zero_division, values)


class WithSklearnReport:
    """An evaluation, wherever it was counted, that says itself as scikit-learn does."""

    @overload
    def classification_report(
        self, *, output_dict: Literal[False] = False, digits: int = 2, zero_division: float = 0.0
    ) -> str: ...

    @overload
    def classification_report(
        self, *, output_dict: Literal[True], digits: int = 2, zero_division: float = 0.0
    ) -> dict[str, dict[str, float] | float]: ...

    def classification_report(
        self, *, output_dict: bool = False, digits: int = 2, zero_division: float = 0.0
    ) -> str | dict[str, dict[str, float] | float]:
        """What `sklearn.metrics.classification_report` says of the same labels, in F₁.

        What `breakeven evaluate --format sklearn` prints. `output_dict`: numbers by name instead of
        the text, which has so many `digits`. `zero_division`: what 0/0 counts as, 0, 1 or NaN; this
        result's own choice does not matter here. ValueError for anything else, and where there is
        no document.

        >>> import breakeven as be
        >>> review = be.from_arrays(["a", "b", "b"], ["a", "b", "a"])
        >>> be.evaluate(review).classification_report(output_dict=True)["weighted avg"]["recall"]
        0.6666666666666666
        """
        report = sklearn_report(self._counted, zero_division)
        return report.to_dict() if output_dict else report.to_text(digits)

    @property
    def _counted(self) -> BaseEvaluation:
        """The evaluation itself."""
        raise NotImplementedError
