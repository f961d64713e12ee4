"""Log loss and Brier score of two systems: as scikit-learn has them, by hand, where nothing is."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.stats import t as student
from sklearn.metrics import brier_score_loss, log_loss

import breakeven as be
from breakeven.analysis.comparison.difference_bounds import paired_difference
from breakeven.analysis.comparison.loss_differences import bounded_losses, loss_changes
from breakeven.analysis.comparison.shared_documents import ComparisonSettings
from breakeven.analysis.selection.errors import ChoiceError
from breakeven.data.records import Review
from breakeven.readers.base.problems import ReadError
from metrics.expected.probability_losses import LossName
from metrics.typing import Array
from tests.made import review_of, truth_of

NAMES: tuple[LossName, ...] = ("log_loss", "brier")
ORACLES: Mapping[LossName, Callable[..., float]] = {"log_loss": log_loss, "brier": brier_score_loss}


def made(labels: Array, p: Mapping[str, Array], **more: Any) -> Review:
    """A review of systems with these probabilities, (documents, classes) each."""
    review = review_of(truth_of(labels, **more), **{name: each >= 0.5 for name, each in p.items()})
    systems = tuple(
        replace(system, scores=p[system.system].T.copy(), probabilities=True)
        for system in review.predictions
    )
    return replace(review, predictions=systems)


def compared(review: Review, measure: str, **more: Any) -> Any:
    a, b = (be.evaluate(review, system) for system in ("a", "b"))
    return be.compare(a, b, measure, **more)


def several(random: np.random.Generator, n: int, k: int = 3) -> tuple[Array, Array, Array]:
    """Labels, and probabilities of two systems that are as good on average."""
    labels = random.random((n, k)) < 0.3
    noise = random.random((2, n, k))
    first, second = np.clip(0.25 + 0.3 * labels + 0.4 * (noise - 0.5), 0.01, 0.99)
    return labels, first, second


def one_each(random: np.random.Generator, n: int, k: int = 3) -> tuple[Array, Array, Array]:
    labels = np.eye(k, dtype=bool)[random.integers(0, k, n)]
    raw = random.random((2, n, k)) + 0.8 * labels
    first, second = raw / raw.sum(axis=2, keepdims=True)
    return labels, first, second


def test_values_are_scikit_learn_s() -> None:
    random = np.random.default_rng(1)
    labels, a, b = several(random, 80)
    weights = random.random(80) + 0.1
    for name, oracle in ORACLES.items():
        got = compared(made(labels, {"a": a, "b": b}, weights=weights), name, replicates=100)
        flat = np.repeat(weights, 3)
        for which, p in (("a", a), ("b", b)):
            micro = oracle(labels.ravel(), p.ravel(), sample_weight=flat)
            classes = [oracle(labels[:, c], p[:, c], sample_weight=weights) for c in range(3)]
            assert getattr(got.averages["micro"], which) == pytest.approx(micro, abs=1e-12)
            macro = getattr(got.averages["macro"], which)
            assert macro == pytest.approx(np.mean(classes), abs=1e-12)
    labels, a, b = one_each(random, 60)
    got = compared(made(labels, {"a": a, "b": b}), "log loss", replicates=100)
    change = log_loss(labels, b) - log_loss(labels, a)
    assert got.difference.change == pytest.approx(change, abs=1e-12)
    assert got.difference.points is None


@pytest.mark.parametrize("case", [several, one_each])
@pytest.mark.parametrize("clustered", [False, True])
def test_the_interval_is_that_of_documents_drawn_in_pairs(
    case: Callable[..., tuple[Array, Array, Array]], clustered: bool
) -> None:
    random = np.random.default_rng(2)
    labels, a, b = case(random, 120)
    clusters = np.repeat(np.arange(40), 3) if clustered else None
    got = compared(made(labels, {"a": a, "b": b}, clusters=clusters), "log_loss").difference
    # of each document the sum over its pairs, or the loss of its one true class
    if case is one_each:
        gap = np.log(a[labels]) - np.log(b[labels])
    else:
        of_pairs = [-np.log(np.where(labels, p, 1 - p)).mean(axis=1) for p in (a, b)]
        gap = of_pairs[1] - of_pairs[0]
    groups = gap.reshape(40, 3).mean(axis=1) if clustered else gap
    drawn = [random.choice(groups, len(groups)).mean() for _ in range(10_000)]
    width = np.subtract(*np.quantile(drawn, [0.975, 0.025]))
    assert got.change == pytest.approx(gap.mean(), abs=1e-12)
    assert got.low == pytest.approx(np.quantile(drawn, 0.025), abs=0.05 * width)
    assert got.high == pytest.approx(np.quantile(drawn, 0.975), abs=0.05 * width)


def test_p_is_the_share_of_all_swaps_by_hand() -> None:
    labels = np.array([[1], [1], [0], [1]], dtype=bool)
    a, b = (np.array([p]).T for p in ([0.9, 0.8, 0.2, 0.6], [0.6, 0.7, 0.3, 0.7]))
    got = compared(made(labels, {"a": a, "b": b}), "brier", replicates=100)
    # squares: a .01 .04 .04 .16, b .16 .09 .09 .09; b - a: .15 .05 .05 -.07, in all .18
    assert got.difference.change == pytest.approx(0.18 / 4)
    # of the 16 signs before .15 .05 .05 .07 these reach .18: + + + + (.32), + + + - (.18),
    # + + - + (.22), + - + + (.22), and their opposites
    assert got.averages["micro"].p == 8 / 16


def test_equal_probabilities_differ_by_exactly_0_and_nothing_is_said() -> None:
    labels, a, _ = several(np.random.default_rng(3), 50)
    for name in NAMES:
        got = compared(made(labels, {"a": a, "b": a.copy()}), name, replicates=200)
        for average in ("micro", "macro"):
            assert got.averages[average].difference.change == 0
            assert got.averages[average].difference.claim == "no difference"
            assert not got.averages[average].difference.beyond_chance
        assert all(each.better is None and each.change == 0 for each in got.per_class.values())


def test_two_that_are_as_good_are_seldom_said_to_differ() -> None:
    random, said, times = np.random.default_rng(4), 0, 120
    for _ in range(times):
        labels, a, b = several(random, 60, 2)
        got = compared(made(labels, {"a": a, "b": b}), "log_loss", replicates=400)
        said += got.difference.beyond_chance
    # by chance 12 of 120 happen once in 100 where the truth is 5
    assert said <= 12


def test_less_is_better_in_words_classes_and_order() -> None:
    random = np.random.default_rng(5)
    labels, a, _ = several(random, 300)
    good = np.clip(a + np.where(labels, 0.2, -0.1), 0.01, 0.99)
    got = compared(made(labels, {"a": a, "b": good}), "log_loss", replicates=1_000)
    assert got.difference.change < 0
    assert got.difference.beyond_chance
    assert "which is better" in got.to_markdown()
    assert {each.better for each in got.per_class.values()} == {"b"}
    assert "points" not in got.to_markdown()
    # the order of a table: the lower stands first
    row = 1
    assert got.side.standing_of_averages.best[row] == 1
    assert got.side.standing_of_averages.beaten[row].tolist() == [True, False]


def test_an_infinite_loss_has_no_difference_and_says_why() -> None:
    labels, a, b = several(np.random.default_rng(6), 40)
    b[np.argmax(labels[:, 0]), 0] = 0.0
    got = compared(made(labels, {"a": a, "b": b}), "log_loss", replicates=200)
    assert got.averages["micro"].b == np.inf
    assert got.difference.change is None
    assert "infinite" in got.difference.claim
    (caveat,) = (each for each in got.caveats if each.kind == "infinite")
    assert "1 of 120 pairs of document and class of b" in caveat.text
    # of the other classes there is one, and of the Brier score of all
    changes = [each.change for each in got.per_class.values()]
    assert changes[0] is None
    assert None not in changes[1:]
    assert compared(made(labels, {"a": a, "b": b}), "brier").difference.change is not None
    assert json.loads(json.dumps(got.to_dict(), allow_nan=False))["value"]["b"] == "inf"


def test_pairs_that_nobody_judged_count_nowhere() -> None:
    random = np.random.default_rng(7)
    labels, a, b = several(random, 60)
    off = (random.random(labels.shape) < 0.2) & ~labels
    got = compared(made(labels, {"a": a, "b": b}, unjudged=off), "brier", replicates=100)
    squares = [(labels - p) ** 2 for p in (a, b)]
    assert got.difference.change == pytest.approx((squares[1] - squares[0])[~off].mean())
    macro = np.mean([(squares[1] - squares[0])[~off[:, c], c].mean() for c in range(3)])
    assert got.averages["macro"].difference.change == pytest.approx(macro)


def test_scores_that_are_no_probabilities_are_refused() -> None:
    labels, a, b = several(np.random.default_rng(8), 20)
    review = made(labels, {"a": a, "b": b})
    bare = replace(review.predictions[1], probabilities=False)
    review = replace(review, predictions=(review.predictions[0], bare))
    with pytest.raises(ChoiceError, match="not known whether the scores of b"):
        compared(review, "log_loss")
    with pytest.raises(ReadError, match="is about probabilities"):
        be.gate(review, {"rule": [{"measure": "brier", "max": 0.3}]}, system="b")
    with pytest.raises(ValueError, match="has no average 'weighted'"):
        compared(made(labels, {"a": a, "b": b}), "brier", average="weighted")


# --- the gate


def bound_by_hand(losses: Array, alpha: float) -> float:
    """Student's upper bound of a mean, as if one more document were as far off as the worst."""
    n, mean = len(losses), losses.mean()
    error, worst = losses.std(ddof=1) / np.sqrt(n), (losses.max() - mean) / n
    step = student.ppf(1 - alpha, n - 1)
    lean = (step**2 - 1) / 3
    return float(mean + worst * (1 + lean) + step * np.hypot(error, worst))


