"""Load: choose a sample or files, confirm the columns, see what was read."""

import streamlit as st
from readers.samples import SAMPLES
from ui import choices, frame

frame.open_page("Load")
for key, name in SAMPLES.items():
    if st.button(name, key=f"open_{key}"):
        choices.choose("review", key)
        st.switch_page("pages/overview.py")
