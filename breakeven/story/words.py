"""What somebody wrote in place of the sentences of a screen, and beside which numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from breakeven.story.screen import Screen

# of a title, and of all sentences of a screen
LONGEST_TITLE, LONGEST_TEXT = 120, 1_500


@dataclass(frozen=True, kw_only=True)
class Words:
    """Somebody's words of one screen of a story of one system on one split.

    `screen`: its key. `split`: as an address has it. `text`: paragraphs, one a line. `number` and
    `counted`: what the screen showed when they were written. `who`, `at`: by whom and when, ""
    where nobody else will read them.
    """

    screen: str
    system: str
    split: str
    title: str
    text: str
    number: str
    counted: str
    who: str = ""
    at: str = ""


def in_words(screen: Screen, every: Iterable[Words], system: str, split: str) -> Screen:
    """A screen of a system on a split, with what somebody wrote of it, if anybody did."""
    for words in every:
        if (words.screen, words.system, words.split) == (screen.key, system, split):
            return replace(screen, words=words)
    return screen
