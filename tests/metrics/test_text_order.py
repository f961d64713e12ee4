"""Texts in order, beside Python's own order of them."""

from __future__ import annotations

import tracemalloc

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from metrics.byte_strings import LONGEST_IN_WORDS, byte_ranks


@given(st.lists(st.text(max_size=20) | st.text(alphabet="ab\0", max_size=20), max_size=12))
def test_places_are_those_among_the_different_texts_in_order(texts: list[str]) -> None:
    parts = [text.encode() for text in texts]
    ends = np.cumsum([0, *map(len, parts)])
    held = np.frombuffer(b"".join(parts), np.uint8)
    different = sorted(set(texts))
    found = byte_ranks(held, ends[:-1], ends[1:])
    assert found.tolist() == [different.index(text) for text in texts]


def test_long_texts_have_their_places_too() -> None:
    long = "ä" * LONGEST_IN_WORDS
    texts = [long + "b", "x", long, "", long + "\0", "x"]
    parts = [text.encode() for text in texts]
    ends = np.cumsum([0, *map(len, parts)])
    held = np.frombuffer(b"".join(parts), np.uint8)
    different = sorted(set(texts))
    found = byte_ranks(held, ends[:-1], ends[1:])
    assert found.tolist() == [different.index(text) for text in texts]


def test_one_long_text_among_many_short_ones_takes_no_memory_for_each_of_them() -> None:
    parts = [b"y" * 1_000_000, *(b"%d" % row for row in range(20_000))]
    ends = np.cumsum([0, *map(len, parts)])
    held = np.frombuffer(b"".join(parts), np.uint8)
    tracemalloc.start()
    try:
        places = byte_ranks(held, ends[:-1], ends[1:])
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert places[0] == 20_000
    assert most < 20 * len(held)


def test_of_some_of_the_texts_only_these_count() -> None:
    held, ends = np.frombuffer(b"d10d9d2d10", np.uint8), np.array([0, 3, 5, 7, 10])
    rows = np.array([3, 1, 0])
    assert byte_ranks(held, ends[rows], ends[rows + 1]).tolist() == [0, 1, 0]
