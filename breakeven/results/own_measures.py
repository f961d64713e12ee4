"""Measures of one's own on one system: averages and classes with their intervals, and in words.

Page, command line, Python and the report read this one record.

Tested in `tests/breakeven/api/test_own_measures.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from breakeven.analysis.comparison.own_values import OwnValues, own_values, values_alone
from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.own_measures import OwnMeasure
from breakeven.data.wording import quoted
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import cell_with_ends, plain_number
from metrics.averaging import Undefined
from metrics.typing import AVERAGES, Array
from metrics.uncertainty.intervals import Interval

if TYPE_CHECKING:
    import pandas as pd

# of more classes the document shows those with the most positives
MOST_ROWS = 100
INTERVALS = (
    "Intervals come from 10,000 test sets drawn again, fewer where there are many classes; there "
    "is none where all draws are alike."
)
NO_INTERVALS = (
    "No intervals: they come from test sets drawn again, and an engine brings no document home."
)


@dataclass(frozen=True, eq=False)
class OwnMeasures:
    """The measures of one's own on one system. `positives`: of each class, shape (classes,).

    `intervals`: where their intervals come from, or why there are none.
    """

    values: tuple[OwnValues, ...]
    classes: tuple[str, ...]
    positives: Sequence[float]
    undefined: Undefined
    intervals: str = INTERVALS

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is to be known of them, as sentences of plain text."""
        outside = tuple(
            f"A value of {quoted(values.measure.name)} is outside the range that was given, "
            f"{values.measure.range_text}: check the formula, or the range."
            for values in self.values
            if values.outside
        )
        return (self.intervals, *outside)

    def to_dict(self) -> dict[str, Any]:
        """Each by its name: what it is, its averages and classes; undefined is None."""
        return {values.measure.name: self._plain(values) for values in self.values}

    def _plain(self, values: OwnValues) -> dict[str, object]:
        entry = values.measure.to_dict()
        averages: dict[str, object] = {}
        for name in AVERAGES:
            mean, ends = values.means[name], values.averages[name]
            units = {"undefined": mean.number_undefined, "averaged": mean.units}
            averages[name] = _with_ends(ends) | ({} if name == "micro" else units)
        classes = {
            name: _with_ends(self.of_class(values, c)) for c, name in enumerate(self.classes)
        }
        return (
            {key: value for key, value in entry.items() if key != "name"}
            | averages
            | {"per_class": classes}
        )

    def of_class(self, values: OwnValues, class_index: int) -> Interval:
        """One of the measures of one class."""
        every = values.per_class
        low, high, value = (
            float(np.asarray(end)[class_index]) for end in (every.low, every.high, every.value)
        )
        return Interval(low, high, value=value)

    def average_rows(self) -> list[list[str]]:
        """A row for each: name, formula, and its averages with intervals; plain text."""
        return [
            [
                values.measure.name,
                values.measure.text,
                *(cell_with_ends(values.averages[name]) for name in AVERAGES),
            ]
            for values in self.values
        ]

    def class_rows(self, most: int = MOST_ROWS) -> list[list[str]]:
        """A row for each class, of many for those with the most positives; plain text."""
        order: Sequence[int] = range(len(self.classes))
        if len(self.classes) > most:
            order = np.argsort(-np.asarray(self.positives), kind="stable")[:most].tolist()
        return [
            [self.classes[c], *(cell_with_ends(self.of_class(values, c)) for values in self.values)]
            for c in order
        ]

    def to_markdown(self) -> str:
        """The averages, and every class; names stand literally."""
        averages = [[in_markdown(cell) for cell in row] for row in self.average_rows()]
        classes = [[in_markdown(cell) for cell in row] for row in self.class_rows()]
        names = [in_markdown(values.measure.name) for values in self.values]
        return "\n\n".join(
            [
                markdown_table(["measure of your own", "formula", *AVERAGE_HEADS], averages),
                *map(in_markdown, self.remarks),
                markdown_table(["class", *names], classes),
            ]
        )

    def frame(self) -> pd.DataFrame:
        """One row per class; for each measure its value and the ends of its interval."""
        import pandas as pd

        return pd.DataFrame({"class": list(self.classes), **self.columns()})

    def columns(self) -> dict[str, Array]:
        """Of every class, by names that no other column of a table of classes has."""
        columns: dict[str, Array] = {}
        for values in self.values:
            key = column_of(values.measure)
            columns[key] = values.per_class.value
            columns |= {
                f"{key}, low_95": values.per_class.low,
                f"{key}, high_95": values.per_class.high,
            }
        return columns

    def _repr_markdown_(self) -> str:
        return self.to_markdown()


AVERAGE_HEADS = tuple(name.replace("_", " ") for name in AVERAGES)


def column_of(measure: OwnMeasure) -> str:
    """What the column of a measure is called in frames and downloads."""
    return f"own: {measure.name}"


def _with_ends(number: Interval) -> dict[str, float | int | None]:
    ends: Mapping[str, Any] = {
        "value": number.value, "low_95": number.low, "high_95": number.high,
    }  # fmt: skip
    return {key: plain_number(value) for key, value in ends.items()}


def own_measures_of(
    evaluation: Evaluation, measures: Sequence[OwnMeasure], undefined: Undefined, seed: int = 0
) -> OwnMeasures | None:
    """The measures on a system; None where there are none."""
    if not measures:
        return None
    values = (own_values(evaluation, measure, undefined, seed) for measure in measures)
    return _shown(evaluation, tuple(values), undefined)


def counted_own_measures(
    evaluation: BaseEvaluation, measures: Sequence[OwnMeasure], undefined: Undefined
) -> OwnMeasures | None:
    """The same of what an engine counted, without intervals, which is said."""
    if not measures:
        return None
    values = (values_alone(evaluation, measure, undefined) for measure in measures)
    return replace(_shown(evaluation, tuple(values), undefined), intervals=NO_INTERVALS)


def _shown(
    evaluation: BaseEvaluation, values: tuple[OwnValues, ...], undefined: Undefined
) -> OwnMeasures:
    positives = [float(n) for n in evaluation.tables.positives]
    return OwnMeasures(values, tuple(evaluation.classes), positives, undefined)
