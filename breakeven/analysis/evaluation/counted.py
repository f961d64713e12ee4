"""An evaluation of which only numbers are here: its documents stayed where they were counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TypedDict

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.counts import (
    IN_MEMORY,
    BaseEvaluation,
    DecisionCounts,
    FixedAnswerCounts,
    NotCounted,
)
from breakeven.analysis.evaluation.curves import Curves
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.document_kinds import ClassPairs, ClusterProducts, DocumentKinds
from breakeven.analysis.evaluation.eleven_conventions import CountedElevenPoints
from breakeven.data.records import Predictions
from breakeven.data.wording import count_of
from metrics.dataset.class_distribution import Spread
from metrics.expected.probability_losses import LossAverages, LossName
from metrics.measures import f_beta, precision, recall
from metrics.ranking.curves import hit_points
from metrics.ranking.document_pivot import CountedPoints
from metrics.tallies import ConfusionMatrix, ScoreTally
from metrics.typing import F1_BETA, Array
from metrics.uncertainty.intervals import Interval


@dataclass(frozen=True)
class BestF:
    """The highest F that a threshold gives a class, and the highest such; NaN without positives."""

    value: float
    threshold: float


class FilterCounts(TypedDict):
    """A filter as JSON has it."""

    text: str
    documents: int
    of_documents: int


@dataclass(frozen=True)
class FilterCount:
    """How many documents a filter keeps, which is `text`, of how many."""

    text: str
    documents: int
    of_documents: int

    def __str__(self) -> str:
        of = count_of(self.of_documents, "document")
        return f"on {self.documents:,} of {of}: {self.text}"

    def as_json(self) -> FilterCounts:
        """The filter and its counts, ready for JSON."""
        return {
            "text": self.text,
            "documents": self.documents,
            "of_documents": self.of_documents,
        }


@dataclass(frozen=True)
class CountedLeaks:
    """Decisions on all documents asked for, and on those of them that are in no earlier split."""

    every: CountedEvaluation
    without: CountedEvaluation


@dataclass(frozen=True)
class Confused:
    """What is taken for what, and how many documents are `behind` each cell of that matrix.

    `behind`: whole numbers, csr (classes + 1, classes + 1), each document once in a cell.
    """

    matrix: ConfusionMatrix
    behind: sparse.csr_array


@dataclass(frozen=True, kw_only=True)
class CountedEvaluation(BaseEvaluation):
    """A system's decisions on a split under one cut, counted by an engine.

    `name`: of the table. `engine`: what counted, in words. `curves`: None where the system has no
    scores. `weight_column`, `cluster_column`: of the documents' weights and clusters; `gathered`:
    which documents stand together in these. `notes`: what was assumed. `kept`: what a filter kept
    of the split; None where all of it was counted. `splits`: those of the whole table, "" where
    documents have none. `leaks`: the same with and without documents of an earlier split; None
    where there are none. `beside_fixed`: beside the best fixed answer; None where that was not
    counted. `confused`: what is taken for what; None where that was not counted. `with_ids`:
    whether documents have any, so that they can be listed. `predictions`: what kinds of things the
    system said, of no document. `losses`: of its probabilities; None where scores are none.
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
    filter_count: FilterCount | None = None
    splits: tuple[str, ...] = ()
    leaks: CountedLeaks | None = None
    beside_fixed: FixedAnswerCounts | None = None
    points: CountedPoints | None = None
    class_pairs: ClassPairs | None = None
    confused: Confused | None = None
    with_ids: bool = True
    predictions: Predictions = Predictions("", np.arange(0))  # noqa: RUF009 - never changed
    losses: Mapping[LossName, LossAverages] | None = None

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

    @property
    def probabilities(self) -> bool:
        """Whether the scores are known to be probabilities."""
        return bool(self.predictions.probabilities)

    @property
    def rankings(self) -> Curves | None:
        """What follows from the scores; None where the system has none."""
        return self.curves

    @cached_property
    def not_counted(self) -> Mapping[str, NotCounted]:
        """What memory would tell and is not here."""
        missing = {
            "rules": NotCounted(
                "the k best classes, candidates, shares, expected F and cross-fitted thresholds "
                f"are {IN_MEMORY}"
            ),
            "merged_groups": NotCounted(
                "what larger groups would give, how sure a gain is, and how many bits of "
                f"information it costs, is {IN_MEMORY}"
            ),
        }
        if self.class_pairs is None:
            missing["macro_intervals"] = NotCounted(
                "intervals of means over classes, and of the mix of classes",
                "as too many classes occur together",
            )
        elif self.class_pairs.every is None:
            missing["macro_intervals"] = NotCounted(
                "intervals of means over classes that true negatives move (balanced accuracy, "
                "MCC, κ, negative predictive value)",
                "as some pairs are not judged",
            )
        if self.curves is None:
            missing["thresholds"] = NotCounted(
                "the table gives predictions without scores", "so there is no threshold to choose"
            )
        else:
            missing |= self._not_counted_of_scores(self.curves)
        if self.confused is None:
            missing["confusion"] = NotCounted("confusions were not counted")
        if not self.with_ids:
            missing["documents"] = NotCounted(
                "the rows have no ids", "so they have no order, and cannot be shown page by page"
            )
        return missing

    def _not_counted_of_scores(self, curves: Curves) -> dict[str, NotCounted]:
        """What the scores would tell that were not brought together."""
        kinds = "as trec_eval prints them"
        if self.points is None:
            kinds = f"by document, of which there are too many kinds, and {kinds}"
        missing = {"eleven_points": NotCounted(f"eleven points {kinds}")}
        if curves.complete:
            areas = "intervals of the mean and the pooled area under ROC curves"
            return missing | {"roc_intervals": NotCounted(areas)}
        too_many = "there are too many distinct scores to bring them all together"
        return missing | {
            "average_precision": NotCounted(
                "average precision and ROC AUC need every distinct score",
                "of which there are too many to bring together, so these are left out; break-even, "
                "the eleven points and the best F are exact",
            ),
            "tuned_rules": NotCounted(
                f"{too_many}: of tuned rules the best F₁ and break-even are exact, and each is "
                "counted again on both splits"
            ),
            "every_threshold": NotCounted(
                f"{too_many}. Those that break-even, the eleven points and the best F₁ turn on "
                "are exact, and the curve goes through these: other β and average precision are "
                "not known"
            ),
        }

    @property
    def confusion(self) -> ConfusionMatrix:
        """True × assigned counts of judged pairs; ValueError where they were not counted."""
        return self._confused.matrix

    @property
    def spread(self) -> Spread | None:
        """How documents, or clusters, move sums over the classes; None where it was not counted."""
        return None if self.class_pairs is None else self._spread

    def _spread(self, true: Array, assigned: Array) -> tuple[float, int]:
        assert self.class_pairs is not None
        slope = (true + assigned, assigned, true, np.zeros(len(true)))
        return self.class_pairs.squares_of(slope), self.kinds.drawn

    def documents_behind(self, true_class: int | None, assigned_class: int | None) -> int:
        """How many documents there are behind a cell of the confusion matrix; None is *nothing*."""
        k = len(self.classes)
        cell = (k if c is None else c for c in (true_class, assigned_class))
        return int(self._confused.behind[*cell])

    @property
    def _confused(self) -> Confused:
        if self.confused is None:
            raise ValueError(str(self.not_counted["confusion"]))
        return self.confused

    def exact_match_share(self) -> tuple[float, float, Interval]:
        """How many documents are exactly right, of how many, by weight; a 95 % interval."""
        table, kinds = self.counts.documents, self.kinds
        counted = kinds.weight * kinds.times * (self.counts.judged > 0)
        right = counted * ((table.fp == 0) & (table.fn == 0))
        return float(right.sum()), float(counted.sum()), kinds.exact_match_interval()

    def micro_intervals(self, beta: float) -> tuple[Interval, Interval, Interval]:
        """95 % intervals of precision, recall and F over all decisions."""
        interval = self.kinds.micro_interval
        return interval(precision), interval(recall), interval(partial(f_beta, beta=beta))

    def micro_intervals_at(self, threshold: float | None, beta: float) -> None:
        """None: documents are not here to be decided anew."""
        return

    @property
    def differs_by_document(self) -> bool:
        """Whether it is known by what each document differs from the best fixed answer."""
        return self.beside_fixed is not None or (self.alone and self.by_documents)

    def beside_answer(self, classes: tuple[int, ...]) -> FixedAnswerCounts:
        """How documents differ from the best fixed answer, else what the tables say of it."""
        return self.beside_fixed or self._by_tables(classes)

    def _by_tables(self, classes: tuple[int, ...]) -> FixedAnswerCounts:
        """What the tables say where each document has one class and one decision, or yes or no."""
        tables, chosen = self.tables, list(classes)
        if self.yes_or_no:
            lost, gained = (tables.fn, tables.tn) if classes else (tables.fp, tables.tp)
        else:
            # of the class and wrong, a hit is lost; of another and right, one is gained
            lost, gained = tables.fn[chosen], np.delete(tables.tp, chosen)
        moved = np.array([float(lost.sum()), float(gained.sum())])
        times = np.append(moved, max(self.documents - moved.sum(), 0.0))
        right = np.array([-1.0, 1.0, 0.0])
        # to say yes or no rightly is a hit, or no alarm; a right class is a hit and an alarm less
        alarms = np.zeros(3) if self.yes_or_no else -right
        return FixedAnswerCounts(right, alarms, np.ones(3), times)


def _best_f(tally: ScoreTally) -> BestF:
    points = hit_points(tally)
    if not tally.r or not len(points):
        return BestF(float("nan"), float("nan"))
    f = f_beta(points.table(), F1_BETA)
    best = int(np.argmax(f))
    return BestF(float(f[best]), float(points.threshold[best]))
