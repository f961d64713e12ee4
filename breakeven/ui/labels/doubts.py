"""Labels in doubt among the documents shown: the list, one of them, and tables.

Whose probabilities are asked is chosen at the head. One is shown with its text and evidence; the
tables go class by class and document by document.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NoReturn

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.label_errors.label_evidence import EvidenceOptions, NoEvidence
from breakeven.analysis.label_errors.suspected_labels import FEW, Doubts
from breakeven.analysis.selection.expression import Column, Doubtful, OneOf
from breakeven.analysis.selection.selection import system_of
from breakeven.data.records import Truth
from breakeven.data.splits import role_of
from breakeven.data.wording import NO_CLASS, NOTHING, count_of, figure_of
from breakeven.results.label_errors import classes_frame, pairs_frame, quality_frame
from breakeven.results.values import document_ids
from breakeven.ui.app.cache.memo import digest
from breakeven.ui.app.page.document_list import class_names
from breakeven.ui.app.page.links import documents_link, page_link
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import downloads, state, widgets
from breakeven.ui.components.html import bold, escaped, literal, plain, quiet, say, text_block
from breakeven.ui.components.markdown import help_of
from breakeven.ui.components.tables import show_table
from metrics.typing import Array

OTHERS, CROSS_VALIDATED, CALIBRATE = (
    "labels.others",
    "labels.cross_validated",
    "labels.calibrate",
)


def choose_evidence(page: Page) -> EvidenceOptions:
    """What the review leaves to choose: other systems, training documents, fitted probabilities."""
    systems = page.review.own
    own = system_of(page.review, page.selection.system)
    with st.container(horizontal=True):
        if len(systems) > 1:
            widgets.toggle(
                OTHERS,
                "Use the other systems, not the one reviewed",
                help="The mean of their probabilities. So the system that these labels judge has "
                "no "
                "say in which of them look wrong.",
            )
        if _has_training(page):
            widgets.toggle(
                CROSS_VALIDATED,
                "The scores of training documents are cross-validated",
                help="Turn this on if each was scored by a model that had not seen it. A model "
                "that "
                "has learnt a wrong label repeats it.",
            )
        if own.probabilities:
            widgets.toggle(
                CALIBRATE,
                "Recalibrate the probabilities on dev",
                help="Scores that are not probabilities are always calibrated this way.",
            )
    return evidence_chosen(page)


def evidence_chosen(page: Page) -> EvidenceOptions:
    """What was chosen of that, as far as the review leaves it to choose."""
    own = system_of(page.review, page.selection.system)
    on = {key: state.raw().get(key) == "on" for key in (OTHERS, CROSS_VALIDATED, CALIBRATE)}
    return EvidenceOptions(
        cross_validated=_has_training(page) and on[CROSS_VALIDATED],
        calibrate=own.probabilities and on[CALIBRATE],
        others=len(page.review.own) > 1 and on[OTHERS],
    )


def _has_training(page: Page) -> bool:
    truth = page.review.truth
    splits = np.unique(truth.split_of[page.evaluation.rows])
    return any(s >= 0 and role_of(truth.splits[s]) == "train" for s in splits.tolist())


def refuse(why: NoEvidence) -> NoReturn:
    """Say why nobody can say, and what to do; stops the page."""
    st.info("These labels cannot be checked.", icon=":material/block:")
    what, remedy = (text[:1].upper() + text[1:] for text in (why.what, why.remedy))
    say(Markup("{}. {}.").format(escaped(what), escaped(remedy)))
    if why.why in ("no scores", "no probabilities"):
        page_link("home", "Add a file with probabilities")
    st.stop()
    raise AssertionError("unreachable")


# --- the text of a document, as far as it is needed to judge a label


MOST_TEXT = 20_000
FOLDED = 3_000


def show_text(truth: Truth, row: int) -> None:
    """Its beginning, and the rest folded."""
    if truth.text_column is None:
        say(quiet("This file has no text column."))
        return
    text = str(truth.columns[truth.text_column][row])
    if not text.strip():
        say(quiet("This document is empty."))
        return
    shown = text[:MOST_TEXT]
    rest = f"Show the other {len(shown) - FOLDED:,} characters"
    text_block(literal(shown[:FOLDED]), literal(shown[FOLDED:]), rest)
    if len(text) > MOST_TEXT:
        say(quiet(f"These are the first {MOST_TEXT:,} of {len(text):,} characters."))


# --- what the Labels page looks at: the labels in doubt among the documents shown


@dataclass(frozen=True)
class ShownDoubts:
    """The page, and what was found; a filter shows fewer of it and changes nothing."""

    page: Page
    doubts: Doubts

    @property
    def truth(self) -> Truth:
        """What is known of all documents."""
        return self.page.review.truth

    @cached_property
    def rows(self) -> Array:
        """The documents looked at that are shown, indices into the truth, ascending."""
        return np.intersect1d(self.doubts.rows, self.page.evaluation.rows, assume_unique=True)

    @cached_property
    def shown(self) -> Array:
        """Places of the pairs on them, the most doubtful first."""
        return np.flatnonzero(self.doubts.of_documents(self.rows))

    def frame(self, most: int | None = None) -> pd.DataFrame:
        """One row for each of these pairs, or for so many of the most doubtful."""
        return pairs_frame(self.truth, self.doubts, self.shown[:most])

    def quality(self) -> pd.DataFrame:
        """One row for each document shown, the least quality of its labels first."""
        return quality_frame(self.truth, self.doubts, self.rows)


# --- the list of labels in doubt, and one of them with its text and evidence


OPEN = "labels.open"
MOST_SHOWN = 1_000


def show_pairs(shown_doubts: ShownDoubts) -> None:
    """The list, the most doubtful first; the one that is chosen beside it."""
    if not len(shown_doubts.shown):
        st.info("No label of these documents looks wrong or missing.")
        return
    left, right = st.columns([3, 2], gap="medium")
    with left:
        position = _show_list(shown_doubts)
    with right:
        _show_one(shown_doubts, int(shown_doubts.shown[position]))


def _show_list(shown_doubts: ShownDoubts) -> int:
    listed, number_of = shown_doubts.frame(MOST_SHOWN), len(shown_doubts.shown)
    keys = [f"{d} {c}" for d, c in zip(*_places(shown_doubts), strict=True)]
    position = keys.index(state.one_of(OPEN, keys))
    others = ["agree"] if listed["asked"].any() else []
    number = st.column_config.NumberColumn
    widgets.rows(
        "labels_in_doubt",
        listed.assign(agree=[f"{a} of {b}" for a, b in listed[["agree", "asked"]].to_numpy()]),
        [position],
        lambda row: state.choose(OPEN, keys[row]),
        560,
        fresh=digest((shown_doubts.page.review.fingerprint, keys[:1], len(keys)))[:16],
        column_order=["document", "class", "label_is", "p", "threshold", *others],
        column_config={
            "document": st.column_config.Column("Document", width=80),
            "class": st.column_config.Column("Class", width=110),
            "label_is": st.column_config.Column(
                "Label may be",
                help="“missing”: the class may belong to the document. “wrong”: it may not.",
            ),
            "p": number(
                "Probability", format="%.3f", help="That the document has the class, by the system."
            ),
            "threshold": number(
                "Usual",
                format="%.3f",
                help="For a label that may be missing, the mean probability of documents with it; "
                "for one that may be wrong, that of documents without it. A probability beyond it "
                "speaks against the label.",
            ),
            "agree": st.column_config.Column(
                "Others agree", help="How many of the other systems doubt this label too."
            ),
        },
    )
    if number_of > len(listed):
        st.caption(f"The first {len(listed):,} of {number_of:,}. The download has all.")
    downloads.downloads(shown_doubts.frame, "label_errors")
    return position


def _places(shown_doubts: ShownDoubts) -> tuple[list[int], list[int]]:
    doubts, shown = shown_doubts.doubts, shown_doubts.shown[:MOST_SHOWN]
    return doubts.document[shown].tolist(), doubts.class_index[shown].tolist()


def _show_one(shown_doubts: ShownDoubts, pair: int) -> None:
    doubts, truth = shown_doubts.doubts, shown_doubts.truth
    row, c = int(doubts.document[pair]), int(doubts.class_index[pair])
    name = truth.classes[c]
    missing = bool(doubts.missing[pair])
    (document,) = document_ids(truth, np.array([row]))
    words = "may lack" if missing else "may wrongly have"
    say(Markup("Document {} {} the class {}.").format(bold(document), words, bold(name)))
    usual = "documents with it" if missing else "documents without it"
    others = int(doubts.others_asked[pair])
    agree = ""
    if others:
        agree = (
            f" {int(doubts.agree[pair]):,} of {count_of(others, 'other system')} "
            f"{'doubts' if int(doubts.agree[pair]) == 1 else 'doubt'} this label too."
        )
    say(
        f"Its probability is {figure_of(float(doubts.p[pair]), 2)}. The mean of {usual} is "
        f"{figure_of(float(doubts.threshold[pair]), 2)}.{agree}"
    )
    position = int(np.searchsorted(shown_doubts.page.evaluation.rows, row))
    evaluation = shown_doubts.page.evaluation
    true, called = (
        class_names(pairs, np.array([position]), truth.classes)[0]
        for pairs in (evaluation.truth, evaluation.assigned)
    )
    sentence = Markup("Labelled {}, predicted {}.").format(
        plain(true or NO_CLASS), plain(called or NO_CLASS)
    )
    say(quiet(sentence))
    show_text(truth, row)
    if truth.documents is not None:
        documents_link(OneOf(Column("id"), (document,)), "Open this document")
        # the filter goes by what the page asks before anything is chosen
        if doubts.options == EvidenceOptions():
            documents_link(Doubtful(name), "All doubts about this class")
            documents_link(Doubtful(), "All doubtful documents")


# --- what was found class by class and document by document, as tables


def show_classes(shown_doubts: ShownDoubts) -> None:
    """Each class: how many labels are in doubt, and what a probability must be to speak."""
    frame = classes_frame(shown_doubts.truth, shown_doubts.doubts)
    filtered = shown_doubts.page.selection.where is not None
    st.caption(
        f"{'All documents of the split, whatever the filter. ' if filtered else ''}A dash: fewer "
        f"than {FEW} documents have the class, or lack it.",
        help=help_of("label_suspects"),
    )
    number = st.column_config.NumberColumn
    show_table(
        frame.drop(columns="too_few"),
        "classes_in_doubt",
        600,
        placeholder=NOTHING,
        column_config={
            "class": st.column_config.Column("Class", width=140),
            "judged": number(
                "Judged", format="localized", help="Documents somebody judged for the class."
            ),
            "labelled": number("Labelled", format="localized", help="Documents with the label."),
            "wrong": number("Wrong", format="localized", help="Labels that may be wrong."),
            "missing": number("Missing", format="localized", help="Labels that may be missing."),
            "p_of_labelled": number(
                "Probability with it", format="%.3f", help="Mean of documents with the label."
            ),
            "p_of_others": number(
                "without it", format="%.3f", help="Mean of documents without the label."
            ),
        },
    )
    downloads.downloads(lambda: frame, "label_errors_by_class")


def show_documents(shown_doubts: ShownDoubts) -> None:
    """The quality of the labels of each document, the worst first."""
    frame = shown_doubts.quality()
    listed = frame.head(MOST_SHOWN)
    first = "" if len(listed) == len(frame) else f", the first {len(listed):,} shown"
    st.caption(
        f"How likely all labels of a document are right: {count_of(len(frame), 'document')}, the "
        f"least likely first{first}.",
        help=help_of("document_quality"),
    )
    show_table(
        listed,
        "label_quality",
        600,
        placeholder=NOTHING,
        column_config={
            "document": st.column_config.Column("Document"),
            "quality": st.column_config.NumberColumn("Label quality", format="%.3f"),
        },
    )
    downloads.downloads(lambda: frame, "label_quality")
