"""Which findings are listed, and in which order."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from breakeven.findings.finding import SEVERITIES, Finding, Order, in_order
from breakeven.ui.app import state, widgets
from breakeven.ui.findings.list import WORDS

EVERYTHING = "everything"
ABOUT = {
    EVERYTHING: "Everything",
    "system": "The system",
    "leak": "Leaks",
    "split": "Splits",
    "labels": "Labels",
    "classes": "Alike classes",
    "class": "Weak classes",
    "pair": "Confused pairs",
    "threshold": "Thresholds",
    "scores": "Scores",
    "calibration": "Calibration",
}
ORDERS: dict[Order, str] = {
    "errors": "errors explained",
    "macro": "gain in macro F",
    "micro": "gain in micro F",
}
SAID: dict[Order, str] = {
    "errors": "what explains most of the wrong decisions",
    "macro": "what would raise macro F most",
    "micro": "what would raise micro F most",
}


def _chosen_order() -> Order:
    chosen = state.one_of("guidance.by", ORDERS)
    return next(order for order in ORDERS if order == chosen)


def order_named() -> str:
    """What comes first after the errors in the data, as chosen."""
    return SAID[_chosen_order()]


def choose_findings(findings: Sequence[Finding]) -> list[Finding]:
    """Draw the choices; the findings they leave, in order."""
    families = {f.about for f in findings}
    about = {
        key: f"{name} ({sum(key in (EVERYTHING, f.about) for f in findings):,})"
        for key, name in ABOUT.items()
        if key == EVERYTHING or key in families
    }
    left, middle, right = st.columns([2, 1, 1])
    with left:
        chosen = widgets.select("guidance.about", "About", about)
    with middle:
        words = {severity: WORDS[severity] for severity in SEVERITIES}
        least = widgets.select("guidance.severity", "Down to", words, default="notice")
    with right:
        widgets.select(
            "guidance.by",
            "Sorted by",
            ORDERS,
            help="Errors explained: the wrong decisions, missed or wrongly assigned, behind a "
            "finding; two findings may share some. Gain: weak classes: if the class reached the "
            "median F of all classes. Confused pairs: if the two were told apart. Thresholds: as "
            "found on documents not fitted on. Gains do not add up.",
        )
    return [
        f
        for f in in_order(findings, _chosen_order())
        if chosen in (EVERYTHING, f.about)
        and SEVERITIES.index(f.severity) <= SEVERITIES.index(least)
    ]
