"""What whoever came by a share link is told of it."""

from __future__ import annotations

import streamlit as st

from breakeven.library.signing import signatures_of
from breakeven.library.visitors import Share
from breakeven.records import Review
from breakeven.selection import Selection
from breakeven.text import count_of, moment_of
from breakeven.ui.app.library.saved import Saved
from breakeven.ui.app.session.visiting import changed
from breakeven.ui.components.html import plain, say
from breakeven.ui.history.sign_off import show_differences, show_sign_off


def show_visit(share: Share, saved: Saved, review: Review, selection: Selection) -> None:
    """Until when the link opens, whether its numbers are as they were, and who signed them."""
    st.subheader("This link", anchor=False)
    say(
        f"It was made on {moment_of(share.created)} for version {share.n} and opens it until "
        f"{moment_of(share.expires)}, to look at only."
    )
    found = changed()
    if share.numbers is not None and found is not None:
        if found:
            say(
                f"It was made with Breakeven {plain(share.numbers['code_version'])}. Worked out "
                f"again now, {count_of(len(found), 'number')} of what was shared differ:"
            )
            show_differences(found, "Shared")
        else:
            say("Worked out again now, every number is as it was when the link was made.")
    if signatures_of(saved.events):
        show_sign_off(saved, review, selection)
