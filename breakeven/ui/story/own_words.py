"""A screen in somebody's own words: written, marked as theirs, and taken back."""

from __future__ import annotations

import streamlit as st

from breakeven.analysis.selection.selection import split_text
from breakeven.analysis.story.screen_parts import LONGEST_TEXT, LONGEST_TITLE, Screen, ScreenWords
from breakeven.data.wording import moment_of
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import state
from breakeven.ui.app.session.access import say_refused
from breakeven.ui.app.store import story_words
from breakeven.ui.components.html import escaped, quiet, say

EDITED = "story_edited"


def stale_words(screen: Screen) -> None:
    """That what somebody's words stand beside is another number by now."""
    if screen.words is None or not screen.stale:
        return
    was, now = screen.words.number, screen.number.text
    changed = (
        f"They were written beside {was}; it is {now} now."
        if was != now
        else "What was counted here has changed since they were written."
    )
    say(f"▲ {escaped(changed)} {escaped('Counted now:')}")


def show_words(page: Page, screen: Screen) -> None:
    """Whose words these are, and the ways to write and take back."""
    if screen.words is not None:
        say(quiet(escaped(_whose(screen.words))))
    if not story_words.may_write(page.review):
        return
    if state.remembered(EDITED) == screen.key:
        _edit(page, screen)
        return
    with st.container(horizontal=True, gap="small"):
        st.button(
            "Put it into your own words",
            key="story_edit",
            type="tertiary",
            icon=":material/edit:",
            on_click=lambda: state.remember(EDITED, screen.key),
        )
        if (written := screen.words) is not None:
            st.button(
                "Back to what was counted",
                key="story_take_back",
                type="tertiary",
                on_click=story_words.take_back,
                args=(page.review, written),
            )
    say_refused()


def _whose(of: ScreenWords) -> str:
    if not of.who:
        return (
            "Your words, for this session alone: this review is not saved. "
            "Numbers and pictures stay as they were counted."
        )
    return f"In the words of {of.who}, {moment_of(of.at)}."


def _edit(page: Page, screen: Screen) -> None:
    now = screen.words
    title = st.text_input("Title", screen.title, key="story_title", max_chars=LONGEST_TITLE)
    text = st.text_area(
        "Sentences, one a line",
        screen.counted if now is None else now.text,
        key="story_text",
        max_chars=LONGEST_TEXT,
        height=220,
    )
    if not story_words.lasting(page.review):
        st.caption("This review is not saved, so your words last as long as this session.")

    def keep() -> None:
        made = ScreenWords(
            screen=screen.key,
            system=page.evaluation.system,
            split=split_text(page.selection.split, page.review.truth.splits),
            title=state.remembered("story_title", title),
            text=state.remembered("story_text", text),
            number=screen.number.text,
            counted=screen.counted,
        )
        if story_words.write(page.review, made):
            state.forget(EDITED)

    with st.container(horizontal=True, gap="small"):
        st.button("Keep", key="story_keep", type="primary", on_click=keep)
        st.button(
            "Leave it", key="story_leave", type="tertiary", on_click=lambda: state.forget(EDITED)
        )
