"""The class map of a finding at hand: as a file, and the review read again with it.

For class names that are the same but for how they are written.
"""

from __future__ import annotations

import streamlit as st

from breakeven.analysis.findings.finding import Finding
from breakeven.readers.base.problems import ReadError
from breakeven.results.scope import class_map_csv
from breakeven.ui.app.page.links import show_problems
from breakeven.ui.app.page.page import DataPage, Page
from breakeven.ui.app.session import downloads, state
from breakeven.ui.app.session.access import looks_only
from breakeven.ui.app.store.read_again import again_of
from breakeven.ui.app.store.reviews import review_of

# choices that hold whatever the classes are called
CHOICES_THAT_STAY = ("system", "split", "gold")


def offer_one_name(page: Page | DataPage, finding: Finding, key: str) -> None:
    """A button that reads the files again with one name for each class, and the map as a file.

    `key`: of the finding. Where nobody can read the files again here, what to do instead.
    """
    if not finding.class_map:
        return
    names: dict[str, str | None] = {**page.review.class_map, **finding.class_map}
    opened = state.raw()["review"]
    loaded = review_of(opened)
    again = None if loaded is None or looks_only() else again_of(opened, loaded)
    with st.container(horizontal=True, vertical_alignment="center"):
        pressed = again is not None and st.button(
            "Read again with one name for each class",
            key=f"one_name_{key}",
            icon=":material/merge:",
            type="primary",
        )
        st.download_button(
            "The class map as CSV",
            lambda: class_map_csv(names),
            downloads.file_name("class_map", "csv"),
            "text/csv",
            key=f"one_name_map_{key}",
            icon=":material/download:",
            on_click="ignore",
        )
    if again is None:
        st.caption("To apply it, load the files with this class map.")
        return
    if not pressed:
        return
    try:
        with st.spinner("Reading …", show_time=True):
            made = again(names, loaded.name if loaded is not None else "")
    except ReadError as error:
        show_problems(error.problems, f"one_name_{key}")
        return
    choices = {name: state.raw()[name] for name in CHOICES_THAT_STAY if name in state.raw()}
    state.open_review(made)
    for name, value in choices.items():
        state.choose(name, value)
    st.rerun()
