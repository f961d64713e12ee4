"""Whoever came by a share link: what they may see, and whether its numbers are as they were."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

import streamlit as st

from breakeven.ui.app.page.links import page_link
from breakeven.ui.app.session import access, state
from breakeven.ui.pages import PAGES, PageKey, PageRecord

if TYPE_CHECKING:  # who came by no link needs no database, and the first page nothing that counts
    from breakeven.analysis.selection.selection import Selection
    from breakeven.data.records import Review
    from breakeven.results.signed_numbers import NumberDifference
    from breakeven.store.people import ShareLink
    from breakeven.ui.components.markdown import Badge

SHARE_KEY, COMPARED, REFUSED = "share", "share_compared", "share_refused"
ANOTHER = "This link opens one review only."


def enter() -> None:
    """Let somebody in: by the share link of the address, else as whoever they are.

    What a link shows is chosen at first. Stops the page where there is no way in.
    """
    token = state.raw().get(SHARE_KEY)
    if token is None:
        state.forget(access.VISITING)
        access.ask_in()
        return
    share = _opened_share(token)
    state.remember(access.VISITING, share)
    key = state.raw().get("review", share.fingerprint)
    # an address that names nothing else asks for what was shared
    if key != share.fingerprint or not state.names_more_than("review", SHARE_KEY):
        state.start_over(share.fingerprint)
        state.raw().update(share.choices)
    if key != share.fingerprint:
        state.remember(REFUSED, ANOTHER)


def _opened_share(token: str) -> ShareLink:
    # loads SQLAlchemy
    from breakeven.store.errors import LibraryError
    from breakeven.store.share_links import MembersOnlyError, open_share_link

    library = access.library()
    if library is None:
        _stop(access.library_trouble() or "")
    try:
        return open_share_link(library, access.whoever(), token)
    except MembersOnlyError as error:
        state.forget(access.VISITING)
        access.ask_in()
        _stop(str(error))
    except LibraryError as error:
        _stop(str(error))


def _stop(why: str) -> NoReturn:
    state.forget(access.VISITING)
    st.title("A shared review", anchor=False)
    st.warning(why)
    st.stop()
    raise AssertionError("unreachable")


def visiting() -> ShareLink | None:
    """The share link that this session came by; None for who is here by themselves."""
    found: ShareLink | None = state.remembered(access.VISITING)
    return found


def pages_offered(pages: Iterable[PageRecord]) -> list[PageRecord]:
    """Of the menu, the pages for who is here."""
    everything = visiting() is None
    return [page for page in pages if everything or page.for_visitors]


def hold_back(page: PageKey) -> None:
    """Stop a page that is not for whoever came by a share link, with a way on."""
    if visiting() is not None and not PAGES[page].for_visitors:
        st.title("A shared review", anchor=False)
        st.info("Your link opens one review, to look at only.")
        page_link("summary", "Look at it")
        st.stop()


def compare(loaded: Review) -> None:
    """Work out the shared numbers anew, once in a session, and note what differs."""
    share = visiting()
    if share is None or share.numbers is None or _compared(share) is not None:
        return
    # loads NumPy
    from breakeven.results.signed_numbers import differences
    from breakeven.ui.app.cache import cache
    from breakeven.ui.app.store.marks import with_marks
    from breakeven.ui.app.store.signatures import numbers_shown

    with state.instead(
        {"review": share.fingerprint, SHARE_KEY: state.raw()[SHARE_KEY], **share.choices}
    ):
        review = replace(with_marks(loaded), measures=())
        measured = numbers_shown(review, cache.selected(review))
    now = {"measures": {}, "counts": {}} if measured is None else measured[0]
    state.remember(COMPARED, (share.token_hash, differences(share.numbers["numbers"], now)))


def _compared(share: ShareLink) -> list[NumberDifference] | None:
    known = state.remembered(COMPARED)
    return known[1] if known is not None and known[0] == share.token_hash else None


def changed() -> list[NumberDifference] | None:
    """What differs from when the link was made; None where nothing was to be compared."""
    share = visiting()
    return None if share is None else _compared(share)


def badges_of(review: Review, selection: Selection) -> list[Badge]:
    """That this is to look at only, and whether the numbers are those that were shared."""
    share = visiting()
    if share is None:
        return []
    # loads NumPy
    from breakeven.ui.app.store.signatures import choices_of, others, others_in_words
    from breakeven.ui.components.markdown import Badge

    differing = changed()
    day = share.created[:10]
    if differing:
        words = f"shared on {day}; the numbers have changed"
        return [Badge("red", "gpp_bad", words, "history", "See on History what differs.")]
    if other := others(share.choices, choices_of(review, selection)):
        words = f"shared on {day} with {others_in_words(other)}"
        more = "You have chosen something else since. Open the link again to see what was shared."
        return [Badge("orange", "visibility", words, "history", more)]
    same = "" if differing is None else "; the numbers are as they were"
    more = "A share link shows one version of one review, to look at only."
    return [Badge("gray", "visibility", f"shared on {day}{same}", "history", more)]
