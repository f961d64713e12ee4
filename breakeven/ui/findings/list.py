"""Findings on the screen: what was found, the evidence, what to do, and the documents."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.documents.behind import Cell
from breakeven.evaluation.evaluation import Evaluation
from breakeven.findings.finding import SEVERITIES, Finding
from breakeven.findings.limits import Limits
from breakeven.findings.review import Checked
from breakeven.findings.rules import CONFUSED
from breakeven.records import Truth
from breakeven.reports.findings import (
    findings_in_markdown,
    how_many,
    why_not,
    worth_of,
)
from breakeven.reports.tables import commented_markdown
from breakeven.reports.values import ids_of
from breakeven.splits import class_counts
from breakeven.text import NOTHING, amount_of, count_of, figure_of
from breakeven.ui.app import links, state, widgets
from breakeven.ui.app.cached import digest
from breakeven.ui.app.counted import Counts, counts_in, in_sentence
from breakeven.ui.app.listed import Way, show_first
from breakeven.ui.app.page import Page
from breakeven.ui.components import downloads
from breakeven.ui.components.documents import class_names
from breakeven.ui.components.html import block, coloured, plain, quiet, say
from breakeven.ui.components.tables import show_table
from breakeven.ui.findings.ways import WayToFinding, ways_of
from metrics import measures
from metrics.typing import Array

WORDS = {"error": "Error", "warning": "Warning", "notice": "Notice"}
# shape and word say it too: colour alone does not
MARKS = {"error": "■", "warning": "▲", "notice": "●"}
COLOURS = {"error": "#d55e00", "warning": "#c98500", "notice": "#8c8c8c"}
EVIDENCE = {
    "f": "F",
    "f_moved": "F with it",
    "p_holm": "p (Holm)",
    "auc": "AUC",
    "auc_within_classes": "AUC within classes",
    "tp": "tp",
    "fp": "fp",
    "fn": "fn",
}
# evidence that counts documents of a class
CELLS: dict[str, Cell] = {"tp": "tp", "fp": "fp", "fn": "fn"}


def severity_mark(severity: str) -> str:
    """A severity as a coloured mark and a word."""
    return f"{coloured(MARKS[severity], COLOURS[severity])} <b>{WORDS[severity]}</b>"


def counted(findings: Sequence[Finding]) -> str:
    """`1 error, 2 warnings, 3 notices`: how many of each there are."""
    return ", ".join(
        count_of(sum(f.severity == severity for f in findings), severity) for severity in SEVERITIES
    )


def evidence_of(finding: Finding, counts: Counts) -> str:
    """The numbers behind a finding, as HTML."""
    said = []
    for key, value in finding.evidence.items():
        cell = CELLS.get(key)
        if isinstance(value, str):
            shown = plain(value)
        elif cell is not None and len(finding.classes) == 1:
            name = counts.truth.classes[finding.classes[0]]
            shown = counts.of_class(name, cell, value, f"{int(value):,}")
        elif isinstance(value, int) or (float(value).is_integer() and abs(value) > 1):
            shown = f"{int(value):,}"
        elif key in ("p", "p_holm") and value < 0.001:
            shown = "&lt; 0.001"
        else:
            shown = figure_of(float(value))
        said.append(f"{plain(EVIDENCE.get(key, key.replace('_', ' ')))} {shown}")
    return " · ".join(said)


def keys_of(findings: Sequence[Finding]) -> list[str]:
    """A key for each that stays the same when the list is sorted or filtered otherwise."""
    names = [digest(f.code, f.classes, f.what)[:12] for f in findings]
    return [f"{name}_{names[:i].count(name)}" for i, name in enumerate(names)]


def finding_html(finding: Finding, counts: Counts) -> str:
    """What was found, the evidence, what to do, and what that would gain."""
    worth = f"<br><small>{worth_of(finding)}</small>" if worth_of(finding) else ""
    return block(
        f"{severity_mark(finding.severity)} · {finding.title} "
        f"{quiet(f'<code>{finding.code}</code>')}<br>"
        f"{_what(finding, counts)}<br><b>Next:</b> {plain(finding.action, 2_000)}"
        f"<br>{quiet(evidence_of(finding, counts))}{worth}"
    )


def _what(finding: Finding, counts: Counts) -> str:
    """What was found; of one class the documents missed, wrong and truly in it are links."""
    said, of = plain(finding.what, 2_000), finding.evidence
    if len(finding.classes) != 1 or not CELLS.keys() <= of.keys():
        return said
    name = counts.truth.classes[finding.classes[0]]
    positives = of["tp"] + of["fn"]
    found: tuple[tuple[Cell, float, str], ...] = (
        ("fn", of["fn"], " missed"),
        ("fp", of["fp"], " wrong"),
        ("positives", positives, " document"),
    )
    for cell, count, then in found:
        words = amount_of(count)
        said = in_sentence(said, " ", (words, counts.of_class(name, cell, count, words)), then)
    return said


@widgets.fragment
def show_finding(
    page: Page, finding: Finding, key: str, way: WayToFinding | None, opened_ones: str
) -> None:
    """One finding in a frame, its documents behind a button.

    `opened_ones`: the key of the choice that says which are open.
    """

    def turn() -> None:
        others = [k for k in state.raw().get(opened_ones, "").split() if k != key]
        state.share(opened_ones, " ".join(others if opened else [*others, key]))

    truth, evaluation = page.review.truth, page.evaluation
    with st.container(border=True, key=f"finding_{key}"):
        st.html(finding_html(finding, counts_in(truth, evaluation)))
        documents = finding.documents if truth.documents is not None else finding.documents[:0]
        behind = [count_of(len(finding.pairs), "pair")] * (len(finding.pairs) > 0)
        if not finding.pairs and len(finding.classes) > 2:
            behind.append(count_of(len(finding.classes), "class", "classes"))
        behind += [count_of(len(documents), "document")] * (len(documents) > 0)
        if not behind:
            return
        opened = key in state.raw().get(opened_ones, "").split()
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(
                f"{'Hide' if opened else 'Show'} the {' and '.join(behind)}",
                key=f"open_{key}",
                type="tertiary",
                icon=":material/list:",
                on_click=turn,
            )
            if way is not None:
                links.documents_link(way.way.term, way.label, way.way.instead)
            if finding.code == CONFUSED.code:
                names = json.dumps([truth.classes[c] for c in finding.classes])
                address = {"confusion.merge": names}
                links.choosing_link(
                    "pages/confusion.py", address, "What if they were one?", ":material/merge:"
                )
        if opened and finding.pairs:
            _show_pairs(truth, finding, key)
        elif opened and len(finding.classes) > 2:
            _show_classes(truth, evaluation, finding, key)
        if opened and len(documents):
            to_all = way.way if way is not None and way.all else None
            show_rows(truth, evaluation, documents, key, to_all)


def class_frame(
    truth: Truth, evaluation: Evaluation | None, classes: Sequence[int]
) -> pd.DataFrame:
    """One row per class: its documents in each split, and how well it is decided."""
    chosen, counts = list(classes), class_counts(truth)
    frame = pd.DataFrame({"class": [truth.classes[c] for c in chosen]})
    for s, name in enumerate(truth.splits):
        frame[f"documents in {name}"] = counts[s][chosen]
    if evaluation is not None:
        frame["precision"] = measures.precision(evaluation.tables)[chosen]
        frame["recall"] = measures.recall(evaluation.tables)[chosen]
        frame["F₁"] = measures.f_beta(evaluation.tables)[chosen]
    return frame


def _show_classes(truth: Truth, evaluation: Evaluation | None, finding: Finding, key: str) -> None:
    frame = class_frame(truth, evaluation, finding.classes)
    show_table(
        frame,
        f"classes_{key}",
        320,
        placeholder=NOTHING,
        column_config={
            name: st.column_config.NumberColumn(format="%.3f")
            for name in ("precision", "recall", "F₁")
        },
    )
    downloads.downloads(lambda: frame, f"classes_{key}")


def pair_frame(truth: Truth, finding: Finding) -> pd.DataFrame:
    """One row per pair of classes, with the value that was found of it."""
    rows = [(truth.classes[i], truth.classes[j], value) for i, j, value in finding.pairs]
    return pd.DataFrame(rows, columns=["first", "second", "value"])


def _show_pairs(truth: Truth, finding: Finding, key: str) -> None:
    frame = pair_frame(truth, finding)
    number = st.column_config.NumberColumn(format="%.3f")
    show_table(frame, f"pairs_{key}", 320, column_config={"value": number})
    downloads.downloads(lambda: frame, f"pairs_{key}")


def row_frame(truth: Truth, evaluation: Evaluation | None, rows: Array) -> pd.DataFrame:
    """One row per document of the truth: id, split, true and assigned classes, the columns."""
    frame = pd.DataFrame({"document": ids_of(truth, rows)})
    if truth.splits:
        names = np.array([*truth.splits, NOTHING], dtype=object)
        frame["split"] = names[truth.split_of[rows]]
    if truth.labels is not None:
        frame["true"] = class_names(truth.labels, rows, truth.classes)
    if evaluation is not None:
        place = np.full(truth.n, -1)
        place[evaluation.rows] = np.arange(evaluation.documents)
        at = place[rows]
        known = np.flatnonzero(at >= 0)
        assigned = np.full(len(rows), NOTHING, dtype=object)
        assigned[known] = class_names(evaluation.assigned, at[known], evaluation.classes)
        frame["assigned"] = assigned
    for name, values in truth.columns.items():
        frame[name if name not in frame else f"{name} (file)"] = values[rows]
    return frame


def show_rows(
    truth: Truth, evaluation: Evaluation | None, rows: Array, key: str, way: Way | None
) -> None:
    """The first of these documents of the truth, as a table."""
    show_first(truth, lambda at: row_frame(truth, evaluation, at), rows, f"documents_{key}", way)


def show_findings(page: Page, checked: Checked, findings: Sequence[Finding], first: int) -> None:
    """The first of these findings, the others at a click; all of them in the downloads.

    `findings`: those of `checked` that are wanted.
    """
    truth, ways = page.review.truth, ways_of(page, checked)
    most = len(findings) if state.raw().get("guidance.all") == "on" else first
    for key, finding in zip(keys_of(findings[:most]), findings[:most], strict=True):
        show_finding(page, finding, key, ways[id(finding)], "guidance.open")
    more = len(findings) - most
    if more > 0:
        label = f"Show {count_of(more, 'more finding')}"
        st.button(label, key="more_findings", on_click=lambda: state.choose("guidance.all", "on"))
    if not findings:
        return
    downloads.downloads(lambda: findings_frame(truth, findings), "findings")
    said = downloads.said_of()

    def made() -> str:
        return commented_markdown(said, findings_in_markdown(truth, list(findings)))

    downloads.texts({"Markdown": ("md", made)}, "findings")


def show_checks(checked: Checked, limits: Limits) -> None:
    """Which checks found nothing and which could not be made, and why."""
    say(how_many(checked))
    if clean := checked.clean:
        with st.expander(f"Found nothing ({len(clean):,})", icon=":material/done_all:"):
            for rule in clean:
                say(f"<b>{rule.title}.</b> {rule.said(limits)}")
    if checked.unchecked:
        label = f"Could not be checked ({len(checked.unchecked):,})"
        with st.expander(label, icon=":material/help:"):
            for why, rules in checked.reasons:
                add = f" <b>To add:</b> {plain(why.add, 1_000)}" if why.add else ""
                say(f"{plain(why_not(why, rules), 2_000)}{add}")
    if checked.found:
        with st.expander(f"The rules of what was found ({len(checked.found):,})"):
            for rule in checked.found:
                say(f"<b>{rule.title}.</b> {rule.said(limits)}")


def findings_frame(truth: Truth, findings: Sequence[Finding]) -> pd.DataFrame:
    """One row per finding, in their order, for a download."""
    columns: dict[str, list[Any]] = {
        "code": [f.code for f in findings],
        "severity": [f.severity for f in findings],
        "what": [f.what for f in findings],
        "next": [f.action for f in findings],
        "errors": [f.errors for f in findings],
        "error_share": [f.error_share for f in findings],
        "gain_macro_f": [f.gain_macro for f in findings],
        "gain_micro_f": [f.gain_micro for f in findings],
        "classes": [" | ".join(truth.classes[c] for c in f.classes) for f in findings],
        "documents": [" | ".join(ids_of(truth, f.documents)) for f in findings],
        "evidence": [
            "; ".join(f"{key} {value}" for key, value in f.evidence.items()) for f in findings
        ],
    }
    return pd.DataFrame(columns)
