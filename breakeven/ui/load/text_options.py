"""How the text of a file is parted into cells, to be said where it is not as it seems."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from breakeven.readers.files.how import OF_TEXT, How, Hows, how_said
from breakeven.ui.app.kept.cached import digest
from breakeven.ui.app.session import state

AS_IT_SEEMS = ""
ENCODINGS = (AS_IT_SEEMS, "utf-8", "latin-1", "cp1252", "utf-16")
DELIMITERS = (AS_IT_SEEMS, "comma", "semicolon", "tab", "bar", "space")
QUOTES = (AS_IT_SEEMS, "double", "single", "none")
DECIMALS = (AS_IT_SEEMS, "point", "comma")
CHOICES = {
    "encoding": ("Encoding", ENCODINGS),
    "delimiter": ("Between cells", DELIMITERS),
    "quote": ("Around cells", QUOTES),
    "decimal": ("Decimal mark", DECIMALS),
}
WORKBOOK = ".xlsx"
WIDTH = 160
WORDS = {
    "comma": "comma ,", "semicolon": "semicolon ;", "tab": "tab", "bar": "bar |", "space": "space",
    "double": "double “\"”", "single": "single “'”", "point": "point .",
}  # fmt: skip


def hows_said(key: str, names: Iterable[str]) -> Hows:
    """What was said so far of these files, and of files and sheets in them. `key`: of them all."""
    known = dict.fromkeys([*names, *state.remembered(f"texts_{key}", ())])
    return {name: _said(key, name) for name in known}


def is_said(key: str, name: str) -> bool:
    """Whether anything was said of a file."""
    return any(_typed(key, name).values())


def _said(key: str, name: str) -> How:
    try:
        return how_said(**_typed(key, name))
    except ValueError:  # said where it was typed
        return How()


def _typed(key: str, name: str) -> dict[str, str | None]:
    return {what: state.remembered(_widget(what, key, name)) or None for what in OF_TEXT}


def _widget(what: str, key: str, name: str) -> str:
    return f"{what}_{digest(key, name)[:12]}"


def text_options(key: str, name: str, kind: str = "delimited") -> None:
    """Widgets for how a file is read, as far as it can be read otherwise; `kind`: of its table."""
    offered = _offered(name, kind)
    if not offered:
        return
    drawn = state.remembered(f"texts_{key}", ())
    if name not in drawn:
        state.remember(f"texts_{key}", (*drawn, name))
    st.caption("Where the file is to be read otherwise than it seems:")
    with st.container(horizontal=True):
        for what in offered:
            if what in CHOICES:
                _choose(what, *CHOICES[what], _widget(what, key, name))
            else:
                st.text_input(
                    "Row of the header" if kind == "table" else "Line of the header",
                    key=_widget(what, key, name),
                    placeholder="as it seems",
                    help="Counted from 1; “none” where there is none: columns are then called "
                    "1, 2, …",
                    width=WIDTH,
                )
    try:
        how_said(**_typed(key, name))
    except ValueError as error:
        st.warning(f"{str(error).capitalize()}.")


def _offered(name: str, kind: str) -> tuple[str, ...]:
    if kind == "delimited":
        return OF_TEXT
    if kind == "json lines":
        return ("encoding",)
    return ("header",) if kind == "table" and WORKBOOK in name.lower() else ()


def _choose(what: str, label: str, options: tuple[str, ...], widget: str) -> None:
    st.selectbox(
        label,
        options,
        format_func=lambda said: WORDS.get(said, said) or "as it seems",
        key=widget,
        accept_new_options=what in ("encoding", "delimiter", "quote"),
        width=WIDTH,
    )
