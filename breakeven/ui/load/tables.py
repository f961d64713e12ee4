"""Which of the files, sheets and tables that lie together are read."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from breakeven.readers.proposal import FileProposal
from breakeven.ui.app.session import state
from breakeven.ui.components.html import plain, prose

INSIDE = "/"
MOST_SHOWN = 30


def chosen_tables(key: str) -> list[str]:
    """Those that the user chose; none where whatever is of use is read. `key`: of the files."""
    return list(state.remembered(f"tables_{key}") or ())


def choose_tables(files: Sequence[FileProposal], key: str) -> None:
    """A choice among what lies in archives, workbooks, databases and folders; nothing elsewhere."""
    inside = [file for file in files if INSIDE in file.name]
    if not inside:
        return
    st.multiselect(
        "Files, sheets and tables that are read",
        [file.name for file in inside],
        [file.name for file in inside if file.role != "left out"],
        key=f"tables_{key}",
        placeholder="whatever is truth or prediction",
    )
    out = [file for file in inside if file.role == "left out"]
    if not out:
        return
    with st.expander(f"Left out: {len(out):,}"):
        prose(["name", "why"], [[plain(f.name, 200), plain(f.why, 300)] for f in out[:MOST_SHOWN]])
        if len(out) > MOST_SHOWN:
            st.caption(f"and {len(out) - MOST_SHOWN:,} more")


def offer_all(key: str) -> None:
    """The way back from a choice that cannot be read."""
    if chosen_tables(key):
        # drawn no more, the choice is forgotten
        st.button("Choose other tables", key=f"again_{key}", icon=":material/undo:")
