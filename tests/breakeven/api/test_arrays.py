"""`be.from_arrays` gives what scikit-learn gives, for arrays of every usual kind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn import metrics as sk

import breakeven as be
from tests.made import not_none
from tests.tables import between_classes

NAMES = ("corn", "grain", "wheat")


def sets_of(matrix: np.ndarray) -> list[list[str]]:
    """The names of each row's classes."""
    return [[NAMES[c] for c in np.flatnonzero(row)] for row in matrix]


class Interchange:
    """A frame known by its dataframe interchange alone, as of a library without Arrow."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self.frame = pa.Table.from_pandas(frame, preserve_index=False)

    def __dataframe__(self, nan_as_null: bool = False, allow_copy: bool = True) -> Any:
        return self.frame.__dataframe__(nan_as_null, allow_copy)


def frame_of(matrix: np.ndarray) -> pd.DataFrame:
    return pd.DataFrame(matrix.astype(int), columns=list(NAMES))


# ways of saying which of three classes each document has
MULTI_LABEL: dict[str, Callable[[np.ndarray], Any]] = {
    "lists of names": sets_of,
    "sets of names": lambda m: [set(row) for row in sets_of(m)],
    "tuple of tuples": lambda m: tuple(tuple(row) for row in sets_of(m)),
    "series of lists": lambda m: pd.Series(sets_of(m)),
    "object array of lists": lambda m: pd.Series(sets_of(m)).to_numpy(),
    "arrow column of lists": lambda m: pa.array(sets_of(m), pa.list_(pa.string())),
    "arrow column of views": lambda m: pa.array(sets_of(m), pa.large_list(pa.string_view())),
    "numpy integers": lambda m: m.astype(int),
    "numpy booleans": lambda m: m.astype(bool),
    "numpy float32": lambda m: m.astype(np.float32),
    "lists of 0 and 1": lambda m: m.astype(int).tolist(),
    "csr matrix": lambda m: sparse.csr_matrix(m.astype(int)),
    "coo array": lambda m: sparse.coo_array(m.astype(float)),
    "frame": frame_of,
    "frame of booleans": lambda m: frame_of(m).astype(bool),
    "frame of nullable integers": lambda m: frame_of(m).astype("Int64"),
    "frame with columns in another order": lambda m: frame_of(m)[["wheat", "corn", "grain"]],
    "arrow table": lambda m: pa.Table.from_pandas(frame_of(m)),
    "dataframe interchange": lambda m: Interchange(frame_of(m)),
}  # fmt: skip
# ways of saying which one class each document has
SINGLE_LABEL: dict[str, Callable[[np.ndarray], Any]] = {
    "list of names": lambda codes: [NAMES[c] for c in codes],
    "numpy strings": lambda codes: np.array(NAMES)[codes],
    "numpy objects": lambda codes: np.array(NAMES, dtype=object)[codes],
    "numpy integers": lambda codes: codes,
    "numpy floats": lambda codes: codes.astype(float),
    "list of integers": lambda codes: codes.tolist(),
    "column of integers": lambda codes: codes[:, None],
    "series": lambda codes: pd.Series(np.array(NAMES)[codes]),
    "categorical series": lambda codes: pd.Series(np.array(NAMES)[codes], dtype="category"),
    "categorical": lambda codes: pd.Categorical(np.array(NAMES)[codes], categories=list(NAMES)),
    "frame of one column": lambda codes: pd.DataFrame({"label": np.array(NAMES)[codes]}),
    "arrow column": lambda codes: pa.array([NAMES[c] for c in codes]),
    "arrow views": lambda codes: pa.array([NAMES[c] for c in codes], pa.string_view()),
    "arrow dictionary": lambda codes: pa.array([NAMES[c] for c in codes]).dictionary_encode(),
}


def random_matrices(seed: int, documents: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Truth, decisions that are often right, and scores that go with the truth."""
    rng = np.random.default_rng(seed)
    true = rng.random((documents, 3)) < [0.6, 0.4, 0.2]
    said = np.where(rng.random(true.shape) < 0.7, true, ~true)
    # few distinct scores, so that some are equal
    return true, said, np.round(true * 0.3 + rng.random(true.shape), 1)


