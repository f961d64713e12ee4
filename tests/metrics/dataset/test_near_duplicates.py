"""Nearly equal texts: groups of them, and across splits, against every pair compared by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from metrics.dataset import near_duplicates as module
from metrics.dataset.near_duplicates import near_duplicates, near_groups
from metrics.typing import Array


def coded(texts: list[list[int]]) -> tuple[Array, Array]:
    starts = np.cumsum([0, *map(len, texts)])
    return np.array([word for text in texts for word in text], dtype=np.int32), starts


def runs(text: list[int]) -> set[tuple[int, ...]]:
    return {tuple(text[i : i + 3]) for i in range(max(1, len(text) - 2))} if text else set()


def overlap(first: list[int], other: list[int]) -> float:
    a, b = runs(first), runs(other)
    return len(a & b) / len(a | b) if a and b else 0.0


def needed(first: list[int], other: list[int], limit: float) -> float:
    """So much overlap, as if either text had 18 runs more and all of these were shared."""
    n = max(len(runs(first)), len(runs(other)))
    changed = (1 - limit) / (1 + limit) * (n + 18)
    return max(min(limit, 0.6), (n - changed) / (n + changed))


def slow(texts: list[list[int]], limit: float) -> list[int]:
    """Every text with every other, and what hangs together, one after another."""
    group = list(range(len(texts)))
    for i, one in enumerate(texts):
        for j, other in enumerate(texts[:i]):
            if overlap(one, other) >= needed(one, other, limit):
                old, new = max(group[i], group[j]), min(group[i], group[j])
                group = [new if g == old else g for g in group]
    alone = {g for g in group if group.count(g) == 1}
    number: dict[int, int] = {}
    return [-1 if g in alone else number.setdefault(g, len(number)) for g in group]


def same_groups(first: Array, other: list[int]) -> bool:
    pairs = set(zip(first.tolist(), other, strict=True))
    return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


def repeated(seed: int, words: int = 50, n: int = 40) -> list[list[int]]:
    """Texts, more than half of which are earlier ones with some words exchanged."""
    rng = np.random.default_rng(seed)
    texts: list[list[int]] = []
    for _ in range(n):
        if texts and rng.random() < 0.6:
            text = list(texts[rng.integers(len(texts))])
            for position in np.flatnonzero(rng.random(len(text)) < 0.06):
                text[position] = int(rng.integers(words))
        else:
            text = rng.integers(0, words, rng.integers(0, 30)).tolist()
        texts.append(text)
    return texts


@pytest.mark.parametrize("limit", [0.3, 0.5, 0.8, 1.0])
@pytest.mark.parametrize("seed", range(4))
def test_groups_are_those_of_all_pairs_compared(limit: float, seed: int) -> None:
    texts = repeated(seed)
    found = near_groups(*coded(texts), limit)
    want = slow(texts, limit)
    assert same_groups(found, want), (found, want)
    assert_array_equal(found == -1, np.array(want) == -1)


def test_texts_that_are_hashed_a_few_at_a_time_have_the_same_groups(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = repeated(1)
    whole = near_groups(*coded(texts), 0.5)
    assert whole.max() > 0
    monkeypatch.setattr(module, "WORDS_AT_ONCE", 64)
    assert near_groups(*coded(texts), 0.5).tolist() == whole.tolist()


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


@pytest.mark.parametrize("limit", [0.3, 0.5, 0.8, 1.0])
@pytest.mark.parametrize("seed", range(4))
def test_each_text_has_the_most_similar_of_an_earlier_split(limit: float, seed: int) -> None:
    texts = repeated(seed)
    split = np.random.default_rng(seed).integers(-1, 3, len(texts))
    duplicates = near_duplicates(*coded(texts), split, limit)
    want = {}
    for i, text in enumerate(texts):
        before = np.flatnonzero((split >= 0) & (split < split[i]))
        enough = [j for j in before if overlap(text, texts[j]) >= needed(text, texts[j], limit)]
        if enough:
            want[i] = max(overlap(text, texts[j]) for j in enough)
    assert dict(zip(duplicates.later.tolist(), duplicates.similarity.tolist(), strict=True)) == want
    assert (split[duplicates.earlier] < split[duplicates.later]).all()
    pairs = zip(duplicates.later.tolist(), duplicates.earlier.tolist(), strict=True)
    assert_array_equal(duplicates.similarity, [overlap(texts[i], texts[j]) for i, j in pairs])
    assert (np.diff(duplicates.similarity) <= 0).all()


# runs of 0 to 21: 20. One word more at the end shares 20 of 21; half shifted 10 of 30
TEXTS = [
    [*range(22)],  # 0 train
    [*range(100, 122)],  # 1 train
    [*range(23)],  # 2 dev: 20/21 of 0
    [*range(10, 32)],  # 3 dev: 10/30 of 0
    [*range(22)],  # 4 test: equal to 0, 20/21 of 2
    [*range(100, 122)],  # 5 no split
    [*range(100, 121)],  # 6 test: 19/20 of 1
    [*range(22)],  # 7 no split
    [*range(22)],  # 8 train: equal to 0, of the same split
]
SPLIT = np.array([0, 0, 1, 1, 2, -1, 2, -1, 0])


@pytest.mark.parametrize("words", [20, 25, 34, 50, 100, 300])
def test_six_in_a_hundred_words_may_change_in_one_place_however_short_the_text(words: int) -> None:
    text = [*range(words)]
    copy, new = list(text), round(0.06 * words)
    copy[words // 2 : words // 2 + new] = range(1000, 1000 + new)
    # of n runs it shares all but those with a changed word
    n = words - 2
    shared = (n - new - 2) / (n + new + 2)
    found = near_duplicates(*coded([text, copy]), np.array([0, 1]), 0.8)
    assert found.similarity == pytest.approx([shared])
    # that is less than 0.8 of short texts alone
    assert (shared < 0.8) == (words < 50)


def test_near_copies_of_earlier_splits_are_found_with_their_overlap() -> None:
    found = near_duplicates(*coded(TEXTS), SPLIT, 0.9)
    assert list(zip(found.later.tolist(), found.earlier.tolist(), strict=True)) == [
        (4, 0), (2, 0), (6, 1),
    ]  # fmt: skip
    assert_allclose(found.similarity, [1, 20 / 21, 19 / 20])


def test_the_limit_of_near_copies_is_reached_by_what_equals_it() -> None:
    # 20 of 21 runs shared are 21 / 41 of a run changed on either side, of 21 + 18 such a share
    changed = 21 / 41 / 39
    nearly = (1 - changed) / (1 + changed)
    assert set(near_duplicates(*coded(TEXTS), SPLIT, nearly).later.tolist()) == {2, 4}
    above = near_duplicates(*coded(TEXTS), SPLIT, math.nextafter(nearly, 1))
    assert above.later.tolist() == [4]
    assert len(near_duplicates(*coded(TEXTS), np.full(9, -1), 0.9).later) == 0


def test_a_copy_is_found_behind_very_many_of_its_own_split() -> None:
    # 200 texts share their first words with the copy; its original is among the first
    shared = [*range(40)]
    train = [[*shared, 1_000 + i, 2_000 + i] for i in range(60)]
    test = [[*shared, 5_000 + i, 6_000 + i] for i in range(200)]
    found = near_duplicates(*coded([*train, *test]), np.repeat([0, 1], [60, 200]), 0.8)
    assert sorted(found.later.tolist()) == [*range(60, 260)]
