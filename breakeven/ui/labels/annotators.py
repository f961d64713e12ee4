"""How far the people who labelled agree: in all, by class, each of them, and two by two."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.annotators.agreement import AnnotatorAgreement, agreement_of
from breakeven.analysis.annotators.consistency import (
    THE_TRUTH,
    PairwiseLikeness,
    everyone,
    measure_likeness,
)
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.selection.expression import Disputed
from breakeven.analysis.selection.selection import (
    ChosenDocuments,
    FilteredSplit,
    Selection,
    cut_for,
    splits_of,
)
from breakeven.data.records import Annotator, Review, Truth
from breakeven.data.wording import count_of, figure_of, interval_text, name_of
from breakeven.figures.agreement import pairwise_agreement_figure
from breakeven.figures.alt_text import pairs_alt_text
from breakeven.results.agreement import (
    HOW_MUCH,
    RELIABLE,
    TENTATIVE,
    agreement_measure_meaning,
    agreement_measure_name,
    agreement_text,
    agreement_verdict,
    classes_frame,
    disputed_frame,
    left_out_text,
    people_frame,
    shown_overall,
    why_no_fleiss,
)
from breakeven.results.likeness import likeness_frame
from breakeven.results.people_remarks import people_remarks
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.document_list import DocumentsWay, show_first
from breakeven.ui.app.page.links import say_missing
from breakeven.ui.app.session import downloads, widgets
from breakeven.ui.app.session.charts import show_figure
from breakeven.ui.components.assets import is_dark
from breakeven.ui.components.drawings import scale
from breakeven.ui.components.html import escaped, explained, grid, quiet, say, show_html, unbroken
from breakeven.ui.components.markdown import help_of
from breakeven.ui.components.tables import PERCENT, in_percent, show_table
from metrics.typing import Array

# --- what is said where nobody's own labels are in the files


EXAMPLE = """id,text,annotator,labels
1,Wheat is up again,anna,grain|wheat
1,Wheat is up again,ben,wheat
2,Nothing of it,anna,
2,Nothing of it,ben,grain"""


def show_what_to_bring() -> None:
    """What is missing, how a file with it looks, and the way to load one."""
    say_missing(
        "These files do not say who labelled what. To see how far annotators agree, add the labels "
        "of at least two people for the same documents.",
        "home",
        "Add files with each annotator’s labels",
    )
    say(
        "One row for each document and person, with a column that names the person. An empty cell: "
        "this person gave the document no class. No row: this person did not see the document."
    )
    st.code(EXAMPLE, language=None)


# --- how far annotators agree, kept between reruns


# each system that spoke of the split, and its cut beside the selected one
SystemCuts = tuple[tuple[str, Cut], ...]


def system_cuts(review: Review, selection: Selection) -> SystemCuts:
    """All systems that spoke of the split, by the page's rule."""
    return tuple(
        (one.system, cut_for(review, selection, one))
        for one in review.own
        if selection.split in splits_of(review.truth, one)
    )


def annotator_agreement(review: Review, selection: Selection) -> AnnotatorAgreement | None:
    """How far the annotators agree on what is looked at; None where no two met."""
    return _annotator_agreement(review, selection.documents, system_cuts(review, selection))


def pairwise_likeness(review: Review, selection: Selection) -> PairwiseLikeness:
    """How alike annotators, the truth and systems label what is looked at."""
    return _pairwise_likeness(review, selection.documents, system_cuts(review, selection))


@cached(entries=12, spinner="Comparing annotators …")
def _annotator_agreement(
    review: Review, documents: ChosenDocuments, systems: SystemCuts
) -> AnnotatorAgreement | None:
    rows = _rows(review, documents)
    return agreement_of(review.truth, rows, _annotators_of_systems(review, documents, systems))


@cached(entries=12, spinner="Comparing everybody pairwise …")
def _pairwise_likeness(
    review: Review, documents: ChosenDocuments, systems: SystemCuts
) -> PairwiseLikeness:
    said = everyone(review.truth, _annotators_of_systems(review, documents, systems))
    return measure_likeness(review.truth, said, _rows(review, documents))


def _rows(review: Review, documents: ChosenDocuments) -> Array:
    """The documents looked at, whether or not a system spoke of them."""
    if isinstance(documents, FilteredSplit):
        return cache.filter_result(review, documents).rows
    return review.truth.in_split(documents)