@settings(max_examples=60)
@given(
    st.sampled_from(sorted(MULTI_LABEL)),
    st.sampled_from(sorted(MULTI_LABEL)),
    st.integers(0, 2**32 - 1),
    st.integers(5, 40),
)
def test_every_kind_of_multi_label_arrays_gives_scikit_learns_numbers(
    kind: str, other: str, seed: int, documents: int
) -> None:
    true, assigned, scores = random_matrices(seed, documents)
    review = be.from_arrays(
        MULTI_LABEL[kind](true), MULTI_LABEL[other](assigned), scores, classes=NAMES
    )
    e = be.evaluate(review)
    assert e.classes == NAMES
    for average in ("micro", "macro", "samples"):
        expected = sk.precision_recall_fscore_support(
            true, assigned, average=average, zero_division=0
        )[:3]
        if average == "micro":
            # 0/0 is NaN here and 0 there
            values = [np.nan_to_num(e.micro()[m]) for m in ("precision", "recall", "f")]
        else:
            averages = (
                e.macro(undefined="zero")
                if average == "macro"
                else e.per_document(undefined="zero")
            )
            values = [averages[m].value for m in ("precision", "recall", "f")]
        assert_allclose(values, expected)
    tn, fp, fn, tp = sk.multilabel_confusion_matrix(true, assigned).reshape(-1, 4).T
    for cell, expected in zip(("tn", "fp", "fn", "tp"), (tn, fp, fn, tp), strict=True):
        assert_array_equal(getattr(e.tables, cell), expected)
    for c in np.flatnonzero(true.any(axis=0)):
        expected = sk.average_precision_score(true[:, c], scores[:, c])
        assert_allclose(e.scored.average_precisions[c], expected)


@settings(max_examples=60)
@given(
    st.sampled_from(sorted(SINGLE_LABEL)),
    st.sampled_from(sorted(SINGLE_LABEL)),
    st.integers(0, 2**32 - 1),
    st.integers(3, 40),
)
def test_every_kind_of_single_label_arrays_gives_scikit_learns_numbers(
    kind: str, other: str, seed: int, documents: int
) -> None:
    rng = np.random.default_rng(seed)
    true, said = rng.integers(0, 3, (2, documents))
    review = be.from_arrays(SINGLE_LABEL[kind](true), SINGLE_LABEL[other](said), classes=NAMES)
    assert review.truth.task == "single-label"
    e = be.evaluate(review)
    expected = sk.f1_score(true, said, labels=[0, 1, 2], average=None, zero_division=np.nan)
    assert_allclose(e.frame()["f"], expected)
    assert_allclose(e.micro()["f"], sk.accuracy_score(true, said))
    matrix = sk.confusion_matrix(true, said, labels=[0, 1, 2])
    assert_array_equal(between_classes(e.confusion), matrix)


@settings(max_examples=30)
@given(st.integers(0, 2**32 - 1), st.integers(5, 40))
def test_weights_count_as_in_scikit_learn(seed: int, documents: int) -> None:
    true, said, scores = random_matrices(seed, documents)
    weights = np.random.default_rng(seed).random(documents) * 3
    e = be.evaluate(be.from_arrays(true, said, scores, classes=NAMES, sample_weight=weights))
    expected = sk.f1_score(true, said, average=None, zero_division=np.nan, sample_weight=weights)
    assert_allclose(e.frame()["f"], expected)
    expected = sk.f1_score(true, said, average="micro", sample_weight=weights)
    assert_allclose(np.nan_to_num(e.micro()["f"]), expected)
    for c in np.flatnonzero(true.any(axis=0)):
        expected = sk.average_precision_score(true[:, c], scores[:, c], sample_weight=weights)
        assert_allclose(e.scored.average_precisions[c], expected)


def test_labels_that_occur_are_the_classes_sorted_numbers_by_value() -> None:
    assert be.from_arrays([10, 9, 2], [2, 9, 1]).truth.classes == ("1", "2", "9", "10")
    assert be.from_arrays(["b", "a"], ["c", "a"]).truth.classes == ("a", "b", "c")
    assert be.from_arrays([True, False], [True, True]).truth.classes == ("0", "1")
    unnamed = be.from_arrays(np.eye(2), np.eye(2))
    assert unnamed.truth.classes == ("0", "1")
    two = frame_of(np.eye(3))[["wheat", "corn"]]
    assert be.from_arrays(two, np.eye(3)[:, :2]).truth.classes == ("wheat", "corn")
    assert be.from_arrays(two, ["wheat", "oat", "corn"]).truth.classes == ("corn", "oat", "wheat")


def test_names_are_kept_exactly_as_written() -> None:
    names = ["NA", "01", " x ", "nan", "<b>", "=1+1"]
    assert set(be.from_arrays(names, names).truth.classes) == set(names)


def test_a_missing_label_is_no_class_and_nan_in_a_matrix_is_not_judged() -> None:
    none = be.from_arrays(["a", None, "b"], pd.Series(["a", pd.NA, "b"], dtype="string"))
    assert_array_equal(none.truth.labels_per_document, [1, 0, 1])
    assert none.truth.unjudged is None
    # judged: three of the pairs of the first class, two of the second
    true = np.array([[1, 0], [0, np.nan], [np.nan, 1]])
    review = be.from_arrays(true, np.ones((3, 2)), classes=["a", "b"])
    assert_array_equal(be.evaluate(review).tables.total, [2, 2])
    assert_array_equal(be.evaluate(review).tables.tp, [1, 1])


