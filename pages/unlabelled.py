"""What to expect where nobody has labelled: estimates that stand on the probabilities."""

from __future__ import annotations

import streamlit as st

from ui import frame

page = frame.begin_estimates("Unlabelled", "What can we expect?")
if not page.predictions.probabilities:
    st.warning("Nothing can be expected of these: the scores are not probabilities.")
    st.stop()
