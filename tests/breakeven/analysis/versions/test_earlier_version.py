"""An earlier version of a review laid beside a later one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from breakeven.analysis.evaluation.cut import natural_cut
from breakeven.analysis.evaluation.evaluation import evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.selection.errors import ChoiceError
from breakeven.analysis.selection.selection import default_system, select
from breakeven.analysis.versions.alignment import align_versions
from breakeven.analysis.versions.earlier_version import baseline_of, with_baseline
from breakeven.data.gold import review_with_gold
from breakeven.data.records import Predictions, Review, Truth
from tests.made import annotators, matrix_of, not_none, truth_of
from tests.made import review_of as made_of


def truth_named(ids: str, classes: str, labels: list[str], **more: Any) -> Truth:
    """A truth of documents and classes of one letter each; labels as letters of its classes."""
    places = ["".join(chr(ord("a") + classes.index(c)) for c in of) for of in labels]
    truth = truth_of(matrix_of(places, len(classes)))
    named: dict[str, Any] = {
        "ids": np.array(list(ids), dtype=object),
        "classes": tuple(classes),
    }
    return replace(truth, **named, **more)


def review_of(truth: Truth, *predictions: Predictions, name: str = "f") -> Review:
    return Review("made", truth, predictions, (), name)


def predictions_in(truth: Truth, assigned: list[str], system: str = "svm") -> Predictions:
    places = [[truth.classes.index(c) for c in names] for names in assigned]
    pairs = np.zeros((truth.n, len(truth.classes)), dtype=bool)
    for row, names in enumerate(places):
        pairs[row, names] = True
    return Predictions(system, np.arange(truth.n), decisions=sparse.csc_array(pairs))


# documents p q r s then, s q t r now; class x gone, z new, the others in another order
THEN = truth_named("pqrs", "xab", ["a", "b", "ax", ""])
NOW = truth_named("sqtr", "bza", ["z", "b", "a", "a"])


def test_documents_go_by_their_ids_and_classes_by_their_names() -> None:
    found = align_versions(THEN, NOW)
    # s, q and r are in both: rows 3, 1, 2 then; rows 0, 1, 3 now
    assert found.before.tolist() == [3, 1, 2]
    assert found.now.tolist() == [0, 1, 3]
    assert found.gone.tolist() == [0]  # p
    assert found.added.tolist() == [2]  # t
    # b was the third, z nowhere, a the second
    assert found.classes.tolist() == [2, -1, 1]
    assert (found.gone_classes.tolist(), found.added_classes.tolist()) == ([0], [1])
    assert found.other_text is None


def test_decisions_of_the_earlier_version_stand_at_the_same_documents_and_classes() -> None:
    then = review_of(THEN, predictions_in(THEN, ["a", "ab", "x", "bx"]), name="1")
    now = review_of(NOW, predictions_in(NOW, ["b", "b", "a", "z"]), name="2")
    beside = with_baseline(now, then, 1)
    said = not_none(baseline_of(beside, "svm"))
    assert (said.system, said.version) == ("svm, version 1", 1)
    assert said.rows.tolist() == [0, 1, 3]
    # columns b, z, a: s was b (and x, gone); q was a and b; r was x alone
    expected = [[True, False, False], [True, False, True], [False, False, False]]
    assert not_none(said.decisions).toarray().tolist() == expected
    assert [p.system for p in beside.own] == ["svm"]


@pytest.mark.parametrize("listed", [False, True])
def test_scores_stand_at_the_same_documents_and_classes(listed: bool) -> None:
    values = np.arange(1.0, 13.0, dtype=np.float32).reshape(3, 4)  # x 1-4, a 5-8, b 9-12
    values[1, 3] = 0  # that a scored 0 is a score
    scores: Any = values
    if listed:
        rows, columns = np.divmod(np.arange(12), 4)
        scores = sparse.csr_array((values.ravel(), (rows, columns)), shape=(3, 4))
    then = review_of(THEN, Predictions("svm", np.arange(4), scores), name="1")
    now = review_of(NOW, Predictions("svm", np.arange(4), np.zeros((3, 4))), name="2")
    earlier = not_none(baseline_of(with_baseline(now, then, 1), "svm"))
    assert sparse.issparse(earlier.scores)  # nobody scored z
    assert np.diff(earlier.scores.indptr).tolist() == [3, 0, 3]
    # documents s q r were the 4th, 2nd and 3rd; of b 12 10 11, of a 0 6 7
    assert earlier.scores.toarray().tolist() == [[12, 10, 11], [0, 0, 0], [0, 6, 7]]
    assert earlier.scores.dtype == np.float32


def test_one_system_on_both_sides_is_the_same_under_another_name() -> None:
    then = review_of(THEN, predictions_in(THEN, ["a"] * 4, "svm"), name="1")
    now = review_of(NOW, predictions_in(NOW, ["a"] * 4, "bert"), name="2")
    assert not_none(baseline_of(with_baseline(now, then, 3), "bert")).system == "bert, version 3"


def test_systems_of_other_names_are_not_guessed() -> None:
    then = review_of(THEN, *(predictions_in(THEN, ["a"] * 4, s) for s in ("svm", "knn")), name="1")
    now = review_of(NOW, *(predictions_in(NOW, ["a"] * 4, s) for s in ("svm", "nb")), name="2")
    beside = with_baseline(now, then, 1)
    assert [p.system for p in beside.predictions] == ["svm", "nb", "svm, version 1"]
    assert baseline_of(beside, "nb") is None
    other = review_of(NOW, *(predictions_in(NOW, ["a"] * 4, s) for s in ("tree", "nb")), name="2")
    with pytest.raises(ChoiceError, match="no system of version 1"):
        with_baseline(other, then, 1)


def test_versions_without_a_common_document_are_refused() -> None:
    then = review_of(truth_named("uvwx", "ab", [""] * 4), predictions_in(THEN, ["a"] * 4), name="1")
    now = review_of(NOW, predictions_in(NOW, ["a"] * 4), name="2")
    with pytest.raises(ChoiceError, match="no document of version 1 is in this one"):
        with_baseline(now, then, 1)
    counts = replace(then, truth=replace(then.truth, ids=None))
    with pytest.raises(ChoiceError, match="counts, not documents"):
        with_baseline(now, counts, 1)


def test_an_id_that_occurs_in_two_splits_goes_by_its_split() -> None:
    places: dict[str, Any] = {"splits": ("train", "test"), "split_of": np.array([0, 1, 1])}
    then = truth_named("ppq", "a", ["a", "", ""], **places)
    now = truth_named("pqp", "a", ["", "", "a"], splits=("test", "train"), split_of=np.array([0, 0, 1]))  # fmt: skip # noqa: E501
    found = align_versions(then, now)
    assert found.by_split
    # p of test, q of test, p of train
    assert found.before.tolist() == [1, 2, 0]
    with pytest.raises(ChoiceError, match="twice in a split"):
        align_versions(then, truth_named("qqp", "a", ["", "", ""]))


def test_another_text_under_the_same_id_is_seen() -> None:
    texts: dict[str, Any] = {
        "columns": {"t": np.array(["one", "two", "three", "four"], dtype=object)}
    }
    then = replace(THEN, **texts, text_column="t")
    changed: dict[str, Any] = {
        "columns": {"body": np.array(["four", "TWO", "new", "three"], dtype=object)}
    }
    found = align_versions(then, replace(NOW, **changed, text_column="body"))
    # of s, q and r the text of q
    assert not_none(found.other_text).tolist() == [1]


def test_an_earlier_version_is_not_one_of_the_reviews_own_systems() -> None:
    then = review_of(THEN, predictions_in(THEN, ["a"] * 4), name="1")
    now = review_of(NOW, predictions_in(NOW, ["a"] * 4), name="2")
    beside = with_baseline(now, then, 1)
    assert default_system(beside) == default_system(now)
    assert str(default_system(beside)) == "only system"
    with pytest.raises(ChoiceError, match="no system 'svm, version 1'"):
        select(beside, {"system": "svm, version 1"})


def test_the_fingerprint_follows_from_both_and_the_files_stay() -> None:
    then = review_of(THEN, predictions_in(THEN, ["a"] * 4), name="1")
    now = review_of(NOW, predictions_in(NOW, ["a"] * 4), name="2")
    beside = with_baseline(now, then, 1)
    assert beside.fingerprint not in (now.fingerprint, then.fingerprint)
    assert beside.files == now.fingerprint
    assert with_baseline(beside, then, 1) is beside


def test_gold_and_an_earlier_version_differ_from_either_alone() -> None:
    truth = annotators(30, 3)
    labels = not_none(truth.labels).toarray()
    now = made_of(truth, svm=labels)
    then = made_of(truth, svm=~labels)
    gold_first = with_baseline(review_with_gold(now, "majority"), then, 1)
    gold_last = review_with_gold(with_baseline(now, then, 1), "majority")
    alone = review_with_gold(now, "majority")

    assert alone.fingerprint not in (gold_first.fingerprint, gold_last.fingerprint)
    assert gold_first.files == gold_last.files == now.fingerprint
    # a page that is drawn in part asks again
    assert with_baseline(review_with_gold(gold_first, "majority"), then, 1) is gold_first


@pytest.mark.parametrize("seed", range(6))
def test_it_is_what_a_join_of_tables_gives(seed: int) -> None:
    """Each decision of then at its document and class now, by a merge of long tables."""
    rng = np.random.default_rng(seed)
    names = [f"c{i}" for i in range(7)]
    sides = []
    for version in (1, 2):
        ids = rng.permutation(40)[: rng.integers(20, 40)]
        classes = tuple(rng.permutation(names)[: rng.integers(2, 7)].tolist())
        labels = rng.random((len(ids), len(classes))) < 0.3
        truth = replace(truth_of(labels), ids=ids.astype(str).astype(object), classes=classes)
        rows = np.flatnonzero(rng.random(len(ids)) < 0.9)
        scores = rng.normal(size=(len(classes), len(rows)))
        predictions = Predictions(
            "s", rows, scores if version == seed % 2 + 1 else sparse.csr_array(scores)
        )
        sides.append(Review("r", truth, (predictions,), (), str(version)))
    then, now = sides
    predictions = not_none(baseline_of(with_baseline(now, then, 1), "s"))
    assert np.all(np.diff(predictions.rows) > 0)
    expected = long_table(then, then.predictions[0]).merge(
        pd.DataFrame({"id": now.truth.documents}), on="id"
    )
    expected = expected[expected["class"].isin(now.truth.classes)]
    order = ["id", "class"]
    got = long_table(now, predictions).sort_values(order).reset_index(drop=True)
    pd.testing.assert_frame_equal(got, expected.sort_values(order).reset_index(drop=True))


def long_table(review: Review, predictions: Predictions) -> pd.DataFrame:
    """A row for each score of a system."""
    listed = sparse.coo_array(predictions.scores)
    return pd.DataFrame(
        {
            "id": not_none(review.truth.documents)[predictions.rows[listed.coords[1]]],
            "class": np.array(review.truth.classes, dtype=object)[listed.coords[0]],
            "score": listed.data,
        }
    )


def test_the_same_files_again_decide_alike() -> None:
    rng = np.random.default_rng(1)
    truth = truth_of(rng.random((50, 4)) < 0.3)
    predictions = Predictions("s", np.arange(50), rng.normal(size=(4, 50)))
    now = Review("r", truth, (predictions,), (), "2")
    compared = with_baseline(now, replace(now, fingerprint="1"), 1)
    cells = []
    for system in compared.predictions:
        cut = natural_cut(system, single_label=False)
        cells.append(
            evaluate(system, score_split(truth, system, None), None, cut).tables.tp.tolist()
        )
    assert cells[0] == cells[1]
    assert compared.predictions[1].scores is predictions.scores  # nothing is copied
