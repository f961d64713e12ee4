"""What one system said of documents."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from breakeven.records.answered import Answered
from breakeven.records.truth import Truth
from metrics.incidence import Scores, scores_at
from metrics.typing import Array


@dataclass(frozen=True)
class Predictions:
    """What one system said.

    `rows`: indices into the truth's documents, ascending, shape (m,): the ones it spoke of.
    `scores`: (k, m), class-major, in the precision they came in; or csr (k, m) when only some
    classes are listed per document (an explicit 0 is a score, an absent pair is none and is
    never assigned); or None.
    `decisions`: boolean csc (m, k), the file's own, or None.
    `probabilities`: the user's word that the scores are probabilities.
    `answered`: its answers, where it is a language model that gave such; else None.
    `version`, `version_of`: the earlier version that said so, and the own system it stands beside.
    """

    system: str
    rows: Array
    scores: Scores = None
    decisions: sparse.csc_array | None = None
    probabilities: bool = False
    answered: Answered | None = None
    version: int | None = None
    version_of: str = ""

    @property
    def m(self) -> int:
        """How many documents the system spoke of."""
        return len(self.rows)

    def positions_in(self, truth: Truth, split: str | None) -> Array:
        """Which of the system's own documents a split holds, ascending; all of them for None."""
        if split is None:
            return np.arange(self.m)
        return np.flatnonzero(truth.split_of[self.rows] == truth.splits.index(split))

    def take(self, positions: Array) -> Predictions:
        """What was said of the documents at these of its positions, ascending."""
        if len(positions) == self.m:
            return self
        scores, decisions = self.scores, self.decisions
        return replace(
            self,
            rows=self.rows[positions],
            scores=None if scores is None else scores_at(scores, positions),
            decisions=None if decisions is None else sparse.csc_array(decisions[positions]),
            answered=None if self.answered is None else self.answered.take(positions),
        )
