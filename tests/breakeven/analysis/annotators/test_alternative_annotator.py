"""The alternative annotator test, against a slow one from the paper's formulas."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse, stats
from statsmodels.stats.multitest import multipletests

from breakeven.analysis.annotators.alternative_annotator import alternative_of
from breakeven.analysis.annotators.ceiling import like_for_like
from breakeven.data.records import Truth
from metrics.typing import Array
from tests.made import annotators, evaluation_of, noisy, not_none, truth_of


def slow(truth: Truth, assigned: Array, epsilon: float) -> tuple[float, float]:
    """Winning rate and average advantage probability, one document after the other."""

    def classes(row: Array) -> frozenset[int]:
        return frozenset(int(c) for c in np.flatnonzero(row))

    judgements = [
        {int(row): classes(labels) for row, labels in zip(a.rows, a.labels.toarray(), strict=True)}
        for a in truth.annotators
    ]

    def alike(a: frozenset[int], b: frozenset[int]) -> Fraction:
        return Fraction(len(a & b), len(a | b)) if a | b else Fraction(1)

    p, advantage = [], []
    for j, own in enumerate(judgements):
        d, wins = [], []
        for i, mine in own.items():
            others = [each[i] for k, each in enumerate(judgements) if k != j and i in each]
            if not others:
                continue
            system = sum((alike(classes(assigned[i]), theirs) for theirs in others), Fraction(0))
            person = sum((alike(mine, theirs) for theirs in others), Fraction(0))
            wins.append(int(system >= person))
            d.append(int(person >= system) - wins[-1])
        p.append(stats.ttest_1samp(d, epsilon, alternative="less").pvalue)
        advantage.append(np.mean(wins))
    won = multipletests(p, 0.05, "fdr_by")[0]
    return float(np.mean(won)), float(np.mean(advantage))


@pytest.mark.parametrize("single", [True, False])
@pytest.mark.parametrize("epsilon", [0.2, 0.1])
def test_it_is_what_the_papers_formulas_give(single: bool, epsilon: float) -> None:
    for seed in range(3):
        truth = annotators(documents=90, seed=seed, single=single, share=0.7)
        other = annotators(documents=90, seed=seed, single=single, people={"s": 0.12})
        assigned = other.annotators[0].labels.toarray()
        of = like_for_like(truth, [evaluation_of(truth, assigned, "s")])
        found = alternative_of(truth, of, epsilon)
        assert found.alignment == ("same class" if single else "overlap")
        test = found.tests["s"]
        assert_allclose((test.rate, test.advantage), slow(truth, assigned, epsilon))


def test_a_system_that_knows_the_truth_may_replace_anybody() -> None:
    truth = annotators(documents=120)
    labels = not_none(truth.labels).toarray()
    bad = noisy(labels, 0.6, 0.3, np.random.default_rng(0))
    systems = [evaluation_of(truth, labels, "knows"), evaluation_of(truth, bad, "guesses")]
    found = alternative_of(truth, like_for_like(truth, systems), 0.1)
    assert found.tests["knows"].rate == 1
    assert found.tests["knows"].may_replace
    assert found.tests["guesses"].rate == 0
    assert found.tests["guesses"].advantage < found.tests["knows"].advantage
    assert found.documents == 120


def test_two_people_are_too_few() -> None:
    truth = annotators(people={"x": 0.1, "y": 0.1})
    system = evaluation_of(truth, not_none(truth.labels).toarray())
    found = alternative_of(truth, like_for_like(truth, [system]), 0.1)
    assert not found.tests
    assert found.people == 2


def test_a_document_in_a_cluster_with_its_copy_counts_once() -> None:
    truth = annotators(documents=60)
    assigned = noisy(not_none(truth.labels).toarray(), 0.1, 0.05, np.random.default_rng(1))
    alone = alternative_of(truth, like_for_like(truth, [evaluation_of(truth, assigned)]), 0.1)
    weighed = replace(truth, weights=np.full(60, 2.0), weight_column="w")
    same = alternative_of(weighed, like_for_like(weighed, [evaluation_of(weighed, assigned)]), 0.1)
    assert_allclose([a.p for a in same.tests["s"].each], [a.p for a in alone.tests["s"].each])


def test_pairs_that_somebody_left_open_are_passed_over() -> None:
    truth = annotators(documents=60, classes=3)
    everything = np.ones((60, 1), dtype=bool)
    last = sparse.csc_array(np.hstack([np.zeros((60, 2), dtype=bool), everything]))
    without = annotators(documents=60, classes=3)
    # everybody leaves the last class open, or nobody was asked about it: the same test
    opened = replace(truth, annotators=tuple(replace(a, unjudged=last) for a in truth.annotators))
    cut = tuple(replace(a, labels=sparse.csc_array(a.labels[:, :2])) for a in without.annotators)
    labels = not_none(truth.labels).toarray()
    fewer = truth_of(labels[:, :2], annotators=cut)
    first, second = (
        alternative_of(t, like_for_like(t, [evaluation_of(t, assigned)]), 0.1).tests["s"]
        for t, assigned in ((opened, labels), (fewer, labels[:, :2]))
    )
    assert_allclose([a.system for a in first.each], [a.system for a in second.each])
    assert_allclose([a.p for a in first.each], [a.p for a in second.each])
    only_one = replace(truth.annotators[0], unjudged=last)
    some = replace(truth, annotators=(only_one, *truth.annotators[1:]))
    alternative = alternative_of(some, like_for_like(some, [evaluation_of(some, labels)]), 0.1)
    assert_allclose(alternative.tests["s"].each[0].person, first.each[0].person)
