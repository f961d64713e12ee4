"""Documents with the probability of every class: what can be summed, and why some scores cannot.

Tested in `test_estimates` and `test_losses`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, Protocol

import numpy as np
from scipy import sparse

from breakeven.data.records import Predictions, Truth
from metrics.effective_size import cluster_weights
from metrics.incidence import Scores, mask_of, scores_at, scores_of_class
from metrics.measures import ratio
from metrics.typing import Array

# how far from 1 a document's probabilities may add up when they were written with few digits
SUM_TOLERANCE = 1e-3
# documents looked at in one go: the probabilities of a class stay in the processor's cache
AT_ONCE = 40_000


@dataclass(frozen=True)
class NotProbabilities:
    """Why what a system said cannot be added up; `low`, `high` are its scores' ends."""

    system: str
    why: Literal["no scores", "outside", "undeclared"]
    low: float = float("nan")
    high: float = float("nan")

    def __str__(self) -> str:
        ends = f"they run from {self.low:.6g} to {self.high:.6g}"
        return {
            "no scores": f"{self.system} gives predictions without scores",
            "outside": f"the scores of {self.system} are no probabilities: {ends}",
            "undeclared": f"it is not known whether the scores of {self.system} are "
            f"probabilities: {ends}, but scores between 0 and 1 need not be chances",
        }[self.why]


def why_not_probabilities(predictions: Predictions) -> NotProbabilities | None:
    """Why nothing can be expected of these scores; None where they are probabilities."""
    return why_not(predictions.system, predictions.scores, declared=predictions.probabilities)


def why_not(system: str, scores: Scores | None, *, declared: bool) -> NotProbabilities | None:
    """Why a system's scores are no probabilities; None where somebody `declared` that they are."""
    if scores is None:
        return NotProbabilities(system, "no scores")
    if declared:
        return None
    values = scores.data if sparse.issparse(scores) else scores
    if not values.size:
        return NotProbabilities(system, "undeclared")
    low, high = float(values.min()), float(values.max())
    why: Literal["outside", "undeclared"] = "outside" if low < 0 or high > 1 else "undeclared"
    return NotProbabilities(system, why, low, high)


def weights_at(truth: Truth, rows: Array) -> Array | None:
    """The weights of some documents of a truth; None where all count 1."""
    return None if truth.weights is None else truth.weights[rows]


class Recalibrated(Protocol):
    """Makes probabilities of one class's scores, shape as given."""

    def of_class(self, c: int, scores: Array) -> Array:
        """Probabilities in [0, 1] for the scores of class `c`, same shape."""


