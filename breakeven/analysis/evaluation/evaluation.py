"""One system's decisions beside the truth, on the documents of one split.

How these were drawn, and those behind errors.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Literal, Protocol

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.counts import (
    BaseEvaluation,
    DecisionCounts,
    FixedAnswerCounts,
)
from breakeven.analysis.evaluation.curves import Curves
from breakeven.analysis.evaluation.cut import Cut, FittedCut, decide
from breakeven.analysis.evaluation.scored import ScoredSplit
from breakeven.data.hierarchy import Fold
from breakeven.data.records import Predictions
from breakeven.data.wording import count_of, quoted
from metrics.averaging import Average, Undefined
from metrics.chance import AgreementByChance, agreement_by_chance
from metrics.dataset.class_distribution import Spread
from metrics.effective_size import cluster_weights, effective_number
from metrics.incidence import (
    count_per_class,
    count_per_document,
    index_kind,
    judged,
    mask_of,
    members,
    scores_of_class,
)
from metrics.measures import f_beta, precision, recall
from metrics.ranking.break_even import BreakEven
from metrics.ranking.eleven_point import ElevenPoint
from metrics.tallies import ConfusionMatrix, ContingencyTable, count_confusion, count_decisions
from metrics.thresholds.strategies import at_thresholds
from metrics.typing import Array
from metrics.uncertainty.average_intervals import JudgedDecisions, mean_interval, micro_interval
from metrics.uncertainty.intervals import Interval

# --- one system's decisions beside the truth, on the documents of one split
#
# Everything a page or the command line shows comes from here, so they cannot disagree.


@dataclass(frozen=True)
class Evaluation(BaseEvaluation):
    """A system's decisions on a split under one cut, beside the truth.

    `assigned`: boolean csc (m, k), in the order of `scored.rows`. `optimistic`: the cut was
    fitted on documents that are measured here. `fold`: where the classes are not those of the
    truth but what they are folded into.
    """

    system: str
    split: str | None
    cut: Cut
    scored: ScoredSplit
    assigned: sparse.csc_array
    optimistic: bool = False
    fold: Fold | None = None

    def __repr__(self) -> str:
        # in a line, as what holds one is shown in notebooks
        split = "all documents" if self.split is None else self.split
        return (
            f"<Evaluation of {self.system} on {split}, {count_of(self.documents, 'document')}, "
            f"{count_of(len(self.classes), 'class', 'classes')}>"
        )

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of the classes, as in the truth."""
        return self.scored.classes

    @property
    def rows(self) -> Array:
        """Which documents of the truth were evaluated."""
        return self.scored.rows

    @property
    def documents(self) -> int:
        """How many documents were evaluated."""
        return len(self.rows)

    @property
    def weights(self) -> Array | None:
        """How much each document counts, shape (m,); None where all count 1."""
        return self.scored.weights

    @property
    def weighed(self) -> float:
        """The number of documents, by their weights where they have any."""
        return self.documents if self.weights is None else float(np.sum(self.weights))

    @cached_property
    def drawn(self) -> int:
        """How many clusters the documents are in, or documents where none are clustered."""
        clusters = self.scored.clusters
        return self.documents if clusters is None else len(np.unique(clusters))

    @property
    def unit(self) -> Literal["document", "cluster"]:
        """What was drawn by itself."""
        return "document" if self.scored.clusters is None else "cluster"

    def drawn_with(self, pairs: sparse.csc_array) -> Array:
        """In how many clusters, or documents, each class has one of the pairs, shape (classes,).

        `pairs`: boolean (documents, classes).
        """
        if not self.scored.sampled:
            return count_per_class(pairs)
        gathered = cluster_weights(self.documents, self.weights, self.scored.clusters)
        return count_per_class((gathered @ pairs.astype(float)).astype(bool))

    @cached_property
    def independent_documents(self) -> float | None:
        """How many independent documents these tell as much as, by what micro F1 is made of.

        None where documents have neither weights nor clusters. See `metrics.effective_size`.
        """
        if not self.scored.sampled:
            return None
        tables = self.document_tables
        gathered = cluster_weights(self.documents, self.weights, self.scored.clusters)
        return effective_number(2 * tables.tp, tables.assigned + tables.positives, gathered)

    @property
    def truth(self) -> sparse.csc_array:
        """True pairs, boolean csc (documents, classes)."""
        return self.scored.truth

    def restricted(self, positions: Array) -> Evaluation:
        """The same decisions, on these of its documents alone: ascending positions in 0..m.

        Nothing is fitted or decided again.
        """
        if len(positions) == self.documents:
            return self
        assigned = sparse.csc_array(self.assigned[positions])
        return replace(self, scored=self.scored.take(positions), assigned=assigned)

    @cached_property
    def truth_by_document(self) -> sparse.csr_array:
        """True pairs, boolean csr (documents, classes): for looking documents up."""
        return sparse.csr_array(self.truth)

    @cached_property
    def assigned_by_document(self) -> sparse.csr_array:
        """Assigned pairs, as `truth_by_document`."""
        return sparse.csr_array(self.assigned)

    @cached_property
    def tables(self) -> ContingencyTable:
        """One table per class, shape (classes,)."""
        part = self.scored
        return part.bounded(
            count_decisions(
                self.truth, self.assigned, part.unjudged, "class", part.weights, part.clusters
            )
        )

    @cached_property
    def document_tables(self) -> ContingencyTable:
        """One table per document, shape (documents,), classes being the items."""
        off = self.scored.unjudged
        table = count_decisions(self.truth, self.assigned, off, "document")
        # held of every document: as narrow as holds the product of two cells
        kind = index_kind(len(self.classes) ** 2)
        cells = (cell.astype(kind) for cell in table.cells)
        return self.scored.bounded(ContingencyTable(*cells))

    @cached_property
    def judged_pairs(self) -> Array:
        """How many classes each document was judged on, shape (documents,)."""
        off = self.scored.unjudged
        every = np.broadcast_to(len(self.classes), self.documents)
        return every if off is None else every - count_per_document(off)

    @cached_property
    def confusion(self) -> ConfusionMatrix:
        """True × assigned counts, judged pairs only; for one class a document."""
        off = self.scored.unjudged
        return count_confusion(judged(self.truth, off), judged(self.assigned, off), self.weights)

    @cached_property
    def counts(self) -> DecisionCounts:
        """What is counted of the decisions, of which all averages follow."""
        part = self.scored
        return DecisionCounts(
            self.tables,
            self.document_tables,
            self.judged_pairs,
            part.weights,
            unbounded=part.unbounded,
        )

    @cached_property
    def chance(self) -> AgreementByChance:
        """How much the decisions agree with the truth, beside what shuffled ones would."""
        off = self.scored.unjudged
        return agreement_by_chance(
            self.truth, judged(self.assigned, off), self.independent_documents
        )

    def documents_with(self, true_class: int | None, assigned_class: int | None) -> Array:
        """Positions (in 0..documents) of the documents behind a cell of the confusion matrix.

        A class twice: its true positives. Two classes: the first missed and the second
        extra. None is *nothing*: more missed than extra classes, or the reverse.
        """
        if true_class is not None and true_class == assigned_class:
            return self.documents_in_cell(true_class, "tp")
        tables = self.document_tables
        missed = None if true_class is None else self.documents_in_cell(true_class, "fn")
        extra = None if assigned_class is None else self.documents_in_cell(assigned_class, "fp")
        if missed is None:
            keep = np.arange(self.documents) if extra is None else extra
            keep = keep[tables.fp[keep] > tables.fn[keep]]
        elif extra is None:
            keep = missed
        else:
            keep = np.intersect1d(missed, extra, assume_unique=True)
        return keep[tables.fn[keep] > tables.fp[keep]] if extra is None else keep

    def documents_behind(self, true_class: int | None, assigned_class: int | None) -> int:
        """How many documents `documents_with` gives."""
        return len(self.documents_with(true_class, assigned_class))

    def documents_in_cell(self, c: int, cell: str) -> Array:
        """Positions of the documents behind `tp`, `fp` or `fn` of a class."""
        true, called = members(self.truth, c), members(self.assigned, c)
        found, beside = (called, true) if cell == "fp" else (true, called)
        among = np.zeros(self.documents, dtype=bool)
        among[beside] = True
        found = found[among[found] == (cell == "tp")]
        if self.scored.unjudged is not None:
            found = found[~mask_of(self.scored.unjudged, c)[found]]
        return np.sort(found)

    @property
    def spread(self) -> Spread:
        """How documents, or clusters of them, move sums over the classes."""
        return self._spread

    def _spread(self, true: Array, assigned: Array) -> tuple[float, int]:
        of = decided(self)
        moved = of.truth @ true + of.assigned @ assigned
        if of.gathered is not None:
            moved = of.gathered @ moved
        return float(np.sum(moved**2)), len(moved)

    @property
    def rankings(self) -> ScoredSplit | None:
        """What follows from the scores; None where the system has none."""
        return self.scored if self.scored.has_scores else None

    @property
    def curves(self) -> Curves | None:
        """Every curve of the scores; None where the system has none."""
        return self.scored.curves if self.scored.has_scores else None

    def exact_match_share(self) -> tuple[float, float, Interval]:
        """How many documents are exactly right, of how many, by weight; a 95 % interval."""
        right, counted = exactly_right(self)
        ends = mean_interval(right, counted, decided(self).gathered)
        weights = 1.0 if self.weights is None else self.weights
        hits, of = (float(np.sum(weights * n)) for n in (right, counted))
        return hits, of, ends

    def micro_intervals(self, beta: float) -> tuple[Interval, Interval, Interval]:
        """95 % intervals of precision, recall and F over all decisions."""
        of = decided(self)
        return (
            micro_interval(of, precision),
            micro_interval(of, recall),
            micro_interval(of, partial(f_beta, beta=beta)),
        )

    def micro_intervals_at(
        self, threshold: float | None, beta: float
    ) -> tuple[Interval, Interval, Interval]:
        """The same at one threshold of all classes, None for the decisions as they are."""
        if threshold is None:
            return self.micro_intervals(beta)
        cut = at_thresholds(self.scored.scores, threshold)
        return replace(self, assigned=cut).micro_intervals(beta)

    @property
    def differs_by_document(self) -> bool:
        """Whether it is known by what each document differs: documents are here."""
        return True

    def beside_answer(self, classes: tuple[int, ...]) -> FixedAnswerCounts:
        """How each document, or cluster, differs from the same classes for all."""
        part, chosen = self.scored, list(classes)
        true = judged(self.truth, part.unjudged)[:, chosen].sum(axis=1, dtype=np.int64)
        judged_answers = np.full(self.documents, len(chosen))
        if part.unjudged is not None:
            judged_answers = judged_answers - part.unjudged[:, chosen].sum(axis=1, dtype=np.int64)
        each = self.document_tables
        hits, alarms = each.tp - true, each.fp - (judged_answers - true)
        if not part.sampled:
            return FixedAnswerCounts(hits, alarms, *np.ones((2, self.documents)))
        drawn = cluster_weights(self.documents, part.weights, part.clusters)
        size = np.asarray(drawn.sum(axis=1)).ravel()
        return FixedAnswerCounts(drawn @ hits, drawn @ alarms, size, np.ones(len(size)))

    def macro_break_even(self, undefined: Undefined) -> Average:
        """As in `Curves`; ValueError without scores, as all that follow."""
        return self.scored.curves.macro_break_even(undefined)

    def micro_break_even_own_thresholds(self) -> BreakEven:
        """As in `Curves`."""
        return self.scored.curves.micro_break_even_own_thresholds()

    def micro_break_even_global(self) -> BreakEven:
        """Of all pairs as one ranking, cut at one threshold."""
        return self.scored.pooled_break_even

    def macro_eleven_point(self, undefined: Undefined) -> ElevenPoint:
        """As in `Curves`."""
        return self.scored.curves.macro_eleven_point(undefined)

    def macro_average_precision(self, undefined: Undefined) -> Average:
        """As in `Curves`."""
        return self.scored.curves.macro_average_precision(undefined)


