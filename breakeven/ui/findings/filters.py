"""Which findings are listed, and in which order."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from breakeven.findings.finding import SEVERITIES, Finding, in_order
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
GAINS = {"macro": "macro F", "micro": "micro F"}


def gain_named() -> str:
    """The average whose gain sorts the list, as chosen."""
    return GAINS[state.one_of("guidance.by", GAINS)]


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
        by = widgets.select(
            "guidance.by",
            "Sorted by gain in",
            GAINS,
            help="Weak classes: if the class reached the median F of all classes. Confused "
            "pairs: if the two were told apart. Thresholds: as found on documents not fitted on. "
            "Gains do not add up.",
        )
    return [
        f
        for f in in_order(findings, "micro" if by == "micro" else "macro")
        if chosen in (EVERYTHING, f.about)
        and SEVERITIES.index(f.severity) <= SEVERITIES.index(least)
    ]
