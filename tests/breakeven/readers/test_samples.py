"""The samples hold what their sources publish."""

from __future__ import annotations

import numpy as np
import pytest

from breakeven.data.records import Review
from breakeven.readers.base.proposal import Proposal
from breakeven.readers.build import read_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.hierarchy import read_hierarchy
from breakeven.readers.opening import open_tables
from breakeven.readers.sample_files import REUTERS_SYSTEMS
from breakeven.readers.samples import SAMPLES, load_sample
from metrics.tallies import count_decisions
from tests.made import not_none
from tests.paths import ROOT

SAMPLE_DATA = ROOT / "sample_data"


@pytest.fixture(scope="module")
def reuters() -> Review:
    return load_sample("reuters")


@pytest.fixture(scope="module")
def r8() -> Review:
    return load_sample("r8")


def test_keys_and_titles() -> None:
    assert dict(SAMPLES) == {"reuters": "Reuters-21578, ModApte", "r8": "R8"}
    with pytest.raises(KeyError):
        load_sample("other")


def test_the_tree_of_topics_has_every_topic_but_one_somewhere(reuters: Review) -> None:
    path = SAMPLE_DATA / "topics_tree.csv"
    tree = not_none(load_sample("reuters", None, read_hierarchy(path.name, path)).hierarchy)
    rows = [line.split(",") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    children = {child for _, child in rows}
    assert set(reuters.truth.classes) - children == {"ship"}
    assert (tree.depth, tree.parents.sum()) == (3, len(rows))
    assert [c for c in children if sum(child == c for _, child in rows) > 1] == ["copra-cake"]


def test_reuters_documents_and_classes(reuters: Review) -> None:
    truth = reuters.truth
    assert truth.task == "multi-label"
    assert truth.n == 12_902
    assert len(truth.classes) == 90
    assert truth.splits == ("train", "dev", "test")
    # documents, those without any class, assignments: the collection's published split
    expected = {"train": (7682, 1432, 7669), "dev": (1921, 401, 1916), "test": (3299, 280, 3744)}
    for split, counts in expected.items():
        rows = truth.in_split(split)
        each = truth.labels_per_document[rows]
        assert (len(rows), int(np.sum(each == 0)), int(each.sum())) == counts
    assert truth.labels_per_document.max() == 15
    assert list(truth.columns) == ["title", "date", "n_words"]
    assert truth.text_column == "title"
    assert np.sum(truth.columns["title"] == "") == 68
    assert truth.columns["n_words"].dtype.kind == "i"


def test_reuters_class_sizes(reuters: Review) -> None:
    # ModApte, 9,603 training documents (train and dev here) and 3,299 test documents
    published = {
        "earn": (2877, 1087), "acq": (1650, 719), "money-fx": (538, 179), "grain": (433, 149),
        "crude": (389, 189), "trade": (369, 117), "interest": (347, 131), "ship": (197, 89),
        "wheat": (212, 71), "corn": (181, 56),
    }  # fmt: skip
    truth = reuters.truth
    test = truth.split_of == truth.splits.index("test")
    for name, (train_size, test_size) in published.items():
        has = not_none(truth.labels)[:, [truth.classes.index(name)]].toarray().ravel()
        assert (int(has[~test].sum()), int(has[test].sum())) == (train_size, test_size)


def test_reuters_systems(reuters: Review) -> None:
    # true positives, false positives, false negatives on test, as measured when they were made
    expected = {
        "nb": (2918, 860, 826), "rocchio": (3009, 894, 735), "knn": (3033, 667, 711),
        "tree": (2971, 600, 773), "svm": (3200, 477, 544), "logreg": (3177, 526, 567),
    }  # fmt: skip
    truth = reuters.truth
    assert tuple(p.system for p in reuters.predictions) == tuple(expected) == REUTERS_SYSTEMS
    for system in reuters.predictions:
        assert system.m == 5220
        assert system.scores.shape == (90, 5220)
        assert system.scores.dtype == np.float32
        assert system.scores.flags.c_contiguous
        assert system.probabilities == (system.system == "logreg")
        chosen = truth.split_of[system.rows] == truth.splits.index("test")
        table = count_decisions(
            not_none(truth.labels)[system.rows[chosen]].tocsc(),
            not_none(system.decisions)[chosen].tocsc(),
        ).pooled()
        assert (int(table.tp), int(table.fp), int(table.fn)) == expected[system.system]


def test_reuters_decisions_are_the_scores_at_the_thresholds(reuters: Review) -> None:
    import csv

    with (SAMPLE_DATA / "thresholds.csv").open() as file:
        thresholds = {
            (row["system"], row["category"]): float(row["threshold"])
            for row in csv.DictReader(file)
        }
    for system in reuters.predictions:
        cut = np.array([thresholds[system.system, name] for name in reuters.truth.classes])
        at_least = system.scores.astype(float) >= cut[:, None]
        assert np.array_equal(at_least.T, not_none(system.decisions).toarray())


def test_the_reuters_files_are_recognised_unaided() -> None:
    names = ["truth.parquet", *(f"scores_{system}.parquet" for system in REUTERS_SYSTEMS)]
    proposal = propose(open_tables((name, SAMPLE_DATA / name) for name in names))
    truth, *systems = proposal.files
    assert (truth.role, truth.shape) == ("truth", "labels")
    assert truth.columns == {
        "doc_id": "id", "split": "split", "date": "slice", "topics": "truth",
        "title": "text", "n_words": "slice",
    }  # fmt: skip
    for file in systems:
        assert (file.role, file.shape) == ("predictions", "wide scores")
        assert len(file.classes) == 90
        assert not file.probabilities
    review = read_review([(name, SAMPLE_DATA / name) for name in names], Proposal(proposal.files))
    assert [len(p.rows) for p in review.predictions] == [5220] * 6


def test_r8(r8: Review) -> None:
    truth, (system,) = r8.truth, r8.predictions
    assert truth.task == "single-label"
    assert truth.classes == (
        "acq", "crude", "earn", "grain", "interest", "money-fx", "ship", "trade"
    )  # fmt: skip
    assert [len(truth.in_split(split)) for split in ("train", "test")] == [5485, 2190]
    assert system.scores is None
    assert truth.text_column == "title"
    # accuracy 96.6 % and 97.0 %
    for split, accuracy in (("train", 0.966), ("test", 0.970)):
        rows = truth.in_split(split)
        right = not_none(truth.labels)[rows].multiply(not_none(system.decisions)[rows]).sum() / len(
            rows
        )
        assert round(right, 3) == accuracy


def test_loading_twice_gives_one_fingerprint(reuters: Review, r8: Review) -> None:
    assert load_sample("reuters").fingerprint == reuters.fingerprint
    assert load_sample("r8").fingerprint == r8.fingerprint != reuters.fingerprint
