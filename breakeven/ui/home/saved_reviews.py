"""What is saved: searched, filtered, and what is done with the one that is chosen.

It is opened, renamed, archived, exported or deleted.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING

import streamlit as st

from breakeven.data.wording import count_of, listed, time_ago, visible
from breakeven.store.actors import StoreAction, is_allowed
from breakeven.store.event_kinds import LOCAL_USER
from breakeven.store.exchange import packed_review
from breakeven.store.review_file import ENDING, write_packed
from breakeven.store.saved_review import STATUSES, ListedReview, Status
from breakeven.store.storage_limits import size_of
from breakeven.ui.app.page import links
from breakeven.ui.app.session import access, state, widgets
from breakeven.ui.app.session.access import do, doing, say_refused
from breakeven.ui.app.session.downloads import named, page_facts
from breakeven.ui.app.store.memory import review_memory
from breakeven.ui.components.html import bold, escaped, quiet, say
from breakeven.ui.home.recent import home_of_listed
from breakeven.ui.pages import PageKey

if TYPE_CHECKING:
    import pandas as pd


# --- the list of what is saved: searched, filtered, and one of it chosen


# in pixels, so that the last columns are seen on a small screen too; names of systems, which may
# be long, come last
WIDTHS = {
    "title": 190, "status": 95, "versions": 65, "last opened": 150, "owner": 80,
    "documents": 80, "classes": 60, "size": 70, "systems": 150,
}  # fmt: skip
CHOSEN_KEY, ANY = "home.chosen", "any"
MOST_HIGH = 420


def manage_reviews() -> None:
    """All reviews in a list that can be searched, and what is done with the one that is chosen."""
    known = ("home.chosen", "home.search", "home.status", "home.archived")
    with st.expander(
        "All reviews: find, rename, export, delete",
        icon=":material/inventory_2:",
        expanded=any(state.raw().get(key) for key in known),
    ):
        chosen = choose_review()
        if chosen is not None:
            show_chosen(chosen)


def choose_review() -> ListedReview | None:
    """All reviews that fit what is typed; the one that is chosen, None where none is."""
    reviews = access.ask_library(lambda library: library.listed(access.actor()))
    if reviews is None:
        st.warning(access.library_trouble())
        return None
    if not reviews:
        return None
    shown = _filtered(reviews)
    # also where it does not fit any more: after it was renamed, or put away
    chosen = next((review for review in reviews if review.id == state.raw().get(CHOSEN_KEY)), None)
    if not shown:
        st.info("No review matches.")
        return chosen
    marked = [shown.index(chosen)] if chosen in shown else []
    widgets.rows(
        "reviews_table",
        table_of(shown),
        marked,
        lambda row: state.choose(CHOSEN_KEY, shown[row].id),
        MOST_HIGH,
        column_config={
            name: st.column_config.Column(width=pixels) for name, pixels in WIDTHS.items()
        },
    )
    if chosen is None:
        say(quiet("Choose a row to rename, export, archive or delete a review."))
    usage = access.ask_library(lambda library: library.usage(access.actor()))
    if usage is not None:
        say(quiet(escaped(f"{usage}.")))
    return chosen


def _filtered(reviews: Sequence[ListedReview]) -> list[ListedReview]:
    left, middle, right = st.columns([4, 2, 2], vertical_alignment="bottom")
    with left:
        words = widgets.text("home.search", "Search", placeholder="Title, system or owner")
    with middle:
        status = widgets.select("home.status", "Status", [ANY, *STATUSES])
    archived = sum(review.archived for review in reviews)
    with right:
        too = bool(archived) and widgets.toggle("home.archived", f"Show archived ({archived:,})")
    return [
        review
        for review in reviews
        if (too or not review.archived)
        and status in (ANY, review.status)
        and has_words(review, words)
    ]


def has_words(review: ListedReview, words: str) -> bool:
    """Whether each word is in the title, owner, status, a system or split, or the counts."""
    about = review.about
    counts = (
        count_of(about["documents"], "document"),
        count_of(about["classes"], "class", "classes"),
    )
    text = [review.title, review.owner, review.status, *about["systems"], *about["splits"], *counts]
    searched = "\n".join(text).casefold()
    return all(word in searched for word in words.casefold().split())


def table_of(reviews: Sequence[ListedReview]) -> pd.DataFrame:
    """A row for each review; what cannot be seen in a title is a sign.

    Owners, where there is any but the local user.
    """
    import pandas as pd

    now = datetime.now(UTC)
    owners = [visible(review.owner or LOCAL_USER) for review in reviews]
    return pd.DataFrame(
        {
            "title": [visible(review.title) for review in reviews],
            "status": [_status(review) for review in reviews],
            "versions": [review.versions for review in reviews],
            "last opened": [time_ago(review.opened, now) for review in reviews],
            "documents": [review.about["documents"] for review in reviews],
            "classes": [review.about["classes"] for review in reviews],
            "size": [size_of(review.bytes) for review in reviews],
            **({"owner": owners} if any(review.owner for review in reviews) else {}),
            "systems": [visible(_systems(review)) for review in reviews],
        }
    )


def _status(review: ListedReview) -> str:
    return f"{review.status}, archived" if review.archived else review.status


def _systems(review: ListedReview) -> str:
    names = review.about["systems"]
    return listed(names) if names else "none"


# --- the review that is chosen in the list: opened, named, put away, taken along, deleted


LONGEST_TITLE = 200
REFUSED, DELETING = "reviews_refused", "reviews_deleting"
STAYS = (
    "This cannot be undone. The library's history keeps its title and fingerprints, and that it "
    "was deleted."
)


def show_chosen(review: ListedReview) -> None:
    """What can be done with a review, as far as who is here may."""
    role = access.role()

    def allowed(action: StoreAction) -> bool:
        return is_allowed(role, action)

    with st.container(border=True, key="review_chosen"):
        say(bold(review.title, 200))
        with st.container(horizontal=True):
            if st.button("Open", key="review_open", type="primary", icon=":material/open_in_new:"):
                _turn_to(review, home_of_listed(review))
            if st.button("History", key="review_history", icon=":material/history:"):
                _turn_to(review, "history")
            if allowed("edit"):
                _archive(review)
            st.download_button(
                "Export",
                lambda: _packed(review),
                named(page_facts(()) | {"review": review.title}, "", ENDING[1:]),
                "application/zip",
                key="review_export",
                icon=":material/download:",
                on_click="ignore",
                help="One file with all versions, the files you uploaded, and all notes.",
            )
            if allowed("delete"):
                st.button(
                    "Delete …",
                    key="review_delete",
                    icon=":material/delete:",
                    on_click=lambda: state.remember(DELETING, review.id),
                )
        if allowed("edit"):
            _edit(review)
        if allowed("delete") and state.remembered(DELETING) == review.id:
            _confirm(review)
        say_refused(REFUSED)


def _turn_to(review: ListedReview, page: PageKey) -> None:
    state.open_review(review.fingerprint)
    links.turn_to(page)


def _archive(review: ListedReview) -> None:
    back = review.archived
    st.button(
        "Unarchive" if back else "Archive",
        key="review_archive",
        icon=":material/unarchive:" if back else ":material/archive:",
        on_click=doing(lambda where, who: where.archive(who, review.id, not back), REFUSED),
        help="New files under its title start a review of their own.",
    )


def _edit(review: ListedReview) -> None:
    left, right = st.columns([3, 1])

    def rename(title: str) -> None:
        if title.strip() and title.strip() != review.title:
            do(lambda where, who: where.rename(who, review.id, title.strip()), REFUSED)

    def set_status(status: Status) -> None:
        do(lambda where, who: where.set_status(who, review.id, status), REFUSED)

    with left:
        widgets.line(
            f"review_title_{review.id}",
            "Title",
            review.title,
            rename,
            max_chars=max(LONGEST_TITLE, len(review.title)),
            help="New files under this title become its next version.",
        )
    with right:
        widgets.select(
            f"review_status_{review.id}",
            "Status",
            STATUSES,
            review.status,
            changed=set_status,
        )


def _packed(review: ListedReview) -> bytes:
    out = BytesIO()
    found = access.library()
    if found is not None:
        write_packed(packed_review(found, access.actor(), review.id), out)
    return out.getvalue()


def _confirm(review: ListedReview) -> None:
    going = access.ask_library(lambda library: library.going(access.actor(), review.id))
    if going is None:
        return
    say(escaped(f"This deletes {going}. {STAYS}"))
    with st.container(horizontal=True):
        st.button(
            "Delete for ever",
            key="review_delete_for_good",
            type="primary",
            on_click=lambda: _delete(review),
        )
        st.button("Keep it", key="review_keep", on_click=lambda: state.forget(DELETING))


def _delete(review: ListedReview) -> None:
    """Delete, and forget what this process holds of it; whoever looks at it looks at nothing."""
    before = access.ask_library(lambda library: library.review(access.actor(), review.id))
    state.forget(DELETING)
    done = do(lambda where, who: where.delete(who, review.id), REFUSED)
    if before is None or not done:
        return
    gone = {version.fingerprint for version in before.versions}
    for fingerprint in gone:
        review_memory.drop(fingerprint)
    state.forget("review")
    if state.raw().get("review") in gone:
        state.close_review()
