"""The limits of all checks in one place."""

from __future__ import annotations

import streamlit as st

from breakeven.analysis.findings.check_limits import ROLES, SETTINGS, Limits
from breakeven.data.records import Truth
from breakeven.data.splits import roles_of
from breakeven.ui.app.page.findings import change_limit
from breakeven.ui.app.session import state, widgets

BY_NAME = "automatic"
COLUMNS = 4


def show_limits(truth: Truth, limits: Limits) -> None:
    """Every limit as a field; what is changed is kept with the review and in the address."""
    st.caption(
        "Set what the checks accept. Only the 15 training documents come from a source (Microsoft, "
        "custom text classification); the others are our choice. They are saved with the review."
    )
    for row in _rows(list(SETTINGS)):
        for column, name in zip(st.columns(COLUMNS), row, strict=False):
            with column:
                _number(limits, name)
    if truth.splits:
        columns = st.columns(COLUMNS)
        roles = roles_of(truth)
        for column, name in zip(columns, ROLES, strict=False):
            with column:
                _split(truth, limits, name, getattr(roles, name))
    if st.button("Back to the defaults", key="usual_limits", icon=":material/restart_alt:"):
        state.choose("limits", "")
        state.choose("quadrants", f"{Limits.cut:g}")
        st.rerun()


def _rows(names: list[str]) -> list[list[str]]:
    return [names[i : i + COLUMNS] for i in range(0, len(names), COLUMNS)]


def _number(limits: Limits, name: str) -> None:
    setting, value = SETTINGS[name], getattr(limits, name)
    kind = type(value)
    widgets.number(
        f"limit_{name}",
        setting.words,
        value,
        changed=lambda new: change_limit(limits, name, new),
        min_value=kind(setting.low),
        max_value=kind(setting.high),
        step=kind(setting.step),
        format="%d" if kind is int else "%.3g",
    )


def _split(truth: Truth, limits: Limits, name: str, usual: int | None) -> None:
    chosen = getattr(limits, name)
    by_role = truth.splits[usual] if usual is not None else "none found"
    options = ["", *truth.splits]
    widgets.select(
        f"limit_{name}",
        ROLES[name],
        options,
        chosen if chosen in options else "",
        show=lambda split: split or f"{BY_NAME} ({by_role})",
        changed=lambda new: change_limit(limits, name, new),
    )
