"""Documents counted by their kinds, and how decisions on classes stand together.

How uncertain averages are by that.

Tested in `test_class_pairs`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.average_intervals import FEW, FEWEST, AverageIntervals
from breakeven.analysis.evaluation.counts import DecisionCounts
from metrics.averaging import Undefined, anomaly_free
from metrics.class_agreement import AgreementOfClasses, kappa_of_classes, matthews_of_classes
from metrics.effective_size import number_of_sums
from metrics.measures import Measure, lowest, recall
from metrics.tallies import ContingencyTable
from metrics.typing import CELLS, DEFAULT_BETA, EQUAL, Array
from metrics.uncertainty.average_intervals import (
    DocumentSquares,
    Influence,
    JudgedDecisions,
    distinct_tables,
    interval_of_sums,
    mean_influence,
    micro_influence,
    over_classes,
    per_document_influence,
)
from metrics.uncertainty.intervals import Interval

# --- how the decisions on classes stand together, and how uncertain means over classes are by that
#
# What moves a mean over classes is a sum over the classes of each document, whose square turns on
# how each class goes with each other. The squares of all documents, or clusters, follow from how
# often two classes stand together.


# how a class stands in a document where it is true or assigned
PAIR_STATES = CELLS[:3]
# of more classes than this it is not counted how they stand together
MOST_CLASSES = 1_000


@dataclass(frozen=True)
class TellingDocuments:
    """The documents that tell something of a mean over some classes.

    `number`: of them; `drawn`: of clusters that hold some of weight, or of such documents; `total`:
    of their weights; `squares`: of those weights added up in each cluster.
    """

    number: int
    drawn: int
    total: float
    squares: float


@dataclass(frozen=True)
class EveryDocument:
    """All documents beside each class in a state, where every pair of them is judged.

    `with_states`: the weight of the documents in a state times that of all, summed over clusters,
    or over documents drawn alone, shape (3 classes,); `squares`: the weight of all times itself.
    """

    with_states: Array
    squares: float


@dataclass(frozen=True)
class ClassPairs:
    """How often two classes stand together, in documents by their weights, or in clusters.

    `products`: csr (3 classes, 3 classes), symmetric: the weight of documents in which a class
    stands so (every class in the order of `PAIR_STATES`) times that of another, summed over
    clusters, or over documents drawn alone. `over`: classes that a mean may be over, boolean
    (means, classes), and `documents`: the documents in which one of them is true or assigned.
    `alike`: documents were drawn alone, and all count 1. `every`: None where some pairs are not
    judged: true negatives are then in no document for certain.
    """

    products: sparse.csr_array
    over: Array
    documents: tuple[TellingDocuments, ...]
    alike: bool
    every: EveryDocument | None = None

    def squares_of(self, slope: Sequence[Array]) -> float:
        """The squares of what documents, or clusters, move a sum over the classes by, summed.

        `slope`: by how much one more document in a cell of each class moves it, in the order tp,
        fp, fn, tn. NaN where true negatives move it, and it is not known where they are.
        """
        *states, elsewhere = slope
        # a true negative is where a class has no state
        own = np.stack([state - elsewhere for state in states], axis=1).ravel()
        squares = float(own @ (self.products @ own))
        if elsewhere.any():
            if self.every is None:
                return float("nan")
            always = float(elsewhere.sum())
            squares += 2 * always * float(own @ self.every.with_states)
            squares += always**2 * self.every.squares
        # what cancels may leave less than nothing
        return max(squares, 0.0)

    def interval(
        self,
        tables: ContingencyTable,
        measure: Measure,
        undefined: Undefined,
        by_positives: bool = False,
    ) -> Interval:
        """95 % interval of the mean over classes; NaN where there is none.

        `tables`: of every class. `measure`: one that tables show. `by_positives`: of the weighted
        mean.
        """
        mean = over_classes(distinct_tables(tables), measure, undefined, by_positives)
        none = np.zeros(0)
        least = lowest(measure)
        influence = Influence(mean.value, none, none.astype(bool), mean.unseen, least)
        if np.isnan(mean.value):
            return interval_of_sums(influence, DocumentSquares(0, 0, 0.0, 0.0))
        squares = self.squares_of(mean.slope)
        if np.isnan(squares):
            return Interval(np.nan, np.nan)
        (mean_number,) = np.flatnonzero((self.over == mean.averaged).all(axis=1))
        documents = self.documents[mean_number]
        alone = float(documents.number)
        if not self.alike:
            alone = documents.total**2 / documents.squares if documents.squares else 0.0
        return interval_of_sums(
            influence, DocumentSquares(documents.number, documents.drawn, squares, alone)
        )


def means_over(tables: ContingencyTable) -> Array:
    """The classes that means of what tables show may be over, boolean (means, classes)."""
    true = tables.positives > 0
    means = [true]
    for measure in measures_with_intervals(DEFAULT_BETA).values():
        is_defined = ~np.isnan(measure(tables))
        # of the weighted mean those that have positives
        means += [is_defined, is_defined & true, is_defined & anomaly_free(tables)]
    return np.unique(means, axis=0)


def measures_with_intervals(beta: float) -> dict[str, Measure]:
    """The measures whose averages have an interval, by key: those of tables, and the further."""
    from metrics.catalogue import measures_shown  # first needed where something is measured

    return {**measures_shown("table", beta), **measures_shown("further", beta)}


# --- Documents counted by their kinds: how uncertain averages are, and what the documents are
# worth
#
# Documents of a kind have the same numbers of true, assigned and rightly assigned classes, and the
# same weight. All that averages over decisions or documents turn on follows from how many there
# are of each, and of clusters from which kinds stand together in them.


def averaged_kinds(judged: Any, true: Any, assigned: Any, hits: Any) -> dict[str, Any]:
    """Kinds of documents that averages are over, of arrays or of an engine's columns."""
    of_no, not_called = judged > true, judged > assigned
    return {
        "precision": assigned > 0,
        "recall": true > 0,
        "f": (assigned > 0) | (true > 0),
        "no_anomaly": (assigned > 0) & (true > 0) & of_no,
        "negative_predictive_value": not_called,
        "balanced_accuracy": (true > 0) & of_no,
        "mcc": (true > 0) & of_no & (assigned > 0) & not_called,
        "kappa": ((assigned > 0) & of_no) | ((true > 0) & not_called),
        "judged": judged > 0,
        "every": hits >= 0,
    }


