"""Two evaluations are compared on one filter, or not at all."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, confusion_matrix, hamming_loss, zero_one_loss

import breakeven as be
from breakeven.analysis.comparison.shared_documents import COMPARED_MEASURES
from metrics.measures import AVERAGED
from tests.made import matrix_of, noisy, not_none, review_of, truth_of

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
    with pytest.raises(ValueError, match="'prevalence' means prevalence, which is not compared"):
        be.compare(old, new, "prevalence")
    with pytest.raises(ValueError, match="there is no measure 'nonsense' to compare on"):
        be.compare(old, new, "nonsense")


def test_every_measure_of_a_table_is_compared() -> None:
    assert {*AVERAGED, "specificity", "exact_match"} <= {*COMPARED_MEASURES}


def test_shares_of_pairs_and_of_documents_are_those_of_scikit_learn() -> None:
    rng = np.random.default_rng(4)
    true = rng.random((60, 3)) < 0.4
    good, bad = noisy(true, 0.1, 0.05, rng), noisy(true, 0.4, 0.2, rng)
    review = review_of(truth_of(true), old=bad, new=good)
    old, new = (be.evaluate(review, name) for name in ("old", "new"))
    compared = be.compare(old, new, "Hamming loss", replicates=200)
    assert compared.averages["micro"].a == pytest.approx(hamming_loss(true, bad))
    assert compared.averages["micro"].b == pytest.approx(hamming_loss(true, good))
    assert compared.averages["micro"].a == pytest.approx(old.to_dict()["micro"]["error_rate"])
    assert "below old, which is better" in compared.to_markdown()
    assert all(each.better in (None, "new") for each in compared.per_class.values())
    of_negatives = be.compare(old, new, "specificity", average="macro", replicates=200)
    each = [confusion_matrix(true[:, c], good[:, c]).ravel() for c in range(3)]
    assert of_negatives.averages["macro"].b == pytest.approx(
        np.mean([tn / (tn + fp) for tn, fp, _, _ in each])
    )
    exact = be.compare(old, new, "subset accuracy", replicates=200)
    for average in ("micro", "per_document"):
        shown = exact.averages[average]
        assert shown.a == pytest.approx(accuracy_score(true, bad))
        assert shown.b == pytest.approx(accuracy_score(true, good))
        assert 0 < not_none(shown.difference.low) < not_none(shown.difference.amount)
        assert not_none(shown.difference.amount) < not_none(shown.difference.high)
    assert exact.averages["macro"].a is None
    assert [each.a for each in exact.per_class.values()] == [None] * 3
    with pytest.raises(ValueError, match="exact_match has no average 'macro'; choose one of micro"):
        be.compare(old, new, "exact_match", average="macro")


def test_with_one_class_each_accuracy_is_of_documents_and_its_swaps_are_mcnemars() -> None:
    # eleven documents differ: nine better and two worse, so 2 (1 + 11 + 55)/2^11 by hand
    assigned = {"old": [*"babababab", *TRUE[9:]], "new": [*TRUE[:9], *TRUE[9:-2], *WRONG]}
    truth = truth_of(matrix_of(TRUE, 2))
    review = review_of(truth, **{name: matrix_of(sets, 2) for name, sets in assigned.items()})
    old, new = (be.evaluate(review, name) for name in ("old", "new"))
    shares = {
        "accuracy": accuracy_score,
        "error_rate": zero_one_loss,
        "exact_match": accuracy_score,
    }
    for measure, share in shares.items():
        compared = be.compare(old, new, measure, replicates=200).averages["micro"]
        assert compared.a == pytest.approx(share(TRUE, assigned["old"]))
        assert compared.b == pytest.approx(share(TRUE, assigned["new"]))
        assert compared.p == pytest.approx(2 * (1 + 11 + 55) / 2**11)
        gap = compared.difference
        assert not_none(gap.low) < not_none(gap.amount) < not_none(gap.high)
