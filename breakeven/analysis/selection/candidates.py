"""The documents that a filter is asked about, and what is known of them.

Tested in `test_where` and `test_facets`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.evaluation.merged_classes import folded_pairs, folded_truth
from breakeven.analysis.selection.data_errors import DataErrors
from breakeven.analysis.selection.errors import NoSystemError
from breakeven.data.corpus import Texts
from breakeven.data.hierarchy import Fold, Hierarchy
from breakeven.data.records import Predictions, Review, Truth
from metrics.incidence import Scores, count_per_document, judged
from metrics.merging.merge_gains import merge_classes
from metrics.typing import Array

if TYPE_CHECKING:  # few filters ask about doubtful labels, and what fits probabilities is slow
    from breakeven.analysis.label_errors.label_evidence import NoEvidence
    from breakeven.analysis.label_errors.suspected_labels import Doubts


@dataclass(frozen=True)
class FilterLookups:
    """What is found out about a review's documents, each when a term asks for it.

    `errors`: what is wrong with the data, with or without nearly equal texts. `texts`: the texts
    of all documents, asked for only where there are any. `output`: of a system of the review, by
    its name, what it said of the split that is looked at, and its decisions, boolean csc
    (its documents, k), by the cut that it has beside the system looked at. `doubts`: the labels of
    that split which are likely wrong, by the system looked at, or why nobody can say.
    """

    errors: Callable[[bool], DataErrors]
    texts: Callable[[], Texts]
    output: Callable[[str], tuple[Predictions, sparse.csc_array]]
    doubts: Callable[[], Doubts | NoEvidence]


@dataclass(frozen=True)
class CandidateDocuments:
    """The m documents that a filter is asked about, and what is known of them.

    `rows`: indices into the truth's documents, shape (m,). `labels`, `unjudged`: boolean csc
    (m, k), None as in Truth. `scores`: as in Predictions. `decide` gives the decisions, boolean
    csc (m, k); it is asked only when a term needs them, and never where the review has no system.
    `outcomes`: what answers come to, indices into OUTCOMES, shape (m,); None where the system gave
    none.
    """

    review: Review
    rows: Array
    labels: sparse.csc_array | None
    unjudged: sparse.csc_array | None
    scores: Scores
    decide: Callable[[], sparse.csc_array]
    lookups: FilterLookups
    outcomes: Array | None = None

    @property
    def truth(self) -> Truth:
        """What is known of all documents of the review."""
        return self.review.truth

    @cached_property
    def assigned(self) -> sparse.csc_array:
        """Boolean csc (m, k)."""
        return self.decide()

    @cached_property
    def hits(self) -> sparse.csc_array:
        """Judged pairs that are true and assigned, boolean csc (m, k); none without labels."""
        labels = (
            sparse.csc_array(self.assigned.shape, dtype=bool)
            if self.labels is None
            else self.labels
        )
        return judged(labels.multiply(self.assigned), self.unjudged)

    @cached_property
    def missed(self) -> Array:
        """How many judged classes of each document were missed, shape (m,)."""
        return count_per_document(judged(self.labels > self.assigned, self.unjudged))

    @cached_property
    def extra(self) -> Array:
        """How many judged classes of each document were assigned wrongly, shape (m,)."""
        return count_per_document(judged(self.assigned > self.labels, self.unjudged))

    @cached_property
    def true_classes(self) -> Array:
        """How many classes each document is judged to have, shape (m,)."""
        return count_per_document(judged(self.labels, self.unjudged))

    @cached_property
    def called_classes(self) -> Array:
        """How many classes each document was assigned, shape (m,)."""
        return count_per_document(self.assigned)

    def by(self, system: str) -> tuple[Array, CandidateDocuments]:
        """Those of them that another system spoke of, as it scored and decided them.

        Their positions in 0..m come first, ascending.
        """
        predictions, decisions = self.lookups.output(system)
        here = there = np.arange(len(self.rows))
        if not np.array_equal(self.rows, predictions.rows):
            _, here, there = np.intersect1d(
                self.rows, predictions.rows, assume_unique=True, return_indices=True
            )
        others = CandidateDocuments(
            self.review,
            self.rows[here],
            _of(self.labels, here),
            _of(self.unjudged, here),
            None if predictions.scores is None else predictions.scores[:, there],
            lambda: sparse.csc_array(decisions[there]),
            self.lookups,
            None if predictions.answered is None else predictions.answered.outcome[there],
        )
        return here, others

    def folded(self, hierarchy: Hierarchy, fold: Fold) -> CandidateDocuments:
        """The same documents with classes folded, which have no scores.

        ValueError where the hierarchy has no such node.
        """
        into = hierarchy.folded(fold)[1]
        labels, unjudged = folded_pairs(self.labels, self.unjudged, into)

        def output_of(system: str) -> tuple[Predictions, sparse.csc_array]:
            theirs, decisions = self.lookups.output(system)
            return replace(theirs, scores=None, decisions=None), merge_classes(decisions, into)

        # folded classes are folded no further
        truth = folded_truth(self.truth, hierarchy, fold)
        return CandidateDocuments(
            replace(self.review, truth=truth, hierarchy=None),
            self.rows,
            labels,
            unjudged,
            None,
            lambda: merge_classes(self.assigned, into),
            replace(self.lookups, output=output_of),
            self.outcomes,
        )


def _of(pairs: sparse.csc_array | None, positions: Array) -> sparse.csc_array | None:
    return None if pairs is None else sparse.csc_array(pairs[positions])


def candidates_of_evaluation(
    review: Review, evaluation: Evaluation, lookups: FilterLookups
) -> CandidateDocuments:
    """The documents of an evaluation; the filter's terms are about its system and decisions."""
    part = evaluation.scored
    predictions = next((p for p in review.predictions if p.system == evaluation.system), None)
    answered = None if predictions is None else predictions.answered
    return CandidateDocuments(
        review,
        part.rows,
        part.truth,
        part.unjudged,
        part.scores,
        lambda: evaluation.assigned,
        lookups,
        None if answered is None else answered.outcome[part.positions],
    )


def candidates_of_rows(review: Review, rows: Array, lookups: FilterLookups) -> CandidateDocuments:
    """These documents of a review without a system, labelled or not."""
    truth = review.truth

    def decide() -> sparse.csc_array:
        raise NoSystemError

    labels, unjudged = _of(truth.labels, rows), _of(truth.unjudged, rows)
    return CandidateDocuments(review, rows, labels, unjudged, None, decide, lookups)


def candidates_of_system(
    review: Review,
    predictions: Predictions,
    decide: Callable[[], sparse.csc_array],
    lookups: FilterLookups,
) -> CandidateDocuments:
    """The documents that a system spoke of, labelled or not."""
    truth, rows = review.truth, predictions.rows
    return CandidateDocuments(
        review,
        rows,
        _of(truth.labels, rows),
        _of(truth.unjudged, rows),
        predictions.scores,
        decide,
        lookups,
        None if predictions.answered is None else predictions.answered.outcome,
    )
