"""Counting the members of classes: adding probabilities against counting decisions."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.data.wording import amount_of, count_of
from breakeven.figures.alt_text import values_alt_text
from breakeven.figures.probabilities import counting_figure
from breakeven.results.estimates import CLUSTERS_ALIKE
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.session import downloads
from breakeven.ui.app.session.charts import show_figure
from breakeven.ui.components.html import say
from breakeven.ui.components.markdown import help_of
from breakeven.ui.components.tables import show_table
from breakeven.ui.unlabelled_data.estimates import PreparedEstimates, all_members, mirrored
from metrics.expected.prediction import expected_squared_error_in_counting

DRAWN = 20


@cached(entries=16)
def _frame(prepared: PreparedEstimates) -> pd.DataFrame:
    """One row per class, by falling expected number; squared errors only with truth."""
    outlooks = prepared.compared_outlook.classes
    columns: dict[str, object] = {
        "class": list(prepared.probabilities.classes),
        "expected": [of_class.members.expected for of_class in outlooks],
        "low": [of_class.members.low for of_class in outlooks],
        "high": [of_class.members.high for of_class in outlooks],
        "predicted": [of_class.now.assigned for of_class in outlooks],
        "squared error of predicted, expected": [
            float(expected_squared_error_in_counting(of_class.members, of_class.now.assigned))
            for of_class in outlooks
        ],
        "squared error of expected, expected": [of_class.members.variance for of_class in outlooks],
    }
    table = prepared.realised(prepared.probabilities.assigned)
    if table is not None:
        expected = np.array([of_class.members.expected for of_class in outlooks])
        columns |= {
            "actual": table.positives,
            "squared error of predicted, actual": (table.assigned - table.positives) ** 2,
            "squared error of expected, actual": (expected - table.positives) ** 2,
        }
    frame = pd.DataFrame(columns)
    return frame.sort_values("expected", ascending=False, kind="stable", ignore_index=True)


def show_counting(prepared: PreparedEstimates) -> None:
    """Sum of probabilities with its interval beside classify-and-count, per class."""
    frame = _frame(prepared)
    st.header("How many belong to each class?", anchor=False, help=help_of("expected_count"))
    sentence = Markup(
        "{} There are now {} predicted labels. To count the members of a class, add up its "
        "probabilities: predictions that are good for F or cost may be more or fewer."
    ).format(all_members(prepared.compared_outlook), amount_of(float(frame["predicted"].sum())))
    if "actual" in frame:
        of_sum = frame["squared error of expected, actual"].to_numpy()
        of_cut = frame["squared error of predicted, actual"].to_numpy()
        better, worse = int((of_sum < of_cut).sum()), int((of_sum > of_cut).sum())
        inside = (frame["actual"] >= frame["low"]) & (frame["actual"] <= frame["high"])
        sentence += (
            f" Actually there are {amount_of(float(frame['actual'].sum()))}. The sum is closer in "
            f"{better:,} of {count_of(len(frame), 'class', 'classes')}, the number predicted in "
            f"{worse:,}; mean squared error {of_sum.mean():,.1f} against {of_cut.mean():,.1f}. The "
            f"95 % interval holds the actual number in {int(inside.sum()):,} classes."
        )
        sentence += mirrored(prepared.compared_outlook)
        if prepared.partly_judged:
            sentence += " Only labelled documents count here."
    say(sentence)
    largest = frame.head(DRAWN)
    show_figure(
        counting_figure(
            largest["class"].tolist(),
            largest["expected"].to_numpy(),
            (largest["high"] - largest["expected"]).to_numpy(),
            largest["predicted"].to_numpy(),
            largest["actual"].to_numpy() if "actual" in frame else None,
        ),
        "counting",
        "Predicted and expected numbers of members of the largest classes",
        "predicted minus expected: "
        + values_alt_text(
            largest["class"].tolist(), (largest["predicted"] - largest["expected"]).to_numpy(), 1
        ),
    )
    if len(frame) > DRAWN:
        st.caption(f"The {DRAWN} classes with the most expected members; the table has all.")
    show_table(
        frame,
        "counts",
        column_config={
            name: st.column_config.NumberColumn(format="%.1f")
            for name in frame.columns
            if frame[name].dtype == float
        },
    )
    st.caption(
        "The interval may reach beyond what is possible. It is too narrow where the probabilities "
        "themselves are uncertain."
        + ("" if prepared.probabilities.clusters is None else f" {CLUSTERS_ALIKE}")
    )
    downloads.downloads(lambda: frame, "counts")
