"""Words with names from files as the labels of buttons, which Streamlit reads as Markdown."""

from __future__ import annotations

import re

from breakeven.text import visible

AFTER_COLON = ":\u2060"


def code_label(text: str, longest: int = 40) -> str:
    """A foreign piece of a filter as the Markdown of a button: code, in which nothing is marked."""
    shown = text if len(text) <= longest else f"{text[: longest - 1]}…"
    shown = visible(shown.replace("\n", " "))
    fence = "`" * (1 + max(map(len, re.findall("`+", shown)), default=0))
    # what is not seen behind a colon keeps Streamlit from taking :material/x: for a picture
    return f"{fence} {shown.replace(':', AFTER_COLON)} {fence}"


SIGN = r"[!-/:-@\[-`{-~]"  # of ASCII: those that Markdown may take for its own


def label_of(text: str, longest: int = 60) -> str:
    """Words that hold foreign names as the Markdown of a button: shown as they are written."""
    shown = text if len(text) <= longest else f"{text[: longest - 1]}…"
    shown = visible(re.sub(r"\s", " ", shown))
    # two signs that follow each other become another sign, even where each is taken literally
    apart = re.sub(f"(?<={SIGN})(?={SIGN})|(?<=:)", "\u2060", shown)
    return "\u2068" + re.sub(f"({SIGN})", r"\\\1", apart) + "\u2069"
