"""Documents in two splits and contradicting labels, beside slow searches."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import breakeven as be
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.duplicates import across_splits, conflicts, repeated_findings
from metrics.dataset.near_duplicates import NearDuplicates
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


def test_equal_texts_are_one_text_among_those_that_are_nearly_equal() -> None:
    # of each subject a text that stands twice, and one with a word more: one text of each again
    long = [" ".join(f"{subject}{i}" for i in range(30)) for subject in "xy"]
    texts = [said for text in long for said in (text, text, f"{text} indeed")]
    truth = be.from_arrays(["a"] * 6, split=["test"] * 6, text=texts).truth
    none = np.zeros(0, dtype=np.int64)
    near = NearDuplicates(none, none, np.zeros(0), np.repeat([0, 1], 3))
    equal, nearly = repeated_findings(truth, Limits(), near)
    assert (equal.code, equal.evidence["documents"]) == ("split.repeated", 2)
    assert (nearly.code, nearly.evidence["documents"]) == ("split.nearly-repeated", 2)
