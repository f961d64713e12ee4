"""Where in a text the words and patterns of a filter stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from breakeven.analysis.selection.expression import (
    AllOf,
    AnyOf,
    Containing,
    Expression,
    HasWord,
    LevelTerm,
    Matching,
    SystemTerm,
)
from breakeven.data.corpus import LETTERS, SPACELESS_WORD, check_pattern, composed_text, lower_text

# what is shown of one text, and marked in it
MOST_CHARACTERS = 20_000
MOST_HITS = 1_000


@dataclass(frozen=True)
class HighlightedText:
    """A text as it is shown: composed (NFC), and cut where it is longer than may be shown.

    `hits`: stretches to mark, as code points of `text`: first, and behind the last; ascending and
    apart. `length`: how many characters the whole text has.
    """

    text: str
    hits: tuple[tuple[int, int], ...]
    length: int


def highlighted(
    text: str, expression: Expression | None, longest: int = MOST_CHARACTERS
) -> HighlightedText:
    """A text and what a filter searches for in it; what the filter does not want is not marked.

    Patterns are matched by RE2, in time linear in the text. PatternError where one is none.
    """
    whole = composed_text(text)
    part = whole[:longest]
    found: list[tuple[int, int]] = []
    for term in [] if expression is None else _sought(expression):
        found += _hits(term, part)
    return HighlightedText(part, _apart(found), len(whole))


def _sought(expression: Expression) -> Iterator[Containing | HasWord | Matching]:
    match expression:
        case AllOf(terms) | AnyOf(terms):
            for term in terms:
                yield from _sought(term)
        case SystemTerm(term=term) | LevelTerm(term=term):
            yield from _sought(term)
        case Containing() | HasWord() | Matching():
            yield expression


def _hits(term: Containing | HasWord | Matching, text: str) -> list[tuple[int, int]]:
    match term:
        case Matching(pattern):
            check_pattern(pattern)
            return _matches(composed_text(pattern), text)
        case Containing(part):
            return _matches(f"(?i){re.escape(composed_text(part))}", text)
        case HasWord(word):
            return _words(word, text)


def _words(word: str, text: str) -> list[tuple[int, int]]:
    import pyarrow as pa
    from pyarrow import compute

    low = lower_text(word)
    if SPACELESS_WORD.search(low):
        return _matches(re.escape(low), text)
    found = _matches(f"[{LETTERS}]+", text, most=MOST_CHARACTERS)
    words = compute.utf8_lower(pa.array([text[first:last] for first, last in found], pa.string()))
    equal = compute.equal(words, low).to_pylist()
    return [place for place, is_it in zip(found, equal, strict=True) if is_it][:MOST_HITS]


def _matches(pattern: str, text: str, most: int = MOST_HITS) -> list[tuple[int, int]]:
    """The first matches of an RE2 pattern, from left to right, that are not empty."""
    import pyarrow as pa
    from pyarrow import compute

    # RE2 says what it replaced, not where: so each match is put between signs the text has not
    opening, closing = _unused(text)
    marked = compute.replace_substring_regex(
        pa.array([text]), pattern, rf"{opening}\0{closing}", max_replacements=most
    )[0].as_py()
    before, *parts = marked.split(opening)
    spans, position = [], len(before)
    for part in parts:
        match, _, after = part.partition(closing)
        if match:
            spans.append((position, position + len(match)))
        position += len(match) + len(after)
    return spans


def _unused(text: str) -> tuple[str, str]:
    """Two characters that a text does not hold, of those that stand for nothing."""
    free = (chr(code) for code in range(0xE000, 0xF8FF) if chr(code) not in text)
    return next(free), next(free)


def _apart(spans: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Stretches without overlap, ascending."""
    joined: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if joined and first <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return tuple(joined)