def _annotators_of_systems(
    review: Review, documents: ChosenDocuments, systems: SystemCuts
) -> tuple[Annotator, ...]:
    split = documents.split if isinstance(documents, FilteredSplit) else documents
    return tuple(
        Annotator(
            system,
            cache.predictions_of(review, system, split).rows,
            cache.decided(review, system, split, cut),
        )
        for system, cut in systems
    )


# --- how far the people who labelled agree: in a sentence, over all classes, and each of them


def show_answer(agreement: AnnotatorAgreement) -> None:
    """The answer, what is left out of it, and who stands out."""
    alpha, verdict = agreement.overall["alpha"], agreement_verdict(agreement)
    if verdict:
        say(Markup("<b>Agreement is {}.</b>").format(verdict))
        show_html(
            scale(
                (alpha.value, alpha.low, alpha.high),
                ((0.0, "low"), (TENTATIVE, "moderate"), (RELIABLE, "high")),
                f"α {figure_of(alpha.value, 2)} on a scale from 0, chance, to 1, full agreement",
            )
        )
    say(escaped(agreement_text(agreement)))
    say(quiet(escaped(" ".join(filter(None, [HOW_MUCH, left_out_text(agreement)])))))
    for remark in people_remarks(agreement):
        say(Markup("▲ {}").format(escaped(remark)))


def show_apart(truth: Truth) -> None:
    """That no two annotators labelled the same document, and what each labelled."""
    who = count_of(len(truth.annotators), "annotator")
    st.info(
        f"{who} labelled these documents, but no two of them labelled the same one. To measure "
        "agreement, choose all documents, or add some that several people labelled."
    )
    frame = pd.DataFrame(
        [{"annotator": person.name, "documents": len(person.rows)} for person in truth.annotators]
    )
    show_table(frame, "annotators")


def show_overall(agreement: AnnotatorAgreement) -> None:
    """Every measure over all classes, with what it says."""
    st.header("Over all classes", anchor=False, help=help_of("agreement_interval"))
    rows = []
    for key, value in shown_overall(agreement).items():
        interval = unbroken(interval_text(value.low, value.high))
        meaning = Markup("{}<br>{}").format(
            agreement_measure_name(key, agreement), quiet(agreement_measure_meaning(key, agreement))
        )
        rows.append([explained(meaning), figure_of(value.value), interval])
    grid(["", "Value", "95 %"], rows)
    if why := why_no_fleiss(agreement):
        st.caption(why)


def show_people(agreement: AnnotatorAgreement) -> None:
    """A row for each annotator."""
    st.header("Annotators", anchor=False, help=help_of("copied_labels"))
    number = st.column_config.NumberColumn

    def value(label: str, help: str | None = None) -> object:
        return number(label, format="%.3f", help=help)

    config = {
        "annotator": st.column_config.Column("Annotator", width=120),
        "remark": st.column_config.Column("Remark", width="medium"),
        "documents": number("Documents", format="localized"),
        "shared": number(
            "Shared", format="localized", help="Documents that somebody else labelled too."
        ),
        "classes a document": number("Classes per document", format="%.2f"),
        "f with the others": value("F with the others", help_of("positive_agreement")),
        "kappa with the others": value("κ with the others", help_of("cohen_kappa")),
        "alpha without": value("α without", "α of all the others."),
        "rise of alpha": value("Rise of α", "How much higher α is without this person."),
    }
    for name in ("f", "kappa", "rise"):
        config |= {f"{name}_low": value("from"), f"{name}_high": value("to (95 %)")}
    order = ["annotator", "remark"] if people_remarks(agreement) else ["annotator"]
    frame = people_frame(agreement)
    order += [name for name in frame.columns if name not in ("annotator", "remark")]
    show_table(frame, "annotators", column_config=config, column_order=order)
    downloads.downloads(lambda: people_frame(agreement), "annotators")


# --- how far people agree on each class, and the documents on which they differ


ANY_CLASS = ""


