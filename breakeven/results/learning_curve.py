"""What more training documents would give: curves as tables, in words and as a document.

Tested in `test_without_a_system`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

import pandas as pd

from breakeven.analysis.comparison.learning_curve import (
    FORECAST_TIMES,
    LEARNING_MEASURES,
    Forecast,
    LearningCurve,
    LearningCurves,
    LearningMeasure,
    checked_sizes,
    learning_curves,
    sizes_in_names,
)
from breakeven.analysis.selection.errors import NoSystemError
from breakeven.analysis.selection.selected_evaluation import other_evaluations
from breakeven.analysis.selection.where import FilteredDocuments
from breakeven.data.records import Review
from breakeven.data.wording import count_of, f_name, figure_of, interval_text, quoted, signed
from breakeven.results import values
from breakeven.results.evaluation import evaluate
from breakeven.results.scope import filter_data, under_title
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import plain_ends, plain_number
from metrics.averaging import Undefined
from metrics.dataset.learning_curve import FARTHEST
from metrics.typing import DEFAULT_BETA

# --- Effectiveness against training size, as tables, in words, and as a document


POINT_TITLES = ("System", "Training documents", "Value", "95 % interval")
CAUTION = (
    "The intervals cover the choice of test documents only. How much one training run differs "
    "from the next shows only with more sizes or runs than the three that a curve needs."
)


def curve_measure_name(measured: LearningMeasure, beta: float) -> str:
    """What is measured, at the beginning of a sentence."""
    if measured == "error":
        return "The share of documents that are wrong"
    return f"{measured.capitalize()} {f_name(beta)}"


def name_of_learner(curve: LearningCurve) -> str:
    """The learner's name as it is; our own words where names do not give one."""
    return curve.learner or "all systems"


def curve_frame(curves: LearningCurves) -> pd.DataFrame:
    """One row a measure, learner and system: its size, value and interval; undefined is NaN."""
    return pd.DataFrame(
        [
            {
                "measure": curve.measured,
                "learner": curve.learner,
                "system": system,
                "training documents": int(size),
                "value": float(value),
                "low 95 %": float(low),
                "high 95 %": float(high),
            }
            for curve in curves.curves
            for system, size, value, low, high in zip(
                curve.systems, curve.sizes, curve.values, curve.ends.low, curve.ends.high,
                strict=True,
            )
        ]
    )  # fmt: skip


def point_rows(curve: LearningCurve) -> list[list[str]]:
    """One row a system, below `POINT_TITLES`; names as they are."""
    return [
        [system, f"{size:,.0f}", figure_of(float(value)), interval_text(float(low), float(high))]
        for system, size, value, low, high in zip(
            curve.systems, curve.sizes, curve.values, curve.ends.low, curve.ends.high, strict=True
        )
    ]


def forecast_texts(curve: LearningCurve, beta: float) -> list[str]:
    """What more training documents would give, or why that cannot be told; plain text."""
    name = curve_measure_name(curve.measured, beta)
    if curve.limit is None:
        return [f"{name}: no curve is drawn, as {curve.why_not}."]
    largest = float(curve.sizes.max())
    texts = [
        _forecast_text(name, curve.forecast(times * largest), times) for times in FORECAST_TIMES
    ]
    law = curve.fitted.law
    tends = f"If the curve continues like this, it approaches {figure_of(curve.limit)}."
    if law is not None and law.a == 1:
        tends = "The curve levels off nowhere short of zero errors."
    return [*texts, f"{tends} Beyond {FARTHEST:g} times the largest size there is no forecast."]


def _forecast_text(name: str, forecast: Forecast, times: float) -> str:
    much = "twice" if times == 2 else f"{times:g} times"
    around = interval_text(float(forecast.interval.low), float(forecast.interval.high))
    gain = forecast.gain_interval
    span = f"{signed(float(gain.low))} to {signed(float(gain.high))}"
    return (
        f"{name} with {much} as many training documents, {forecast.size:,.0f}: about "
        f"{figure_of(forecast.value)} ({around}), a change of {signed(forecast.gain)} ({span}) "
        "from what the curve gives now."
    )


class PointValues(TypedDict):
    """One system on a curve, as JSON has it."""

    system: str
    training_documents: int
    value: float | None
    interval: list[float | None]


class ForecastValues(TypedDict):
    """What a larger size would give, as JSON has it."""

    training_documents: float | None
    value: float | None
    interval: list[float | int | None]
    gain: float | None
    gain_interval: list[float | int | None]


class CurveValues(TypedDict):
    """A learner's curve of one measure, as JSON has it."""

    learner: str
    measure: LearningMeasure
    points: list[PointValues]
    curve: dict[str, float | None] | None
    refused: str | None
    forecasts: list[ForecastValues]


