"""The scores of a split's documents beside the truth, every curve of them.

And the tables of the k best classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.curves import (
    Curves,
    SparseCurves,
    at_each,
    joined_areas,
    joined_intervals,
)
from breakeven.analysis.evaluation.dense_curves import ClassTallies, DenseCurves
from breakeven.data.records import Answered, Predictions, Truth
from metrics.chance import ScoreDirection, direction_of, directions_of, surely_upright
from metrics.incidence import (
    Scores,
    count_per_class,
    gathered_at,
    judged,
    scores_at,
    weigh_per_class,
)
from metrics.parallel import run_parallel
from metrics.ranking.break_even import BreakEven
from metrics.ranking.document_pivot import DocumentPoints, document_points
from metrics.ranking.eleven_point import ElevenPoint
from metrics.ranking.ranking_intervals import average_precision_interval, break_even_interval
from metrics.ranking.roc import places_in, roc_area
from metrics.sparse_scores import ListedTallies, tally_listed
from metrics.tallies import ContingencyTable, ScoreTally, count_decisions, unbounded
from metrics.thresholds.strategies import at_thresholds, top_k_curve
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval

# --- the scores of a split's documents beside the truth, and every curve of them


@dataclass(frozen=True)
class ScoredSplit:
    """The part of a system's scores that a split's documents have, and the truth beside them.

    `rows`: indices into the truth's documents, shape (m,). `truth`, `unjudged`: boolean csc
    (m, k). `given`: scores of all of the system's own documents, (k, own) dense or csr, or None.
    `positions`: positions of the rows among these, shape (m,). `weights`, `clusters`: of these
    documents, as in the truth, and the columns they come from. `unbounded`: tables have no true
    negatives, as in the truth.
    `answered`: the answers on these documents, of a system that gave such. `probabilities`: the
    user's word that the scores are.
    """

    classes: tuple[str, ...]
    rows: Array
    positions: Array
    truth: sparse.csc_array
    unjudged: sparse.csc_array | None
    given: Scores
    weights: Array | None = None
    clusters: Array | None = None
    weight_column: str | None = None
    cluster_column: str | None = None
    unbounded: bool = False
    answered: Answered | None = None
    probabilities: bool = False

    @property
    def sampled(self) -> bool:
        """Whether documents have weights or clusters."""
        return self.weights is not None or self.clusters is not None

    @property
    def has_scores(self) -> bool:
        """Whether the system has scores at all."""
        return self.given is not None

    @cached_property
    def scores(self) -> Scores:
        """The scores of these documents, (k, m) dense or csr, or None; dense ones may be a copy."""
        if self.given is None or len(self.positions) == self.given.shape[1]:
            return self.given
        return scores_at(self.given, self.positions)

    @cached_property
    def by_class(self) -> Scores:
        """The same for who looks at one class, or one block of documents, after the other."""
        if "scores" in vars(self) or sparse.issparse(self.given):
            return self.scores
        if self.given is None or len(self.positions) == self.given.shape[1]:
            return self.given
        return gathered_at(self.given, self.positions)

    @property
    def _listed(self) -> bool:
        """Whether tallies are those of very many classes, of which documents list a few."""
        return sparse.issparse(self.given) and self.weights is None

    @cached_property
    def tallies(self) -> Sequence[ScoreTally]:
        """One score tally per class; ValueError where the system has no scores."""
        if self.given is None:
            raise ValueError("without scores there is no curve")
        if self._listed:
            off = self.unjudged
            number = None if off is None else len(self.rows) - count_per_class(off)
            return tally_listed(*self.judged_pairs(), number)
        return self._counted.held

    def tally(self, c: int) -> ScoreTally:
        """That of one class alone; the others are not counted for it where no more are held."""
        return self.tallies[c] if self._listed else self._counted[c]

    def directions(self, classes: Array) -> ScoreDirection:
        """Which way the scores of these classes rank; there must be scores."""
        every = self._every_direction
        if every is not None:
            return ScoreDirection(area=every.area[classes], z=every.z[classes])
        counted, size = self._counted, len(classes) * len(self.rows)
        directions = run_parallel(lambda i: direction_of(counted[classes[i]]), len(classes), size)
        area, z = (np.array([getattr(each, end) for each in directions]) for end in ("area", "z"))
        return ScoreDirection(area=area, z=z)

    def surely_upright(self, classes: Array) -> Array:
        """Which of these classes are seen to rank the right way without a sort, boolean.

        Of listed scores none is, for all directions are counted at once; none with weights, and
        without scores.
        """
        if self.given is None or sparse.issparse(self.given) or self.weights is not None:
            return np.zeros(len(classes), dtype=bool)
        counted = self._counted

        def of_class(i: int) -> bool:
            c = classes[i]
            return surely_upright(counted.judged_scores(c), counted.hits(c))

        size = len(classes) * len(self.rows)
        return np.array(run_parallel(of_class, len(classes), size), dtype=bool)

    @cached_property
    def _every_direction(self) -> ScoreDirection | None:
        """Of all classes at once, where each has few scores; else None."""
        if not self._listed or not isinstance(self.tallies, ListedTallies):
            return None
        return directions_of(self.tallies)

    @cached_property
    def _counted(self) -> ClassTallies:
        return ClassTallies(self.by_class, self.truth, self.unjudged, self.weights)

    @cached_property
    def curves(self) -> Curves:
        """Every curve of the tallies; ValueError where the system has no scores, as below."""
        held = "tallies" in vars(self) or self.sampled
        if not (held or self.given is None or sparse.issparse(self.given)):
            return DenseCurves(self._counted, self.by_class.size)
        if isinstance(self.tallies, ListedTallies):
            return SparseCurves(self.tallies, self.by_class.size)
        return Curves(self.tallies, self.by_class.size)

    @property
    def break_even_points(self) -> Sequence[BreakEven]:
        """As in `Curves`."""
        return self.curves.break_even_points

    @property
    def eleven_points(self) -> Sequence[ElevenPoint]:
        """As in `Curves`."""
        return self.curves.eleven_points

    @property
    def average_precisions(self) -> Array:
        """As in `Curves`."""
        return self.curves.average_precisions

    @cached_property
    def break_even_intervals(self) -> Interval:
        """As in `Curves`, of as many positives as the documents' weights and clusters are worth."""
        if not self.sampled:
            return self.curves.break_even_intervals
        points = enumerate(self.break_even_points)
        return joined_intervals([break_even_interval(p, self._positives(c)) for c, p in points])

    @cached_property
    def average_precision_intervals(self) -> Interval:
        """As in `Curves`, of as many positives as the documents' weights and clusters are worth."""
        if not self.sampled:
            return self.curves.average_precision_intervals
        tallies = enumerate(self.tallies)
        return joined_intervals(
            [average_precision_interval(t, self._positives(c)) for c, t in tallies]
        )

    @cached_property
    def roc_areas(self) -> Interval:
        """As in `Curves`, of as many positives as the documents' weights and clusters are worth."""
        if not self.sampled:
            return self.curves.roc_areas
        tallies = enumerate(self.tallies)
        return joined_areas([roc_area(places_in(t), self._positives(c)) for c, t in tallies])

    def worth_of(self, c: int) -> float | None:
        """How many positives drawn alone those of a class are worth; None where all were."""
        return self._positives(c) if self.sampled else None

    def _positives(self, c: int) -> float:
        """How many independent positives a class has, by what its break-even point shows."""
        point = self.break_even_points[c]
        if not self.sampled or np.isnan(point.threshold):
            return self.tallies[c].r
        effective = self.table_at(c, point.threshold).effective
        return float(self.tallies[c].r if effective is None else effective.positives)

    @property
    def pooled(self) -> ScoreTally:
        """As in `Curves`."""
        return self.curves.pooled

    @property
    def pooled_break_even(self) -> BreakEven:
        """As in `Curves`."""
        return self.curves.pooled_break_even

    @cached_property
    def document_points(self) -> DocumentPoints:
        """The classes of each document ranked, and where its own are met."""
        if self.unjudged is None:
            return document_points(self.by_class, self.truth)
        return document_points(*self.judged_pairs())

    def judged_pairs(self) -> tuple[Scores, sparse.csc_array]:
        """Scores (classes, documents) and labels (documents, classes) of the judged pairs.

        An unjudged pair counts as never ranked and not true: NaN in dense scores, absent in listed
        ones. The arrays are the system's own where everything was judged.
        """
        if self.unjudged is None:
            return self.scores, self.truth
        labels = judged(self.truth, self.unjudged)
        document, klass = self.unjudged.nonzero()
        if not sparse.issparse(self.scores):
            scores = np.array(self.scores, dtype=np.result_type(self.scores, np.float32))
            scores[klass, document] = np.nan
            return scores, labels
        listed = sparse.coo_array(self.scores)
        documents = listed.shape[1]
        keep = ~np.isin(
            listed.coords[0].astype(np.int64) * documents + listed.coords[1],
            klass.astype(np.int64) * documents + document,
        )
        entries = (listed.data[keep], (listed.coords[0][keep], listed.coords[1][keep]))
        return sparse.csr_array(entries, shape=listed.shape), labels

    def take(self, positions: Array) -> ScoredSplit:
        """The part of it that these of its documents have: ascending positions in 0..m."""
        if len(positions) == len(self.rows):
            return self
        off = self.unjudged
        return replace(
            self,
            rows=self.rows[positions],
            positions=self.positions[positions],
            truth=sparse.csc_array(self.truth[positions]),
            unjudged=None if off is None else sparse.csc_array(off[positions]),
            weights=None if self.weights is None else self.weights[positions],
            clusters=None if self.clusters is None else self.clusters[positions],
            answered=None if self.answered is None else self.answered.take(positions),
        )

    def at_threshold(self, threshold: Any) -> ContingencyTable:
        """The tables at one threshold, or at each class's own of shape (classes,)."""
        limits = np.broadcast_to(np.asarray(threshold, dtype=float), len(self.classes))
        if isinstance(self.tallies, ListedTallies):
            return self.bounded(self.tallies.at(limits))
        return self.bounded(at_each(self.tallies, limits))

    def bounded(self, table: ContingencyTable) -> ContingencyTable:
        """A table of these documents as it holds: without true negatives where none are known."""
        return unbounded(table) if self.unbounded else table

    def table_at(self, c: int | None, threshold: float) -> ContingencyTable:
        """The table of one class cut at a threshold, or of all pooled for None, shape ().

        Unlike that of a tally it knows how many independent documents it rests on.
        """
        if not self.sampled:
            tally = self.pooled if c is None else self.tally(c)
            return self.bounded(tally.at(threshold))
        chosen = list(range(len(self.classes))) if c is None else [c]
        off = None if self.unjudged is None else sparse.csc_array(self.unjudged[:, chosen])
        tables = count_decisions(
            sparse.csc_array(self.truth[:, chosen]),
            at_thresholds(self.scores[chosen], threshold),
            off,
            "class",
            self.weights,
            self.clusters,
        )
        return self.bounded(tables.pooled() if c is None else tables[0])


