"""Notes where what they are about is shown: read, written, edited and taken back.

Tested in `test_signing`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st
from markupsafe import Markup

from breakeven.data.records import Review
from breakeven.data.wording import moment_of
from breakeven.ui.app.cache.memo import digest
from breakeven.ui.app.session import access, state
from breakeven.ui.app.session.access import do, doing, may, say_refused
from breakeven.ui.app.store import saved
from breakeven.ui.components.html import literal, plain, quiet, say, text_block

if TYPE_CHECKING:  # what is not saved has no notes, and opens without a database
    from breakeven.store.notes import Note, NoteSubject
    from breakeven.store.saved_review import VersionPlace

EDITED = "note_edited"


def notes_on(review: Review) -> tuple[VersionPlace, list[Note]] | None:
    """Where a review stands in the library, and all notes on it; None where it is not saved."""
    place = access.place_of(review)
    if place is None:
        return None
    # loads SQLAlchemy
    from breakeven.store.notes import notes_of

    events = access.ask_library(lambda where: saved.events_at(where, place))
    return None if events is None else (place, notes_of(events))


def show_notes(review: Review, names: tuple[str | None, ...], head: str) -> None:
    """The notes on a class, or on a true class and the one assigned; folded while there are none.

    `head`: our own words for either. Nothing where nothing is saved.
    """
    placed = notes_on(review)
    if placed is None:
        return
    # loads SQLAlchemy
    from breakeven.store.notes import NoteSubject

    place, every = placed
    about = NoteSubject("class" if len(names) == 1 else "pair", names)
    notes = [note for note in every if note.about == about]
    if not notes and not may("note"):
        return
    label = f"Notes on {head}: {len(notes):,}" if notes else f"Notes on {head}"
    with st.expander(label, icon=":material/sticky_note_2:", expanded=bool(notes)):
        show_each(place, notes)
        write_on(place, about)
        say_refused()


def show_each(
    place: VersionPlace, notes: list[Note], about: Callable[[Note], str] = lambda _: ""
) -> None:
    """Notes one below the other; their own authors can edit them and take them back.

    `about`: what one is about, as our own HTML, where that is not plain from where it stands.
    """
    writes, admin = may("note"), may("members")
    for note in notes:
        with st.container(key=f"note_{note.n}", gap="small"):
            if subject := about(note):
                say(subject)
            if writes and state.remembered(EDITED) == note.n:
                _edit(place, note)
                continue
            text_block(literal(note.text))
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                say(quiet(_who_and_when(note, place.n)))
                if writes:
                    _ways(place, note, admin)


def _who_and_when(note: Note, version: int) -> Markup:
    # loads SQLAlchemy
    from breakeven.store.event_kinds import actor_text

    edited = f", edited {moment_of(note.edited)}" if note.edited is not None else ""
    other = "" if note.version in (version, None) else f", with version {note.version}"
    return Markup("{}, {}{}{}").format(
        plain(actor_text(note.actor)), moment_of(note.time), edited, other
    )


def _ways(place: VersionPlace, note: Note, admin: bool) -> None:
    """To edit a note that is one's own, and to take it back."""
    # loads SQLAlchemy
    from breakeven.store.notes import take_back_note

    who = access.actor()
    own = (note.actor.issuer, note.actor.subject) == (who.issuer, who.subject)
    if own:
        st.button(
            "Edit",
            key=f"edit_{note.n}",
            type="tertiary",
            on_click=lambda n=note.n: state.remember(EDITED, n),
        )
    if own or admin:
        st.button(
            "Remove",
            key=f"take_back_{note.n}",
            type="tertiary",
            on_click=doing(lambda where, who: take_back_note(where, who, place.review, note.n)),
        )


def _edit(place: VersionPlace, note: Note) -> None:
    # loads SQLAlchemy
    from breakeven.store.notes import LONGEST_NOTE, edit_note

    text = st.text_area("The note", note.text, key=f"note_text_{note.n}", max_chars=LONGEST_NOTE)

    def keep() -> None:
        words = state.remembered(f"note_text_{note.n}", text)
        if do(lambda where, who: edit_note(where, who, place.review, note.n, words)):
            state.forget(EDITED)

    with st.container(horizontal=True, gap="small"):
        st.button("Save", key=f"keep_{note.n}", on_click=keep)
        leave = f"leave_{note.n}"
        st.button("Cancel", key=leave, type="tertiary", on_click=lambda: state.forget(EDITED))


def write_on(place: VersionPlace, about: NoteSubject) -> None:
    """A field for another note, for who may write one."""
    # loads SQLAlchemy
    from breakeven.store.notes import LONGEST_NOTE, write_note

    if not may("note"):
        return
    # what was begun of one class is not for the next
    key = f"note_new_{digest(about)[:12]}"
    st.text_area(
        "A note",
        key=key,
        max_chars=LONGEST_NOTE,
        height=80,
        placeholder="what should others know?",
        label_visibility="collapsed",
    )

    def add() -> None:
        words = state.remembered(key, "")
        if do(lambda where, who: write_note(where, who, place.review, place.n, about, words)):
            state.remember(key, "")

    st.button("Add the note", key="note_add", icon=":material/add:", on_click=add)
