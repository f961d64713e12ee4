"""Estimates over time: by blocks of documents or the calendar, or one by one.

With a reference period and alarms; one by one also with decisions as documents arrive.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.estimation.estimates import realised_f
from breakeven.analysis.estimation.monitoring import (
    LEAST_ASSIGNED,
    MonitoredSeries,
    Monitoring,
    PeriodShares,
    monitoring,
    period_shares,
)
from breakeven.analysis.estimation.periods import (
    ArrivalPeriods,
    PeriodUnit,
    Rolling,
    by_date,
    by_number,
    rolling,
)
from breakeven.analysis.selection.selection import number
from breakeven.data.records import Predictions, Review
from breakeven.data.splits import dates_of
from breakeven.data.wording import amount_of, count_of, f_name, figure_of
from breakeven.figures.alt_text import course_alt_text
from breakeven.figures.monitoring import course_figure, stream_figure
from breakeven.results.estimates import CLUSTERS_ALIKE, NO_WEIGHTED_F
from breakeven.results.values import document_ids
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.session import downloads, state, widgets
from breakeven.ui.app.session.charts import show_figure
from breakeven.ui.components.html import bold, plain, say
from breakeven.ui.components.markdown import help_of
from breakeven.ui.components.tables import show_table
from breakeven.ui.unlabelled_data.estimates import PreparedEstimates, pick_expected_class
from metrics.incidence import mask_of
from metrics.tallies import ContingencyTable
from metrics.typing import Array

# --- Estimates over time: blocks of documents or the calendar, a reference period, alarms


MOST_PERIODS = 200
LEAST_SIZE = 2
ORDER = "order in the file"
UNITS: Mapping[str, str] = {
    "number": "a number of documents",
    "day": "a day",
    "week": "a week",
    "month": "a month",
}


@dataclass(frozen=True)
class _Followed:
    """The course of the chosen subject, and the shares of all classes."""

    course: Monitoring
    shares: PeriodShares


@cached(entries=24, spinner="Following the estimates over time …")
def _followed(
    prepared: PreparedEstimates, periods: ArrivalPeriods, reference: int, c: int | None
) -> _Followed:
    labels = None if prepared.partly_judged else prepared.labels
    probabilities, selection = prepared.probabilities, prepared.page.selection
    return _Followed(
        monitoring(
            probabilities,
            labels,
            periods,
            selection.beta,
            prepared.c_f,
            prepared.costs,
            reference=reference,
            c=c,
        ),
        period_shares(probabilities, periods, reference),
    )


@cached(entries=16)
def days_of(review: Review, predictions: Predictions) -> dict[str, Array]:
    """The columns of dates, for the documents of these predictions."""
    found = {name: dates_of(values) for name, values in review.truth.columns.items()}
    return {name: days[predictions.rows] for name, days in found.items() if days is not None}


@cached(entries=24)
def _by_date(prepared: PreparedEstimates, column: str, unit: PeriodUnit) -> ArrivalPeriods:
    return by_date(days_of(prepared.page.review, prepared.page.predictions)[column], unit)


@cached(entries=24)
def _by_number(prepared: PreparedEstimates, size: int, column: str | None) -> ArrivalPeriods:
    days = days_of(prepared.page.review, prepared.page.predictions)
    return by_number(
        prepared.probabilities.documents, size, None if column is None else days[column]
    )


def show_over_time(prepared: PreparedEstimates) -> None:
    """Expected F, cost and share per period, alarms, and which classes moved."""
    page = prepared.page
    selection = page.selection
    st.header("Has something changed?", anchor=False, help=help_of("monitoring"))
    periods = _periods(prepared)
    if len(periods.parts) < 2:
        st.info("There is only one period: choose a smaller one to compare.")
        return
    if len(periods.parts) > MOST_PERIODS:
        st.info(
            f"Choose longer periods: there are {len(periods.parts):,}, and at most {MOST_PERIODS} "
            "are shown."
        )
        return
    left, right = st.columns(2, vertical_alignment="bottom")
    with left:
        reference = _reference(periods)
    with right:
        c = _subject(prepared)
    followed = _followed(prepared, periods, reference, c)
    f = f_name(selection.beta)
    say(_summary(followed.course, f, periods.names[reference]))
    share = "Share" if c is not None else "Classes a document"
    course = followed.course
    title = f"Expected {f}, cost and share over time, with the usual range"
    f_course = course_alt_text(course.periods.names, course.f.expected)
    lost = course_alt_text(course.periods.names, course.loss.expected)
    figure = course_figure(course, (f, "Cost", share))
    show_figure(figure, "course", title, f"{f} {f_course}; cost {lost}")
    notes = [
        "Grey: the usual range, which holds all estimates in 95 % of cases while documents stay "
        "like those of the reference period. Bars: 95 % intervals; for "
        f"{f}, the bound of its expectation. {f} has no usual range, and raises no alarm, where "
        f"fewer than {LEAST_ASSIGNED} labels are predicted."
    ]
    if prepared.probabilities.weights is not None:
        notes.append(NO_WEIGHTED_F)
    if prepared.probabilities.clusters is not None:
        notes.append(CLUSTERS_ALIKE)
    if followed.course.share is None:
        notes.append(
            "Each document has exactly one class, so the number of classes a document is not drawn."
        )
    if periods.short:
        notes.append("The last period is shorter.")
    if periods.undated:
        notes.append(f"{count_of(periods.undated, 'document')} without a date are left out.")
    if prepared.partly_judged:
        notes.append("Not all pairs were labelled, so no actual values are drawn.")
    st.caption(" ".join(notes))
    downloads.downloads(lambda: course_frame(followed.course, f), "over_time")
    _moved_classes(prepared, periods, followed.shares, reference)


def choose_order(prepared: PreparedEstimates) -> str | None:
    """The column of dates by which documents arrived; None for their order in the file."""
    days = days_of(prepared.page.review, prepared.page.predictions)
    orders = {ORDER: ORDER} | {name: name or "(empty)" for name in days}
    usual_order = next(iter(days), ORDER)
    order = widgets.select("unlabelled_data.order", "Order by", orders, default=usual_order)
    return order if order in days else None


def _periods(prepared: PreparedEstimates) -> ArrivalPeriods:
    """The periods chosen."""
    documents = prepared.probabilities.documents
    first, second, third = st.columns(3, vertical_alignment="bottom")
    with first:
        dated = choose_order(prepared)
    units: dict[str, str] = {"number": UNITS["number"]} if dated is None else dict(UNITS)
    with second:
        unit = widgets.select("unlabelled_data.unit", "Period", units)
    if unit != "number" and dated is not None:
        as_unit: PeriodUnit = "day" if unit == "day" else "week" if unit == "week" else "month"
        return _by_date(prepared, dated, as_unit)
    with third:
        usual = float(max(LEAST_SIZE, round(documents / 16, -1 if documents > 320 else 0)))
        size = int(number(state.raw().get("unlabelled_data.size"), usual, LEAST_SIZE, 1e9))
        widgets.number("unlabelled_data.size", "Documents in a period", size, min_value=LEAST_SIZE)
    return _by_number(prepared, size, dated)


def _reference(periods: ArrivalPeriods) -> int:
    words = {
        str(i): f"{name}  ({len(periods.parts[i]):,} documents)"
        for i, name in enumerate(periods.names)
    }
    return int(widgets.select("unlabelled_data.reference", "Reference period", words))


def _subject(prepared: PreparedEstimates) -> int | None:
    subjects = {"pooled": "all classes pooled", "class": "one class"}
    if widgets.section("unlabelled_data.over", "For", subjects) == "pooled":
        return None
    return pick_expected_class(prepared)


def _summary(course: Monitoring, f: str, reference: str) -> Markup:
    periods = len(course.periods.parts)
    alarms = [
        (int(series.changed.sum()), name)
        for series, name in ((course.f, f), (course.loss, "cost"), (course.share, "share"))
        if series is not None
    ]
    raised = ", ".join(f"{name} in {n:,}" for n, name in alarms if n)
    sentence = Markup("Compared with {}, ").format(plain(reference)) + (
        f"there are alarms: {raised} of {periods:,} periods."
        if raised
        else f"none of {periods:,} periods is unusual."
    )
    if not np.isnan(course.loss.realised).all():
        sentence += (
            f" By the labels, the actual cost is outside the interval of its period in "
            f"{int(course.loss.surprising.sum()):,} of {periods:,} periods"
        )
        if course.share is not None:
            sentence += f", the actual share in {int(course.share.surprising.sum()):,}"
        sentence += "; with right probabilities this happens in one of twenty."
    return sentence


def _moved_classes(
    prepared: PreparedEstimates, periods: ArrivalPeriods, shares: PeriodShares, reference: int
) -> None:
    alarms = np.argwhere(shares.alarm)
    if not len(alarms):
        st.caption("No class’s expected share is far from that of the reference period.")
        return
    order = np.argsort(-np.abs(shares.off[shares.alarm]), kind="stable")
    frame = pd.DataFrame(
        [
            {
                "class": prepared.probabilities.classes[c],
                "period": periods.names[b],
                "expected share": shares.expected[c, b],
                "in the reference period": shares.expected[c, reference],
                "standard deviations": shares.off[c, b],
            }
            for c, b in alarms[order].tolist()
        ]
    )
    classes = len(np.unique(alarms[:, 0]))
    say(
        Markup(
            "<b>{} changed.</b> Listed are expected shares more than {:.2f} standard deviations, "
            "and a document or more, away from the reference period, the farthest first. Once in "
            "twenty times any class does that by chance."
        ).format(count_of(classes, "class", "classes"), shares.far)
    )
    show_table(
        frame,
        "moved",
        column_config={
            "expected share": st.column_config.NumberColumn(format="%.3f"),
            "in the reference period": st.column_config.NumberColumn(format="%.3f"),
            "standard deviations": st.column_config.NumberColumn(format="%+.1f"),
        },
    )
    downloads.downloads(lambda: frame, "moved_classes")


def course_frame(course: Monitoring, f: str) -> pd.DataFrame:
    """One row per period; actual values only where there is truth."""
    columns: dict[str, object] = {
        "period": list(course.periods.names),
        "documents": course.periods.documents,
    }

    def add(name: str, series: MonitoredSeries, low: Array, high: Array) -> None:
        columns.update(
            {
                f"{name}, expected": series.expected,
                f"{name}, low": low,
                f"{name}, high": high,
                f"{name}, usual low": series.usual_low,
                f"{name}, usual high": series.usual_high,
                f"{name}, alarm": series.changed,
            }
        )
        if not np.isnan(series.realised).all():
            columns[f"{name}, actual"] = series.realised

    add(f, course.f, course.f_low, course.f_high)
    columns[f"best {f}, expected"] = course.best_f
    add("cost", course.loss, course.loss.low, course.loss.high)
    if course.share is not None:
        add("share", course.share, course.share.low, course.share.high)
    return pd.DataFrame(columns)


# --- Documents one after the other: estimates of the last few, and deciding each as it arrives


# documents times the window, beyond which a page would take many seconds
MOST_CELLS = 2_000_000
USUAL = 100


@dataclass(frozen=True)
class _Stream:
    """One class's documents in order of arrival: positions, probabilities and decisions."""

    positions: Array
    p: Array
    calls: Array
    rolling: Rolling


