"""Eleven-point average precision by every convention that carries the name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.counts import IN_MEMORY, DecisionCounts, NotCounted
from breakeven.analysis.evaluation.curves import Curves
from breakeven.analysis.evaluation.scored import ScoredSplit
from breakeven.data.ids import Ids, PackedTexts
from metrics.averaging import Undefined
from metrics.incidence import count_per_class, members
from metrics.parallel import first_of_equal, run_parallel
from metrics.ranking.document_pivot import CountedPoints, PivotReading
from metrics.ranking.eleven_point import ElevenPoint, mean_levels
from metrics.ranking.sparse_curves import trec_eval_levels
from metrics.ranking.trec_eval import (
    VERSIONS,
    Version,
    eleven_point_of_ranks,
    met_in,
    ranks_in_order,
)
from metrics.sparse_scores import ListedTallies, tally_listed
from metrics.typing import Array

Convention = Literal[
    "category",
    "pooled",
    "document_closest",
    "document_interval",
    "trec_eval_9",
    "trec_eval_current",
]
CONVENTIONS: tuple[Convention, ...] = get_args(Convention)
# trec_eval ranks documents one by one and knows no weights
UNWEIGHTED: tuple[Convention, ...] = ("trec_eval_9", "trec_eval_current")
NO_TREC_EVAL = "what trec_eval prints is not shown"
# those that rank the classes of each document
READING_OF: Mapping[str, PivotReading] = {
    "document_closest": "closest",
    "document_interval": "interval",
}


@dataclass(frozen=True)
class ElevenPointBy:
    """Eleven points by one convention: means over `units` rankings, `rankings` there were."""

    convention: Convention
    value: ElevenPoint
    units: int
    rankings: int


class ElevenPointAverages(ABC):
    """Eleven-point averages by every convention, wherever the rankings were counted."""

    @property
    @abstractmethod
    def conventions(self) -> tuple[Convention, ...]:
        """The conventions that these documents allow."""

    @property
    @abstractmethod
    def not_counted(self) -> NotCounted | None:
        """Why the other conventions are not among them; None where all are."""

    @property
    @abstractmethod
    def curves(self) -> Curves:
        """Of the rankings of every class."""

    @abstractmethod
    def _by_document(
        self, reading: PivotReading, undefined: Undefined
    ) -> tuple[ElevenPoint, int, int]:
        """The mean over documents, how many of them have a correct class, of how many."""

    def _levels(self, convention: Convention) -> Array:
        """Of each class by a convention that ranks documents, shape (classes, 11)."""
        return self.curves.levels

    def by(self, convention: Convention, undefined: Undefined = "drop") -> ElevenPointBy:
        """The average, NaN where no ranking has a positive.

        `undefined` says what a ranking without positives counts as: a class in `category`, a
        document in `document_*`; trec_eval skips it whatever is chosen. ValueError for one that is
        not of `conventions`. Source: 2011 note, section 4; trec_eval.
        """
        if convention not in self.conventions:
            raise ValueError(
                f"the convention {convention!r} has no form with weights, or was not counted"
            )
        if convention == "pooled":
            value = self.curves.pooled_eleven_point
            return ElevenPointBy(convention, value, int(not np.isnan(value.average)), 1)
        if convention in READING_OF:
            value, defined, rankings = self._by_document(READING_OF[convention], undefined)
        else:
            levels = self._levels(convention)
            defined, rankings = int(np.sum(~np.isnan(levels[:, 0]))), len(levels)
            if convention in UNWEIGHTED:
                undefined = "drop"
            value = mean_levels(levels, undefined)
        return ElevenPointBy(
            convention, value, rankings if undefined in ("zero", "one") else defined, rankings
        )


@dataclass(frozen=True)
class ScoredElevenPoints(ElevenPointAverages):
    """The eleven-point averages of a system on a split.

    `ids`: of the documents of the whole truth, orderable; trec_eval breaks ties by them, or by the
    documents' order where there are none.
    """

    scored: ScoredSplit
    ids: Ids | None

    @property
    def conventions(self) -> tuple[Convention, ...]:
        """All of them; where documents have weights, not trec_eval's."""
        if self.scored.weights is None:
            return CONVENTIONS
        return tuple(c for c in CONVENTIONS if c not in UNWEIGHTED)

    @property
    def not_counted(self) -> NotCounted | None:
        """Why trec_eval's are missing; None where they are there."""
        if self.scored.weights is None:
            return None
        return NotCounted(f"{NO_TREC_EVAL}: it does not use weights of documents")

    @property
    def curves(self) -> Curves:
        """Of the rankings of every class."""
        return self.scored.curves

    def _by_document(
        self, reading: PivotReading, undefined: Undefined
    ) -> tuple[ElevenPoint, int, int]:
        points = self.scored.document_points
        value = points.mean(reading, undefined, self.scored.weights)
        return value, int(np.sum(points.r > 0)), len(points.r)

    def _levels(self, convention: Convention) -> Array:
        if convention not in UNWEIGHTED:
            return super()._levels(convention)
        version: Version = "9" if convention == "trec_eval_9" else "current"
        if self._listed is not None:
            return trec_eval_levels(self._listed, self._places, version)
        return self._of_ranks[version]

    @cached_property
    def _listed(self) -> ListedTallies | None:
        """All classes of listed scores, with pairs that nobody judged, which trec_eval ranks."""
        scored = self.scored
        if not sparse.issparse(scored.given):
            return None
        if scored.unjudged is None and isinstance(scored.tallies, ListedTallies):
            return scored.tallies
        return tally_listed(scored.scores, scored.truth)

    @property
    def _places(self) -> Array:
        """Of each document, shape (documents,), its place by its id; equal ids share one."""
        rows = self.scored.rows
        if self.ids is None:
            return np.arange(len(rows))
        if isinstance(self.ids, PackedTexts):
            return self.ids.places(rows)
        return _in_order(self.ids[rows])

    @cached_property
    def _of_ranks(self) -> dict[Version, Array]:
        """By where trec_eval ranks the positives of each class, which no version changes."""
        scored, order = self.scored, self._places
        positives = count_per_class(scored.truth).tolist()

        def of_class(c: int) -> list[Array]:
            positive, scores = members(scored.truth, c), scored.by_class[c]
            if scored.unjudged is None:
                met = scored.curves.met(c)
            else:  # a tally leaves out what nobody judged, which trec_eval ranks
                met = met_in(np.sort(scores), np.sort(scores[positive]))
            ranks = ranks_in_order(met, scores, order, positive)
            return [eleven_point_of_ranks(ranks, positives[c], v).levels for v in VERSIONS]

        levels = np.array(run_parallel(of_class, len(scored.classes), scored.by_class.size))
        of_each = levels.reshape(-1, len(VERSIONS), 11).swapaxes(0, 1)
        return dict(zip(VERSIONS, of_each, strict=True))


