"""Ids of documents: packed as a large file has them, and taken apart into their form and number."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias, overload

import numpy as np

from metrics.byte_strings import byte_ranks
from metrics.typing import Array

# --- Texts held by their bytes alone: objects of Python take ten times as much for short ones


@dataclass(frozen=True, eq=False)
class PackedTexts:
    """Texts in UTF-8, one after the other.

    `held`: the bytes of all, uint8. `ends`: where each begins and the last ends, ascending, shape
    (n + 1,).
    """

    held: Array
    ends: Array

    def __len__(self) -> int:
        return len(self.ends) - 1

    @overload
    def __getitem__(self, index: int | np.integer[Any]) -> str: ...
    @overload
    def __getitem__(self, index: Array) -> Array: ...
    def __getitem__(self, index: int | np.integer[Any] | Array) -> str | Array:
        """One text; or those of an array of indices or of a mask, as objects."""
        if isinstance(index, np.ndarray):
            rows = np.arange(len(self))[index]
            return _objects(list(map(self._text, rows.tolist())))
        return self._text(range(len(self))[index])

    def _text(self, row: int) -> str:
        return self.held[self.ends[row] : self.ends[row + 1]].tobytes().decode()

    def tolist(self) -> list[str]:
        """All of them."""
        held = self.held.tobytes()
        return [held[a:b].decode() for a, b in pairwise(self.ends.tolist())]

    def objects(self) -> Array:
        """All of them as an array, shape (n,)."""
        return _objects(self.tolist())

    def places(self, rows: Array) -> Array:
        """Of each of these, its place among the different ones in the order of texts."""
        return byte_ranks(self.held, self.ends[rows], self.ends[rows + 1])


def _objects(texts: list[str]) -> Array:
    found = np.empty(len(texts), dtype=object)
    found[:] = texts
    return found


# the ids of documents: as they were given, or as a large file has them
Ids: TypeAlias = Array | PackedTexts


# --- Ids taken apart: their form, which is all but the digits, and the last number in them


# more digits than a float tells apart are no number
LAST_NUMBER = r"(?P<number>[0-9]{1,15})[^0-9]*$"


@dataclass(frozen=True)
class NumberedIds:
    """The form of each of n ids, `form` as a place in `forms`, and its number, NaN for none."""

    form: Array
    forms: tuple[str, ...]
    number: Array


def number_ids(ids: Array) -> NumberedIds:
    """What ids have in common and what counts them: `nyt/a-017` is `nyt/a-#` and 17."""
    # slow to import, and few ask for it
    import pyarrow as pa
    from pyarrow import compute

    # loads pyarrow
    from breakeven.data.arrow_arrays import array_of_texts, numbers_in, truths_in

    texts = array_of_texts(ids.astype(str).tolist())
    forms = compute.replace_substring_regex(texts, "[0-9]+", "#").dictionary_encode()
    last_numbers = compute.struct_field(compute.extract_regex(texts, LAST_NUMBER), "number")
    numbers = last_numbers.cast(pa.float64())
    counted = truths_in(numbers.is_valid())
    return NumberedIds(
        numbers_in(forms.indices),
        tuple(forms.dictionary.to_pylist()),
        np.where(counted, numbers_in(numbers), np.nan),
    )
