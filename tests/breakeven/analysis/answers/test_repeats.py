"""How far repeats agree, summed by hand."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from breakeven.analysis.answers.answer_outcomes import AnswerRepeats, repeats_of
from metrics.uncertainty.intervals import wilson
from tests.breakeven.analysis.answers.made import answered
from tests.made import not_none

TRUE = list("aabb")
# always right; flips; always wrong, never flips; flips by a refusal
SAID = ["a a a", "a b a", "a a a", "b r b"]


def repeats(true: list[str], replies: list[str], **more: np.ndarray) -> AnswerRepeats:
    _, predictions, evaluation = answered(true, replies, **more)  # type: ignore[arg-type]
    return not_none(repeats_of(not_none(predictions.answered), evaluation, 1.0, "drop"))


def test_flips_always_right_and_f_of_each_repeat() -> None:
    found = repeats(TRUE, SAID)
    assert found.documents == 4
    assert (found.flips.value, found.always_right.value) == (2 / 4, 1 / 4)
    # runs: a a a b: 3 of 4; a b a refused: tp 1 fp 2 fn 3; as the first
    micro = [3 / 4, 2 / (2 + 2 + 3), 3 / 4]
    assert [run.documents for run in found.runs] == [4, 4, 4]
    assert_allclose([run.f.micro for run in found.runs], micro)
    assert_allclose(found.mean.micro, sum(micro) / 3)
    assert_allclose(found.deviation.micro, np.std(micro, ddof=1))


def test_the_vote_is_what_is_evaluated() -> None:
    evaluation = answered(TRUE, SAID)[2]
    # a a a b: 3 of 4 right
    assert evaluation.micro(1.0)["f"] == 3 / 4
    assert evaluation.documents == 4  # and not 12: documents are the unit


def test_documents_are_the_units_of_intervals_however_often_they_are_asked() -> None:
    found = repeats(TRUE, SAID)
    expected = wilson(1, 4)
    assert_allclose(found.always_right.interval.low, expected.low)
    assert_allclose(found.always_right.interval.high, expected.high)
    more = repeats(TRUE, [" ".join([one] * 5) for one in SAID])
    assert more.always_right.interval == found.always_right.interval


def test_documents_of_one_cluster_count_as_fewer() -> None:
    # two copies of each document in one cluster tell no more than one
    twice = repeats(TRUE * 2, SAID * 2, clusters=np.tile(np.arange(4), 2))
    once = repeats(TRUE, SAID)
    assert twice.always_right.value == once.always_right.value
    width = [
        float(f.always_right.interval.high - f.always_right.interval.low) for f in (once, twice)
    ]
    assert width[1] >= width[0] - 1e-9


def test_where_every_document_was_asked_once_there_are_no_repeats() -> None:
    _, predictions, evaluation = answered(TRUE, list("aabb"))
    assert repeats_of(not_none(predictions.answered), evaluation, 1.0, "drop") is None


@pytest.mark.parametrize(
    ("replies", "flips"), [(["ab ab"], 0), (["ab a"], 1), (["n n"], 0), (["n r"], 1), (["o r"], 0)]
)
def test_answers_are_the_same_where_they_come_to_the_same(replies: list[str], flips: int) -> None:
    assert repeats(["ab"], replies).flips.value == flips
