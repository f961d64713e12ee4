"""Lines of fastText open as they are: labels with their text, and what predict prints."""

from __future__ import annotations

import pytest

import breakeven as be
from breakeven.readers.base.problems import ReadError
from tests.breakeven.readers.formats.examples import (
    called_of,
    example,
    formats_of,
    proposal_of,
    raw,
    scores_of,
    truth_of,
)
from tests.breakeven.readers.reading import review_of

TRUE = ["sport", "money", "weather", "sport", "money", "money", "weather", "sport"]
TOPICS = [
    *({"sport"}, {"money"}, {"weather"}, {"sport", "weather"}, {"money", "sport"}, {"money"}),
    *({"weather"}, set()),
]


def test_a_test_file_and_what_predict_printed_give_the_number_that_fasttext_prints() -> None:
    review = example("fasttext/single.test.txt", "fasttext/single.predict.txt", by_row_order=True)
    assert truth_of(review) == [{name} for name in TRUE]
    assert called_of(review) == [{name} for name in [*TRUE[:7], "weather"]]
    assert review.truth.text_column == "text"
    assert review.truth.columns["text"][1] == "interest in shares rose"
    # P@1 and R@1 as `fasttext test` prints them
    assert be.evaluate(review).micro()["f"] == 0.875


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("single.predict-prob.txt", "predict-prob prints softmax or sigmoid"),
        ("multi.predict-prob.txt", "predict-prob prints softmax or sigmoid"),
        ("single.top.txt", ""),  # one class and its confidence: no score of every class
        ("multi.predict.txt", ""),
    ],
)
def test_scores_are_probabilities_by_what_prints_them(name: str, why: str) -> None:
    proposal = proposal_of(f"fasttext/{name}")
    assert (proposal.probabilities, proposal.why_probabilities) == (bool(why), why)


def test_lines_of_several_labels_are_sets_and_a_line_without_one_is_a_document_of_no_class() -> (
    None
):
    review = example("fasttext/multi.test.txt", "fasttext/multi.predict.txt", by_row_order=True)
    assert truth_of(review) == TOPICS
    right = [len(true & said) for true, said in zip(TOPICS, called_of(review), strict=True)]
    # P@2 0.643 and R@2 1 are of the 7 documents that have a label: 9 of 14, and all 9
    assert sum(right[:7]) == 9
    assert f"{9 / 14:.3f}" == "0.643"
    assert be.evaluate(review).micro()["recall"] == 1


def test_all_probabilities_are_scores_of_their_classes_whatever_their_order() -> None:
    review = example(
        "fasttext/single.test.txt", "fasttext/single.predict-prob.txt", by_row_order=True
    )
    (system,) = review.predictions
    assert system.probabilities
    scores = scores_of(review)
    assert scores["sport"][:2] == [0.834566, 0.0270425]
    assert scores["money"][:2] == [0.114278, 0.915475]
    assert be.evaluate(review).micro()["f"] == 0.875


def test_what_the_best_two_leave_out_has_no_score() -> None:
    review = example("fasttext/multi.top.txt")
    assert review.predictions[0].scores is not None
    assert review.predictions[0].scores.nnz == 16  # of 24 pairs


def test_the_best_one_alone_is_a_decision_with_its_confidence() -> None:
    review = example("fasttext/single.top.txt")
    assert called_of(review)[0] == {"sport"}
    assert [*review.truth.columns] == ["score"]


def test_another_prefix_and_labels_behind_the_text_are_known() -> None:
    review = review_of(
        t_txt="__class__a one two\nthree __class__b __class__c\n__class__a four\n",
        p_txt="__class__a\n__class__b\n__class__b\n",
        by_row_order=True,
    )
    assert truth_of(review) == [{"a"}, {"b", "c"}, {"a"}]
    assert review.truth.columns["text"].tolist() == ["one two", "three", "four"]


def test_a_probability_that_rounding_left_above_one_is_one() -> None:
    review = review_of(p_txt="__label__a 1.00001 __label__b 1e-05\n__label__b 0.9 __label__a 0.1\n")
    assert scores_of(review)["a"] == [1, 0.1]


def test_a_blank_line_is_a_document_so_that_lines_stay_beside_each_other() -> None:
    review = review_of(p_txt="__label__a\n\n__label__b\n")
    assert called_of(review) == [{"a"}, set(), {"b"}]


@pytest.mark.parametrize(
    "text",
    ["label\ttext\n__label__a\tone\n__label__b\ttwo\n", "a __b__ c\n", "__init__ x\nplain\nmore\n"],
)
def test_a_table_of_such_labels_and_other_text_are_no_lines_of_fasttext(text: str) -> None:
    assert "fasttext" not in formats_of(text)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("__label__a 0.9 __label__b 0.1\n__label__a 0.9 __label__b\n" * 30, "row 2: no labels"),
        ("__label__a 0.9\n__label__b 7\n", "row 2: no labels with __label__, each followed by"),
        ("__label__a 0.5 __label__a 0.5\n", "class 'a' is listed twice"),
    ],
)
def test_lines_that_are_cut_or_wrong_are_named(text: str, what: str) -> None:
    with pytest.raises(ReadError, match=what):
        review_of(p_txt=text)


def test_a_file_cut_short_is_read_up_to_there_or_named() -> None:
    cut = raw("fasttext/single.predict-prob.txt")[:-10].decode()
    with pytest.raises(ReadError, match="row 8"):
        review_of(p_txt=cut)


def test_beside_a_truth_that_its_format_tells_a_column_of_labels_is_a_prediction() -> None:
    truth = "__label__a one\n__label__b two\n"
    review = review_of(t_txt=truth, p_csv="label\na\na\n", by_row_order=True)
    assert called_of(review) == [{"a"}, {"a"}]


def test_blanks_that_only_unicode_knows_belong_to_the_word_they_stand_in() -> None:
    review = review_of(
        p_txt="__label__a\u00a0b 0.9 __label__c 0.1\n__label__c 0.8 __label__d 0.2\n"
    )
    assert "a\u00a0b" in review.truth.classes
