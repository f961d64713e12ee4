"""Curves of all listed classes at once are those of each class by itself, to the last digit."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse

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
