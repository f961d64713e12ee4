"""A review that is not in the library, and the way to put it there."""

from __future__ import annotations

import json

import streamlit as st

from breakeven.readers.samples import SAMPLES
from breakeven.records import Review
from breakeven.ui.app import saved, state
from breakeven.ui.app.cache import keep, sample

NOT_SAVED = (
    "This review is not saved, so nothing is known of its past: its marks and its link last as "
    "long as this server keeps them in memory."
)
LOAD_AGAIN = "To save it, load its files again on the Load page."


def offer_saving(review: Review) -> None:
    """Say that nothing is saved; a sample can be, and is then opened as what was saved."""
    st.info(NOT_SAVED)
    key = state.raw()["review"]
    if key not in SAMPLES:
        st.caption(saved.trouble() or LOAD_AGAIN)
        return
    if st.button("Save to the library", key="save_sample", icon=":material/save:"):
        version = saved.save(sample(key), [], json.dumps({"sample": key}))
        if version is not None:
            keep(sample(key))
            state.choose("review", version.fingerprint)
            st.rerun()
    if said := saved.trouble():
        st.warning(said)