def test_nobody_needs_to_have_labelled() -> None:
    review = be.from_arrays(None, y_score=[[0.2, 0.7]], classes=["a", "b"])
    assert review.truth.labels is None
    with pytest.raises(ValueError, match="without truth"):
        be.evaluate(review)


SCORES: dict[str, Callable[[np.ndarray], Any]] = {
    "numpy": lambda s: s,
    "lists": lambda s: s.tolist(),
    "frame": lambda s: pd.DataFrame(s, columns=list(NAMES)),
    "frame in another order": lambda s: pd.DataFrame(s, columns=list(NAMES))[
        ["wheat", "corn", "grain"]
    ],
    "arrow table": lambda s: pa.table({name: s[:, c] for c, name in enumerate(NAMES)}),
    "mapping": lambda s: {NAMES[c]: s[:, c] for c in (2, 0, 1)},
    "dictionaries of label and score": lambda s: [
        [{"label": NAMES[c], "score": row[c]} for c in (1, 0, 2)] for row in s.tolist()
    ],
}


@pytest.mark.parametrize("kind", SCORES)
def test_scores_of_every_kind_are_matched_to_their_classes(kind: str) -> None:
    true, said, scores = random_matrices(3, 30)
    review = be.from_arrays(frame_of(true), frame_of(said), SCORES[kind](scores))
    assert review.truth.classes == NAMES
    assert_array_equal(review.predictions[0].scores, scores.T)


def test_single_precision_scores_stay_so() -> None:
    scores = np.random.default_rng(0).random((5, 2), dtype=np.float32)
    review = be.from_arrays(np.eye(5)[:, :2], y_score=scores)
    assert review.predictions[0].scores.dtype == np.float32


def test_classes_without_scores_are_never_assigned_by_score() -> None:
    # the only top class of each document, as pipelines give it
    listed_scores = [
        {"label": "a", "score": 0.9},
        {"label": "b", "score": 0.8},
        {"label": "a", "score": 0.0},
    ]
    review = be.from_arrays(["a", "b", "b"], y_score=listed_scores)
    scores = review.predictions[0].scores
    assert sparse.issparse(scores)
    assert scores.nnz == 3  # a score of 0 is a score
    dense = be.from_arrays(["a", "b", "c"], y_score={"a": [1, 0, 0], "c": [0, 0, 1]})
    e = be.evaluate(dense, cut=0.5)
    assert_array_equal(e.frame()["fn"], [0, 1, 0])
    listed = be.from_arrays(np.eye(2), y_score=sparse.csr_array([[0.5, 0.0], [0.0, 0.25]]))
    assert listed.predictions[0].scores.nnz == 2


@pytest.mark.parametrize(
    ("labels", "positive", "argument"),
    [
        ((0, 1), 1, None),
        ((False, True), True, None),
        ((-1, 1), 1, None),
        (("ham", "spam"), "spam", "spam"),
    ],
)
def test_one_score_a_document_is_for_the_positive_class(
    labels: tuple[Any, Any], positive: Any, argument: Any
) -> None:
    rng = np.random.default_rng(1)
    true, called = np.array(labels)[rng.integers(0, 2, (2, 50))]
    scores = np.round(rng.random(50), 1)
    e = be.evaluate(be.from_arrays(true, called, scores, pos_label=argument))
    assert e.classes == (str(int(positive)) if argument is None else argument,)
    assert_allclose(e.micro()["f"], sk.f1_score(true, called, pos_label=positive))
    expected = sk.average_precision_score(true, scores, pos_label=positive)
    assert_allclose(e.scored.average_precisions, [expected])


def test_pos_label_takes_its_column_of_a_matrix_with_two() -> None:
    true = ["ham", "spam", "spam"]
    review = be.from_arrays(true, y_score=[[0.9, 0.1], [0.2, 0.8], [0.7, 0.3]], pos_label="spam")
    assert review.truth.classes == ("spam",)
    assert_array_equal(review.predictions[0].scores, [[0.1, 0.8, 0.3]])


