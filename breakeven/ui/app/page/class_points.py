"""A picture with a mark for each class: one is clicked, or several are drawn around.

Those drawn around are looked at together until that is taken back; the address of the page names
them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.documents.behind import of_classes
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.wording import count_of
from breakeven.figures.figure import Figure
from breakeven.ui.app.page.filters import show_linked
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import state, widgets
from breakeven.ui.components.html import bold, say
from metrics.incidence import judged
from metrics.typing import Array

MOST_NAMED = 6


def group_of(classes: Sequence[str], key: str) -> Array:
    """Which classes were drawn around on a page, as ascending indices; other names are not."""
    try:
        names = json.loads(state.raw().get(f"{key}.group", "[]"))
    except ValueError:
        names = []
    wanted = set(map(str, names)) if isinstance(names, list) else set()
    if not wanted:
        return np.zeros(0, dtype=np.int64)
    return np.flatnonzero([name in wanted for name in classes])


def _choose(classes: Sequence[str], chosen: Sequence[int], key: str) -> None:
    if chosen:
        names = [classes[c] for c in chosen]
        state.choose(f"{key}.group", json.dumps(names, ensure_ascii=False))
    else:
        state.drop(f"{key}.group")


def choosing_several(key: str) -> bool:
    """Whether several classes are chosen together on a page, which a switch says."""
    return widgets.toggle(
        f"{key}.several",
        "Choose several",
        help="Draw a line around marks with the mouse, or tick rows of the table. While this is "
        "on, a click on a mark does not choose its class.",
    )


def toggle_in_group(classes: Sequence[str], c: int, key: str) -> None:
    """Take a class into those looked at together, or out of them."""
    now = set(group_of(classes, key).tolist())
    _choose(classes, sorted(now ^ {c}), key)


def show_class_points(
    page: Page,
    key: str,
    figure: Figure,
    clicked: Callable[[Mapping[str, Any] | None], None],
    title: str,
    description: str,
    *,
    several: bool,
) -> None:
    """The picture; a mark's `customdata` is the index of its class.

    A click on a mark is `clicked`'s, as in `widgets.points`; where `several`, a line drawn around
    marks chooses their classes together instead.
    """

    def around(points: Sequence[Mapping[str, Any]]) -> None:
        indices = sorted({int(p["customdata"]) for p in points if "customdata" in p})
        if indices:
            _choose(page.evaluation.classes, indices, key)

    figure["layout"]["dragmode"] = "lasso" if several else False
    drawn = around if several else None
    widgets.points(f"marks_{key}", figure, clicked, title, description, around=drawn)


def show_group(page: Page, key: str) -> None:
    """The classes that were drawn around, the ways to their documents, and to choose none."""
    evaluation = page.evaluation
    group = group_of(evaluation.classes, key)
    if not len(group):
        return
    names = [evaluation.classes[c] for c in group.tolist()]
    more = f" and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else ""
    say(
        Markup("<b>{} chosen:</b> {}{}").format(
            count_of(len(names), "class", "classes"),
            Markup(", ").join(bold(name, 40) for name in names[:MOST_NAMED]),
            more,
        )
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        show_linked(page, of_classes(names), _concerned(evaluation, group), key)
        st.button(
            "Choose none",
            key=f"none_{key}",
            icon=":material/close:",
            type="tertiary",
            on_click=lambda: _choose(evaluation.classes, (), key),
        )


def _concerned(evaluation: Evaluation, classes: Array) -> int:
    """How many documents are truly in any of these classes, or were assigned one."""
    unjudged = evaluation.scored.unjudged
    true = judged(evaluation.truth[:, classes], None if unjudged is None else unjudged[:, classes])
    return int(np.count_nonzero((true + evaluation.assigned[:, classes]).sum(axis=1)))
