"""The list of what is saved."""

from __future__ import annotations

import streamlit as st

from breakeven.library.actors import NotAllowedError
from breakeven.library.saved import SavedReview
from breakeven.library.told import LOCAL_USER
from breakeven.text import moment_of
from breakeven.ui.app import saved
from breakeven.ui.app.links import page_link, url_of
from breakeven.ui.components.html import linked, plain, prose

NOTHING_SAVED = "Nothing is saved yet. A sample that is open can be saved on its History page."


def show_reviews() -> None:
    """Every review, the one opened last first."""
    library = saved.library()
    if library is None:
        st.warning(saved.trouble())
        return
    try:
        found = library.reviews(saved.actor())
    except NotAllowedError as error:
        st.warning(str(error))
        return
    if not found:
        st.info(NOTHING_SAVED)
        page_link("app.py", "Load files", ":material/upload_file:")
        return
    prose(["Review", "Status", "Owner", "Last opened", "Versions"], [_row(r) for r in found])


def _row(review: SavedReview) -> list[str]:
    newest = review.versions[-1]
    return [
        linked(plain(review.title), url_of("pages/overview.py", {"review": newest.fingerprint})),
        review.status,
        plain(review.owner or LOCAL_USER),
        plain(moment_of(review.opened)),
        f"{len(review.versions):,}",
    ]
