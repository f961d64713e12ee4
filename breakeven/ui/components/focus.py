"""Where the keys that are typed go when a dialog opens."""

from __future__ import annotations

import streamlit as st


def focus_the_box() -> None:
    """What is typed goes into the box of the dialog that this stands in, as soon as it opens.

    The script is a file of the server's own and has no word of any review: `server.FOCUS`.
    """
    st.html("<script src='focus.js'></script>", unsafe_allow_javascript=True)
