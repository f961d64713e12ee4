"""Which section of Labels is shown: what can be asked of the review decides where it opens.

Tested in `tests/pages/test_labels.py`.
"""

from __future__ import annotations

import streamlit as st

from breakeven.analysis.selection.selection import system_of
from breakeven.ui.app.page.page import DataPage, Page
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.session.access import looks_only

WRONG, JUDGE, PEOPLE = "labels", "queue", "annotators"
PART = "labels.part"
SECTIONS = {WRONG: "Likely wrong", JUDGE: "Judge blind", PEOPLE: "Annotators"}
# how many are judged: so many in doubt, and as many others
FIFTY = "25"


def choose_section(page: Page | DataPage) -> str:
    """The section that is chosen; at first the list, or the annotators where no list can be."""
    offered = sections_of(page)
    first = PEOPLE if _opens_on_people(page) else WRONG
    chosen = state.one_of(PART, offered, first)
    with st.container(
        horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"
    ):
        widgets.section(
            PART, "Section", offered, chosen, changed=_choose, label_visibility="collapsed"
        )
        if chosen == WRONG and JUDGE in offered:
            st.button(
                "Judge 50 blind",
                key="judge_blind",
                icon=":material/visibility_off:",
                type="primary",
                on_click=_choose,
                args=(JUDGE,),
                help="25 labels that look wrong and 25 others, in random order, without saying "
                "which is which. So you see how far to trust the list.",
            )
    return chosen


def sections_of(page: Page | DataPage) -> dict[str, str]:
    """The sections that can be opened. Without predictions and labels, annotators alone."""
    if isinstance(page, DataPage):
        return {PEOPLE: SECTIONS[PEOPLE]}
    # judging sets marks
    return {key: name for key, name in SECTIONS.items() if key != JUDGE or not looks_only()}


def _opens_on_people(page: Page | DataPage) -> bool:
    if isinstance(page, DataPage):
        return True
    scored = system_of(page.review, page.selection.system).scores is not None
    return bool(page.review.truth.annotators) and not scored


def _choose(section: str) -> None:
    state.choose(PART, section)
