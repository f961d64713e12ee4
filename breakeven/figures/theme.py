"""One look for every figure, and the one way names from files enter it."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Any

from breakeven.data.wording import NO_CLASS, count_of, name_of
from metrics.typing import Array

# told apart by people with any colour vision, and by lightness in grey; against the page each
# has a contrast of 3 at least, text of 4.5
COLOURS = ("#0072b2", "#b87900", "#00805d", "#b0568a", "#2f93cf", "#c85400", "#737373", "#857a00")
IN_DARK = ("#56b4e9", "#e69f00", "#1fb98c", "#e0a0c4", "#a5c8f0", "#f0793a", "#a3a3a3", "#d6c93a")
QUIET = COLOURS[6]
TEXT, TEXT_IN_DARK = "#4a4d57", "#c9ccd3"
# the pages themselves, for pictures that are taken away
PAGE, PAGE_IN_DARK = "#ffffff", "#171614"
# what each colour is where the page is dark
DARK = dict(zip((*COLOURS, TEXT), (*IN_DARK, TEXT_IN_DARK), strict=True))
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
SYMBOLS = ("circle", "diamond", "square", "triangle-up", "cross", "x", "star", "hexagon")
GOOD, BAD = COLOURS[0], COLOURS[5]
LONGEST = 32
# what came of an estimate looks the same in every figure
REALISED: Mapping[str, Any] = {
    "symbol": "x-thin",
    "size": 10,
    "line": {"color": BAD, "width": 2.5},
}


def literal(name: object) -> str:
    """A name from a file as Plotly text: shown as written, never interpreted.

    It stands apart from the text around it, whichever way it is written. For `text`, names and
    ticks; inside a hover template it would still be a template. None is no class at all.
    """
    if name is None:
        return NO_CLASS
    return f"\u2068{html.escape(name_of(name), quote=False)}\u2069"


def short(name: object, longest: int = LONGEST) -> str:
    """As `literal`, cut to a length that leaves room for the plot."""
    text = str(name)
    if name is None or len(text) <= longest:
        return literal(name)
    return literal(text[: longest - 1] + "…")


def distinct(names: Sequence[str | None], longest: int = LONGEST) -> list[str]:
    """`short` of each; names that the cut made equal get their position behind them."""
    cut = [short(name, longest) for name in names]
    seen: dict[str, int] = {}
    for name in cut:
        seen[name] = seen.get(name, 0) + 1
    return [f"{c} #{i + 1}" if seen[c] > 1 else c for i, c in enumerate(cut)]


def with_counts(names: Sequence[str], counts: Array, one: str = "document") -> list[str]:
    """`distinct` names, each with its number of documents behind it."""
    return [
        f"{name} · {count_of(n, one)}"
        for name, n in zip(distinct(names), counts.tolist(), strict=True)
    ]
