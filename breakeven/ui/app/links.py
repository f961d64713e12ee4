"""Ways from page to page: each carries the address that the page would write.

So a change of page is one step of the browser's history, and a link opened in another tab shows
what is chosen here.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from breakeven.ui.app import cache, state


def common() -> dict[str, str]:
    """What the address of every page says: the review, and what is chosen of it."""
    key = state.raw().get("review", "")
    review = cache.review_of(key)
    if review is None:  # as it was asked for, until the files are there
        return state.of_every_page()
    return state.parameters_of(key, cache.selected(review), review.truth)


def address_of(path: str, shared: dict[str, str] | None = None) -> dict[str, str]:
    """The address of a page of ours, by its path: what all pages say, and its own choices."""
    return (common() if shared is None else shared) | state.own_to(name_of(path))


def name_of(path: str) -> str:
    """What a page is called in keys of choices: `classes` for `pages/classes.py`."""
    return Path(path).stem


def page_link(
    path: str,
    label: str,
    icon: str,
    shared: dict[str, str] | None = None,
    *,
    help: str | None = None,
) -> None:
    """A link to a page of ours; `shared`: `common()`, where it is at hand."""
    address = address_of(path, shared)
    state.ours(address)
    st.page_link(path, label=label, icon=icon, help=help, query_params=address)


def turn_to(path: str) -> None:
    """Leave for a page of ours."""
    address = address_of(path)
    state.ours(address)
    st.switch_page(path, query_params=address)
