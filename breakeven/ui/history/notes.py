"""What people wrote of a review, and what was done about it, the latest first.

Notes on the review, its classes, pairs and documents; and every event.
"""

from __future__ import annotations

import streamlit as st
from markupsafe import Markup

from breakeven.data.records import Review
from breakeven.data.wording import NO_CLASS, count_of
from breakeven.store.event_kinds import actor_text, event_history
from breakeven.store.notes import Note, NoteSubject
from breakeven.ui.app.page.links import common, documents_url, url_of
from breakeven.ui.app.session.access import say_refused
from breakeven.ui.app.store.notes import notes_on, show_each, write_on
from breakeven.ui.app.store.saved import Saved
from breakeven.ui.components.html import bold, linked, literal, moment, plain, prose, quiet, say

# --- all notes on a review: on itself, its classes and pairs, and those among the marks


NOTES_AT_ONCE = 20
LONGEST = 300


def show_all_notes(review: Review) -> None:
    """Each with a link to what it is about, the latest first, and a field for another."""
    st.header("Notes", anchor=False)
    placed = notes_on(review)
    if placed is None:
        return
    place, notes = placed
    if not notes:
        say("There are no notes on the review, a class or a pair of classes.")
    shown = notes[::-1][:NOTES_AT_ONCE]
    if len(shown) < len(notes) and st.toggle(f"Show all {len(notes):,} notes", key="all_notes"):
        shown = notes[::-1]
    show_each(place, shown, lambda note: _about(review, note))
    write_on(place, NoteSubject())
    say(quiet("Write notes on a class or a pair of classes on Classes and Confusions."))
    say_refused()
    _show_marked(review)


def _about(review: Review, note: Note) -> Markup:
    """What a note is about, as a link where this version has it."""
    names, classes = note.about.names, review.truth.classes
    if note.about.what == "review":
        return Markup("<b>The review</b>")
    gone = [name for name in names if name is not None and name not in classes]
    if note.about.what == "class":
        words = Markup("Class {}").format(bold(names[0]))
        url = url_of("classes", common() | {"class": names[0] or ""})
    else:
        true, assigned = (NO_CLASS if name is None else name for name in names)
        words = Markup("True {}, predicted {}").format(bold(true), bold(assigned))
        cell = "-".join(
            str(len(classes) if name is None or gone else classes.index(name)) for name in names
        )
        url = url_of("confusions", common() | {"confusions.cell": cell})
    if gone:
        none = Markup(" and ").join(plain(name) for name in gone)
        return Markup("{} {}").format(
            words, quiet(Markup("This version has no class {}.").format(none))
        )
    return linked(words, url)


def _show_marked(review: Review) -> None:
    """Notes on documents, which are marks: where they were written."""
    loaded = review.loaded
    marks, ids = loaded.marks, loaded.truth.documents
    if marks is None or ids is None or not len(marks.noted):
        return
    say(f"Notes on documents, from their marks: {count_of(len(marks.noted), 'document')}.")
    rows = []
    for row in marks.noted[:NOTES_AT_ONCE].tolist():
        name = str(ids[row])
        link = linked(plain(name), documents_url(None, {"as_if": None}, name))
        rows += [
            [
                link,
                Markup("“{}”").format(literal(event.note[:LONGEST])),
                plain(event.who),
                plain(event.when),
            ]
            for event in marks.events_of(row)
            if event.note
        ]
    prose(["Document", "Note", "By", "When"], rows)
    if len(marks.noted) > NOTES_AT_ONCE:
        say(quiet(f"The first {NOTES_AT_ONCE} documents; the filter “noted” has them all."))


# --- what was said and done about a saved review, the latest first


EVENTS_AT_ONCE = 50
LONGEST_EVENT = 600


def show_events(saved: Saved) -> None:
    """Who did what, and when; all of it stays, and nothing is ever changed."""
    st.header("What happened", anchor=False)
    events = event_history(saved.events)[::-1]
    shown = events[:EVENTS_AT_ONCE]
    if len(shown) < len(events) and st.toggle(f"Show all {len(events):,}", key="all_events"):
        shown = events
    rows = [
        [
            moment(event.time),
            plain(actor_text(event.actor)),
            "" if event.version is None else f"{event.version}",
            plain(event.what, LONGEST_EVENT),
        ]
        for event in shown
    ]
    prose(["When", "Who", "Version", "What"], rows)
