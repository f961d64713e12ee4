"""Share links of a saved review: made, listed, and taken back."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.selection.selection import Selection
from breakeven.data.installation import CODE_VERSION
from breakeven.data.records import Review
from breakeven.data.wording import moment_of
from breakeven.store.actors import Actor
from breakeven.store.event_kinds import LOCAL_USER
from breakeven.store.library import Library
from breakeven.store.people import ShareLink
from breakeven.store.share_links import make_share_link, revoke_share_link, share_links_of
from breakeven.ui.app.page.links import common, here, home_of, url_of
from breakeven.ui.app.session import access as of_library
from breakeven.ui.app.session import state
from breakeven.ui.app.session.access import do, doing, may, say_refused
from breakeven.ui.app.store.saved import Saved
from breakeven.ui.app.store.signatures import choices_in_words, choices_of, numbers_shown
from breakeven.ui.components.html import heading, plain, quiet, say

MADE, REFUSED = "share_made", "share_link_refused"
DAYS = {1: "for a day", 7: "for a week", 30: "for a month", 90: "for three months"}
USUAL = 30
LINKS_AT_ONCE = 10
# the review is the version that is shared, and marks are its own
NOT_SHARED = ("review", "share", "marks")


def show_shares(saved: Saved, review: Review, selection: Selection) -> None:
    """Who made which link, until when it opens what, and a way to make another."""
    if not may("share"):
        return
    heading("Link for others")
    say(
        "It opens this version as you see it now, to look at only: without notes, other versions "
        "or other reviews. The numbers are recalculated, and compared with those you saw."
    )
    _show_made(review)
    _offer_link(saved, review, selection)
    say_refused(REFUSED)
    shares = of_library.ask_library(
        lambda where: share_links_of(where, of_library.actor(), saved.review.id)
    )
    for share in (shares or [])[:LINKS_AT_ONCE]:
        _show_link(share)
    if shares and len(shares) > LINKS_AT_ONCE:
        say(quiet(f"The {LINKS_AT_ONCE} newest links; History lists all."))


def _show_made(review: Review) -> None:
    """The link that was just made, which nobody can look up later."""
    made = state.remembered(MADE)
    if made is not None and made[0] == review.files:
        st.code(made[1], language=None, wrap_lines=True)
        say(quiet("Copy this link now: it is not kept anywhere, and not shown again."))


def _offer_link(saved: Saved, review: Review, selection: Selection) -> None:
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
            # measures of one's own may become others: what is shared are everybody's
            measured = numbers_shown(replace(review, measures=()), selection)
            numbers = None
            if measured is not None:
                numbers = {
                    "numbers": measured[0], "digest": measured[1], "code_version": CODE_VERSION
                }  # fmt: skip
            # as the widgets are by now: they were drawn before the button
            lasts = state.remembered("share_days", days)
            open_ = bool(state.remembered("share_anybody", anybody))

            def share(where: Library, who: Actor) -> None:
                token = make_share_link(
                    where, who, review.files, choices=_choices_shown(review, selection),
                    numbers=numbers, days=lasts, anybody=open_,
                )  # fmt: skip
                link = here(url_of(home_of(review), {"share": token}))
                state.remember(MADE, (review.files, link))

            do(share, REFUSED)

        st.button("Make a link", key="share", icon=":material/add_link:", on_click=make)


def _choices_shown(review: Review, selection: Selection) -> dict[str, str]:
    """What the address of every page says, but for whose it is."""
    said = common() | choices_of(review, selection)
    return {key: value for key, value in said.items() if key not in NOT_SHARED}


def _show_link(share: ShareLink) -> None:
    """One link: when and by whom it was made, what it shows, and whether it still opens it."""
    if share.revoked is not None:
        now = f"revoked on {moment_of(share.revoked)}"
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
            Markup("Version {}, made on {} by {}: <b>{}</b>{}<br>{}").format(
                share.n,
                moment_of(share.created),
                plain(share.created_by or LOCAL_USER),
                now,
                whom,
                quiet(plain(chosen, 300)),
            )
        )
        if open_:
            st.button(
                "Revoke",
                key=f"revoke_{share.token_hash[:12]}",
                type="tertiary",
                on_click=doing(
                    lambda where, who: revoke_share_link(where, who, share.token_hash), REFUSED
                ),
            )
