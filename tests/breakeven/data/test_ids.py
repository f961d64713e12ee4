"""Texts by their bytes are the texts that were packed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from breakeven.data.ids import PackedTexts


def packed(texts: list[str], kind: Any = np.int32) -> PackedTexts:
    """Texts as a file holds them, after others."""
    parts = ["é".encode(), *(text.encode() for text in texts)]
    ends = np.cumsum([0, *map(len, parts)])[1:]
    return PackedTexts(np.frombuffer(b"".join(parts), np.uint8), ends.astype(kind))


@given(st.lists(st.text(max_size=12), max_size=8))
def test_texts_come_back(texts: list[str]) -> None:
    found = packed(texts)
    assert len(found) == len(texts)
    assert found.objects().tolist() == texts
    assert [found[row] for row in range(len(texts))] == texts
    assert found.objects().dtype == object


def test_some_of_them() -> None:
    found = packed(["naïve", "", "日本", "d10"], np.int64)
    assert found[np.array([3, 0, 3])].tolist() == ["d10", "naïve", "d10"]
    assert found[np.array([False, True, True, False])].tolist() == ["", "日本"]
    assert found[np.array([], dtype=np.int64)].tolist() == []
    assert found[-1] == "d10"
    with pytest.raises(IndexError):
        found[4]


def test_places_are_by_the_signs_of_the_texts() -> None:
    # beyond the plane that UTF-16 has in one unit the orders of UTF-8 and UTF-16 differ
    found = packed(["\U0001f600", "z", "￮", "z"])
    assert found.places(np.array([0, 1, 2, 3])).tolist() == [2, 0, 1, 0]
