"""Sign-offs of a review: made, listed and taken back; what who came by a share link is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.selection.selection import Selection
from breakeven.data.records import Review
from breakeven.data.wording import NOTHING, cell_of, count_of, exact_of, moment_of
from breakeven.results.signed_numbers import NumberDifference, SignedNumber, differences
from breakeven.store.event_kinds import actor_text
from breakeven.store.people import ShareLink
from breakeven.store.signatures import (
    LONGEST,
    Signature,
    SignedContent,
    sign,
    signatures_of,
    withdraw,
)
from breakeven.ui.app.page.links import common, url_of
from breakeven.ui.app.page.visiting import changed
from breakeven.ui.app.session import state
from breakeven.ui.app.session.access import do, doing, may, say_refused
from breakeven.ui.app.store.saved import Saved
from breakeven.ui.app.store.signatures import (
    SignatureState,
    bound_by,
    choices_in_words,
    not_signed_so,
    signature_state,
    when_and_who,
)
from breakeven.ui.components.html import bold, linked, literal, plain, prose, quiet, say, text_block

# --- who stands behind the numbers: sign-offs, what they were given for, and signing what is shown


STATEMENT = "I have checked these numbers and approve them."
KEY = "sign_statement"
AT_ONCE = 5
DIFFERENCES_AT_ONCE = 40


def show_sign_off(saved: Saved, review: Review, selection: Selection) -> None:
    """How what is shown was signed, every sign-off there was, and a way to sign."""
    st.header("Sign-off", anchor=False)
    signatures = signatures_of(saved.events)
    standing = signature_state(review, selection, signatures, saved.version.n)
    bound = bound_by(review, selection)
    _say_standing(standing, _bound_then(review, selection, standing))
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


def _bound_then(
    review: Review, selection: Selection, standing: SignatureState | None
) -> SignedContent | None:
    """The numbers now, by the measures of one's own that stood at the sign-off."""
    if standing is None:
        return None
    return bound_by(replace(review, measures=standing.signature.measures), selection)


def _say_standing(standing: SignatureState | None, bound: SignedContent | None) -> None:
    if standing is None:
        say("Nobody has signed this version.")
        return
    signature = standing.signature
    if standing.how == "same":
        say(Markup("These numbers are signed: {}.").format(bold(when_and_who(signature), 200)))
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
        why = "the documents have no labels" if review.has_system else "there are no predictions"
        say(quiet(f"There are no numbers to sign: {why}."))
        return
    measures = bound.numbers["measures"]
    micro, macro = (cell_of(measures[f"{kind} f"]) for kind in ("micro", "macro"))
    with st.expander("Sign these numbers", icon=":material/draw:"):
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
        text = st.text_area("Your statement", STATEMENT, key=KEY, max_chars=LONGEST)

        def put() -> None:
            do(lambda where, who: sign(where, who, bound, state.remembered(KEY, text)))

        st.button("Sign", key="sign", type="primary", icon=":material/draw:", on_click=put)


# --- what whoever came by a share link is told of it


def show_visit(share: ShareLink, saved: Saved, review: Review, selection: Selection) -> None:
    """Until when the link opens, whether its numbers are as they were, and who signed them."""
    st.header("This link", anchor=False)
    say(
        f"It was made on {moment_of(share.created)} for version {share.n} and opens it until "
        f"{moment_of(share.expires)}, to look at only."
    )
    differing = changed()
    if share.numbers is not None and differing is not None:
        if differing:
            say(
                Markup(
                    "It was made with Breakeven {}. Recalculated now, {} differ from what was "
                    "shared:"
                ).format(plain(share.numbers["code_version"]), count_of(len(differing), "number"))
            )
            show_differences(differing, "Shared")
        else:
            say("Recalculated now, every number is the same as when the link was made.")
    if signatures_of(saved.events):
        show_sign_off(saved, review, selection)
