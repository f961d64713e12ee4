"""Areas under ROC curves: DeLong's numbers, by hand and by the definition, and drawn again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

import breakeven as be
from breakeven.analysis.comparison.roc_areas import (
    area_shares,
    average_areas,
    class_differences,
    macro_shares,
    moved_area,
    pooled_shares,
    shares_of_classes,
)
from breakeven.data.records import Review
from breakeven.readers.base.problems import ReadError
from metrics.typing import Array
from tests.made import not_none, review_of, truth_of


def made(labels: Array, scores: dict[str, Array], **more: Any) -> Review:
    """A review of systems with these scores, (documents, classes) each; NaN is no score."""
    review = review_of(truth_of(labels, **more), **{name: s > 0 for name, s in scores.items()})
    systems = tuple(
        replace(system, scores=scores[system.system].T.copy()) for system in review.predictions
    )
    return replace(review, predictions=systems)


def evaluated(review: Review, system: str) -> Any:
    return be.evaluate(review, system).evaluation


def random_case(random: np.random.Generator, n: int = 60, k: int = 3) -> tuple[Array, Array]:
    labels = random.random((n, k)) < 0.3
    # whole numbers: many are tied
    return labels, np.round(random.normal(size=(n, k)) + labels, 1)


def by_definition(scores: Array, positive: Array) -> tuple[float, float]:
    """Area and DeLong's variance by all pairs: mean over positives, over negatives."""
    x, y = scores[positive], scores[~positive]
    psi = (x[:, None] > y) + (x[:, None] == y) / 2
    v10, v01 = psi.mean(axis=1), psi.mean(axis=0)
    variance = v10.var(ddof=1) / len(x) + v01.var(ddof=1) / len(y)
    return float(psi.mean()), float(variance)


def test_areas_are_scikit_learn_s_with_weights_too() -> None:
    random = np.random.default_rng(1)
    for _ in range(1_000):
        n = int(random.integers(3, 30))
        positive = random.random(n) < 0.4
        if positive.all() or not positive.any():
            continue
        scores = np.round(random.normal(size=n), 1)
        weights = random.random(n) + 0.1 if random.random() < 0.5 else None
        got = area_shares(scores, positive, np.arange(n), n, weights)
        expected = roc_auc_score(positive, scores, sample_weight=weights)
        assert got.area == pytest.approx(expected, abs=1e-12)
        # what moves it adds up to nothing
        assert got.moved.sum() == pytest.approx(0, abs=1e-12)


def test_the_squares_are_delong_s_variance() -> None:
    random = np.random.default_rng(2)
    for _ in range(300):
        n = 40
        positive = random.random(n) < 0.4
        scores = np.round(random.normal(size=n) + positive, 1)
        area, variance = by_definition(scores, positive)
        moved = area_shares(scores, positive, np.arange(n), n).moved
        r = positive.sum()
        mine = (moved[positive] ** 2).sum() * r / (r - 1)
        mine += (moved[~positive] ** 2).sum() * (n - r) / (n - r - 1)
        assert mine == pytest.approx(variance, rel=1e-9)
        assert area_shares(scores, positive, np.arange(n), n).area == pytest.approx(area)


def test_a_paired_difference_by_hand() -> None:
    # positives p, q; negatives x, y, z. Old ranks p > x > q > y > z; new p > q > x > y > z
    labels = np.array([[True], [True], [False], [False], [False]])
    old = np.array([[5.0], [3.0], [4.0], [2.0], [1.0]])
    new = np.array([[5.0], [4.0], [3.0], [2.0], [1.0]])
    # of 6 pairs 5 are right, then 6. Of q the share of negatives below goes from 2/3 to 1, of x
    # that of positives above from 1/2 to 1: moved by (1/3 - 1/6)/2 and (1/2 - 1/6)/3, the other
    # positive by -1/12, the other negatives by -1/18
    review = made(labels.repeat(2, axis=0), {"old": old.repeat(2, axis=0),
                                             "new": new.repeat(2, axis=0)})  # fmt: skip
    compared = class_differences(evaluated(review, "old"), evaluated(review, "new"))
    assert compared.value[0] == pytest.approx(1 / 6)
    # each document twice: half of each move
    squares = 2 * ((1 / 12) ** 2 * 2 + (1 / 9) ** 2 + 2 * (1 / 18) ** 2) / 4
    error = 1.959963984540054 * np.sqrt(squares * 10 / 9)
    assert np.isclose(compared.high[0] - compared.value[0], error)


def test_a_class_told_by_two_positives_has_no_ends() -> None:
    labels = np.array([[True], [True], [False], [False], [False]])
    scores = np.array([[5.0], [1.0], [4.0], [2.0], [1.0]])
    review = made(labels, {"old": scores, "new": -scores})
    compared = class_differences(evaluated(review, "old"), evaluated(review, "new"))
    assert np.isfinite(compared.value[0])
    assert np.isnan(compared.low[0])
    assert np.isnan(average_areas(evaluated(review, "old"))["macro"].low)


def test_macro_and_pooled_are_those_of_the_rankings() -> None:
    random = np.random.default_rng(3)
    labels, scores = random_case(random)
    off = random.random(labels.shape) < 0.2
    evaluation = evaluated(made(labels, {"s": scores}, unjudged=off), "s")
    curves = evaluation.scored.curves
    assert macro_shares(evaluation).area == pytest.approx(curves.macro_roc_area().value)
    assert pooled_shares(evaluation).area == pytest.approx(curves.pooled_roc_area)
    for mine, theirs in zip(
        shares_of_classes(evaluation), evaluation.scored.roc_areas.value, strict=True
    ):
        assert mine.area == pytest.approx(theirs)


