"""What scripts with scikit-learn write opens as it is; what they pickle stays closed."""

from __future__ import annotations

import pytest

import breakeven as be
from breakeven.readers.base.problems import ReadError
from breakeven.readers.build import read_review
from tests.breakeven.readers.formats.examples import (
    called_of,
    example,
    formats_of,
    raw,
    scores_of,
    truth_of,
)

TRUE = ["sport", "money", "weather", "sport", "money", "money", "weather", "sport"]


def test_truth_prediction_and_probabilities_give_the_numbers_of_scikit_learn() -> None:
    review = example("scikit_learn/single.csv")
    assert truth_of(review) == [{name} for name in TRUE]
    assert called_of(review) == [{name} for name in [*TRUE[:7], "weather"]]
    result = be.evaluate(review)
    assert result.micro()["f"] == 0.875  # accuracy_score
    assert result.macro()["f"].value == pytest.approx(0.8666666666666667)  # f1_score, macro
    assert review.predictions[0].probabilities
    assert scores_of(review)["sport"][3] == 0.8084106931445201


def test_lists_of_python_are_several_labels_an_empty_one_is_none() -> None:
    review = example("scikit_learn/multi.csv")
    assert truth_of(review)[3:] == [
        *({"sport", "weather"}, {"money", "sport"}, {"money"}, {"weather"}, set())
    ]
    assert be.evaluate(review).micro()["f"] == pytest.approx(2 / 3)  # f1_score, micro


def test_the_tables_of_other_tools_with_the_same_names_are_theirs() -> None:
    assert formats_of("y_true,y_pred,y_pred_proba\n1,1,0.9\n0,0,0.1\n") == []
    assert formats_of("y_pred,proba_a\na,0.9\n") == []
    assert formats_of("y_true,y_score\n1,0.9\n0,0.2\n") == ["scikit-learn"]


def test_a_table_cut_short_is_named_by_its_row() -> None:
    with pytest.raises(ReadError, match=r"row 9: 4 fields where the header has 5"):
        read_review([("f.csv", raw("scikit_learn/single.csv")[:-30])])


def test_a_pickle_of_joblib_is_refused_with_a_way_out() -> None:
    for start in (b"\x80\x04\x95", b"\x80\x05\x95"):
        with pytest.raises(ReadError, match=r"Python pickle.*never opened"):
            read_review([("model.joblib", start + b"anything")])
