"""Which classes stand above which: from a file or from names, and reading again with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from breakeven.readers.hierarchy import proposed_separator, read_hierarchy
from breakeven.readers.problems import ReadError
from breakeven.records import Hierarchy, Review
from breakeven.text import count_of, quoted
from breakeven.ui.app.session import login
from breakeven.ui.app.session.waiting import say_stopped, waiting
from breakeven.ui.components.html import escaped, say
from breakeven.ui.load.read_again import again_of
from breakeven.ui.load.summary import show_problems

WHAT = (
    "Where some classes stand above others, near misses can be told from far ones, and results "
    "can be folded by level. Calls and truth stay as they are."
)
USUAL = "/"
NOT_YET = "Until this is said, no class stands above another."
SAME, NONE, NAMES, FILE = "as it is", "no hierarchy", "as their names say", "as a file says"


def choose_hierarchy(
    current: Hierarchy | None, names: Sequence[str], key: str
) -> dict[str, Any] | None:
    """What is to hold of the hierarchy; empty for none, None where it stays as it is.

    None, too, after the problems of a file. `names`: the classes, none where they are not known
    yet.
    """
    st.caption(WHAT)
    proposed = proposed_separator(names) or ""
    # before names are known: reading refuses it where no name has it
    parting = proposed if names else USUAL
    ways = [NONE, NAMES, FILE] if current is None else [SAME, NONE, NAMES, FILE]
    way = st.radio(
        "Which classes stand above which",
        ways,
        index=ways.index(NAMES) if current is None and proposed else 0,
        horizontal=True,
        key=f"hierarchy_way_{key}",
    )
    if way == NAMES:
        if proposed:
            say(
                escaped(
                    f"Most names have {quoted(proposed)} in them: as in a/b/c it may part levels."
                )
            )
        separator = st.text_input(
            "What parts the levels in names of classes",
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
            disabled=not login.may_send(),
        )
        if file is None:
            st.caption(NOT_YET)
            return None
        try:
            return read_hierarchy(file.name, file.getvalue())
        except ReadError as error:
            show_problems(error.problems, f"hierarchy_{key}")
            return None
    return None if way == SAME else {}


def class_tree(key: str, review: Review) -> str | None:
    """How the classes stand now, to change; what to open, once the files were read again.

    `key`: what the review was opened by.
    """
    found = review.hierarchy
    depth = "" if found is None else f" · {count_of(found.depth, 'level')}"
    proposed = found is None and proposed_separator(review.truth.classes) is not None
    hint = " · names look like paths" if proposed else ""
    with st.expander(f"Classes in a tree{depth}{hint}"):
        again = again_of(key, review)
        if again is None:
            st.caption("To say how classes stand, choose the files again.")
            return None
        chosen = choose_hierarchy(found, review.truth.classes, review.fingerprint[:12])
        unchanged = chosen is None or (found is None and not chosen)
        if not st.button("Read again", key="read_with_hierarchy", disabled=unchanged):
            say_stopped("with hierarchy", st.container())
            return None
        try:
            with waiting("with hierarchy"):
                return again(dict(review.class_map), review.name, chosen)
        except ReadError as error:
            show_problems(error.problems, "read_with_hierarchy")
            return None
