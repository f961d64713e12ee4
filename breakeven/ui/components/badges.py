"""Small coloured marks, each a link to the page that says more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from breakeven.ui.components.labels import code_label


@dataclass(frozen=True)
class Badge:
    """A few words of our own in a colour; no name from a file is among them.

    `page`: the file of the page that it leads to. `more`: what it means, shown beside the pointer.
    `name`: of somebody, as they write it, shown behind the words; none where it is empty.
    """

    colour: Literal["red", "orange", "gray", "green"]
    icon: str
    words: str
    page: str
    more: str
    name: str = ""


def show_badges(badges: Sequence[Badge], link: Callable[..., None]) -> None:
    """All in one line, or as few as the screen allows; nothing without any.

    `link` draws a link to a page: by its file, a label, an icon and what is said beside it.
    """
    if not badges:
        return
    with st.container(horizontal=True, gap="small"):
        for badge in badges:
            label = f":{badge.colour}-badge[:material/{badge.icon}: {badge.words}]"
            if badge.name:
                label += f" by {code_label(badge.name)}"
            link(badge.page, label, "", help=badge.more)
