"""What is saved: searched, filtered, and what is done with the one that is chosen.

It is opened, named, put away, taken along or deleted. One that was exported elsewhere is brought
in, and the samples are opened.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

import streamlit as st

from breakeven.data.wording import count_of, listed, moment_of, visible
from breakeven.readers.base.problems import ReadError
from breakeven.readers.samples import SAMPLES
from breakeven.store.actors import NotAllowedError, StoreAction, is_allowed
from breakeven.store.errors import LibraryError
from breakeven.store.event_kinds import LOCAL_USER
from breakeven.store.exchange import packed_review, take_in
from breakeven.store.review_file import ENDING, read_packed, write_packed
from breakeven.store.saved_review import STATUSES, ListedReview, Status
from breakeven.store.storage_limits import size_of
from breakeven.ui.app.page import links
from breakeven.ui.app.page.links import page_link
from breakeven.ui.app.session import access, state, widgets
from breakeven.ui.app.session.access import do, doing, say_refused
from breakeven.ui.app.session.downloads import named, page_facts
from breakeven.ui.app.store.memory import review_memory
from breakeven.ui.components.html import bold, escaped, prose, quiet, say
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
CHOSEN_KEY, ANY = "reviews.chosen", "any"
MOST_HIGH = 420
NOTHING_SAVED = (
    "Nothing is saved yet. Files are saved as soon as they are read; a sample that is open is "
    "saved on its History page."
)


def choose_review() -> ListedReview | None:
    """All reviews that fit what is typed; the one that is chosen, None where none is."""
    reviews = access.ask_library(lambda library: library.listed(access.actor()))
    if reviews is None:
        st.warning(access.library_trouble())
        return None
    if not reviews:
        st.info(NOTHING_SAVED)
        page_link("load", "Load files")
        return None
    shown = _filtered(reviews)
    # also where it does not fit any more: after it was renamed, or put away
    chosen = next((review for review in reviews if review.id == state.raw().get(CHOSEN_KEY)), None)
    if not shown:
        st.info("No review fits.")
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
        say(quiet("Choose a row to open a review, rename it, take it along, or delete it."))
    usage = access.ask_library(lambda library: library.usage(access.actor()))
    if usage is not None:
        say(quiet(escaped(f"{usage}.")))
    return chosen


def _filtered(reviews: Sequence[ListedReview]) -> list[ListedReview]:
    left, middle, right = st.columns([4, 2, 2], vertical_alignment="bottom")
    with left:
        words = widgets.text(
            "reviews.search", "Search", placeholder="words of titles, systems, owners"
        )
    with middle:
        status = widgets.select("reviews.status", "Status", [ANY, *STATUSES])
    archived = sum(review.archived for review in reviews)
    with right:
        too = bool(archived) and widgets.toggle(
            "reviews.archived", f"Archived ones too ({archived:,})"
        )
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

    owners = [visible(review.owner or LOCAL_USER) for review in reviews]
    return pd.DataFrame(
        {
            "title": [visible(review.title) for review in reviews],
            "status": [_status(review) for review in reviews],
            "versions": [review.versions for review in reviews],
            "last opened": [moment_of(review.opened) for review in reviews],
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
    "It cannot be brought back. That it was deleted stays in the library's own history, with its "
    "title and fingerprints."
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
                _turn_to(review, _home(review))
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


def _home(review: ListedReview) -> PageKey:
    """Where it opens, as far as its row tells: it is not read for that."""
    about = review.about
    return links.home_for(bool(about["systems"]), labelled=True, people=not about["splits"])


def _turn_to(review: ListedReview, page: PageKey) -> None:
    state.open_review(review.fingerprint)
    links.turn_to(page)


def _archive(review: ListedReview) -> None:
    back = review.archived
    st.button(
        "Take out of the archive" if back else "Archive",
        key="review_archive",
        icon=":material/unarchive:" if back else ":material/archive:",
        on_click=doing(lambda where, who: where.archive(who, review.id, not back), REFUSED),
        help="Files that are read under its title begin a review of their own.",
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
            "Delete for good",
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


# --- a review that was exported elsewhere, brought into the library


IMPORT_RESULT = "review_import_said"
IMPORT_HELP = (
    "A file made by Export brings a review with all its versions, marks and notes. It is checked, "
    "and its files are read again when a version is opened."
)


def bring_in() -> None:
    """A way to import, for those who may."""
    if access.looks_only() or not is_allowed(access.role(), "import"):
        return
    with st.expander("Import a review", icon=":material/upload_file:"):
        st.caption(IMPORT_HELP)
        file = st.file_uploader(f"A {ENDING} file", type=[ENDING[1:]], key="review_import")
        if file is None:
            state.forget(IMPORT_RESULT)
            return
        st.button(
            "Import", key="review_import_now", type="primary", on_click=_take_in, args=(file,)
        )
        if outcome := state.remembered(IMPORT_RESULT):
            prose(["What came of it"], [[escaped(line)] for line in outcome])


def _take_in(file: Any) -> None:
    library = access.library()
    if library is None:
        state.remember(IMPORT_RESULT, [access.library_trouble()])
        return
    try:
        with st.spinner("Importing …", show_time=True):
            review = take_in(library, access.actor(), read_packed(file.getvalue(), file.name))
    except ReadError as error:
        state.remember(IMPORT_RESULT, [str(problem) for problem in error.problems])
    except (LibraryError, NotAllowedError) as error:
        state.remember(IMPORT_RESULT, [str(error)])
    else:
        state.remember(IMPORT_RESULT, [f"“{review.title}” is in the library."])
        state.choose(CHOSEN_KEY, review.id)


# --- the samples, apart from what is saved


SAMPLES_HELP = (
    "They come with the program and are not saved; one that is open can be, on its History page."
)


def show_samples() -> None:
    """A button to open each."""
    st.header("Samples", anchor=False)
    st.caption(SAMPLES_HELP)
    with st.container(horizontal=True):
        for key, name in SAMPLES.items():
            if st.button(f"Open {name}", key=f"open_{key}"):
                state.open_review(key)
                links.turn_to("summary")
