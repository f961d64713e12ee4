"""Reviews from elsewhere: one that was exported, brought into the library; the samples."""

from __future__ import annotations

from typing import Any

import streamlit as st

from breakeven.readers.base.problems import ReadError
from breakeven.readers.samples import SAMPLES
from breakeven.store.actors import NotAllowedError, may
from breakeven.store.errors import LibraryError
from breakeven.store.exchange import take_in
from breakeven.store.review_file import ENDING, read_packed
from breakeven.ui.app.page import links
from breakeven.ui.app.session import access, state
from breakeven.ui.components.html import escaped, prose
from breakeven.ui.reviews.saved_reviews import CHOSEN_KEY

# --- a review that was exported elsewhere, brought into the library


IMPORT_RESULT = "review_import_said"
IMPORT_HELP = (
    "A file made by Export brings a review with all its versions, marks and notes. It is checked, "
    "and its files are read again when a version is opened."
)


def bring_in() -> None:
    """A way to import, for those who may."""
    if access.looks_only() or not may(access.role(), "import"):
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
        if said := state.remembered(IMPORT_RESULT):
            prose(["What came of it"], [[escaped(line)] for line in said])


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
    st.subheader("Samples", anchor=False)
    st.caption(SAMPLES_HELP)
    with st.container(horizontal=True):
        for key, name in SAMPLES.items():
            if st.button(f"Open {name}", key=f"open_{key}"):
                state.open_review(key)
                links.turn_to("overview")
