"""The text of a document, as far as it is needed to judge a label."""

from __future__ import annotations

from breakeven.records import Truth
from breakeven.ui.components.html import literal, quiet, say, text_block

MOST = 20_000
FOLDED = 3_000


def show_text(truth: Truth, row: int) -> None:
    """Its beginning, and the rest folded."""
    if truth.text_column is None:
        say(quiet("The file has no column of texts to show."))
        return
    text = str(truth.columns[truth.text_column][row])
    if not text.strip():
        say(quiet("The text of this document is empty."))
        return
    shown = text[:MOST]
    rest = f"Show the other {len(shown) - FOLDED:,} characters"
    text_block(literal(shown[:FOLDED]), literal(shown[FOLDED:]), rest)
    if len(text) > MOST:
        say(quiet(f"These are the first {MOST:,} of {len(text):,} characters."))
