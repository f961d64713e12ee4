"""The review that is chosen in the list: opened, named, put away, taken along, deleted."""

from __future__ import annotations

from io import BytesIO

import streamlit as st

from breakeven.library.actors import Action, may
from breakeven.library.exchange import packed_review
from breakeven.library.packed import ENDING, write_packed
from breakeven.library.saved import STATUSES, Listed, Status
from breakeven.ui.app.library import saved
from breakeven.ui.app.library.doing import do, doing, say_refused
from breakeven.ui.app.library.kept_reviews import reviews
from breakeven.ui.app.session import links, login, state, widgets
from breakeven.ui.components.downloads import named, said_of
from breakeven.ui.components.html import bold, escaped, say

LONGEST_TITLE = 200
REFUSED, DELETING = "reviews_refused", "reviews_deleting"
STAYS = (
    "It cannot be brought back. That it was deleted stays in the library's own history, with its "
    "title and fingerprints."
)


def show_chosen(review: Listed) -> None:
    """What can be done with a review, as far as who is here may."""
    role = login.role()

    def allowed(action: Action) -> bool:
        return may(role, action)

    with st.container(border=True, key="review_chosen"):
        say(bold(review.title, 200))
        with st.container(horizontal=True):
            if st.button("Open", key="review_open", type="primary", icon=":material/open_in_new:"):
                _turn_to(review, _home(review))
            if st.button("History", key="review_history", icon=":material/history:"):
                _turn_to(review, "pages/history.py")
            if allowed("edit"):
                _archive(review)
            st.download_button(
                "Export",
                lambda: _packed(review),
                named(said_of(()) | {"review": review.title}, "", ENDING[1:]),
                "application/zip",
                key="review_export",
                icon=":material/download:",
                on_click="ignore",
                help="One file with all versions, their files as received, and all that was said.",
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


def _home(review: Listed) -> str:
    """Where it opens, as far as its row tells: it is not read for that."""
    if review.about["systems"]:
        return "pages/overview.py"
    return "pages/splits.py" if review.about["splits"] else "pages/agreement.py"


def _turn_to(review: Listed, page: str) -> None:
    state.open_review(review.fingerprint)
    links.turn_to(page)


def _archive(review: Listed) -> None:
    back = review.archived
    st.button(
        "Take out of the archive" if back else "Archive",
        key="review_archive",
        icon=":material/unarchive:" if back else ":material/archive:",
        on_click=doing(lambda where, who: where.archive(who, review.id, not back), REFUSED),
        help="Files that are read under its title begin a review of their own.",
    )


def _edit(review: Listed) -> None:
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
            help="Files that are read under this title are its next version.",
        )
    with right:
        widgets.select(
            f"review_status_{review.id}",
            "Status",
            STATUSES,
            review.status,
            changed=set_status,
        )


def _packed(review: Listed) -> bytes:
    out = BytesIO()
    found = saved.library()
    if found is not None:
        write_packed(packed_review(found, saved.actor(), review.id), out)
    return out.getvalue()


def _confirm(review: Listed) -> None:
    going = saved.asked(lambda library: library.going(saved.actor(), review.id))
    if going is None:
        return
    say(escaped(f"This deletes {going}. {STAYS}"))
    with st.container(horizontal=True):
        st.button(
            "Delete for good",
            key="review_delete_for_good",
            type="primary",
            on_click=lambda: _delete(review),
        )
        st.button("Keep it", key="review_keep", on_click=lambda: state.forget(DELETING))


def _delete(review: Listed) -> None:
    """Delete, and forget what this process holds of it; whoever looks at it looks at nothing."""
    before = saved.asked(lambda library: library.review(saved.actor(), review.id))
    state.forget(DELETING)
    done = do(lambda where, who: where.delete(who, review.id), REFUSED)
    if before is None or not done:
        return
    gone = {version.fingerprint for version in before.versions}
    for fingerprint in gone:
        reviews.drop(fingerprint)
    state.forget("review")
    if state.raw().get("review") in gone:
        state.close_review()