@dataclass(frozen=True)
class ClusterProducts:
    """How kinds of documents stand together in clusters.

    `products`: the number of documents of one kind times that of another, summed over the clusters,
    csr (kinds, kinds). `clusters`: how many there are, and `averaged_kinds`: how many hold
    documents of some weight, by the names of `averaged_kinds`.
    """

    products: sparse.csr_array
    clusters: int
    telling: dict[str, int]


@dataclass(frozen=True)
class DocumentKinds:
    """The kinds of documents that `counts` holds, with their `times`; `gathered` as above.

    `gathered` is None where documents were drawn alone. `of_classes`: how decisions on classes
    stand together, which kinds do not tell; None where that was not counted.
    """

    counts: DecisionCounts
    gathered: ClusterProducts | None = None
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

    def agreement_interval(self, agreement: AgreementOfClasses) -> Interval:
        """95 % interval of a coefficient of all classes at once; NaN without `of_classes`."""
        if self.of_classes is None:
            return Interval(np.nan, np.nan)
        true = self.counts.documents.positives > 0
        influence = Influence(agreement.value, np.zeros(len(true)), true, lowest=-1.0)
        return self._interval(influence, self.of_classes.squares_of(agreement.slope))

    @cached_property
    def _decided(self) -> JudgedDecisions:
        """The kinds as if each were one document of all their weight."""
        none = sparse.csc_array((len(self.times), len(self.counts.classes)), dtype=bool)
        weighed = sparse.csr_array(sparse.diags_array(self.weight * self.times.astype(float)))
        return JudgedDecisions(
            none, none, None, weighed, self.counts.classes, self.counts.documents
        )

    def _interval(self, influence: Influence, squares: float | None = None) -> Interval:
        """`squares`: of what documents, or clusters, move it by, where kinds do not tell."""
        included = influence.included.astype(bool)
        alone = float(self.times[included].sum())
        if self.sampled:
            of_weights = self._squares(influence.included.astype(float))
            total = float((self.weight * self.times)[included].sum())
            alone = total**2 / of_weights if of_weights else 0.0
        if squares is None:
            squares = self._squares(influence.per_document)
        number = int(self.times[included].sum())
        summed = DocumentSquares(number, self._holding(included), squares, alone)
        return interval_of_sums(influence, summed)

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
        own = averaged_kinds(self.counts.judged, table.positives, table.assigned, table.tp)
        return next(
            self.gathered.telling[name]
            for name, mask in own.items()
            if np.array_equal(mask, chosen)
        )


def average_intervals_of(
    kinds: DocumentKinds, beta: float, undefined: Undefined
) -> AverageIntervals | None:
    """As `average_intervals`, also of further measures.

    Without those of means over classes where `of_classes` is None; without ends where true
    negatives move the mean, and some pairs are not judged.
    """
    if kinds.drawn < 2:
        return None
    shown, counts, pairs = measures_with_intervals(beta), kinds.counts, kinds.of_classes
    averaged = ~counts.macro(beta, undefined)["f"].undefined
    few = averaged & (counts.classes.positives < FEW)
    over_classes, by_positives = {}, {}
    if pairs is not None:
        over_classes, by_positives = (
            {
                name: pairs.interval(counts.classes, measure, undefined, weigh)
                for name, measure in shown.items()
            }
            for weigh in (False, True)
        )
    return AverageIntervals(
        {name: kinds.micro_interval(measure) for name, measure in shown.items()},
        over_classes,
        by_positives,
        {name: kinds.per_document_interval(m, undefined) for name, m in shown.items()},
        kinds.exact_match_interval(),
        int(few.sum()) if over_classes else 0,
        int(np.sum(averaged & (counts.classes.positives <= FEWEST))) if over_classes else 0,
        int(averaged.sum()),
        kinds.independent() if kinds.sampled else float("nan"),
        _of_all_classes(kinds),
    )


def _of_all_classes(kinds: DocumentKinds) -> dict[str, Interval]:
    """Of `DecisionCounts.of_all_classes`, by the same names."""
    counts, pairs = kinds.counts, kinds.of_classes
    if not counts.one_of or pairs is None:
        return {}
    return {
        "balanced_accuracy": pairs.interval(counts.classes, recall, "drop"),
        "mcc": kinds.agreement_interval(matthews_of_classes(counts.classes)),
        "kappa": kinds.agreement_interval(kappa_of_classes(counts.classes)),
    }
