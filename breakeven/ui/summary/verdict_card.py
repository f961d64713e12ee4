"""The verdict: whether the target is reached, what stands beside it, and how the target is set."""

from __future__ import annotations

import streamlit as st
from markupsafe import Markup
from streamlit.delta_generator import DeltaGenerator

from breakeven.analysis.advice.checks import CheckResults
from breakeven.analysis.findings.check_limits import Limits
from breakeven.data.records import Review
from breakeven.gate.gate_rules import target_rules
from breakeven.gate.rules_file import rules_text
from breakeven.results.target_lines import LineKey, LineSign, VerdictLine
from breakeven.results.target_verdict import SIGNS, TargetOutcome, TargetVerdict
from breakeven.ui.app.page import links
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.page.target import PageVerdict, target_verdict_on
from breakeven.ui.app.session import state
from breakeven.ui.app.session.access import say_refused
from breakeven.ui.app.store import target as targets
from breakeven.ui.components.html import VerdictKind, escaped, quiet, say, verdict_card
from breakeven.ui.pages import PageKey
from breakeven.ui.summary.target_rules import EDITED, edit_rules

KINDS: dict[TargetOutcome, VerdictKind] = {
    "READY": "ready",
    "NOT YET": "not-yet",
    "CANNOT TELL YET": "cannot-tell",
}
SPOKEN: dict[LineSign, str] = {"yes": "good:", "no": "bad:", "unknown": "not known:"}
# where a line is explained
WAYS: dict[LineKey, tuple[PageKey, str]] = {
    "fixed": ("summary", ""),
    "systems": ("compare", "Compare"),
    "weak": ("classes", "See which"),
    "few": ("next_steps", "What to add"),
    "leaks": ("splits", "See the splits"),
    "checks": ("next_steps", "See them"),
}
# of documents, where nobody has said yet what must be reached
USUAL_PERCENT = 85.0
ONLY_NOW = "Lasts as long as this session, as the review is not saved."


def show_verdict_card(page: Page, limits: Limits) -> DeltaGenerator:
    """The verdict on what is looked at, and the ways to set, change and take along its target.

    The place of the verdict itself, for `show_checked_verdict` when the checks are made.
    """
    of_page = target_verdict_on(page, limits)
    review = page.review
    may_set = targets.may_set(review)
    with st.container(gap="small", key="verdict_card"):
        place = st.empty()
        with place:
            verdict_card(*_parts(of_page.verdict))
        if of_page.problems:
            say(Markup("<b>The target cannot be judged on this review.</b>"))
            links.show_problems(of_page.problems, "target")
        if of_page.target is None and may_set and state.remembered(EDITED) != review.files:
            _ask_for_target(review)
        else:
            _below(of_page, review, may_set)
        if may_set and state.remembered(EDITED) == review.files:
            edit_rules(review, None if of_page.target is None else of_page.target.rules)
        say_refused()
    return place


def show_checked_verdict(
    place: DeltaGenerator, page: Page, limits: Limits, checked: CheckResults
) -> None:
    """The same verdict with what the checks found that voids the numbers, or makes them unsure."""
    with place:
        verdict_card(*_parts(target_verdict_on(page, limits, checked).verdict))


def _parts(
    verdict: TargetVerdict,
) -> tuple[VerdictKind, str, list[Markup], list[tuple[str, str, Markup]]]:
    """What the card is made of."""
    kind: VerdictKind = "no-target" if verdict.outcome is None else KINDS[verdict.outcome]
    doubts = [escaped(doubt.text) for doubt in verdict.doubts]
    if doubts and verdict.outcome is not None:
        kind = "in-doubt"
    sentences = [*doubts, *(escaped(text) for text in verdict.sentences)]
    lines = [(SIGNS[line.sign], SPOKEN[line.sign], _line(line)) for line in verdict.all_lines]
    return kind, verdict.head, sentences, lines


def _line(line: VerdictLine) -> Markup:
    """A line with the way to where it is explained."""
    page, label = WAYS.get(line.key, ("summary", ""))
    if not label:
        return escaped(line.text)
    if line.key == "weak" and line.sign == "yes":
        label = "All classes"
    way = links.to_page(label, page, links.address_of(page))
    return Markup("{} · {}").format(escaped(line.text), way)


def _ask_for_target(review: Review) -> None:
    """The share of documents that must be completely right, to be typed and set."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        share = st.number_input(
            "Documents that must be completely right, in per cent",
            0.0,
            100.0,
            USUAL_PERCENT,
            1.0,
            format="%g",
            key="target_percent",
            width=190,
            label_visibility="collapsed",
        )
        set_now = st.button("Set", key="target_set", type="primary", help=_only_now(review))
        if set_now and targets.set_rules(review, target_rules(round(share / 100, 6))):
            st.rerun()
        _edit_button(review, "Other rules")


def _below(of_page: PageVerdict, review: Review, may_set: bool) -> None:
    """Who set the target, to change it, and to take it along."""
    target = of_page.target
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if target is None:
            return
        if may_set and state.remembered(EDITED) != review.files:
            _edit_button(review, "Edit target")
        st.download_button(
            "gate.toml",
            rules_text(target.rules),
            "gate.toml",
            "application/toml",
            key="target_file",
            icon=":material/download:",
            type="tertiary",
            on_click="ignore",
            help="The same rules for a pipeline: breakeven gate FILE --rules gate.toml",
        )
        if target.who:
            say(quiet(escaped(f"Set by {target.who}, {target.when}.")))


def _edit_button(review: Review, label: str) -> None:
    st.button(
        label,
        key="target_edit",
        type="tertiary",
        icon=":material/edit:",
        help=_only_now(review),
        on_click=lambda: state.remember(EDITED, review.files),
    )


def _only_now(review: Review) -> str | None:
    """That a target is not kept, where it is not."""
    return None if targets.lasting(review) else ONLY_NOW
