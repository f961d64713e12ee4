"""Texts in order, beside Python's own order of them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from metrics.byte_strings import byte_ranks


@given(st.lists(st.text(max_size=20) | st.text(alphabet="ab\0", max_size=20), max_size=12))
def test_places_are_those_among_the_different_texts_in_order(texts: list[str]) -> None:
    parts = [text.encode() for text in texts]
    ends = np.cumsum([0, *map(len, parts)])
    held = np.frombuffer(b"".join(parts), np.uint8)
    different = sorted(set(texts))
    found = byte_ranks(held, ends[:-1], ends[1:])
    assert found.tolist() == [different.index(text) for text in texts]


def test_of_some_of_the_texts_only_these_count() -> None:
    held, ends = np.frombuffer(b"d10d9d2d10", np.uint8), np.array([0, 3, 5, 7, 10])
    rows = np.array([3, 1, 0])
    assert byte_ranks(held, ends[rows], ends[rows + 1]).tolist() == [0, 1, 0]
