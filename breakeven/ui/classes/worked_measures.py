"""Every measure of one contingency table, worked out in the table's own numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import streamlit as st
from markupsafe import Markup

from breakeven.data.wording import (
    amount_of,
    count_of,
    f_name,
    figure_of,
    interval_text,
    threshold_of,
)
from breakeven.ui.app.page.counts import contingency_html
from breakeven.ui.app.page.links import offer_help
from breakeven.ui.app.page.page import Page
from breakeven.ui.components.html import bold, say, show_html, worked_table
from breakeven.ui.components.markdown import measure_label
from metrics import measures
from metrics.catalogue import CATALOGUE, measures_shown
from metrics.ranking.break_even import BreakEven
from metrics.ranking.eleven_point import ElevenPoint
from metrics.tallies import ContingencyTable
from metrics.uncertainty.average_intervals import class_intervals
from metrics.uncertainty.intervals import Interval, f_interval, precision_interval, recall_interval

NO_POSITIVES = "no document is truly in the class"


@dataclass(frozen=True)
class WorkedMeasure:
    """One measure: how it comes out (`61 / (61 + 9)`), its value, its interval or a remark."""

    name: str
    working: str
    value: float
    remark: str = ""


def worked_html(lines: list[WorkedMeasure]) -> Markup:
    """The measures below each other, each with its remark; everything in it is ours."""
    rows = []
    for line in lines:
        working = f"{line.working} = " if line.working else ""
        value = Markup("<b>{}</b><br><small>{}</small>").format(figure_of(line.value), line.remark)
        rows.append((line.name, working + value))
    return worked_table(rows)


def _quotient(top: list[float], bottom: list[float]) -> str:
    above, below = (" + ".join(amount_of(n) for n in part) for part in (top, bottom))
    return (
        f"{f'({above})' if len(top) > 1 else above} / {f'({below})' if len(bottom) > 1 else below}"
    )


def _interval(interval: Interval) -> str:
    return f"95 %: {interval_text(float(interval.low), float(interval.high))}"


def worked_measures(table: ContingencyTable, beta: float) -> list[WorkedMeasure]:
    """The measures of decisions of one class, `table` of shape (), with 0/0 and its reason."""
    tp, fp, fn, tn = (float(cell) for cell in table.cells)

    def line(
        name: str, measure: measures.Measure, top: list[float], bottom: list[float], why: str,
        otherwise: str = "",
    ) -> WorkedMeasure:  # fmt: skip
        value = float(measure(table))
        remark = f"0/0, undefined: {why}" if math.isnan(value) else otherwise
        return WorkedMeasure(name, _quotient(top, bottom), value, remark)

    everything = [tp, fp, fn, tn]
    further = [
        WorkedMeasure(measure_label(key, f_name(beta)), "", float(measure(table)))
        for key, measure in measures_shown("table", beta).items()
        if key not in ("precision", "recall", "f")
    ]
    correlations = [
        _correlation(table, key, measure) for key, measure in measures_shown("further").items()
    ]
    no_documents = "there are no documents"
    return [
        line(
            "Precision", measures.precision, [tp], [tp, fp], "the class is never predicted",
            _interval(precision_interval(table)),
        ),
        line(
            "Recall", measures.recall, [tp], [tp, fn], NO_POSITIVES,
            _interval(recall_interval(table)),
        ),
        _worked_f(table, beta),
        WorkedMeasure(
            f_name(beta).replace("F", "E"),
            f"1 − {_worked_f(table, beta).working}",
            float(measures.e_beta(table, beta)),
            "how far predicted and true documents fail to overlap; 0 is best",
        ),
        line(
            "Overlap", measures.overlap, [tp], [tp, fp, fn],
            "nothing is predicted and nothing is true",
        ),
        line(
            "Fallout", measures.fallout, [fp], [fp, tn], "every document is in the class",
            "share of the documents outside the class that are predicted; 0 is best",
        ),
        line(
            "Specificity", measures.specificity, [tn], [tn, fp], "every document is in the class"
        ),
        line("Accuracy", measures.accuracy, [tp, tn], everything, no_documents),
        line("Error rate", measures.error_rate, [fp, fn], everything, no_documents),
        line(
            "Prevalence", measures.prevalence, [tp, fn], everything, no_documents,
            "accuracy of always saying no is 1 minus this",
        ),
        *correlations,
        *further,
    ]  # fmt: skip


# why a measure of all four cells is 0/0, by its key
NO_VALUE = {
    "balanced_accuracy": "every document is in the class, or none is",
    "mcc": "all or nothing is predicted, or true",
    "kappa": "all is predicted and true, or nothing is either",
    "negative_predictive_value": "every document is predicted",
}


def _correlation(table: ContingencyTable, key: str, measure: measures.Measure) -> WorkedMeasure:
    """A measure of all four cells."""
    value = float(measure(table))
    remark = _interval(class_intervals(table, measure))
    if math.isnan(value):
        remark = f"0/0, undefined: {NO_VALUE.get(key, 'nothing is counted')}"
    return WorkedMeasure(CATALOGUE[key].name, _of_four(table, key), value, remark)


def _of_four(table: ContingencyTable, key: str) -> str:
    """How it comes out of the four cells; "" for another measure."""
    cells = [float(cell) for cell in table.cells]
    tp, fp, fn, tn = map(amount_of, cells)
    true, left = f"({tp} + {fn})", f"({tn} + {fp})"
    predicted, spared = f"({tp} + {fp})", f"({tn} + {fn})"
    crossed = f"({tp}·{tn} − {fp}·{fn})"
    return {
        "balanced_accuracy": f"({tp} / {true} + {tn} / {left}) / 2",
        "mcc": f"{crossed} / √({predicted}·{true}·{left}·{spared})",
        "kappa": f"2·{crossed} / ({predicted}·{left} + {true}·{spared})",
        "negative_predictive_value": _quotient([cells[3]], [cells[3], cells[2]]),
    }.get(key, "")


def _worked_f(table: ContingencyTable, beta: float) -> WorkedMeasure:
    tp, fp, fn = (float(cell) for cell in table.cells[:3])
    value = float(measures.f_beta(table, beta))
    remark = _interval(f_interval(table, beta))
    if math.isnan(value):
        remark = "0/0, undefined: nothing is predicted and nothing is true"
    if math.isinf(beta):
        working = _quotient([tp], [tp, fn])
    elif beta == 0:
        working = _quotient([tp], [tp, fp])
    else:
        square = beta * beta

        def times(weight: float, count: float) -> str:
            return amount_of(count) if weight == 1 else f"{weight:g}·{amount_of(count)}"

        hits = times(1 + square, tp)
        working = f"{hits} / ({hits} + {amount_of(fp)} + {times(square, fn)})"
    if value == 0 and (tp + fp == 0 or tp + fn == 0):
        remark = f"0, since there are errors and no hit. {remark}"
    return WorkedMeasure(f_name(beta), working, value, remark)


def worked_curve(
    point: BreakEven,
    eleven: ElevenPoint,
    average_precision: float,
    area: Interval,
    positives: float,
) -> list[WorkedMeasure]:
    """What the scores of one class give at every threshold, in numbers."""
    levels = " + ".join(figure_of(level, 2) for level in eleven.levels)
    lines = [
        _worked_break_even(point, positives),
        WorkedMeasure(
            "Eleven-point average",
            "",
            eleven.average,
            f"best precision at recall 0, 0.1, … 1 or more: ({levels}) / 11",
        ),
        WorkedMeasure(
            "Average precision",
            "",
            average_precision,
            f"mean precision at the rank of each of its {count_of(positives, 'document')}",
        ),
        WorkedMeasure(
            "ROC AUC",
            "",
            float(area.value),
            "how often a document of the class scores above another"
            + ("" if math.isnan(area.low) else f"; {_interval(area)}"),
        ),
    ]
    if positives:
        return lines
    return [WorkedMeasure(line.name, "", math.nan, "undefined: " + NO_POSITIVES) for line in lines]


def _worked_break_even(point: BreakEven, positives: float) -> WorkedMeasure:
    name = "Break-even point"
    if point.how == "undefined":
        return WorkedMeasure(name, "", math.nan, "undefined: no document of the class has a score")
    reached = f"from score {threshold_of(point.threshold)} up"
    if point.how == "exact":
        remark = f"exact: {reached}, as many are predicted as are true"
        return WorkedMeasure(name, _quotient([point.tp], [positives]), point.value, remark)
    working = f"({figure_of(point.precision)} + {figure_of(point.recall)}) / 2"
    remark = (
        f"interpolated: {reached}, {count_of(point.assigned, 'is', 'are')} predicted, "
        f"{amount_of(point.tp)} of them right; precision and recall are {figure_of(point.gap)} "
        "apart"
    )
    return WorkedMeasure(name, working, point.value, remark)


def show_in_numbers(page: Page, class_index: int) -> None:
    """The table of the class, and every measure worked out beside it."""
    evaluation, beta, counts = page.evaluation, page.selection.beta, page.counts
    table, name = evaluation.tables[class_index], evaluation.classes[class_index]
    judged = float(table.total)
    of_all = (
        f" that were judged, of {amount_of(evaluation.weighed)}"
        if judged < evaluation.weighed
        else ""
    )
    by_weight = ", by weight" if evaluation.weights is not None else ""
    on = counts.of_class(name, "total", judged, count_of(judged, "document"))
    say(Markup("{} on {}{}{}:").format(bold(name), on, of_all, by_weight))
    boxes, workings = st.columns([2, 3], gap="medium")
    with boxes:
        show_html(contingency_html(name, table, counts))
    with workings:
        worked = worked_measures(table, beta)
        if evaluation.scored.has_scores:
            point = evaluation.scored.break_even_points[class_index]
            threshold = evaluation.scored.tally(class_index).short(point.threshold).item()
            areas = evaluation.scored.roc_areas
            worked += worked_curve(
                replace(point, threshold=threshold),
                evaluation.scored.eleven_points[class_index],
                float(evaluation.scored.average_precisions[class_index]),
                Interval(
                    *(float(end[class_index]) for end in (areas.low, areas.high)),
                    value=float(areas.value[class_index]),
                ),
                float(table.positives),
            )
        show_html(worked_html(worked))
        offer_help("What each measure means", "worked_help")
