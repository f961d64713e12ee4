"""The texts of all documents of a truth, made ready once for all who search in them.

And their words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse

from breakeven.data.records import Truth
from metrics.dataset.near_duplicates import near_groups
from metrics.typing import Array

if TYPE_CHECKING:
    import pyarrow as pa


# --- the words of all texts, and which texts have each of them


# what a word is made of, in RE2: letters with their marks, digits and underscores of any script
LETTERS = r"\p{L}\p{M}\p{N}_"
# scripts that put no space between words: one word a character, as everywhere in the house
SPACELESS = r"[\x{3040}-\x{30ff}\x{3400}-\x{4dbf}\x{4e00}-\x{9fff}]"
# texts are taken apart so many bytes at a time, for what that takes beside them
AT_ONCE = 32 * 1024**2


@dataclass(frozen=True)
class WordCounts:
    """The words of n texts in lower case.

    `vocabulary`: the V distinct ones. `codes`: the words of all texts one after another, as
    places in the vocabulary; `starts`: where each text begins, and the last ends, shape (n + 1,).
    """

    vocabulary: pa.LargeStringArray
    codes: Array
    starts: Array

    @cached_property
    def counts(self) -> sparse.csc_array:
        """How often each text has each word, (n, V): column by column the texts of a word."""
        ones = np.ones(len(self.codes), dtype=np.int32)
        shape = (len(self.starts) - 1, len(self.vocabulary))
        found = sparse.csr_array((ones, self.codes, self.starts), shape=shape).tocsc()
        found.sum_duplicates()
        return sparse.csc_array(found)

    @property
    def per_text(self) -> Array:
        """How many words each text has, shape (n,)."""
        return np.diff(self.starts)

    @cached_property
    def texts_per_word(self) -> Array:
        """How many texts have each word, shape (V,)."""
        return np.diff(self.counts.indptr)

    @cached_property
    def groups(self) -> Array:
        """The group of nearly equal texts of each, shape (n,), -1 for none; see `near_groups`."""
        return near_groups(self.codes, self.starts)

    @cached_property
    def weights(self) -> sparse.csc_array:
        """tf-idf, (n, V), rows of unit length, or 0: (1 + ln tf) ln(1 + n / df)."""
        counts = self.counts
        n = counts.shape[0]
        inverse = np.log1p(n / np.maximum(self.texts_per_word, 1)).astype(np.float32)
        data = (1 + np.log(counts.data.astype(np.float32))) * np.repeat(
            inverse, self.texts_per_word
        )
        length = np.sqrt(np.bincount(counts.indices, data**2, minlength=n))
        data /= np.maximum(length, 1e-12)[counts.indices].astype(np.float32)
        return sparse.csc_array((data, counts.indices, counts.indptr), shape=counts.shape)

    def likeness(self, text: int) -> Array:
        """How alike the words of each text are to those of one, in [0, 1], shape (n,).

        The cosine of tf-idf weights; 0 for texts without a word in common.
        """
        own = np.unique(self.codes[self.starts[text] : self.starts[text + 1]])
        weights = self.weights[:, own]
        mine = weights[[text]].toarray().ravel()
        return np.minimum(np.asarray(weights @ mine), 1)

    def texts_with(self, words: Array) -> Array:
        """Which texts have any of these words, by their places in the vocabulary; mask (n,)."""
        mask = np.zeros(len(self.starts) - 1, dtype=bool)
        begins, sizes = self.counts.indptr[words], self.texts_per_word[words]
        # where each word's texts stand, one stretch after another
        before = np.append(0, np.cumsum(sizes))[:-1]
        mask[self.counts.indices[np.repeat(begins - before, sizes) + np.arange(sizes.sum())]] = True
        return mask

    def texts_among(self, texts: Array) -> Array:
        """How many of these texts, by their places, have each word, shape (V,)."""
        among = np.zeros(len(self.starts) - 1, dtype=np.int64)
        among[texts] = 1
        total = np.append(0, np.cumsum(among[self.counts.indices]))
        return np.diff(total[self.counts.indptr])

    def place_of(self, word: str) -> int:
        """Where a word in lower case stands in the vocabulary; -1 where no text has it."""
        from pyarrow import compute  # slow to import

        return int(compute.index(self.vocabulary, word).as_py())


def composed_texts(values: Array) -> pa.LargeStringArray:
    """A column's texts as they are shown and searched: composed (NFC)."""
    # slow to import, and only texts need it
    import pyarrow as pa
    from pyarrow import compute

    texts = pa.array(values.astype(str) if values.dtype != object else values, pa.large_string())
    return compute.utf8_normalize(texts, "NFC")


