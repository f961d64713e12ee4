"""Tables on pages, and taking them along."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import streamlit as st

from breakeven.text import LINE_END, guarded
from breakeven.ui.app import state

if TYPE_CHECKING:  # every page opens through here, and the first one shows no table
    import pandas as pd


def guarded_csv(frame: pd.DataFrame) -> bytes:
    """CSV in which no cell runs as a formula: text that starts like one gets an apostrophe.

    Numbers stay numbers. Source: OWASP ASVS 5, 1.2.10.
    """
    from pandas.api.types import is_numeric_dtype

    def guard(value: Any) -> Any:
        return guarded(value) if isinstance(value, str) else value

    safe = frame.copy()
    for name in safe.columns:
        if not is_numeric_dtype(safe[name]):
            safe[name] = [guard(value) for value in safe[name]]
    safe.columns = [guard(name) for name in safe.columns]
    return safe.to_csv(index=False, lineterminator=LINE_END).encode("utf-8")


def parquet(frame: pd.DataFrame) -> bytes:
    """The frame as Parquet: exact, nothing guarded."""
    buffer = io.BytesIO()
    frame.to_parquet(buffer, index=False)
    return buffer.getvalue()


def caution(text: str) -> None:
    """What every table taken from the page that is open says in a last column; "" for nothing."""
    state.remember("caution", text)


def cautioned(frame: pd.DataFrame, text: str) -> pd.DataFrame:
    """The frame with `text` in every row of a last column, where there is anything to say."""
    return frame.assign(caution=text) if text else frame


def downloads(make: Callable[[], pd.DataFrame], name: str) -> None:
    """Two buttons; table and file are made when one is pressed, not on every rerun."""
    text = state.remembered("caution", "")

    def made() -> pd.DataFrame:
        return cautioned(make(), text)

    with st.container(horizontal=True, horizontal_alignment="right"):
        st.download_button(
            "CSV",
            lambda: guarded_csv(made()),
            f"{name}.csv",
            "text/csv",
            key=f"csv_{name}",
            icon=":material/download:",
            type="tertiary",
            help="Cells that a spreadsheet would run as a formula get a leading apostrophe.",
            on_click="ignore",
        )
        st.download_button(
            "Parquet",
            lambda: parquet(made()),
            f"{name}.parquet",
            "application/vnd.apache.parquet",
            key=f"parquet_{name}",
            icon=":material/download:",
            type="tertiary",
            on_click="ignore",
        )
