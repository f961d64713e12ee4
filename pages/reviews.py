"""Reviews: what is saved here."""

from __future__ import annotations

import streamlit as st

from breakeven.ui.app import links, state
from breakeven.ui.app.page import open_page
from breakeven.ui.reviews.list import show_reviews
from breakeven.ui.reviews.people import show_people

open_page("Reviews")
state.write_address(links.address_of("pages/reviews.py"))
st.title("What is saved here?", anchor=False)
show_reviews()
show_people()
