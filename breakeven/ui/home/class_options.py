"""What is said of classes in reading: names replaced, and which stand above which.

By a file or on the page; and reading again with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.validity.class_names import alike_names
from breakeven.data.hierarchy import Hierarchy
from breakeven.data.records import Review
from breakeven.data.wording import count_of, quoted
from breakeven.readers.base.problems import ReadError
from breakeven.readers.hierarchy import proposed_separator
from breakeven.readers.samples import SAMPLES
from breakeven.readers.shapes.class_map import NEW_COLUMN, OLD_COLUMN, ClassMap, check_class_map
from breakeven.readers.worker.small_files import class_map_apart, hierarchy_apart
from breakeven.results.scope import class_map_csv, name_cautions
from breakeven.ui.app.cache.memo import digest
from breakeven.ui.app.page.class_choice import are_many
from breakeven.ui.app.page.links import show_problems
from breakeven.ui.app.session import access
from breakeven.ui.app.session.downloads import file_name
from breakeven.ui.app.session.waiting import say_stopped, waiting
from breakeven.ui.app.store.read_again import again_of
from breakeven.ui.components.html import escaped, plain, say
from breakeven.ui.components.tables import height_of

# --- Class names replaced in reading: a map from a file or a table, and reading again with it


MOST_HIGH = 300
ROOM = 4  # rows to write into
MAP_HELP = (
    "Give several classes one name to merge them; leave a name empty to drop the class. A document "
    "is in the merged class if it was in any of the old ones."
)
NEXT = "This makes a new version of the review."


def choose_map(current: ClassMap, names: Sequence[str], key: str) -> ClassMap | None:
    """A class map to upload or to write; None, and the problems, where it is none.

    `names`: the classes to choose new names for; none where they are not known yet.
    """
    st.caption(MAP_HELP)
    file = st.file_uploader(
        "A class map: CSV with the columns old and new",
        key=f"class_map_file_{key}",
        disabled=not access.may_send(),
    )
    try:
        start = dict(class_map_apart(file.name, file.getvalue()) if file else current)
        # very many are written down, or brought as a file, and not gone through
        names = () if are_many(names) else names
        old = sorted({*names, *current, *start})
        frame = pd.DataFrame(
            {OLD_COLUMN: old, NEW_COLUMN: [start.get(name, name) or "" for name in old]},
            dtype=object,
        )
        edited = st.data_editor(
            frame,
            hide_index=True,
            num_rows="fixed" if names else "dynamic",
            disabled=[OLD_COLUMN] if names else [],
            column_config={
                OLD_COLUMN: st.column_config.TextColumn("Name in the files", width="medium"),
                NEW_COLUMN: st.column_config.TextColumn(
                    "New name", width="medium", help="Empty: the class is dropped."
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
    rows = np.flatnonzero((table[OLD_COLUMN] != "") | (table[NEW_COLUMN] != ""))
    table = table.iloc[rows]
    class_map = check_class_map(
        list(table[OLD_COLUMN]), [new or None for new in table[NEW_COLUMN]], rows + 1
    )
    return {old: new for old, new in class_map.items() if old != new}


def class_names(key: str, review: Review) -> str | None:
    """The names that were replaced, to take along and to change.

    What to open, once the files were read again; `key`: what the review was opened by.
    """
    replaced = f" · {count_of(len(review.class_map), 'name')} replaced" if review.class_map else ""
    alike = alike_names(review.truth)
    proposed = {} if alike is None else alike.class_map
    for sentence in name_cautions(review.truth):
        say(Markup("▲ {}").format(plain(sentence, 400)))
    with st.expander(f"Rename or merge classes{replaced}", expanded=bool(proposed)):
        if proposed:
            st.caption("The new names below give each class one name: press “Read again”.")
        if review.class_map:
            st.download_button(
                "The class map as CSV",
                lambda: class_map_csv(review.class_map),
                file_name("class_map", "csv"),
                "text/csv",
                key="class_map_csv",
                icon=":material/download:",
                type="tertiary",
                on_click="ignore",
            )
        again = again_of(key, review)
        if again is None:
            st.caption("To rename classes, add the files again.")
            return None
        start = {**review.class_map, **proposed}
        chosen = choose_map(start, review.truth.classes, review.fingerprint[:12])
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


# --- which classes stand above which: from a file or from names, and reading again with it


HIERARCHY_HELP = (
    "With a hierarchy, near misses count apart from far ones, and results can be folded by level. "
    "Labels and predictions stay as they are."
)
USUAL = "/"
NOT_YET = "There is no hierarchy until you fill this in."
SAME, NONE, NAMES, FILE = "unchanged", "no hierarchy", "from class names", "from a file"


def choose_hierarchy(
    current: Hierarchy | None, names: Sequence[str], key: str
) -> dict[str, Any] | None:
    """What is to hold of the hierarchy; empty for none, None where it stays as it is.

    None, too, after the problems of a file. `names`: the classes, none where they are not known
    yet.
    """
    st.caption(HIERARCHY_HELP)
    proposed = proposed_separator(names) or ""
    # before names are known: reading refuses it where no name has it
    parting = proposed if names else USUAL
    ways = [NONE, NAMES, FILE] if current is None else [SAME, NONE, NAMES, FILE]
    way = st.radio(
        "Hierarchy",
        ways,
        index=ways.index(NAMES) if current is None and proposed else 0,
        horizontal=True,
        key=f"hierarchy_way_{key}",
    )
    if way == NAMES:
        if proposed:
            say(
                escaped(
                    f"Most names contain {quoted(proposed)}: it may separate levels, as in a/b/c."
                )
            )
        separator = st.text_input(
            "Separator of levels in class names",
            parting,
            key=f"hierarchy_separator_{key}",
            placeholder=f"{USUAL} for a/b/c",
        )
        if not separator:
            st.caption(NOT_YET)
        return {"separator": separator} if separator else None
    if way == FILE:
        file = st.file_uploader(
            "A hierarchy: CSV with the columns parent and child",
            key=f"hierarchy_file_{key}",
            disabled=not access.may_send(),
        )
        if file is None:
            st.caption(NOT_YET)
            return None
        try:
            return hierarchy_apart(file.name, file.getvalue())
        except ReadError as error:
            show_problems(error.problems, f"hierarchy_{key}")
            return None
    return None if way == SAME else {}


def class_tree(key: str, review: Review) -> str | None:
    """How the classes stand now, to change; what to open, once the files were read again.

    `key`: what the review was opened by.
    """
    hierarchy = review.hierarchy
    depth = "" if hierarchy is None else f" · {count_of(hierarchy.depth, 'level')}"
    proposed = hierarchy is None and proposed_separator(review.truth.classes) is not None
    hint = " · names look like paths" if proposed else ""
    with st.expander(f"Class hierarchy{depth}{hint}"):
        again = again_of(key, review)
        if again is None:
            st.caption("To set a hierarchy, add the files again.")
            return None
        chosen = choose_hierarchy(hierarchy, review.truth.classes, review.fingerprint[:12])
        unchanged = chosen is None or (hierarchy is None and not chosen)
        if not st.button("Read again", key="read_with_hierarchy", disabled=unchanged):
            say_stopped("with hierarchy", st.container())
            return None
        try:
            with waiting("with hierarchy"):
                return again(dict(review.class_map), review.name, chosen)
        except ReadError as error:
            show_problems(error.problems, "read_with_hierarchy")
            return None
