"""Texts as words: equal ones, nearly equal ones, and how alike classes are by them."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from metrics.dataset.near_duplicates import near_duplicates, runs_of
from metrics.dataset.texts import class_similarity, text_codes, tf_idf, word_counts, words_of


def test_words_are_told_apart_by_script() -> None:
    assert words_of("Über-raschung, 2nd  TIME!") == ["über", "raschung", "2nd", "time"]
    # one word a character where no space parts them
    assert words_of("日本 ok カナ") == ["日", "本", "ok", "カ", "ナ"]
    assert word_counts(np.array(["a b", "", None, "日本"], dtype=object)).tolist() == [2, 0, 1, 2]


def test_texts_equal_but_for_case_and_spacing_have_one_number() -> None:
    codes = text_codes(np.array(["A  b", "a b\n", "", "  ", "a c", "A B"], dtype=object))
    assert codes.tolist() == [1, 1, -1, -1, 2, 1]


def test_weights_of_words() -> None:
    rows = tf_idf(["a a b", "b", ""]).toarray()
    # a: 1 + ln 2 times in one of three texts; b: once in two of three
    a, b = (1 + math.log(2)) * math.log(1 + 3 / 1), math.log(1 + 3 / 2)
    assert_allclose(rows[0], np.array([a, b]) / math.hypot(a, b))
    assert_allclose(rows[1], [0, 1])
    assert_allclose(rows[2], [0, 0])


def test_runs_of_three_words() -> None:
    assert runs_of("a b c d") == {"a b c", "b c d"}
    assert runs_of("a b c") == {"a b c"}
    assert runs_of("a b") == {"a b"}
    assert runs_of("") == {""}


def numbered(first: int, last: int) -> str:
    return " ".join(f"w{i}" for i in range(first, last))


# runs of numbered(0, 22): 20. One word more at the end shares 20 of 21; half shifted 10 of 30
TEXTS = [
    numbered(0, 22),  # 0 train
    numbered(100, 122),  # 1 train
    numbered(0, 23),  # 2 dev: 20/21 of 0
    numbered(10, 32),  # 3 dev: 10/30 of 0
    numbered(0, 22),  # 4 test: equal to 0, 20/21 of 2
    numbered(100, 122),  # 5 no split
    numbered(100, 121),  # 6 test: 19/20 of 1
    numbered(0, 22),  # 7 test, too short to compare by the mask
    numbered(0, 22),  # 8 train: equal to 0, of the same split
]
SPLIT = np.array([0, 0, 1, 1, 2, -1, 2, 2, 0])
LONG = np.array([True] * 7 + [False, True])


def test_near_copies_of_earlier_splits_are_found_with_their_overlap() -> None:
    done: list[float] = []
    found = near_duplicates(np.array(TEXTS, dtype=object), SPLIT, LONG, 0.9, done.append)
    assert list(zip(found.later.tolist(), found.earlier.tolist(), strict=True)) == [
        (4, 0), (2, 0), (6, 1),
    ]  # fmt: skip
    assert_allclose(found.similarity, [1, 20 / 21, 19 / 20])
    assert found.compared == 7
    # train 3 of 7, dev 2 more, test 2 more
    assert done == pytest.approx([3 / 7, 5 / 7, 1])


def test_the_limit_of_near_copies_is_reached_by_what_equals_it() -> None:
    texts, nearly = np.array(TEXTS, dtype=object), 20 / 21
    at = near_duplicates(texts, SPLIT, LONG, nearly)
    assert set(at.later.tolist()) == {2, 4}
    above = near_duplicates(texts, SPLIT, LONG, math.nextafter(nearly, 1))
    assert above.later.tolist() == [4]
    nothing = near_duplicates(texts, SPLIT, np.zeros(9, dtype=bool), 0.9)
    assert (len(nothing.later), nothing.compared) == (0, 0)


def test_classes_are_alike_by_products_of_different_documents() -> None:
    rng = np.random.default_rng(3)
    rows = rng.random((12, 5))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    of = [list(range(4)), list(range(3, 8)), list(range(8, 11)), [11]]  # 3 is in both
    labels = np.zeros((12, 4), dtype=bool)
    for c, documents in enumerate(of):
        labels[documents, c] = True

    def mean(one: list[int], other: list[int]) -> float:
        pairs = [rows[i] @ rows[j] for i in one for j in other if i != j]
        return sum(pairs) / len(pairs)

    expected = {
        (a, b): mean(of[a], of[b]) / math.sqrt(mean(of[a], of[a]) * mean(of[b], of[b]))
        for a, b in combinations(range(3), 2)
    }
    found = class_similarity(sparse.csr_array(rows), sparse.csc_array(labels), limit=-1.0)
    got = dict(zip(zip(found.first.tolist(), found.second.tolist(), strict=True),
                   found.value.tolist(), strict=True))  # fmt: skip
    assert got == pytest.approx(expected)
    # of one document there is no pair
    assert all(3 not in pair for pair in got)
    more = class_similarity(sparse.csr_array(rows), sparse.csc_array(labels), -1.0, least=4)
    assert list(zip(more.first.tolist(), more.second.tolist(), strict=True)) == [(0, 1)]
