"""What to do about two classes taken for each other: one rule, one wording."""

from __future__ import annotations

import numpy as np
import pytest

from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.confused_pairs import (
    advice_on_pair,
    confused_pairs,
    pair_findings,
    suggested,
)
from breakeven.analysis.findings.finding import GainBaseline
from metrics.confusion import AmbiguousPairs
from tests.made import evaluation_of, matrix_of, truth_of


@pytest.mark.parametrize(
    ("forward", "backward", "together", "limit", "action"),
    [
        # of a hundred documents each; lower ends are Wilson's
        (12, 9, 0, 0.05, "merge"),  # 21 of 200 clearly above a twentieth (0.070), both ways
        (12, 9, 6, 0.05, "label"),  # the experts give both to six: they do tell them apart
        (18, 2, 0, 0.05, "judge"),  # one way: 2 is less than a third of 18
        (15, 5, 9, 0.05, "label"),  # both ways: 5 is a third, and the experts give both to nine
        (12, 0, 0, 0.05, "look"),  # 12 of 200 is not (0.035), nor 12 of 100 above a tenth (0.070)
        (12, 9, 0, 0.10, "look"),  # not clearly above a tenth
        (4, 3, 0, 0.05, "look"),  # 4 % and 3 %: rare for both
        (3, 1, 0, 0.00, "look"),  # four confusions are few
    ],
)
def test_the_advice_follows_its_rule(
    forward: int, backward: int, together: int, limit: float, action: str
) -> None:
    first, second = np.array([0]), np.array([1])
    total = np.array([forward + backward])
    pairs = AmbiguousPairs(
        first, second, np.array([forward]), np.array([backward]), total, total / 200
    )
    hundred = np.array([100])
    _, actions = suggested(pairs, hundred, hundred, np.array([together]), limit=limit)
    assert actions == [action]
    # 21 of 200 are at least 0.071, and one of the 4,005 pairs of ninety classes at least 0.036:
    # clearly more than 8 of 200 alone, and not among so many
    habits = [
        suggested(
            pairs, hundred, hundred, np.zeros(1), limit=limit, expected=8.0, pairs_compared=m
        )[0]
        for m in (1, 4_005)
    ]
    assert [bool(habit[0]) for habit in habits] == [forward + backward >= 20, False]


def test_a_finding_and_the_list_of_pairs_say_the_same() -> None:
    # a loses 12 of 20 to b and b nothing to a; a and c change places once. By size b would get
    # 13 · 32 / 232 of the errors of a
    true = ["a"] * 20 + ["b"] * 20 + ["c"] * 200
    called = ["b"] * 12 + ["c"] + ["a"] * 7 + ["b"] * 20 + ["a"] + ["c"] * 199
    evaluation = evaluation_of(truth_of(matrix_of(true, 3)), matrix_of(called, 3))
    confused = confused_pairs(evaluation, Limits())
    assert list(
        zip(confused.pairs.first, confused.pairs.second, confused.actions, strict=True)
    ) == [
        (0, 1, "judge"),
        (0, 2, "look"),
    ]
    standing = GainBaseline(evaluation.tables, 1.0)
    (finding,) = pair_findings(evaluation, Limits(), standing)
    assert finding.action == advice_on_pair(confused, 0)
    assert finding.action == (
        "Look first at the labels of the documents of “a” that are predicted as “b”: fewer than a "
        "third as many go the other way, which is also what wrong labels look like. If these "
        "labels are right, label more documents of both, “a” first: it loses 60 % of its "
        "documents to “b”."
    )
    assert "too few to tell a habit from chance" in advice_on_pair(confused, 1)
    assert confused.by_size[0] == pytest.approx(13 * 32 / 232)
    assert list(pair_findings(evaluation, Limits(confused=0.5), standing)) == []


def test_errors_that_go_to_classes_by_their_size_are_no_confusion() -> None:
    # each class of 60 loses 10 to each of the three others: clearly 5 %, but none stands out
    true = [c for c in "abcd" for _ in range(60)]
    called = [d for c in "abcd" for d in c * 30 + "".join(o * 10 for o in "abcd" if o != c)]
    evaluation = evaluation_of(truth_of(matrix_of(true, 4)), matrix_of(called, 4))
    of = confused_pairs(evaluation, Limits())
    assert of.by_size == pytest.approx([20.0] * 6)
    assert set(of.actions) == {"look"}
    assert "do not clearly go to each other more often than to other" in advice_on_pair(of, 0)


def test_of_two_classes_every_error_is_expected_to_be_a_confusion() -> None:
    true = ["a"] * 60 + ["b"] * 60
    called = ["b"] * 20 + ["a"] * 40 + ["a"] * 20 + ["b"] * 40
    of = confused_pairs(evaluation_of(truth_of(matrix_of(true, 2)), matrix_of(called, 2)), Limits())
    assert of.by_size == pytest.approx([40.0])
    assert of.actions == ("look",)
    assert "with two classes, each is what the other is not" in advice_on_pair(of, 0)
