"""A frame on a page, as high as its rows."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

HEAD, ROW = 38, 35


def show_table(frame: pd.DataFrame, key: str, most_high: int = 420, **more: Any) -> None:
    """All rows where they fit into so many pixels, else a table to scroll in."""
    height = min(HEAD + ROW * max(len(frame), 1), most_high)
    st.dataframe(frame, key=key, hide_index=True, height=height, **more)
