"""Groups of nearly equal texts, against every pair compared by hand."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from metrics.dataset.near_groups import near_groups
from metrics.typing import Array


def coded(texts: list[list[int]]) -> tuple[Array, Array]:
    starts = np.cumsum([0, *map(len, texts)])
    return np.array([word for text in texts for word in text], dtype=np.int32), starts


def runs(text: list[int]) -> set[tuple[int, ...]]:
    return {tuple(text[i : i + 3]) for i in range(max(1, len(text) - 2))} if text else set()


def slow(texts: list[list[int]], limit: float) -> list[int]:
    """Every text with every other, and what hangs together, one after another."""
    group = list(range(len(texts)))
    for i, one in enumerate(map(runs, texts)):
        for j, other in enumerate(map(runs, texts[:i])):
            if one and other and len(one & other) / len(one | other) >= limit - 1e-9:
                old, new = max(group[i], group[j]), min(group[i], group[j])
                group = [new if g == old else g for g in group]
    alone = {g for g in group if group.count(g) == 1}
    number: dict[int, int] = {}
    return [-1 if g in alone else number.setdefault(g, len(number)) for g in group]


def same_groups(one: Array, other: list[int]) -> bool:
    pairs = set(zip(one.tolist(), other, strict=True))
    return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


@pytest.mark.parametrize("limit", [0.3, 0.5, 0.8, 1.0])
@pytest.mark.parametrize("seed", range(4))
def test_groups_are_those_of_all_pairs_compared(limit: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    texts: list[list[int]] = []
    for _ in range(40):
        if texts and rng.random() < 0.6:  # an earlier text, with some words exchanged
            text = list(texts[rng.integers(len(texts))])
            for at in np.flatnonzero(rng.random(len(text)) < 0.06):
                text[at] = int(rng.integers(50))
        else:
            text = rng.integers(0, 50, rng.integers(0, 30)).tolist()
        texts.append(text)
    found = near_groups(*coded(texts), limit)
    want = slow(texts, limit)
    assert same_groups(found, want), (found, want)
    assert_array_equal(found == -1, np.array(want) == -1)


def test_a_text_without_words_is_like_no_other() -> None:
    assert near_groups(*coded([[], [1, 2], [], [1, 2], [2, 1], [1]])).tolist() == [
        *(-1, 0, -1, 0, -1, -1),
    ]
    assert near_groups(*coded([])).tolist() == []
    assert near_groups(*coded([[], []])).tolist() == [-1, -1]


def test_very_many_equal_texts_are_one_group_in_no_time() -> None:
    texts = [[1, 2, 3, 4, 5, 6]] * 3_000 + [[7, 8, 9]] * 2
    found = near_groups(*coded(texts))
    assert np.bincount(found).tolist() == [3_000, 2]
