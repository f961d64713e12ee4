"""The labels that look wrong: the list first, then on what evidence, and judging them blind.

Tested in `tests/pages/test_labels.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.label_errors.label_evidence import EvidenceOptions, NoEvidence
from breakeven.results.label_errors import (
    CIRCULAR,
    ONE_BY_ONE,
    direction_texts,
    evidence_text,
    small_classes_text,
    suspects_text,
)
from breakeven.ui.app.cache.searches import doubts_of
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import widgets
from breakeven.ui.components.html import escaped, quiet, say
from breakeven.ui.labels.blind_queue import show_queue
from breakeven.ui.labels.doubts import (
    ShownDoubts,
    choose_evidence,
    evidence_chosen,
    refuse,
    show_classes,
    show_documents,
    show_pairs,
)

VIEWS: Mapping[str, tuple[str, Callable[[ShownDoubts], None]]] = {
    "labels": ("Labels", show_pairs),
    "classes": ("By class", show_classes),
    "documents": ("By document", show_documents),
}


def show_likely_wrong(page: Page) -> None:
    """What was found in a sentence, the list, and below it the evidence."""
    above = st.container()
    with st.expander("Evidence", icon=":material/search:"):
        options = choose_evidence(page)
        evidence = st.container()
    with above:
        doubts = _doubts(page, options)
        say(Markup("<b>{}</b>").format(escaped(suspects_text(doubts.doubts))))
        say(escaped(CIRCULAR))
        names = {key: name for key, (name, _) in VIEWS.items()}
        chosen = widgets.section("labels.by", "Show", names, label_visibility="collapsed")
        VIEWS[chosen][1](doubts)
    with evidence:
        truth = page.review.truth
        more = [*direction_texts(truth, doubts.doubts), small_classes_text(truth, doubts.doubts)]
        for text in filter(None, [*more, evidence_text(doubts.doubts), ONE_BY_ONE]):
            say(quiet(escaped(text)))


def show_judging(page: Page) -> None:
    """A sample to judge without seeing what was labelled."""
    show_queue(_doubts(page, evidence_chosen(page)))


def _doubts(page: Page, options: EvidenceOptions) -> ShownDoubts:
    found = doubts_of(page.review, page.selection.system, page.selection.split, options)
    if isinstance(found, NoEvidence):
        refuse(found)
    return ShownDoubts(page, found)