def score_split(truth: Truth, predictions: Predictions, split: str | None) -> ScoredSplit:
    """What a system scored of a split; ValueError where nobody has labelled."""
    if truth.labels is None:
        raise ValueError("without truth nothing can be evaluated, only estimated")
    positions = predictions.positions_in(truth, split)
    # of a system that speaks of all documents the places are their rows
    rows = positions if predictions.m == truth.n else predictions.rows[positions]
    everything = len(rows) == truth.n
    return ScoredSplit(
        truth.classes,
        rows,
        positions,
        truth.labels if everything else sparse.csc_array(truth.labels[rows]),
        truth.unjudged
        if everything or truth.unjudged is None
        else sparse.csc_array(truth.unjudged[rows]),
        predictions.scores,
        None if truth.weights is None else truth.weights[rows],
        None if truth.clusters is None else truth.clusters[rows],
        truth.weight_column,
        truth.cluster_column,
        truth.unbounded,
        None if predictions.answered is None else predictions.answered.take(positions),
        predictions.probabilities,
    )


# --- the same number of classes for every document, on what was judged


def top_k_tables(scored: ScoredSplit) -> ContingencyTable:
    """The pooled table when every document gets its k best classes, for k = 0..classes.

    Shape (classes + 1,); ties by class order. A pair that nobody judged takes no place among
    the k and counts nowhere. Documents count by their weights. There must be scores.
    Source: Lewis (1991), One Category or Many.
    """
    table = top_k_curve(*scored.judged_pairs(), scored.weights)
    if scored.unjudged is None:
        return table
    # never assigned and never true, so all of them stand among the true negatives
    own = np.ones(len(scored.rows)) if scored.weights is None else scored.weights
    unjudged = weigh_per_class(scored.unjudged, own).sum()
    return ContingencyTable(table.tp, table.fp, table.fn, table.tn - unjudged)
