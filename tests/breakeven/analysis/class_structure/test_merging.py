"""Classes made one: against sums by hand, recounts, and the rule for confused pairs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from breakeven.analysis.class_structure.merging import (
    GrowingMerge,
    meetings_of_evaluation,
    merge,
    merged_name,
)
from breakeven.analysis.findings.confused_pairs import by_size
from metrics.confusion import ambiguous_pairs
from metrics.typing import AverageName
from tests.golden_cases import cases, check
from tests.made import evaluation_of, matrix_of, noisy, truth_of


@pytest.mark.parametrize("case", cases("merging"))
def test_worked_examples(case: Mapping[str, Any]) -> None:
    given = case["input"]
    truth, called = (matrix_of(given[side], 3) for side in ("true", "called"))
    merged = merge(evaluation_of(truth_of(truth), called), ["abc".index(c) for c in given["merge"]])
    (group,) = merged.groups

    def moved(average: AverageName) -> list[float]:
        change = merged.averages[average]
        return [change.before, change.after, change.by_size]

    got = {
        "micro": moved("micro"),
        "macro": moved("macro"),
        "merged": [group.f_before, group.f_after, group.f_by_size],
        "documents": [*merged.of_documents],
        "bits": [merged.bits_before, merged.bits_after],
    }
    check(got, case)
    assert merged.class_map == {"a": group.name, "b": group.name}


def test_by_size_is_the_rule_of_the_advice_on_confused_pairs() -> None:
    rng = np.random.default_rng(4)
    labels = np.eye(6, dtype=bool)[rng.integers(0, 6, 400)]
    called = np.eye(6, dtype=bool)[rng.integers(0, 6, 400)]
    evaluation = evaluation_of(
        truth_of(labels), np.where(rng.random((400, 1)) < 0.6, labels, called)
    )
    pairs = ambiguous_pairs(evaluation.confusion)
    added = meetings_of_evaluation(evaluation).by_size(pairs.first, pairs.second)
    assert_allclose(added.tp, by_size(evaluation, pairs), rtol=1e-9)


def test_the_gains_of_the_steps_add_up_and_the_order_of_the_names_does_not_matter() -> None:
    rng = np.random.default_rng(5)
    labels = rng.random((300, 6)) < 0.3
    evaluation = evaluation_of(truth_of(labels), noisy(labels, 0.2, 0.1, rng))
    found = merge(evaluation, [4, 0, 2])
    micro = found.averages["micro"]
    assert sum(step.gain for step in found.steps) == pytest.approx(micro.after - micro.before)
    assert sum(step.by_size for step in found.steps) == pytest.approx(micro.by_size - micro.before)
    assert sum(step.bits for step in found.steps) == pytest.approx(found.bits_lost)
    assert found.gain.low < micro.after - micro.before < found.gain.high
    assert merge(evaluation, [2, 4, 0, 2]).steps == found.steps


def test_documents_count_by_weight_and_clusters_widen_the_interval() -> None:
    rng = np.random.default_rng(6)
    once = rng.random((40, 4)) < 0.4
    assigned = noisy(once, 0.3, 0.2, rng)
    plain = merge(evaluation_of(truth_of(once), assigned), [0, 1])
    heavy = merge(evaluation_of(truth_of(once, weights=np.full(40, 2.0)), assigned), [0, 1])
    assert heavy.averages["micro"] == plain.averages["micro"]
    assert heavy.bits_lost == pytest.approx(plain.bits_lost)
    # every document five times over, as five of a cluster: as sure as before
    truth = truth_of(np.repeat(once, 5, axis=0), clusters=np.repeat(np.arange(40), 5))
    clustered = merge(evaluation_of(truth, np.repeat(assigned, 5, axis=0)), [0, 1])
    assert_allclose(
        [clustered.gain.low, clustered.gain.high], [plain.gain.low, plain.gain.high], atol=1e-9
    )


def test_bits_are_of_documents_that_were_judged_on_every_class() -> None:
    labels = matrix_of(["a", "b", "c", "a"], 3)
    called = matrix_of(["a", "b", "c", "b"], 3)
    off = np.zeros((4, 3), dtype=bool)
    off[3, 2] = True
    merged = merge(evaluation_of(truth_of(labels, off), called), [0, 1])
    # of the first three documents: log2 3 bits, then H(2, 1)
    assert merged.bits_before == pytest.approx(np.log2(3))
    assert merged.bits_after == pytest.approx(0.9182958340544896)
    off[:, 2] = True
    unknown = merge(evaluation_of(truth_of(labels & ~off, off), called), [0, 1])
    assert np.isnan(unknown.bits_lost)
    assert unknown.averages["micro"].after == 1


def test_what_cannot_be_merged_is_said() -> None:
    evaluation = evaluation_of(truth_of(np.eye(3, dtype=bool)), np.eye(3, dtype=bool))
    with pytest.raises(ValueError, match="needs two classes"):
        merge(evaluation, [1, 1])
    with pytest.raises(ValueError, match="no other class would be left"):
        merge(evaluation, [0, 1, 2])


def test_a_new_name_is_no_other_class_and_long_groups_are_cut() -> None:
    assert merged_name(["a", "b"], {"a", "b"}) == "a + b"
    assert merged_name(["a", "b"], {"a + b"}) == "a + b merged"
    assert merged_name(["a", "b", "c", "d"], set()) == "a + b + 2 more"


def test_an_old_class_is_found_in_what_it_became() -> None:
    growing = GrowingMerge(
        evaluation_of(truth_of(np.eye(4, dtype=bool)), np.eye(4, dtype=bool)), 1.0
    )
    growing.take(3, 1)
    growing.take(1, 0)
    assert growing.members == [[3, 1, 0], [2]]
    assert growing.place(3) == growing.place(0) == 0
    assert growing.names() == ["d + b + a", "c"]