@dataclass(frozen=True)
class CountedElevenPoints(ElevenPointAverages):
    """The eleven-point averages of a system that was counted where the rows lie.

    `counts`: of its decisions; `points`: where documents meet their correct classes, None where
    that was not counted.
    """

    counts: DecisionCounts
    counted: Curves
    points: CountedPoints | None

    @property
    def conventions(self) -> tuple[Convention, ...]:
        """Those that were counted."""
        known = [c for c in CONVENTIONS if c not in UNWEIGHTED]
        return tuple(c for c in known if self.points is not None or c not in READING_OF)

    @property
    def not_counted(self) -> NotCounted | None:
        """Why the others are missing."""
        too_many = ". Nor are the means over documents: these meet their classes in too many ways"
        return NotCounted(
            f"{NO_TREC_EVAL}: it is {IN_MEMORY}{too_many if self.points is None else ''}"
        )

    @property
    def curves(self) -> Curves:
        """Of the rankings of every class."""
        return self.counted

    def _by_document(
        self, reading: PivotReading, undefined: Undefined
    ) -> tuple[ElevenPoint, int, int]:
        assert self.points is not None
        r, every = self.counts.documents.positives, np.ones(len(self.counts.judged))
        weights = every if self.counts.weights is None else self.counts.weights
        times = every if self.counts.times is None else self.counts.times
        value = self.points.mean(reading, undefined, r, weights, times)
        return value, self.counts.number(r > 0), self.counts.number(r >= 0)


def _in_order(ids: Array) -> Array:
    """The places of ids that are held as they are, shape (documents,)."""
    # ids are often nearly in order, which a stable sort is quick for
    by_id = np.argsort(ids, kind="stable")
    places = np.empty(len(ids), dtype=np.int64)
    places[by_id] = np.cumsum(first_of_equal(ids[by_id])) - 1
    return places
