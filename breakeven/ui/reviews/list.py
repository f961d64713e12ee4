"""The list of what is saved: searched, filtered, and one of it chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from breakeven.library.room import size_of
from breakeven.library.saved import STATUSES, Listed
from breakeven.library.told import LOCAL_USER
from breakeven.text import count_of, listed, moment_of, visible
from breakeven.ui.app.library import saved
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.session.links import page_link
from breakeven.ui.components.html import escaped, quiet, say

if TYPE_CHECKING:  # slow to import, and nothing saved shows no table
    import pandas as pd

# in pixels, so that the last columns are seen on a small screen too; names of systems, which may
# be long, come last
WIDTHS = {
    "title": 190, "status": 95, "versions": 65, "last opened": 150, "owner": 80,
    "documents": 80, "classes": 60, "size": 70, "systems": 150,
}  # fmt: skip
CHOSEN, ANY = "reviews.chosen", "any"
MOST_HIGH = 420
NOTHING_SAVED = (
    "Nothing is saved yet. Files are saved as soon as they are read; a sample that is open is "
    "saved on its History page."
)


def choose_review() -> Listed | None:
    """All reviews that fit what is typed; the one that is chosen, None where none is."""
    found = saved.asked(lambda library: library.listed(saved.actor()))
    if found is None:
        st.warning(saved.trouble())
        return None
    if not found:
        st.info(NOTHING_SAVED)
        page_link("app.py", "Load files", ":material/upload_file:")
        return None
    shown = _filtered(found)
    # also where it does not fit any more: after it was renamed, or put away
    chosen = next((review for review in found if review.id == state.raw().get(CHOSEN)), None)
    if not shown:
        st.info("No review fits.")
        return chosen
    marked = [shown.index(chosen)] if chosen in shown else []
    widgets.rows(
        "reviews_table",
        table_of(shown),
        marked,
        lambda row: state.choose(CHOSEN, shown[row].id),
        MOST_HIGH,
        column_config={
            name: st.column_config.Column(width=pixels) for name, pixels in WIDTHS.items()
        },
    )
    if chosen is None:
        say(quiet("Choose a row to open a review, rename it, take it along, or delete it."))
    usage = saved.asked(lambda library: library.usage(saved.actor()))
    if usage is not None:
        say(quiet(escaped(f"{usage}.")))
    return chosen


def _filtered(found: Sequence[Listed]) -> list[Listed]:
    left, middle, right = st.columns([4, 2, 2], vertical_alignment="bottom")
    with left:
        words = widgets.text(
            "reviews.search", "Search", placeholder="words of titles, systems, owners"
        )
    with middle:
        status = widgets.select("reviews.status", "Status", [ANY, *STATUSES])
    archived = sum(review.archived for review in found)
    with right:
        too = bool(archived) and widgets.toggle(
            "reviews.archived", f"Archived ones too ({archived:,})"
        )
    return [
        review
        for review in found
        if (too or not review.archived)
        and status in (ANY, review.status)
        and has_words(review, words)
    ]


def has_words(review: Listed, words: str) -> bool:
    """Whether each word is in the title, owner, status, a system or split, or the counts."""
    about = review.about
    counts = (
        count_of(about["documents"], "document"),
        count_of(about["classes"], "class", "classes"),
    )
    text = [review.title, review.owner, review.status, *about["systems"], *about["splits"], *counts]
    searched = "\n".join(text).casefold()
    return all(word in searched for word in words.casefold().split())


def table_of(found: Sequence[Listed]) -> pd.DataFrame:
    """A row for each review; what cannot be seen in a title is a sign.

    Owners, where there is any but the local user.
    """
    import pandas as pd

    owners = [visible(review.owner or LOCAL_USER) for review in found]
    return pd.DataFrame(
        {
            "title": [visible(review.title) for review in found],
            "status": [_status(review) for review in found],
            "versions": [review.versions for review in found],
            "last opened": [moment_of(review.opened) for review in found],
            "documents": [review.about["documents"] for review in found],
            "classes": [review.about["classes"] for review in found],
            "size": [size_of(review.bytes) for review in found],
            **({"owner": owners} if any(review.owner for review in found) else {}),
            "systems": [visible(_systems(review)) for review in found],
        }
    )


def _status(review: Listed) -> str:
    return f"{review.status}, archived" if review.archived else review.status


def _systems(review: Listed) -> str:
    names = review.about["systems"]
    return listed(names) if names else "none"
