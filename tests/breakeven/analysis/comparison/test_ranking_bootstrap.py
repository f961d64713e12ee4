"""Rankings of drawn documents against the measures of the documents written out as often."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse
from sklearn.metrics import average_precision_score

from breakeven.analysis.comparison.comparison import compare_systems
from breakeven.analysis.comparison.ranking_bootstrap import replicates_of_rankings
from breakeven.analysis.comparison.shared_documents import (
    ComparisonSettings,
    share_documents,
    values_of,
)
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.data.records import Predictions
from metrics.ranking.break_even import break_even, micro_break_even_own_thresholds
from metrics.ranking.curves import average_precision
from metrics.ranking.eleven_point import eleven_point
from metrics.tallies import ScoreTally, pooled_scores, tally_scores
from metrics.typing import Array
from metrics.uncertainty import resampling
from tests.made import not_none, truth_of


def ranked(seed: int, digits: int, listed: bool = False) -> Evaluation:
    """Three classes of 60 documents; few digits make ties; `listed` scores only some pairs."""
    rng = np.random.default_rng(seed)
    labels = rng.random((60, 3)) < [0.4, 0.2, 0.05]
    labels[0] = True
    scores = np.round(labels.T + rng.normal(0, 0.8, (3, 60)), digits).astype(np.float32)
    truth = truth_of(labels)
    shown = sparse.csr_array(scores * (rng.random(scores.shape) < 0.7)) if listed else scores
    said = Predictions("s", np.arange(60), scores=shown)
    return evaluate(said, score_split(truth, said, None), None, Cut("threshold", 0.5))


def tallies_of(e: Evaluation, weights: Array) -> list[ScoreTally]:
    """Every class with each document as often as it was drawn."""
    documents = np.repeat(np.arange(e.documents), weights.astype(int))
    out = []
    for c in range(len(e.classes)):
        positive = e.truth.toarray()[documents, c]
        if sparse.issparse(e.scored.scores):
            row = e.scored.scores[[c]]
            there = np.zeros(e.documents, dtype=bool)
            there[row.indices] = True
            values, listed = row.toarray()[0][documents], there[documents]
            out.append(
                tally_scores(
                    values[listed],
                    positive[listed],
                    int((~listed).sum()),
                    int((positive & ~listed).sum()),
                )
            )
        else:
            out.append(tally_scores(e.scored.scores[c][documents], positive))
    return out


@pytest.mark.parametrize(("digits", "listed"), [(6, False), (0, False), (1, False), (6, True)])
@pytest.mark.parametrize("measure", ["break_even", "eleven_point", "average_precision"])
def test_every_replicate_is_the_measure_of_the_drawn_documents(
    measure: str, digits: int, listed: bool
) -> None:
    e = ranked(1, digits, listed)
    observed = values_of(e, ComparisonSettings(measure, 1.0, "drop", (0, 1)))
    averages, per_class = replicates_of_rankings(
        [e], measure, "drop", (0, 1), [observed.per_class], replicates=40, seed=3
    )
    weights = np.concatenate(list(resampling.resampling_weights(60, 40, 4)), axis=1)
    for b in range(40):
        tallies = tallies_of(e, weights[:, b])
        if measure == "break_even":
            points = [break_even(t) for t in tallies]
            expected = [p.value for p in points]
            micro = micro_break_even_own_thresholds(tallies, points).value
            top = micro_break_even_own_thresholds(tallies[:2], points[:2]).value
        elif measure == "average_precision":
            expected = [average_precision(t) for t in tallies]
            micro = average_precision(pooled_scores(tallies))
            top = average_precision(pooled_scores(tallies[:2]))
        else:
            expected = [eleven_point(t).average for t in tallies]
            micro = eleven_point(pooled_scores(tallies)).average
            top = eleven_point(pooled_scores(tallies[:2])).average
        assert_allclose(per_class[0, :, b], expected, rtol=1e-6)
        assert_allclose(averages["micro"][0, b], micro)
        assert_allclose(averages["micro_top"][0, b], top)
        assert_allclose(averages["macro"][0, b], np.nanmean(expected))
        size = np.array([tally.r for tally in tallies], dtype=float)
        size[np.isnan(expected)] = 0
        assert_allclose(
            averages["weighted"][0, b], np.nansum(size * expected) / size.sum(), rtol=1e-6
        )
    assert np.isnan(averages["per_document"]).all()


def test_average_precision_is_compared_as_scikit_learn_has_it() -> None:
    side = compare_systems(
        share_documents([ranked(1, 1), ranked(2, 1)]),
        ComparisonSettings("average_precision", 1.0, "drop", (0,)),
        50,
    )
    e = side.common.evaluations[0]
    for average in ("micro", "macro", "weighted"):
        expected = average_precision_score(e.truth.toarray(), e.scored.scores.T, average=average)
        assert side.average(average)[0] == pytest.approx(expected)


def test_systems_share_the_documents_drawn() -> None:
    e = ranked(2, 6)
    side = compare_systems(
        share_documents([e, e]), ComparisonSettings("eleven_point", 1.0, "drop", (0,)), 50
    )
    drawn = not_none(side.replicates).averages["macro"]
    assert_allclose(drawn[0], drawn[1])
    assert not side.standing_of_averages.beaten.any()
