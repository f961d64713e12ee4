"""Choices: one function draws a widget, seeds it, and keeps what is chosen.

A choice has one key, like `guidance.severity`: by it the session keeps the choice when the page
is left, and the address names it. A widget's own key is `w_<key>`. Streamlit forgets a widget's
value when its page closes; a choice is kept.

Where `changed` is given, the choice belongs to something else (a cut, a limit): `value` is what
that is now, and `changed` is called with the new value instead.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import streamlit as st

from breakeven.data.wording import in_full, name_of
from breakeven.ui.app.session import access, state
from breakeven.ui.app.session.charts import show_figure
from breakeven.ui.components.tables import show_table

if TYPE_CHECKING:  # every page opens through here, and the first one shows no table
    import pandas as pd

P = ParamSpec("P")
T = TypeVar("T")
Option = TypeVar("Option", bound=str)

MOST_SET = 40

_INSIDE: ContextVar[bool] = ContextVar("whether a fragment is being drawn", default=False)


def fragment(function: Callable[P, None]) -> Callable[P, None]:
    """A part of a page that is drawn again alone.

    What is chosen in it is in the address at once, as the page, which would write it there, is
    not opened again.
    """

    @st.fragment
    @wraps(function)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> None:
        access.still_in()
        outside = _INSIDE.set(True)
        try:
            function(*args, **kwargs)
        finally:
            _INSIDE.reset(outside)

    return drawn


def _draw(
    widget: Callable[..., Any],
    key: str,
    value: Any,
    changed: Callable[[Any], None] | None,
    as_text: Callable[[Any], str] = str,
    *,
    twin: str = "",
    **shown: Any,
) -> Any:
    """A widget that shows `value`; what is chosen in it goes to `changed`, else to the choices.

    `twin`: the key of the other widget, where two show one value.
    """
    name = f"w_{key}"
    keep = state.share if _INSIDE.get() else state.choose
    _set(name, value)

    def callback() -> None:
        new = st.session_state[name]
        # who goes back asks for what the address says: a widget that is closed just now is sent too
        if state.went_through_history():
            return
        _sent()[name] = (new,)
        if twin and _is_echo(name, twin, new):
            return
        if changed is not None:
            changed(new)
        else:
            keep(key, as_text(new))

    if twin:
        state.remember(f"drawn_{key}", value)
    return widget(key=name, on_change=callback, **shown)


def _set(name: str, value: Any) -> None:
    """Make a widget show a value, unless the browser has just sent it itself.

    What is set goes to the browser, and there undoes what the visitor has moved on to meanwhile.
    What was sent by one that was not drawn again is not known any more.
    """
    sent = _sent().pop(name, None)
    if sent is None or sent[0] != value or name not in st.session_state:
        _was_set(name).append(value)
        st.session_state[name] = value


def _sent() -> dict[str, tuple[Any]]:
    """What the browser sent of a widget and has not been drawn yet."""
    return state.remembered_or("sent", dict[str, tuple[Any]])


def _was_set(name: str) -> deque[Any]:
    """What a widget was lately made to show, the newest last."""
    lately = state.remembered_or("set", dict[str, deque[Any]])
    return lately.setdefault(name, deque(maxlen=MOST_SET))


def _is_echo(name: str, twin: str, new: Any) -> bool:
    """Whether a widget only repeats what it was set to when its twin was moved.

    Of two widgets of one value, the browser sends the one that is moved with what it knows of
    the other: where it is moved quickly, something that was set some moves ago.
    """
    moved = st.session_state[f"w_{twin}"] != state.remembered(f"drawn_{twin}")
    return moved and new in _was_set(name)


def _shown(options: Mapping[Option, str] | Sequence[Option]) -> Callable[[Option], str]:
    return options.__getitem__ if isinstance(options, Mapping) else str


def select(
    key: str,
    label: str,
    options: Mapping[Option, str] | Sequence[Option],
    value: Option | None = None,
    *,
    default: str | None = None,
    show: Callable[[Option], str] | None = None,
    changed: Callable[[Option], None] | None = None,
    **more: Any,
) -> Option:
    """One of several: what was chosen where that is an option, else `default`, else the first.

    Names are shown literally; radios and segments would read them as Markdown.
    """
    listed = list(options)
    chosen = value if value is not None else state.one_of(key, listed, default)
    return _draw(
        st.selectbox,
        key,
        chosen,
        changed,
        label=label,
        options=listed,
        format_func=show or _shown(options),
        **more,
    )


def section(
    key: str,
    label: str,
    options: Mapping[Option, str],
    value: Option | None = None,
    *,
    changed: Callable[[Option], None] | None = None,
    **more: Any,
) -> Option:
    """One of a few of our own, side by side: the first until one is chosen."""
    chosen = value if value is not None else state.one_of(key, list(options))
    return _draw(
        st.segmented_control,
        key,
        chosen,
        changed,
        label=label,
        options=list(options),
        format_func=options.__getitem__,
        required=True,
        **more,
    )


def chips(key: str, label: str, options: Mapping[Option, str], **more: Any) -> list[Option]:
    """Any of a few of our own, side by side; none at first, which leaves all."""
    chosen = state.raw().get(key, "").split(",")
    return _draw(
        st.pills,
        key,
        [option for option in options if option in chosen],
        None,
        ",".join,
        label=label,
        options=list(options),
        format_func=options.__getitem__,
        selection_mode="multi",
        **more,
    )


def several(key: str, label: str, options: Sequence[str], most: int) -> list[str]:
    """Any of the options, at most so many; names of the address that are none are passed over."""
    return _draw(
        st.multiselect,
        key,
        [name for name in listed_in(state.raw().get(key, "[]")) if name in options][:most],
        None,
        json.dumps,
        label=label,
        options=options,
        format_func=name_of,
        max_selections=most,
        placeholder="none",
    )


def listed_in(text: str) -> list[Any]:
    """The names that a choice of several is in an address; none where it is no list."""
    try:
        listed = json.loads(text)
    except ValueError:
        return []
    return listed if isinstance(listed, list) else []


def text(key: str, label: str, default: str = "", **more: Any) -> str:
    """A line of text, `default` until one is typed."""
    return _draw(st.text_input, key, state.raw().get(key, default), None, label=label, **more)


def line(key: str, label: str, value: str, changed: Callable[[str], None], **more: Any) -> str:
    """A line of text of something that knows what it says; always "" for one that is said once."""
    return _draw(st.text_input, key, value, changed, label=label, **more)


def any_of(
    key: str,
    label: str,
    options: Sequence[T],
    value: list[T],
    changed: Callable[[list[T]], None],
    **more: Any,
) -> list[T]:
    """Any of the options, of something that knows which; in no address."""
    return _draw(st.multiselect, key, value, changed, label=label, options=options, **more)


def toggle(key: str, label: str, *, default: bool = False, **more: Any) -> bool:
    """On or off, `default` until chosen; in the address `on` or `off`."""
    value = state.raw().get(key, "on" if default else "off") == "on"
    return _draw(st.toggle, key, value, None, lambda on: "on" if on else "off", label=label, **more)


def checkbox(
    key: str, label: str, value: bool, changed: Callable[[bool], None], **more: Any
) -> bool:
    """A box of something that knows whether it is ticked."""
    return _draw(st.checkbox, key, value, changed, label=label, **more)


def number(
    key: str,
    label: str,
    value: float,
    *,
    changed: Callable[[Any], None] | None = None,
    **more: Any,
) -> Any:
    """A number to type, of the kind of `value`: what is now in force, each digit of it shown."""
    if isinstance(value, float):
        more.setdefault("format", in_full(value))
    return _draw(st.number_input, key, value, changed, repr, label=label, **more)


def slider(
    key: str,
    label: str,
    low: float,
    high: float,
    value: float,
    *,
    changed: Callable[[Any], None] | None = None,
    **more: Any,
) -> Any:
    """A number to move between two ends, of the kind of `value`: what is now in force."""
    return _draw(
        st.slider,
        key,
        value,
        changed,
        lambda moved: f"{moved:g}",
        label=label,
        min_value=low,
        max_value=high,
        **more,
    )


def stops(key: str, label: str, names: Sequence[str], value: int, **more: Any) -> int:
    """One of several places side by side, by its number from 0; each is shown by its own name."""
    return _draw(
        st.select_slider,
        key,
        value,
        more.pop("changed", None),
        label=label,
        options=range(len(names)),
        format_func=names.__getitem__,
        **more,
    )


def rows(
    key: str,
    frame: pd.DataFrame,
    marked: Sequence[int],
    chosen: Callable[[int], None],
    most_high: int,
    *,
    fresh: str | None = None,
    **more: Any,
) -> None:
    """A table of which one row can be chosen; `marked` are the rows that are.

    What is marked follows `marked` on every rerun; where `fresh`, a digest, is given, only when
    that changes: then the table is a new one, and until then it scrolls as the reader left it.
    """
    name = key if fresh is None else f"{key}_{fresh}"
    selection = {"rows": list(marked), "columns": [], "cells": []}
    if fresh is None:
        st.session_state[name] = {"selection": selection}
    else:
        more["selection_default"] = {"selection": {"rows": list(marked)}}

    def callback() -> None:
        rows = st.session_state[name]["selection"]["rows"]
        # a table that another has replaced sends once more what it was given marked
        if fresh is not None and rows == list(marked):
            return
        for row in rows:
            chosen(row)

    show_table(frame, name, most_high, on_select=callback, selection_mode="single-row", **more)


def ticks(
    key: str,
    frame: pd.DataFrame,
    ticked: Sequence[int],
    changed: Callable[[int], None],
    most_high: int,
    **more: Any,
) -> None:
    """A table of which any rows can be ticked; `changed` gets each row that was ticked or cleared.

    What is ticked follows `ticked` on every rerun.
    """
    st.session_state[key] = {"selection": {"rows": list(ticked), "columns": [], "cells": []}}

    def callback() -> None:
        for row in sorted({*ticked} ^ {*st.session_state[key]["selection"]["rows"]}):
            changed(row)

    show_table(frame, key, most_high, on_select=callback, selection_mode="multi-row", **more)


def points(
    key: str,
    figure: Any,
    clicked: Callable[[Mapping[str, Any] | None], None],
    title: str,
    description: str,
    *,
    around: Callable[[Sequence[Mapping[str, Any]]], None] | None = None,
) -> None:
    """A figure whose points can be clicked; a second click on a point reports None.

    Where `around` is given, points are drawn around instead, and it gets all of them.
    """

    def callback() -> None:
        selected = st.session_state[key]["selection"]["points"]
        if around is not None:
            around(selected)
        else:
            clicked(selected[0] if selected else None)

    mode = "points" if around is None else "lasso"
    if isinstance(figure, dict):  # as Streamlit sets it, but only once the figure is drawn
        figure["layout"]["clickmode"] = "event+select" if around is None else "event"
    show_figure(figure, key, title, description, on_select=callback, selection_mode=mode)
