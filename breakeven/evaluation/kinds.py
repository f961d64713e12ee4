"""Documents counted by their kinds: how uncertain averages are, and what the documents are worth.

Documents of a kind have the same numbers of true, assigned and rightly assigned classes, and the
same weight. All that averages over decisions or documents turn on follows from how many there
are of each, and of clusters from which kinds stand together in them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy import sparse

from breakeven.evaluation.average_intervals import FEW, FEWEST, AverageIntervals
from breakeven.evaluation.class_pairs import ClassPairs
from breakeven.evaluation.counts import Counts
from metrics.average_intervals import (
    Decided,
    Influence,
    Summed,
    interval_of_sums,
    mean_influence,
    micro_influence,
    per_document_influence,
)
from metrics.averaging import Undefined
from metrics.effective import number_of_sums
from metrics.intervals import Interval
from metrics.measures import Measure
from metrics.typing import EQUAL, Array


def telling(judged: Any, true: Any, assigned: Any, hits: Any) -> dict[str, Any]:
    """Kinds of documents that averages are over, of arrays or of an engine's columns."""
    return {
        "precision": assigned > 0,
        "recall": true > 0,
        "f": (assigned > 0) | (true > 0),
        "no_anomaly": (assigned > 0) & (true > 0) & (judged > true),
        "judged": judged > 0,
        "every": hits >= 0,
    }


@dataclass(frozen=True)
class Gathered:
    """How kinds of documents stand together in clusters.

    `products`: the number of documents of one kind times that of another, summed over the clusters,
    csr (kinds, kinds). `clusters`: how many there are, and `telling`: how many hold documents of
    some weight, by the names of `telling`.
    """

    products: sparse.csr_array
    clusters: int
    telling: dict[str, int]


@dataclass(frozen=True)
class Kinds:
    """The kinds of documents that `counts` holds, with their `times`; `gathered` as above.

    `gathered` is None where documents were drawn alone. `of_classes`: how decisions on classes
    stand together, which kinds do not tell; None where that was not counted.
    """

    counts: Counts
    gathered: Gathered | None = None
    of_classes: ClassPairs | None = None

    @property
    def times(self) -> Array:
        """How many documents there are of each kind."""
        times = self.counts.times
        return np.ones(len(self.counts.judged)) if times is None else times

    @property
    def weight(self) -> Array:
        """How much a document of each kind counts."""
        weights = self.counts.weights
        return np.ones(len(self.times)) if weights is None else weights

    @property
    def drawn(self) -> int:
        """How many clusters, or documents, were drawn by themselves."""
        return int(self.times.sum()) if self.gathered is None else self.gathered.clusters

    @property
    def sampled(self) -> bool:
        """Whether documents have weights, or were drawn in clusters."""
        return self.gathered is not None or self.counts.weights is not None

    def independent(self) -> float:
        """How many independent documents these tell as much as, by what micro F1 is made of."""
        table, by = self.counts.documents, self.weight * self.times
        top, bottom = 2 * table.tp, table.assigned + table.positives
        total = by @ bottom
        off = top - (by @ top / total if total else 0.0) * bottom
        squares = by @ off**2
        every = np.ones(len(by), dtype=bool)
        return number_of_sums(
            int(self.times[self.weight > 0].sum()),
            self._holding(every),
            float(by.sum()),
            self._squares(every.astype(float)),
            float(squares) if squares > EQUAL * (by @ bottom**2) else 0.0,
            self._squares(off),
        )

    def micro_interval(self, measure: Measure) -> Interval:
        """95 % interval of the measure of the pooled table; NaN where that is undefined."""
        return self._interval(micro_influence(self._decided, measure))

    def per_document_interval(self, measure: Measure, undefined: Undefined) -> Interval:
        """95 % interval of the mean over documents; NaN where there is none."""
        return self._interval(per_document_influence(self._decided, measure, undefined))

    def exact_match_interval(self) -> Interval:
        """95 % interval of the share of documents that are right; NaN without judged ones."""
        table, counted = self.counts.documents, (self.counts.judged > 0).astype(float)
        right = ((table.fp == 0) & (table.fn == 0)) * counted
        return self._interval(mean_influence(right, counted, self._decided.gathered))

    @cached_property
    def _decided(self) -> Decided:
        """The kinds as if each were one document of all their weight."""
        none = sparse.csc_array((len(self.times), len(self.counts.classes)), dtype=bool)
        weighed = sparse.csr_array(sparse.diags_array(self.weight * self.times.astype(float)))
        return Decided(none, none, None, weighed, self.counts.classes, self.counts.documents)

    def _interval(self, of: Influence) -> Interval:
        tells = of.telling.astype(bool)
        alone = float(self.times[tells].sum())
        if self.sampled:
            squares = self._squares(of.telling.astype(float))
            total = float((self.weight * self.times)[tells].sum())
            alone = total**2 / squares if squares else 0.0
        number = int(self.times[tells].sum())
        summed = Summed(number, self._holding(tells), self._squares(of.moved), alone)
        return interval_of_sums(of, summed)

    def _squares(self, values: Array) -> float:
        """The squares of the sum of each cluster's documents' values, by their weights."""
        weighed = self.weight * values
        if self.gathered is None:
            return float(np.sum(self.times * weighed**2))
        # differences within a cluster may leave less than nothing
        return max(float(weighed @ (self.gathered.products @ weighed)), 0.0)

    def _holding(self, chosen: Array) -> int:
        """How many clusters, or documents, hold a document of such kinds that has some weight."""
        if self.gathered is None:
            return int(self.times[chosen & (self.weight > 0)].sum())
        table = self.counts.documents
        own = telling(self.counts.judged, table.positives, table.assigned, table.tp)
        return next(
            self.gathered.telling[name]
            for name, mask in own.items()
            if np.array_equal(mask, chosen)
        )


def average_intervals_of(
    kinds: Kinds, beta: float, undefined: Undefined
) -> AverageIntervals | None:
    """As `average_intervals`; without those of means over classes where `of_classes` is None."""
    if kinds.drawn < 2:
        return None
    from metrics.catalogue.shown import measures_shown  # first needed where something is measured

    shown, counts, pairs = measures_shown("table", beta), kinds.counts, kinds.of_classes
    averaged = ~counts.macro(beta, undefined)["f"].undefined
    few = averaged & (counts.classes.positives < FEW)
    over_classes = {}
    if pairs is not None:
        over_classes = {
            name: pairs.interval(counts.classes, measure, undefined)
            for name, measure in shown.items()
        }
    return AverageIntervals(
        {name: kinds.micro_interval(measure) for name, measure in shown.items()},
        over_classes,
        {name: kinds.per_document_interval(m, undefined) for name, m in shown.items()},
        kinds.exact_match_interval(),
        int(few.sum()) if over_classes else 0,
        int(np.sum(averaged & (counts.classes.positives <= FEWEST))) if over_classes else 0,
        int(averaged.sum()),
        kinds.independent() if kinds.sampled else float("nan"),
    )
