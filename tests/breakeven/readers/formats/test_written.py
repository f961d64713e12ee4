"""A review written in a tool's format and read back is the same, as far as it is carried."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from breakeven.data.records import Review
from breakeven.readers.build import read_review
from tests.breakeven.readers.formats.written import WRITTEN, Case, Written
from tests.breakeven.readers.reading import classes_of, read_in_order
from tests.made import not_none

# names as people give them, some of them traps: signs, blanks, words of headers, numbers
NAMES = (
    "grain",
    "Trade",
    "crude oil",
    "a,b",
    "x|y",
    "für",
    "<b>",
    "1:spam",
    "text",
    "no",
    "+",
    "2",
)
PLAIN = ("grain", "Trade", "für", "<b>", "text", "no", "b2")


@st.composite
def cases(draw: st.DrawFn, written: Written) -> Case:
    """A few documents with classes, each of which is true somewhere; scores tell all apart."""
    pool: tuple[str, ...] = NAMES if written.spaces else PLAIN
    pool = tuple(name for name in pool if not set(name) & set(written.without))
    if written.more.get("numbered"):
        pool = ("0", "1", "2")
    k = draw(st.integers(2, 3))
    classes = pool[:k] if written.more.get("numbered") else tuple(draw(st.permutations(pool))[:k])
    n = draw(st.integers(k + 1, 6))
    sets = st.sets(st.sampled_from(classes), min_size=1, max_size=1 if written.single else k)
    truth = [frozenset([name]) for name in classes]
    truth += [frozenset(draw(sets)) for _ in range(n - k)]
    calls = [frozenset(draw(sets)) for _ in range(n)]
    scores = [score_row(draw, classes, written.single) for _ in range(n)]
    ids = tuple(f"doc{i}.txt" for i in range(n))
    return Case(classes, ids, tuple(truth), tuple(calls), tuple(scores))


def score_row(draw: st.DrawFn, classes: tuple[str, ...], single: bool) -> dict[str, float]:
    """Fractions that any format writes exactly; of one class they add up to 1."""
    if single:
        cut = draw(st.integers(1, 62))
        other = draw(st.integers(1, 63 - cut))
        parts = (cut, other, 64 - cut - other) if len(classes) == 3 else (cut, 64 - cut)
        return {c: part / 64 for c, part in zip(classes, parts, strict=True)}
    return {c: draw(st.integers(1, 63)) / 64 for c in classes}


def scores_in(review: Review) -> list[dict[str, float]]:
    """The scores that were read, of each document; what is not listed is not there."""
    said = review.predictions[0].scores
    assert said is not None
    pairs = sparse.coo_array(said if sparse.issparse(said) else np.asarray(said))
    found: list[dict[str, float]] = [{} for _ in range(review.truth.n)]
    for c, i, score in zip(*pairs.coords, pairs.data, strict=True):
        found[i][review.truth.classes[c]] = float(score)
    return found


@pytest.mark.parametrize("tool", WRITTEN)
@settings(max_examples=8)
@given(st.data())
def test_what_a_tool_writes_is_read_as_it_was(tool: str, data: st.DataObject) -> None:
    written = WRITTEN[tool]
    case = data.draw(cases(written))
    read = read_review if written.ids else read_in_order
    review = read(written.write(case))
    truth, classes = review.truth, review.truth.classes
    if written.ids:
        assert not_none(truth.documents).tolist() == list(case.ids)
    assert set(classes) == set(case.classes)
    assert classes_of(not_none(truth.labels), classes) == [set(t) for t in case.truth]
    (system,) = review.predictions
    if "calls" not in written.lacks:
        assert classes_of(not_none(system.decisions), classes) == [set(c) for c in case.calls]
    if "scores" not in written.lacks:
        listed = written.more.get("listed")
        assert scores_in(review) == [
            {c: s for c, s in row.items() if not listed or c in case.calls[i]}
            for i, row in enumerate(case.scores)
        ]
