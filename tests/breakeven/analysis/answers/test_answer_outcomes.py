"""What answers without a class count as: by hand, and by trying every class there might be."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from breakeven.analysis.answers.answer_outcomes import (
    AnswerBracket,
    AnswerF,
    bracket_of,
    count_answers,
)
from metrics.averaging import UNDEFINED, Undefined
from tests.breakeven.analysis.answers.made import answered, decided_as
from tests.made import not_none


def bracket(true: list[str], replies: list[str], undefined: Undefined = "drop") -> AnswerBracket:
    _, predictions, evaluation = answered(true, replies)
    return bracket_of(evaluation, not_none(predictions.answered).usable, 1.0, undefined)


def test_the_bracket_of_five_documents() -> None:
    # a a b b c answered a r b a o: tp 2, fp 1; of the unusable ones 1 a, 1 c
    found = bracket(list("aabbc"), list("arbao"))
    assert_allclose(found.counted.micro, 2 * 2 / (4 + 1 + 3))  # fn: a, b, c
    assert_allclose(found.left_out.micro, 2 * 2 / (4 + 1 + 1))  # of 3 documents
    assert_allclose(found.best.micro, 2 * 4 / (8 + 1 + 1))
    assert_allclose(found.worst.micro, 2 * 2 / (4 + 3 + 3))  # two more that are wrong
    # a: tp 1 fp 1 fn 1; b: tp 1 fn 1; c: fn 1
    assert_allclose(found.counted.macro, (2 / 4 + 2 / 3 + 0) / 3)
    assert_allclose(found.left_out.macro, (2 / 3 + 2 / 3) / 2)  # no c is left
    assert_allclose(found.best.macro, (4 / 5 + 2 / 3 + 1) / 3)


def test_outcomes_are_counted_over_documents_and_per_true_class() -> None:
    truth, predictions, _ = answered(list("aabbc"), list("arnao"))
    found = not_none(count_answers(truth, predictions, np.arange(5)))
    assert found.outcomes.tolist() == [2, 1, 1, 0, 0, 1]
    assert found.by_class.tolist() == [[1, 0, 0, 0, 0, 1], [1, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0]]
    assert found.unusable == 2
    # of some documents alone
    assert not_none(count_answers(truth, predictions, np.array([1, 4]))).outcomes.tolist() == [
        0, 0, 1, 0, 0, 1
    ]  # fmt: skip


def test_without_unusable_answers_the_bracket_is_one_number() -> None:
    found = bracket(list("aabbc"), list("aabnc"))
    assert found.counted == found.left_out == found.best == found.worst


ANSWERS = st.lists(
    st.tuples(st.sampled_from("abc"), st.sampled_from("abcnor?u")), min_size=1, max_size=7
)


@settings(max_examples=40)
@given(ANSWERS, st.sampled_from(UNDEFINED))
def test_outcomes_add_up_to_the_documents_and_the_bracket_holds_every_choice(
    pairs: list[tuple[str, str]], undefined: Undefined
) -> None:
    true, said = [t for t, _ in pairs], [s for _, s in pairs]
    truth, predictions, evaluation = answered(true, said)
    counts = not_none(count_answers(truth, predictions, evaluation.rows))
    assert counts.outcomes.sum() == len(pairs) == counts.by_class.sum()
    found = bracket_of(evaluation, not_none(predictions.answered).usable, 1.0, undefined)
    for one in (found.counted, found.left_out):
        assert _holds(found, one)


def _holds(bounds: AnswerBracket, scores: AnswerF) -> bool:
    return all(
        np.isnan(value) or (low <= value + 1e-12 and value <= high + 1e-12)
        for low, value, high in (
            (bounds.worst.micro, scores.micro, bounds.best.micro),
            (bounds.worst.macro, scores.macro, bounds.best.macro),
        )
    )


@settings(max_examples=25)
@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abcrrn")), min_size=1, max_size=6)
    .filter(lambda pairs: 0 < sum(reply == "r" for _, reply in pairs) < 4),
    st.sampled_from([0.0, 0.5, 1.0, 2.0, np.inf]),
)  # fmt: skip
def test_whatever_the_documents_might_have_been_called_lies_in_the_bracket(
    pairs: list[tuple[str, str]], beta: float
) -> None:
    true, replies = [t for t, _ in pairs], [s for _, s in pairs]
    _, predictions, evaluation = answered(true, replies)
    bounds = bracket_of(evaluation, not_none(predictions.answered).usable, beta, "drop")
    open_ = [i for i, reply in enumerate(replies) if reply == "r"]
    micros = []
    for called in product("abc", repeat=len(open_)):
        sets = ["" if reply == "n" else reply for reply in replies]
        for i, reply in zip(open_, called, strict=True):
            sets[i] = reply
        other = decided_as(evaluation, sets)
        reached = AnswerF(other.micro(beta)["f"], other.macro(beta, "drop")["f"].value)
        assert _holds(bounds, reached)
        micros.append(reached.micro)
    # over all decisions some call reaches either end
    assert_allclose([min(micros), max(micros)], [bounds.worst.micro, bounds.best.micro])


@pytest.mark.parametrize("true", [["a", "", "ab"], ["ab", "c", ""]])
def test_of_several_classes_each_true_one_is_missed_and_another_called(true: list[str]) -> None:
    # all refused: at worst fn and fp of each true pair, and one fp where none is true
    found = bracket(true, ["r", "r", "r"])
    assert (found.worst.micro, found.best.micro) == (0, 1)
