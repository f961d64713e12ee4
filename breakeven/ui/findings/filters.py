"""Which findings are listed, and in which order."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from breakeven.findings.finding import SEVERITIES, Finding, Order, in_order
from breakeven.ui.app.session import state, widgets
from breakeven.ui.findings.one import MARKS, WORDS

ABOUT = {
    "system": "The system",
    "leak": "Leaks",
    "split": "Splits",
    "labels": "Labels",
    "classes": "Alike classes",
    "class": "Weak classes",
    "slices": "Weak slices",
    "pair": "Confused pairs",
    "threshold": "Thresholds",
    "scores": "Scores",
    "calibration": "Calibration",
    "answers": "Answers",
}
ORDERS: dict[Order, str] = {
    "errors": "errors explained",
    "macro": "gain in macro F",
    "micro": "gain in micro F",
}


def chosen_order() -> Order:
    """What findings are sorted by."""
    chosen = state.one_of("guidance.by", ORDERS)
    return next(order for order in ORDERS if order == chosen)


def choose_findings(findings: Sequence[Finding]) -> list[Finding]:
    """Draw the choices; the findings they leave, in order."""
    families, severities = [f.about for f in findings], [f.severity for f in findings]
    about = {
        key: f"{name} {families.count(key):,}" for key, name in ABOUT.items() if key in families
    }
    least = {
        key: f"{MARKS[key]} {WORDS[key]} {severities.count(key):,}"
        for key in SEVERITIES
        if key in severities
    }
    left, right = st.columns([4, 1], gap="medium")
    with left, st.container(horizontal=True):
        severe = widgets.chips(
            "guidance.severity",
            "Severity",
            least,
            width="content",
            label_visibility="collapsed",
        )
        chosen = widgets.chips(
            "guidance.about", "About", about, width="content", label_visibility="collapsed"
        )
    with right:
        widgets.select(
            "guidance.by",
            "Sorted by",
            ORDERS,
            label_visibility="collapsed",
            show=lambda by: f"By {ORDERS[by]}",
        )
    return [
        f
        for f in in_order(findings, chosen_order())
        if (not chosen or f.about in chosen) and (not severe or f.severity in severe)
    ]
