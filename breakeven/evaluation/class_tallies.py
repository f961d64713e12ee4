"""The score tally of each class, counted when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

import numpy as np
from scipy import sparse

from metrics.incidence import Scores, mask_of, members, scores_of_class
from metrics.ranking.pooled import Spans, in_any_order
from metrics.side_by_side import side_by_side
from metrics.tallies import ScoreTally, tally_scores
from metrics.typing import Array


@dataclass(frozen=True, eq=False)
class ClassTallies(Sequence[ScoreTally]):
    """One score tally a class, counted anew when it is asked for, until all are held.

    `scores`: (classes, m) dense, or csr. `truth`, `unjudged`: boolean csc (m, classes).
    `weights`: of the documents, shape (m,), or None.
    """

    scores: Scores
    truth: sparse.csc_array
    unjudged: sparse.csc_array | None
    weights: Array | None

    def __len__(self) -> int:
        return int(self.truth.shape[1])

    @overload
    def __getitem__(self, c: int) -> ScoreTally: ...
    @overload
    def __getitem__(self, c: slice) -> Sequence[ScoreTally]: ...
    def __getitem__(self, c: int | slice) -> ScoreTally | Sequence[ScoreTally]:
        if isinstance(c, slice):
            return [self[each] for each in range(*c.indices(len(self)))]
        c = range(len(self))[c]
        return self.held[c] if "held" in vars(self) else self._counted(c)

    @cached_property
    def held(self) -> tuple[ScoreTally, ...]:
        """All of them, which together are as large as the scores."""
        size = self.scores.nnz if sparse.issparse(self.scores) else self.scores.size
        return tuple(side_by_side(self._counted, len(self), size))

    def _counted(self, c: int) -> ScoreTally:
        if not sparse.issparse(self.scores) and not len(self._off(c)):
            return tally_scores(self.scores[c], members(self.truth, c), weights=self.weights)
        is_judged, is_positive = self._judged(c), mask_of(self.truth, c)
        listed, scores = scores_of_class(self.scores, c)
        listed, scores = listed[is_judged[listed]], scores[is_judged[listed]]
        rest = is_judged.copy()
        rest[listed] = False
        return tally_scores(
            scores,
            is_positive[listed],
            self._number(rest),
            self._number(rest & is_positive),
            None if self.weights is None else self.weights[listed],
        )

    def hits(self, c: int) -> Array:
        """The dense scores of a class's positives, in their order."""
        positive = members(self.truth, c)
        off = self._off(c)
        return self.scores[c, positive[~np.isin(positive, off)] if len(off) else positive]

    def judged_scores(self, c: int) -> Array:
        """The dense scores of a class, of what was judged, in their order."""
        scores: Array = self.scores[c]
        return scores[self._judged(c)] if len(self._off(c)) else scores

    def within(self, c: int, spans: Spans) -> tuple[Array, Array]:
        """A class's dense scores that lie in spans, and those of its positives."""
        return in_any_order(self.judged_scores(c), spans), in_any_order(self.hits(c), spans)

    def _off(self, c: int) -> Array:
        return members(self.unjudged, c) if self.unjudged is not None else np.zeros(0, np.int64)

    def _judged(self, c: int) -> Array:
        judged = np.ones(self.truth.shape[0], dtype=bool)
        judged[self._off(c)] = False
        return judged

    def _number(self, chosen: Array) -> float:
        """How many documents a mask holds, by their weights."""
        return float(self.weights[chosen].sum()) if self.weights is not None else int(chosen.sum())
