"""What repeats come to: sums that fit on a line."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from breakeven.analysis.answers.parsed_answers import AnswerCalls, calls_of
from breakeven.data.records import OUTCOMES

# an answer by a sign: classes, n for none, and what is of no use
SIGNS = {"n": "none", "o": "outside", "u": "unparseable", "?": "ambiguous", "r": "refused"}


def calls(documents: list[str], several: bool) -> AnswerCalls:
    """`["a a b", "n"]`: the answers on each document; `ab` names both."""
    pairs = [(i, answer) for i, answers in enumerate(documents) for answer in answers.split()]
    outcomes = [OUTCOMES.index(SIGNS.get(answer, "class")) for _, answer in pairs]
    classes = np.array(
        [[c in answer and answer not in SIGNS for c in "abc"] for _, answer in pairs]
    )
    return calls_of(
        np.array([i for i, _ in pairs]),
        np.array(outcomes, dtype=np.uint8),
        sparse.csr_array(classes.reshape(len(pairs), 3)),
        len(documents),
        several,
    )


@pytest.mark.parametrize(
    ("answers", "outcome", "call"),
    [
        ("a", "class", "a"),
        ("a a b", "class", "a"),
        ("a b", "ambiguous", ""),  # as many for one as for the other
        ("a a b b c", "ambiguous", ""),
        ("n n a", "none", ""),
        ("n a", "ambiguous", ""),
        ("a r r r", "class", "a"),  # refusals do not vote
        ("r o r", "refused", ""),
        ("o r", "outside", ""),  # of equally many the first in the list
        ("a ? ?", "class", "a"),
    ],
)
def test_the_call_of_one_class_is_what_most_say(answers: str, outcome: str, call: str) -> None:
    found = calls([answers], several=False)
    assert OUTCOMES[found.outcomes[0]] == outcome
    assert "".join("abc"[c] for c in found.classes.indices) == call


@pytest.mark.parametrize(
    ("answers", "outcome", "call"),
    [
        ("ab a", "class", "a"),  # a in 2 of 2, b in 1 of 2: not more than half
        ("ab ab c", "class", "ab"),
        ("ab n n", "none", ""),
        ("ab n", "none", ""),
        ("ab r r", "class", "ab"),
        ("r", "refused", ""),
    ],
)
def test_of_several_classes_each_needs_more_than_half(
    answers: str, outcome: str, call: str
) -> None:
    found = calls([answers], several=True)
    assert OUTCOMES[found.outcomes[0]] == outcome
    assert "".join("abc"[c] for c in sorted(found.classes.indices)) == call


def test_votes_are_counted_for_each_document_and_class() -> None:
    found = calls(["a a b", "n", "c r"], several=False)
    assert found.votes.toarray().tolist() == [[2, 1, 0], [0, 0, 0], [0, 0, 1]]


@given(
    st.lists(st.lists(st.sampled_from("abcnour?"), min_size=1, max_size=5), min_size=1),
    st.booleans(),
)
def test_outcomes_and_calls_go_together(answers: list[list[str]], several: bool) -> None:
    found = calls([" ".join(one) for one in answers], several)
    called = np.diff(found.classes.indptr)
    assert np.array_equal(called > 0, found.outcomes == OUTCOMES.index("class"))
    assert several or called.max() <= 1
