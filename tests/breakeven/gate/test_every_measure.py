"""Rules about classes and margins of every measure: values, bounds and which way is worse."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import balanced_accuracy_score, cohen_kappa_score, matthews_corrcoef

import breakeven as be
from breakeven.analysis.evaluation.value_bounds import bounded_classes, bounded_of_all_classes
from breakeven.data.records import Review
from breakeven.gate.gate_rules import OF_ALL_CLASSES, OF_CLASSES
from breakeven.readers.base.problems import ReadError
from metrics.measures import measures_of_tables
from metrics.typing import AVERAGES, Array
from metrics.uncertainty.average_intervals import class_intervals
from metrics.uncertainty.intervals import exact_bounds
from tests.made import evaluation_of, noisy, not_none, review_of, truth_of

# chance and worst of each where it is no share
LATER = tuple(key for key in OF_CLASSES if key not in ("f", "precision", "recall"))


def two_systems() -> Review:
    random = np.random.default_rng(1)
    labels = random.random((600, 3)) < 0.4
    return review_of(
        truth_of(labels),
        good=noisy(labels, 0.05, 0.03, random),
        bad=noisy(labels, 0.4, 0.25, random),
    )


@pytest.mark.parametrize("measure", OF_CLASSES)
def test_a_class_has_the_value_of_its_measure_between_its_bounds(measure: str) -> None:
    review = two_systems()
    rule = {"measure": measure, "class": "*", "min": 0.0}
    tables = be.evaluate(review, "good").tables
    expected = measures_of_tables(1.0)[measure](tables)
    for verdict, value in zip(
        be.gate(review, {"rule": [rule]}, system="good").verdicts, expected, strict=True
    ):
        assert not_none(verdict.value) == pytest.approx(value)
        assert not_none(verdict.low) <= value <= not_none(verdict.high)


def test_of_a_share_the_bounds_are_the_exact_ones() -> None:
    # NPV is tn of tn + fn: the slopes of its cells leave just the binomial variance
    random = np.random.default_rng(2)
    labels = random.random((400, 3)) < 0.3
    evaluation = evaluation_of(truth_of(labels), noisy(labels, 0.3, 0.1, random))
    bounded, table = (
        bounded_classes(evaluation, "negative_predictive_value", 1.0),
        evaluation.tables,
    )
    alpha = np.full(3, 0.05)
    ends, exact = bounded.bounds(alpha), exact_bounds(table.tn, table.tn + table.fn, alpha)
    np.testing.assert_allclose(ends.low, exact.low, atol=3e-3)
    np.testing.assert_allclose(ends.high, exact.high, atol=3e-3)


@pytest.mark.parametrize("measure", LATER)
def test_one_sided_bounds_at_a_fortieth_are_near_the_interval_shown(measure: str) -> None:
    random = np.random.default_rng(3)
    labels = random.random((500, 3)) < 0.3
    evaluation = evaluation_of(truth_of(labels), noisy(labels, 0.3, 0.1, random))
    ends = bounded_classes(evaluation, measure, 1.0).bounds(np.full(3, 0.025))
    shown = class_intervals(evaluation.tables, measures_of_tables(1.0)[measure])
    width = shown.high - shown.low
    assert np.all(np.abs(ends.low - shown.low) < 0.15 * width)
    assert np.all(np.abs(ends.high - shown.high) < 0.15 * width)


@pytest.mark.parametrize("average", [*AVERAGES, None])
@pytest.mark.parametrize("measure", LATER)
def test_a_margin_passes_the_better_system_and_fails_the_worse(
    measure: str, average: str | None
) -> None:
    review = two_systems()
    about = {"class": "a"} if average is None else {"average": average}
    rule = {"measure": measure, "margin": 0.01, **about}
    passed = be.gate(review, {"rule": [rule]}, "bad", system="good").verdicts[0]
    broken = be.gate(review, {"rule": [rule]}, "good", system="bad").verdicts[0]
    assert (passed.outcome, broken.outcome) == ("passed", "failed")
    better = replace(passed, difference=-not_none(passed.difference))
    assert not_none(broken.difference) == pytest.approx(not_none(better.difference))
    sign = -1 if measure in ("fallout", "e", "error_rate") else 1
    assert sign * not_none(passed.difference) > 0
    values = [
        be.evaluate(review, system).evaluation.averaged(measure, average, 1.0, "drop")  # type: ignore[arg-type]
        if average is not None
        else measures_of_tables(1.0)[measure](be.evaluate(review, system).tables)[0]
        for system in ("good", "bad")
    ]
    assert not_none(passed.value) == pytest.approx(values[0])
    assert not_none(passed.baseline) == pytest.approx(values[1])
    for verdict in (passed, broken):
        low, high = not_none(verdict.low), not_none(verdict.high)
        assert low <= not_none(verdict.difference) <= high


@pytest.mark.parametrize("single", [True, False])
def test_accuracy_and_hamming_loss_are_what_evaluate_prints_of_them(single: bool) -> None:
    random = np.random.default_rng(7)
    labels = np.eye(3, dtype=bool)[random.integers(0, 3, 200)]
    if not single:
        labels |= random.random(labels.shape) < 0.3
    assigned = noisy(labels, 0.2, 0.1, random)
    review = review_of(truth_of(labels), old=noisy(labels, 0.4, 0.2, random), new=assigned)
    right = np.all(labels == assigned, axis=1) if single else labels == assigned
    printed = be.evaluate(review, "new").to_dict()["micro"]
    for measure, value in (("accuracy", right.mean()), ("Hamming loss", 1 - right.mean())):
        rule = {"measure": measure, "min": 0.0}
        verdict = be.gate(review, {"rule": [rule]}, system="new").verdicts[0]
        assert not_none(verdict.value) == pytest.approx(value)
        key = "accuracy" if measure == "accuracy" else "error_rate"
        assert printed[key] == pytest.approx(value)
        ends = exact_bounds(value * right.size, right.size, np.array([0.05]))
        assert not_none(verdict.low) < value < not_none(verdict.high)
        if single:
            assert not_none(verdict.low) == pytest.approx(ends.low[0], abs=2e-3)
            assert not_none(verdict.high) == pytest.approx(ends.high[0], abs=2e-3)
        margin = {"measure": measure, "margin": 0.01, "side": "better"}
        assert be.gate(review, {"rule": [margin]}, "old", system="new").passed


BY_SCIKIT_LEARN = {
    "balanced_accuracy": balanced_accuracy_score,
    "mcc": matthews_corrcoef,
    "kappa": cohen_kappa_score,
}
# of documents of each class, how many get which: 0.4, 0.35, 0.25 of all are in them
CONFUSED = np.array([[0.8, 0.1, 0.1], [0.2, 0.7, 0.1], [0.1, 0.3, 0.6]])
SHARES = np.array([0.4, 0.35, 0.25])


def one_of_three(documents: int, random: np.random.Generator) -> tuple[Array, Array]:
    """The class that each document has, and the one that it gets."""
    true = random.choice(3, documents, p=SHARES)
    below = np.cumsum(CONFUSED[true], axis=1)
    return true, (random.random((documents, 1)) > below[:, :2]).sum(axis=1)


@pytest.mark.parametrize("measure", OF_ALL_CLASSES)
def test_over_all_classes_at_once_the_gate_has_the_number_of_scikit_learn(measure: str) -> None:
    true, got = one_of_three(300, np.random.default_rng(8))
    review = review_of(truth_of(np.eye(3, dtype=bool)[true]), one=np.eye(3, dtype=bool)[got])
    rule = {"measure": measure, "average": "all_classes", "min": 0.3}
    verdict = be.gate(review, {"rule": [rule]}, system="one").verdicts[0]
    value = BY_SCIKIT_LEARN[measure](true, got)
    assert not_none(verdict.value) == pytest.approx(value)
    assert verdict.outcome == "passed"
    assert verdict.title.endswith("of all classes at once: at least 0.3")
    # at a fortieth about the interval that `evaluate` prints
    rules = {"confidence": 0.975, "rule": [rule]}
    ends = be.gate(review, rules, system="one").verdicts[0]
    shown = be.evaluate(review, "one").to_dict()["intervals"]["all_classes"][measure]
    assert not_none(ends.low) == pytest.approx(shown[0], abs=0.01)
    assert not_none(ends.high) == pytest.approx(shown[1], abs=0.01)


def test_over_all_classes_at_once_nothing_is_said_where_documents_have_several() -> None:
    rule = {"measure": "mcc", "average": "all_classes", "min": 0.3}
    with pytest.raises(ReadError, match="but not each document has one class and gets one; choose"):
        be.gate(two_systems(), {"rule": [rule]}, system="good")


def test_at_the_truth_itself_few_pass_over_all_classes_at_once() -> None:
    random, times = np.random.default_rng(9), 400
    # in so many documents each is what it is in all
    true, got = (
        np.repeat(each.ravel(), np.rint(10_000 * SHARES[:, None] * CONFUSED).astype(int).ravel())
        for each in np.indices((3, 3))
    )
    limits = {measure: value(true, got) for measure, value in BY_SCIKIT_LEARN.items()}
    passed = dict.fromkeys(limits, 0)
    for _ in range(times):
        truth, assigned = (np.eye(3, dtype=bool)[each] for each in one_of_three(120, random))
        evaluation = evaluation_of(truth_of(truth), assigned)
        for measure, limit in limits.items():
            above, _ = bounded_of_all_classes(evaluation, measure).tails(limit)
            passed[measure] += int(above[0] <= 0.05)
    # by chance alone 5 % is more than this in one of 1,000 such counts
    assert max(passed.values()) / times <= 0.05 + 3.1 * np.sqrt(0.05 * 0.95 / times), passed
