"""An evaluation counts what a loop over documents and classes counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from breakeven.analysis.evaluation.cut import Cut, decide
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.data.records import Predictions
from tests.made import evaluation_of, matrix_of, truth_of

CELLS = ("tp", "fp", "fn", "tn")


class Case:
    """Twelve documents, four classes, two splits, some pairs unjudged or without a score."""

    def __init__(self, seed: int, *, unjudged: bool, sparse_scores: bool) -> None:
        rng = np.random.default_rng(seed)
        n, k = 12, 4
        self.labels = rng.random((n, k)) < 0.4
        self.unjudged = (rng.random((n, k)) < 0.2) if unjudged else np.zeros((n, k), dtype=bool)
        self.labels &= ~self.unjudged
        self.split_of = rng.integers(0, 2, n)
        self.rows = np.sort(rng.choice(n, 9, replace=False))
        # few distinct scores, so that ties occur; an explicit 0 is a score
        self.scores = rng.integers(0, 4, (k, 9)) / 4
        self.listed = (rng.random((k, 9)) < 0.6) if sparse_scores else np.ones((k, 9), dtype=bool)
        given: object = self.scores
        if sparse_scores:
            positions = np.nonzero(self.listed)
            given = sparse.csr_array((self.scores[positions], positions), shape=(k, 9))
        self.truth = truth_of(
            self.labels,
            self.unjudged if unjudged else None,
            splits=("dev", "test"),
            split_of=self.split_of,
        )
        self.predictions = Predictions("s", self.rows, given)

    def evaluation(self, threshold: float = 0.5) -> Evaluation:
        part = score_split(self.truth, self.predictions, "test")
        return evaluate(self.predictions, part, "test", Cut("threshold", threshold))

    def pairs(self, threshold: float) -> Iterator[Any]:
        """(position, class, true, assigned, judged, score or None) of every pair in test."""
        position = 0
        for at, row in enumerate(self.rows):
            if self.split_of[row] != 1:
                continue
            for c in range(4):
                score = self.scores[c, at] if self.listed[c, at] else None
                assigned = score is not None and score >= threshold
                yield position, c, self.labels[row, c], assigned, not self.unjudged[row, c], score
            position += 1


CASES = [
    pytest.param(Case(seed, unjudged=u, sparse_scores=s), id=f"{seed}-{u}-{s}")
    for seed in range(4)
    for u in (False, True)
    for s in (False, True)
]


def cell_of(true: bool, assigned: bool) -> str:
    return {(1, 1): "tp", (0, 1): "fp", (1, 0): "fn", (0, 0): "tn"}[int(true), int(assigned)]


@pytest.mark.parametrize("case", CASES)
def test_tables_per_class_and_per_document(case: Case) -> None:
    e = case.evaluation()
    by_class = {cell: np.zeros(4, dtype=int) for cell in CELLS}
    by_document = {cell: np.zeros(e.documents, dtype=int) for cell in CELLS}
    for position, c, true, assigned, judged, _ in case.pairs(0.5):
        if judged:
            by_class[cell_of(true, assigned)][c] += 1
            by_document[cell_of(true, assigned)][position] += 1
    for cell in CELLS:
        np.testing.assert_array_equal(getattr(e.tables, cell), by_class[cell])
        np.testing.assert_array_equal(getattr(e.document_tables, cell), by_document[cell])


@pytest.mark.parametrize("case", CASES)
def test_a_tally_gives_the_table_of_every_threshold(case: Case) -> None:
    e = case.evaluation()
    for threshold in (-1.0, 0.0, 0.25, 0.3, 0.75, 2.0):
        counted = {cell: np.zeros(4, dtype=int) for cell in CELLS}
        for _, c, true, assigned, judged, _ in case.pairs(threshold):
            if judged:
                counted[cell_of(true, assigned)][c] += 1
        at = e.scored.at_threshold(threshold)
        for cell in CELLS:
            np.testing.assert_array_equal(getattr(at, cell), counted[cell])


@pytest.mark.parametrize("case", CASES)
def test_documents_behind_every_number(case: Case) -> None:
    e = case.evaluation()
    behind: dict[tuple[int, str], list[int]] = {}
    missed: dict[int, set[int]] = {p: set() for p in range(e.documents)}
    extra: dict[int, set[int]] = {p: set() for p in range(e.documents)}
    for position, c, true, assigned, judged, _ in case.pairs(0.5):
        if not judged:
            continue
        cell = cell_of(true, assigned)
        behind.setdefault((c, cell), []).append(position)
        if cell == "fn":
            missed[position].add(c)
        if cell == "fp":
            extra[position].add(c)
    documents = range(e.documents)
    for c in range(4):
        for cell in ("tp", "fp", "fn"):
            assert e.documents_in_cell(c, cell).tolist() == behind.get((c, cell), [])
        assert e.documents_with(c, c).tolist() == behind.get((c, "tp"), [])
        for other in set(range(4)) - {c}:
            both = [p for p in documents if c in missed[p] and other in extra[p]]
            assert e.documents_with(c, other).tolist() == both
        unmatched = [p for p in documents if c in missed[p] and len(missed[p]) > len(extra[p])]
        assert e.documents_with(c, None).tolist() == unmatched
        spare = [p for p in documents if c in extra[p] and len(extra[p]) > len(missed[p])]
        assert e.documents_with(None, c).tolist() == spare


@pytest.mark.parametrize("case", CASES)
def test_the_margins_of_the_confusion_matrix_are_the_tables(case: Case) -> None:
    e = case.evaluation()
    table = e.confusion.table(e.documents)
    for cell in ("tp", "fp", "fn"):
        np.testing.assert_allclose(getattr(table, cell), getattr(e.tables, cell), atol=1e-12)
    # the cell weighs something exactly where documents are behind it
    counts = e.confusion.counts.toarray()
    names = [0, 1, 2, 3, None]
    for i, true in enumerate(names):
        for j, assigned in enumerate(names):
            if true is not None or assigned is not None:
                assert (counts[i, j] > 0) == (len(e.documents_with(true, assigned)) > 0)


def test_the_weights_of_missed_and_extra_classes_by_hand() -> None:
    # truth a, b; assigned c: one pair each of weight 1/2, and 1/2 of each missed to nothing
    e = evaluation_of(truth_of(matrix_of(["ab"], 3)), matrix_of(["c"], 3))
    np.testing.assert_allclose(
        e.confusion.counts.toarray(),
        np.array([[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 0, 0], [0, 0, 0, 0]]) / 2,
    )


@pytest.mark.parametrize("listed", [False, True])
def test_the_largest_score_takes_the_earlier_class_among_equals(listed: bool) -> None:
    scores = np.array([[0.2, 0.5, 0.0], [0.7, 0.5, 0.0], [0.7, 0.1, 0.0]])
    kept: object = scores
    expected = [[0, 1, 0], [1, 0, 0], [1, 0, 0]]
    if listed:  # the third document has no score at all: nothing is assigned
        at = np.nonzero(scores)
        kept = sparse.csr_array((scores[at], at), shape=scores.shape)
        expected[2] = [0, 0, 0]
    decided = decide(Predictions("s", np.arange(3), kept), Cut("largest"))
    np.testing.assert_array_equal(decided.toarray(), np.array(expected, dtype=bool))


def test_a_single_precision_score_is_compared_with_the_double_threshold() -> None:
    # 0.1 in single precision is 0.100000001490116...: at or above 0.1, below 0.10000001
    scores = np.array([[0.1, 0.2]], dtype=np.float32)
    truth = truth_of(np.array([[True], [False]]))
    predictions = Predictions("s", np.arange(2), scores)
    part = score_split(truth, predictions, None)
    for threshold, assigned in [(0.1, 2), (0.10000001, 1), (float(np.float32(0.1)), 2)]:
        decided = decide(predictions, Cut("threshold", threshold))
        assert decided.sum() == assigned
        assert part.at_threshold(threshold).assigned[0] == assigned
