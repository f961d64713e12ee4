"""Curves of all listed classes at once are those of each class by itself, to the last digit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse
from sklearn.metrics import roc_auc_score

from breakeven.analysis.evaluation.curves import Curves, SparseCurves
from breakeven.analysis.evaluation.scored import ScoredSplit, score_split
from breakeven.data.records import Predictions, Truth
from metrics.tallies import ScoreTally
from tests.made import truth_of


def listed_case(seed: int, open_pairs: bool, weighted: bool = False) -> tuple[Truth, Predictions]:
    """Documents that list some of 12 classes, in two splits; half of the cases leave pairs open."""
    random = np.random.default_rng(seed)
    n, k = 80, 12
    share = np.linspace(0.02, 0.9, k)
    truth = truth_of(
        random.random((n, k)) < share,
        random.random((n, k)) < 0.1 if open_pairs else None,
        random.integers(0, 3, n) if weighted else None,
        splits=("dev", "test"),
        split_of=random.integers(0, 2, n),
    )
    rows = np.flatnonzero(random.random(n) < 0.9)
    here = np.nonzero(random.random((k, len(rows))) < share[::-1, None])
    values = random.integers(0, 6, len(here[0])) / 6
    scores = sparse.csr_array((values, here), shape=(k, len(rows)))
    return truth, Predictions("s", rows, scores)


def counted_alone(part: ScoredSplit, c: int) -> ScoreTally:
    """The tally of a class by going through all documents one by one."""
    scores, positives, absent, missed = [], [], 0, 0
    listed = sparse.coo_array(part.scores)
    held = dict(
        zip(zip(*(axis.tolist() for axis in listed.coords), strict=True), listed.data, strict=True)
    )
    for document in range(len(part.rows)):
        if part.unjudged is not None and part.unjudged[document, c]:
            continue
        true = bool(part.truth[document, c])
        if (c, document) in held:
            scores.append(held[c, document])
            positives += [held[c, document]] if true else []
        else:
            absent, missed = absent + 1, missed + true
    return ScoreTally(np.sort(scores), np.sort(positives), absent, missed)


@pytest.mark.parametrize("split", [None, "test"])
@pytest.mark.parametrize("open_pairs", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_listed_curves_are_those_of_each_class(
    seed: int, open_pairs: bool, split: str | None
) -> None:
    part = score_split(*listed_case(seed, open_pairs), split)
    alone = Curves(tuple(counted_alone(part, c) for c in range(12)), part.scores.size)
    curves = part.curves
    assert isinstance(curves, SparseCurves)
    for c in range(12):
        assert (curves.tallies[c].n, curves.tallies[c].r) == (
            alone.tallies[c].n,
            alone.tallies[c].r,
        )
        assert repr(curves.break_even_points[c]) == repr(alone.break_even_points[c])
    for name in ("levels", "break_even_values", "eleven_averages", "average_precisions", "gaps"):
        assert_array_equal(getattr(curves, name), getattr(alone, name))
    assert list(curves.hows) == list(alone.hows)
    for name in ("break_even_intervals", "average_precision_intervals"):
        for end in ("low", "high"):
            assert_array_equal(
                getattr(getattr(curves, name), end), getattr(getattr(alone, name), end)
            )
    assert repr(curves.pooled_break_even) == repr(alone.pooled_break_even)
    assert repr(curves.micro_break_even_own_thresholds()) == repr(
        alone.micro_break_even_own_thresholds()
    )
    assert curves.macro_break_even("zero").value == alone.macro_break_even("zero").value
    assert_array_equal(
        curves.macro_eleven_point("drop").levels, alone.macro_eleven_point("drop").levels
    )


def test_weights_of_listed_documents_are_counted_class_by_class() -> None:
    part = score_split(*listed_case(4, open_pairs=True, weighted=True), None)
    assert not isinstance(part.curves, SparseCurves)
    assert part.weights is not None
    # every judged document counts by its weight, listed or not
    assert part.unjudged is not None
    judged = 1 - part.unjudged.toarray()
    for c, tally in enumerate(part.tallies):
        assert tally.n == judged[:, c] @ part.weights


@pytest.mark.parametrize("kind", ["dense", "listed", "unjudged", "weighted", "clustered"])
def test_areas_under_roc_curves_are_scikit_learns_however_scores_are_kept(kind: str) -> None:
    random = np.random.default_rng(6)
    labels = random.random((80, 4)) < np.array([0.5, 0.2, 0.15, 0.0])
    scores = np.round(random.random((4, 80)) + 0.4 * labels.T, 1)
    unjudged = random.random((80, 4)) < 0.2 if kind == "unjudged" else None
    labels = labels if unjudged is None else labels & ~unjudged
    weights = random.random(80) + 0.5 if kind == "weighted" else None
    clusters = np.arange(80) // 2 if kind == "clustered" else None
    given: Any = sparse.csr_array(scores) if kind == "listed" else scores
    part = score_split(
        truth_of(labels, unjudged, weights, clusters),
        Predictions("s", np.arange(80), given),
        None,
    )
    chosen = np.ones((80, 4), dtype=bool) if unjudged is None else ~unjudged
    each = np.ones(80) if weights is None else weights
    expected = [
        roc_auc_score(labels[rows, c], scores[c, rows], sample_weight=each[rows])
        for c, rows in enumerate(chosen.T[:3])
    ]
    areas = part.roc_areas
    np.testing.assert_allclose(areas.value, [*expected, np.nan])
    assert np.all((areas.low < areas.value)[:3] & (areas.value <= areas.high)[:3])
    # the mean leaves out the class without positives
    mean = part.curves.macro_roc_area()
    assert (mean.units, mean.of) == (3, 4)
    assert mean.value == pytest.approx(np.mean(expected))
    of_all = roc_auc_score(
        labels[chosen], scores.T[chosen], sample_weight=np.repeat(each[:, None], 4, 1)[chosen]
    )
    assert part.curves.pooled_roc_area == pytest.approx(of_all)
