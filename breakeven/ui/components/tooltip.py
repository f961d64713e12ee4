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
    lines.append(f"Source: {entry.source}.")
    return "\n\n".join(lines)