def show_classes(agreement: AnnotatorAgreement) -> None:
    """Every class, those on which people agree least first."""
    st.header("Class by class", anchor=False, help=help_of("krippendorff_alpha"))
    frame = classes_frame(agreement).sort_values("alpha", na_position="last", kind="stable")
    number = st.column_config.NumberColumn

    def value(label: str, key: str) -> object:
        return number(label, format="%.3f", help=help_of(key))

    config = {
        "class": st.column_config.Column("Class", width=140),
        "alpha": value("α", "krippendorff_alpha"),
        "low": value("from", "agreement_interval"),
        "high": value("to (95 %)", "agreement_interval"),
        "agree on yes": value("Agree on yes", "positive_agreement"),
        "agree on no": value("Agree on no", "negative_agreement"),
        "cohen_kappa": value("Cohen’s κ", "cohen_kappa"),
        "fleiss_kappa": value("Fleiss’ κ", "fleiss_kappa") if agreement.equal else None,
        "share of yes": number(
            "Share of yes", format=PERCENT, help="Share of all judgements that say yes."
        ),
        "judgements": number("Judgements", format="localized"),
        "documents that differ": number("Documents that differ", format="localized"),
    }
    shown = in_percent(frame, "share of yes")
    show_table(shown, "agreement_classes", 400, column_config=config)
    st.caption(
        "For a rare class α and κ can be low although nearly all answers agree, because chance "
        "alone already gives as many “no”. Compare agreement on yes and on no."
    )
    downloads.downloads(lambda: classes_frame(agreement), "agreement")


@widgets.fragment
def show_disputed(review: Review, agreement: AnnotatorAgreement) -> None:
    """The documents on which people differ, and the way to them."""
    st.header("Documents they differ on", anchor=False)
    counts = agreement.per_class.disputed
    every = int(agreement.documents_disputed.sum())
    if not every:
        st.info("They agree on every document.")
        return
    names = {ANY_CLASS: f"any class ({every:,})"} | {
        agreement.classes[c]: f"{name_of(agreement.classes[c])}  ({counts[c]:,})"
        for c in np.argsort(-counts, kind="stable")
        if counts[c] and agreement.classes[c]
    }
    chosen = widgets.select("labels.class", "Class", names)
    differ = np.diff(agreement.disputed.indptr)
    if chosen == ANY_CLASS:
        positions_disputed = np.flatnonzero(differ > 0)
    else:
        positions_disputed = np.flatnonzero(
            agreement.disputed[:, [agreement.classes.index(chosen)]].toarray().ravel()
        )
    positions_disputed = positions_disputed[np.argsort(-differ[positions_disputed], kind="stable")]
    term = Disputed(None if chosen == ANY_CLASS else chosen)
    show_first(
        review.truth,
        lambda positions: disputed_frame(review.truth, agreement, positions),
        positions_disputed,
        "disputed",
        DocumentsWay(term),
        {"said by": "Who said what"},
    )


# --- how alike people, systems and the truth label, two by two


PAIR_MEASURES = {
    "f": ("F of either against the other", "positive_agreement"),
    "kappa": ("Cohen’s κ", "cohen_kappa"),
    "overlap": ("Overlap (consistency)", "consistency"),
}


def show_pairwise(review: Review, selection: Selection) -> None:
    """Annotators, systems and the truth on the documents looked at."""
    _show_pairs(pairwise_likeness(review, selection), len(review.truth.annotators))


@widgets.fragment
def _show_pairs(likeness: PairwiseLikeness, people: int) -> None:
    """A heatmap of every two; the first `people` names are people."""
    st.header(
        "Everybody, pairwise" if people else "Systems and the truth, pairwise",
        anchor=False,
        help=help_of("consistency"),
    )
    if len(likeness.names) < 2:
        st.info("Fewer than two labelled these documents, so there is no pair to compare.")
        return
    names = {key: name for key, (name, _) in PAIR_MEASURES.items()}
    chosen = widgets.section("labels.measure", "Measure", names, label_visibility="collapsed")
    measure, entry = PAIR_MEASURES[chosen]
    values = {"f": likeness.f, "kappa": likeness.kappa, "overlap": likeness.overlap}[chosen]
    caption = "On documents that both labelled, all classes together. Neither counts as right."
    if THE_TRUTH in likeness.names:
        caption += " The F of a system and the truth is the system’s micro F."
    if people:
        caption += " The dotted line separates people from systems."
    st.caption(caption, help=help_of(entry))
    figure = pairwise_agreement_figure(
        likeness.names, values, likeness.documents, people, measure, is_dark()
    )
    title = f"{measure} of every pair of {count_of(len(likeness.names), 'name')}"
    show_figure(figure, f"alike_{chosen}", title, pairs_alt_text(likeness.names, values))
    downloads.downloads(lambda: likeness_frame(likeness), "two_by_two")
