"""Which texts are equal, which short ones were copied between splits.

And which repeat as texts of their length do.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from breakeven.data.ids import Ids, PackedTexts
from metrics.byte_strings import all_different
from metrics.dataset.near_duplicates import crossings
from metrics.typing import Array

if TYPE_CHECKING:
    import pyarrow as pa


# --- which texts are equal


# the words from which on a text that is there again is no chance, before anybody sets another limit
LONG_TEXT = 20
# of ASCII, what parts words
BLANK = "[\t-\r\x1c- ]"


def text_codes(texts: Ids) -> Array:
    """Equal numbers for texts equal but for case and spacing, shape (n,); -1 for empty ones."""
    # slow to import, and the first page looks at no text
    import pyarrow.compute as pc

    # brings Arrow too
    from breakeven.data.arrow_arrays import array_of_texts, bytes_of, numbers_in, text_as

    given = _as_arrow(texts)
    if given is None:
        seen: dict[str, int] = {"": -1}
        codes_of_texts = (seen.setdefault(_folded(text), len(seen)) for text in texts.tolist())
        return np.fromiter(codes_of_texts, dtype=np.int64, count=len(texts))
    equal = pc.ascii_lower(given)
    # ids have no blanks as a rule. Where one has, or another script, only Python folds it
    if not _plain(given):
        odd = pc.or_(pc.match_substring_regex(given, BLANK), pc.invert(pc.string_is_ascii(given)))
        folded = [_folded(text) for text in given.filter(odd).to_pylist()]
        equal = pc.replace_with_mask(equal, odd, array_of_texts(folded))
    held, ends = bytes_of(equal)
    if all_different(held, ends):
        return np.where(np.diff(ends) > 0, np.arange(len(equal)), -1)
    parts = equal.dictionary_encode()
    codes = numbers_in(parts.indices).astype(np.int64)
    empty = pc.index(parts.dictionary, text_as("", parts.dictionary.type)).as_py()
    return codes if empty < 0 else np.where(codes == empty, -1, codes)


def _plain(texts: pa.LargeStringArray) -> bool:
    """Whether there is no blank in any, and nothing beyond ASCII."""
    signs = np.frombuffer(texts.buffers()[2] or b"", dtype=np.uint8)
    return bool(np.all((signs > ord(" ")) & (signs < 128)))


def _as_arrow(texts: Ids) -> pa.LargeStringArray | None:
    """The texts; None where any is none, or holds half a sign."""
    from breakeven.data.arrow_arrays import array_of_packed, array_of_texts  # brings Arrow

    if isinstance(texts, PackedTexts):
        return array_of_packed(texts.held, texts.ends)
    try:
        return array_of_texts(texts.tolist())
    except (TypeError, ValueError):
        return None


def _folded(text: object) -> str:
    return " ".join(str(text).split()).casefold()


# --- which short texts in two splits are copies, and which repeat as texts of their length do
#
# Headlines, stock phrases and queries repeat without being one document: "ok thanks" says nothing.
# But where texts of some length hardly ever stand twice within a split, one that stands in two of
# them was copied.


# texts are compared with those of about as many words: from each of these up to the next
STRATA_LENGTHS = (0, 1, 2, 3, 4, 6, 8, 11, 15, 20, 30, 50, 100, 1_001)
# of more splits pairs of them are not looked at
MOST_SPLITS = 30


def length_stratum(words: Array) -> Array:
    """Which of `STRATA_LENGTHS` numbers of words belong to, from 0; any shape."""
    return np.searchsorted(STRATA_LENGTHS, words, side="right") - 1


@dataclass(frozen=True)
class CopiedTexts:
    """Where texts in two splits are copies; arrays of shape (strata,).

    A stratum is the texts of one length (`length_stratum`) that stand once in the split `earlier`,
    once in the split `later`. `texts`: how many of them there are; `expected`: how many there would
    be by how often texts of that length repeat within these splits.
    """

    earlier: Array
    later: Array
    length: Array
    texts: Array
    expected: Array


def find_copied_texts(patterns: Array, length: Array, times: Array, sizes: Array) -> CopiedTexts:
    """Where short texts lie in two splits beyond chance.

    `patterns`: on how many documents of each split a text stands, (patterns, splits), the earlier
    split first; more than 2 may stand as 3. `length`: of such a text; `times`: how many texts are
    like that, (patterns,). `sizes`: documents of each length and split, (lengths, splits).
    """
    lengths, splits = sizes.shape
    pairs = list(combinations(range(splits), 2)) if splits <= MOST_SPLITS else []
    counts = np.zeros((len(pairs), lengths, 2), dtype=np.int64)
    for pair_number, (e, s) in enumerate(pairs):
        first, second = patterns[:, e], patterns[:, s]
        across = (first == 1) & (second == 1)
        within = (first + second == 2) & ~across
        for kind, which in enumerate((across, within)):
            counts[pair_number, :, kind] = np.bincount(
                length[which], times[which], minlength=lengths
            )
    earlier, later = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    across, within = counts[:, :, 0], counts[:, :, 1]
    crossing = crossings(across, within, sizes[:, earlier].T, sizes[:, later].T)
    pair, length_index = np.nonzero(crossing.beyond)
    return CopiedTexts(
        earlier=earlier[pair],
        later=later[pair],
        length=length_index,
        texts=crossing.across[crossing.beyond],
        expected=crossing.expected[crossing.beyond],
    )


def copied_documents(
    codes: Array, split_of: Array, words: Array, splits: int
) -> tuple[Array, CopiedTexts]:
    """Documents whose short text was copied from an earlier split, mask (n,), and where from.

    `codes`: equal numbers for equal texts, below 0 for documents that do not count; `split_of`
    below 0 for none; `words`: of each text; all of shape (n,).
    """
    spoiled = np.zeros(len(codes), dtype=bool)
    counted = np.flatnonzero((codes >= 0) & (split_of >= 0))
    if splits > MOST_SPLITS:
        # a split has no pair then, and no text is looked at
        counted = counted[:0]
    length = length_stratum(words[counted])
    sizes = np.zeros((len(STRATA_LENGTHS), splits), dtype=np.int64)
    np.add.at(sizes, (length, split_of[counted]), 1)
    _, text = np.unique(codes[counted], return_inverse=True)
    again = np.bincount(text)[text] > 1
    rows, (_, text) = counted[again], np.unique(text[again], return_inverse=True)
    number = int(text.max(initial=-1)) + 1
    patterns = np.zeros((number, splits), dtype=np.int64)
    np.add.at(patterns, (text, split_of[rows]), 1)
    shortest = np.full(number, len(STRATA_LENGTHS), dtype=np.int64)
    np.minimum.at(shortest, text, length[again])
    copies = find_copied_texts(patterns, shortest, np.ones(number, dtype=np.int64), sizes)
    for e, s, length_index in zip(copies.earlier, copies.later, copies.length, strict=True):
        is_copied = (patterns[:, e] == 1) & (patterns[:, s] == 1) & (shortest == length_index)
        spoiled[rows[is_copied[text] & (split_of[rows] == s)]] = True
    return spoiled, copies
