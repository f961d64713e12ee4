"""Documents one after the other: estimates of the last few, and deciding each as it arrives."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.estimation.blocks import Rolling, rolling
from breakeven.estimation.periods import by_number
from breakeven.estimation.realised import realised_f
from breakeven.figures.stream import stream_figure
from breakeven.figures.told import course_told
from breakeven.reports.estimates import NO_WEIGHTED_F
from breakeven.reports.values import ids_of
from breakeven.selection import number
from breakeven.text import amount_of, count_of, f_name, figure_of
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.shared.page import pick_class_by
from breakeven.ui.components import downloads
from breakeven.ui.components.charts import show_figure
from breakeven.ui.components.html import bold, say
from breakeven.ui.components.tooltip import help_of
from breakeven.ui.unlabelled.estimates import Prepared
from breakeven.ui.unlabelled.monitoring import choose_order, days_of
from metrics.incidence import mask_of
from metrics.tallies import ContingencyTable
from metrics.typing import Array

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
def _stream(prepared: Prepared, c: int, size: int, column: str | None) -> _Stream:
    days = days_of(prepared.page.review, prepared.page.predictions)
    documents = prepared.of.documents
    in_order = by_number(documents, documents, None if column is None else days[column])
    positions = in_order.parts[0] if in_order.parts else np.empty(0, dtype=np.int64)
    p, calls = (each[positions] for each in prepared.of.of_class(c))
    beta, costs = prepared.page.selection.beta, prepared.costs[c]
    return _Stream(positions, p, calls, rolling(p, calls, size, beta, prepared.c_f, costs))


def show_stream(prepared: Prepared) -> None:
    """Expected F, loss and count of the last documents, and decisions on line beside the cut."""
    st.subheader("One document after the other", anchor=False, help=help_of("monitoring"))
    if prepared.of.weights is not None:
        st.info(NO_WEIGHTED_F)
        return
    first, second, third = st.columns(3, vertical_alignment="bottom")
    with first:
        column = choose_order(prepared)
    with second:
        c = pick_class_by(
            prepared.page.review,
            np.round([of_class.members.expected for of_class in prepared.outlook.classes]),
            "In brackets: documents of the class to be expected here.",
        )
    with third:
        size = int(number(state.raw().get("unlabelled.window"), USUAL, 1, 1e9))
        widgets.number("unlabelled.window", "Documents looked back on", size, min_value=1)
    size = min(size, prepared.of.documents)
    if size * prepared.of.documents > MOST_CELLS:
        most = MOST_CELLS // prepared.of.documents
        st.info(f"That many documents take too long here: look back on {most:,} at most.")
        return
    found = _stream(prepared, c, size, column)
    say(_summary(prepared, found, c, size))
    f = f_name(prepared.page.selection.beta)
    title = f"Expected {f}, loss and members of the last {size:,} documents, at each document"
    told = course_told(range(1, prepared.of.documents + 1), found.rolling.expected_f)
    show_figure(stream_figure(found.rolling, f), "stream", title, f"{f} {told}")
    st.caption(
        f"At each document, the last {size:,} including it; fewer at the start. On line, a "
        "document is assigned if it is among as many of the most probable of its window as would "
        f"be best to assign there for {f}. Earlier decisions stay."
    )
    downloads.downloads(lambda: _frame(prepared, found, c, f), "stream")


def _summary(prepared: Prepared, found: _Stream, c: int, size: int) -> str:
    online, calls = found.rolling.online, found.calls
    f = f_name(prepared.page.selection.beta)
    said = (
        f"Deciding each document as it arrives, from the last {size:,} alone, assigns "
        f"{bold(prepared.of.classes[c], 40)} to <b>{amount_of(float(online.sum()))}</b> of "
        f"{count_of(len(online), 'document')}; the cut in use assigns "
        f"{amount_of(float(calls.sum()))}, and they agree on "
        f"{amount_of(float((online == calls).sum()))}."
    )
    judged = np.isin(found.positions, prepared.compared.positions(c))
    if prepared.labels is not None and judged.any():
        true = mask_of(prepared.labels, c)[found.positions]
        values = [_realised(prepared, true[judged], each[judged]) for each in (online, calls)]
        said += (
            f" Realised {f}: on line {figure_of(values[0])}, by the cut in use "
            f"{figure_of(values[1])}."
        )
    return said


def _realised(prepared: Prepared, true: Array, calls: Array) -> float:
    cells = (true & calls, ~true & calls, true & ~calls, ~true & ~calls)
    table = ContingencyTable(*(np.asarray(cell.sum()) for cell in cells))
    return float(realised_f(table, prepared.page.selection.beta, prepared.c_f))


def _frame(prepared: Prepared, found: _Stream, c: int, f: str) -> pd.DataFrame:
    """One row per document, in order of arrival."""
    truth = prepared.page.review.truth
    rows = prepared.page.predictions.rows[found.positions]
    columns: dict[str, object] = {
        "document": ids_of(truth, rows),
        "probability": found.p,
        "window": found.rolling.documents,
        f"{f}, expected": found.rolling.expected_f,
        "loss, expected": found.rolling.expected_loss,
        "members, expected": found.rolling.expected_count,
        "assigned": found.calls,
        "assigned on line": found.rolling.online,
    }
    if prepared.labels is not None:
        columns["true"] = mask_of(prepared.labels, c)[found.positions]
    return pd.DataFrame(columns)
