"""One screen of the story, and the ways to the next one."""

from __future__ import annotations

from typing import get_args

import numpy as np
import streamlit as st

from breakeven.evaluation.evaluation import Evaluation
from breakeven.figures.figure import Figure
from breakeven.figures.story import found_figure, hundred_figure, ways_figure
from breakeven.labels.evidence import NoEvidence
from breakeven.records import Review
from breakeven.selection.checked import others_beside
from breakeven.story.screen import FoundAndMissed, Hundred, Key, Screen
from breakeven.story.told import story_of, what_to_decide
from breakeven.text import listed
from breakeven.ui.app import cache, links, state, widgets
from breakeven.ui.app.cached import cached
from breakeven.ui.app.page import Page
from breakeven.ui.components.charts import show_figure
from breakeven.ui.components.html import escaped, large, literal, plain, quiet, say, text_block
from breakeven.ui.findings.cache import limits_of, near_known, review_checked
from breakeven.workload.prices import Prices
from breakeven.workload.workload import workload_of
from metrics.averaging import Undefined

AT = "story.screen"
KEYS: tuple[Key, ...] = get_args(Key)
NAMES = {
    "what": "1 What",
    "good": "2 How good",
    "fails": "3 Where not",
    "beside": "4 Compared",
    "people": "5 People",
    "decide": "6 Decide",
}
# of a document's text
LONGEST = 600
WAYS_ON = {
    "pages/documents.py": "Read the documents",
    "pages/confusion.py": "What is taken for what",
    "pages/overview.py": "All numbers of how good it is",
    "pages/classes.py": "All classes",
    "pages/compare.py": "Compare them exactly",
    "pages/workload.py": "Other shares, hours and costs",
    "pages/guidance.py": "All that was found, with what to do",
}


def chosen() -> Key:
    """The screen that is asked for, the first until one is."""
    return state.one_of(AT, KEYS)


def screen_of(page: Page, key: Key) -> Screen:
    """One screen of what is looked at."""
    if key == "decide":
        limits = limits_of(state.raw()["review"])
        checked = review_checked(page, limits, near_known(page.review, limits))
        return what_to_decide(page.evaluation, checked.findings)
    told = _told(page.review, page.evaluation, page.selection.beta, page.selection.undefined)
    return next(screen for screen in told if screen.key == key)


@cached(entries=8, spinner="Telling the story …")
def _told(
    review: Review, evaluation: Evaluation, beta: float, undefined: Undefined
) -> tuple[Screen, ...]:
    said = next(p for p in review.predictions if p.system == evaluation.system)
    work = workload_of(review.truth, said, evaluation, Prices())
    drawn = cache.intervals_of_averages(evaluation, beta, undefined)
    return story_of(
        review.truth,
        evaluation,
        None if drawn is None else drawn.exact_match,
        others_beside(review, evaluation),
        None if isinstance(work, NoEvidence) else work,
    )


def show_screen(page: Page, screen: Screen) -> None:
    """The number, its sentence, and the picture beside it."""
    left, right = st.columns([1, 1], gap="large")
    with left:
        st.html(large(plain(screen.number)))
        say(f"<b>{escaped(screen.said)}</b>")
        for sentence in screen.more:
            say(escaped(sentence))
        links.page_link(screen.page, WAYS_ON[screen.page], ":material/arrow_forward:")
    with right:
        drawn = _figure(screen)
        if drawn is not None:
            show_figure(drawn, f"story_{screen.key}", f"{screen.said} {' '.join(screen.more)}")
        if isinstance(screen.picture, Hundred) and screen.picture.low < screen.picture.high:
            say(quiet("Hollow squares might be otherwise on other documents like these."))
        for why, row in screen.examples:
            _example(page, why, row)


def _figure(screen: Screen) -> Figure | None:
    match screen.picture:
        case Hundred() as hundred:
            after = screen.key == "people"
            return hundred_figure(
                hundred,
                "right, or looked at" if after else "right",
                "still wrong" if after else "wrong",
            )
        case FoundAndMissed() as found:
            return found_figure(found)
        case None:
            return None
        case ways:
            return ways_figure(ways)


def _example(page: Page, why: str, row: int) -> None:
    """A document with what it truly is and what was said of it."""
    truth, evaluation = page.review.truth, page.evaluation
    at = int(np.searchsorted(evaluation.rows, row))
    true, called = (
        listed([truth.classes[c] for c in matrix[[at]].nonzero()[1]]) or "no class"
        for matrix in (evaluation.truth, evaluation.assigned)
    )
    say(f"<b>{escaped(why)}</b> {quiet(f'Truly {plain(true)}; it says {plain(called)}.')}")
    if truth.text_column is not None:
        text = str(truth.columns[truth.text_column][row])
        text_block(literal(text[:LONGEST]), "", "…" if len(text) > LONGEST else "")
    elif truth.documents is not None:
        say(quiet(f"Document {plain(truth.documents[row])}"))


def show_ways(key: Key) -> None:
    """To each screen; the arrow keys go to the one before and the next."""
    n = KEYS.index(key)
    # on a line of its own, where it breaks on a phone
    widgets.section(AT, "Screen", NAMES, label_visibility="collapsed")
    with st.container(horizontal=True):
        for label, arrow, to in (("Back", "Left", n - 1), ("Next", "Right", n + 1)):
            st.button(
                label,
                key=f"story_{label.lower()}",
                shortcut=arrow,
                disabled=not 0 <= to < len(KEYS),
                on_click=state.choose,
                args=(AT, KEYS[min(max(to, 0), len(KEYS) - 1)]),
            )
