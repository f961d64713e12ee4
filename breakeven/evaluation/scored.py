"""The scores of a split's documents beside the truth, and every curve of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from scipy import sparse

from breakeven.records import Predictions, Truth
from metrics.incidence import Scores, mask_of, members, scores_of_class
from metrics.ranking import curves, eleven_point
from metrics.ranking.break_even import BreakEven, break_even
from metrics.ranking.eleven_point import ElevenPoint
from metrics.tallies import ContingencyTable, ScoreTally, pooled_scores, tally_scores
from metrics.typing import Array


@dataclass(frozen=True)
class ScoredSplit:
    """The part of a system's scores that a split's documents have, and the truth beside them.

    `rows`: indices into the truth's documents, shape (m,). `truth`, `unjudged`: boolean csc
    (m, k). `scores`: (k, m) dense or csr, or None. `at`: positions of the rows among the
    system's own, shape (m,).
    """

    classes: tuple[str, ...]
    rows: Array
    at: Array
    truth: sparse.csc_array
    unjudged: sparse.csc_array | None
    scores: Scores

    @cached_property
    def tallies(self) -> tuple[ScoreTally, ...]:
        """One score tally per class; ValueError where the system has no scores."""
        if self.scores is None:
            raise ValueError("without scores there is no curve")
        return tuple(self._tally(c) for c in range(len(self.classes)))

    def _tally(self, c: int) -> ScoreTally:
        positive = members(self.truth, c)
        judged = None
        if self.unjudged is not None and len(members(self.unjudged, c)):
            judged = ~mask_of(self.unjudged, c)
            positive = positive[judged[positive]]
        if not sparse.issparse(self.scores):
            scores = self.scores[c]
            if judged is None:
                return tally_scores(scores, positive)
            return tally_scores(scores[judged], mask_of(self.truth, c)[judged])
        listed, scores = scores_of_class(self.scores, c)
        if judged is not None:
            listed, scores = listed[judged[listed]], scores[judged[listed]]
        documents = len(self.rows) if judged is None else int(judged.sum())
        hits = np.isin(listed, positive)
        return tally_scores(scores, hits, documents - len(scores), len(positive) - int(hits.sum()))

    @cached_property
    def break_even_points(self) -> tuple[BreakEven, ...]:
        """Where precision meets recall, one a class."""
        return tuple(break_even(t) for t in self.tallies)

    @cached_property
    def eleven_points(self) -> tuple[ElevenPoint, ...]:
        """Precision at the eleven levels of recall, one a class."""
        return tuple(eleven_point.eleven_point(t) for t in self.tallies)

    @cached_property
    def average_precisions(self) -> Array:
        """Shape (classes,), NaN without positives."""
        return np.array([curves.average_precision(t) for t in self.tallies])

    @cached_property
    def pooled(self) -> ScoreTally:
        """All document/class pairs as one list."""
        return pooled_scores(list(self.tallies))

    def take(self, positions: Array) -> ScoredSplit:
        """The part of it that these of its documents have: ascending positions in 0..m."""
        if len(positions) == len(self.rows):
            return self
        off = self.unjudged
        return replace(
            self,
            rows=self.rows[positions],
            at=self.at[positions],
            truth=sparse.csc_array(self.truth[positions]),
            unjudged=None if off is None else sparse.csc_array(off[positions]),
            scores=None if self.scores is None else self.scores[:, positions],
        )

    def at_threshold(self, threshold: Any) -> ContingencyTable:
        """The tables at one threshold, or at each class's own of shape (classes,)."""
        limits = np.broadcast_to(np.asarray(threshold, dtype=float), len(self.classes))
        tables = [t.at(limit) for t, limit in zip(self.tallies, limits, strict=True)]
        return ContingencyTable(
            *(np.array([getattr(t, cell) for t in tables]) for cell in ("tp", "fp", "fn", "tn"))
        )


def score_split(truth: Truth, predictions: Predictions, split: str | None) -> ScoredSplit:
    """What a system scored of a split; ValueError where nobody has labelled."""
    if truth.labels is None:
        raise ValueError("without truth nothing can be evaluated, only estimated")
    at = predictions.positions_in(truth, split)
    rows = predictions.rows[at]
    everything = len(rows) == truth.n
    scores = predictions.scores
    if scores is not None and len(at) < predictions.m:
        scores = scores[:, at]
    return ScoredSplit(
        truth.classes,
        rows,
        at,
        truth.labels if everything else sparse.csc_array(truth.labels[rows]),
        truth.unjudged
        if everything or truth.unjudged is None
        else sparse.csc_array(truth.unjudged[rows]),
        scores,
    )