def evaluate(
    predictions: Predictions, part: ScoredSplit, split: str | None, cut: Cut | FittedCut
) -> Evaluation:
    """Apply a cut to what a system scored of a split, as one batch. ValueError as `decide`."""
    decisions = predictions.decisions
    if decisions is not None and len(part.positions) < predictions.m:
        decisions = sparse.csc_array(decisions[part.positions])
    batch = replace(predictions, rows=part.rows, scores=part.by_class, decisions=decisions)
    rule = cut.cut if isinstance(cut, FittedCut) else cut
    return Evaluation(
        predictions.system, split, rule, part, decide(batch, cut), rule.optimistic_on(split)
    )


def decided(evaluation: Evaluation, classes: Sequence[int] | None = None) -> JudgedDecisions:
    """An evaluation's judged decisions, on all of its classes or on some."""
    truth, assigned, off = evaluation.truth, evaluation.assigned, evaluation.scored.unjudged
    tables, of_documents = evaluation.tables, evaluation.document_tables
    if classes is not None:
        part = list(classes)
        truth, assigned, tables = truth[:, part], assigned[:, part], tables[part]
        off = None if off is None else off[:, part]
        of_documents = count_decisions(truth, assigned, off, "document")
    truth, assigned = judged(truth, off), judged(assigned, off)
    gathered = None
    if evaluation.scored.sampled:
        gathered = cluster_weights(
            evaluation.documents, evaluation.weights, evaluation.scored.clusters
        )
    return JudgedDecisions(truth, assigned, off, gathered, tables, of_documents)


