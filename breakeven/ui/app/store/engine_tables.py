"""Tables beyond memory in the app: those that the server names, asked for whoever may look.

An address says `table:NAME`; what a name stands for is in the server's own file alone.
"""

from __future__ import annotations

import os
from concurrent.futures import wait
from time import monotonic
from typing import TYPE_CHECKING, Any

import streamlit as st

from breakeven.engine.named_tables import TABLES, NamedTable
from breakeven.ui.app.session import access

if TYPE_CHECKING:  # the first page of a fresh server asks no engine, and reads nothing
    from breakeven.data.records import Problem
    from breakeven.engine.queries import AnswerCache, PendingAnswer

PREFIX = "table:"
# how often it is looked whether an answer is there, in seconds; nothing is said of a short wait
LOOK, SHORT = 0.2, 0.6
NOT_HERE = "There is no table of this name here, or you may not open it. Home lists those you may."
ASK_ADMIN = "It cannot be read now. Whoever runs this server can see why on this page."


def is_table(key: str | None) -> bool:
    """Whether an address asks for a table, whether or not there is one."""
    return key is not None and key.startswith(PREFIX)


def offered() -> tuple[tuple[NamedTable, ...], tuple[Problem, ...]]:
    """The tables for who is here, and what is wrong with the file of them; share links show none.

    Members see all of them, as they see everything that is saved.
    """
    if access.looks_only() or access.role() is None:
        return (), ()
    if not os.environ.get(TABLES):
        return (), ()
    # loads NumPy
    from breakeven.engine.named_tables_file import named_tables
    from breakeven.readers.base.problems import ReadError

    try:
        return named_tables(), ()
    except ReadError as error:
        return (), error.problems


def table_of(key: str) -> NamedTable | None:
    """The table of an address; None where there is none, or not for who is here."""
    named = {f"{PREFIX}{table.name}": table for table in offered()[0]}
    return named.get(key)


def answer_of(askings: AnswerCache, table: NamedTable, pending: PendingAnswer) -> Any:
    """The answer to a question, waited for with words; stops the page where there is none."""
    # loads NumPy
    from breakeven.readers.base.problems import ReadError

    place, begun = st.empty(), monotonic()
    while not pending.future.done():
        seconds = monotonic() - begun
        if seconds > SHORT:
            place.info(f"{pending.words} {seconds:.0f} s", icon=":material/hourglass_top:")
        wait([pending.future], LOOK)
    place.empty()
    try:
        return pending.future.result()
    except ReadError as error:
        say_problems(error.problems)
    st.button(
        "Try again",
        key="table_again",
        icon=":material/refresh:",
        on_click=askings.forget,
        args=(table,),
    )
    st.stop()
    raise AssertionError("unreachable")


def say_problems(problems: tuple[Problem, ...]) -> None:
    """What is wrong with a table, to those who can mend it; paths are not for others."""
    if access.role() == "admin":
        for problem in problems:
            st.code(str(problem), language=None, wrap_lines=True)
    else:
        st.warning(ASK_ADMIN)
