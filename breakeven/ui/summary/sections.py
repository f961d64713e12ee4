"""The sections of the Summary, each of which is worked out when it is opened.

The first has the verdict, the numbers behind it, where it fails, and what to do next.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.advice.checks import CheckResults
from breakeven.analysis.advice.findings_list import first_steps, on_top
from breakeven.analysis.evaluation.document_kinds import average_intervals_of
from breakeven.analysis.findings.check_limits import MOST_AT_ONCE, Limits
from breakeven.analysis.story.plain_shares import positive_in
from breakeven.data.wording import amount_of
from breakeven.readers.formats.azure.shared import is_azure
from breakeven.ui.app.cache.cache import shared_of
from breakeven.ui.app.page import links
from breakeven.ui.app.page.ceiling import show_people_and_systems
from breakeven.ui.app.page.counted_table import CountedTable
from breakeven.ui.app.page.counts import among_all
from breakeven.ui.app.page.findings import keys_of, near_at_hand, review_checked, subject_of
from breakeven.ui.app.page.page import EvaluatedPage, Page
from breakeven.ui.app.page.verdict import leak_sides_on, show_sides, show_verdict, verdict_on
from breakeven.ui.components.assets import first_screen
from breakeven.ui.components.html import block, bullets, escaped, quiet, say, show_html, to_page
from breakeven.ui.summary.answers import show_answers
from breakeven.ui.summary.averages import show_averages, show_counted_averages
from breakeven.ui.summary.azure import show_as_in_azure
from breakeven.ui.summary.class_ends import (
    FEWEST_DRAWN,
    show_ends,
    show_errors,
    show_sizes,
    show_two_by_two,
)
from breakeven.ui.summary.guessing import show_guessing
from breakeven.ui.summary.hierarchy import show_tree
from breakeven.ui.summary.slides import show_slides
from breakeven.ui.summary.systems import show_systems
from breakeven.ui.summary.tiles import TileInput, draw_tiles, show_tiles
from breakeven.ui.summary.verdict_card import show_checked_verdict, show_verdict_card

# --- the first section: the verdict, what is behind it, where it fails, what to do next


def show_summary(page: Page, limits: Limits) -> None:
    """What the first look needs on one screen; below it all systems and classes."""
    evaluation = page.evaluation
    if not evaluation.documents:
        st.info("There is no document here.")
        return
    positive = positive_in(evaluation.classes, page.truth)
    with first_screen("first_look"):
        verdict = show_verdict_card(page, limits)
        show_tiles(page, positive)
        left, right = st.columns(2, gap="large")
        with left:
            if positive is None:
                show_errors(page)
            else:
                show_two_by_two(page, positive)
        # the checks take longest: they are made when all else stands
        steps = right.container()
    show_sides(page.selection, page.counts_in(among_all(page.selection)), leak_sides_on(page))
    _show_more(page, positive)
    with steps:
        checked = show_first_steps(page, limits)
    if checked is not None:
        show_checked_verdict(verdict, page, limits, checked)


def _show_more(page: Page, positive: int | None) -> None:
    """Below the first screen: all systems, and classes by size and by F."""
    several = positive is None and len(page.evaluation.classes) >= FEWEST_DRAWN
    left, right = st.columns(2, gap="large")
    with left:
        drawn = show_systems(page)
    # a single system leaves the left side to its classes
    with right if drawn else left:
        if several:
            show_sizes(page, page.counts)
    if positive is not None:
        return
    if drawn or not several:
        show_ends(page, 2)
        return
    with right:
        show_ends(page, 1)


def show_counted(page: EvaluatedPage, table: CountedTable, limits: Limits) -> None:
    """The same of what an engine counted, and every average."""
    evaluation, selection = table.evaluation, page.selection
    if not evaluation.documents:
        st.info("There is no document here.")
        return
    positive = positive_in(evaluation.classes, None)
    drawn = average_intervals_of(evaluation.kinds, selection.beta, selection.undefined)
    show_verdict(verdict_on(page, limits))
    draw_tiles(
        TileInput(
            evaluation=evaluation,
            selection=selection,
            counts=page.counts,
            positive=positive,
            drawn=drawn,
        )
    )
    show_sides(selection, page.counts_in(among_all(selection)), leak_sides_on(page))
    if positive is None:
        left, right = st.columns(2, gap="large")
        with left:
            show_errors(page)
        with right:
            show_ends(page, 1)
    else:
        show_two_by_two(page, positive)
    show_counted_averages(page, table, drawn)


# --- what to do next: the first findings, each of which leads to itself


FIRST_FINDINGS = 3


def show_first_steps(page: Page, limits: Limits) -> CheckResults | None:
    """The first findings in the order of Next steps, each of which leads to itself there.

    What the checks found; None where they are not made here.
    """
    st.header("Do next", anchor=False, help="In grey: how many errors each explains.")
    if page.review.truth.n > MOST_AT_ONCE:
        say("With so many documents, the checks run when Next steps is opened.")
        links.page_link("next_steps", "Check them now")
        return None
    checked = review_checked(page, limits, near_at_hand(page.review, limits))
    findings = on_top(checked.findings)
    keys = dict(zip(map(id, findings), keys_of(findings), strict=True))
    steps = first_steps(findings)
    if not steps:
        say("Nothing was found that should be fixed first.")
        return checked
    address, truth = links.address_of("next_steps"), page.review.truth
    lines: list[Markup] = []
    for finding in steps[:FIRST_FINDINGS]:
        url = links.url_of("next_steps", address | {"next_steps.open": keys[id(finding)]})
        subject = subject_of(truth, finding)
        title = finding.title + (f": {subject}" if subject else "")
        behind = amount_of(round(finding.errors)) if finding.errors > 0 else ""
        behind += " errors" if behind and not lines else ""
        lines.append(Markup("{} {}").format(to_page(escaped(title), url), quiet(behind)))
    show_html(block(bullets(lines, "ol")))
    if len(findings) > FIRST_FINDINGS:
        links.page_link("next_steps", "All findings")
    return checked


# --- the sections, each of which is worked out when it is opened


PARTS = {
    "main": "Summary",
    "slides": "Slides",
    "averages": "Numbers",
    "guessing": "Baselines",
    "answers": "What was answered",
    "tree": "Classes in a tree",
    "people": "Compared with people",
    "azure": "As in Azure",
}


def parts_of(page: EvaluatedPage) -> dict[str, str]:
    """The sections that there is something to say in, by their keys; the first is the answer."""
    review = page.review
    if review is None:
        return {"main": PARTS["main"]}
    there = {
        "answers": any(predictions.answered is not None for predictions in review.own),
        "tree": review.hierarchy is not None and review.hierarchy.depth > 1,
        "people": len(review.truth.annotators) > 1,
        "azure": is_azure(review.formats),
    }
    return {key: name for key, name in PARTS.items() if there.get(key, True)}


def show_part(
    part: str, page: EvaluatedPage, limits: Limits, choose_share: Callable[[], float]
) -> None:
    """One of them. `choose_share`: as for `show_slides`."""
    if not isinstance(page, Page):
        assert page.table is not None
        show_counted(page, page.table, limits)
        return
    match part:
        case "slides":
            show_slides(page, choose_share)
        case "averages":
            show_averages(page)
        case "guessing":
            show_guessing(page.evaluation, page.selection.beta, page.selection.undefined)
        case "answers":
            show_answers(page)
        case "tree":
            show_tree(page)
        case "people":
            show_people_and_systems(page.review, shared_of([page.evaluation]), page.selection)
        case "azure":
            show_as_in_azure(page)
        case _:
            show_summary(page, limits)
