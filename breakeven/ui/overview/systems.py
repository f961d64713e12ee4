"""All systems side by side, the best first; a click on one shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import streamlit as st

from breakeven.evaluation.average_intervals import micro_intervals
from breakeven.evaluation.evaluation import Evaluation
from breakeven.figures.system_ranking import systems_figure
from breakeven.text import f_name, figure_of, quoted
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.kept.systems import evaluations
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.session.links import page_link
from breakeven.ui.app.shared.page import Page
from metrics.typing import Array

# of more the best are drawn
MOST_DRAWN = 12


def show_systems(page: Page) -> bool:
    """The strip, and whether there are systems to be set side by side."""
    found, _ = evaluations(page.review, page.selection)
    if len(found) < 2:
        return False
    values, low, high = _ranked(found, page.selection.beta)
    order = np.argsort(-np.nan_to_num(values, nan=-1.0), kind="stable")[:MOST_DRAWN]
    names = [found[i].system for i in order.tolist()]
    measure = _measure(found, page.selection.beta)

    def clicked(point: Mapping[str, Any] | None) -> None:
        if point is not None:
            state.choose("system", names[point["point_index"]])

    st.subheader("Systems, the best first", anchor=False)
    said = ", ".join(
        f"{quoted(name)} {figure_of(value)}"
        for name, value in zip(names, values[order].tolist(), strict=True)
    )
    widgets.points(
        "systems",
        systems_figure(
            names,
            values=values[order],
            low=low[order],
            high=high[order],
            shown=names.index(page.selection.system) if page.selection.system in names else None,
            measure=measure,
        ),
        clicked,
        f"{measure} of each system",
        said,
    )
    page_link("pages/compare.py", "Is the best clearly better?", ":material/compare_arrows:")
    return True


def _measure(found: Sequence[Evaluation], beta: float) -> str:
    if all(evaluation.one_of for evaluation in found):
        return "Accuracy"
    return f"{f_name(beta)} over all decisions"


@cached(entries=24)
def _ranked(found: Sequence[Evaluation], beta: float) -> tuple[Array, Array, Array]:
    """F over all decisions, which is accuracy where each document has one class and gets one."""
    intervals = [micro_intervals(evaluation, beta)[2] for evaluation in found]
    values = np.array([evaluation.micro(beta)["f"] for evaluation in found])
    low, high = (np.array([float(getattr(i, end)) for i in intervals]) for end in ("low", "high"))
    return values, low, high