def test_documents_bring_ids_splits_texts_weights_groups_and_columns() -> None:
    review = be.from_arrays(
        ["a", "b", "a"],
        ["a", "a", "a"],
        ids=[7, 8, 9],
        split=["Train", "test", None],
        text=["one", "two", None],
        sample_weight=[1, 2.5, 0],
        groups=["x", None, "x"],
        columns={"year": [2001, 2002, 2003], "source": pd.Series(["p", "q", None])},
        system="svm",
        name="mine",
    )
    truth = review.truth
    assert truth.documents is not None
    assert truth.documents.tolist() == ["7", "8", "9"]
    assert truth.splits == ("train", "test")
    assert truth.split_of.tolist() == [0, 1, -1]
    assert truth.columns["text"].tolist() == ["one", "two", ""]
    assert truth.text_column == "text"
    assert truth.weights is not None
    assert truth.weights.tolist() == [1, 2.5, 0]
    assert truth.clusters is not None
    assert truth.clusters.tolist() == [0, 1, 0]
    assert truth.columns["year"].tolist() == [2001, 2002, 2003]
    assert truth.columns["source"].tolist() == ["p", "q", ""]
    assert (review.name, review.predictions[0].system) == ("mine", "svm")
    assert be.from_arrays(["a"], ["a"], split="dev").truth.splits == ("dev",)


def test_the_same_data_from_a_file_gives_the_same_review(tmp_path: Path) -> None:
    true, assigned, scores = random_matrices(11, 60)
    columns: dict[str, Any] = {"id": range(60), "true": ["|".join(row) for row in sets_of(true)]}
    columns |= {"predicted": ["|".join(row) for row in sets_of(assigned)]}
    columns |= {f"score:{name}": scores[:, c] for c, name in enumerate(NAMES)}
    columns |= {"split": ["dev", "test"] * 30}
    path = tmp_path / "system.csv"
    pd.DataFrame(columns).to_csv(path, index=False)
    from_file = be.read(path)
    in_memory = be.from_arrays(
        sets_of(true),
        sets_of(assigned),
        scores,
        ids=range(60),
        split=["dev", "test"] * 30,
        name="system",
    )
    assert be.evaluate(from_file).to_dict() == be.evaluate(in_memory).to_dict()
    assert be.evaluate(in_memory).documents == 30
    tuned = [be.evaluate(r, cut=be.Cut("f", split="dev")) for r in (from_file, in_memory)]
    assert tuned[0].to_markdown() == tuned[1].to_markdown()


def test_the_fingerprint_is_that_of_all_that_was_given() -> None:
    def fingerprint(**more: Any) -> str:
        given: dict[str, Any] = {
            "y_true": ["a", "b"],
            "y_pred": ["a", "a"],
            "y_score": np.eye(2),
        } | more
        return be.from_arrays(**given).fingerprint

    assert fingerprint() == fingerprint()
    changes: list[dict[str, Any]] = [
        {"y_true": ["b", "b"]},
        {"y_pred": ["a", "b"]},
        {"y_score": np.eye(2) / 2},
        {"classes": ["b", "a"]},
        {"ids": ["x", "y"]},
        {"split": "test"},
        {"text": ["one", "two"]},
        {"text": ["one", "other"]},
        {"sample_weight": [1, 2]},
        {"groups": [1, 1]},
        {"columns": {"year": [1, 2]}},
        {"columns": {"year": [1, 3]}},
        {"system": "other"},
        {"probabilities": True},
    ]
    assert len({fingerprint(**change) for change in changes} | {fingerprint()}) == 15


def test_a_polars_frame_is_read_by_its_interface() -> None:
    polars = pytest.importorskip("polars")
    true, said, scores = random_matrices(5, 20)
    review = be.from_arrays(
        polars.DataFrame(frame_of(true)),
        polars.Series(sets_of(said)),
        polars.DataFrame({name: scores[:, c] for c, name in enumerate(NAMES)}),
    )
    assert review.truth.labels is not None
    assert_array_equal(review.truth.labels.toarray(), true)
    assert_array_equal(review.predictions[0].scores, scores.T)


def test_an_id_may_be_in_two_splits_as_in_files(tmp_path: Path) -> None:
    columns = {"id": ["x", "y", "x"], "split": ["train", "train", "test"], "true": list("aba")}
    review = be.from_arrays(columns["true"], list("abb"), ids=columns["id"], split=columns["split"])
    file = tmp_path / "rows.csv"
    pd.DataFrame(columns | {"predicted": list("abb")}).to_csv(file, index=False)
    read = be.read(file)
    assert list(not_none(review.truth.documents)) == list(not_none(read.truth.documents))
    ours, theirs = ({f.code: f.documents.tolist() for f in be.check(of)} for of in (review, read))
    assert ours["leak.same-id"] == theirs["leak.same-id"] == [0, 2]


def test_documents_without_a_group_are_each_a_group_of_their_own() -> None:
    true = ["a", "b", "a", "b", "a"]
    truth = be.from_arrays(true, true, groups=["x", None, "x", None, float("nan")]).truth
    first, *others = not_none(truth.clusters).tolist()
    assert others[1] == first
    assert len({first, others[0], others[2], others[3]}) == 4
