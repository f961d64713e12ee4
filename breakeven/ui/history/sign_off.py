"""Who stands behind the numbers: sign-offs, what they were given for, and signing what is shown."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from breakeven.library.signing import LONGEST, Bound, Signature, sign, signatures_of, withdraw
from breakeven.library.told import who_in_words
from breakeven.records import Review
from breakeven.reports.numbers import Difference, Number, differences
from breakeven.selection import Selection
from breakeven.text import NOTHING, cell_of, count_of, exact_of, moment_of
from breakeven.ui.app.library.doing import do, doing, may, say_refused
from breakeven.ui.app.library.saved import Saved
from breakeven.ui.app.library.signed import (
    Standing,
    bound_by,
    choices_in_words,
    not_signed_so,
    standing_of,
    when_and_who,
)
from breakeven.ui.app.session import state
from breakeven.ui.app.session.links import common, url_of
from breakeven.ui.components.html import bold, linked, literal, plain, prose, quiet, say, text_block

OVERVIEW = "pages/overview.py"
STATEMENT = "I have looked at these numbers, and stand behind them."
KEY = "sign_statement"
AT_ONCE = 5
DIFFERENCES_AT_ONCE = 40


def show_sign_off(saved: Saved, review: Review, selection: Selection) -> None:
    """How what is shown was signed, every sign-off there was, and a way to sign."""
    st.subheader("Sign-off", anchor=False)
    signatures = signatures_of(saved.events)
    standing = standing_of(review, selection, signatures, saved.version.n)
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


def _say_standing(standing: Standing | None, bound: Bound | None) -> None:
    if standing is None:
        say("Nobody has signed it.")
        return
    signature = standing.signature
    if standing.how == "same":
        say(f"What is shown was signed: {bold(when_and_who(signature), 200)}.")
    elif standing.how != "numbers":
        say(not_signed_so(standing))
    else:
        say(
            f"{not_signed_so(standing)} Signed with Breakeven "
            f"{plain(signature.bound.code_version)}; what differs:"
        )
        if bound is not None:
            show_differences(differences(signature.bound.numbers, bound.numbers))


def show_differences(found: Sequence[Difference], before: str = "Signed") -> None:
    """Numbers as they were and as they are, the first of many."""
    rows = [
        [plain(one.name, 200), plain(_number(one.before)), plain(_number(one.now))]
        for one in found[:DIFFERENCES_AT_ONCE]
    ]
    prose(["Number", before, "Now"], rows)
    if (more := len(found) - len(rows)) > 0:
        say(quiet(f"And {count_of(more, 'number')} more."))


def _number(value: Number) -> str:
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
        kept = {key: value for key, value in common().items() if key == "share"}
        address = {"review": bound.fingerprint, **bound.choices, **kept}
        what = linked(what, url_of(OVERVIEW, address))
    state_in_words = "signed"
    if (event := signature.withdrawn) is not None:
        by = f"{moment_of(event.at)}, by {who_in_words(event.actor)}"
        state_in_words = f"signed, and withdrawn on {plain(by, 200)}"
    with st.container(key=f"signature_{signature.n}", gap="small"):
        say(
            f"{bold(when_and_who(signature), 200)}: {what} {state_in_words} · "
            f"{plain(choices_in_words(bound.choices), 400)}"
        )
        text_block(literal(signature.statement))
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            code = plain(bound.code_version)
            say(quiet(f"Digest of the numbers {bound.digest[:12]} · Breakeven {code}"))
            if signs and signature.withdrawn is None:
                st.button(
                    "Withdraw",
                    key=f"withdraw_{signature.n}",
                    type="tertiary",
                    on_click=doing(
                        lambda where, who: withdraw(where, who, saved.review.id, signature.n)
                    ),
                )


def _offer(bound: Bound | None, review: Review) -> None:
    """A field for the statement, and the button."""
    if bound is None:
        why = "Nobody has labelled these documents" if review.has_system else "Nothing is predicted"
        say(quiet(f"{why}, so there are no numbers to sign."))
        return
    measures = bound.numbers["measures"]
    micro, macro = (cell_of(measures[f"{kind} f"]) for kind in ("micro", "macro"))
    with st.expander("Sign what is shown", icon=":material/draw:"):
        say(
            f"You sign {plain(choices_in_words(bound.choices), 400)}: "
            f"{count_of(measures['documents'], 'document')}, micro F {micro}, macro F {macro}, "
            f"and {count_of(len(measures), 'number')} in all, with the counts of every class. "
            f"Digest {bound.digest[:12]}."
        )
        text = st.text_area("What you state", STATEMENT, key=KEY, max_chars=LONGEST)

        def put() -> None:
            do(lambda where, who: sign(where, who, bound, state.remembered(KEY, text)))

        st.button("Sign", key="sign", type="primary", icon=":material/draw:", on_click=put)
