"""All systems side by side, the best first; a click on one shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.wording import f_name, figure_of, quoted
from breakeven.figures.comparison import systems_figure
from breakeven.ui.app.cache.cache import evaluations
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.links import page_link
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import state, widgets
from breakeven.ui.components.html import bold, say
from metrics.typing import Array

# of more the best are drawn
MOST_SYSTEMS = 12


def show_systems(page: Page) -> bool:
    """The strip, and whether there are systems to be set side by side."""
    systems, _ = evaluations(page.review, page.selection)
    if len(systems) < 2:
        return False
    values, low, high = _ranked(systems, page.selection.beta)
    order = np.argsort(-np.nan_to_num(values, nan=-1.0), kind="stable")[:MOST_SYSTEMS]
    names = [systems[i].system for i in order.tolist()]
    measure = _measure(systems, page.selection.beta)

    def clicked(point: Mapping[str, Any] | None) -> None:
        if point is not None:
            state.choose("system", names[point["point_index"]])

    st.header("Systems, the best first", anchor=False)
    say(leading_text(names, values[order].tolist(), measure.replace("Accuracy", "accuracy")))
    alt_text = ", ".join(
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
        alt_text,
    )
    page_link("compare", "Is the best clearly better?")
    return True


def leading_text(names: Sequence[str], values: Sequence[float], measure: str) -> Markup:
    """Which system has the highest value, and which is next; of systems from the best down.

    Values that look alike are called the same, as nothing here is tested.
    """
    shown = [figure_of(value) for value in values]
    same = shown.count(shown[0])
    if np.isnan(values[0]):
        return Markup("{} of every system is 0/0.").format(measure)
    if same > 2:
        return Markup("{} systems have the highest {} here, {}.").format(same, measure, shown[0])
    first, second = (bold(name, 40) for name in names[:2])
    if same == 2:
        return Markup("{} and {} have the highest {} here, {}.").format(
            first, second, measure, shown[0]
        )
    text = Markup("{} has the highest {} here, {}").format(first, measure, shown[0])
    if np.isnan(values[1]):
        return text + "."
    return text + Markup("; {} is next with {}.").format(second, shown[1])


def _measure(systems: Sequence[Evaluation], beta: float) -> str:
    if all(evaluation.one_of for evaluation in systems):
        return "Accuracy"
    return f"{f_name(beta)} over all labels"


@cached(entries=24)
def _ranked(systems: Sequence[Evaluation], beta: float) -> tuple[Array, Array, Array]:
    """F over all labels, which is accuracy where each document has one class and gets one."""
    intervals = [evaluation.micro_intervals(beta)[2] for evaluation in systems]
    values = np.array([evaluation.micro(beta)["f"] for evaluation in systems])
    low, high = (np.array([float(getattr(i, end)) for i in intervals]) for end in ("low", "high"))
    return values, low, high