def test_classes_of_the_same_documents_are_not_independent() -> None:
    random = np.random.default_rng(4)
    labels, scores = random_case(random, 200, 1)
    alone = evaluated(made(labels, {"s": scores}), "s")
    # five times the same class tells no more than once
    copies = evaluated(made(labels.repeat(5, axis=1), {"s": scores.repeat(5, axis=1)}), "s")
    one, five = (average_areas(evaluation)["macro"] for evaluation in (alone, copies))
    assert (one.low, one.high) == pytest.approx((five.low, five.high))


def test_documents_of_one_cluster_tell_as_much_as_one() -> None:
    random = np.random.default_rng(5)
    labels, scores = random_case(random, 100)
    alone = evaluated(made(labels, {"s": scores}), "s")
    clusters = np.arange(300) // 3
    copies = made(labels.repeat(3, axis=0), {"s": scores.repeat(3, axis=0)}, clusters=clusters)
    for name in ("macro", "pooled"):
        one, three = (average_areas(e)[name] for e in (alone, evaluated(copies, "s")))
        assert (one.value, one.low, one.high) == pytest.approx(
            (three.value, three.low, three.high), abs=2e-3
        )


def test_replicates_are_the_areas_of_what_was_drawn() -> None:
    random = np.random.default_rng(6)
    labels, scores = random_case(random, 80)
    review = made(
        labels, {"a": scores, "b": scores + np.round(random.normal(size=scores.shape), 1)}
    )
    compared = be.compare(
        be.evaluate(review, "a"), be.evaluate(review, "b"), "roc_auc", replicates=2_000
    )
    averages = compared.averages
    for name in ("micro", "macro", "weighted", "micro_top"):
        difference = averages[name].difference
        low, points, high = map(not_none, (difference.low, difference.points, difference.high))
        assert low < points < high
    # drawing again and DeLong's shares see the same spread
    drawn = compared.side.replicates.averages["macro"][0]  # type: ignore[union-attr]
    spread = macro_shares(evaluated(review, "a")).moved
    assert drawn.std() == pytest.approx(np.sqrt((spread**2).sum()), rel=0.1)
    assert drawn.mean() == pytest.approx(macro_shares(evaluated(review, "a")).area, abs=0.01)
    expected = [roc_auc_score(labels[:, c], scores[:, c]) for c in range(3)]
    assert [compared.per_class[name].a for name in "abc"] == pytest.approx(expected)
    assert averages["macro"].a == pytest.approx(np.mean(expected))


def test_perfect_rankings_are_as_sure_as_their_number() -> None:
    labels = np.arange(40)[:, None] < 10
    evaluation = evaluated(made(labels, {"s": labels.astype(float)}), "s")
    area = moved_area(evaluation, next(shares_of_classes(evaluation)))
    assert (area.area, area.trials) == (1.0, 10)
    assert area.interval.low == pytest.approx(10 / (10 + 1.959963984540054**2))


# --- rules of a gate


def test_a_rule_is_asked_of_a_class_of_the_mean_and_of_all_pairs() -> None:
    random = np.random.default_rng(7)
    labels, scores = random_case(random, 400)
    review = made(labels, {"s": scores})
    rules = [
        {"measure": "roc_auc", "min": 0.5},
        {"measure": "AUC", "average": "macro", "min": 0.5},
        {"measure": "roc_auc", "class": "*", "min": 0.99},
    ]
    verdicts = be.gate(review, {"rule": rules}).verdicts
    assert [v.outcome for v in verdicts] == ["passed"] * 2 + ["failed"] * 3
    values = [roc_auc_score(labels[:, c], scores[:, c]) for c in range(3)]
    assert verdicts[0].value == pytest.approx(roc_auc_score(labels.ravel(), scores.ravel()))
    assert verdicts[1].value == pytest.approx(np.mean(values))
    assert [v.value for v in verdicts[2:]] == pytest.approx(values)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ({"measure": "roc_auc", "margin": 0.1}, "margin does not go with roc_auc"),
        ({"measure": "roc_auc", "average": "weighted", "min": 0.1}, "weighted does not go with"),
    ],
)
def test_what_a_rule_cannot_ask_is_refused(rule: dict[str, Any], words: str) -> None:
    random = np.random.default_rng(8)
    labels, scores = random_case(random)
    with pytest.raises(ReadError, match=words):
        be.gate(made(labels, {"s": scores}), {"rule": [rule]})


def test_a_system_without_scores_is_told_so() -> None:
    labels = np.eye(3, dtype=bool).repeat(5, axis=0)
    with pytest.raises(ReadError, match="is about scores, and s has none"):
        be.gate(
            review_of(truth_of(labels), s=labels), {"rule": [{"measure": "roc_auc", "min": 0.1}]}
        )


def test_what_moves_the_areas_of_an_evaluation_is_worked_out_once() -> None:
    labels, scores = random_case(np.random.default_rng(8))
    first, second = (evaluated(made(labels, {"s": scores}), "s") for _ in range(2))
    for shares in (macro_shares, pooled_shares):
        assert shares(first) is shares(first)
        # of another evaluation of the same documents it is worked out by itself, alike
        assert shares(second) is not shares(first)
        assert shares(second).area == shares(first).area
