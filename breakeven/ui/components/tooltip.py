"""What a measure means, as the tooltip beside it."""

from __future__ import annotations

from functools import cache

from metrics.catalogue import CATALOGUE


@cache
def help_of(key: str) -> str:
    """Markdown of our own: name, meaning, formula, 0/0, source. KeyError for an unknown key."""
    entry = CATALOGUE[key]
    lines = [f"**{entry.name}.** {entry.meaning}", rf"$\displaystyle {entry.formula}$"]
    if entry.undefined:
        lines.append(f"0/0: {entry.undefined}")
    lines.append(f"Source: {entry.source_text}.")
    return "\n\n".join(lines)


def label_of(key: str, f: str, short: bool = False) -> str:
    """What heads the column of a measure; `f` is F's name with its beta. KeyError if unknown."""
    entry = CATALOGUE[key]
    return f if key == "f" else (short and entry.symbol) or entry.name
