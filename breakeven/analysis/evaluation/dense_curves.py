"""The tallies of dense scores, each counted when it is asked for.

And what follows of one pass over the classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.curves import Curves, joined_areas, joined_intervals
from metrics.incidence import Scores, mask_of, members, scores_of_class
from metrics.parallel import run_parallel
from metrics.ranking.break_even import BreakEven, break_even, micro_of
from metrics.ranking.curves import average_precision
from metrics.ranking.eleven_point import ElevenPoint, eleven_point
from metrics.ranking.pooled_curves import (
    PartCounts,
    PartEdges,
    Spans,
    in_any_order,
    part_edges,
    turning_scores,
)
from metrics.ranking.ranking_intervals import average_precision_interval, break_even_interval
from metrics.ranking.roc import places_of, roc_area
from metrics.ranking.trec_eval import MetPositives
from metrics.ranking.unsorted_scores import turning_points
from metrics.tallies import ScoreTally, pooled_scores, tally_scores
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval

# --- the score tally of each class, counted when it is asked for


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
        return tuple(run_parallel(self._counted, len(self), size))

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


# --- what follows from how dense scores fall, of classes that are counted once and let go


@dataclass(frozen=True)
class CurvesOfClass:
    """Everything that is asked of the tally of one class."""

    r: float
    break_even: BreakEven
    eleven_point: ElevenPoint
    average_precision: float
    interval: Interval
    met: MetPositives
    parted: PartCounts


@dataclass(frozen=True)
class DenseCurves(Curves):
    """As `Curves`, of one pass over the classes: their tallies need not be held."""

    tallies: ClassTallies

    @cached_property
    def _edges(self) -> PartEdges:
        return part_edges([self.tallies.hits(c) for c in range(len(self.tallies))])

    @cached_property
    def _each(self) -> Sequence[CurvesOfClass]:
        tallies, edges = self.tallies, self._edges

        def of_class(c: int) -> CurvesOfClass:
            own = turning_points(tallies.judged_scores(c), tallies.hits(c), edges)
            tally = own.tally
            return CurvesOfClass(
                tally.r,
                break_even(tally),
                eleven_point(tally),
                average_precision(tally),
                average_precision_interval(tally),
                own.met,
                own.parted,
            )

        return run_parallel(of_class, len(tallies), self.size)

    @cached_property
    def break_even_points(self) -> Sequence[BreakEven]:
        """As in `Curves`."""
        return tuple(of.break_even for of in self._each)

    @cached_property
    def eleven_points(self) -> Sequence[ElevenPoint]:
        """As in `Curves`."""
        return tuple(of.eleven_point for of in self._each)

    @cached_property
    def average_precisions(self) -> Array:
        """As in `Curves`."""
        return np.array([of.average_precision for of in self._each])

    @cached_property
    def break_even_intervals(self) -> Interval:
        """As in `Curves`."""
        return joined_intervals([break_even_interval(of.break_even, of.r) for of in self._each])

    @cached_property
    def average_precision_intervals(self) -> Interval:
        """As in `Curves`."""
        return joined_intervals([of.interval for of in self._each])

    @cached_property
    def roc_areas(self) -> Interval:
        """As in `Curves`."""
        tallies = self.tallies

        def of_class(c: int) -> Interval:
            hits = np.sort(tallies.hits(c))
            return roc_area(places_of([(tallies.judged_scores(c), None)], hits))

        return joined_areas(run_parallel(of_class, len(tallies), self.size))

    @cached_property
    def pooled_roc_area(self) -> float:
        """As in `Curves`; the pairs need not be put together."""
        tallies, classes = self.tallies, range(len(self.tallies))
        hits = np.sort(np.concatenate([tallies.hits(c) for c in classes] or [np.zeros(0)]))
        return places_of(((tallies.judged_scores(c), None) for c in classes), hits).area

    def met(self, c: int) -> MetPositives:
        """As in `Curves`."""
        return self._each[c].met

    def micro_break_even_own_thresholds(self) -> BreakEven:
        """As in `Curves`."""
        points = self.break_even_points
        return micro_of(
            sum(of.r for of in self._each),
            sum(point.assigned for point in points),
            sum(point.tp for point in points),
        )

    def _put_together(self) -> ScoreTally:
        # each is asked for several times
        return pooled_scores(run_parallel(self.tallies.__getitem__, len(self.tallies), self.size))

    def _turning(self) -> ScoreTally:
        each = [of.parted for of in self._each]
        return turning_scores(self._edges, each, self.tallies.within, self.size)
