"""An evaluation of which only numbers are here: its documents stayed where they were counted."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.counts import AveragesOfCounts, DecisionCounts
from breakeven.analysis.evaluation.curves import Curves
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.document_kinds import ClassPairs, ClusterProducts, DocumentKinds
from breakeven.analysis.evaluation.eleven_conventions import CountedElevenPoints
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.evaluation.scored import ScoredSplit
from breakeven.data.wording import count_of
from metrics.measures import f_beta
from metrics.ranking.curves import hit_points
from metrics.ranking.document_pivot import CountedPoints
from metrics.tallies import ConfusionMatrix, ScoreTally
from metrics.typing import F1_BETA, Array


@dataclass(frozen=True)
class BestF:
    """The highest F that a threshold gives a class, and the highest such; NaN without positives."""

    value: float
    threshold: float


@dataclass(frozen=True)
class FilterCount:
    """How many documents a filter keeps, which is `text`, of how many."""

    text: str
    documents: int
    of_documents: int

    def __str__(self) -> str:
        of = count_of(self.of_documents, "document")
        return f"on {self.documents:,} of {of}: {self.text}"

    def as_json(self) -> dict[str, Any]:
        """The filter and its counts, ready for JSON."""
        counts = {"documents": self.documents, "of_documents": self.of_documents}
        return {"text": self.text, **counts}


@dataclass(frozen=True)
class FixedAnswerCounts:
    """Decisions beside the same classes for every document.

    `hits`, `alarms`: by how many hits, and false alarms, more a document counts by its weight, or a
    cluster of documents; `size`: the weight of one; `times`: how many differ by the same. All of
    shape (kinds,).
    """

    hits: Array
    alarms: Array
    size: Array
    times: Array


@dataclass(frozen=True)
class CountedLeaks:
    """Decisions on all documents asked for, and on those of them that are in no earlier split."""

    every: CountedEvaluation
    without: CountedEvaluation


@dataclass(frozen=True, kw_only=True)
class CountedEvaluation(AveragesOfCounts):
    """A system's decisions on a split under one cut, counted by an engine.

    `name`: of the table. `engine`: what counted, in words. `curves`: None where the system has no
    scores. `weight_column`, `cluster_column`: of the documents' weights and clusters; `gathered`:
    which documents stand together in these. `notes`: what was assumed. `kept`: what a filter kept
    of the split; None where all of it was counted. `splits`: those of the whole table, "" where
    documents have none. `leaks`: the same with and without documents of an earlier split; None
    where there are none. `beside_fixed`: beside the best fixed answer; None where that was not
    counted.
    """

    name: str
    engine: str
    system: str
    split: str | None
    cut: Cut
    classes: tuple[str, ...]
    counts: DecisionCounts
    curves: Curves | None
    weight_column: str | None = None
    cluster_column: str | None = None
    gathered: ClusterProducts | None = None
    notes: tuple[str, ...] = ()
    kept: FilterCount | None = None
    splits: tuple[str, ...] = ()
    leaks: CountedLeaks | None = None
    beside_fixed: FixedAnswerCounts | None = None
    points: CountedPoints | None = None
    class_pairs: ClassPairs | None = None

    @property
    def may_be_of(self) -> tuple[str, ...]:
        """The splits that the counted documents are of, or may be where a filter kept some."""
        return self.splits if self.split is None else (self.split,)

    @property
    def optimistic(self) -> bool:
        """Whether the cut was fitted on documents that are counted here."""
        return self.cut.optimistic_on(self.split)

    @property
    def alone(self) -> bool:
        """Whether all documents weigh the same, and were drawn one by one."""
        return self.counts.weights is None and self.gathered is None

    @cached_property
    def kinds(self) -> DocumentKinds:
        """Documents by what averages turn on."""
        return DocumentKinds(self.counts, self.gathered, self.class_pairs)

    @property
    def documents(self) -> int:
        """How many documents were counted."""
        times = self.counts.times
        return len(self.counts.judged) if times is None else int(times.sum())

    @property
    def weighed(self) -> float:
        """The number of documents, by their weights where they have any."""
        return float(np.sum(self.kinds.weight * self.kinds.times))

    def __repr__(self) -> str:
        f = self.counts.micro(F1_BETA)["f"]
        return f"<Evaluation of {self.system} on {self.name}: F micro {f:.3f}>"

    @cached_property
    def eleven_points(self) -> CountedElevenPoints:
        """Eleven points by each convention that was counted; ValueError without scores."""
        if self.curves is None:
            raise ValueError("without scores there is no ranking")
        return CountedElevenPoints(self.counts, self.curves, self.points)

    @cached_property
    def best_f(self) -> tuple[BestF, ...]:
        """The best F1 of each class; ValueError without scores."""
        if self.curves is None:
            raise ValueError("without scores there is no threshold")
        return tuple(_best_f(tally) for tally in self.curves.tallies)


@dataclass(frozen=True)
class Confused:
    """What is taken for what, and how many documents are `behind` each cell of that matrix.

    `behind`: whole numbers, csr (classes + 1, classes + 1), each document once in a cell.
    """

    matrix: ConfusionMatrix
    behind: sparse.csr_array


@dataclass(frozen=True, kw_only=True)
class ConfusedEvaluation(CountedEvaluation):
    """An evaluation of which it was counted as well what is taken for what."""

    confused: Confused

    @property
    def confusion(self) -> ConfusionMatrix:
        """True × assigned counts, judged pairs only; for one class a document."""
        return self.confused.matrix

    def documents_behind(self, true_class: int | None, assigned_class: int | None) -> int:
        """How many documents there are behind a cell of the confusion matrix; None is *nothing*."""
        k = len(self.classes)
        cell = (k if c is None else c for c in (true_class, assigned_class))
        return int(self.confused.behind[*cell])


def with_confused(evaluation: CountedEvaluation, confused: Confused) -> ConfusedEvaluation:
    """The evaluation with what is taken for what, of the same documents and decisions."""
    known = {field.name: getattr(evaluation, field.name) for field in fields(evaluation)}
    return ConfusedEvaluation(**known, confused=confused)


# of documents in memory, or of those of a table
AnyEvaluation: TypeAlias = Evaluation | CountedEvaluation
# of which it is known what is taken for what
AnyConfused: TypeAlias = Evaluation | ConfusedEvaluation


def curves_of(evaluation: AnyEvaluation) -> ScoredSplit | Curves | None:
    """What follows from the scores, as both say it; None where the system has none."""
    if isinstance(evaluation, CountedEvaluation):
        return evaluation.curves
    return evaluation.scored if evaluation.scored.has_scores else None


def _best_f(tally: ScoreTally) -> BestF:
    points = hit_points(tally)
    if not tally.r or not len(points):
        return BestF(float("nan"), float("nan"))
    f = f_beta(points.table(), F1_BETA)
    best = int(np.argmax(f))
    return BestF(float(f[best]), float(points.threshold[best]))
