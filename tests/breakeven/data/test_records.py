"""What a review says of itself."""

from __future__ import annotations

import numpy as np
import pytest

import breakeven as be
from breakeven.analysis.selection.selection import class_index_of, positive_class, select
from breakeven.data.wording import positive_of
from tests.breakeven.readers.reading import review_of
from tests.made import truth_of


@pytest.mark.parametrize(
    ("classes", "positive"),
    [
        (("0", "1"), "1"),
        (("1", "0"), "1"),
        (("-1", "1"), "1"),
        (("0.0", "1.0"), "1.0"),
        (("False", "True"), "True"),
        (("No", "Yes"), "Yes"),
        (("negative", "positive"), "positive"),
        (("not spam", "spam"), "spam"),
        (("toxic", "non-toxic"), "toxic"),
        (("spam",), "spam"),
        (("ham", "spam"), "spam"),
        (("fine", "rude"), None),
        (("0", "2"), None),
        (("0", "1", "2"), None),
        ((), None),
        (("", "x"), None),
    ],
)
def test_a_binary_task_has_a_positive_class_where_the_names_say_which(
    classes: tuple[str, ...], positive: str | None
) -> None:
    assert positive_of(classes) == positive


def test_pages_open_on_the_positive_class() -> None:
    # 0 has more documents
    review = review_of(f_csv="y_true,y_pred\n0,0\n0,1\n1,1\n")
    classes = review.truth.classes
    assert classes[class_index_of(review, None)] == "1"
    assert classes[class_index_of(review, "0")] == "0"


SCORED = """id,true,predicted,score:rude
1,fine,fine,0.1
2,rude,rude,0.8
3,rude,fine,0.4
4,fine,fine,0.2
5,fine,rude,0.7
"""


def test_of_two_classes_the_one_with_scores_is_the_positive_one() -> None:
    # fine has more documents, and nothing in its name says no
    review = review_of(f_csv=SCORED)
    assert review.truth.positive is None
    assert positive_class(review) == "rude"
    assert review.truth.classes[select(review, {}).class_index] == "rude"
    assert be.evaluate(review).to_dict()["positive_class"] == "rude"
    assert "positive class rude" in be.evaluate(review).to_markdown()
    rows = SCORED.replace("score:rude", "score:rude,score:fine").splitlines()
    both = review_of(f_csv="\n".join([rows[0], *(f"{row},0.5" for row in rows[1:])]))
    assert positive_class(both) is None
    decided = review_of(f_csv="id,true,predicted\n1,fine,fine\n2,rude,fine\n")
    assert positive_class(decided) is None


def test_one_class_is_a_task_of_its_own_in_words() -> None:
    one = review_of(f_csv="id,score:spam,true\n1,0.5,\n2,0.75,spam\n").truth
    assert (one.classes, one.task_in_words) == (("spam",), "in it or not")
    assert review_of(f_csv="id,score:spam\n1,0.5\n").truth.task_in_words == (
        "nobody has labelled them"
    )


@pytest.mark.parametrize(
    ("values", "name"),
    [([0.0, 0.5, 1.0], "confidence"), ([0.1, np.nan, 0.9], "confidence"), ([0.1, 0.5, 1.5], None),
     ([-0.1, 0.5, 1.0], None), ([np.nan] * 3, None)],
)  # fmt: skip
def test_a_column_says_how_sure_a_system_is_where_its_values_are_shares(
    values: list[float], name: str | None
) -> None:
    columns = {"year": np.array([2001.0, 2002, 2003]), "confidence": np.array(values)}
    assert truth_of(np.ones((3, 1), dtype=bool), columns=columns).confidence == name
