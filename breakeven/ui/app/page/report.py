"""The report to take along: what it shows is chosen, and a file made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

import streamlit as st

from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.selection.selection import Selection
from breakeven.data.installation import CODE_VERSION, missing_extra
from breakeven.data.records import Review
from breakeven.data.wording import moment_of
from breakeven.readers.base.problems import ReadError
from breakeven.report.formats import FORMATS, report_bytes
from breakeven.report.pdf import why_no_pdf
from breakeven.ui.app.cache.cache import prices_now, share_now
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.session import access, downloads
from breakeven.ui.app.store import saved
from breakeven.ui.app.store.signatures import not_signed_so, signature_state
from breakeven.ui.app.store.story_words import words_on
from breakeven.ui.app.store.target import target_on
from breakeven.ui.pages import PAGES

if TYPE_CHECKING:  # what a report is made of takes a second to import
    from breakeven.analysis.story.screen_parts import ScreenWords
    from breakeven.report.record import Report, ReportOptions

# what a page can know: of a benchmark only the command line is told
TAKEN = [name for name, of in FORMATS.items() if of.endings]


@cached(entries=4)
def _report(review: Review, selection: Selection, options: ReportOptions) -> Report:
    # what a report is made of takes a second to import
    from breakeven.analysis.findings.duplicates import search_near
    from breakeven.report.gather import report_of

    near = search_near(review.truth, options.limits)
    try:
        return report_of(review, selection, options, near=near)
    except ReadError:  # the target asks for what there is not, as Summary says
        return report_of(review, selection, replace(options, target=None), near=near)


def signed_of(review: Review, selection: Selection) -> dict[str, str]:
    """Which saved version is looked at, and how it was signed, by the names of Options."""
    place = access.place_of(review)
    if place is None:
        return {}
    # loads SQLAlchemy
    from breakeven.store.event_kinds import actor_text
    from breakeven.store.signatures import signatures_of

    about = {"title": place.title, "version": f"version {place.n}"}
    events = access.ask_library(lambda where: saved.events_at(where, place))
    signed = signature_state(review, selection, signatures_of(events or ()), place.n)
    if signed is None:
        return about
    signature = signed.signature
    if signed.how != "same":
        return about | {"unsigned": not_signed_so(signed)}
    source = ", as an imported file says" if signature.from_a_file else ""
    return about | {
        "signer": actor_text(signature.actor),
        "signed_on": moment_of(signature.time) + source,
        "statement": signature.statement,
    }


def choose_report(review: Review, selection: Selection, limits: Limits) -> None:
    """What the report shows, and every format of it; nothing is made before one is chosen."""
    st.caption("Two pages for a meeting: the verdict, what to do first, the numbers and the curve.")
    appendix = st.checkbox(
        "With the long appendix",
        key="report_appendix",
        help="Adds everything behind the first two pages: every class and finding, confusions, "
        "method, sources.",
    )
    texts = (
        appendix
        and review.truth.text_column is not None
        and st.checkbox(
            "With the texts of examples",
            key="report_texts",
            help="Classes with the lowest F are shown with wrong documents. Whoever gets the "
            "report can read their texts.",
        )
    )
    story = st.checkbox(
        "Slides first",
        key="report_story",
        help="The six slides in plain words, with their pictures, as the first pages: by the costs "
        f"of {PAGES['human_review'].title}, and in your own words where you wrote some.",
    )
    target = target_on(review)
    settings: dict[str, Any] = {
        "texts": texts,
        "limits": limits,
        "appendix": appendix,
        "target": None if target is None else target.rules,
        **signed_of(review, selection),
    }
    words = words_on(review) if story else None
    no_pdf, no_word = why_no_pdf(), missing_extra("docx") or missing_extra("resvg_py")
    with st.container(horizontal=True):
        for name in TAKEN:
            if (name == "pdf" and no_pdf) or (name == "docx" and no_word):
                continue
            downloads.report_file(FORMATS[name], _maker(review, selection, name, settings, words))
    for form, why in (("PDF", no_pdf), ("Word", no_word)):
        if why:
            what, remedy = why
            st.caption(f"No {form}: {what}. {remedy[0].upper()}{remedy[1:]}.")


def _maker(
    review: Review,
    selection: Selection,
    name: str,
    settings: Mapping[str, Any],
    words: tuple[ScreenWords, ...] | None,
) -> Callable[[], bytes]:
    """What makes the file of a format; `settings`: what pages know of it, by the names of Options.

    `words`: what somebody wrote of the story; None for a report without it.
    """
    prices, send = prices_now(), share_now()

    def make() -> bytes:
        # loads scipy.special
        from breakeven.results.story import StoryChoices

        choices = None if words is None else StoryChoices(prices=prices, send=send, words=words)
        # loads scipy.special
        from breakeven.report.record import ReportOptions

        options = ReportOptions(
            date=date.today().isoformat(), code_version=CODE_VERSION, story=choices, **settings
        )
        return report_bytes(_report(review, selection, options), name)

    return make