def exactly_right(evaluation: Evaluation) -> tuple[Array, Array]:
    """Whether each document is right, and whether it counts: one with no judged pair does not."""
    tables = evaluation.document_tables
    counted = (evaluation.judged_pairs > 0).astype(float)
    return ((tables.fp == 0) & (tables.fn == 0)) * counted, counted


# --- how documents were drawn, in words: the columns named, and what the documents are worth


class _Columns(Protocol):
    @property
    def weight_column(self) -> str | None: ...

    @property
    def cluster_column(self) -> str | None: ...


def columns_named(columns: _Columns) -> str:
    """`weights: column “w” · clusters: column “thread”`, of a truth or a part of it.

    Plain text, with the names as they are; empty where documents have neither.
    """
    named = (("weights", columns.weight_column), ("clusters", columns.cluster_column))
    return " · ".join(f"{what}: column {quoted(name)}" for what, name in named if name is not None)


def sampling_text(evaluation: Evaluation) -> str:
    """The columns, and how many independent documents these count as; empty without columns."""
    worth = evaluation.independent_documents
    said = columns_named(evaluation.scored)
    return said if worth is None else sampled_as(evaluation.scored, evaluation.documents, worth)


def sampled_as(columns: _Columns, documents: int, effective: float) -> str:
    """The same of so many documents that tell as much as `effective` independent ones."""
    shown = "an unknown number of" if math.isnan(effective) else f"about {effective:,.0f}"
    ones = "one" if f"{effective:,.0f}" == "1" else "ones"
    counted = f"{count_of(documents, 'document')} count as {shown} independent {ones}"
    named = columns_named(columns)
    return f"{named}, {counted}" if named else named


