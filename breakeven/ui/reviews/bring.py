"""A review that was exported elsewhere, brought into the library."""

from __future__ import annotations

from typing import Any

import streamlit as st

from breakeven.library.actors import NotAllowedError, may
from breakeven.library.errors import LibraryError
from breakeven.library.exchange import take_in
from breakeven.library.packed import ENDING, read_packed
from breakeven.readers.problems import ReadError
from breakeven.ui.app.library import saved
from breakeven.ui.app.session import login, state
from breakeven.ui.components.html import escaped, prose
from breakeven.ui.reviews.list import CHOSEN

SAID = "review_import_said"
WHAT = (
    "A file made by Export brings a review with all its versions, marks and notes. It is checked, "
    "and its files are read again when a version is opened."
)


def bring_in() -> None:
    """A way to import, for those who may."""
    if saved.looks_only() or not may(login.role(), "import"):
        return
    with st.expander("Import a review", icon=":material/upload_file:"):
        st.caption(WHAT)
        file = st.file_uploader(f"A {ENDING} file", type=[ENDING[1:]], key="review_import")
        if file is None:
            state.forget(SAID)
            return
        st.button(
            "Import", key="review_import_now", type="primary", on_click=_take_in, args=(file,)
        )
        if said := state.remembered(SAID):
            prose(["What came of it"], [[escaped(line)] for line in said])


def _take_in(file: Any) -> None:
    library = saved.library()
    if library is None:
        state.remember(SAID, [saved.trouble()])
        return
    try:
        with st.spinner("Importing …", show_time=True):
            review = take_in(library, saved.actor(), read_packed(file.getvalue(), file.name))
    except ReadError as error:
        state.remember(SAID, [str(problem) for problem in error.problems])
    except (LibraryError, NotAllowedError) as error:
        state.remember(SAID, [str(error)])
    else:
        state.remember(SAID, [f"“{review.title}” is in the library."])
        state.choose(CHOSEN, review.id)
