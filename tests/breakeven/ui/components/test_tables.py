"""A frame on a page."""

from __future__ import annotations

import json

from streamlit.testing.v1 import AppTest


def page() -> None:
    import pandas as pd
    import streamlit as st

    from breakeven.ui.components.tables import show_table

    heads = {
        "n": st.column_config.Column("Documents"),
        "share": st.column_config.NumberColumn("Of 100", format="%.0f"),
        "row": None,
    }
    frame = pd.DataFrame({"n": [1087], "share": [3], "row": [5000], "more": [12902]})
    show_table(frame, "counts", column_config=heads)


def test_whole_numbers_are_grouped_below_a_heading_of_their_own() -> None:
    table = AppTest.from_function(page).run().dataframe[0]
    columns = json.loads(table.proto.columns)
    assert columns["n"]["label"] == "Documents"
    forms = {name: columns[name]["type_config"]["format"] for name in ("n", "share", "more")}
    assert forms == {"n": "localized", "share": "%.0f", "more": "localized"}
    assert columns["row"]["hidden"]
