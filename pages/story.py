"""Story: a review told in six screens, to people who have never heard of any measure."""

from __future__ import annotations

import streamlit as st

from breakeven.story.screen import QUESTIONS
from breakeven.ui.app.page import begin
from breakeven.ui.story.screens import chosen, screen_of, show_screen, show_ways

page = begin("Story", lambda: QUESTIONS[chosen()])
if not page.evaluation.documents:
    st.info("There is no document here to tell about.")
    st.stop()
show_ways(chosen())
show_screen(page, screen_of(page, chosen()))