# --- the documents and the other classes behind a class's errors


def scores_of(evaluation: Evaluation, c: int) -> Array | None:
    """A class's scores, shape (documents,), -inf where it has none; None without any scores."""
    scores = evaluation.scored.by_class
    if scores is None:
        return None
    if not sparse.issparse(scores):
        return np.asarray(scores[c], dtype=float)
    listed, listed_scores = scores_of_class(scores, c)
    out = np.full(evaluation.documents, -np.inf)
    out[listed] = listed_scores
    return out


def _scores_at(evaluation: Evaluation, c: int, positions: Array) -> Array | None:
    """As `scores_of` at some documents, in their shape."""
    scores = evaluation.scored.by_class
    if scores is None:
        return None
    if not sparse.issparse(scores):
        return np.asarray(scores[c, positions], dtype=float)
    listed, values = scores_of_class(scores, c)
    order = np.argsort(listed)
    places = np.searchsorted(listed[order], positions)
    out = np.full(len(positions), -np.inf)
    inside = np.flatnonzero(places < len(listed))
    inside = inside[listed[order[places[inside]]] == positions[inside]]
    out[inside] = values[order[places[inside]]]
    return out


def errors_by_confidence(evaluation: Evaluation, c: int, cell: str) -> Array:
    """Positions of the documents behind `tp`, `fp` or `fn` of a class, the most telling first.

    False positives by falling score, the surest mistakes; false negatives and true positives
    by rising score, the farthest from being found and the ones nearly lost. In the order of
    the file among equals and without scores.
    """
    positions = evaluation.documents_in_cell(c, cell)
    rising = _scores_at(evaluation, c, positions)
    if rising is None:
        return positions
    return positions[np.argsort(-rising if cell == "fp" else rising, kind="stable")]
