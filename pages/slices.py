"""Slices: is a system as good on every part of the documents."""

from __future__ import annotations

import streamlit as st

from breakeven.ui.app.page.links import page_link
from breakeven.ui.app.session import widgets
from breakeven.ui.begin import begin
from breakeven.ui.slices.slice_comparison import show_side_by_side
from breakeven.ui.slices.weak_slices import show_search

COUNTS = (
    "Load a row for each document to see slices: this file has counts only, so nothing says which "
    "documents belong together."
)
PARTS = {"side": "Slices by a column", "search": "Weak slices"}

page = begin("slices", "Is it as good everywhere?")
if page.review.truth.documents is None:
    st.info(COUNTS)
    page_link("home", "Load a row for each document")
    st.stop()
part = widgets.section("slices.part", "Part", PARTS, label_visibility="collapsed")
if part == "side":
    show_side_by_side(page)
else:
    show_search(page)
