"""The documents that errors in the data concern: exactly the planted ones, and where shown."""

from __future__ import annotations

import numpy as np

from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.duplicates import search_near
from breakeven.analysis.selection.data_errors import TaintedDocuments, tainted_documents
from breakeven.data.splits import order_splits
from tests.made import matrix_of, truth_of
from tests.planted import clean

LONG = " ".join(f"w{i}" for i in range(24))
# one word of 24 changed: 3 of 22 runs of three words differ, 19 / 25 = .76 in common
NEARLY = LONG.replace("w12", "other")
LIMITS = Limits(similarity=0.7)


def tainted(*, search: bool = True) -> TaintedDocuments:
    texts = [LONG, f"own {LONG[::-1]}", "short one", LONG.upper(), NEARLY, "short one", LONG]
    truth = truth_of(
        matrix_of(["a", "b", "a", "a", "b", "b", "b"], 2),
        splits=("train", "test"),
        split_of=np.array([0, 0, 0, 1, 1, 1, 1]),
        columns={"text": np.array(texts, dtype=object)},
        text_column="text",
    )
    near = search_near(truth, LIMITS) if search else None
    return tainted_documents(truth, LIMITS, near)


def test_documents_of_the_later_split_are_tainted_and_contradictions_on_both_sides() -> None:
    errors = tainted()
    # 3 and 6 repeat 0, 4 nearly; 0, 3 are a and 6 with the same text b; 5 is short
    assert {code: rows.tolist() for code, rows in errors.by_rule.items()} == {
        "leak.same-text": [3, 6],
        "leak.near-duplicate": [4],
        "labels.conflict": [0, 3, 6],
    }
    assert np.flatnonzero(errors.documents).tolist() == [0, 3, 4, 6]
    test = np.arange(3, 7)
    assert errors.rows_among(test).tolist() == [3, 4, 6]
    assert errors.counts_among(test) == {
        "leak.same-text": 2,
        "labels.conflict": 2,
        "leak.near-duplicate": 1,
    }
    assert errors.summary_of(test).startswith(
        "3 of 4 documents: 2 with the text of a document in an"
    )
    assert errors.summary_of(np.array([1, 2, 5])) == ""


def test_whether_near_copies_were_looked_for_is_said() -> None:
    assert tainted().near_searched
    without = tainted(search=False)
    assert not without.near_searched
    assert "leak.near-duplicate" not in without.by_rule


def test_an_id_in_two_splits_taints_the_later_document() -> None:
    made = clean(3, classes=3, sizes=(30, 10, 20))
    ids = made.truth.documents
    assert ids is not None
    ids = ids.copy()
    train, test = made.rows("train")[:2], made.rows("test")[:2]
    ids[test] = ids[train]
    found = tainted_documents(made.with_truth(ids=ids).truth, Limits(), None)
    assert {code: rows.tolist() for code, rows in found.by_rule.items()} == {
        "leak.same-id": test.tolist()
    }


def test_a_training_split_comes_before_the_one_it_leaks_into_whatever_they_are_called() -> None:
    names = dict.fromkeys(["Holdout", "other", "tuning", "Training", "test", ""])
    assert order_splits(names) == ("Training", "tuning", "Holdout", "test", "other")
