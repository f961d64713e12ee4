"""How many documents leak, and how many do not, each a link to them."""

from __future__ import annotations

from dataclasses import dataclass

from breakeven.records import Truth
from breakeven.selection import Selection
from breakeven.selection.expression import Leaked, Not
from breakeven.selection.leaks import LeakSides, with_leaks
from breakeven.text import count_of
from breakeven.ui.app.shared.counted import counts_in, in_sentence
from breakeven.ui.components.html import plain


@dataclass(frozen=True)
class SideCounts:
    """As HTML: the sentence on what leaks, and how many documents either side has."""

    sentence: str
    documents: tuple[str, str]


def side_counts(truth: Truth, selection: Selection, sides: LeakSides) -> SideCounts:
    """The documents of a result with and without what leaks, of the system that is selected."""
    every = with_leaks(selection.where)
    counts = counts_in(truth, None, {"where": None if every is None else every.text})
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