@dataclass(frozen=True)
class ClassProbabilities:
    """A system's documents with the probability of every class, and what was assigned.

    `scores`: (classes, documents), dense or csr; a pair that a csr leaves out counts as
    probability 0. `assigned`: boolean csc (documents, classes). `recalibration` makes the
    probabilities of the scores; None takes them as they are. `without`: boolean csc of pairs
    to leave out, None for none. `weights`: how much each document counts, None where all count 1;
    `clusters`: codes of the groups they were drawn in, None where each was drawn alone.
    `one_each`: whether every document is known to have exactly one class, None where nobody knows.
    """

    classes: tuple[str, ...]
    scores: Scores
    assigned: sparse.csc_array
    recalibration: Recalibrated | None = None
    without: sparse.csc_array | None = None
    weights: Array | None = None
    clusters: Array | None = None
    one_each: bool | None = None

    @property
    def documents(self) -> int:
        """How many documents there are, with and without probabilities."""
        return int(self.scores.shape[1])

    @property
    def unlisted(self) -> int:
        """Pairs that have no score and count as probability 0."""
        if not sparse.issparse(self.scores):
            return 0
        return int(np.prod(self.scores.shape)) - int(self.scores.nnz)

    @cached_property
    def exclusive(self) -> bool:
        """Whether there are several classes, of which every document has exactly one.

        As the labels say (`one_each`); where they say nothing, whether every document's
        probabilities add up to 1, to a thousandth. Pairs of one document are not independent then.
        """
        if len(self.classes) < 2 or not self.documents:
            return False
        if self.one_each is not None:
            return self.one_each
        if sparse.issparse(self.scores) or self.recalibration is not None:
            return False
        # the first documents almost always settle it
        for part in (self.scores[:, :1000], self.scores):
            if np.abs(np.sum(part, axis=0, dtype=float) - 1).max() > SUM_TOLERANCE:
                return False
        return True

    @cached_property
    def mass(self) -> Array:
        """What the probabilities of each document add up to over all classes, (documents,)."""
        return np.ones(self.documents) if self._scaled else self._unscaled

    @cached_property
    def _unscaled(self) -> Array:
        total = np.zeros(self.documents)
        for c in range(len(self.classes)):
            at, p = self._listed(c)
            total[at] += p
        return total

    @property
    def _scaled(self) -> bool:
        """Fitted class by class, and then to add up to 1."""
        return self.recalibration is not None and self.exclusive

    def _listed(self, c: int) -> tuple[Array, Array]:
        """The documents that have a score for a class, and its probabilities, not scaled."""
        at, scores = scores_of_class(self.scores, c)
        if self.recalibration is None:
            return at, np.asarray(scores, dtype=float)
        return at, self.recalibration.of_class(c, scores)

    def positions(self, c: int) -> Array:
        """The documents of a class that are not left out."""
        if self.without is None:
            return np.arange(self.documents)
        return np.flatnonzero(~mask_of(self.without, c))

    def of_class(self, c: int) -> tuple[Array, Array]:
        """Probabilities and decisions of the documents of a class that are not left out."""
        listed, p = self._listed(c)
        if sparse.issparse(self.scores):
            listed_p, p = p, np.zeros(self.documents)
            p[listed] = listed_p
        if self._scaled:
            p = np.nan_to_num(ratio(p, self._unscaled))
        calls = mask_of(self.assigned, c)
        if self.without is None:
            return p, calls
        positions = self.positions(c)
        return p[positions], calls[positions]

    def sampled_at(self, positions: Array) -> sparse.csr_array | None:
        """The weights of some documents in the rows of their clusters, csr (clusters, documents).

        None where documents have neither.
        """
        if self.weights is None and self.clusters is None:
            return None
        own = None if self.weights is None else self.weights[positions]
        together = None if self.clusters is None else self.clusters[positions]
        return cluster_weights(len(positions), own, together)

    def with_all_pairs(self) -> ClassProbabilities:
        """The same with nothing left out."""
        return replace(self, without=None)

    def weights_of(self, c: int) -> Array | None:
        """The weights of those documents; None where all count 1."""
        return None if self.weights is None else self.weights[self.positions(c)]

    def clusters_of(self, c: int) -> Array | None:
        """The clusters of those documents; None where each was drawn alone."""
        return None if self.clusters is None else self.clusters[self.positions(c)]

    def part(self, positions: Array) -> ClassProbabilities:
        """The same of some documents, with what is left out of them."""
        without = self.without
        left_out = None if without is None else sparse.csc_array(without[positions])
        return replace(self.take(positions), without=left_out)

    def parts(self) -> list[ClassProbabilities]:
        """The same documents in their order, few at a time.

        In one where only some pairs have a score: documents are not found quickly there.
        """
        few = max(1, self.documents if sparse.issparse(self.scores) else AT_ONCE)
        every = np.arange(self.documents)
        return [self.part(every[a : a + few]) for a in range(0, self.documents, few)]

    def take(self, positions: Array) -> ClassProbabilities:
        """The same of some documents, with all their pairs."""
        return replace(
            self,
            scores=scores_at(self.scores, positions),
            assigned=sparse.csc_array(self.assigned[positions]),
            without=None,
            weights=None if self.weights is None else self.weights[positions],
            clusters=None if self.clusters is None else self.clusters[positions],
            one_each=self.exclusive,
        )

    def probabilities_at(self, positions: Array) -> tuple[Array, sparse.csc_array]:
        """Probabilities (classes, documents) and decisions, csc, of some documents."""
        part = self.take(positions)
        return np.array([part.of_class(c)[0] for c in range(len(self.classes))]), part.assigned


def class_probabilities(
    truth: Truth,
    predictions: Predictions,
    assigned: sparse.csc_array,
    recalibration: Recalibrated | None = None,
) -> ClassProbabilities:
    """What a system said of its documents, with their weights, clusters, and kind of task.

    `predictions` of the documents to estimate for, `assigned` boolean csc (documents, classes).
    """
    return ClassProbabilities(
        truth.classes,
        predictions.scores,
        assigned,
        recalibration,
        weights=weights_at(truth, predictions.rows),
        clusters=None if truth.clusters is None else truth.clusters[predictions.rows],
        one_each=_one_each(truth),
    )


def _one_each(truth: Truth) -> bool | None:
    """What the labels say of every document having exactly one class; None for nothing.

    A document without a class may not have been labelled yet, so only one with several denies it.
    """
    if truth.labels is None:
        return None
    if truth.task == "single-label":
        return True
    return False if np.any(truth.labels_per_document > 1) else None
