"""What all processors work on together is what one class after the other comes to."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from benchmarks.measures import synthetic
from breakeven.analysis.evaluation.curves import Curves
from breakeven.analysis.evaluation.eleven_conventions import ScoredElevenPoints
from breakeven.analysis.evaluation.scored import ScoredSplit
from metrics.parallel import LEAST
from metrics.ranking.break_even import break_even
from metrics.ranking.eleven_point import eleven_point
from metrics.ranking.trec_eval import trec_eval_eleven_point
from metrics.tallies import tally_scores
from metrics.thresholds.strategies import at_thresholds

DOCUMENTS, CLASSES = 26_000, 40
assert DOCUMENTS * CLASSES > LEAST


@pytest.mark.parametrize("some_unjudged", [False, True])
def test_classes_that_are_counted_and_let_go_come_to_what_those_held_do(
    some_unjudged: bool,
) -> None:
    scores, truth = synthetic(DOCUMENTS, CLASSES)
    off = sparse.random_array(truth.shape, density=0.1, format="csc", rng=2).astype(bool)
    rows = np.arange(0, DOCUMENTS, 2)
    part = ScoredSplit(
        tuple(map(str, range(CLASSES))),
        rows,
        rows,
        sparse.csc_array(truth[rows]),
        sparse.csc_array(off[rows]) if some_unjudged else None,
        scores.round(3),
    )
    ids = np.arange(DOCUMENTS).astype(str).astype(object)
    curves, held = part.curves, Curves(replace(part).tallies, part.by_class.size)
    assert curves.break_even_points == held.break_even_points
    for counted, alone in zip(curves.eleven_points, held.eleven_points, strict=True):
        assert_array_equal(counted.levels, alone.levels)
    assert_array_equal(curves.average_precisions, held.average_precisions)
    for interval in ("break_even_intervals", "average_precision_intervals"):
        counted_ends, held_ends = getattr(curves, interval), getattr(held, interval)
        assert_array_equal([counted_ends.low, counted_ends.high], [held_ends.low, held_ends.high])
    own = curves.micro_break_even_own_thresholds()
    assert own.value == held.micro_break_even_own_thresholds().value
    assert curves.pooled_break_even == break_even(held.pooled)
    assert_array_equal(curves.pooled_eleven_point.levels, eleven_point(held.pooled).levels)
    assert "held" not in vars(curves.tallies)
    once = replace(part)
    assert once.tallies[3].r == part.tally(3).r
    for convention in ScoredElevenPoints(part, ids).conventions:
        passing, other = (ScoredElevenPoints(split, ids).by(convention) for split in (part, once))
        assert_array_equal(passing.value.levels, other.value.levels)


def test_a_large_split_is_measured_as_its_classes_alone() -> None:
    scores, truth = synthetic(DOCUMENTS, CLASSES)
    scores = scores.round(3)  # some scores are equal
    rows = np.arange(DOCUMENTS)
    names = tuple(map(str, range(CLASSES)))
    part = ScoredSplit(names, rows, rows, truth, None, scores)
    ids = np.random.default_rng(1).permutation(DOCUMENTS).astype(str).astype(object)
    alone, levels = [], []
    for c in range(CLASSES):
        positive = truth[:, [c]].toarray().ravel()
        own = replace(part, classes=(names[c],), truth=truth[:, [c]], given=scores[[c]])
        tally = tally_scores(scores[c], np.flatnonzero(positive))
        assert_array_equal(part.tallies[c].scores, tally.scores)
        assert_array_equal(part.tallies[c].positives, tally.positives)
        alone.append((own.break_even_points[0], own.average_precisions[0]))
        assert_array_equal(part.eleven_points[c].levels, own.eleven_points[0].levels)
        levels.append(trec_eval_eleven_point(scores[c], ids, positive, "9").levels)
        assert own.average_precision_intervals.low[0] == part.average_precision_intervals.low[c]
    assert [*zip(part.break_even_points, part.average_precisions, strict=True)] == alone
    eleven_points = ScoredElevenPoints(part, ids).by("trec_eval_9").value.levels
    assert_allclose(eleven_points, np.mean(levels, axis=0), rtol=1e-12)
    assigned = at_thresholds(scores, 0.5)
    assert_array_equal(assigned.toarray(), (scores >= 0.5).T)
    some = rows[::3]
    assert_array_equal(part.take(some).scores, scores[:, some])
    # the list of all pairs, as plain sorting has it; asked of first, and held first
    every, held = np.sort(scores.ravel()), replace(part)
    assert_array_equal(held.pooled.scores, every)
    for scored in (part, held):
        assert scored.pooled_break_even == break_even(held.pooled)
        assert_array_equal(
            scored.curves.pooled_eleven_point.levels, eleven_point(held.pooled).levels
        )
