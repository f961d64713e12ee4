"""What would help most: the first findings of the review, each with one way on."""

from __future__ import annotations

import streamlit as st

from breakeven.findings.limits import Limits
from breakeven.reports.findings import worth_of
from breakeven.ui.app.session import links
from breakeven.ui.app.shared.page import Page
from breakeven.ui.components.html import escaped, quiet, say
from breakeven.ui.findings.cache import near_so_far, review_checked
from breakeven.ui.findings.ways import ways_of

GUIDANCE = "pages/guidance.py"
FIRST = 3
LONGEST = 240
# of more the checks take longer than anybody waits for a first page
MOST_DOCUMENTS = 100_000


def show_next_steps(page: Page, limits: Limits) -> None:
    """The first three findings, in the order of Guidance, and the way to all of them."""
    st.subheader("What would help most", anchor=False)
    if page.review.truth.n > MOST_DOCUMENTS:
        say("So many documents are checked when Guidance is opened.")
        links.page_link(GUIDANCE, "Check them now", ":material/checklist:")
        return
    checked = review_checked(page, limits, near_so_far(page.review, limits))
    ways = ways_of(page, checked)
    for finding in checked.findings[:FIRST]:
        with st.container(gap=None):
            worth = worth_of(finding)
            say(
                f"<b>{escaped(finding.title)}.</b> {escaped(_first_sentence(finding.what))}"
                + (f"<br>{quiet(escaped(worth))}" if worth else "")
            )
            way = ways[id(finding)]
            if way is not None:
                links.documents_link(way.way.term, way.label, way.way.instead)
            else:
                links.page_link(GUIDANCE, "See what to do", ":material/checklist:")
    if not checked.findings:
        say("Nothing was found that should be mended first.")
    elif len(checked.findings) > FIRST:
        links.page_link(GUIDANCE, f"All {len(checked.findings):,} findings", ":material/checklist:")


def _first_sentence(text: str) -> str:
    """The text, of a long one how it starts."""
    if len(text) <= LONGEST:
        return text
    first, stop, _ = text.partition(". ")
    return first + ("." if stop else "") if len(first) < LONGEST else f"{first[: LONGEST - 1]}…"
