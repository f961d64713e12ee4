"""Findings on the screen: which are listed, a line each, and the one that is open beside them.

Tested in `test_links`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.advice.checks import CheckResults
from breakeven.analysis.advice.findings_list import (
    FindingLine,
    first_steps,
    lines_of,
    ordered_list,
)
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.finding import SEVERITIES, Effect, Finding, FindingOrder
from breakeven.data.records import Truth
from breakeven.data.wording import NOTHING, count_of
from breakeven.results.findings import SHOWN, checks_text, findings_in_markdown, why_not
from breakeven.results.values import document_ids
from breakeven.ui.app.cache.memo import digest
from breakeven.ui.app.page.findings import WayToFinding, keys_of, subject_of, ways_of
from breakeven.ui.app.page.page import DataPage, Page
from breakeven.ui.app.session import downloads, state, widgets
from breakeven.ui.components.assets import first_when_narrow
from breakeven.ui.components.html import block, bullets, plain, say, show_html
from breakeven.ui.next_steps.finding import MARKS, WORDS, show_finding

# --- Findings on the screen: a line each, the one that is open beside them


FIRST = 3
MOST_HIGH = 460
EFFECT_WORDS: dict[Effect, str] = {
    "voids": "void",
    "uncertain": "uncertain",
    "improves": "to improve",
}
COLUMNS = {
    "finding": st.column_config.Column("Finding", width=250),
    "effect": st.column_config.Column(
        "Numbers",
        width=75,
        help="Void: they do not mean what they seem to. Uncertain: they may be off, or be about "
        "something else. To improve: what to work on in the system, by the errors explained.",
    ),
    "documents": st.column_config.NumberColumn("Documents", width=75, format="localized"),
    "errors": st.column_config.NumberColumn(
        "Of errors",
        width=65,
        format="%.1f %%",
        help="The share of all errors, missed or false alarms, that it causes. Two findings may "
        "share some errors.",
    ),
    "gain": st.column_config.NumberColumn(
        "Gain in F",
        width=65,
        format="+%.3f",
        help="What fixing it would gain. Weak classes: if the class "
        "reached the median F of all classes. Confused pairs: if the two were never confused. "
        "Thresholds: as measured on documents that they were not fitted on. Gains do not add up.",
    ),
}


def counted(findings: Sequence[Finding]) -> str:
    """`1 error, 2 warnings, 3 notices`: how many of each there are."""
    return ", ".join(
        count_of(sum(f.severity == severity for f in findings), severity) for severity in SEVERITIES
    )


def show_list(
    page: Page | DataPage,
    checked: CheckResults,
    findings: Sequence[Finding],
    page_key: str,
    by: FindingOrder = "errors",
    steps: int = FIRST,
) -> None:
    """Findings of `checked`, a line each, beside them the one that is open, else what comes first.

    `page_key`: the page, which says which one is open, under `<page_key>.open`. `steps`: how many
    come first.
    """
    if not findings:
        st.info("No finding of this kind." if checked.findings else "The checks found nothing.")
        return
    ways = ways_of(page, checked)
    _show_lines(page, findings, [ways[id(finding)] for finding in findings], page_key, by, steps)
    truth = page.review.truth
    downloads.downloads(
        lambda: findings_frame(truth, findings),
        "findings",
        written={"Markdown": lambda: findings_in_markdown(truth, list(findings))},
    )


@widgets.fragment
def _show_lines(
    page: Page | DataPage,
    findings: Sequence[Finding],
    ways: Sequence[WayToFinding | None],
    page_key: str,
    by: FindingOrder,
    steps: int,
) -> None:
    truth, keys, lines = page.review.truth, keys_of(findings), lines_of(findings)
    key_of = {id(finding): key for finding, key in zip(findings, keys, strict=True)}
    chosen, closed = (
        state.raw().get(f"{page_key}.open", ""),
        state.remembered(f"closed_{page_key}", 0),
    )
    marked = [i for i, line in enumerate(lines) if chosen in {key_of[id(f)] for f in line.findings}]
    left, right = st.columns([2, 1], gap="medium")
    with left:
        widgets.rows(
            f"lines_{page_key}",
            line_frame(truth, lines, by),
            marked,
            lambda row: state.share(f"{page_key}.open", key_of[id(lines[row].first)]),
            MOST_HIGH,
            fresh=digest((keys, closed))[:16],
            placeholder=NOTHING,
            column_config=COLUMNS,
        )
    with right, st.container(key=f"beside_{page_key}"):
        if not marked:
            first_when_narrow(f"beside_{page_key}")
            _show_first(truth, _first_lines(lines)[:steps])
            return
        line = lines[marked[0]]
        if line.beneath:
            names = {key_of[id(f)]: title_of(truth, f) for f in line.findings}
            follow = count_of(len(line.beneath), "finding follows", "findings follow")
            widgets.select(f"{page_key}.open", f"{follow} from the first", names)
        position = keys.index(chosen)
        show_finding(page, findings[position], chosen, ways[position], f"{page_key}.rows")
        st.button(
            "Back to the first steps",
            key=f"close_{page_key}",
            type="tertiary",
            icon=":material/arrow_back:",
            on_click=lambda: _close(page_key, closed),
        )


def _close(page_key: str, closed: int) -> None:
    state.share(f"{page_key}.open", "")
    # another table: no row of it is marked
    state.remember(f"closed_{page_key}", closed + 1)


def _first_lines(lines: Sequence[FindingLine]) -> list[FindingLine]:
    first = set(map(id, first_steps(line.first for line in lines)))
    return [line for line in lines if id(line.first) in first]


def _show_first(truth: Truth, lines: Sequence[FindingLine]) -> None:
    """What comes first, and the first thing to do about it; the rest opens with a line."""
    steps = [
        Markup("<b>{}.</b> {}").format(
            plain(title_of(truth, line.first), 200), plain(_first_sentence(line.first.action), 400)
        )
        for line in lines
    ]
    say(Markup("<b>Start here</b>"))
    show_html(block(bullets(steps, "ol")))


def _first_sentence(text: str) -> str:
    """What stands up to the first full stop or colon behind which a sentence goes on."""
    parts = re.split(r"(?<=[.!?])\s+(?=[A-Z“])|:\s+", text, maxsplit=1)
    return f"{parts[0].rstrip('.!?')}."


def title_of(truth: Truth, finding: Finding) -> str:
    """The rule, and which class, pair or how many."""
    subject = subject_of(truth, finding)
    if not subject and finding.members:
        subject = f"{len(finding.members):,} times"
    return f"{finding.title}: {subject}" if subject else finding.title


def _line_text(truth: Truth, line: FindingLine) -> str:
    """What a line says, and how many findings follow from it."""
    more = f" (+{len(line.beneath):,})" if line.beneath else ""
    because = "▸ " if line.first.because_of else ""
    return f"{MARKS[line.first.severity]} {because}{title_of(truth, line.first)}{more}"


def line_frame(truth: Truth, lines: Sequence[FindingLine], by: FindingOrder) -> pd.DataFrame:
    """A row per line: finding, effect on numbers, documents, share of the errors (%), gain in F.

    Columns of which no line has a value are left out.
    """
    firsts = [line.first for line in lines]
    gains = [f.gain_micro if by == "micro" else f.gain_macro for f in firsts]
    frame = pd.DataFrame(
        {
            "finding": [_line_text(truth, line) for line in lines],
            "effect": [EFFECT_WORDS[f.effect] for f in firsts],
            "errors": [100 * f.error_share or np.nan for f in firsts],
            "documents": pd.array([len(f.documents) or None for f in firsts], dtype="Int64"),
            "gain": [gain if gain >= SHOWN else np.nan for gain in gains],
        }
    )
    return frame.dropna(axis="columns", how="all")


def checks_named(checked: CheckResults) -> str:
    """The part of a page that lists the checks, with how many are not possible."""
    missing = len(checked.unchecked)
    return f"Checks ({missing:,} not possible)" if missing else "Checks"


def show_checks(checked: CheckResults, limits: Limits) -> None:
    """Which checks found something, which nothing, and which could not be made, and why."""
    say(checks_text(checked))
    if checked.unchecked:
        with st.expander(f"Not possible ({len(checked.unchecked):,})", expanded=True):
            for why, rules in checked.reasons:
                add = Markup(" <b>To add:</b> {}").format(plain(why.add, 1_000)) if why.add else ""
                say(Markup("{}{}").format(plain(why_not(why, rules), 2_000), add))
    for head, rules in (
        ("Found something", checked.raised_rules),
        ("Found nothing", checked.clean),
    ):
        if rules:
            with st.expander(f"{head} ({len(rules):,})"):
                show_html(
                    bullets(
                        [
                            Markup("<b>{}.</b> {}").format(rule.title, rule.raised_text(limits))
                            for rule in rules
                        ]
                    )
                )


def findings_frame(truth: Truth, findings: Sequence[Finding]) -> pd.DataFrame:
    """One row per finding, in their order, for a download."""
    columns: dict[str, list[Any]] = {
        "code": [f.code for f in findings],
        "severity": [f.severity for f in findings],
        "effect": [f.effect for f in findings],
        "because_of": [f.because_of for f in findings],
        "what": [f.what for f in findings],
        "next": [f.action for f in findings],
        "errors": [f.errors for f in findings],
        "error_share": [f.error_share for f in findings],
        "gain_macro_f": [f.gain_macro for f in findings],
        "gain_micro_f": [f.gain_micro for f in findings],
        "classes": [" | ".join(truth.classes[c] for c in f.classes) for f in findings],
        "documents": [" | ".join(document_ids(truth, f.documents)) for f in findings],
        "evidence": [
            "; ".join(f"{key} {value}" for key, value in f.evidence.items()) for f in findings
        ],
    }
    return pd.DataFrame(columns)


# --- which findings are listed, and in which order


ABOUT_FILTERS = {
    "system": "The system",
    "leak": "Leaks",
    "split": "Splits",
    "labels": "Labels",
    "classes": "Similar classes",
    "class": "Weak classes",
    "slices": "Weak slices",
    "pair": "Confused pairs",
    "threshold": "Thresholds",
    "scores": "Scores",
    "calibration": "Calibration",
    "answers": "Answers",
}
ORDERS: dict[FindingOrder, str] = {
    "errors": "errors explained",
    "macro": "gain in macro F",
    "micro": "gain in micro F",
}


def chosen_order() -> FindingOrder:
    """What findings are sorted by."""
    chosen = state.one_of("next_steps.by", ORDERS)
    return next(order for order in ORDERS if order == chosen)


def choose_findings(findings: Sequence[Finding]) -> list[Finding]:
    """Draw the choices; the findings they leave, in order."""
    families, severities = [f.about for f in findings], [f.severity for f in findings]
    about = {
        key: f"{name} {families.count(key):,}"
        for key, name in ABOUT_FILTERS.items()
        if key in families
    }
    least = {
        key: f"{MARKS[key]} {WORDS[key]} {severities.count(key):,}"
        for key in SEVERITIES
        if key in severities
    }
    left, right = st.columns([4, 1], gap="medium")
    with left, st.container(horizontal=True):
        severe = widgets.chips(
            "next_steps.severity",
            "Severity",
            least,
            width="content",
            label_visibility="collapsed",
        )
        chosen = widgets.chips(
            "next_steps.about", "About", about, width="content", label_visibility="collapsed"
        )
    with right:
        widgets.select(
            "next_steps.by",
            "Sorted by",
            ORDERS,
            label_visibility="collapsed",
            show=lambda by: f"By {ORDERS[by]}",
        )
    return [
        f
        for f in ordered_list(findings, chosen_order())
        if (not chosen or f.about in chosen) and (not severe or f.severity in severe)
    ]
