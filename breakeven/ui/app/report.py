"""The report to take along: what it shows is chosen, and a file made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

import streamlit as st

from breakeven.findings.limits import Limits
from breakeven.records import Review
from breakeven.reporting.formats import FORMATS, written
from breakeven.reporting.pdf import MISSING, REMEDY, can_print
from breakeven.selection import Selection
from breakeven.ui.app.cached import cached
from breakeven.ui.components import downloads

if TYPE_CHECKING:  # what a report is made of takes a second to import
    from breakeven.reporting.content.record import Report

# what a page can know: of a benchmark only the command line is told
TAKEN = [name for name, of in FORMATS.items() if of.endings]


@cached(entries=4)
def _report(review: Review, selection: Selection, texts: bool, limits: Limits, day: str) -> Report:
    from breakeven.findings.review import search_near
    from breakeven.library.reviews import code_version
    from breakeven.reporting.content.gather import report_of
    from breakeven.reporting.content.record import Options

    options = Options(texts=texts, limits=limits, date=day, code_version=code_version())
    return report_of(review, selection, options, near=search_near(review.truth, limits))


def report_button(review: Review, selection: Selection, limits: Limits) -> None:
    """A button behind which every format of the report is; nothing is made before one is chosen.

    Nothing is shown where nobody has labelled, and so nothing can be reported on.
    """
    if review.truth.labels is None:
        return
    with st.popover("Report", icon=":material/summarize:"):
        st.caption(
            "Everything that is to be said of this system on these documents, to take along: "
            "numbers, weakest classes, comparison, findings, method."
        )
        texts = review.truth.text_column is not None and st.checkbox(
            "With the texts of examples",
            key="report_texts",
            help="The weakest classes are shown with documents that are wrong. Their texts leave "
            "the house with the report.",
        )
        with st.container(horizontal=True):
            for name in TAKEN:
                if name == "pdf" and not can_print():
                    continue
                downloads.whole(FORMATS[name], _maker(review, selection, texts, limits, name))
        if not can_print():
            st.caption(f"No PDF: {MISSING}. {REMEDY[0].upper()}{REMEDY[1:]}.")


def _maker(
    review: Review, selection: Selection, texts: bool, limits: Limits, name: str
) -> Callable[[], bytes]:
    day = date.today().isoformat()
    return lambda: written(_report(review, selection, texts, limits, day), name)
