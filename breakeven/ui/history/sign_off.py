"""Sign-offs and share links of a review: made, listed and taken back.

And what whoever came by a share link is told of it.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.selection.selection import Selection
from breakeven.data.records import Review
from breakeven.data.wording import NOTHING, cell_of, count_of, exact_of, moment_of
from breakeven.results.signed_numbers import NumberDifference, SignedNumber, differences
from breakeven.store.actors import Actor
from breakeven.store.event_kinds import LOCAL_USER, actor_text
from breakeven.store.library import Library
from breakeven.store.people import ShareLink
from breakeven.store.saved_review import code_version
from breakeven.store.share_links import make_share_link, revoke_share_link, share_links_of
from breakeven.store.signatures import (
    LONGEST,
    Signature,
    SignedContent,
    sign,
    signatures_of,
    withdraw,
)
from breakeven.ui.app.page.links import common, here, home_of, url_of
from breakeven.ui.app.page.visiting import changed
from breakeven.ui.app.session import access as of_library
from breakeven.ui.app.session import state
from breakeven.ui.app.session.access import do, doing, may, say_refused
from breakeven.ui.app.store.saved import Saved
from breakeven.ui.app.store.signatures import (
    SignatureState,
    bound_by,
    choices_in_words,
    choices_of,
    not_signed_so,
    numbers_shown,
    signature_state,
    when_and_who,
)
from breakeven.ui.components.html import bold, linked, literal, plain, prose, quiet, say, text_block

# --- who stands behind the numbers: sign-offs, what they were given for, and signing what is shown


STATEMENT = "I have looked at these numbers, and stand behind them."
KEY = "sign_statement"
AT_ONCE = 5
DIFFERENCES_AT_ONCE = 40


def show_sign_off(saved: Saved, review: Review, selection: Selection) -> None:
    """How what is shown was signed, every sign-off there was, and a way to sign."""
    st.subheader("Sign-off", anchor=False)
    signatures = signatures_of(saved.events)
    standing = signature_state(review, selection, signatures, saved.version.n)
    bound = bound_by(review, selection)
    _say_standing(standing, bound)
    shown = signatures[:AT_ONCE]
    if len(shown) < len(signatures) and st.toggle(
        f"Show all {len(signatures):,} sign-offs", key="all_signatures"
    ):
        shown = signatures
    fingerprints = {version.n: version.fingerprint for version in saved.review.versions}
    signs = may("sign")
    for signature in shown:
        _show(saved, signature, fingerprints.get(signature.version), signs)
    if signs:
        _offer(bound, review)
    say_refused()


def _say_standing(standing: SignatureState | None, bound: SignedContent | None) -> None:
    if standing is None:
        say("Nobody has signed it.")
        return
    signature = standing.signature
    if standing.how == "same":
        say(Markup("What is shown was signed: {}.").format(bold(when_and_who(signature), 200)))
    elif standing.how != "numbers":
        say(not_signed_so(standing))
    else:
        say(
            Markup("{} Signed with Breakeven {}; what differs:").format(
                not_signed_so(standing), plain(signature.bound.code_version)
            )
        )
        if bound is not None:
            show_differences(differences(signature.bound.numbers, bound.numbers))


def show_differences(differing: Sequence[NumberDifference], before: str = "Signed") -> None:
    """Numbers as they were and as they are, the first of many."""
    rows = [
        [
            plain(difference.name, 200),
            plain(_number(difference.before)),
            plain(_number(difference.now)),
        ]
        for difference in differing[:DIFFERENCES_AT_ONCE]
    ]
    prose(["Number", before, "Now"], rows)
    if (more := len(differing) - len(rows)) > 0:
        say(quiet(f"And {count_of(more, 'number')} more."))


def _number(value: SignedNumber) -> str:
    if value is None:
        return NOTHING
    return value if isinstance(value, str) else exact_of(value)


def _show(saved: Saved, signature: Signature, fingerprint: str | None, signs: bool) -> None:
    """One sign-off: who and when, for what, and its statement."""
    bound = signature.bound
    what = f"version {signature.version}"
    # the version may be gone, or not for whoever came by a share link
    if fingerprint == bound.fingerprint:
        # whoever came by a share link stays behind it
        visit = {key: value for key, value in common().items() if key == "share"}
        address = {"review": bound.fingerprint, **bound.choices, **visit}
        what = linked(what, url_of("summary", address))
    state_in_words = "signed"
    if (event := signature.withdrawn) is not None:
        by = f"{moment_of(event.time)}, by {actor_text(event.actor)}"
        state_in_words = Markup("signed, and withdrawn on {}").format(plain(by, 200))
    with st.container(key=f"signature_{signature.n}", gap="small"):
        say(
            Markup("{}: {} {} · {}").format(
                bold(when_and_who(signature), 200),
                what,
                state_in_words,
                plain(choices_in_words(bound.choices), 400),
            )
        )
        text_block(literal(signature.statement))
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            code = plain(bound.code_version)
            say(
                quiet(
                    Markup("Digest of the numbers {} · Breakeven {}").format(
                        bound.digest[:12], code
                    )
                )
            )
            if signs and signature.withdrawn is None:
                st.button(
                    "Withdraw",
                    key=f"withdraw_{signature.n}",
                    type="tertiary",
                    on_click=doing(
                        lambda where, who: withdraw(where, who, saved.review.id, signature.n)
                    ),
                )


def _offer(bound: SignedContent | None, review: Review) -> None:
    """A field for the statement, and the button."""
    if bound is None:
        why = "Nobody has labelled these documents" if review.has_system else "Nothing is predicted"
        say(quiet(f"{why}, so there are no numbers to sign."))
        return
    measures = bound.numbers["measures"]
    micro, macro = (cell_of(measures[f"{kind} f"]) for kind in ("micro", "macro"))
    with st.expander("Sign what is shown", icon=":material/draw:"):
        say(
            Markup(
                "You sign {}: {}, micro F {}, macro F {}, and {} in all, with the counts of every "
                "class. Digest {}."
            ).format(
                plain(choices_in_words(bound.choices), 400),
                count_of(measures["documents"], "document"),
                micro,
                macro,
                count_of(len(measures), "number"),
                bound.digest[:12],
            )
        )
        text = st.text_area("What you state", STATEMENT, key=KEY, max_chars=LONGEST)

        def put() -> None:
            do(lambda where, who: sign(where, who, bound, state.remembered(KEY, text)))

        st.button("Sign", key="sign", type="primary", icon=":material/draw:", on_click=put)


# --- Share links of a review: made, listed, and taken back


MADE = "share_made"
DAYS = {1: "for a day", 7: "for a week", 30: "for a month", 90: "for three months"}
USUAL = 30
LINKS_AT_ONCE = 10
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
    _offer_link(saved, review, selection)
    say_refused()
    shares = of_library.ask_library(
        lambda where: share_links_of(where, of_library.actor(), saved.review.id)
    )
    for share in (shares or [])[:LINKS_AT_ONCE]:
        _show_link(share)
    if shares and len(shares) > LINKS_AT_ONCE:
        say(quiet(f"The {LINKS_AT_ONCE} made last; all are among the events below."))


def _show_made(review: Review) -> None:
    """The link that was just made, which nobody can look up later."""
    made = state.remembered(MADE)
    if made is not None and made[0] == review.files:
        st.code(made[1], language=None, wrap_lines=True)
        say(quiet("This is the link. Copy it now: it is kept nowhere, and not shown again."))


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
            measured = numbers_shown(review, selection)
            numbers = None
            if measured is not None:
                numbers = {
                    "numbers": measured[0], "digest": measured[1], "code_version": code_version()
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

            do(share)

        st.button("Make a link", key="share", icon=":material/add_link:", on_click=make)


def _choices_shown(review: Review, selection: Selection) -> dict[str, str]:
    """What the address of every page says, but for whose it is."""
    said = common() | choices_of(review, selection)
    return {key: value for key, value in said.items() if key not in NOT_SHARED}


def _show_link(share: ShareLink) -> None:
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
                "Take back",
                key=f"revoke_{share.token_hash[:12]}",
                type="tertiary",
                on_click=doing(lambda where, who: revoke_share_link(where, who, share.token_hash)),
            )


# --- what whoever came by a share link is told of it


def show_visit(share: ShareLink, saved: Saved, review: Review, selection: Selection) -> None:
    """Until when the link opens, whether its numbers are as they were, and who signed them."""
    st.subheader("This link", anchor=False)
    say(
        f"It was made on {moment_of(share.created)} for version {share.n} and opens it until "
        f"{moment_of(share.expires)}, to look at only."
    )
    differing = changed()
    if share.numbers is not None and differing is not None:
        if differing:
            say(
                Markup(
                    "It was made with Breakeven {}. Worked out again now, {} of what was shared "
                    "differ:"
                ).format(plain(share.numbers["code_version"]), count_of(len(differing), "number"))
            )
            show_differences(differing, "Shared")
        else:
            say("Worked out again now, every number is as it was when the link was made.")
    if signatures_of(saved.events):
        show_sign_off(saved, review, selection)
