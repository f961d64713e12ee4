"""The texts of all documents of a truth, and what is found in them."""

from __future__ import annotations

import re
import unicodedata
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from breakeven.records import Truth
from breakeven.texts.words import LETTERS, SPACELESS, Words, composed_texts, words_in
from metrics.typing import Array

if TYPE_CHECKING:
    import pyarrow as pa

# stretches that lie within one word, in scripts that put spaces between words
PIECE = re.compile(r"[^\W\u3040-\u30ff\u3400-\u9fff]+")
SPACELESS_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")
# longer patterns are no question anybody asks, and take long to prepare
LONGEST_PATTERN = 1_000


class PatternError(ValueError):
    """A pattern that RE2 does not read; its words, plain text."""


class Texts:
    """The n texts of a truth's documents; what is made of them is made when it is first asked for.

    Each mask is boolean, shape (n,). ValueError where the truth has no column of texts.
    """

    def __init__(self, truth: Truth) -> None:
        if truth.text_column is None:
            raise ValueError("there is no column of texts")
        self._values = truth.columns[truth.text_column]

    @cached_property
    def arrow(self) -> pa.LargeStringArray:
        """The texts as they are shown and searched: composed (NFC)."""
        return composed_texts(self._values)

    @cached_property
    def _lowered(self) -> pa.LargeStringArray:
        """The texts in lower case: made once, as it takes longer than to search them."""
        from pyarrow import compute

        return compute.utf8_lower(self.arrow)

    @cached_property
    def lengths(self) -> Array:
        """Characters of each text, shape (n,)."""
        from pyarrow import compute

        return np.asarray(compute.utf8_length(self.arrow).fill_null(0))

    @cached_property
    def words(self) -> Words:
        """The words of each text, once asked for the index of all searches."""
        return words_in(self.arrow)

    @property
    def _indexed(self) -> bool:
        """Whether somebody has asked for the words: for one search they are not worth making."""
        return "words" in self.__dict__

    def containing(self, part: str) -> Array:
        """Which hold these characters, in upper or lower case."""
        from pyarrow import compute

        low = lower(part)
        found = np.ones(len(self.arrow), dtype=bool)
        if self._indexed:
            found = self._perhaps_containing(low)
            if PIECE.fullmatch(low):
                return found
        chosen = np.flatnonzero(found)
        texts = self._lowered if len(chosen) == len(found) else self._lowered.take(chosen)
        found[chosen] = _mask(compute.match_substring(texts, low))
        return found

    def _perhaps_containing(self, low: str) -> Array:
        """Which have, for each stretch of letters and digits, a word that holds it."""
        from pyarrow import compute

        found = np.ones(len(self.arrow), dtype=bool)
        for piece in PIECE.findall(low):
            holding = compute.match_substring(self.words.vocabulary, piece)
            found &= self.words.texts_with(np.flatnonzero(_mask(holding)))
        return found

    def matching(self, pattern: str) -> Array:
        """Which an RE2 pattern matches somewhere, in time linear in the text.

        PatternError where it is none, or longer than `LONGEST_PATTERN` characters.
        """
        from pyarrow import compute

        check_pattern(pattern)
        return _mask(compute.match_substring_regex(self.arrow, composed(pattern)))

    def with_word(self, word: str) -> Array:
        """Which have this word, in upper or lower case."""
        from pyarrow import compute

        low = lower(word)
        if self._indexed:
            place = self.words.place_of(low)
            return self.words.texts_with(np.array([place] if place >= 0 else [], dtype=np.int64))
        if re.search(SPACELESS_WORD, low):
            return _mask(compute.match_substring(self.arrow, low))
        around = f"(?:^|[^{LETTERS}]|{SPACELESS}){re.escape(low)}(?:$|[^{LETTERS}]|{SPACELESS})"
        return _mask(compute.match_substring_regex(self._lowered, around))


def composed(text: str) -> str:
    """A text as it is shown and searched (NFC)."""
    return unicodedata.normalize("NFC", text)


def lower(text: str) -> str:
    """A composed text in lower case, character by character as the texts are."""
    import pyarrow as pa
    from pyarrow import compute

    return str(compute.utf8_lower(pa.array([composed(text)]))[0].as_py())


def check_pattern(pattern: str) -> None:
    """Raises PatternError for what RE2 does not read as a pattern, or would prepare for long."""
    import pyarrow as pa
    from pyarrow import compute

    if len(pattern) > LONGEST_PATTERN:
        raise PatternError(f"a pattern has at most {LONGEST_PATTERN:,} characters")
    try:
        compute.match_substring_regex(pa.array([""]), pattern)
    except pa.ArrowInvalid as error:
        _, _, said = str(error).partition("Invalid regular expression: ")
        raise PatternError(said or str(error)) from None


def is_word(text: str) -> bool:
    """Whether a text is one whole word."""
    import pyarrow as pa

    found = words_in(pa.array([composed(text)], pa.large_string()))
    return [word.as_py() for word in found.vocabulary] == [lower(text)] and len(found.codes) == 1


def _mask(found: pa.BooleanArray) -> Array:
    return np.asarray(found.fill_null(False).to_numpy(zero_copy_only=False), dtype=bool)
