"""Words that Streamlit reads as Markdown: labels, badges, measures and misprints."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

import streamlit as st

from breakeven.data.wording import visible
from breakeven.ui.pages import PageKey
from metrics.catalogue import CATALOGUE
from metrics.catalogue.entry import Misprint

# --- Words with names from files as the labels of buttons, which Streamlit reads as Markdown


AFTER_COLON = ":\u2060"


def code_label(text: str, longest: int = 40) -> str:
    """A foreign piece of a filter as the Markdown of a button: code, in which nothing is marked."""
    shown = text if len(text) <= longest else f"{text[: longest - 1]}…"
    shown = visible(shown.replace("\n", " "))
    fence = "`" * (1 + max(map(len, re.findall("`+", shown)), default=0))
    # what is not seen behind a colon keeps Streamlit from taking :material/x: for a picture
    return f"{fence} {shown.replace(':', AFTER_COLON)} {fence}"


SIGN = r"[!-/:-@\[-`{-~]"  # of ASCII: those that Markdown may take for its own


def button_label(text: str, longest: int = 60) -> str:
    """Words that hold foreign names as the Markdown of a button: shown as they are written."""
    shown = text if len(text) <= longest else f"{text[: longest - 1]}…"
    shown = visible(re.sub(r"\s", " ", shown))
    # two signs that follow each other become another sign, even where each is taken literally
    apart = re.sub(f"(?<={SIGN})(?={SIGN})|(?<=:)", "\u2060", shown)
    return "\u2068" + re.sub(f"({SIGN})", r"\\\1", apart) + "\u2069"


# --- Small coloured marks, each a link to the page that says more


@dataclass(frozen=True)
class Badge:
    """A few words of our own in a colour; no name from a file is among them.

    `page`: the one that it leads to. `more`: what it means, shown beside the pointer.
    `name`: of somebody, as they write it, shown behind the words; none where it is empty.
    """

    colour: Literal["red", "orange", "gray", "green"]
    icon: str
    words: str
    page: PageKey
    more: str
    name: str = ""


def show_badges(badges: Sequence[Badge], link: Callable[..., None]) -> None:
    """All in one line, or as few as the screen allows; nothing without any.

    `link` draws a link to a page: by its key, a label, an icon and what is said beside it.
    """
    if not badges:
        return
    with st.container(horizontal=True, gap="small"):
        for badge in badges:
            label = f":{badge.colour}-badge[:material/{badge.icon}: {badge.words}]"
            if badge.name:
                label += f" by {code_label(badge.name)}"
            link(badge.page, label, "", help=badge.more)


# --- what a measure means, as the tooltip beside it


@cache
def help_of(key: str) -> str:
    """Markdown of our own: name, meaning, formula, 0/0, source. KeyError for an unknown key."""
    entry = CATALOGUE[key]
    lines = [f"**{entry.name}.** {entry.meaning}", rf"$\displaystyle {entry.formula}$"]
    if entry.undefined:
        lines.append(f"0/0: {entry.undefined}")
    lines.append(f"Source: {entry.source_text}.")
    return "\n\n".join(lines)


def measure_label(key: str, f: str) -> str:
    """What a measure is called; `f` is F's name with its beta. KeyError if unknown."""
    return f if key == "f" else CATALOGUE[key].name


# --- an error in a document that people learn from, as it is told on pages


def misprint_text(m: Misprint, where: str) -> str:
    """A misprint in Markdown: what is printed, what is right, what shows it."""
    return (
        f"**{where}** :gray[{m.id}]  \n:gray[Printed] {ended(m.printed)}  \n"
        f":gray[Right] {ended(m.correct)}  \n:gray[Shown by] {ended(m.evidence)}"
    )


def ended(text: str) -> str:
    """The text with a full stop at its end."""
    return text if text.endswith(".") else f"{text}."
