"""What more training documents would give: curves as tables, in words and as a document.

Tested in `test_without_a_system`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

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
from breakeven.results.scope import of_where, under_title
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import plain_ends, plain_number
from metrics.averaging import Undefined
from metrics.dataset.learning_curve import FARTHEST
from metrics.typing import DEFAULT_BETA

# --- Effectiveness against training size, as tables, in words, and as a document


POINT_TITLES = ("System", "Training documents", "Value", "95 % interval")
CAUTION = (
    "The intervals are of the documents tested. How much one training run differs from the next "
    "shows only where there are more sizes, or runs, than the three that a curve takes at least."
)


def curve_measure_name(measured: LearningMeasure, beta: float) -> str:
    """What is measured, at the beginning of a sentence."""
    if measured == "error":
        return "The share of documents that are wrong"
    return f"{measured.capitalize()} {f_name(beta)}"


def name_of_learner(curve: LearningCurve) -> str:
    """The learner's name as it is; our own words where names do not give one."""
    return curve.learner or "all systems"


def curve_frame(found: LearningCurves) -> pd.DataFrame:
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
            for curve in found.curves
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
    said = [_of_forecast(name, curve.forecast(times * largest), times) for times in FORECAST_TIMES]
    law = curve.fitted.law
    tends = f"If the curve goes on as it does, it tends to {figure_of(curve.limit)}."
    if law is not None and law.a == 1:
        tends = "The curve shows no limit short of making no errors."
    return [*said, f"{tends} Beyond {FARTHEST:g} times the largest size nothing is said."]


def _of_forecast(name: str, of: Forecast, times: float) -> str:
    much = "twice" if times == 2 else f"{times:g} times"
    around = interval_text(float(of.interval.low), float(of.interval.high))
    return (
        f"{name} with {much} as many training documents, {of.size:,.0f}: about "
        f"{figure_of(of.value)} ({around}), a change of {signed(of.gain)} ({_signed_span(of)}) "
        "from what the curve gives now."
    )


def _signed_span(of: Forecast) -> str:
    return f"{signed(float(of.gain_interval.low))} to {signed(float(of.gain_interval.high))}"


def of_curves(found: LearningCurves, beta: float) -> dict[str, Any]:
    """The curves as plain data; undefined is None."""
    return {
        "documents": found.documents,
        "left_out": found.left_out,
        "beta": plain_number(beta),
        "curves": [_of_curve(curve) for curve in found.curves],
    }


def _of_curve(curve: LearningCurve) -> dict[str, Any]:
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
        else [_of_asked(curve.forecast(times * largest)) for times in FORECAST_TIMES],
    }  # fmt: skip


def _of_asked(of: Forecast) -> dict[str, Any]:
    return {
        "training_documents": plain_number(of.size),
        "value": plain_number(of.value),
        "interval": plain_ends(of.interval),
        "gain": plain_number(of.gain),
        "gain_interval": plain_ends(of.gain_interval),
    }


def learning_curve_in_markdown(
    name: str, found: LearningCurves, beta: float, sizes_from_names: Mapping[str, int]
) -> str:
    """The curves as a document. `sizes_from_names`: those that nobody said."""
    lines = [f"# {in_markdown(name)}: what more training documents would give", ""]
    lines += [f"On the {count_of(found.documents, 'document')} that all these systems decided."]
    if sizes_from_names:
        told = ", ".join(f"{quoted(s)} {n:,}" for s, n in sizes_from_names.items())
        lines += ["", f"Training sizes by the systems' names: {in_markdown(told)}."]
    for measured in LEARNING_MEASURES:
        for curve in found.of(measured):
            head = f"{curve_measure_name(measured, beta)}, {name_of_learner(curve)}"
            rows = [[in_markdown(row[0]), *row[1:]] for row in point_rows(curve)]
            lines += ["", f"## {in_markdown(head)}", "", markdown_table(POINT_TITLES, rows), ""]
            lines += [f"- {said}" for said in forecast_texts(curve, beta)]
    return "\n".join([*lines, "", CAUTION])


# --- what more training documents would give


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class LearningCurveResult:
    """Micro and macro F, and the error, against training size, for each learner.

    `found.of("micro")` are its curves, each with `forecast(size)`. `from_names`: the sizes that
    nobody said.
    """

    name: str
    found: LearningCurves
    beta: float
    from_names: Mapping[str, int]
    kept: FilteredDocuments | None = None

    def frame(self) -> pd.DataFrame:
        """One row per measure, learner and system; undefined is NaN."""
        return curve_frame(self.found)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven learning-curve --format json` prints; undefined is None."""
        told = {"review": self.name, "sizes_from_names": dict(self.from_names)}
        return told | of_curves(self.found, self.beta) | of_where(self.kept)

    def to_markdown(self) -> str:
        """What `breakeven learning-curve` prints."""
        document = learning_curve_in_markdown(self.name, self.found, self.beta, self.from_names)
        return under_title(document, self.kept)

    def __repr__(self) -> str:
        systems = len({system for curve in self.found.curves for system in curve.systems})
        documents = count_of(self.found.documents, "document")
        return f"<Learning curve of {self.name}: {count_of(systems, 'system')} on {documents}>"

    def _repr_html_(self) -> str:
        rows = [row for curve in self.found.of("micro") for row in point_rows(curve)]
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
    >>> found = be.learning_curve(be.sample("reuters"), {"svm": 9603, "nb": 9603})
    >>> found.found.of("micro")[0].why_not
    'it takes 3 different training sizes, not 1'
    """
    if not review.has_system:
        raise NoSystemError
    names = [predictions.system for predictions in review.own]
    sizes = sizes_in_names(names) if trained_on is None else checked_sizes(trained_on, names)
    if not sizes:
        raise ValueError("no system's training size is known; say it, such as svm-1000=1000")
    first = evaluate(review, next(iter(sizes)), split, None, beta, undefined, where=where)
    every = [first.evaluation, *other_evaluations(review, first.evaluation, first.kept)]
    return LearningCurveResult(
        name=review.name,
        found=learning_curves(every, sizes, first.beta, undefined),
        beta=first.beta,
        from_names=sizes if trained_on is None else {},
        kept=first.kept,
    )
