"""Class names replaced in reading: a map from a file or a table, and reading again with it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.readers.class_map import NEW, OLD, ClassMap, checked_map
from breakeven.readers.pairs_of_names import read_class_map
from breakeven.readers.problems import ReadError
from breakeven.readers.samples import SAMPLES
from breakeven.records import Review
from breakeven.reports.class_map import written
from breakeven.text import count_of
from breakeven.ui.app.kept.cached import digest
from breakeven.ui.app.session import login
from breakeven.ui.app.session.waiting import say_stopped, waiting
from breakeven.ui.app.shared.many_classes import are_many
from breakeven.ui.components.downloads import file_name
from breakeven.ui.components.tables import height_of
from breakeven.ui.load.read_again import again_of
from breakeven.ui.load.summary import show_problems

MOST_HIGH = 300
ROOM = 4  # rows to write into
WHAT = (
    "Several names may become one, and a name without a new one is left out. Everything is "
    "counted again from the documents: one is in the new class if it is in any of the old ones."
)
NEXT = "The same files with other names are another version of this review."


def choose_map(current: ClassMap, names: Sequence[str], key: str) -> ClassMap | None:
    """A class map to upload or to write; None, and the problems, where it is none.

    `names`: the classes to choose new names for; none where they are not known yet.
    """
    st.caption(WHAT)
    file = st.file_uploader(
        "A class map: CSV with the columns old and new",
        key=f"class_map_file_{key}",
        disabled=not login.may_send(),
    )
    try:
        start = dict(read_class_map(file.name, file.getvalue()) if file else current)
        # very many are written down, or brought as a file, and not gone through
        names = () if are_many(names) else names
        old = sorted({*names, *current, *start})
        frame = pd.DataFrame(
            {OLD: old, NEW: [start.get(name, name) or "" for name in old]}, dtype=object
        )
        edited = st.data_editor(
            frame,
            hide_index=True,
            num_rows="fixed" if names else "dynamic",
            disabled=[OLD] if names else [],
            column_config={
                OLD: st.column_config.TextColumn("name in the files", width="medium"),
                NEW: st.column_config.TextColumn(
                    "becomes", width="medium", help="Empty: the class is left out."
                ),
            },
            height=height_of(len(frame) if names else len(frame) + ROOM, MOST_HIGH),
            key=f"class_map_{key}_{digest(start)[:12]}",
        )
        return map_of(edited)
    except ReadError as error:
        show_problems(error.problems, f"class_map_{key}")
        return None


def map_of(table: pd.DataFrame) -> dict[str, str | None]:
    """The map that a table of old and new names says; a name that stays is not in it.

    Rows in which nothing is written yet are passed over. Raises ReadError.
    """
    table = table.fillna("")
    rows = np.flatnonzero((table[OLD] != "") | (table[NEW] != ""))
    table = table.iloc[rows]
    found = checked_map(list(table[OLD]), [new or None for new in table[NEW]], rows + 1)
    return {old: new for old, new in found.items() if old != new}


def class_names(key: str, review: Review) -> str | None:
    """The names that were replaced, to take along and to change.

    What to open, once the files were read again; `key`: what the review was opened by.
    """
    replaced = f" · {count_of(len(review.class_map), 'name')} replaced" if review.class_map else ""
    with st.expander(f"Class names{replaced}"):
        if review.class_map:
            st.download_button(
                "The class map as CSV",
                lambda: written(review.class_map),
                file_name("class_map", "csv"),
                "text/csv",
                key="class_map_csv",
                icon=":material/download:",
                type="tertiary",
                on_click="ignore",
            )
        again = again_of(key, review)
        if again is None:
            st.caption("To change the names, choose the files again.")
            return None
        chosen = choose_map(review.class_map, review.truth.classes, review.fingerprint[:12])
        unchanged = chosen is None or chosen == review.class_map
        if key not in SAMPLES:
            st.caption(NEXT)
        if not st.button("Read again", key="read_again", disabled=unchanged):
            say_stopped("with names", st.container())
            return None
        try:
            with waiting("with names"):
                return again(chosen or {}, review.name)
        except ReadError as error:
            show_problems(error.problems, "read_again")
            return None
