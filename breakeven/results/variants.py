"""A result beside itself under other conditions: without leaks, and on labels as loaded.

Tested in `test_marks`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from breakeven.analysis.evaluation.average_intervals import AverageIntervals
from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.leak_sides import LeakSides
from breakeven.data.as_if import BY_CONSTRUCTION, title_of, unknown_in_words
from breakeven.data.own_measures import OwnMeasure
from breakeven.data.records import AsIf
from breakeven.data.wording import cell_of
from breakeven.results.table_formats import markdown_table
from breakeven.results.values import plain_number
from metrics.averaging import Undefined
from metrics.typing import AVERAGES, AverageName

if TYPE_CHECKING:
    import pandas as pd


# --- one of several results of the same systems: F by average, or one measure of two systems


def measure_by_average(
    evaluation: BaseEvaluation,
    beta: float,
    undefined: Undefined,
    measure: str = "f",
    own: OwnMeasure | None = None,
) -> dict[AverageName, float]:
    """One measure by its averages; NaN where it is 0/0. `own`: the measure, if one's own."""
    if own is not None:
        means = evaluation.counts.averages_of(own, undefined)
        return {average: mean.value for average, mean in means.items()}
    return {average: evaluation.averaged(measure, average, beta, undefined) for average in AVERAGES}


@dataclass(frozen=True, kw_only=True)
class ResultVariant:
    """A result of one system by its `name` among others; F by average, NaN where it is 0/0."""

    name: str
    documents: int
    f: Mapping[AverageName, float]

    def to_dict(self) -> dict[str, Any]:
        """How many documents, and F by its averages; undefined is None."""
        f = {average: plain_number(value) for average, value in self.f.items()}
        return {"documents": self.documents, "f": f}

    def cells(self) -> list[str]:
        """F by its averages, as Markdown has it."""
        return [cell_of(self.f[average]) for average in AVERAGES]


@dataclass(frozen=True, kw_only=True)
class SystemsVariant:
    """A result of two systems by its `name` among others: one average of one measure of each."""

    name: str
    documents: int
    a: float
    b: float

    @property
    def points(self) -> float:
        """By how many hundredths the second is above the first."""
        return 100 * (self.b - self.a)

    def to_dict(self) -> dict[str, Any]:
        """How many documents, both values and their difference; undefined is None."""
        values = {"a": self.a, "b": self.b, "points": self.points}
        numbers = {name: plain_number(value) for name, value in values.items()}
        return {"documents": self.documents, **numbers}

    def cells(self) -> list[str]:
        """Both values and their difference, as Markdown has them."""
        return [cell_of(self.a), cell_of(self.b), cell_of(self.points, 1)]


def variant_of(
    name: str, evaluation: BaseEvaluation, beta: float, undefined: Undefined
) -> ResultVariant:
    """F of an evaluation by its averages."""
    f = measure_by_average(evaluation, beta, undefined)
    return ResultVariant(name=name, documents=evaluation.documents, f=f)


@dataclass(frozen=True)
class ComparedMeasure:
    """What two systems are compared on: an average of a measure, and how it is worked out."""

    measure: str
    average: AverageName
    beta: float
    undefined: Undefined
    own: OwnMeasure | None = None

    def variant(self, name: str, evaluations: Sequence[Evaluation]) -> SystemsVariant:
        """This measure of two evaluations of the same documents."""
        a, b = (
            measure_by_average(evaluation, self.beta, self.undefined, self.measure, self.own)[
                self.average
            ]
            for evaluation in evaluations
        )
        return SystemsVariant(name=name, documents=evaluations[0].documents, a=a, b=b)


Variant = TypeVar("Variant", ResultVariant, SystemsVariant)


def variants_in_markdown(text: str, variants: Sequence[ResultVariant]) -> list[str]:
    """The lines of a document that set results beside each other, and say why."""
    head = ["F", "documents", *(average.replace("_", " ") for average in AVERAGES)]
    return _lines(text, head, variants)


def variants_of_two_in_markdown(
    text: str, variants: Sequence[SystemsVariant], a: str, b: str
) -> list[str]:
    """As `variants_in_markdown`; `a`, `b`: the names of the systems, ready for Markdown."""
    return _lines(text, ["", "documents", a, b, "points"], variants)


def _lines(
    text: str, head: list[str], variants: Sequence[ResultVariant | SystemsVariant]
) -> list[str]:
    rows = [[each.name, f"{each.documents:,}", *each.cells()] for each in variants]
    return ["", f"▲ {text}", "", markdown_table(head, rows)]


# --- a result with and without the documents that leak: the headline numbers beside each other


def leak_side_names(leaked: int) -> tuple[str, str]:
    """What the results with and without so many documents are called beside each other."""
    if leaked == 1:
        return "with the document that leaks", "without it"
    return f"with the {leaked:,} documents that leak", "without them"


