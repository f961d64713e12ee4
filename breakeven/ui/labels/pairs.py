"""The list of labels in doubt, and one of them with its text and evidence."""

from __future__ import annotations

import numpy as np
import streamlit as st

from breakeven.labels.evidence import Asked
from breakeven.reports.values import ids_of
from breakeven.selection.expression import Column, Doubtful, OneOf
from breakeven.text import NO_CLASS, count_of, figure_of
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.session.links import documents_link
from breakeven.ui.components import downloads
from breakeven.ui.components.documents import class_names
from breakeven.ui.components.html import bold, plain, quiet, say
from breakeven.ui.labels.looking import Looked
from breakeven.ui.labels.text import show_text

OPEN = "labels.open"
MOST_SHOWN = 1_000


def show_pairs(looked: Looked) -> None:
    """The list, the most doubtful first; the one that is chosen beside it."""
    if not len(looked.shown):
        st.info("No label of these documents is in doubt.")
        return
    left, right = st.columns([3, 2], gap="medium")
    with left:
        at = _show_list(looked)
    with right:
        _show_one(looked, int(looked.shown[at]))


def _show_list(looked: Looked) -> int:
    listed, number_of = looked.frame(MOST_SHOWN), len(looked.shown)
    keys = [f"{d} {c}" for d, c in zip(*_places(looked), strict=True)]
    at = keys.index(state.one_of(OPEN, keys))
    others = ["agree"] if listed["asked"].any() else []
    number = st.column_config.NumberColumn
    widgets.rows(
        "labels_in_doubt",
        listed.assign(agree=[f"{a} of {b}" for a, b in listed[["agree", "asked"]].to_numpy()]),
        [at],
        lambda row: state.choose(OPEN, keys[row]),
        560,
        fresh=(looked.page.review.fingerprint, keys[:1], len(keys)),
        column_order=["document", "class", "label_is", "p", "threshold", *others],
        column_config={
            "document": st.column_config.Column("Document", width=80),
            "class": st.column_config.Column("Class", width=110),
            "label_is": st.column_config.Column(
                "Label may be",
                help="“missing”: it should perhaps be there. “wrong”: it should not.",
            ),
            "p": number("p", format="%.3f", help="The probability of the class."),
            "threshold": number(
                "On average",
                format="%.3f",
                help="The mean probability of the documents that have the label, where one is "
                "missing, and of those that have it not, where one is wrong. Beyond it a "
                "probability speaks against the label. As many are in doubt as were counted so, "
                "the clearest first: a few may lie just short of it.",
            ),
            "agree": st.column_config.Column(
                "Others", help="How many of the other systems doubt this label by themselves too."
            ),
        },
    )
    if number_of > len(listed):
        st.caption(f"The first {len(listed):,} of {number_of:,}; all are in the download.")
    downloads.downloads(looked.frame, "label_errors")
    return at


def _places(looked: Looked) -> tuple[list[int], list[int]]:
    doubts, shown = looked.doubts, looked.shown[:MOST_SHOWN]
    return doubts.document[shown].tolist(), doubts.class_index[shown].tolist()


def _show_one(looked: Looked, pair: int) -> None:
    doubts, truth = looked.doubts, looked.truth
    row, c = int(doubts.document[pair]), int(doubts.class_index[pair])
    name = truth.classes[c]
    missing = bool(doubts.missing[pair])
    (document,) = ids_of(truth, np.array([row]))
    words = "may lack" if missing else "may not belong to"
    say(f"Document {bold(document)} {words} the class {bold(name)}.")
    usual = "documents that have it" if missing else "documents that have it not"
    others = int(doubts.asked[pair])
    agree = ""
    if others:
        agree = (
            f" {int(doubts.agree[pair]):,} of {count_of(others, 'other system')} "
            f"{'doubts' if int(doubts.agree[pair]) == 1 else 'doubt'} this label too."
        )
    say(
        f"Its probability is {figure_of(float(doubts.p[pair]))}, and "
        f"{figure_of(float(doubts.threshold[pair]))} on average of {usual}.{agree}"
    )
    position = int(np.searchsorted(looked.page.evaluation.rows, row))
    evaluation = looked.page.evaluation
    true, called = (
        class_names(pairs, np.array([position]), truth.classes)[0]
        for pairs in (evaluation.truth, evaluation.assigned)
    )
    said = f"Labelled {plain(true or NO_CLASS)}, assigned {plain(called or NO_CLASS)}."
    say(quiet(said))
    show_text(truth, row)
    if truth.documents is not None:
        documents_link(OneOf(Column("id"), (document,)), "Open this document")
        # the filter goes by what the page asks before anything is chosen
        if doubts.asked_for == Asked():
            documents_link(Doubtful(name), "All with a label of this class in doubt")
            documents_link(Doubtful(), "All with any label in doubt")
