"""Whole clusters are drawn and swapped, and documents enter by their weights: slow oracles."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from breakeven.analysis.comparison.bootstrap import replicates_of
from breakeven.analysis.comparison.caveats import caveats
from breakeven.analysis.comparison.comparison import compare_systems, pair_of
from breakeven.analysis.comparison.disagreement import combined, system_agreement
from breakeven.analysis.comparison.paired_tests import randomisation
from breakeven.analysis.comparison.ranking_bootstrap import replicates_of_rankings
from breakeven.analysis.comparison.shared_documents import (
    COMPARED_AVERAGES,
    ComparisonSettings,
    share_documents,
    values_of,
)
from breakeven.analysis.evaluation.average_intervals import average_intervals
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.data.records import Predictions
from metrics.effective_size import renumbered
from metrics.ranking.break_even import break_even
from metrics.ranking.eleven_point import eleven_point
from metrics.tallies import tally_scores
from metrics.typing import Array
from metrics.uncertainty import resampling
from tests.made import evaluation_of, noisy, not_none, truth_of

F1 = ComparisonSettings("f", 1.0, "drop", (0, 1))


def systems(
    labels: Array, calls: tuple[Array, Array], weights: Array | None, clusters: Array | None
) -> tuple[Evaluation, Evaluation]:
    truth = truth_of(labels, None, weights, clusters)
    return evaluation_of(truth, calls[0], "A"), evaluation_of(truth, calls[1], "B")


def material(seed: int, n: int) -> tuple[Array, tuple[Array, Array], Array, Array]:
    """Truth, two systems' decisions, whole weights, and clusters of about three."""
    rng = np.random.default_rng(seed)
    labels = rng.random((n, 3)) < 0.4
    labels[:2] = True
    calls = noisy(labels, 0.3, 0.2, rng), noisy(labels, 0.2, 0.1, rng)
    return labels, calls, rng.integers(0, 4, n), rng.integers(0, n // 3, n) + 5


def repeated(evaluation: Evaluation, times: Array) -> dict[str, float]:
    """The averages of the documents written out so many times."""
    again = np.repeat(np.arange(evaluation.documents), times.astype(int))
    truth = truth_of(evaluation.truth.toarray()[again])
    out = evaluation_of(truth, evaluation.assigned.toarray()[again])
    return dict(values_of(out, F1).averages)


def test_every_replicate_is_the_measure_of_the_drawn_clusters() -> None:
    labels, calls, weights, clusters = material(1, 40)
    drawn = replicates_of(
        share_documents(systems(labels, calls, weights, clusters)), F1, replicates=40, seed=7
    )
    groups = renumbered(clusters)
    times = np.concatenate(list(resampling.resampling_weights(groups.max() + 1, 40, 8)), axis=1)
    plain = systems(labels, calls, None, None)
    for b in range(40):
        for s, evaluation in enumerate(plain):
            expected = repeated(evaluation, times[groups, b] * weights)
            for name in COMPARED_AVERAGES:
                assert_allclose(drawn.averages[name][s, b], expected[name], rtol=1e-6)


def test_clusters_of_one_and_weights_of_one_change_no_draw() -> None:
    labels, calls, _, _ = material(2, 50)
    codes = np.random.default_rng(0).permutation(50)
    plain = systems(labels, calls, None, None)
    alone = systems(labels, calls, np.ones(50), codes)
    both = [replicates_of(share_documents(pair), F1, 100, 3) for pair in (plain, alone)]
    for name in COMPARED_AVERAGES:
        assert_array_equal(both[0].averages[name], both[1].averages[name])
    p = [randomisation(*pair, F1, 200, 3) for pair in (plain, alone)]
    assert p[0].averages == p[1].averages
    assert_array_equal(p[0].per_class, p[1].per_class)
    ends = [not_none(average_intervals(pair[0], 1.0, "drop")) for pair in (plain, alone)]
    for kind in ("micro", "macro", "per_document"):
        for name, interval in getattr(ends[0], kind).items():
            other = getattr(ends[1], kind)[name]
            assert_allclose([interval.low, interval.high], [other.low, other.high], rtol=1e-12)


def test_many_clusters_are_put_together_at_random() -> None:
    clusters = np.repeat(np.arange(5_000), 2)
    gather = resampling.grouping(10_000, 1, clusters)
    assert gather.shape == (resampling.GROUPS, 10_000)
    group = sparse.csc_array(gather).indices
    assert_array_equal(group[::2], group[1::2])
    sizes = np.bincount(group)
    assert set(sizes.tolist()) == {2, 4}
    weighed = resampling.weighed(gather, np.arange(10_000) * 0.5)
    assert_allclose(np.asarray(weighed.sum(axis=0)), np.arange(10_000) * 0.5)


@pytest.mark.parametrize("weighted", [False, True])
def test_randomisation_of_few_clusters_tries_every_swap_of_whole_ones(weighted: bool) -> None:
    labels, calls, weights, _ = material(3, 18)
    clusters = np.arange(18) // 3
    own = weights + 1 if weighted else np.ones(18, dtype=int)
    pair = systems(labels, calls, own if weighted else None, clusters)
    result = randomisation(*pair, F1)
    plain = systems(labels, calls, None, None)
    observed = [repeated(e, own) for e in plain]
    as_large, tried = dict.fromkeys(COMPARED_AVERAGES, 0), 0
    for swap in itertools.product([False, True], repeat=6):
        where = np.array(swap)[clusters][:, None]
        mixed = np.where(where, calls[1], calls[0]), np.where(where, calls[0], calls[1])
        x, y = (repeated(e, own) for e in systems(labels, mixed, None, None))
        tried += 1
        for name in COMPARED_AVERAGES:
            gap = abs(observed[1][name] - observed[0][name])
            as_large[name] += abs(y[name] - x[name]) >= gap - 1e-9
    assert result.exact
    for name in COMPARED_AVERAGES:
        assert result.averages[name] == pytest.approx(as_large[name] / tried)


def ranked(seed: int, weights: Array | None, clusters: Array | None) -> Evaluation:
    rng = np.random.default_rng(seed)
    labels = rng.random((60, 3)) < [0.4, 0.2, 0.1]
    labels[0] = True
    scores = np.round(labels.T + rng.normal(0, 0.8, (3, 60)), 1).astype(np.float32)
    truth = truth_of(labels, None, weights, clusters)
    said = Predictions("s", np.arange(60), scores=scores)
    return evaluate(said, score_split(truth, said, None), None, Cut("threshold", 0.5))


@pytest.mark.parametrize("measure", ["break_even", "eleven_point"])
def test_every_ranking_replicate_is_that_of_the_drawn_clusters(measure: str) -> None:
    rng = np.random.default_rng(5)
    weights, clusters = rng.integers(1, 4, 60), rng.integers(0, 20, 60)
    e = ranked(1, weights.astype(float), clusters)
    observed = values_of(e, ComparisonSettings(measure, 1.0, "drop", (0, 1)))
    _, per_class = replicates_of_rankings(
        [e], measure, "drop", (0, 1), [observed.per_class], replicates=40, seed=3
    )
    groups = renumbered(clusters)
    times = np.concatenate(list(resampling.resampling_weights(groups.max() + 1, 40, 4)), axis=1)
    truth = e.truth.toarray()
    for b in range(40):
        again = np.repeat(np.arange(60), (times[groups, b] * weights).astype(int))
        for c in range(3):
            tally = tally_scores(e.scored.scores[c][again], truth[again, c])
            value = (
                break_even(tally).value if measure == "break_even" else eleven_point(tally).average
            )
            assert per_class[0, c, b] == pytest.approx(value, rel=1e-6, nan_ok=True)


def test_a_comparison_of_weighted_documents_is_that_of_repeated_ones() -> None:
    labels, calls, weights, _ = material(6, 30)
    again = np.repeat(np.arange(30), weights)
    weighted = systems(labels, calls, weights, None)
    written_out = systems(labels[again], (calls[0][again], calls[1][again]), None, None)
    for by_weight, by_copies in zip(weighted, written_out, strict=True):
        assert values_of(by_weight, F1).averages == pytest.approx(values_of(by_copies, F1).averages)
        assert by_weight.exact_match == pytest.approx(by_copies.exact_match)
        assert_allclose(by_weight.confusion.counts.toarray(), by_copies.confusion.counts.toarray())
    a, b = system_agreement(weighted), system_agreement(written_out)
    assert_allclose(a.same, b.same)
    assert_allclose(a.overlap, b.overlap)
    for of_weighted, of_many in zip(
        vars(combined(*weighted)).values(), vars(combined(*written_out)).values(), strict=True
    ):
        assert_allclose([of_weighted.tp, of_weighted.fp], [of_many.tp, of_many.fp])


def test_tests_without_a_weighted_or_clustered_form_are_not_shown_and_it_says_so() -> None:
    labels, calls, weights, clusters = material(7, 30)
    for own, groups in ((weights, None), (None, clusters), (None, None)):
        common = share_documents(systems(labels, calls, own, groups))
        pair = pair_of(compare_systems(common, F1, 100), 0, 1)
        shown = {outcome.key for outcome in pair.tests}
        texts = [c.text for c in caveats(common, F1) if c.kind == "sampling"]
        plain = own is None and groups is None
        assert ("mcnemar" in shown) == ("micro_sign_test" in shown) == plain
        assert {"macro_sign_test", "macro_t_test", "macro_rank_test"} <= shown
        assert len(texts) == (0 if plain else 1)
        if not plain:
            assert "McNemar" in texts[0]


def test_six_differing_documents_of_one_cluster_are_not_enough() -> None:
    labels = np.ones((20, 1), dtype=bool)
    calls = np.ones((20, 1), dtype=bool), np.arange(20)[:, None] >= 8
    together = np.maximum(np.arange(20), 8) - 8
    for clusters, enough in ((None, True), (together, False)):
        common = share_documents(systems(labels, calls, None, clusters))
        f_of_one = ComparisonSettings("f", 1.0, "drop", (0,))
        pair = pair_of(compare_systems(common, f_of_one, 100), 0, 1)
        assert pair.differing.tolist() == [8]
        assert pair.enough.tolist() == [enough]


def test_documents_in_one_cluster_have_no_interval() -> None:
    labels, calls, _, _ = material(8, 12)
    one, _ = systems(labels, calls, None, np.zeros(12, dtype=int))
    assert average_intervals(one, 1.0, "drop") is None


def test_copies_in_clusters_are_worth_their_originals() -> None:
    labels, calls, _, _ = material(9, 200)
    again = np.repeat(np.arange(200), 10)
    copied = labels[again], (calls[0][again], calls[1][again])
    plain, _ = systems(labels, calls, None, None)
    clustered, _ = systems(*copied, None, again)
    ignored, _ = systems(*copied, None, None)
    widths = []
    for e in (plain, clustered, ignored):
        f = not_none(average_intervals(e, 1.0, "drop")).micro["f"]
        widths.append(f.high - f.low)
    # as many clusters as there were documents, and the t distribution of so many
    assert widths[1] == pytest.approx(widths[0], rel=0.01)
    assert widths[2] < 0.45 * widths[0]
    assert plain.independent_documents is None
    assert not_none(clustered.independent_documents) == pytest.approx(200, rel=0.01)
