"""The texts of all documents of a truth, and what is found in them."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from breakeven.records import Truth
from metrics.typing import Array

if TYPE_CHECKING:
    import pyarrow as pa

# what a word is made of, in RE2: letters with their marks, digits and underscores of any script
WORD = r"[\p{L}\p{M}\p{N}_]"
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
        """The texts as they are searched."""
        # slow to import, and only texts need it
        import pyarrow as pa

        values = self._values
        return pa.array(values.astype(str) if values.dtype != object else values, pa.large_string())

    @cached_property
    def lengths(self) -> Array:
        """Characters of each text, shape (n,)."""
        from pyarrow import compute

        return np.asarray(compute.utf8_length(self.arrow).fill_null(0))

    def containing(self, part: str) -> Array:
        """Which hold these characters, in upper or lower case."""
        from pyarrow import compute

        return _mask(compute.match_substring(self.arrow, part, ignore_case=True))

    def matching(self, pattern: str) -> Array:
        """Which an RE2 pattern matches somewhere, in time linear in the text.

        PatternError where it is none, or longer than `LONGEST_PATTERN` characters.
        """
        from pyarrow import compute

        check_pattern(pattern)
        return _mask(compute.match_substring_regex(self.arrow, pattern))

    def with_word(self, word: str) -> Array:
        """Which have this word, in upper or lower case."""
        from pyarrow import compute

        inside = f"(?:^|[^{WORD[1:]}){re.escape(word)}(?:$|[^{WORD[1:]})"
        return _mask(compute.match_substring_regex(self.arrow, inside, ignore_case=True))


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
    from pyarrow import compute

    found = compute.match_substring_regex(pa.array([text]), rf"^{WORD}+$")
    return bool(found[0].as_py())


def _mask(found: pa.BooleanArray) -> Array:
    return np.asarray(found.fill_null(False).to_numpy(zero_copy_only=False), dtype=bool)