@cached(entries=16, spinner="Following the documents …")
def _stream(prepared: PreparedEstimates, c: int, size: int, column: str | None) -> _Stream:
    days = days_of(prepared.page.review, prepared.page.predictions)
    documents = prepared.probabilities.documents
    in_order = by_number(documents, documents, None if column is None else days[column])
    positions = in_order.parts[0] if in_order.parts else np.empty(0, dtype=np.int64)
    p, calls = (each[positions] for each in prepared.probabilities.of_class(c))
    beta, costs = prepared.page.selection.beta, prepared.costs[c]
    return _Stream(positions, p, calls, rolling(p, calls, size, beta, prepared.c_f, costs))


def show_stream(prepared: PreparedEstimates) -> None:
    """Expected F, cost and count of the last documents, and decisions on line beside the cut."""
    st.header("One document after the other", anchor=False, help=help_of("monitoring"))
    if prepared.probabilities.weights is not None:
        st.info(NO_WEIGHTED_F)
        return
    first, second, third = st.columns(3, vertical_alignment="bottom")
    with first:
        column = choose_order(prepared)
    with second:
        c = pick_expected_class(prepared)
    with third:
        size = int(number(state.raw().get("unlabelled_data.window"), USUAL, 1, 1e9))
        widgets.number("unlabelled_data.window", "Documents to look back on", size, min_value=1)
    size = min(size, prepared.probabilities.documents)
    if size * prepared.probabilities.documents > MOST_CELLS:
        most = MOST_CELLS // prepared.probabilities.documents
        st.info(f"Look back on at most {most:,} documents: more take too long here.")
        return
    stream = _stream(prepared, c, size, column)
    say(_stream_summary(prepared, stream, c, size))
    f = f_name(prepared.page.selection.beta)
    title = f"Expected {f}, cost and members of the last {size:,} documents, at each document"
    alt_text = course_alt_text(
        range(1, prepared.probabilities.documents + 1), stream.rolling.expected_f
    )
    show_figure(stream_figure(stream.rolling, f), "stream", title, f"{f} {alt_text}")
    st.caption(
        f"Each point covers a document and those before it, {size:,} in all; fewer at the start. "
        "On arrival, the class is predicted for a document if that is best for the expected "
        f"{f} of these. Earlier predictions stay."
    )
    downloads.downloads(lambda: _stream_frame(prepared, stream, c, f), "stream")


