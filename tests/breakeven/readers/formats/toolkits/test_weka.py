"""Weka's predictions are read as Weka wrote them, and its own numbers come out."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import breakeven as be
from breakeven.readers.base.problems import ReadError
from breakeven.readers.build import read_review
from tests.breakeven.readers.formats.examples import (
    EXAMPLES,
    called_of,
    example,
    formats_of,
    proposal_of,
    scores_of,
    truth_of,
)
from tests.breakeven.readers.reading import notes_text, review_of

HAM, SPAM, NEW = {"ham"}, {"spam"}, {"new offer"}
# what Weka was asked of; the seventh has no class
TRUE = [HAM, SPAM, NEW, SPAM, HAM, NEW, set(), HAM, SPAM, NEW, HAM, SPAM]
CALLED = [HAM, SPAM, NEW, NEW, HAM, SPAM, SPAM, HAM, SPAM, NEW, HAM, SPAM]
ON_TEST = ("predictions.csv", "distribution.csv", "predictions.arff", "sparse.arff")


@pytest.mark.parametrize("name", ON_TEST)
def test_the_numbers_are_those_that_weka_prints(name: str) -> None:
    review = example(f"weka/{name}")
    assert truth_of(review) == TRUE
    assert called_of(review) == CALLED
    # "Ignored Class Unknown Instances 1": the row is judged for no class
    assert review.truth.unjudged is not None
    assert_array_equal(np.flatnonzero(review.truth.unjudged.toarray().any(axis=1)), [6])
    assert "a row whose class is ? is not judged" in notes_text(review)
    evaluation = be.evaluate(review)
    assert evaluation.exact_match == pytest.approx(9 / 11)  # 81.8182 %
    frame = evaluation.frame().set_index("class")
    # Precision, Recall and F-Measure are one number in each row that Weka prints
    for measure in ("precision", "recall", "f"):
        assert_allclose(frame[measure], [1.000, 0.667, 0.750], atol=5e-4)
        assert frame.index.tolist() == ["ham", "new offer", "spam"]
    # the confusion matrix: 4 0 0 | 0 3 1 | 0 1 2
    assert frame["tp"].tolist() == [4, 2, 3]
    assert frame["fp"].tolist() == [0, 1, 1]


def test_the_scores_of_all_classes_stand_under_one_name_and_one_has_a_star() -> None:
    review = example("weka/distribution.csv")
    # 4,2:spam,3:new offer,+,0.085,0.063,*0.852,d04
    assert {name: values[3] for name, values in scores_of(review).items()} == {
        "ham": 0.085, "spam": 0.063, "new offer": 0.852,
    }  # fmt: skip
    assert review.predictions[0].probabilities
    exact = scores_of(example("weka/predictions.arff"))
    assert exact["new offer"][3] == 0.852101
    assert scores_of(example("weka/sparse.arff")) == exact


def test_attributes_that_follow_are_the_text_and_other_information() -> None:
    review = example("weka/predictions.csv")
    assert review.truth.text_column == "text"
    # Weka quotes as ARFF does, also where CSV would not
    assert review.truth.columns["text"][10] == "you're late for lunch"
    assert review.truth.columns["text"][9] == "this week half price, only this week"
    assert review.truth.columns["id"][0] == "d01"
    assert proposal_of("weka/predictions.csv").columns["prediction"] == "confidence"


@pytest.mark.parametrize("name", ["folds.csv", "folds.tsv"])
def test_names_with_commas_and_numbers_that_start_anew_are_read(name: str) -> None:
    review = example(f"weka/{name}")
    assert review.truth.classes == ("ham", "new, offer", "spam")
    # 1,3:'new, offer',3:new, offer,,0.06,0.06,*0.879,t6
    assert scores_of(review)["new, offer"][0] == 0.879
    assert be.evaluate(review).exact_match == 1.0  # 10 of 10, as Weka prints
    assert review.truth.documents is not None
    ids = ["t6", "t9", "t1", "t5", "t7", "t2", "t3", "t8", "t0", "t4"]
    numbered = [str(number) for number in range(1, 11)]
    assert review.truth.documents.tolist() == (ids if name == "folds.csv" else numbered)


def test_a_header_that_is_shorter_than_the_rows_names_the_first_score_alone() -> None:
    review = review_of(
        p_csv="inst#,actual,predicted,error,distribution\n1,1:a,1:a,,*0.7,0.2,0.1\n"
        "2,2:b,1:a,+,*0.5,0.4,0.1\n"
    )
    # the third class is met nowhere, and has only its number
    assert review.truth.classes == ("a", "b", "class 3")
    assert scores_of(review) == {"a": [0.7, 0.5], "b": [0.2, 0.4], "class 3": [0.1, 0.1]}


def test_a_question_mark_is_a_missing_class_unless_it_is_quoted() -> None:
    head = "inst#,actual,predicted,error,prediction\n"
    unknown = read_review([("p.csv", f"{head}1,1:?,1:a,,0.9\n2,1:?,2:b,,0.8\n".encode())])
    assert unknown.truth.labels is None
    named = review_of(p_csv=f"{head}1,2:'?',2:?,,0.9\n2,1:a,1:a,,0.8\n")
    assert truth_of(named) == [{"?"}, {"a"}]


def test_data_without_predictions_bring_the_truth() -> None:
    answers = "\n".join(f"d{row:02},ham" for row in range(1, 13))
    file = proposal_of("weka/data.arff")
    assert file.role == "truth"
    assert file.columns["id"] == "id"
    data = (EXAMPLES / "weka" / "data.arff").read_bytes()
    review = read_review([("d.arff", data), ("p.csv", f"id,predicted\n{answers}\n".encode())])
    assert truth_of(review) == TRUE


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("p.csv", "1,1:a,1:a,,0.9\n2,1:a\n", "row 3: no number, true class, predicted class"),
        ("p.csv", "1,1:a,1:a,,0.9\n2,1:a,1:a,,0.9,x\n", "row 3: the row does not have 5 cells"),
        ("p.csv", "1,1:a,1:a,,0.9,'x\n", "row 2: the cells cannot be separated"),
    ],
)
def test_what_is_cut_short_is_refused_with_its_row(name: str, text: str, message: str) -> None:
    head = "inst#,actual,predicted,error,prediction\n"
    with pytest.raises(ReadError, match=message):
        read_review([(name, (head + text).encode())])


def test_broken_arff_is_refused_with_its_row() -> None:
    head = "@relation r\n@attribute c {a,b}\n@attribute classification {a,b}\n@data\n"
    with pytest.raises(ReadError, match=r"row 6: .*ominal"):
        read_review([("p.arff", f"{head}a,a\nb,z\n".encode())])
    with pytest.raises(ReadError, match=r"row 5: .*%d"):  # what it says of itself is no pattern
        read_review([("p.arff", f"{head}a,%d\n".encode())])
    with pytest.raises(ReadError, match="no rows below @data"):
        read_review([("p.arff", head.encode())])


def test_rows_without_a_class_among_very_many_classes_are_refused() -> None:
    rows = "".join(f"{i},{i}:c{i},1:c1,,0.9\n" for i in range(1, 8_001))
    head = "inst#,actual,predicted,error,prediction\n"
    with pytest.raises(ReadError, match="rows without a class, among 8,000 classes"):
        read_review([("p.csv", f"{head}{rows}8001,1:?,1:c1,,0.9\n".encode())])


@pytest.mark.parametrize("fifth", ["prediction", "distribution", "weight"])
def test_five_columns_are_wekas_only_under_all_of_its_own_names(fifth: str) -> None:
    rows = "1,1:ham,1:ham,,0.9\n2,2:spam,1:ham,+,0.8\n"
    for fourth in ("error", "wrong"):
        header = f"inst#,actual,predicted,{fourth},{fifth}\n"
        found = formats_of(header + rows)
        assert ("weka-csv" in found) == (fourth == "error" and fifth != "weight")
