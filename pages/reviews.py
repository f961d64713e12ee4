"""Reviews: what is saved here."""

from __future__ import annotations

import streamlit as st

from breakeven.ui.app.head.bare_page import open_page
from breakeven.ui.app.session import links, state
from breakeven.ui.reviews.bring import bring_in
from breakeven.ui.reviews.chosen import show_chosen
from breakeven.ui.reviews.list import choose_review
from breakeven.ui.reviews.people import show_people
from breakeven.ui.reviews.samples import show_samples

open_page("Reviews")
state.write_address(links.address_of("pages/reviews.py"))
st.title("What is saved here?", anchor=False)
chosen = choose_review()
if chosen is not None:
    show_chosen(chosen)
bring_in()
show_people()
show_samples()
