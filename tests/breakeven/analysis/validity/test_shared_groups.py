"""Authors and threads in train and test: named where they tell something, and not where not."""

from __future__ import annotations

import numpy as np

import breakeven as be
from breakeven.analysis.validity.shared_groups import SharedGroups, shared_groups
from metrics.typing import Array

N, K, GROUPS = 600, 3, 40


def groups_of(
    author: Array, *, style: bool, name: str = "author", apart: bool = False, clusters: bool = False
) -> list[SharedGroups]:
    """In documents of three classes with words of their own, and of each author's if `style`."""
    rng = np.random.default_rng(0)
    true = rng.integers(0, K, N)
    split = np.where(rng.random(N) < 0.6, "train", "test")
    if apart:
        split = np.where(author < GROUPS // 2, "train", "test")
    texts = []
    for c, a in zip(true, author, strict=True):
        words = [*(f"k{c}x{i}" for i in rng.integers(0, 30, 10)), *(f"w{i}" for i in
                 rng.integers(0, 200, 20))]  # fmt: skip
        texts.append(" ".join([*words, *([f"own{a}", f"own{a}b"] if style else [])]))
    names = np.array([f"c{c}" for c in range(K)])
    labels = np.array([f"a{a}" for a in author], dtype=object)
    review = be.from_arrays(
        names[true], names[true], split=split, text=texts,
        columns=None if clusters else {name: labels}, groups=labels if clusters else None,
    )  # fmt: skip
    splits = review.truth.splits
    return shared_groups(review.truth, splits.index("train"), splits.index("test"))


def authors(seed: int = 1) -> Array:
    return np.random.default_rng(seed).integers(0, GROUPS, N)


def test_authors_with_words_of_their_own_are_named_with_how_many_test_documents() -> None:
    (result,) = groups_of(authors(), style=True)
    assert (result.column, result.groups, result.tells) == ("author", GROUPS, ("words",))
    # fifteen documents an author: hardly any has none in train
    assert result.shared == len(result.rows) > 0.95 * result.documents
    assert result.by_name
    assert not result.drawn


def test_a_column_that_says_nothing_is_not_named() -> None:
    assert [groups_of(authors(seed), style=False) for seed in range(1, 13)] == [[]] * 12


def test_authors_of_one_split_each_are_not_named() -> None:
    assert groups_of(authors(), style=True, apart=True) == []


def test_a_header_that_names_no_people_is_said() -> None:
    (result,) = groups_of(authors(), style=True, name="colour")
    assert not result.by_name


def test_documents_that_somebody_said_were_drawn_together_need_no_test() -> None:
    (result,) = groups_of(authors(), style=False, clusters=True)
    assert result.drawn


def test_where_all_documents_are_of_one_class_no_author_tells_it() -> None:
    # forty authors of 17 documents each: whoever wrote them, all are alike
    number = np.arange(17 * GROUPS)
    review = be.from_arrays(
        ["a"] * len(number),
        split=np.where(number % 3, "train", "test"),
        columns={"author": np.array([f"a{i % GROUPS}" for i in number], dtype=object)},
    )
    splits = review.truth.splits
    assert shared_groups(review.truth, splits.index("train"), splits.index("test")) == []
