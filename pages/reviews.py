"""Reviews: what is saved here."""

from __future__ import annotations

import streamlit as st

from breakeven.ui.app.header.bare_page import open_page
from breakeven.ui.app.page import links
from breakeven.ui.app.session import state
from breakeven.ui.reviews.members import show_people
from breakeven.ui.reviews.saved_reviews import bring_in, choose_review, show_chosen, show_samples

open_page("reviews")
state.write_address(links.address_of("reviews"))
st.title("What is saved here?", anchor=False)
chosen = choose_review()
if chosen is not None:
    show_chosen(chosen)
bring_in()
show_people()
show_samples()
