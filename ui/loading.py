"""The way from files to a review: what was proposed, what the user changed, what was read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from metrics.records import Truth
from readers.build import build_review
from readers.proposal import OF_A_CLASS, ROLES, SEPARATORS, FileProposal, Proposal, Shape
from readers.review import Problem, ReadError, Review
from readers.roles import propose
from readers.tables import Table, open_tables, preview
from ui import tables
from ui.choices import digest
from ui.words import NOTHING, count_of, grid, plain, say

SHAPES: Mapping[Shape, str] = {
    "labels": "labels: one row a document, its true and predicted classes in cells",
    "wide scores": "wide scores: one row a document, one score column a class",
    "indicator": "indicator: one row a document, one 0/1 column a class",
    "long": "long: one row a document/class pair",
    "square matrix": "square matrix: counts, rows true, columns predicted",
    "long matrix": "long matrix: true, predicted, count",
}
SEPARATOR_WORDS = {
    "none": "none: a cell is one class",
    "list": 'a list: ["a", "b"]',
} | {s: f"“{s}”" for s in SEPARATORS if s not in ("none", "list")}
NO_CLASS = ""
ENCODINGS = ("as the file says, else UTF-8", "latin-1", "cp1252", "utf-16", "utf-8")


def show_problems(problems: tuple[Problem, ...], key: str) -> None:
    """What is wrong or was noticed, one row each, names literally."""
    frame = pd.DataFrame(
        [
            {"file": p.file, "row": p.row, "column": p.column, "what": p.what, "remedy": p.remedy}
            for p in problems
        ]
    ).astype({"row": "Int64"})
    shown = frame.dropna(axis="columns", how="all")
    wide = {c: st.column_config.Column(width="large") for c in ("what", "remedy")}
    st.dataframe(shown, hide_index=True, column_config=wide, key=f"problems_{key}")
    tables.downloads(lambda: frame, key)


def edit_file(table: Table, proposed: FileProposal, key: str) -> FileProposal:
    """One file's proposal with widgets to change it; returns it as the user has it."""
    rows = count_of(table.rows, "row")
    say(f"<b>{plain(proposed.name)}</b> · {rows} · {count_of(len(table.columns), 'column')}")
    with st.container(horizontal=True):
        shape = st.selectbox(
            "Shape",
            list(SHAPES),
            index=list(SHAPES).index(proposed.shape),
            format_func=SHAPES.__getitem__,
            key=f"shape_{key}",
        )
        separator = st.selectbox(
            "Between the classes of a cell",
            SEPARATORS,
            index=SEPARATORS.index(proposed.separator),
            format_func=SEPARATOR_WORDS.__getitem__,
            key=f"separator_{key}",
            help="What stands between two classes when a document has several.",
        )
        system = st.text_input(
            "System",
            proposed.system,
            key=f"system_{key}",
            help="The name under which this file's predictions are shown.",
        )
    # scores may lie in [0, 1] and still be no probabilities: only the user can say
    probabilities = st.checkbox(
        "The scores are probabilities",
        proposed.probabilities,
        key=f"probabilities_{key}",
        help="Only probabilities may be added up and cut at ½ for a reason. Every score is then "
        "checked to lie in [0, 1].",
    )
    edited = st.data_editor(
        _columns_frame(table, proposed),
        hide_index=True,
        disabled=["column", "first values"],
        column_config={
            "role": st.column_config.SelectboxColumn(
                "is", options=[*ROLES], required=True, help=_roles_help(), width="small"
            ),
            "class": st.column_config.TextColumn(
                "of class", help="For scores, indicators and decisions: the class, by name."
            ),
            "first values": st.column_config.TextColumn(width="large"),
        },
        height=min(38 + 35 * len(table.columns), 360),
        key=f"columns_{key}",
    )
    roles = dict(zip(edited["column"], edited["role"], strict=True))
    classes = {
        column: name
        for column, name, role in zip(
            edited["column"], edited["class"], edited["role"], strict=True
        )
        if role in OF_A_CLASS and shape != "long"
    }
    return replace(
        proposed,
        role=_file_role(shape, roles),
        shape=shape,
        columns=roles,
        classes=classes,
        separator=separator,
        system=system,
        probabilities=probabilities,
    )


def _file_role(shape: str, roles: Mapping[str, str]) -> Any:
    """What a file brings follows from its columns, so nobody is asked."""
    if shape in ("square matrix", "long matrix"):
        return "matrix"
    said = any(role in ("predicted", "score", "decision") for role in roles.values())
    true = any(role in ("truth", "indicator") for role in roles.values())
    return ("both" if said else "truth") if true else "predictions"


def _roles_help() -> str:
    return "\n".join(f"- **{role}**: {meaning}" for role, meaning in ROLES.items())


def _columns_frame(table: Table, proposed: FileProposal) -> pd.DataFrame:
    first = preview(table, 4)
    return pd.DataFrame(
        {
            "column": list(table.columns),
            "role": [proposed.columns[c] for c in table.columns],
            "class": [proposed.classes.get(c, NO_CLASS) for c in table.columns],
            "first values": [
                " · ".join(_short(row.get(c)) for row in first) for c in table.columns
            ],
        }
    )


