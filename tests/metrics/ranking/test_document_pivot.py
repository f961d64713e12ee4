"""Yang's six steps, against golden values and the classical interpolation of each document."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse

from metrics.ranking.document_pivot import (
    DocumentPoints,
    PivotReading,
    document_points,
    yang_steps,
)
from metrics.ranking.eleven_point import eleven_point
from metrics.typing import Array
from tests.golden_cases import cases, check, ranking


def arrays(
    truth: list[int] | tuple[bool, ...], score: Array | list[float | None]
) -> tuple[Array, Array]:
    return np.array([np.nan if s is None else s for s in score]), np.array(truth, dtype=bool)


def levels_of(points: DocumentPoints, reading: PivotReading) -> Array:
    """What each document has at recall 0.0, 0.1, ..., 1.0, shape (documents, 11)."""
    return np.stack([level.copy() for level in points.downward(reading)][::-1], axis=1)


@pytest.mark.parametrize("case", cases("eleven_point_document", "truth", "score"))
def test_steps_of_one_document(case: dict[str, Any]) -> None:
    got: dict[str, Any] = {}
    for reading in get_args(PivotReading):
        steps = yang_steps(*arrays(**case["input"]), reading)
        if steps.points.r == 0:
            assert np.isnan(steps.representatives).all()
            got[reading] = None
        else:
            got[reading] = {
                "representative": steps.representatives,
                "interpolated": steps.interpolated,
                "mean": np.mean(steps.interpolated),
            }
    check(got, case)


@pytest.mark.parametrize("case", cases("eleven_point_document", "documents"))
def test_steps_over_documents(case: dict[str, Any]) -> None:
    rows = [arrays(**document) for document in case["input"]["documents"]]
    scores = np.array([score for score, _ in rows]).T
    labels = sparse.csc_array(np.array([truth for _, truth in rows]))
    got: dict[str, Any] = {}
    for reading in get_args(PivotReading):
        points = document_points(scores, labels)
        for policy in ("drop", "zero", "one"):
            mean = points.mean(reading, policy)
            got[f"{reading}_{policy}"] = {"levels": mean.levels, "eleven_point": mean.average}
    check(got, case)


def slow_levels(
    truth: list[bool], score: list[float | None], reading: PivotReading
) -> list[Fraction | None]:
    """Steps 1 to 4 in fractions, one at a time."""
    r = sum(truth)
    if r == 0:
        return [None] * 11
    points = []
    for threshold in sorted({s for s, t in zip(score, truth, strict=True) if t and s is not None}):
        called = [t for s, t in zip(score, truth, strict=True) if s is not None and s >= threshold]
        points.append((Fraction(sum(called), r), Fraction(sum(called), len(called))))
    out = []
    for i in range(10):
        inside = [p for recall, p in points if Fraction(i, 10) <= recall < Fraction(i + 1, 10)]
        out.append(max(inside, default=Fraction(0)))
    if reading == "interval":
        points = [point for point in points if point[0] >= Fraction(9, 10)]
    out.append(min(points, key=lambda point: 1 - point[0])[1] if points else Fraction(0))
    return [max(out[i:]) for i in range(11)]


documents = st.integers(1, 7).flatmap(
    lambda k: st.lists(
        st.tuples(
            st.lists(st.booleans(), min_size=k, max_size=k),
            st.lists(
                st.none() | st.sampled_from([-1.0, 0.0, 0.25, 0.5, 3.0]), min_size=k, max_size=k
            ),
        ),
        min_size=1,
        max_size=5,
    )
)


@given(documents, st.sampled_from(get_args(PivotReading)))
def test_against_fractions_dense_and_listed(
    rows: list[tuple[Any, ...]], reading: PivotReading
) -> None:
    expected = [
        [np.nan if level is None else float(level) for level in slow_levels(truth, score, reading)]
        for truth, score in rows
    ]
    scores = np.array([[np.nan if s is None else s for s in score] for _, score in rows])
    labels = sparse.csc_array(np.array([truth for truth, _ in rows]))
    assert_allclose(levels_of(document_points(scores.T, labels), reading), expected, atol=1e-12)
    one_by_one = [yang_steps(*arrays(*row), reading).interpolated for row in rows]
    assert_allclose(one_by_one, expected, atol=1e-12)
    # an explicit 0 is a score in a sparse file: build it from coordinates, which keep zeros
    document, klass = np.nonzero(~np.isnan(scores))
    listed = sparse.csr_array(
        (scores[document, klass], (klass, document)), shape=scores.shape[::-1]
    )
    assert_allclose(levels_of(document_points(listed, labels), reading), expected, atol=1e-12)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 9)), min_size=1, max_size=30))
def test_full_rankings_equal_the_classical_interpolation(pairs: list[tuple[bool, int]]) -> None:
    truth, score = zip(*pairs, strict=True)
    classical = eleven_point(ranking(truth, score)).levels
    assert_allclose(
        yang_steps(*arrays(truth, np.array(score, dtype=float))).interpolated, classical
    )


def test_steps_show_ranking_and_intervals() -> None:
    # scores .9 .1 .9 .4 (the last never ranked): ranking 0, 2 (equal, class order), 3, 1
    # correct 2, 1, 4: hits after rank 2 (1/2 at recall 1/3) and after rank 4 (2/4 at recall 2/3)
    steps = yang_steps(
        np.array([0.9, 0.1, 0.9, 0.4, np.nan]), np.array([False, True, True, False, True])
    )
    assert steps.ranking.tolist() == [0, 2, 3, 1]
    assert steps.points.assigned.tolist() == [2, 4]
    assert steps.points.tp.tolist() == [1, 2]
    assert steps.interval.tolist() == [3, 6]
    assert_allclose(steps.representatives, [0, 0, 0, 0.5, 0, 0, 0.5, 0, 0, 0, 0.5])


def test_many_documents_and_classes_as_one_document_at_a_time() -> None:
    random = np.random.default_rng(4)
    # more classes than a byte counts, in several blocks, with ties; some pairs are never ranked
    scores = np.round(random.random((300, 3500)), 2).astype(np.float32)
    truth = random.random((3500, 300)) < 0.02
    scores[random.random(scores.shape) < 0.01] = np.nan
    # also as part of more documents
    part = scores[:, 100:]
    points = document_points(part, sparse.csc_array(truth[100:]))
    for reading in get_args(PivotReading):
        levels = levels_of(points, reading)
        assert len(levels) == 3400
        for document in (*range(0, 3400, 67), 3399):
            alone = yang_steps(part[:, document], truth[100 + document], reading)
            assert_allclose(levels[document], alone.interpolated)


def test_no_documents() -> None:
    points = document_points(np.empty((3, 0)), sparse.csc_array((0, 3), dtype=bool))
    assert levels_of(points, "closest").shape == (0, 11)
    assert np.isnan(points.mean("closest").average)