def _stream_summary(prepared: PreparedEstimates, stream: _Stream, c: int, size: int) -> Markup:
    online, calls = stream.rolling.online, stream.calls
    f = f_name(prepared.page.selection.beta)
    sentence = Markup(
        "Deciding on each document as it arrives, from the last {:,} alone, predicts {} for "
        "<b>{}</b> of {}; now it is predicted for {}, and both agree on {}."
    ).format(
        size,
        bold(prepared.probabilities.classes[c], 40),
        amount_of(float(online.sum())),
        count_of(len(online), "document"),
        amount_of(float(calls.sum())),
        amount_of(float((online == calls).sum())),
    )
    judged = np.isin(stream.positions, prepared.compared.positions(c))
    if prepared.labels is not None and judged.any():
        true = mask_of(prepared.labels, c)[stream.positions]
        values = [
            _stream_realised(prepared, true[judged], each[judged]) for each in (online, calls)
        ]
        sentence += (
            f" Actual {f}: {figure_of(values[0])} on arrival, {figure_of(values[1])} by the "
            "current predictions."
        )
    return sentence


def _stream_realised(prepared: PreparedEstimates, true: Array, calls: Array) -> float:
    cells = (true & calls, ~true & calls, true & ~calls, ~true & ~calls)
    table = ContingencyTable(*(np.asarray(cell.sum()) for cell in cells))
    return float(realised_f(table, prepared.page.selection.beta, prepared.c_f))


def _stream_frame(prepared: PreparedEstimates, stream: _Stream, c: int, f: str) -> pd.DataFrame:
    """One row per document, in order of arrival."""
    truth = prepared.page.review.truth
    rows = prepared.page.predictions.rows[stream.positions]
    columns: dict[str, object] = {
        "document": document_ids(truth, rows),
        "probability": stream.p,
        "window": stream.rolling.documents,
        f"{f}, expected": stream.rolling.expected_f,
        "cost, expected": stream.rolling.expected_loss,
        "members, expected": stream.rolling.expected_count,
        "predicted": stream.calls,
        "predicted on arrival": stream.rolling.online,
    }
    if prepared.labels is not None:
        columns["true"] = mask_of(prepared.labels, c)[stream.positions]
    return pd.DataFrame(columns)
