"""Story: a review told in six screens, to people who have never heard of any measure."""

from __future__ import annotations

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.story.screen_parts import QUESTIONS, SCREEN_KEYS
from breakeven.ui.begin import begin
from breakeven.ui.components.assets import stage
from breakeven.ui.components.html import plain, quiet, say
from breakeven.ui.human_review.prices import choose_share
from breakeven.ui.story.review_story import chosen, screen_of
from breakeven.ui.story.screens import about_page, presenting, show_screen, show_ways

page = begin("story", lambda: QUESTIONS[chosen()])
if not page.evaluation.documents:
    st.info("There is no document here to tell about.")
    st.stop()
screen = screen_of(page, chosen())
if presenting():
    stage("stage")
with st.container(key="stage" if presenting() else None):
    if presenting():
        st.title(screen.title, anchor=False)
    else:
        show_ways(page, chosen())
    show_screen(page, screen, choose_share)
    if presenting():
        show_ways(page, chosen())
        say(
            quiet(
                Markup("{} of {} · {}").format(
                    SCREEN_KEYS.index(chosen()) + 1, len(SCREEN_KEYS), plain(about_page(page), 300)
                )
            )
        )