def test_the_bound_of_a_loss_is_worked_out_by_hand() -> None:
    random = np.random.default_rng(9)
    labels, a, b = one_each(random, 90)
    evaluation = be.evaluate(made(labels, {"a": a, "b": b}), "a").evaluation
    losses = -np.log(a[labels])
    bounds = bounded_losses(evaluation, "log_loss", "micro")
    limit = bound_by_hand(losses, 0.05)
    assert bounds.bounds(np.array([0.05])).high[0] == pytest.approx(limit, abs=1e-12)
    # the p-value of what is just allowed is the level itself
    assert bounds.tails(limit)[1][0] == pytest.approx(0.05)
    of_class = bounded_losses(evaluation, "brier", None).bounds(np.full(3, 0.1))
    squares = (labels[:, 1] - a[:, 1]) ** 2
    assert of_class.high[1] == pytest.approx(bound_by_hand(squares, 0.1), abs=1e-12)


def test_what_documents_gain_and_lose_adds_up_to_the_difference() -> None:
    random = np.random.default_rng(10)
    labels, a, b = several(random, 60)
    review = made(labels, {"a": a, "b": b}, weights=random.random(60) + 0.1)
    old, new = (be.evaluate(review, system).evaluation for system in ("a", "b"))
    got = compared(review, "log_loss", replicates=100)
    settings = ComparisonSettings("log_loss", 1.0, "drop", ())
    for average in ("micro", "macro", None):
        changes = loss_changes(old, new, settings, average)
        expected = paired_difference(got.side, average).points
        assert changes.gained - changes.lost == pytest.approx(expected)