def word_counts(values: Array) -> Array:
    """Words of each text of a column, shape (n,)."""
    parts = [per_text for _, per_text in _taken_apart(composed_texts(values), AT_ONCE)]
    return np.concatenate([*parts, np.zeros(0, dtype=np.int64)])


def words_in(texts: pa.LargeStringArray, at_once: int = AT_ONCE) -> WordCounts:
    """The words of texts; a text that is null has none. `at_once`: bytes taken apart together."""
    import pyarrow as pa  # slow to import

    chunks, lengths = [], []
    for words_of_texts, per_text in _taken_apart(texts, at_once):
        chunks.append(words_of_texts.dictionary_encode())
        lengths.append(per_text)
    empty = pa.array([], pa.large_string()).dictionary_encode()
    words = pa.chunked_array([*chunks, empty], empty.type).unify_dictionaries()
    codes = [chunk.indices.to_numpy() for chunk in words.chunks]
    starts = np.append(0, np.cumsum(np.concatenate([*lengths, np.zeros(0, dtype=np.int64)])))
    return WordCounts(words.chunk(0).dictionary, np.concatenate(codes), starts.astype(np.int64))


def _taken_apart(
    texts: pa.LargeStringArray, at_once: int
) -> Iterator[tuple[pa.LargeStringArray, Array]]:
    """The words of one part of the texts after another, and how many each text has."""
    for part in _parts(texts.fill_null(""), at_once):
        yield _cut(_parted(part))


def _cut(texts: pa.LargeStringArray) -> tuple[pa.LargeStringArray, Array]:
    """The words of texts with spaces between, one after another, and how many each text has."""
    import pyarrow as pa  # slow to import

    offsets, data = _buffers(texts)
    inside = data != ord(" ")
    # a word changes to a space or a space to a word, and where a text begins so does a word
    begins, ends = inside.copy(), inside.copy()
    begins[1:] &= ~inside[:-1]
    ends[:-1] &= ~inside[1:]
    edges = offsets[(offsets > 0) & (offsets < len(data))]
    begins[edges], ends[edges - 1] = inside[edges], inside[edges - 1]
    starts = np.flatnonzero(begins)
    # without the spaces, the words stand side by side
    sizes = np.flatnonzero(ends) - starts + 1
    words = pa.LargeStringArray.from_buffers(
        len(starts), pa.py_buffer(np.append(0, np.cumsum(sizes))), pa.py_buffer(data[inside])
    )
    return words, np.diff(np.searchsorted(starts, offsets))


def _parts(texts: pa.LargeStringArray, at_once: int) -> list[pa.LargeStringArray]:
    sizes, _ = _buffers(texts)
    cuts = np.unique(np.searchsorted(sizes, np.arange(0, sizes[-1] + at_once, at_once)))
    cuts = np.unique(np.concatenate([[0], np.minimum(cuts, len(texts)), [len(texts)]]))
    return [texts.slice(a, b - a) for a, b in pairwise(cuts.tolist())]


def _buffers(texts: pa.LargeStringArray) -> tuple[Array, Array]:
    """Where each text begins in the bytes of all, and the last ends; and the bytes."""
    whole = np.frombuffer(texts.buffers()[1], dtype=np.int64)
    offsets = whole[texts.offset : texts.offset + len(texts) + 1]
    data = np.frombuffer(texts.buffers()[2] or b"", dtype=np.uint8)
    return offsets - offsets[0], data[offsets[0] : offsets[-1]]


def _parted(texts: pa.LargeStringArray) -> pa.LargeStringArray:
    """The texts in lower case, with a space wherever no word is."""
    import pyarrow as pa  # slow to import
    from pyarrow import compute

    offsets, data = _buffers(texts)
    plain = pa.LargeStringArray.from_buffers(
        len(texts), pa.py_buffer(offsets), pa.py_buffer(_ASCII[data])
    )
    other = compute.invert(compute.string_is_ascii(plain))
    if not compute.any(other).as_py():
        return plain
    mended = compute.replace_substring_regex(
        compute.utf8_lower(plain.filter(other)), f"[^{LETTERS}]+", " "
    )
    mended = compute.replace_substring_regex(mended, f"({SPACELESS})", r" \1 ")
    return compute.replace_with_mask(plain, other, mended)