def curve_values(curve: LearningCurve) -> CurveValues:
    """A curve as plain data; undefined is None."""
    law = curve.fitted.law
    largest = float(curve.sizes.max())
    return {
        "learner": curve.learner,
        "measure": curve.measured,
        "points": [
            {
                "system": system,
                "training_documents": int(size),
                "value": plain_number(value),
                "interval": [plain_number(low), plain_number(high)],
            }
            for system, size, value, low, high in zip(
                curve.systems, curve.sizes, curve.values, curve.ends.low, curve.ends.high,
                strict=True,
            )
        ],
        "curve": None
        if law is None
        # of the documents that are right, for an error
        else {"a": plain_number(law.a), "b": plain_number(law.b), "c": plain_number(law.c)},
        "refused": curve.why_not or None,
        "forecasts": []
        if law is None
        else [forecast_values(curve.forecast(times * largest)) for times in FORECAST_TIMES],
    }  # fmt: skip


def forecast_values(forecast: Forecast) -> ForecastValues:
    """A forecast as plain data; undefined is None."""
    return {
        "training_documents": plain_number(forecast.size),
        "value": plain_number(forecast.value),
        "interval": plain_ends(forecast.interval),
        "gain": plain_number(forecast.gain),
        "gain_interval": plain_ends(forecast.gain_interval),
    }


# --- what more training documents would give


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class LearningCurveResult:
    """Micro and macro F, and the error, against training size, for each learner.

    `curves.of_measure("micro")` are its curves, each with `forecast(size)`. `from_names`: the sizes
    that nobody said.
    """

    name: str
    curves: LearningCurves
    beta: float
    from_names: Mapping[str, int]
    filtered: FilteredDocuments | None = None

    def frame(self) -> pd.DataFrame:
        """One row per measure, learner and system; undefined is NaN."""
        return curve_frame(self.curves)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven learning-curve --format json` prints; undefined is None."""
        return {
            "review": self.name,
            "sizes_from_names": dict(self.from_names),
            "documents": self.curves.documents,
            "left_out": self.curves.left_out,
            "beta": plain_number(self.beta),
            "curves": [curve_values(curve) for curve in self.curves.curves],
            **filter_data(self.filtered),
        }

    def to_markdown(self) -> str:
        """What `breakeven learning-curve` prints."""
        documents = count_of(self.curves.documents, "document")
        lines = [f"# {in_markdown(self.name)}: what more training documents would give", ""]
        lines += [f"On the {documents} with predictions of all these systems."]
        if self.from_names:
            sizes = ", ".join(f"{quoted(s)} {n:,}" for s, n in self.from_names.items())
            lines += ["", f"Training sizes by the systems' names: {in_markdown(sizes)}."]
        for measured in LEARNING_MEASURES:
            for curve in self.curves.of_measure(measured):
                head = f"{curve_measure_name(measured, self.beta)}, {name_of_learner(curve)}"
                rows = [[in_markdown(row[0]), *row[1:]] for row in point_rows(curve)]
                lines += ["", f"## {in_markdown(head)}", "", markdown_table(POINT_TITLES, rows), ""]
                lines += [f"- {text}" for text in forecast_texts(curve, self.beta)]
        return under_title("\n".join([*lines, "", CAUTION]), self.filtered)

    def __repr__(self) -> str:
        systems = len({system for curve in self.curves.curves for system in curve.systems})
        documents = count_of(self.curves.documents, "document")
        return f"<Learning curve of {self.name}: {count_of(systems, 'system')} on {documents}>"

    def _repr_html_(self) -> str:
        rows = [row for curve in self.curves.of_measure("micro") for row in point_rows(curve)]
        return values.html_paragraph(repr(self)[1:-1]) + values.html_table(
            list(POINT_TITLES), rows, len(rows)
        )


def learning_curve(
    review: Review,
    trained_on: Mapping[str, int] | None = None,
    split: str | None = None,
    beta: float = DEFAULT_BETA,
    undefined: Undefined = "drop",
    *,
    where: str | None = None,
) -> LearningCurveResult:
    """What more training documents would give, by systems that learnt from several numbers.

    `trained_on`: training documents by system; without it the numbers in names such as `svm-1000`,
    which `from_names` of the result then holds. Split, rules and filter as for `evaluate`.

    ValueError where no size is known, for a system that is none, or fewer than two documents.

    >>> import breakeven as be
    >>> result = be.learning_curve(be.sample("reuters"), {"svm": 9603, "nb": 9603})
    >>> result.curves.of_measure("micro")[0].why_not
    'it takes 3 different training sizes, not 1'
    """
    if not review.has_system:
        raise NoSystemError
    names = [predictions.system for predictions in review.own]
    sizes = sizes_in_names(names) if trained_on is None else checked_sizes(trained_on, names)
    if not sizes:
        raise ValueError("no training size is known; give one, such as svm-1000=1000")
    first = evaluate(review, next(iter(sizes)), split, None, beta, undefined, where=where)
    every = [first.evaluation, *other_evaluations(review, first.evaluation, first.filtered)]
    return LearningCurveResult(
        name=review.name,
        curves=learning_curves(every, sizes, first.beta, undefined),
        beta=first.beta,
        from_names=sizes if trained_on is None else {},
        filtered=first.filtered,
    )
