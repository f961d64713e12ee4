"""Documents with the probability of every class: what can be summed, and why some scores cannot."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, Protocol

import numpy as np
from scipy import sparse

from breakeven.records import Predictions, Truth
from metrics.effective import cluster_weights
from metrics.incidence import Scores, mask_of, scores_of_class
from metrics.typing import Array

# how far from 1 a document's probabilities may add up when they were written with few digits
SUM_TOLERANCE = 1e-3


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
            "no scores": f"{self.system} gives decisions and no scores",
            "outside": f"the scores of {self.system} are no probabilities: {ends}",
            "undeclared": f"nobody has said that the scores of {self.system} are probabilities: "
            f"{ends}, but scores between 0 and 1 need not be chances",
        }[self.why]


def why_not_probabilities(predictions: Predictions) -> NotProbabilities | None:
    """Why nothing can be expected of these scores; None where they are probabilities."""
    if predictions.scores is None:
        return NotProbabilities(predictions.system, "no scores")
    if predictions.probabilities:
        return None
    scores = predictions.scores
    values = scores.data if sparse.issparse(scores) else scores
    if not values.size:
        return NotProbabilities(predictions.system, "undeclared")
    low, high = float(values.min()), float(values.max())
    why: Literal["outside", "undeclared"] = "outside" if low < 0 or high > 1 else "undeclared"
    return NotProbabilities(predictions.system, why, low, high)


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
    """

    classes: tuple[str, ...]
    scores: Scores
    assigned: sparse.csc_array
    recalibration: Recalibrated | None = None
    without: sparse.csc_array | None = None
    weights: Array | None = None
    clusters: Array | None = None

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
        """Whether every document's probabilities add up to 1, to a thousandth.

        Then classes exclude each other, and pairs of one document are not independent.
        """
        if sparse.issparse(self.scores) or self.recalibration is not None or not self.documents:
            return False
        # the first documents almost always settle it
        for part in (self.scores[:, :1000], self.scores):
            if np.abs(np.sum(part, axis=0, dtype=float) - 1).max() > SUM_TOLERANCE:
                return False
        return True

    def _probabilities(self, c: int, listed: Array) -> Array:
        if self.recalibration is None:
            return np.asarray(listed, dtype=float)
        return self.recalibration.of_class(c, listed)

    def positions(self, c: int) -> Array:
        """The documents of a class that are not left out."""
        if self.without is None:
            return np.arange(self.documents)
        return np.flatnonzero(~mask_of(self.without, c))

    def of_class(self, c: int) -> tuple[Array, Array]:
        """Probabilities and decisions of the documents of a class that are not left out."""
        if sparse.issparse(self.scores):
            listed, scores = scores_of_class(self.scores, c)
            p = np.zeros(self.documents)
            p[listed] = self._probabilities(c, scores)
        else:
            p = self._probabilities(c, self.scores[c])
        calls = mask_of(self.assigned, c)
        if self.without is None:
            return p, calls
        at = self.positions(c)
        return p[at], calls[at]

    def sampled_at(self, positions: Array) -> sparse.csr_array | None:
        """The weights of some documents in the rows of their clusters, csr (clusters, documents).

        None where documents have neither.
        """
        if self.weights is None and self.clusters is None:
            return None
        own = None if self.weights is None else self.weights[positions]
        together = None if self.clusters is None else self.clusters[positions]
        return cluster_weights(len(positions), own, together)

    def weights_of(self, c: int) -> Array | None:
        """The weights of those documents; None where all count 1."""
        return None if self.weights is None else self.weights[self.positions(c)]

    def at(self, positions: Array) -> tuple[Array, sparse.csc_array]:
        """Probabilities (classes, documents) and decisions, csc, of some documents."""
        part = replace(
            self, scores=self.scores[:, positions], without=None, weights=None, clusters=None
        )
        part = replace(part, assigned=sparse.csc_array(self.assigned[positions]))
        return np.array([part.of_class(c)[0] for c in range(len(self.classes))]), part.assigned
