"""What is counted of decisions beside the truth, and the averages that follow from it alone.

What is known of an evaluation wherever it was counted, and what was not counted of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from breakeven.analysis.evaluation.curves import Curves
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.scored import ScoredSplit
from metrics.averaging import (
    PER_CLASS,
    Average,
    Undefined,
    anomaly_free,
    macro,
    mean_of,
    micro,
    weighted,
)
from metrics.class_agreement import (
    balanced_accuracy_of_classes,
    kappa_of_classes,
    matthews_of_classes,
)
from metrics.dataset.class_distribution import Spread
from metrics.measures import AVERAGED, Measure, measures_of_tables
from metrics.tallies import ConfusionMatrix, ContingencyTable
from metrics.typing import Array, AverageName
from metrics.uncertainty.intervals import Interval


@dataclass(frozen=True)
class DecisionCounts:
    """Tables of classes and of documents, wherever they were counted.

    `classes`: a table per class, shape (classes,). `documents`: a table per document, or per kind
    of documents that are alike in it, shape (units,), which stand for `times` documents each; None
    where each is one. `judged`: how many classes each unit was judged on; `weights`: how much
    one document of it counts, None where all count 1; both of shape (units,). `unbounded`: there
    are no true negatives.
    """

    classes: ContingencyTable
    documents: ContingencyTable
    judged: Array
    weights: Array | None = None
    times: Array | None = None
    unbounded: bool = False

    @cached_property
    def single_label(self) -> bool:
        """Exactly one true class on every judged document, of classes that have bounds."""
        if self.unbounded:
            return False
        some = self.judged > 0
        return bool(some.any() and np.all(self.documents.positives[some] == 1))

    @cached_property
    def one_of(self) -> bool:
        """Exactly one true class and one decision on every document: then micro P = R = F.

        A document of which nobody judged anything counts nowhere.
        """
        some = self.judged > 0
        return bool(
            self.single_label
            and np.all(self.judged[some] == len(self.classes))
            and np.all(self.documents.assigned[some] == 1)
        )

    @cached_property
    def exactly_true_number(self) -> bool:
        """Whether every document was given exactly as many classes as it truly has.

        Only asked where the numbers differ between documents and some decision is wrong: then such
        decisions were hardly made without knowing the truth, and no system in operation can know
        it. Only judged pairs count. Source: Lewis (1991), One Category or Many.
        """
        some = self.judged > 0
        true, assigned = self.documents.positives[some], self.documents.assigned[some]
        if not np.array_equal(true, assigned) or len(np.unique(true)) < 2:
            return False
        return self.number(self.documents.fn > 0) > 0

    def number(self, units: Array) -> int:
        """How many documents these units stand for, a mask of shape (units,)."""
        return int(units.sum() if self.times is None else self.times[units].sum())

    @property
    def exact_match(self) -> float:
        """Share of documents whose assigned classes are exactly the true ones; NaN without any.

        Only judged pairs count, and only documents that have some.
        """
        return self._mean(self._exactly_right).value

    @cached_property
    def _exactly_right(self) -> Array:
        # 1 or 0, NaN for a document without judged pairs
        right = (self.documents.fp == 0) & (self.documents.fn == 0)
        return np.where(self.judged > 0, right, np.nan)

    def micro(self, beta: float) -> dict[str, float]:
        """Measures of the pooled table by name; NaN for 0/0.

        Where each document has one true class, accuracy is the share of documents that are right.
        """
        return micro(self.classes, beta) | {name: a.value for name, a in self._right.items()}

    def macro(self, beta: float, undefined: Undefined) -> dict[str, Average]:
        """Means over classes by name, each with how many were left out as undefined.

        Where each document has one true class, the mean of the classes' own accuracy is no
        accuracy that anybody means; it is `accuracy_per_class`, and likewise the error rate.
        """
        return self._of_classes(macro(self.classes, beta, undefined))

    def weighted(self, beta: float, undefined: Undefined) -> dict[str, Average]:
        """As `macro`, over the classes that have positives, each weighing as these."""
        return self._of_classes(weighted(self.classes, beta, undefined))

    def _of_classes(self, means: Mapping[str, Average]) -> dict[str, Average]:
        return {
            name + PER_CLASS if name in self._right else name: mean for name, mean in means.items()
        }

    def per_document(self, beta: float, undefined: Undefined) -> dict[str, Average]:
        """Means over documents by name, each with how many were left out as undefined.

        Accuracy as in `micro`.
        """
        means = macro(self.documents, beta, undefined, self.weights, self.times)
        return means | self._right

    def averages_of(self, measure: Measure, undefined: Undefined) -> dict[AverageName, Average]:
        """Any measure of a table by each of its averages; 0/0 counts as `undefined` says."""
        pooled = float(measure(self.classes.pooled()))
        occurring = self.classes[self.classes.positives > 0]
        none = np.isnan(np.array([pooled]))
        return {
            "micro": Average(pooled, int(~none[0]), 1, none),
            "macro": mean_of(measure(self.classes), undefined, anomaly_free(self.classes)),
            "weighted": mean_of(
                measure(occurring), undefined, anomaly_free(occurring), occurring.positives
            ),
            "per_document": mean_of(
                measure(self.documents),
                undefined,
                anomaly_free(self.documents),
                self.weights,
                self.times,
            ),
        }

    @property
    def of_all_classes(self) -> dict[str, float]:
        """Agreement with the truth over all classes at once, where each document gets its one.

        `balanced_accuracy`, `mcc` (R_K) and `kappa`; NaN where 0/0. Empty elsewhere.
        """
        if not self.one_of:
            return {}
        return {
            "balanced_accuracy": balanced_accuracy_of_classes(self.classes),
            "mcc": matthews_of_classes(self.classes).value,
            "kappa": kappa_of_classes(self.classes).value,
        }

    @cached_property
    def _right(self) -> dict[str, Average]:
        """Accuracy and error rate where they are shares of documents; else nothing."""
        if not self.single_label:
            return {}
        right = self._exactly_right
        return {"accuracy": self._mean(right), "error_rate": self._mean(1 - right)}

    def _mean(self, values: Array) -> Average:
        return mean_of(values, weights=self.weights, times=self.times)


class AveragesOfCounts:
    """What follows of its `counts`, for whatever has counted decisions beside the truth."""

    if TYPE_CHECKING:

        @property
        def counts(self) -> DecisionCounts:
            """What is counted of the decisions, of which all averages follow."""

    @property
    def tables(self) -> ContingencyTable:
        """One table per class, shape (classes,)."""
        return self.counts.classes

    @property
    def weights(self) -> Array | None:
        """How much each document counts, or one of each kind; None where all count 1."""
        return self.counts.weights

    @property
    def single_label(self) -> bool:
        """As in `DecisionCounts`."""
        return self.counts.single_label

    @property
    def one_of(self) -> bool:
        """As in `DecisionCounts`."""
        return self.counts.one_of

    @property
    def exactly_true_number(self) -> bool:
        """As in `DecisionCounts`."""
        return self.counts.exactly_true_number

    @property
    def exact_match(self) -> float:
        """As in `DecisionCounts`."""
        return self.counts.exact_match

    @property
    def of_all_classes(self) -> dict[str, float]:
        """As in `DecisionCounts`."""
        return self.counts.of_all_classes

    def micro(self, beta: float) -> dict[str, float]:
        """As in `DecisionCounts`."""
        return self.counts.micro(beta)

    def macro(self, beta: float, undefined: Undefined) -> dict[str, Average]:
        """As in `DecisionCounts`."""
        return self.counts.macro(beta, undefined)

    def weighted(self, beta: float, undefined: Undefined) -> dict[str, Average]:
        """As in `DecisionCounts`."""
        return self.counts.weighted(beta, undefined)

    def per_document(self, beta: float, undefined: Undefined) -> dict[str, Average]:
        """As in `DecisionCounts`."""
        return self.counts.per_document(beta, undefined)

    def averaged(
        self, measure: str, average: AverageName, beta: float, undefined: Undefined
    ) -> float:
        """One measure by one of its averages; NaN where it is 0/0."""
        counts = self.counts
        if measure not in AVERAGED:
            function = measures_of_tables(beta)[measure]
            return counts.averages_of(function, undefined)[average].value
        if average == "micro":
            return counts.micro(beta)[measure]
        means: Mapping[str, Average] = getattr(counts, average)(beta, undefined)
        # the mean over classes is called so where the measure is a share of documents
        return means[measure if measure in means else measure + PER_CLASS].value


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


# why an engine does not say it
IN_MEMORY = "worked out in memory only"


@dataclass(frozen=True)
class NotCounted:
    """`what` an evaluation lacks because nobody counted it, and why; plain text."""

    what: str
    why: str = ""

    def __str__(self) -> str:
        return f"{self.what}, {self.why}" if self.why else self.what

    @property
    def sentence(self) -> str:
        """The same as a sentence of its own."""
        text = str(self)
        return f"{text[:1].upper()}{text[1:]}."


class BaseEvaluation(AveragesOfCounts, ABC):
    """A system's decisions on a split under one cut: what is known of them wherever they lie."""

    if TYPE_CHECKING:

        @property
        def system(self) -> str:
            """The name of the system."""

        @property
        def split(self) -> str | None:
            """The split; None for all documents."""

        @property
        def cut(self) -> Cut:
            """The rule that decided."""

        @property
        def optimistic(self) -> bool:
            """Whether the cut was fitted on documents that are measured here."""

        @property
        def classes(self) -> tuple[str, ...]:
            """The names of the classes."""

        @property
        def documents(self) -> int:
            """How many documents were evaluated."""

        @property
        def weighed(self) -> float:
            """The number of documents, by their weights where they have any."""

        @property
        def curves(self) -> Curves | None:
            """Every curve of the scores; None without scores."""

        @property
        def rankings(self) -> ScoredSplit | Curves | None:
            """The same as the weights and clusters of documents have it."""

        @property
        def confusion(self) -> ConfusionMatrix:
            """True × assigned counts of judged pairs; ValueError where they were not counted."""

    @property
    def not_counted(self) -> Mapping[str, NotCounted]:
        """What is missing, by the name of what would be there: of documents in memory, nothing."""
        return MappingProxyType({})

    @property
    def yes_or_no(self) -> bool:
        """Whether there is one class, and it is known of which documents it is not true."""
        return len(self.tables) == 1 and not bool(np.isnan(self.tables.total).any())

    @property
    def by_documents(self) -> bool:
        """Whether answers are set side by side by the documents that are right."""
        return self.one_of or self.yes_or_no

    @property
    @abstractmethod
    def spread(self) -> Spread | None:
        """How documents move sums over the classes; None where nobody counted it."""

    @abstractmethod
    def documents_behind(self, true_class: int | None, assigned_class: int | None) -> int:
        """How many documents there are behind a cell of the confusion matrix; None is *nothing*."""

    @abstractmethod
    def exact_match_share(self) -> tuple[float, float, Interval]:
        """How many documents are exactly right, of how many, by weight; a 95 % interval."""

    @abstractmethod
    def micro_intervals(self, beta: float) -> tuple[Interval, Interval, Interval]:
        """95 % intervals of precision, recall and F over all decisions."""

    @abstractmethod
    def micro_intervals_at(
        self, threshold: float | None, beta: float
    ) -> tuple[Interval, Interval, Interval] | None:
        """As `micro_intervals` at one threshold, None for the decisions as they are.

        None where documents are not here to be decided anew.
        """

    @property
    @abstractmethod
    def differs_by_document(self) -> bool:
        """Whether it is known by what each document differs from the best fixed answer."""

    @abstractmethod
    def beside_answer(self, classes: tuple[int, ...]) -> FixedAnswerCounts:
        """How documents differ from the same classes for all; else what the tables say of it."""
