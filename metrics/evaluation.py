"""One system's decisions beside the truth, on the documents of one split.

Everything a page or the command line shows comes from here, so they cannot disagree.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from scipy import sparse

from metrics import breakeven, curves, eleven_point
from metrics.averaging import Average, Undefined, macro, mean_of, micro
from metrics.breakeven import BreakEven
from metrics.cuts import Cut, Fitted, decide
from metrics.eleven_point import ElevenPoint
from metrics.fitting import exactly_true_number
from metrics.records import (
    Predictions,
    Scores,
    Truth,
    documents_of,
    positions_in,
    scores_of_class,
)
from metrics.tallies import (
    Array,
    ConfusionMatrix,
    ContingencyTable,
    ScoreTally,
    count_confusion,
    count_decisions,
    pooled_scores,
    tally_scores,
)


@dataclass(frozen=True)
class Scored:
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
        positive = documents_of(self.truth, c)
        judged = None
        if self.unjudged is not None and len(out := documents_of(self.unjudged, c)):
            judged = np.ones(len(self.rows), dtype=bool)
            judged[out] = False
            positive = positive[judged[positive]]
        if not sparse.issparse(self.scores):
            scores = self.scores[c]
            if judged is None:
                return tally_scores(scores, positive)
            is_positive = np.zeros(len(scores), dtype=bool)
            is_positive[positive] = True
            return tally_scores(scores[judged], is_positive[judged])
        listed, scores = scores_of_class(self.scores, c)
        if judged is not None:
            listed, scores = listed[judged[listed]], scores[judged[listed]]
        documents = len(self.rows) if judged is None else int(judged.sum())
        hits = np.isin(listed, positive)
        return tally_scores(scores, hits, documents - len(scores), len(positive) - int(hits.sum()))

    @cached_property
    def break_even_points(self) -> tuple[BreakEven, ...]:
        return tuple(breakeven.break_even(t) for t in self.tallies)

    @cached_property
    def eleven_points(self) -> tuple[ElevenPoint, ...]:
        return tuple(eleven_point.eleven_point(t) for t in self.tallies)

    @cached_property
    def average_precisions(self) -> Array:
        """Shape (classes,), NaN without positives."""
        return np.array([curves.average_precision(t) for t in self.tallies])

    @cached_property
    def pooled(self) -> ScoreTally:
        """All document/class pairs as one list."""
        return pooled_scores(list(self.tallies))

    def at_threshold(self, threshold: Any) -> ContingencyTable:
        """The table of every class when all are cut at one threshold, or each at its own of
        shape (classes,); shape (classes,)."""
        limits = np.broadcast_to(np.asarray(threshold, dtype=float), len(self.classes))
        tables = [t.at(limit) for t, limit in zip(self.tallies, limits, strict=True)]
        return ContingencyTable(
            *(np.array([getattr(t, cell) for t in tables]) for cell in ("tp", "fp", "fn", "tn"))
        )


def scored(truth: Truth, predictions: Predictions, split: str | None) -> Scored:
    """What a system scored of a split; ValueError where nobody has labelled."""
    if truth.labels is None:
        raise ValueError("without truth nothing can be evaluated, only estimated")
    at = positions_in(truth, predictions, split)
    rows = predictions.rows[at]
    everything = len(rows) == truth.n
    scores = predictions.scores
    if scores is not None and len(at) < predictions.m:
        scores = scores[:, at]
    return Scored(
        truth.classes,
        rows,
        at,
        truth.labels if everything else sparse.csc_array(truth.labels[rows]),
        truth.unjudged
        if everything or truth.unjudged is None
        else sparse.csc_array(truth.unjudged[rows]),
        scores,
    )


@dataclass(frozen=True)
class Evaluation:
    """A system's decisions on a split under one cut, beside the truth.

    `assigned`: boolean csc (m, k), in the order of `scored.rows`. `optimistic`: the cut was
    fitted on documents that are measured here.
    """

    system: str
    split: str | None
    cut: Cut
    scored: Scored
    assigned: sparse.csc_array
    optimistic: bool = False

    @property
    def classes(self) -> tuple[str, ...]:
        return self.scored.classes

    @property
    def rows(self) -> Array:
        return self.scored.rows

    @property
    def documents(self) -> int:
        return len(self.rows)

    @property
    def truth(self) -> sparse.csc_array:
        return self.scored.truth

    @cached_property
    def tables(self) -> ContingencyTable:
        """One table per class, shape (classes,)."""
        return count_decisions(self.truth, self.assigned, self.scored.unjudged)

    @cached_property
    def document_tables(self) -> ContingencyTable:
        """One table per document, shape (documents,), classes being the items."""
        return count_decisions(self.truth, self.assigned, self.scored.unjudged, "document")

    @cached_property
    def confusion(self) -> ConfusionMatrix:
        truth, assigned = self.truth, self.assigned
        if (unjudged := self.scored.unjudged) is not None:
            truth = sparse.csc_array(truth > truth.multiply(unjudged))
            assigned = sparse.csc_array(assigned > assigned.multiply(unjudged))
        return count_confusion(truth, assigned)

    @cached_property
    def single_label(self) -> bool:
        """Exactly one true class on every document."""
        return bool(self.documents > 0 and np.all(self.document_tables.positives == 1))

    @cached_property
    def one_of(self) -> bool:
        """Exactly one true class and one decision on every document: then micro P = R = F."""
        return bool(
            self.single_label
            and self.scored.unjudged is None
            and np.all(self.document_tables.assigned == 1)
        )

    @cached_property
    def exactly_true_number(self) -> bool:
        """Whether the decisions were hardly made without knowing how many classes are true.

        See `fitting.exactly_true_number`.
        """
        return exactly_true_number(self.truth, self.assigned)

    @property
    def exact_match(self) -> float:
        """Share of documents whose assigned classes are exactly the true ones; NaN without any."""
        tables = self.document_tables
        right = (tables.fp == 0) & (tables.fn == 0)
        return float(right.mean()) if len(right) else float("nan")

    def micro(self, beta: float) -> dict[str, float]:
        return micro(self.tables, beta)

    def macro(self, beta: float, undefined: Undefined) -> dict[str, Average]:
        return macro(self.tables, beta, undefined)

    def per_document(self, beta: float, undefined: Undefined) -> dict[str, Average]:
        return macro(self.document_tables, beta, undefined)

    def documents_with(self, true_class: int | None, assigned_class: int | None) -> Array:
        """Positions (in 0..documents) of the documents behind a cell of the confusion matrix.

        A class twice: its true positives. Two classes: the first missed and the second
        extra. None is *nothing*: more missed than extra classes, or the reverse.
        """
        tables = self.document_tables
        if true_class is not None and true_class == assigned_class:
            return np.intersect1d(
                documents_of(self.truth, true_class), documents_of(self.assigned, true_class)
            )
        keep = np.arange(self.documents)
        if true_class is not None:
            missed = np.setdiff1d(
                documents_of(self.truth, true_class), documents_of(self.assigned, true_class)
            )
            keep = np.intersect1d(keep, missed)
        if assigned_class is not None:
            extra = np.setdiff1d(
                documents_of(self.assigned, assigned_class),
                documents_of(self.truth, assigned_class),
            )
            keep = np.intersect1d(keep, extra)
        if true_class is None:
            keep = keep[tables.fp[keep] > tables.fn[keep]]
        if assigned_class is None:
            keep = keep[tables.fn[keep] > tables.fp[keep]]
        if (unjudged := self.scored.unjudged) is not None:
            for c in (true_class, assigned_class):
                if c is not None:
                    keep = np.setdiff1d(keep, documents_of(unjudged, c))
        return keep

    def documents_in_cell(self, c: int, cell: str) -> Array:
        """Positions of the documents behind `tp`, `fp` or `fn` of a class."""
        true, called = documents_of(self.truth, c), documents_of(self.assigned, c)
        found = {
            "tp": np.intersect1d(true, called),
            "fp": np.setdiff1d(called, true),
            "fn": np.setdiff1d(true, called),
        }[cell]
        if self.scored.unjudged is None:
            return found
        return np.setdiff1d(found, documents_of(self.scored.unjudged, c))

    def macro_break_even(self, undefined: Undefined) -> Average:
        """Mean break-even point over the classes; ValueError without scores, as all that follow."""
        return breakeven.macro_break_even(list(self.scored.break_even_points), undefined)

    def micro_break_even_own_thresholds(self) -> BreakEven:
        """Of the pooled table with every class cut at its own break-even point."""
        return breakeven.micro_break_even_own_thresholds(
            list(self.scored.tallies), list(self.scored.break_even_points)
        )

    def micro_break_even_global(self) -> BreakEven:
        """Of all pairs as one ranking, cut at one threshold."""
        return breakeven.break_even(self.scored.pooled)

    def macro_eleven_point(self, undefined: Undefined) -> ElevenPoint:
        """Mean of the classes' levels."""
        return eleven_point.macro_eleven_point(list(self.scored.eleven_points), undefined)

    def macro_average_precision(self, undefined: Undefined) -> Average:
        """Mean average precision over the classes."""
        return mean_of(self.scored.average_precisions, undefined)


def evaluate(
    predictions: Predictions, part: Scored, split: str | None, cut: Cut | Fitted
) -> Evaluation:
    """Apply a cut to what a system scored of a split, as one batch. ValueError as `decide`."""
    decisions = predictions.decisions
    if decisions is not None and len(part.at) < predictions.m:
        decisions = sparse.csc_array(decisions[part.at])
    batch = replace(predictions, rows=part.rows, scores=part.scores, decisions=decisions)
    rule = cut.cut if isinstance(cut, Fitted) else cut
    return Evaluation(
        predictions.system, split, rule, part, decide(batch, cut), rule.optimistic_on(split)
    )
