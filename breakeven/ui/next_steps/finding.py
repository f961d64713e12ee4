"""One finding on the screen: what was found, the evidence, what to do, and the documents.

Tested in `test_sentences`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.advice.trials import LEAVE_OUT, trial_text
from breakeven.analysis.documents.behind import CellOrSum
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings.check_rules import BETTER_SYSTEM, CALIBRATION, CONFUSED, RULES
from breakeven.analysis.findings.finding import Finding
from breakeven.data.records import Truth
from breakeven.data.splits import class_counts
from breakeven.data.wording import NOTHING, amount_of, count_of, figure_of
from breakeven.results.findings import worth_of
from breakeven.results.values import document_ids
from breakeven.ui.app.page import links
from breakeven.ui.app.page.counts import CountLinks, in_sentence
from breakeven.ui.app.page.document_list import DocumentsWay, class_names, show_first
from breakeven.ui.app.page.findings import WayToFinding
from breakeven.ui.app.page.page import DataPage, Page
from breakeven.ui.app.session import downloads, widgets
from breakeven.ui.components.html import block, coloured, plain, quiet, show_html
from breakeven.ui.components.tables import show_table
from breakeven.ui.next_steps.one_name import offer_one_name
from metrics import measures
from metrics.typing import CELLS, F1_BETA, Array, Cell

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
COUNTED_CELLS: dict[str, Cell] = {cell: cell for cell in CELLS[:3]}
MOST_HIGH = 320


def severity_mark(severity: str) -> Markup:
    """A severity as a coloured mark and a word."""
    return Markup("{} <b>{}</b>").format(
        coloured(MARKS[severity], COLOURS[severity]), WORDS[severity]
    )


def evidence_of(finding: Finding, counts: CountLinks) -> Markup:
    """The numbers behind a finding, as HTML."""
    parts = []
    for key, value in finding.evidence.items():
        shown: Markup | str
        cell = COUNTED_CELLS.get(key)
        if isinstance(value, str):
            shown = plain(value)
        elif cell is not None and len(finding.classes) == 1:
            name = counts.truth.classes[finding.classes[0]]
            shown = counts.of_class(name, cell, value, f"{int(value):,}")
        elif isinstance(value, int) or (float(value).is_integer() and abs(value) > 1):
            shown = f"{int(value):,}"
        elif key in ("p", "p_holm") and value < 0.001:
            shown = Markup("&lt; 0.001")
        else:
            shown = figure_of(float(value))
        parts.append(Markup("{} {}").format(plain(EVIDENCE.get(key, key.replace("_", " "))), shown))
    return Markup(" · ").join(parts)


def finding_html(finding: Finding, counts: CountLinks) -> Markup:
    """What was found, the evidence, what to do, and what that would gain."""
    worth = Markup("<br><small>{}</small>").format(worth_of(finding)) if worth_of(finding) else ""
    return block(
        Markup("{} · {} {}{}<br>{}<br><b>Next:</b> {}{}<br>{}{}").format(
            severity_mark(finding.severity),
            finding.title,
            quiet(Markup("<code>{}</code>").format(finding.code)),
            _because(finding),
            _what(finding, counts),
            plain(finding.action, 2_000),
            _tried(finding),
            quiet(evidence_of(finding, counts)),
            worth,
        )
    )


def _tried(finding: Finding) -> Markup:
    """What came of the advice, and the commands that do it."""
    trial = finding.trial
    if trial is None:
        return Markup("")
    commands = Markup("").join(
        Markup("<br><code>{}</code>").format(plain(each)) for each in trial.commands
    )
    return Markup("<br>{}{}").format(plain(trial_text(trial), 1_000), commands)


def _because(finding: Finding) -> Markup:
    """Which finding it follows from; empty for none."""
    if not finding.because_of:
        return Markup("")
    return Markup("<br>{}").format(
        quiet(Markup("Because of: {}").format(RULES[finding.because_of].title))
    )


def _what(finding: Finding, counts: CountLinks) -> Markup:
    """What was found; of one class the documents missed, wrong and truly in it are links."""
    sentence, evidence = plain(finding.what, 2_000), finding.evidence
    if len(finding.classes) != 1 or not COUNTED_CELLS.keys() <= evidence.keys():
        return sentence
    name = counts.truth.classes[finding.classes[0]]
    positives = evidence["tp"] + evidence["fn"]
    counted: tuple[tuple[CellOrSum, float, str], ...] = (
        ("fn", evidence["fn"], " missed"),
        ("fp", evidence["fp"], " wrong"),
        ("positives", positives, " document"),
    )
    for cell, count, then in counted:
        words = amount_of(count)
        sentence = in_sentence(
            sentence, " ", (words, counts.of_class(name, cell, count, words)), then
        )
    return sentence


def show_finding(
    page: Page | DataPage, finding: Finding, key: str, way: WayToFinding | None, rows: str
) -> None:
    """One finding, its classes, pairs or documents at a click; `rows`: the key of that choice."""
    truth, evaluation = page.review.truth, page.evaluation
    show_html(finding_html(finding, page.counts))
    links.docs_link("How it is detected, and an example", f"reference/findings/{finding.code}/")
    documents = finding.documents if truth.documents is not None else finding.documents[:0]
    behind = [count_of(len(finding.pairs), "pair")] * (len(finding.pairs) > 0)
    if finding.members and not finding.classes:
        behind.append(count_of(len(finding.members), "finding"))
    if not finding.pairs and len(finding.classes) > 2:
        behind.append(count_of(len(finding.classes), "class", "classes"))
    behind += [count_of(len(documents), "document")] * (len(documents) > 0)
    offer_one_name(page, finding, key)
    if way is not None:
        links.documents_link(way.way.term, way.label, way.way.instead)
    if finding.code == CONFUSED.code and not (finding.members or finding.withheld):
        names = json.dumps([truth.classes[c] for c in finding.classes])
        address = {"confusions.merge": names, "confusions.part": "merge"}
        links.choosing_link("confusions", address, "What if they were merged?", ":material/merge:")
    _offer(finding)
    if not behind or not widgets.toggle(rows, f"Show the {' and '.join(behind)}"):
        return
    if finding.pairs:
        _show_pairs(truth, finding, key)
    elif len(finding.classes) > 2 and len(finding.members) in (0, len(finding.classes)):
        _show_classes(truth, evaluation, finding, key)
    elif finding.members:
        show_table(member_frame(truth, finding), f"members_{key}", MOST_HIGH)
    if len(documents):
        to_all = way.way if way is not None and way.all else None
        show_rows(truth, evaluation, documents, key, to_all)


def _offer(finding: Finding) -> None:
    """The way to what was tried: the same page with the advice followed."""
    trial = finding.trial
    if trial is None or trial.not_tried:
        return
    if finding.code in LEAVE_OUT:
        where = {"where": LEAVE_OUT[finding.code]}
        links.choosing_link("summary", where, "Leave them out", ":material/filter_alt_off:")
    elif finding.code == BETTER_SYSTEM.code:
        chosen = {"system": str(finding.evidence["system"])}
        links.choosing_link("summary", chosen, "Look at that system", ":material/swap_horiz:")
    elif finding.code == CALIBRATION.code:
        fitted = {
            "unlabelled_data.probabilities": "fitted",
            "unlabelled_data.subject": "calibration",
        }
        label = "Look at the fitted probabilities"
        links.choosing_link("unlabelled_data", fitted, label, ":material/tune:")
    elif finding.about == "threshold":
        links.page_link("thresholds", "Set the thresholds")


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
        frame["F₁"] = measures.f_beta(evaluation.tables, F1_BETA)[chosen]
    return frame


def _show_classes(truth: Truth, evaluation: Evaluation | None, finding: Finding, key: str) -> None:
    frame = class_frame(truth, evaluation, finding.classes)
    if len(finding.members) == len(finding.classes):
        frame["errors"] = [member.errors for member in finding.members]
        frame["next"] = [member.action for member in finding.members]
    show_table(
        frame,
        f"classes_{key}",
        MOST_HIGH,
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


def member_frame(truth: Truth, finding: Finding) -> pd.DataFrame:
    """One row per finding that this one stands for: what it is about, its errors, what to do."""
    return pd.DataFrame(
        {
            "about": [
                " | ".join(truth.classes[c] for c in member.classes) or member.what
                for member in finding.members
            ],
            "errors": [member.errors for member in finding.members],
            "next": [member.action for member in finding.members],
        }
    )


def _show_pairs(truth: Truth, finding: Finding, key: str) -> None:
    frame = pair_frame(truth, finding)
    number = st.column_config.NumberColumn(format="%.3f")
    show_table(frame, f"pairs_{key}", MOST_HIGH, column_config={"value": number})
    downloads.downloads(lambda: frame, f"pairs_{key}")


def row_frame(truth: Truth, evaluation: Evaluation | None, rows: Array) -> pd.DataFrame:
    """One row per document of the truth: id, split, true and assigned classes, the columns."""
    frame = pd.DataFrame({"document": document_ids(truth, rows)})
    if truth.splits:
        names = np.array([*truth.splits, NOTHING], dtype=object)
        frame["split"] = names[truth.split_of[rows]]
    if truth.labels is not None:
        frame["true"] = class_names(truth.labels, rows, truth.classes)
    if evaluation is not None:
        place = np.full(truth.n, -1)
        place[evaluation.rows] = np.arange(evaluation.documents)
        positions = place[rows]
        evaluated = np.flatnonzero(positions >= 0)
        assigned = np.full(len(rows), NOTHING, dtype=object)
        assigned[evaluated] = class_names(
            evaluation.assigned, positions[evaluated], evaluation.classes
        )
        frame["predicted"] = assigned
    for name, values in truth.columns.items():
        frame[name if name not in frame else f"{name} (file)"] = values[rows]
    return frame


def show_rows(
    truth: Truth, evaluation: Evaluation | None, rows: Array, key: str, way: DocumentsWay | None
) -> None:
    """The first of these documents of the truth, as a table."""
    show_first(
        truth, lambda subset: row_frame(truth, evaluation, subset), rows, f"documents_{key}", way
    )
