"""Documents in two splits and contradicting labels, beside slow searches."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from breakeven.findings.leaks import across_splits, conflicts
from metrics.dataset.near_duplicates import near_duplicates, runs_of
from metrics.dataset.texts import text_codes
from tests.made import truth_of

few = st.lists(st.tuples(st.integers(-1, 4), st.integers(-1, 2)), min_size=1, max_size=25)


@given(few)
def test_twins_are_those_of_a_slow_search(pairs: list[tuple[int, int]]) -> None:
    codes, splits = (np.array(column) for column in zip(*pairs, strict=True))
    expected = {}
    for i, (code, split) in enumerate(pairs):
        earlier = [(s, j) for j, (c, s) in enumerate(pairs) if c == code >= 0 and 0 <= s < split]
        if earlier:
            expected[i] = min(earlier)[1]
    twins = across_splits(codes, splits)
    assert dict(zip(twins.later.tolist(), twins.earlier.tolist(), strict=True)) == expected


@given(st.lists(st.tuples(st.integers(-1, 3), st.sets(st.integers(0, 2))), min_size=1))
def test_conflicts_are_those_of_a_slow_search(documents: list[tuple[Any, ...]]) -> None:
    labels = np.array([[c in has for c in range(3)] for _, has in documents])
    truth = truth_of(labels)
    codes = np.array([code for code, _ in documents])
    expected = {
        i
        for i, (code, _) in enumerate(documents)
        if code >= 0 and len({frozenset(h) for c, h in documents if c == code}) > 1
    }
    assert set(conflicts(codes, truth).tolist()) == expected


def test_texts_are_equal_but_for_case_and_spacing() -> None:
    codes = text_codes(np.array(["A  b", "a b\n", "ab", "", " ", "A b"], dtype=object))
    assert codes.tolist() == [codes[0], codes[0], codes[2], -1, -1, codes[0]]
    assert codes[0] != codes[2]


def test_runs_of_three_words() -> None:
    assert runs_of("One two, three FOUR") == {"one two three", "two three four"}
    assert runs_of("two words") == {"two words"}


def test_near_duplicates_beside_all_pairs() -> None:
    rng = np.random.default_rng(5)
    texts = [" ".join(f"w{i}" for i in rng.integers(0, 400, 60)) for _ in range(120)]
    for i in range(40):  # every third text repeats one with 0 to 9 words changed
        words = texts[i].split()
        for place in rng.choice(60, i % 10, replace=False):
            words[place] = "new"
        texts[80 + i] = " ".join(words)
    split = np.repeat([0, 1, 2], 40)
    found = near_duplicates(
        np.array(texts, dtype=object), split, np.ones(120, dtype=bool), limit=0.6
    )
    runs = [runs_of(t) for t in texts]
    overlap = np.array([[len(a & b) / len(a | b) for b in runs] for a in runs])
    expected = {}
    for i in range(120):
        earlier = np.flatnonzero(split < split[i])
        if len(earlier) and overlap[i, earlier].max() >= 0.6:
            expected[i] = int(earlier[overlap[i, earlier].argmax()])
    got = dict(zip(found.later.tolist(), found.earlier.tolist(), strict=True))
    # MinHash may miss some close to the limit, and finds nothing that is not there
    assert set(got.items()) <= set(expected.items())
    sure = {i for i, j in expected.items() if overlap[i, j] >= 0.65}
    assert sure <= set(got)
    np.testing.assert_allclose(
        found.similarity, [overlap[i, j] for i, j in zip(found.later, found.earlier, strict=True)]
    )
    assert (np.diff(found.similarity) <= 0).all()


def test_the_search_tells_how_far_it_is() -> None:
    told: list[Any] = []
    near_duplicates(
        np.array(["a b c d"] * 3, dtype=object),
        np.array([0, 0, 1]),
        np.ones(3, dtype=bool),
        0.8,
        told.append,
    )
    assert told == [2 / 3, 1.0]
