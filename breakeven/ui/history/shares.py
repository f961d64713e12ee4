"""Share links of a review: made, listed, and taken back."""

from __future__ import annotations

import streamlit as st

from breakeven.library.about import code_version
from breakeven.library.actors import Actor
from breakeven.library.library import Library
from breakeven.library.shares import make_share, revoke, shares_of
from breakeven.library.told import LOCAL_USER
from breakeven.library.visitors import Share
from breakeven.records import Review
from breakeven.selection import Selection
from breakeven.text import moment_of
from breakeven.ui.app.library import saved as of_library
from breakeven.ui.app.library.doing import do, doing, may, say_refused
from breakeven.ui.app.library.saved import Saved
from breakeven.ui.app.library.signed import choices_in_words, choices_of, numbers_shown
from breakeven.ui.app.session import state
from breakeven.ui.app.session.links import common, here, home_of, url_of
from breakeven.ui.components.html import plain, quiet, say

MADE = "share_made"
DAYS = {1: "for a day", 7: "for a week", 30: "for a month", 90: "for three months"}
USUAL = 30
AT_ONCE = 10
# the review is the version that is shared, and marks are its own
NOT_SHARED = ("review", "share", "marks")


def show_shares(saved: Saved, review: Review, selection: Selection) -> None:
    """Who made which link, until when it opens what, and a way to make another."""
    if not may("share"):
        return
    st.subheader("Share links", anchor=False)
    say(
        "A link shows this version as it is looked at now. Whoever opens it changes nothing, and "
        "sees no notes, other versions or reviews. The numbers are then worked out again and "
        "compared."
    )
    _show_made(review)
    _offer(saved, review, selection)
    say_refused()
    shares = of_library.asked(lambda where: shares_of(where, of_library.actor(), saved.review.id))
    for share in (shares or [])[:AT_ONCE]:
        _show(share)
    if shares and len(shares) > AT_ONCE:
        say(quiet(f"The {AT_ONCE} made last; all are among the events below."))


def _show_made(review: Review) -> None:
    """The link that was just made, which nobody can look up later."""
    made = state.remembered(MADE)
    if made is not None and made[0] == review.files:
        st.code(made[1], language=None, wrap_lines=True)
        say(quiet("This is the link. Copy it now: it is kept nowhere, and not shown again."))


def _offer(saved: Saved, review: Review, selection: Selection) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        days = st.selectbox(
            "It opens",
            DAYS,
            index=list(DAYS).index(USUAL),
            format_func=DAYS.__getitem__,
            key="share_days",
        )
        anybody = saved.library.login and st.checkbox(
            "For anybody who has it, without logging in", key="share_anybody"
        )

        def make() -> None:
            found = numbers_shown(review, selection)
            numbers = None
            if found is not None:
                numbers = {
                    "numbers": found[0], "digest": found[1], "code_version": code_version()
                }  # fmt: skip
            # as the widgets are by now: they were drawn before the button
            lasts = state.remembered("share_days", days)
            open_ = bool(state.remembered("share_anybody", anybody))

            def share(where: Library, who: Actor) -> None:
                token = make_share(
                    where, who, review.files, choices=_looked_at(review, selection),
                    numbers=numbers, days=lasts, anybody=open_,
                )  # fmt: skip
                link = here(url_of(home_of(review), {"share": token}))
                state.remember(MADE, (review.files, link))

            do(share)

        st.button("Make a link", key="share", icon=":material/add_link:", on_click=make)


def _looked_at(review: Review, selection: Selection) -> dict[str, str]:
    """What the address of every page says, but for whose it is."""
    said = common() | choices_of(review, selection)
    return {key: value for key, value in said.items() if key not in NOT_SHARED}


def _show(share: Share) -> None:
    """One link: when and by whom it was made, what it shows, and whether it still opens it."""
    if share.revoked is not None:
        now = f"taken back on {moment_of(share.revoked)}"
    elif share.expired:
        now = f"expired on {moment_of(share.expires)}"
    else:
        now = f"opens until {moment_of(share.expires)}"
    whom = ", for anybody who has it" if share.anybody else ""
    chosen = choices_in_words(share.choices)
    open_ = share.revoked is None and not share.expired
    with st.container(
        horizontal=True, vertical_alignment="center", key=f"of_{share.token_hash[:12]}"
    ):
        say(
            f"Version {share.n}, made on {moment_of(share.created)} by "
            f"{plain(share.created_by or LOCAL_USER)}: <b>{now}</b>{whom}<br>"
            f"{quiet(plain(chosen, 300))}"
        )
        if open_:
            st.button(
                "Take back",
                key=f"revoke_{share.token_hash[:12]}",
                type="tertiary",
                on_click=doing(lambda where, who: revoke(where, who, share.token_hash)),
            )
