"""Two evaluations are compared on one filter, or not at all."""

from __future__ import annotations

import numpy as np
import pytest

import breakeven as be
from tests.made import matrix_of, review_of, truth_of

TRUE = ["a", "b"] * 20
WRONG = ["b", "a"]


def both() -> be.Review:
    """Two systems that err on other documents."""
    truth = truth_of(matrix_of(TRUE, 2), columns={"n": np.arange(40)})
    said = {"old": [*WRONG, *TRUE[2:]], "new": [*TRUE[:-2], *WRONG]}
    return review_of(truth, **{name: matrix_of(sets, 2) for name, sets in said.items()})


def test_the_same_words_that_keep_other_documents_are_refused() -> None:
    review = both()
    old, new = (be.evaluate(review, name, where="wrong") for name in ("old", "new"))
    with pytest.raises(ValueError, match="keep other documents; filter one"):
        be.compare(old, new)


def test_other_words_are_refused_whatever_they_keep() -> None:
    review = both()
    old, new = be.evaluate(review, "old", where="n>4"), be.evaluate(review, "new", where="n>=5")
    with pytest.raises(ValueError, match="keep other documents; filter one"):
        be.compare(old, new)


def test_one_filter_is_that_of_both() -> None:
    review = both()
    old, new = (be.evaluate(review, name, where="n>4") for name in ("old", "new"))
    alone = be.compare(old, be.evaluate(review, "new"))
    assert be.compare(old, new).to_dict()["difference"] == alone.to_dict()["difference"]


def test_reviews_of_which_only_counts_are_known_are_not_the_same_documents() -> None:
    one, other = (be.evaluate(be.read(b"true,a,b\na,3,1\nb,0,2\n")) for _ in range(2))
    with pytest.raises(ValueError, match="differ in their documents or truth"):
        be.compare(one, other, replicates=100)


def test_a_measure_that_is_not_compared_is_told_by_what_it_means() -> None:
    old, new = (be.evaluate(both(), name) for name in ("old", "new"))
    with pytest.raises(ValueError, match="'TNR' means specificity, which is not compared; write"):
        be.compare(old, new, "TNR")
    with pytest.raises(ValueError, match="'AUPRC' means average_precision, which is not compared"):
        be.compare(old, new, "AUPRC")
    with pytest.raises(ValueError, match="there is no measure 'nonsense' to compare on"):
        be.compare(old, new, "nonsense")
