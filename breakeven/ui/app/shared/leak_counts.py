"""How many documents leak, and how many do not, each a link to them."""

from __future__ import annotations

from dataclasses import dataclass

from breakeven.selection import Selection
from breakeven.selection.expression import Leaked, Not
from breakeven.selection.leaks import AnySides, with_leaks
from breakeven.text import count_of
from breakeven.ui.app.shared.counted import Counts, in_sentence
from breakeven.ui.components.html import plain


@dataclass(frozen=True)
class SideCounts:
    """As HTML: the sentence on what leaks, and how many documents either side has."""

    sentence: str
    documents: tuple[str, str]


def among_all(selection: Selection) -> dict[str, str | None]:
    """What an address has in place of what is chosen, so that what leaks is not left out."""
    every = with_leaks(selection.where)
    return {"where": None if every is None else every.text}


def side_counts(counts: Counts, sides: AnySides) -> SideCounts:
    """The documents of a result with and without what leaks; `counts`: links as `among_all`."""
    leaked = Leaked(sides.near)
    words = count_of(sides.leaked, "document")
    return SideCounts(
        in_sentence(
            plain(sides, 400), (words, counts.of(sides.leaked, leaked, words)), " of these "
        ),
        (
            counts.of(sides.every.documents, None),
            counts.of(sides.without.documents, Not(leaked)),
        ),
    )
