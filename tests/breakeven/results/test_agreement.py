"""What people disagree about, and who stands out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

import breakeven as be
from breakeven.analysis.annotators.agreement import agreement_of
from breakeven.data.records import Annotator, Review, Truth
from breakeven.results.agreement import disputed_frame
from tests.made import matrix_of, not_none, truth_of


def three_people(**labels: list[str]) -> Review:
    """A hundred documents of three classes, a system that is always right, and people."""
    true = np.array(["a", "b", "c"])[np.arange(100) % 3]
    return be.from_arrays(true.tolist(), true.tolist(), annotators=labels)


def erring(seed: int, share: float) -> list[str]:
    """The truth with so many of other classes."""
    rng, true = np.random.default_rng(seed), np.arange(100) % 3
    other = (true + rng.integers(1, 3, 100)) % 3
    return np.array(["a", "b", "c"])[np.where(rng.random(100) < share, other, true)].tolist()


def test_two_people_with_the_same_labels_are_named_as_check_names_them() -> None:
    ann = erring(1, 0.15)
    review = three_people(ann=ann, bob=ann, carl=erring(2, 0.15), dora=erring(3, 0.15))
    (finding,) = [f for f in be.check(review) if f.code == "labels.same-annotator"]
    result = be.agree(review, replicates=100)
    people = not_none(result.to_dict()["people"])
    (pair,) = people["same_labels"]
    assert (pair["a"], pair["b"], pair["documents"], pair["differ"]) == ("ann", "bob", 100, 0)
    assert pair["errors_of_both"]
    assert finding.what in people["remarks"]
    assert finding.what.startswith("“ann” and “bob” differ on 0 of 100 documents")
    remarks = {person["annotator"]: person["remark"] for person in people["people"]}
    assert remarks == {"ann": "as “bob”", "bob": "as “ann”", "carl": "", "dora": ""}
    text = result.to_markdown()
    assert "“ann” and “bob” differ on 0 of 100 documents" in text
    # everybody labelled everything: of what is left out nothing is said
    assert "(empty)" not in text


def test_what_people_reach_is_said_again_without_those_who_agree_with_nobody() -> None:
    good = {"ann": erring(1, 0.1), "bob": erring(2, 0.1), "dora": erring(3, 0.1)}
    shuffled = np.random.default_rng(9).permutation(erring(4, 0.0)).tolist()
    result = be.agree(three_people(**good, carl=shuffled), replicates=200)
    without = not_none(result.ceiling_without)
    assert without.votes.ignored == ("carl",)
    # the same as of a file in which carl never labelled
    alone = not_none(be.agree(three_people(**good), replicates=200).ceiling)
    assert without.texts == alone.texts
    assert "Without “carl”, who does not clearly agree with the others" in result.to_markdown()
    # without such people nothing is said twice
    assert be.agree(three_people(**good), replicates=200).ceiling_without is None


def test_measures_are_called_by_how_many_people_there_are_and_how_many_classes() -> None:
    names = {"ann": erring(1, 0.1), "bob": erring(2, 0.1), "carl": erring(3, 0.1)}
    several = {name: [[label, "a"] for label in labels] for name, labels in names.items()}
    two = dict(list(names.items())[:2])
    for people, alpha, kappa in (
        (names, "Krippendorff’s α, nominal", "Cohen’s κ, average over pairs"),
        (two, "Krippendorff’s α, nominal", "Cohen’s κ"),
        (several, "Krippendorff’s α of sets (MASI)", "Cohen’s κ, average over pairs"),
    ):
        review = be.from_arrays(None, annotators=people)
        text = be.agree(review, replicates=100).to_markdown()
        for name in (alpha, kappa):
            assert f"| {name} |" in text


def labelled() -> Truth:
    """Three documents by x and y, who agree on the first alone; the fourth by x only."""
    people = (("x", ["a", "ab", "b", "a"]), ("y", ["a", "b", ""]))
    annotators = tuple(
        Annotator(name, np.arange(len(sets)), sparse.csc_array(matrix_of(sets, 2)))
        for name, sets in people
    )
    return truth_of(np.zeros((4, 2), dtype=bool), annotators=annotators)


@pytest.mark.parametrize(
    ("column", "head"), [("text", "text"), ("document", "document (file)"), (None, None)]
)
def test_each_document_says_which_classes_it_got_by_whom(
    column: str | None, head: str | None
) -> None:
    truth = labelled()
    if column is not None:
        texts = np.array(["one", "two", "three", "four"], dtype=object)
        truth = replace(truth, columns={column: texts}, text_column=column)
    agreement = not_none(agreement_of(truth, np.arange(4), (), replicates=100))
    frame = disputed_frame(truth, agreement, np.flatnonzero(agreement.documents_disputed))
    assert frame["document"].tolist() == ["d1", "d2"]
    assert frame["said by"].tolist() == ["a | b: x; b: y", "b: x; (nothing): y"]
    assert frame["classes that differ"].tolist() == [1, 1]
    assert list(frame.columns[3:]) == [head] * (head is not None)
    if head is not None:
        assert frame[head].tolist() == ["two", "three"]
