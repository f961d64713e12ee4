"""The truth that is made of what several people said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.data.gold import (
    gold_of,
    gold_source,
    golds_of,
    review_with_gold,
    votes_of,
    with_gold,
)
from breakeven.data.records import Annotator, Predictions, Review, Truth
from tests.made import matrix_of, not_none, truth_of


def annotated(
    people: Mapping[str, Sequence[str | None]],
    classes: int = 3,
    left_open: Mapping[str, Sequence[str]] | None = None,
) -> Truth:
    """A truth whose annotators said these sets of classes of each document, None: not judged."""
    n = len(next(iter(people.values())))
    made = []
    for name, sets in people.items():
        rows = np.array([i for i, answer in enumerate(sets) if answer is not None], dtype=np.int64)
        labels = matrix_of([answer for answer in sets if answer is not None], classes)
        off = None
        if left_open is not None and name in left_open:
            off = sparse.csc_array(matrix_of(left_open[name], classes)[rows])
        made.append(Annotator(name, rows, sparse.csc_array(labels), off))
    return replace(truth_of(np.zeros((n, classes), dtype=bool)), annotators=tuple(made))


def sets_of(pairs: sparse.csc_array | None, n: int = 4) -> list[str]:
    """The classes of each document as text, as they were given."""
    if pairs is None:
        return [""] * n
    return ["".join("abcdef"[c] for c in np.flatnonzero(row)) for row in pairs.toarray()]


def test_a_pair_is_true_where_more_than_half_of_those_who_judged_it_say_so() -> None:
    # d0: a by 2 of 3, b by 1 of 3; d1: a by 1 of 2, which is a tie; d2: nobody; d3: one person
    truth = annotated(
        {
            "anna": ["a", "ab", None, ""],
            "bob": ["ab", "b", None, None],
            "carl": ["", None, None, None],
        }
    )
    gold = gold_of(truth, "majority")
    assert sets_of(gold.labels) == ["a", "b", "", ""]
    assert sets_of(gold.unjudged) == ["", "a", "abc", ""]
    assert (gold.one_each, gold.tied, gold.nobody) == (False, 1, 1)


def test_whoever_left_a_pair_open_does_not_vote_on_it() -> None:
    # a: of anna and bob one each without carl's vote: a tie; with b nobody but carl judged: true
    truth = annotated(
        {"anna": ["a"], "bob": [""], "carl": ["b"]},
        left_open={"carl": ["a"], "anna": ["bc"], "bob": ["bc"]},
    )
    gold = gold_of(truth, "majority")
    assert sets_of(gold.labels) == ["b"]
    assert sets_of(gold.unjudged) == ["a"]


def test_a_pair_that_everybody_left_open_is_unjudged() -> None:
    truth = annotated({"anna": ["a"], "bob": ["a"]}, left_open={"anna": ["c"], "bob": ["c"]})
    assert sets_of(gold_of(truth, "majority").unjudged) == ["c"]


def test_with_one_class_each_the_class_most_gave_wins_and_a_tie_leaves_the_document_out() -> None:
    # d0: a 2, b 1, c 1 has no majority, and a is given most often; d1: a 2, b 2 tie
    truth = annotated(
        {
            "anna": ["a", "a", "c", None],
            "bob": ["a", "a", None, None],
            "carl": ["b", "b", None, None],
            "dora": ["c", "b", None, None],
        }
    )
    gold = gold_of(truth, "majority")
    assert gold.one_each
    assert sets_of(gold.labels) == ["a", "", "c", ""]
    assert sets_of(gold.unjudged) == ["", "abc", "", "abc"]
    assert (gold.tied, gold.nobody) == (1, 1)
    assert with_gold(truth, "majority").task == "single-label"


def test_what_nobody_decided_counts_in_no_number() -> None:
    truth = annotated({"anna": ["a", "a", "b"], "bob": ["a", "b", "b"]}, classes=2)
    review = Review("r", truth, (given("s", ["a", "a", "a"]),), (), "f" * 64)
    derived = review_with_gold(review, "majority")
    evaluation = evaluate(
        derived.predictions[0],
        score_split(derived.truth, derived.predictions[0], None),
        None,
        Cut("given"),
    )
    # d0 is right, d2 is wrong, d1 counts nowhere
    assert evaluation.exact_match == 0.5
    assert evaluation.one_of
    assert evaluation.micro(1.0)["accuracy"] == 0.5
    assert int(evaluation.tables.total[0]) == 2
    assert [str(note) for note in derived.notes] == [
        "the truth is the majority of 2 annotators; choose another gold to see its numbers",
        (
            "annotators tie on 1 document; without a majority there is no gold, so they are not "
            "counted"
        ),
    ]


def given(system: str, sets: Sequence[str]) -> Predictions:
    """The decisions of a system on the documents in order."""
    decisions = sparse.csc_array(matrix_of(sets, 2))
    return Predictions(system, np.arange(len(sets)), decisions=decisions)


def test_one_person_alone_is_the_gold_of_what_he_or_she_judged() -> None:
    truth = annotated(
        {"anna": ["a", "", None], "bob": ["b", "b", "b"]}, left_open={"anna": ["c", "", ""]}
    )
    gold = gold_of(truth, "one:anna")
    assert sets_of(gold.labels, 3) == ["a", "", ""]
    assert sets_of(gold.unjudged, 3) == ["c", "", "abc"]
    assert (gold.tied, gold.nobody) == (0, 1)


def test_votes_are_those_of_a_count_document_by_document() -> None:
    rng = np.random.default_rng(5)
    people = {}
    for name in "pqrst":
        sets = ["".join(c for c in "abc" if rng.random() < 0.4) for _ in range(40)]
        people[name] = [None if rng.random() < 0.3 else answer for answer in sets]
    gold = gold_of(annotated(people), "majority")
    labels, unjudged = gold.labels.toarray(), not_none(gold.unjudged).toarray()
    for document in range(40):
        answers = [sets[document] for sets in people.values() if sets[document] is not None]
        for c, name in enumerate("abc"):
            yes = sum(name in not_none(answer) for answer in answers)
            assert labels[document, c] == (yes > len(answers) - yes)
            assert unjudged[document, c] == (yes == len(answers) - yes)


def test_votes_say_how_many_labelled_each_document() -> None:
    votes = votes_of(annotated({"anna": ["a", None], "bob": ["ab", ""]}))
    assert votes.people.tolist() == [2, 1]
    assert votes.yes.toarray().tolist() == [[2, 1, 0], [0, 0, 0]]


def test_a_review_under_another_gold_has_a_fingerprint_of_its_own() -> None:
    truth = annotated({"anna": ["a"], "bob": ["b"]}, classes=2)
    review = Review("r", truth, (given("s", ["a"]),), (), "f" * 64)
    prints = {review_with_gold(review, how).fingerprint for how in golds_of(truth)}
    assert len({*prints, review.fingerprint}) == 4
    assert review_with_gold(review, "one:bob").truth.gold == "one:bob"


def test_every_gold_has_its_words() -> None:
    truth = annotated({"anna": ["a"], "bob": ["b"]})
    assert golds_of(truth) == ["majority", "one:anna", "one:bob"]
    assert gold_source("majority", truth) == "the majority of 2 annotators"
    assert gold_source("one:bob", truth) == "the labels of “bob”"


def test_a_gold_of_nobody_is_refused() -> None:
    with pytest.raises(ValueError, match="annotators are not known"):
        gold_of(truth_of(np.zeros((2, 1), dtype=bool)), "majority")
    with pytest.raises(ValueError, match="choose one of majority, one:anna"):
        gold_of(annotated({"anna": ["a"]}), "one:bob")
