"""The report to take along: what it shows is chosen, and a file made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

import streamlit as st

from breakeven.findings.limits import Limits
from breakeven.records import Review
from breakeven.reporting.formats import FORMATS, written
from breakeven.reporting.pdf import MISSING, REMEDY, can_print
from breakeven.selection import Selection
from breakeven.text import moment_of
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.kept.prices import prices_now, share_now
from breakeven.ui.app.library import saved
from breakeven.ui.app.library.signed import not_signed_so, standing_of
from breakeven.ui.app.library.words import words_on
from breakeven.ui.components import downloads

if TYPE_CHECKING:  # what a report is made of takes a second to import
    from breakeven.reporting.content.record import Options, Report
    from breakeven.story.words import Words

# what a page can know: of a benchmark only the command line is told
TAKEN = [name for name, of in FORMATS.items() if of.endings]


@cached(entries=4)
def _report(review: Review, selection: Selection, options: Options) -> Report:
    from breakeven.findings.review import search_near
    from breakeven.reporting.content.gather import report_of

    return report_of(review, selection, options, near=search_near(review.truth, options.limits))


def signed_of(review: Review, selection: Selection) -> dict[str, str]:
    """Which saved version is looked at, and how it was signed, by the names of Options."""
    place = saved.place_of(review)
    if place is None:
        return {}
    from breakeven.library.signing import signatures_of
    from breakeven.library.told import who_in_words

    said = {"title": place.title, "version": f"version {place.n}"}
    events = saved.asked(lambda where: saved.events_at(where, place))
    found = standing_of(review, selection, signatures_of(events or ()), place.n)
    if found is None:
        return said
    signature = found.signature
    if found.how != "same":
        return said | {"unsigned": not_signed_so(found)}
    told = ", as an imported file says" if signature.from_a_file else ""
    return said | {
        "signer": who_in_words(signature.actor),
        "signed_on": moment_of(signature.at) + told,
        "statement": signature.statement,
    }


def report_button(review: Review, selection: Selection, limits: Limits) -> None:
    """A button behind which every format of the report is; nothing is made before one is chosen.

    Nothing is shown where nobody has labelled, or nothing is predicted: there is no system to
    report on.
    """
    if review.truth.labels is None or not review.has_system:
        return
    with st.popover("Report", icon=":material/summarize:"):
        st.caption(
            "Everything that is to be said of this system on these documents, to take along: "
            "numbers, classes of the lowest F, comparison, findings, method."
        )
        texts = review.truth.text_column is not None and st.checkbox(
            "With the texts of examples",
            key="report_texts",
            help="The classes of the lowest F are shown with documents that are wrong. Their texts "
            "leave the house with the report.",
        )
        story = st.checkbox(
            "The story first",
            value=True,
            key="report_story",
            help="Its six screens in plain words, with their pictures, as the first pages: by the "
            "costs of Workload, and in your own words where you wrote some.",
        )
        known = {"texts": texts, "limits": limits} | signed_of(review, selection)
        asked = words_on(review) if story else None
        with st.container(horizontal=True):
            for name in TAKEN:
                if name == "pdf" and not can_print():
                    continue
                downloads.whole(FORMATS[name], _maker(review, selection, name, known, asked))
        if not can_print():
            st.caption(f"No PDF: {MISSING}. {REMEDY[0].upper()}{REMEDY[1:]}.")


def _maker(
    review: Review,
    selection: Selection,
    name: str,
    known: Mapping[str, Any],
    words: tuple[Words, ...] | None,
) -> Callable[[], bytes]:
    """What makes the file of a format; `known`: what pages know of it, by the names of Options.

    `words`: what somebody wrote of the story; None for a report without it.
    """
    prices, send = prices_now(), share_now()

    def make() -> bytes:
        from breakeven.reporting.content.story import StoryChoices

        told = None if words is None else StoryChoices(prices=prices, send=send, words=words)
        from breakeven.library.about import code_version
        from breakeven.reporting.content.record import Options

        options = Options(
            date=date.today().isoformat(), code_version=code_version(), story=told, **known
        )
        return written(_report(review, selection, options), name)

    return make
