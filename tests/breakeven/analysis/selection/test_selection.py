"""The record of what is looked at: its defaults, its text form, and choices that do not fit."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from breakeven.analysis.evaluation.cut import Cut, cut_to_text
from breakeven.analysis.selection.errors import ChoiceError, FilterError
from breakeven.analysis.selection.selection import (
    KEYS,
    Selection,
    cut_for,
    cut_of,
    select,
    selection_of,
    split_of_text,
    split_text,
    system_place,
    texts_of,
)
from breakeven.analysis.selection.where import where_of
from breakeven.data.records import Predictions, Review, Truth
from breakeven.readers.samples import load_sample

REUTERS = load_sample("reuters")


def small(splits: tuple[str, ...] = ("dev", "test")) -> Review:
    labels = sparse.csc_array(np.array([[1, 0], [0, 1], [1, 1]], dtype=bool))
    truth = Truth(None, ("a", "b"), labels, splits, np.array([0, 1, 1]))
    probable = Predictions("p", np.arange(3), np.full((2, 3), 0.6), probabilities=True)
    signed = Predictions("s", np.arange(3), np.array([[-1.0, 2.0, 3.0]] * 2))
    quiet = Predictions("q", np.array([0]), np.full((2, 1), 0.6), probabilities=True)
    return Review("r", truth, (probable, signed, quiet), (), "f")


def test_without_a_choice_the_defaults_are_taken() -> None:
    found = select(small(), {})
    assert found == Selection("p", "test", 0, 1.0, "drop", Cut("threshold", 0.5), None)
    # of two classes with two documents the first; nobody chose a cut between negative and positive
    assert select(small(), {"system": "s"}).cut == Cut("threshold", 0.0, assumed=True)
    assert select(small(), {"system": "q"}).split is None  # it said nothing of test


selections = st.builds(
    Selection,
    system=st.sampled_from([p.system for p in REUTERS.predictions]),
    split=st.sampled_from(["dev", "test", None]),
    class_index=st.integers(0, len(REUTERS.truth.classes) - 1),
    beta=st.floats(0, allow_nan=False),
    undefined=st.sampled_from(["drop", "zero", "one", "partition"]),
    cut=st.sampled_from(
        [
            Cut("given"),
            Cut("f", split="dev", beta=2.0),
            Cut("proportional", split="train", factor=2),
        ]
    )
    | st.floats(allow_nan=False).map(lambda t: Cut("threshold", t)),
    where=st.sampled_from([None, where_of("wrong"), where_of("n_words>200 -true:grain")]),
)


@given(selections)
def test_the_texts_of_a_selection_are_read_as_the_same_selection(selection: Selection) -> None:
    texts = texts_of(selection, REUTERS.truth)
    assert set(texts) <= set(KEYS)
    assert select(REUTERS, texts) == selection
    refused: list[ChoiceError] = []
    assert selection_of(REUTERS, texts, refused) == selection
    assert refused == []


@pytest.mark.parametrize("system", ["p", "s", "q"])
def test_a_default_is_read_again_from_its_own_text(system: str) -> None:
    review = small()
    default = select(review, {"system": system})
    assert select(review, texts_of(default, review.truth)) == default


@pytest.mark.parametrize(
    ("key", "text", "message"),
    [
        ("system", "svn", "there is no system 'svn'; choose one of nb"),
        ("split", "tests", "there is no split 'tests'; choose one of train, dev, test, all"),
        ("class", "grian", "there is no class 'grian' (like it: 'grain'"),
        ("beta", "-1", "β is '-1'; give a number from 0 on"),
        ("beta", "nan", "β is 'nan'"),
        ("beta", "much", "β is 'much'"),
        ("undefined", "nan", "0/0 cannot count as 'nan'; choose one of drop"),
        ("cut", "best", "there is no rule 'best'"),
        ("cut", "largest", "does not allow the rule 'largest'"),
        ("cut", "f:split=june", "has no predictions for a split 'june'"),
        ("where", "true:grian", "character 6: there is no class 'grian'"),
    ],
)
def test_a_wrong_choice_is_an_error_or_gives_way_to_the_default(
    key: str, text: str, message: str
) -> None:
    with pytest.raises(ChoiceError) as caught:
        select(REUTERS, {"beta": "2", key: text})
    assert isinstance(caught.value, ValueError)
    assert message in str(caught.value)
    refused: list[ChoiceError] = []
    assert selection_of(REUTERS, {key: text}, refused) == select(REUTERS, {})
    assert [str(error) for error in refused] == [str(caught.value)]
    assert isinstance(refused[0], FilterError) == (key == "where")


def test_the_app_gives_way_where_a_system_said_nothing_of_a_split() -> None:
    chosen = {"system": "q", "split": "test"}
    assert selection_of(small(), chosen).split is None
    assert select(small(), chosen).split == "test"  # there is one: it holds no document


def test_infinite_beta_has_a_text() -> None:
    selection = replace(select(small(), {}), beta=math.inf)
    assert texts_of(selection, small().truth)["beta"] == "inf"


@pytest.mark.parametrize(
    ("splits", "every"),
    [(("dev", "test"), "all"), (("all", "test"), ""), (("all", "all documents"), "")],
)
def test_all_means_all_documents_unless_a_split_has_that_name(
    splits: tuple[str, ...], every: str
) -> None:
    for split in (*splits, None):
        assert split_of_text(split_text(split, splits), splits) == split
    assert split_text(None, splits) == every
    with pytest.raises(ChoiceError, match="there is no split 'none'"):
        split_of_text("none", splits)


def test_another_system_goes_by_the_rule_where_it_may_and_else_by_its_own_default() -> None:
    review = small()
    probable, signed, _ = review.predictions
    default = select(review, {})
    assert cut_for(review, default, signed) == Cut("threshold", 0.0, assumed=True)
    tuned = replace(default, cut=Cut("f", split="dev"))
    assert cut_for(review, tuned, signed) == Cut("f", split="dev")
    expected = replace(default, cut=Cut("expected_f"))
    assert cut_for(review, expected, signed) == Cut("threshold", 0.0, assumed=True)
    assert cut_for(review, expected, probable) == Cut("expected_f")


def test_thresholds_made_for_one_system_leave_another_its_rule_alone() -> None:
    review = small()
    probable, signed, _ = review.predictions
    own = Cut("f", split="dev", own=(("a", 0.25),), system="p")
    assert cut_of(probable, review.truth, cut_to_text(own)) == own
    assert cut_of(signed, review.truth, cut_to_text(own)) == replace(own, own=(), system=None)
    anyone = replace(own, system=None)
    assert cut_of(signed, review.truth, cut_to_text(anyone)) == anyone
    # a rule that is nothing but such thresholds is not for another system at all
    only = Cut("per_class", own=(("a", 0.25),), system="p")
    assert cut_of(probable, review.truth, cut_to_text(only)) == only
    with pytest.raises(ChoiceError, match="the thresholds were made for 'p'"):
        cut_of(signed, review.truth, cut_to_text(only))


def test_a_system_has_its_place_in_the_review_whichever_is_looked_at() -> None:
    review = small()
    assert [system_place(review, name) for name in ("q", "p", "s", "none")] == [2, 0, 1, 3]
