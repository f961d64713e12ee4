"""What the Agreement page says where nobody's own labels are in the files."""

from __future__ import annotations

import streamlit as st

from breakeven.ui.app.shared.missing import say_missing
from breakeven.ui.components.html import say

EXAMPLE = """id,text,annotator,labels
1,Wheat is up again,anna,grain|wheat
1,Wheat is up again,ben,wheat
2,Nothing of it,anna,
2,Nothing of it,ben,grain"""


def show_what_to_bring() -> None:
    """What is missing, how a file with it looks, and the way to load one."""
    say_missing(
        "These files do not say who labelled what. How far people agree can be said where at "
        "least two of them labelled the same documents.",
        "app.py",
        "Load files with everybody’s own labels",
        ":material/upload_file:",
    )
    say(
        "Bring each person’s own labels: one row for each document and person, with a column that "
        "names the person. An empty cell is a document that this person gave no class; a document "
        "without a row is one that this person did not see."
    )
    st.code(EXAMPLE, language=None)