def _short(value: object) -> str:
    text = "" if value is None else str(value)
    return text if len(text) <= 30 else text[:29] + "…"


def show_review(review: Review) -> None:
    """What was read: counts, systems, splits, and what was left out and why."""
    truth = review.truth
    per_document = truth.labels_per_document
    facts = [
        ["Documents", f"{truth.n:,}"],
        ["Classes", f"{len(truth.classes):,}"],
        ["Task", truth.task if truth.labels is not None else "no truth: estimates only"],
    ]
    if truth.labels is not None and truth.n:
        facts += [
            ["Classes per document", f"{per_document.mean():.2f}, at most {per_document.max()}"],
            ["Documents without any class", f"{int((per_document == 0).sum()):,}"],
        ]
    if truth.unjudged is not None:
        facts.append(["Pairs nobody judged", f"{truth.unjudged.nnz:,}"])
    if truth.columns:
        names = ", ".join(plain(c, 30) for c in list(truth.columns)[:8])
        facts.append(["Further columns", names])
    facts_side, splits_side, systems_side = st.columns(3)
    with facts_side:
        grid(["What was read", ""], facts)
    with splits_side:
        if truth.splits:
            grid(["Split", "Documents", "Classes", "None"], _split_rows(truth))
            st.caption("Classes: present in the split. None: documents without any class.")
    with systems_side:
        grid(["System", "Documents", "Scores", "Decisions"], _system_rows(review))


def _split_rows(truth: Truth) -> list[list[str]]:
    rows = []
    for split in truth.splits:
        members = truth.in_split(split)
        present, empty = NOTHING, NOTHING
        if truth.labels is not None:
            here = np.asarray(truth.labels[members].astype(np.int64).sum(axis=0))
            present = f"{int((here > 0).sum()):,}"
            empty = f"{int((truth.labels_per_document[members] == 0).sum()):,}"
        rows.append([plain(split), f"{len(members):,}", present, empty])
    without = int((truth.split_of < 0).sum())
    if without:
        rows.append(["<i>in no split</i>", f"{without:,}", NOTHING, NOTHING])
    return rows


def _system_rows(review: Review) -> list[list[str]]:
    rows = []
    for p in review.predictions:
        kind = NOTHING
        if p.scores is not None:
            kind = "probabilities" if p.probabilities else "scores"
            if not isinstance(p.scores, np.ndarray):
                kind += ", not of all classes"
        decided = "in the file" if p.decisions is not None else "by a cut"
        rows.append([plain(p.system, 40), f"{p.m:,}", kind, decided])
    return rows


def file_names(opened: list[Table]) -> str:
    """The name of a review made of these files."""
    names = [table.stem for table in opened]
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def from_uploads(uploads: list[Any]) -> Review | None:
    """Propose, let the user confirm or change, read; the review once it is read."""
    encoding = st.session_state.get("encoding", ENCODINGS[0])
    opened = _opened(uploads, encoding)
    if isinstance(opened, ReadError):
        st.error("Nothing was loaded. Please mend this and load again:")
        show_problems(opened.problems, "unreadable")
        st.selectbox("Encoding of the text files", ENCODINGS, key="encoding")
        return None
    opened_tables, proposal = opened
    st.caption("This is what the columns were taken for. Change what is wrong, then read.")
    edited = []
    for i, (table, proposed) in enumerate(zip(opened_tables, proposal.files, strict=True)):
        with st.container(border=True):
            edited.append(edit_file(table, proposed, f"{_identity(uploads)}_{i}"))
    if encoding != ENCODINGS[0]:
        st.selectbox("Encoding of the text files", ENCODINGS, key="encoding")
    name = st.text_input("Name of the review", file_names(opened_tables), key="review_name")
    if not st.button("Read", type="primary", key="read"):
        return None
    try:
        with st.spinner("Reading …", show_time=True):
            return build_review(opened_tables, Proposal(tuple(edited)), name)
    except ReadError as error:
        st.error("Nothing was loaded. Please mend this and load again:")
        show_problems(error.problems, "problems")
        return None


def _identity(uploads: list[Any]) -> str:
    return digest([upload.file_id for upload in uploads])[:12]


def _opened(uploads: list[Any], encoding: str) -> tuple[list[Table], Proposal] | ReadError:
    """Tables and proposal of these uploads, opened once and not on every rerun."""
    key = digest(_identity(uploads), encoding)
    kept = st.session_state.get("opened")
    if kept is not None and kept[0] == key:
        return kept[1]
    result: tuple[list[Table], Proposal] | ReadError
    try:
        with st.spinner("Opening …", show_time=True):
            given = None if encoding == ENCODINGS[0] else encoding
            found = open_tables(
                [(u.name, u.getvalue()) for u in uploads],
                {u.name: given for u in uploads} if given else None,
            )
            result = (found, propose(found))
    except ReadError as error:
        result = error
    st.session_state["opened"] = (key, result)
    return result