def test_a_gate_asks_for_a_loss_and_for_its_difference() -> None:
    random = np.random.default_rng(11)
    labels, a, _ = several(random, 400)
    good = np.clip(a + np.where(labels, 0.2, -0.1), 0.01, 0.99)
    review = made(labels, {"a": a, "b": good})
    rules = [
        {"measure": "log_loss", "max": 0.9},
        {"measure": "cross-entropy", "max": 0.01},
        {"measure": "log_loss", "margin": 0.01},
        {"measure": "brier", "average": "macro", "margin": 0, "side": "better"},
    ]
    better = be.gate(review, {"rule": rules}, system="b", baseline="a")
    assert [v.outcome for v in better.verdicts] == ["passed", "failed", "passed", "passed"]
    worse = be.gate(review, {"rule": rules[2:]}, system="a", baseline="b")
    assert [v.outcome for v in worse.verdicts] == ["failed", "failed"]
    # worse by so much at least: the bound that decides is the lower one
    assert "at least +" in worse.verdicts[0].sentence
    assert "at most" in better.verdicts[2].sentence


def test_an_infinite_loss_fails_a_limit_and_decides_no_margin() -> None:
    labels, a, b = several(np.random.default_rng(12), 60)
    b[np.argmax(labels[:, 0]), 0] = 0.0
    rules = [{"measure": "log_loss", "max": 5}, {"measure": "log_loss", "margin": 1}]
    found = be.gate(made(labels, {"a": a, "b": b}), {"rule": rules}, system="b", baseline="a")
    assert [v.outcome for v in found.verdicts] == ["failed", "cannot tell"]
    assert all("infinite, for 1 of 180" in v.sentence for v in found.verdicts)
    json.dumps(found.to_dict(), allow_nan=False)


def test_a_gate_at_the_true_loss_seldom_passes() -> None:
    # a document's loss is skewed: seldom, and then far, off
    random, passed, times = np.random.default_rng(13), 0, 400
    for _ in range(times):
        sure = random.random(150) < 0.95
        p = np.where(sure, 0.95, 0.3)[:, None]
        labels = random.random((150, 1)) < p
        review = made(labels, {"a": p, "b": p})
        bounds = bounded_losses(be.evaluate(review, "a").evaluation, "log_loss", "micro")
        q = np.array([0.95, 0.3])
        entropy = -(q * np.log(q) + (1 - q) * np.log(1 - q)) @ np.array([0.95, 0.05])
        passed += bounds.tails(float(entropy))[1][0] <= 0.05
    # of 400, by chance 30 where the truth is 5 of 100
    assert passed <= 30


def test_rules_of_losses_take_any_limit_and_few_averages() -> None:
    labels, a, b = several(np.random.default_rng(14), 30)
    review = made(labels, {"a": a, "b": b})
    with pytest.raises(ReadError, match="weighted does not go with log_loss"):
        be.gate(review, {"rule": [{"measure": "log_loss", "average": "weighted", "max": 1}]})
    (verdict,) = be.gate(
        review, {"rule": [{"measure": "log_loss", "max": 3.5}]}, system="a"
    ).verdicts
    assert verdict.title == "micro log loss: at most 3.5"
