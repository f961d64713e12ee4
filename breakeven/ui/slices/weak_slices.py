"""Slices in which a system is clearly weaker than elsewhere."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.documents.behind import all_of, of_conditions
from breakeven.analysis.selection.expression import ClassTerm, Expression, Not
from breakeven.analysis.selection.selection import system_of
from breakeven.analysis.slices.weak_slices import (
    OF_CLASS,
    OF_SYSTEM,
    OUTCOME_KINDS,
    DocumentOutcome,
    NamedSlice,
    OutcomeError,
    OutcomeKind,
    SliceFindings,
    SliceSearchError,
)
from breakeven.data.wording import count_of, figure_of, interval_text, p_of, percent, signed
from breakeven.results.weak_slices import CONFIRMED, reading_of, search_text, weak_frame
from breakeven.ui.app.cache import searches
from breakeven.ui.app.cache.cache import evaluations
from breakeven.ui.app.page.counts import CountLinks
from breakeven.ui.app.page.links import page_link
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import downloads, widgets
from breakeven.ui.components.html import grid, plain, quiet, say, unbroken
from breakeven.ui.components.markdown import help_of

NAMES: dict[OutcomeKind, str] = {
    "wrong": "the document is wrong",
    "errors": "a document has more wrong predictions",
    "missed": "a class is missed",
    "false-alarm": "a class is a false alarm",
    "loss": "squared error of probabilities",
    "worse": "another system is better",
    "better": "better than another system",
}
DOUBT = "uncertain predictions are wrong more often, so people can review them first."
# slices of so many documents are looked through in a second
PER_SECOND = 30_000


@widgets.fragment
def show_search(page: Page) -> None:
    """An outcome chosen here, and the slices that have more of it than others."""
    st.header("Weak slices", anchor=False, help=help_of("weak_slices"))
    outcome = _choose(page)
    review, evaluation = page.review, page.evaluation
    if outcome is None:
        st.info("Choose something else: there is nothing of this kind here.")
        return
    if not searches.slices_at_once(review, evaluation):
        seconds = max(1, round(evaluation.documents / PER_SECOND))
        st.button(
            f"Search {count_of(evaluation.documents, 'document')} for weak slices "
            f"(about {count_of(seconds, 'second')})",
            key="search_slices",
            icon=":material/search:",
            on_click=lambda: searches.ask_for_slices(review),
        )
        return
    other = None
    if outcome.kind in OF_SYSTEM:
        every, _ = evaluations(review, page.selection)
        other = next(
            other_evaluation
            for other_evaluation in every
            if other_evaluation.system == outcome.about
        )
    try:
        clean = searches.without_leaks(review, evaluation)
        findings = searches.weak_slices(review, clean, outcome, other)
    except (SliceSearchError, OutcomeError) as error:
        st.info(str(error))
        return
    findings = replace(findings, leaked=evaluation.documents - clean.documents)
    say(plain(search_text(findings), 400))
    if (own := review.truth.confidence) is not None:
        say(
            Markup("{} holds the system’s confidence, so it is not searched as a slice: {}").format(
                plain(own), DOUBT
            )
        )
        page_link("human_review", "Review uncertain predictions")
    if findings.slices:
        _table(findings, page.counts)
        st.caption(f"{reading_of(outcome)} {CONFIRMED}")
    downloads.downloads(lambda: weak_frame(findings), "weak_slices")


def _choose(page: Page) -> DocumentOutcome | None:
    """What happened to documents; None where there is nothing of the kind."""
    predictions = system_of(page.review, page.selection.system)
    others = [subject.system for subject in evaluations(page.review, page.selection)[0]]
    others = [name for name in others if name != page.selection.system]
    kinds = [kind for kind in OUTCOME_KINDS if kind not in OF_SYSTEM or others]
    if not predictions.probabilities:
        kinds.remove("loss")
    left, right = st.columns(2, gap="medium", vertical_alignment="bottom")
    with left:
        kind = widgets.select(
            "slices.outcome", "Find slices where, more often than elsewhere,", kinds, show=_named
        )
    if kind not in (*OF_CLASS, *OF_SYSTEM):
        return DocumentOutcome(kind)
    names = list(page.evaluation.classes) if kind in OF_CLASS else others
    label = "Class" if kind in OF_CLASS else "System"
    with right:
        subject = widgets.select(f"slices.{label.lower()}", label, names) if names else None
    return None if subject is None else DocumentOutcome(kind, subject)


def _named(kind: OutcomeKind) -> str:
    return NAMES[kind]


def _table(findings: SliceFindings, counts: CountLinks) -> None:
    share = findings.outcome.share
    head = ["Slice", "Documents", "In the slice", "Rest", "Difference", "p", "q"]
    grid(
        [*head, "Gain"],
        [_row(weak, findings.outcome, counts, share) for weak in findings.slices],
    )


def _row(
    weak_slice: NamedSlice, outcome: DocumentOutcome, counts: CountLinks, share: bool
) -> list[Markup | str]:
    weak = weak_slice.weak
    amount = percent if share else figure_of
    ends = (float(weak.interval.low), float(weak.interval.high))
    return [
        Markup("<br>").join(plain(condition.words, 60) for condition in weak_slice.conditions),
        counts.linked(weak.documents, _behind(weak_slice, outcome)),
        unbroken(amount(weak.inside)),
        unbroken(amount(weak.rest)),
        Markup("{}<br>{}").format(signed(weak.difference), quiet(unbroken(interval_text(*ends)))),
        unbroken(p_of(weak.p)),
        unbroken(p_of(weak.q)),
        figure_of(weak.gain, 0),
    ]


def _behind(weak: NamedSlice, outcome: DocumentOutcome) -> Expression:
    """The documents of a slice that the outcome is about."""
    term = of_conditions(weak.conditions)
    if outcome.kind not in OF_CLASS:
        return term
    of_class = ClassTerm("true", outcome.about)
    return all_of([term, of_class if outcome.kind == "missed" else Not(of_class)])
