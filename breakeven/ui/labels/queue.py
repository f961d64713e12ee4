"""Judging blind: one pair of a document and a class at a time, whatever was labelled or called."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

from breakeven.labels.blind import (
    NOTE,
    Answer,
    Queue,
    answers_of,
    audit_of,
    judgement,
    queue_of,
)
from breakeven.labels.errors import Doubts
from breakeven.labels.evidence import Asked
from breakeven.records import Marks, Review
from breakeven.reports.values import ids_of
from breakeven.selection import Selection, cut_for, system_of
from breakeven.ui.app.head.shortcuts import key_of
from breakeven.ui.app.kept import cache
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.kept.doubts import doubts_of
from breakeven.ui.app.library import marks
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.session.links import documents_url
from breakeven.ui.components.html import bold, linked, quiet, say
from breakeven.ui.labels.looking import Looked
from breakeven.ui.labels.result import show_result
from breakeven.ui.labels.text import show_text

SIZE, SHOW = "labels.size", "labels.result"
SIZES = {"10": 10, "25": 25, "50": 50, "100": 100, "200": 200}
BUTTONS: dict[Answer, tuple[str, str, str]] = {
    "yes": ("Yes", key_of("yes"), ":material/check:"),
    "no": ("No", key_of("no"), ":material/close:"),
    "unclear": ("Unclear", key_of("cannot_say"), ":material/question_mark:"),
}


def show_queue(looked: Looked) -> None:
    """What the queue is for, and the queue, where it can be."""
    say(
        "Is the list right? Judge a sample: labels in doubt mixed with as many others, in random "
        "order. You see the text and one class, not what was labelled, what any system assigned, "
        "or which of the two it is. Your answers are kept as marks, and can be downloaded with "
        f"them on the {linked('Documents page', documents_url(None))}."
    )
    if looked.page.review.as_if is not None:
        st.info("This judges labels as they were loaded. Choose so under Labels in the settings.")
    elif looked.truth.text_column is None:
        st.info("The file has no column of texts, so there is nothing to judge by.")
    elif not len(looked.shown):
        st.info("No label of these documents is in doubt, so there is nothing to judge.")
    else:
        widgets.select(
            SIZE,
            "Labels in doubt to judge, and as many others",
            list(SIZES),
            default="25",
            help="More answers make the intervals narrower. The order stays the same, so that you "
            "can go on later with more.",
        )
        _show(looked.page.review, looked.page.selection, looked.doubts.asked_for)


@cached(entries=8)
def _queue(review: Review, selection: Selection, asked: Asked, size: int) -> Queue:
    doubts = doubts_of(review, selection.system, selection.split, asked)
    if not isinstance(doubts, Doubts):
        raise TypeError("nobody can say which labels are in doubt")
    shown = cache.predictions_of(review, selection.system, selection.documents).rows
    rows = np.intersect1d(doubts.rows, shown, assume_unique=True)
    decisions = {}
    for said in review.own:
        cut = cut_for(review, selection, system_of(review, said.system))
        whole = cache.predictions_of(review, said.system, selection.split)
        assigned = cache.decided(review, said.system, selection.split, cut)
        decisions[said.system] = whole.rows, assigned
    return queue_of(review, doubts, rows, decisions, size)


@widgets.fragment
def _show(review: Review, selection: Selection, asked: Asked) -> None:
    """Drawn again alone after each answer."""
    review = marks.renewed(review)
    size = SIZES[state.one_of(SIZE, SIZES, "25")]
    # neither the class looked at nor how F is made changes who is asked what
    of = replace(selection, class_index=0, beta=1.0, undefined="drop")
    queue = _queue(review, of, asked, size)
    answers = answers_of(queue, review.marks)
    done = sum(answer is not None for answer in answers)
    st.progress(done / len(queue), f"{done:,} of {len(queue):,} judged")
    if done < len(queue):
        _ask(review, queue, answers.index(None))
    _take_back(review)
    if done == len(queue) or _wanted():
        show_result(queue, answers, audit_of(queue, answers))


def _ask(review: Review, queue: Queue, at: int) -> None:
    pair = queue.drawn[at]
    row, c = int(queue.document[pair]), int(queue.class_index[pair])
    truth = review.truth
    say(f"Does this document belong to {bold(truth.classes[c])}?")
    with st.container(horizontal=True, key="answers"):
        for answer, (label, key, icon) in BUTTONS.items():
            st.button(
                label,
                key=f"answer_{answer}",
                icon=icon,
                shortcut=key,
                on_click=lambda said=answer: marks.add(review, judgement(queue, at, said)),
            )
    say(quiet(f"Document {bold(ids_of(truth, np.array([row]))[0])}"))
    show_text(truth, row)


def _take_back(review: Review) -> None:
    """A way back from the last answer, where that is the last mark that was set."""
    if _last_is_blind(review.marks):
        st.button(
            "Take back the last answer",
            key="take_back",
            type="tertiary",
            icon=":material/undo:",
            on_click=lambda: marks.undo(review),
        )


def _last_is_blind(set_: Marks | None) -> bool:
    if set_ is None:
        return False
    undone = {event.undoes for event in set_.events}
    standing = (
        event
        for place, event in reversed([*enumerate(set_.events)])
        if event.undoes is None and place not in undone and event.kind != "seen"
    )
    last = next(standing, None)
    return last is not None and last.note == NOTE


def _wanted() -> bool:
    shown = state.raw().get(SHOW) == "on"
    # no switch: while one has the focus the keys of the answers do nothing
    st.button(
        "Hide the result so far" if shown else "Show the result so far",
        key="result_so_far",
        type="tertiary",
        icon=":material/visibility_off:" if shown else ":material/visibility:",
        on_click=lambda: state.share(SHOW, "off" if shown else "on"),
        help="Decide beforehand how many to judge: an interval does not hold where one stops "
        "because the result pleases.",
    )
    return shown
