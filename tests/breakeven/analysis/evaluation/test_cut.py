"""Where scores are cut before anybody chooses."""

from __future__ import annotations

import base64
import json
import zlib

import numpy as np
import pytest
from scipy import sparse

from breakeven.analysis.evaluation.cut import (
    ClassCosts,
    Cut,
    cut_from_text,
    cut_in_words,
    decide,
    natural_cut,
)
from breakeven.data.records import Predictions
from metrics.thresholds.costs import CostMatrix
from metrics.typing import Array


def scored_system(*rows: list[float], probabilities: bool = False) -> Predictions:
    """A system's scores, a row a class."""
    scores = np.array(rows)
    return Predictions("s", np.arange(scores.shape[1]), scores, probabilities=probabilities)


def test_scores_of_both_signs_are_cut_at_0() -> None:
    # margins of a support vector machine: on which side of the plane a document lies
    margins = scored_system([-1.2, -0.1, 0.0, 0.1, 0.4], [2.0, -2.0, 0.6, -0.4, 0.5])
    cut = natural_cut(margins, single_label=False)
    assert cut == Cut("threshold", 0.0, assumed=True)
    assert decide(margins, cut).toarray().T.astype(int).tolist() == [
        [0, 0, 1, 1, 1],
        [1, 0, 1, 0, 1],
    ]


@pytest.mark.parametrize(
    "scores",
    [
        [0.2, 0.7, 0.5],
        [0.0, 0.7, 3.0],  # a least score of 0 is no sign
        [-3.0, -0.7, 0.0],  # nor is a greatest
        [-3.0, -0.7, -0.1],
    ],
)
def test_scores_of_one_sign_are_cut_at_a_half(scores: list[float]) -> None:
    assert natural_cut(scored_system(scores), single_label=False) == Cut(
        "threshold", 0.5, assumed=True
    )


def test_probabilities_are_cut_at_a_half_and_nothing_is_assumed() -> None:
    said = scored_system([0.2, 0.7], probabilities=True)
    assert natural_cut(said, single_label=False) == Cut("threshold", 0.5)


def test_where_only_some_pairs_have_a_score_those_decide() -> None:
    def listed(*data: float) -> Predictions:
        pairs = sparse.csr_array((np.array(data), (np.array([0, 0]), np.array([0, 1]))), (1, 3))
        return Predictions("s", np.arange(3), pairs)

    assert natural_cut(listed(-1.0, 1.0), False).threshold == 0.0
    assert natural_cut(listed(1.0, 2.0), False).threshold == 0.5
    empty = Predictions("s", np.arange(3), sparse.csr_array((1, 3)))
    assert natural_cut(empty, False).threshold == 0.5


def test_decisions_of_the_file_come_first_and_single_labels_take_the_largest_score() -> None:
    assert natural_cut(scored_system([-1.0, 1.0]), single_label=True) == Cut("largest")
    none: Array = np.zeros((2, 1), dtype=bool)
    given = Predictions("s", np.arange(2), decisions=sparse.csc_array(none))
    assert natural_cut(given, single_label=True) == Cut("given")
    with pytest.raises(ValueError, match="neither predictions nor scores"):
        natural_cut(Predictions("s", np.arange(2)), single_label=False)


def packed(text: str) -> str:
    return base64.urlsafe_b64encode(zlib.compress(text.encode())).decode().rstrip("=")


@pytest.mark.parametrize(
    "text",
    [
        f"per_class:own={packed('[' * 2_000)}",
        f"per_class:own_costs={packed('[' * 100_000)}",
        f"per_class:own={packed(json.dumps([[['a'], {}]]))}",
        "rcut:k=" + "9" * 5_000,
        "f:beta=nan",
        "f:beta=-1",
        "proportional:factor=inf",
        "proportional:factor=-1",
        "top_k:k=-1",
        "threshold:cross_fitted=1",
    ],
)
def test_what_is_no_cut_is_none(text: str) -> None:
    assert cut_from_text(text) is None


COSTS = ClassCosts(CostMatrix(tp=0, fp=1, fn=5, tn=0), (("a", CostMatrix(tp=0, fp=1, fn=9, tn=0)),))
HAND = (("a", 0.3), ("b", 0.4))


@pytest.mark.parametrize(
    ("cut", "words"),
    [
        (Cut("given"), "predictions as uploaded"),
        (Cut("largest"), "highest score"),
        (Cut("threshold", 0.25), "score ≥ 0.25"),
        (
            Cut("threshold", 0.0, assumed=True),
            "score ≥ 0 (assumed: the file gives no threshold)",
        ),
        (
            Cut("threshold", 0.25, tuned=True, split="dev", own=HAND),
            "score ≥ 0.25, chosen on dev, 2 set by hand",
        ),
        (Cut("per_class", own=HAND), "a threshold per class"),
        (
            Cut("per_class", own=HAND, tuned=True, split="dev"),
            "a threshold per class, tuned on dev",
        ),
        (Cut("top_k"), "the best class of each document"),
        (Cut("top_k", k=3, ties="include"), "the 3 best classes of each document, ties included"),
        (Cut("proportional", split="dev"), "each class as often as its share of dev"),
        (Cut("proportional", factor=2), "each class as often as 2 × its share of all documents"),
        (Cut("f", split="dev"), "best F1 of each class on dev"),
        (
            Cut("f", beta=0.5, guard=False, cross_fitted=True, own=HAND[:1]),
            "best F0.5 of each class on all documents, cross-fitted, even below 0.1, 1 set by hand",
        ),
        (Cut("break_even", split="dev"), "break-even of each class on dev"),
        (
            Cut("loss", split="dev", costs=COSTS),
            "lowest cost of each class on dev (a miss costs 5, a false alarm 1; own costs for "
            "1 class)",
        ),
        (
            Cut("expected_loss", costs=ClassCosts(CostMatrix(tp=-2, fp=1, fn=5, tn=0.5))),
            "lowest expected cost (a miss costs 5, a false alarm 1, a hit -2, a correct no 0.5)",
        ),
        (Cut("expected_f", beta=2.0), "highest expected F2 of each class"),
        (Cut("recall", split="dev"), "recall of at least 0.9 of each class on dev"),
        (
            Cut("precision", least=0.8, average="micro", promise=True, tries=1_200, split="dev"),
            "precision of at least 0.8 of all predictions, promised after 1,200 levels tried on "
            "dev",
        ),
        (
            Cut("recall", average="per_document", promise=True, split="dev"),
            "recall of at least 0.9 per document, promised on average on dev",
        ),
        (
            Cut("candidates", least=0.55, split="dev"),
            "all true classes offered for 55 of 100 documents on dev",
        ),
        (
            Cut("candidates", least=0.975, promise=True, split="dev"),
            "all true classes offered for 97.5 of 100 documents, promised on average on dev",
        ),
    ],
)  # fmt: skip
def test_a_rule_is_said_with_what_differs_from_its_defaults(cut: Cut, words: str) -> None:
    assert cut_in_words(cut) == words