@dataclass(frozen=True, kw_only=True)
class LeakVariants(Generic[Variant]):
    """A result with all documents, and without the `documents` that are in an earlier split too.

    `text`: why there are two. `near_searched`: whether nearly equal texts leak.
    """

    text: str
    documents: int
    near_searched: bool
    variants: tuple[Variant, Variant]

    def to_dict(self) -> dict[str, Any]:
        """Both results `with` and `without` the documents; undefined is None."""
        leaky, clean = (variant.to_dict() for variant in self.variants)
        return {
            "text": self.text,
            "documents": self.documents,
            "near_searched": self.near_searched,
            "with": leaky,
            "without": clean,
        }


def leak_variants(
    sides: LeakSides[BaseEvaluation], beta: float, undefined: Undefined
) -> LeakVariants[ResultVariant]:
    """F with and without the documents that leak."""
    leaky, clean = leak_side_names(sides.leaked)
    return LeakVariants(
        text=str(sides),
        documents=sides.leaked,
        near_searched=sides.near,
        variants=(
            variant_of(leaky, sides.every, beta, undefined),
            variant_of(clean, sides.without, beta, undefined),
        ),
    )


def leak_variants_of_two(
    sides: tuple[LeakSides[Evaluation], LeakSides[Evaluation]], compared: ComparedMeasure
) -> LeakVariants[SystemsVariant]:
    """A measure of two systems with and without the documents that leak."""
    a, b = sides
    leaky, clean = leak_side_names(a.leaked)
    return LeakVariants(
        text=str(a),
        documents=a.leaked,
        near_searched=a.near,
        variants=(
            compared.variant(leaky, (a.every, b.every)),
            compared.variant(clean, (a.without, b.without)),
        ),
    )


# --- a result as if marks were carried out, always beside the result as the files were loaded


MEASURES = ("precision", "recall", "f")
IN_FRAME: tuple[AverageName, ...] = ("micro", "macro")
AS_LOADED, AS_IF = "as loaded", "as if"


def as_if_text(done: AsIf) -> str:
    """What was done and what was not, and what makes such numbers promise too much."""
    title = title_of(done)
    return f"{title[0].upper()}{title[1:]}. {unknown_in_words(done)}{BY_CONSTRUCTION}"


@dataclass(frozen=True, kw_only=True)
class AsIfVariants(Generic[Variant]):
    """A result on the labels as loaded, and as if marks were carried out, as `done` says."""

    done: AsIf
    variants: tuple[Variant, Variant]

    @property
    def text(self) -> str:
        """What was done and what was not."""
        return as_if_text(self.done)

    def to_dict(self) -> dict[str, Any]:
        """What was done, and both results; undefined is None."""
        loaded, changed = (variant.to_dict() for variant in self.variants)
        return {
            "text": self.text,
            "how": self.done.how,
            "documents_corrected": self.done.corrected,
            "documents_left_out": self.done.left_out,
            "labels_left_out": self.done.pairs_left_out,
            "documents_not_corrected": self.done.unknown,
            "as_loaded": loaded,
            "as_if": changed,
        }


def as_if_variants(
    done: AsIf, loaded: Evaluation, now: Evaluation, beta: float, undefined: Undefined
) -> AsIfVariants[ResultVariant]:
    """F on the labels as `loaded`, and as they are `now`."""
    before = variant_of(AS_LOADED, loaded, beta, undefined)
    return AsIfVariants(done=done, variants=(before, variant_of(AS_IF, now, beta, undefined)))


def as_if_variants_of_two(
    done: AsIf,
    loaded: Sequence[Evaluation],
    now: Sequence[Evaluation],
    compared: ComparedMeasure,
) -> AsIfVariants[SystemsVariant]:
    """A measure of two systems on the labels as `loaded`, and as they are `now`."""
    before = compared.variant(AS_LOADED, loaded)
    return AsIfVariants(done=done, variants=(before, compared.variant(AS_IF, now)))


def as_if_frame(
    sides: Mapping[str, Mapping[str, tuple[Evaluation, AverageIntervals | None]]],
    beta: float,
    undefined: Undefined,
) -> pd.DataFrame:
    """One row per system, average and measure: as loaded, and as if, with 95 % intervals.

    `sides`: by system, by what the result is called, the first as loaded. Differences are to it;
    undefined is NaN.
    """
    import pandas as pd

    rows = []
    for system, results in sides.items():
        for average in IN_FRAME:
            for measure in MEASURES:
                row: dict[str, Any] = {"system": system, "average": average, "measure": measure}
                before = math.nan
                for name, (evaluation, intervals) in results.items():
                    value = measure_by_average(evaluation, beta, undefined, measure)[average]
                    low, high = _ends(intervals, average, measure)
                    row |= {name: value, f"{name} low": low, f"{name} high": high}
                    if len(row) == 6:
                        before = value
                    else:
                        row[f"{name} difference"] = value - before
                rows.append(row)
    return pd.DataFrame(rows)


def _ends(intervals: AverageIntervals | None, average: str, measure: str) -> tuple[float, float]:
    if intervals is None:
        return math.nan, math.nan
    interval = (intervals.micro if average == "micro" else intervals.macro)[measure]
    return interval.low, interval.high
