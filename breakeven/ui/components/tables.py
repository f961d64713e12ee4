"""A frame on a page, as high as its rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from breakeven.text import NOTHING, name_of

if TYPE_CHECKING:  # every page opens through here, and the first one shows no table
    import pandas as pd

# pixels: a row is 2.1875 times the size of text, which .streamlit/config.toml sets
HEAD, ROW = 36, 33
# how a column shows what `in_percent` makes of shares: as `breakeven.text.percent`
PERCENT = "%.0f %%"
# columns of names from files
NAMED = {"class", "system", "split", "annotator"}


def show_table(frame: pd.DataFrame, key: str, most_high: int = 420, **more: Any) -> None:
    """All rows where they fit into so many pixels, else a table to scroll in.

    Names that cannot be seen are described; what is downloaded has them as they are. Whole numbers
    are grouped, unless `column_config` says how a column is shown; what is undefined is a dash.
    """
    for column in NAMED & set(frame.columns):
        shown = [name_of(name) if isinstance(name, str) else name for name in frame[column]]
        if shown != list(frame[column]):
            frame = frame.assign(**{column: shown})
    height = height_of(len(frame), most_high)
    grouped = {
        name: st.column_config.NumberColumn(format="localized")
        for name, kind in frame.dtypes.items()
        if kind.kind in "iu"
    }
    more.setdefault("placeholder", NOTHING)
    asked = dict(more.get("column_config", {}))
    for name, config in grouped.items():
        said = asked.get(name, {})
        # a heading alone does not say how numbers are shown
        if isinstance(said, dict):
            asked[name] = config | {key: what for key, what in said.items() if what is not None}
    more["column_config"] = asked
    st.dataframe(frame, key=key, hide_index=True, height=height, **more)


def in_percent(frame: pd.DataFrame, *columns: str) -> pd.DataFrame:
    """The frame with these shares as percentages, which `PERCENT` writes as pages do."""
    return frame.assign(**{column: 100 * frame[column] for column in columns})


def height_of(rows: int, most_high: int) -> int:
    """Pixels that so many rows take under their head, at most `most_high`."""
    return min(HEAD + ROW * max(rows, 1), most_high)
