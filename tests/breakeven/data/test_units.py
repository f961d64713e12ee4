"""Documents that stay together, and the five parts made of them: the same for the same data."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from breakeven.data.records import Truth
from breakeven.data.units import (
    FOLDS,
    OFTEN,
    OFTEN_SHARE,
    documents_together,
    folds_of,
    is_often,
)
from metrics.typing import Array

LONG = "one two three four five six seven eight nine ten " * 3
RANDOM = np.random.default_rng(8)


def truth(labels: Array, **more: object) -> Truth:
    n = len(labels)
    ids = np.array([f"doc {i}" for i in range(n)], dtype=object)
    names = tuple(f"c{c}" for c in range(labels.shape[1]))
    return Truth(ids, names, sparse.csc_array(labels), (), np.full(n, -1), **more)  # type: ignore[arg-type]


def test_every_class_and_all_documents_are_spread_evenly() -> None:
    labels = RANDOM.random((1_000, 6)) < np.array([0.005, 0.01, 0.05, 0.1, 0.2, 0.5])
    part = folds_of(truth(labels), np.arange(1_000))
    assert np.bincount(part).tolist() == [200] * FOLDS
    for c in range(6):
        held = np.bincount(part[labels[:, c]], minlength=FOLDS)
        # the rarest are dealt out in turn; others follow within what chance would give
        assert held.max() - held.min() <= 1 + 3 * np.sqrt(labels[:, c].sum() / FOLDS)
    rare = np.bincount(part[labels[:, 0]], minlength=FOLDS)
    assert rare.max() - rare.min() <= 1


def test_clusters_and_what_joins_their_texts_stay_in_one_part() -> None:
    labels = RANDOM.random((60, 2)) < 0.4
    clusters = np.arange(60) // 2
    texts = np.array([f"{LONG} text number {i} of its own {i * i} {i + 7}" for i in range(60)])
    words = [f"w{i}" for i in range(40)]
    texts = np.array([" ".join(RANDOM.permutation(words)) for _ in range(60)], dtype=object)
    # documents 10 and 31 are nearly equal, and their clusters hang together by them
    texts[31] = texts[10] + " more"
    made = truth(labels, clusters=clusters, columns={"text": texts}, text_column="text")
    part = folds_of(made, np.arange(60))
    assert (part[::2] == part[1::2]).all()
    assert len({*part[[10, 11, 30, 31]].tolist()}) == 1
    alone = documents_together(made, 20, near=False)
    assert len(np.unique(alone)) == 60


def test_rows_in_another_order_get_the_same_parts() -> None:
    labels = RANDOM.random((300, 4)) < np.array([0.02, 0.1, 0.3, 0.5])
    order = RANDOM.permutation(300)
    made = truth(labels)
    assert made.ids is not None
    turned = Truth(
        np.asarray(made.ids)[order], made.classes, sparse.csc_array(labels[order]), (),
        np.full(300, -1),
    )  # fmt: skip
    rows = np.arange(300)
    assert (folds_of(made, rows)[order] == folds_of(turned, rows)).all()
    assert (folds_of(made, rows) == folds_of(made, rows)).all()


def test_parts_are_of_the_rows_asked_for() -> None:
    labels = RANDOM.random((100, 3)) < 0.3
    rows = np.arange(20, 70)
    assert np.bincount(folds_of(truth(labels), rows)).tolist() == [10] * FOLDS
    assert len(folds_of(truth(labels), np.arange(0))) == 0


def test_a_text_stands_for_no_document_where_more_than_so_many_have_it() -> None:
    # of 40,000 documents a hundredth is 400, which is more than the least
    share = round(OFTEN_SHARE * 40_000)
    assert share > OFTEN
    codes = np.arange(40_000)
    codes[:share] = 0
    codes[1_000 : 1_000 + share + 1] = 1_000
    assert np.flatnonzero(is_often(codes)).tolist() == [*range(1_000, 1_000 + share + 1)]
    few = np.repeat([0, 1], [OFTEN, OFTEN + 1])
    assert is_often(few).tolist() == [False] * OFTEN + [True] * (OFTEN + 1)
