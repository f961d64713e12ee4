"""One slide: its number, its sentences, its picture, and the ways to the next one.

Or in somebody's own words: written, marked as theirs, and taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.selection.selection import split_text
from breakeven.analysis.story.screen_parts import (
    LONGEST_TEXT,
    LONGEST_TITLE,
    SCREEN_KEYS,
    FilteredNumber,
    PageNumber,
    Picture,
    Screen,
    ScreenKey,
    ScreenWords,
    Sentence,
    SentencePart,
)
from breakeven.analysis.story.screens import truly_and_given
from breakeven.data.wording import count_of
from breakeven.report.svg.story import in_theme, story_drawing
from breakeven.results.story import author_text
from breakeven.ui.app.page import links
from breakeven.ui.app.page.counts import CountLinks, counts_in
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import downloads, state, widgets
from breakeven.ui.app.session.access import say_refused
from breakeven.ui.app.session.shortcuts import key_of
from breakeven.ui.app.store import story_words
from breakeven.ui.components.assets import is_dark, stage
from breakeven.ui.components.html import (
    escaped,
    large,
    literal,
    passage,
    picture,
    plain,
    quiet,
    say,
    show_html,
    text_block,
)
from breakeven.ui.pages import PageKey
from breakeven.ui.summary.review_slides import AT, chosen, screen_of

PRESENT = "summary.present"
NAMES = {
    "what": "1 What",
    "good": "2 How good",
    "fails": "3 Errors",
    "beside": "4 Compared",
    "people": "5 People",
    "decide": "6 Ready?",
}
# of a document's text
LONGEST = 600
WAYS_ON: Mapping[ScreenKey, tuple[PageKey, str]] = {
    "what": ("documents", "Read the documents"),
    "good": ("summary", "All numbers"),
    "fails": ("classes", "All classes"),
    "beside": ("compare", "Compare systems"),
    "people": ("human_review", "Plan the review"),
    "decide": ("next_steps", "All findings, with what to do"),
}


def presenting() -> bool:
    """Whether it is shown to a room: no menu, large type."""
    return state.raw().get(PRESENT) == "on"


def show_slides(page: Page, choose_share: Callable[[], float]) -> None:
    """The section: the slide that is chosen, alone and large where it is presented.

    `choose_share`: draws what chooses the share of documents that people look at.
    """
    if not page.evaluation.documents:
        st.info("There is no document here.")
        return
    screen = screen_of(page, chosen())
    if not presenting():
        show_ways(chosen())
        st.header(screen.title, anchor=False)
        show_screen(page, screen, choose_share)
        return
    stage("stage", "stage_ways")
    with st.container(key="stage"):
        st.title(screen.title, anchor=False)
        show_screen(page, screen, choose_share)
        with st.container(key="stage_ways", horizontal=True, vertical_alignment="center"):
            show_ways(chosen())
            n = SCREEN_KEYS.index(chosen()) + 1
            say(quiet(f"{n} of {len(SCREEN_KEYS)} · {about_page(page)}"))


def show_screen(page: Page, screen: Screen, choose_share: Callable[[], float]) -> None:
    """The number, its sentences, and the picture beside them.

    `choose_share`: draws what chooses the share of documents that people look at.
    """
    counts = counts_in(page.review.truth, page.evaluation)
    left, right = st.columns([1, 1], gap="large")
    with left:
        show_html(large(_part(counts, screen.number)))
        if screen.words is not None:
            passage(screen.words.text.splitlines())
            stale_words(screen)
        if screen.words is None or screen.stale:
            say(Markup("<b>{}</b>").format(_sentence(counts, screen.headline)))
            for more in screen.more:
                say(_sentence(counts, more))
        if screen.key == "people" and screen.pictures and not presenting():
            choose_share()
        if not presenting():
            way, label = WAYS_ON[screen.key]
            links.page_link(way, label, ":material/arrow_forward:")
            show_words(page, screen)
    with right:
        _picture(page, screen)
        for why, row in screen.examples:
            _example(page, why, row)


def _sentence(counts: CountLinks, sentence: Sentence) -> Markup:
    """Our own HTML, in which each number leads to where it is from."""
    return Markup().join(_part(counts, part) for part in sentence.parts)


def _part(counts: CountLinks, part: SentencePart) -> Markup:
    match part:
        case FilteredNumber(text, count, term):
            return counts.linked(count, term, escaped(text))
        case PageNumber(text, page, choices):
            address = links.address_of(page) | dict(choices)
            return links.to_page(escaped(text), page, address)
        case _:
            return escaped(part)


def _picture(page: Page, screen: Screen) -> None:
    """Its picture; of several, which are of different wholes, one at a time."""
    if not screen.pictures:
        return
    shown = screen.pictures[0]
    if len(screen.pictures) > 1:
        names = {str(i): getattr(each, "name", "") for i, each in enumerate(screen.pictures)}
        chosen = widgets.section("summary.of", "Of 100", names, label_visibility="collapsed")
        shown = screen.pictures[int(chosen)]
    says = screen.counted.replace("\n", " ")
    key = f"story-{screen.key}"
    picture(in_theme(story_drawing(key, shown, says), dark=is_dark()), says)
    if not presenting():
        _take(screen.key, shown, says, about_page(page))


@st.fragment
def _take(key: str, shown: Picture, says: str, about: str) -> None:
    """A quiet button, as below every figure; the drawing with what it is about below it."""
    opened = downloads.toolbar(f"story_{key}", downloads.TAKE_PICTURE)
    if opened.open:
        with opened:
            made = partial(story_drawing, f"story-{key}", shown, says, about)
            downloads.texts({"SVG": ("svg", made)}, f"story_{key}")


def about_page(page: Page) -> str:
    """What it is all about, on one line."""
    of = page.evaluation
    split = "" if of.split is None else f" · {of.split}"
    return (
        f"{page.review.name} · {of.system}{split} · {count_of(of.documents, 'document')} · {of.cut}"
    )


def _example(page: Page, why: str, row: int) -> None:
    """A document with what it truly is and what was said of it."""
    truth, evaluation = page.review.truth, page.evaluation
    position = int(np.searchsorted(evaluation.rows, row))
    true, called = truly_and_given(evaluation, position)
    say(
        Markup("<b>{}</b> {}").format(
            escaped(why),
            quiet(Markup("Correct: {}; predicted: {}.").format(plain(true), plain(called))),
        )
    )
    if truth.text_column is not None:
        text = str(truth.columns[truth.text_column][row])
        text_block(literal(text[:LONGEST]), "", "…" if len(text) > LONGEST else "")
    elif truth.documents is not None:
        say(quiet(Markup("Document {}").format(plain(truth.documents[row]))))


def show_ways(key: ScreenKey) -> None:
    """To each screen; the arrow keys go to the one before and the next."""
    n = SCREEN_KEYS.index(key)
    if not presenting():
        # on a line of its own, where it breaks on a phone
        widgets.section(AT, "Screen", NAMES, label_visibility="collapsed")
    with st.container(horizontal=True):
        for label, arrow, to in (
            ("Back", "previous_screen", n - 1),
            ("Next", "next_screen", n + 1),
        ):
            st.button(
                label,
                key=f"story_{label.lower()}",
                shortcut=key_of(arrow),
                disabled=not 0 <= to < len(SCREEN_KEYS),
                on_click=state.choose,
                args=(AT, SCREEN_KEYS[min(max(to, 0), len(SCREEN_KEYS) - 1)]),
            )
        if presenting():
            label, turn, does = "Leave the presentation", "off", "leave"
        else:
            label, turn, does = "Present", "on", "present"
        st.button(
            label,
            key="story_present",
            icon=":material/close:" if presenting() else ":material/slideshow:",
            shortcut=key_of(does),
            on_click=state.choose,
            args=(PRESENT, turn),
            help=None
            if presenting()
            else "Full width, large type, no menu; ← and → turn the page.",
        )


EDITED = "story_edited"


def stale_words(screen: Screen) -> None:
    """That what somebody's words stand beside is another number by now."""
    if screen.words is None or not screen.stale:
        return
    was, now = screen.words.number, screen.number.text
    changed = (
        f"The number was {was} when they were written; it is {now} now."
        if was != now
        else "What was counted here has changed since they were written."
    )
    say(Markup("▲ {} {}").format(escaped(changed), escaped("Counted now:")))


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


def _whose(words: ScreenWords) -> str:
    if not words.who:
        return (
            "Your words, for this session alone: this review is not saved. "
            "Numbers and pictures stay as they were counted."
        )
    return author_text(words)


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
        st.button("Save", key="story_keep", type="primary", on_click=keep)
        st.button(
            "Cancel", key="story_leave", type="tertiary", on_click=lambda: state.forget(EDITED)
        )