def _ascii_table() -> Array:
    """What each byte becomes: letters small, digits and _ as they are, other ASCII a space."""
    table = np.arange(256, dtype=np.uint8)
    for byte in range(128):
        char = chr(byte)
        table[byte] = ord(char.lower()) if char.isalnum() or char == "_" else ord(" ")
    return table


_ASCII = _ascii_table()


# --- the texts of all documents of a truth, and what is found in them


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
        from pyarrow import compute  # slow to import

        return compute.utf8_lower(self.arrow)

    @cached_property
    def lengths(self) -> Array:
        """Characters of each text, shape (n,)."""
        from pyarrow import compute  # slow to import

        return np.asarray(compute.utf8_length(self.arrow).fill_null(0))

    @cached_property
    def words(self) -> WordCounts:
        """The words of each text, once asked for the index of all searches."""
        return words_in(self.arrow)

    @property
    def _indexed(self) -> bool:
        """Whether somebody has asked for the words: for one search they are not worth making."""
        return "words" in self.__dict__

    def containing(self, part: str) -> Array:
        """Which hold these characters, in upper or lower case."""
        from pyarrow import compute  # slow to import

        low = lower_text(part)
        contains = np.ones(len(self.arrow), dtype=bool)
        if self._indexed:
            contains = self._perhaps_containing(low)
            if PIECE.fullmatch(low):
                return contains
        chosen = np.flatnonzero(contains)
        texts = self._lowered if len(chosen) == len(contains) else self._lowered.take(chosen)
        contains[chosen] = _mask(compute.match_substring(texts, low))
        return contains

    def _perhaps_containing(self, low: str) -> Array:
        """Which have, for each stretch of letters and digits, a word that holds it."""
        from pyarrow import compute  # slow to import

        found = np.ones(len(self.arrow), dtype=bool)
        for piece in PIECE.findall(low):
            holding = compute.match_substring(self.words.vocabulary, piece)
            found &= self.words.texts_with(np.flatnonzero(_mask(holding)))
        return found

    def matching(self, pattern: str) -> Array:
        """Which an RE2 pattern matches somewhere, in time linear in the text.

        PatternError where it is none, or longer than `LONGEST_PATTERN` characters.
        """
        from pyarrow import compute  # slow to import

        check_pattern(pattern)
        return _mask(compute.match_substring_regex(self.arrow, composed_text(pattern)))

    def with_word(self, word: str) -> Array:
        """Which have this word, in upper or lower case."""
        from pyarrow import compute  # slow to import

        low = lower_text(word)
        if self._indexed:
            place = self.words.place_of(low)
            return self.words.texts_with(np.array([place] if place >= 0 else [], dtype=np.int64))
        if re.search(SPACELESS_WORD, low):
            return _mask(compute.match_substring(self.arrow, low))
        around = f"(?:^|[^{LETTERS}]|{SPACELESS}){re.escape(low)}(?:$|[^{LETTERS}]|{SPACELESS})"
        return _mask(compute.match_substring_regex(self._lowered, around))


def composed_text(text: str) -> str:
    """A text as it is shown and searched (NFC)."""
    return unicodedata.normalize("NFC", text)


def lower_text(text: str) -> str:
    """A composed text in lower case, character by character as the texts are."""
    import pyarrow as pa  # slow to import
    from pyarrow import compute

    return str(compute.utf8_lower(pa.array([composed_text(text)]))[0].as_py())


def check_pattern(pattern: str) -> None:
    """Raises PatternError for what RE2 does not read as a pattern, or would prepare for long."""
    import pyarrow as pa  # slow to import
    from pyarrow import compute

    if len(pattern) > LONGEST_PATTERN:
        raise PatternError(f"a pattern has at most {LONGEST_PATTERN:,} characters")
    try:
        compute.match_substring_regex(pa.array([""]), pattern)
    except pa.ArrowInvalid as error:
        _, _, message = str(error).partition("Invalid regular expression: ")
        raise PatternError(message or str(error)) from None


def is_word(text: str) -> bool:
    """Whether a text is one whole word."""
    import pyarrow as pa  # slow to import

    found = words_in(pa.array([composed_text(text)], pa.large_string()))
    return [word.as_py() for word in found.vocabulary] == [lower_text(text)] and len(
        found.codes
    ) == 1


def _mask(mask: pa.BooleanArray) -> Array:
    return np.asarray(mask.fill_null(False).to_numpy(zero_copy_only=False), dtype=bool)
