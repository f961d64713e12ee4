"""The parts of the page on splits: each a chart or a table with what it says."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.split_findings import mix_of
from breakeven.data.records import Review
from breakeven.data.splits import (
    SplitsOverview,
    class_counts,
    class_drift,
    date_column,
    roles_of,
    splits_overview,
)
from breakeven.data.wording import NOTHING, band_of, count_of, f_name, figure_of, quoted
from breakeven.figures.alt_text import course_alt_text, value_alt_text, values_alt_text
from breakeven.figures.splits import bands_figure, drift_figure, shares_figure, size_figure
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.class_choice import pick_class
from breakeven.ui.app.page.counts import counts_of_split
from breakeven.ui.app.page.page import DataPage, Page
from breakeven.ui.app.session import downloads, state, widgets
from breakeven.ui.app.session.charts import show_figure
from breakeven.ui.components.html import bold, grid, heading, plain, quiet, say
from metrics import measures
from metrics.dataset.data_checks import balance_index, total_variation
from metrics.dataset.data_checks import shares as shares_of
from metrics.dataset.learning_curve import (
    TrainingSizeBand,
    training_size_bands,
    training_size_trend,
)
from metrics.typing import EQUAL, Array
from metrics.uncertainty.intervals import f_interval

MOST_DRAWN = 100
LARGEST = 5
SORTS = {"difference": "largest difference first", "size": "largest first", "name": "by name"}


@cached(entries=8, spinner="Describing the splits …")
def _overview(review: Review) -> SplitsOverview:
    return splits_overview(review.truth)


@cached(entries=16, spinner="Comparing the mixes …")
def against(review: Review, first: int, test: int) -> tuple[Array, Array]:
    """As `mix_of`: the test split against another one."""
    return mix_of(review.truth, class_counts(review.truth), first, test)


@cached(entries=4)
def _days(review: Review) -> Array | None:
    dated = date_column(review.truth)
    return dated[0] if dated is not None else None


def show_summary(review: Review, system: str) -> None:
    """One row a split: how much it holds; `system`: the one whose documents can be looked at."""
    truth = review.truth
    overview = _overview(review)
    length, dates = overview.length_column, overview.date_column
    head = ["", "Documents", "Labels", "Per document", "Without a class", "Classes"]
    head += ["Median length"] if length else []
    head += ["From", "To"] if dates else []
    rows = []
    for s in overview.summaries:
        counts = counts_of_split(review, system, s.name)
        row: list[Markup | str] = [plain(s.name), counts.linked(s.documents, None)]
        row += [f"{s.labels:,}", figure_of(s.labels_per_document)]
        row += [counts.of_numbers(s.without_class, f"{s.without_class:,}", labels=(0, 0))]
        row += [f"{s.classes_present:,} of {len(truth.classes):,}"]
        row += [f"{s.words:,.0f}" if not np.isnan(s.words) else NOTHING] if length else []
        row += [s.first or NOTHING, s.last or NOTHING] if dates else []
        rows.append(row)
    grid(head, rows)
    notes = []
    if length:
        unit = "words of " if length == truth.text_column else ""
        notes.append(Markup("Length: {}{}.").format(unit, plain(length)))
    if dates:
        notes.append(Markup("Dates: {}.").format(plain(dates)))
    if notes:
        say(quiet(Markup(" ").join(notes)))


def show_mix(page: Page | DataPage, limits: Limits) -> None:
    """Class shares of the splits side by side."""
    truth = page.review.truth
    counts = _counts(page.review)
    roles = roles_of(truth, limits.train, limits.test)
    shares = np.array([shares_of(row) for row in counts])
    with_labels = np.flatnonzero(counts.sum(axis=1) > 0)
    if len(with_labels) == 0:
        st.info("No document has a class, so there is no class mix to compare.")
        return
    left, _ = st.columns([1, 2])
    with left:
        sort = widgets.select("splits.sort", "Classes", SORTS)
    difference = np.nanmax(shares[with_labels], axis=0) - np.nanmin(shares[with_labels], axis=0)
    order = {
        "difference": np.argsort(-difference, kind="stable"),
        "size": np.argsort(-counts.sum(axis=0), kind="stable"),
        "name": np.arange(len(truth.classes)),
    }[sort]
    order = order[counts[:, order].sum(axis=0) > 0]
    beyond = difference > limits.share_difference + EQUAL
    drawn = order[:MOST_DRAWN]
    show_figure(
        shares_figure(
            [truth.classes[c] for c in drawn],
            [truth.splits[s] for s in with_labels],
            shares[with_labels][:, drawn],
            beyond[drawn],
        ),
        "shares",
        "Share of each class in each split",
        "difference of the largest and the smallest share: "
        + values_alt_text([truth.classes[c] for c in drawn], difference[drawn]),
    )
    more = len(order) - len(drawn)
    st.caption(
        f"Thick lines: shares differ by more than {limits.share_difference:g}. Open marks: no "
        "document."
        + (f" The first {len(drawn):,}; {more:,} more are in the table." if more else "")
    )
    if roles.test is not None:
        _distances(page.review, counts, roles.test, [int(s) for s in with_labels])
    table = _mix_frame(page.review, order.tolist(), roles.test)
    widgets.rows(
        "mix_table",
        table,
        np.flatnonzero(order == page.selection.class_index).tolist(),
        lambda row: state.choose("class", truth.classes[order[row]]),
        320,
        placeholder=NOTHING,
        column_config={
            name: st.column_config.NumberColumn(format="%.3f")
            for name in table.columns
            if name.startswith(("share", "balance", "difference", "p against"))
        },
    )
    say(_in_splits(page, counts))
    downloads.downloads(lambda: table, "class_mix", downloads.OF_THE_REVIEW)


def _in_splits(page: Page | DataPage, counts: Array) -> Markup:
    """How many documents the chosen class has in each split; HTML. `counts`: (splits, classes)."""
    review, c = page.review, page.selection.class_index
    parts = []
    for name, number in zip(review.truth.splits, counts[:, c].tolist(), strict=True):
        of_split = counts_of_split(review, page.selection.system, name)
        parts.append(
            Markup("{} in {}").format(
                of_split.of_class(page.chosen_class, "positives", number), plain(name)
            )
        )
    return Markup("{}, documents truly in it: {}.").format(
        bold(page.chosen_class, 60), Markup(", ").join(parts)
    )


@cached(entries=12)
def _counts(review: Review) -> Array:
    """Documents of each class in each split, shape (splits, classes)."""
    return class_counts(review.truth)


@cached(entries=12)
def _mix_frame(review: Review, order: list[int], test: int | None) -> pd.DataFrame:
    """One row a class: its documents and share in each split, and how far those are from test."""
    truth, counts = review.truth, _counts(review)
    table = pd.DataFrame({"class": [truth.classes[c] for c in order]})
    for s, name in enumerate(truth.splits):
        table[f"documents in {name}"] = counts[s][order]
        table[f"share in {name}"] = shares_of(counts[s])[order]
        table[f"balance in {name}"] = balance_index(counts[s])[order]
        if test is not None and s != test and counts[s].any():
            gap, p = against(review, s, test)
            table[f"difference to {name}"] = gap[order]
            table[f"p against {name}"] = p[order]
    return table


def _distances(review: Review, counts: Array, test: int, with_labels: list[int]) -> None:
    truth, rows = review.truth, []
    for s in with_labels:
        if s == test or not counts[test].any():
            continue
        gap, p = against(review, s, test)
        distance = total_variation(counts[s], counts[test])
        rows.append(
            [
                Markup("{} and {}").format(plain(truth.splits[s]), plain(truth.splits[test])),
                figure_of(distance),
                figure_of(float(np.nanmax(np.abs(gap)))),
                f"{int((p < 0.05).sum()):,} of {len(truth.classes):,}",
            ]
        )
    if rows:
        heading("How different the class mixes are")
        grid(
            [
                "",
                "Total variation",
                "Largest difference",
                "Classes that clearly differ",
            ],
            rows,
        )
        st.caption(
            "Total variation: half the sum of the differences, 0 to 1. Clearly: chi-square, or the "
            "exact test where fewer than five are expected, at 5 % with Holm’s correction over the "
            "classes. With many documents small differences are clear too."
        )


def show_size(page: Page, limits: Limits) -> None:
    """F against training size, and averages by band of training frequency."""
    truth, evaluation, selection = page.review.truth, page.evaluation, page.selection
    roles = roles_of(truth, limits.train, limits.test)
    if roles.train is None:
        st.info("Choose the training split under “Settings of the checks”: none is known.")
        return
    heading("Classes by their training documents")
    training = class_counts(truth)[roles.train]
    f, name = measures.f_beta(evaluation.tables, selection.beta), f_name(selection.beta)
    ends = f_interval(evaluation.tables, selection.beta)
    defined = np.flatnonzero(~np.isnan(f) & (evaluation.tables.positives > 0))
    show_figure(
        size_figure(
            [evaluation.classes[c] for c in defined],
            training[defined],
            f[defined],
            low=ends.low[defined],
            high=ends.high[defined],
            line=training_size_trend(training[defined], f[defined]),
            measure=name,
        ),
        "size",
        f"{name} of each class against its training documents",
        values_alt_text([evaluation.classes[c] for c in defined], f[defined]),
    )
    left_out = len(evaluation.classes) - len(defined)
    bands = training_size_bands(training, evaluation.tables, selection.beta, selection.undefined)
    _show_bands(bands, name)
    st.caption(
        "Bands depend on the training split only, so they are the same for every system."
        + (
            f" {count_of(left_out, 'class', 'classes')} without documents here: not drawn."
            if left_out
            else ""
        )
    )


def _show_bands(bands: Sequence[TrainingSizeBand], name: str) -> None:
    """Averages by band of training frequency, as a figure and a table."""
    heading(f"Macro {name} by band of training frequency")
    show_figure(
        bands_figure(bands, name),
        "bands",
        f"Macro and micro {name} by training documents",
        "; ".join(
            f"{band_of(b.low, b.high)}: macro {value_alt_text(b.macro.value)}, micro "
            f"{value_alt_text(b.micro)}"
            for b in bands
        ),
    )
    grid(
        [
            "Training documents",
            "Classes",
            "Test documents",
            f"Macro {name}",
            "over",
            f"Micro {name}",
        ],
        [
            [
                band_of(b.low, b.high),
                f"{b.classes:,}",
                f"{b.positives:,}",
                figure_of(b.macro.value),
                f"{b.macro.units:,} of {b.macro.of:,}",
                figure_of(b.micro),
            ]
            for b in bands
        ],
    )


def show_drift(page: Page | DataPage) -> None:
    """Shares of the largest classes and the chosen one over time."""
    truth = page.review.truth
    days = _days(page.review)
    if days is None:
        st.info("Add a column of dates, such as 2024-01-31: there is none.")
        return
    if truth.labels is None:
        st.info("Add labels to see how classes change over time: these documents have none.")
        return
    left, _ = st.columns([1, 2])
    with left:
        chosen = pick_class(page, "Also show class")
    order = np.argsort(-truth.positives_per_class, kind="stable")[:LARGEST]
    classes = order if chosen in order else np.append(order, chosen)
    drift = class_drift(truth, days, classes)
    if drift is None:
        st.info("No labelled document has a date.")
        return
    starts = [(s.name, s.first) for s in _overview(page.review).summaries if s.first]
    firsts = drift.first.astype(str).tolist()
    show_figure(
        drift_figure([truth.classes[c] for c in classes], drift, starts),
        "drift",
        "Share of classes among the documents over time",
        "; ".join(
            f"{quoted(truth.classes[c])} {course_alt_text(firsts, drift.share[i])}"
            for i, c in enumerate(classes)
        ),
    )
    st.caption(
        "Share of a period’s documents that are labelled with the class. Dotted: where a split "
        "begins. A class that grows or shrinks between training and test is tested on another mix "
        "than it was trained on."
    )
