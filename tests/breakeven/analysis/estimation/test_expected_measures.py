"""Expected measures of every kind, and their names where a document has exactly one class."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from scipy import sparse

import breakeven as be
from breakeven.analysis.estimation.expected_measures import every_measure, expected_complete
from breakeven.analysis.estimation.probabilities import ClassProbabilities
from tests.breakeven.analysis.estimation.test_estimates import made
from tests.made import not_none

# three classes by four documents, each adding up to 1
P = np.array([[0.7, 0.2, 0.1, 0.4], [0.2, 0.5, 0.1, 0.4], [0.1, 0.3, 0.8, 0.2]])
# one class, two, none, one
CALLS = np.array([[1, 0, 0, 1], [0, 1, 0, 0], [0, 1, 0, 0]], dtype=bool)


def accuracy_by_enumeration() -> float:
    """The mean share of documents that get their class and no other, outcome by outcome."""
    total = 0.0
    for classes in product(range(3), repeat=4):
        chance = np.prod([P[c, d] for d, c in enumerate(classes)])
        right = [CALLS[:, d].sum() == 1 and CALLS[c, d] for d, c in enumerate(classes)]
        total += float(chance) * float(np.mean(right))
    return total


def test_accuracy_of_documents_with_one_class_is_a_share_of_documents() -> None:
    probabilities: ClassProbabilities = made(P, CALLS)
    assert probabilities.exclusive
    measures = not_none(every_measure(probabilities, 1.0, "drop"))
    pooled = not_none(measures.pooled)
    assert pooled["accuracy"] == pytest.approx(accuracy_by_enumeration())
    assert pooled["accuracy"] == pytest.approx((0.7 + 0 + 0 + 0.4) / 4)
    assert pooled["error_rate"] == pytest.approx(1 - pooled["accuracy"])
    # the mean of the classes' own has a name of its own
    assert "accuracy" not in measures.macro
    own = np.mean([of_class["accuracy"] for of_class in measures.classes])
    assert measures.macro["accuracy_per_class"] == pytest.approx(own)


def test_evaluate_and_expected_give_one_name_to_one_number() -> None:
    rng = np.random.default_rng(1)
    # probabilities that are certain and right, decisions that often are not: what is expected of
    # these is what is found
    names, truth, calls = ["c0", "c1", "c2"], rng.integers(3, size=40), rng.integers(3, size=40)
    named = be.from_arrays(
        [names[t] for t in truth],
        [names[c] for c in calls],
        y_score=np.eye(3)[truth],
        classes=names,
        probabilities=True,
    )
    measured, expected = be.evaluate(named).to_dict(), be.expected(named).to_dict()
    assert measured["micro"]["accuracy"] == pytest.approx(np.mean(truth == calls))
    for key in ("accuracy", "error_rate"):
        assert expected["micro"]["in_use"][f"expected_{key}"] == pytest.approx(
            measured["micro"][key]
        )
        assert f"{key}_per_class" in measured["macro"]
        assert f"expected_{key}_per_class" in expected["macro"]["in_use"]
    assert "accuracy_per_class" in be.expected(named).to_markdown()


def certain(scores: list[list[float]], assigned: list[list[int]]) -> ClassProbabilities:
    """Probabilities (classes, documents), and what is assigned (documents, classes)."""
    decided = sparse.csc_array(np.array(assigned, dtype=bool).reshape(-1, len(scores)))
    return ClassProbabilities(("a", "b"), np.array(scores), decided)


def test_of_certain_documents_it_is_what_is_counted() -> None:
    # a: a hit, a miss and a false alarm; b: a hit alone
    of = certain([[1.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [[1, 0], [0, 0], [1, 1]])
    found = every_measure(of, 1.0, "drop")
    assert found is not None
    assert found.pooled is not None
    a, b = found.classes
    assert (a["precision"], a["recall"], a["f"]) == pytest.approx((1 / 2, 1 / 2, 1 / 2))
    assert (b["precision"], b["recall"], b["f"]) == pytest.approx((1, 1, 1))
    assert found.pooled["f"] == pytest.approx(2 * 2 / (2 * 2 + 1 + 1))
    assert found.macro["f"] == pytest.approx(3 / 4)


def test_of_no_document_nothing_is_pooled() -> None:
    found = every_measure(certain([[], []], []), 1.0, "drop")
    assert found is not None
    assert found.pooled is None


def test_of_weighed_documents_or_no_class_there_is_no_such_form() -> None:
    of = certain([[1.0], [0.0]], [[1, 0]])
    weighed = ClassProbabilities(of.classes, of.scores, of.assigned, weights=np.ones(1))
    assert every_measure(weighed, 1.0, "drop") is None
    none = ClassProbabilities((), np.zeros((0, 1)), sparse.csc_array((1, 0), dtype=bool))
    assert every_measure(none, 1.0, "drop") is None


def test_the_share_of_documents_whose_classes_are_all_assigned_is_what_all_worlds_give() -> None:
    random = np.random.default_rng(2)
    scores, assigned = random.random((4, 3)), random.random((3, 4)) < 0.5
    given = ClassProbabilities(tuple("abcd"), scores, sparse.csc_array(assigned))
    complete = some = 0.0
    # every set of true classes that a document may have, with its chance
    for document in range(3):
        for true in product([False, True], repeat=4):
            p = scores[:, document]
            chance = float(np.prod(np.where(true, p, 1 - p)))
            some += chance * any(true)
            missing = np.array(true) & ~assigned[document]
            complete += chance * (any(true) and not missing.any())
    assert expected_complete(given) == pytest.approx(complete / some)
    # exactly one class a document: the probability of those assigned
    one = scores / scores.sum(axis=0)
    exclusive = ClassProbabilities(tuple("abcd"), one, sparse.csc_array(assigned), one_each=True)
    wanted = np.mean([one[assigned[d], d].sum() for d in range(3)])
    assert expected_complete(exclusive) == pytest.approx(wanted)
    weighed = replace(exclusive, weights=np.array([1.0, 0.0, 3.0]))
    shares = [one[assigned[d], d].sum() for d in range(3)]
    assert expected_complete(weighed) == pytest.approx((shares[0] + 3 * shares[2]) / 4)


def test_the_share_is_undefined_without_documents_and_where_pairs_are_left_out() -> None:
    nothing = sparse.csc_array((0, 1), dtype=bool)
    assert np.isnan(expected_complete(ClassProbabilities(("a",), np.zeros((1, 0)), nothing)))
    left = sparse.csc_array(np.array([[True]]))
    some = sparse.csc_array(np.array([[True]]))
    given = ClassProbabilities(("a",), np.array([[0.5]]), some, without=left)
    assert np.isnan(expected_complete(given))
