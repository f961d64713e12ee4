"""What is counted of decisions beside the truth, and the averages that follow from it alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from metrics.averaging import PER_CLASS, Average, Undefined, macro, mean_of, micro
from metrics.tallies import ContingencyTable
from metrics.typing import Array


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
        return {
            name + PER_CLASS if name in self._right else name: mean
            for name, mean in macro(self.classes, beta, undefined).items()
        }

    def per_document(self, beta: float, undefined: Undefined) -> dict[str, Average]:
        """Means over documents by name, each with how many were left out as undefined.

        Accuracy as in `micro`.
        """
        means = macro(self.documents, beta, undefined, self.weights, self.times)
        return means | self._right

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

    def micro(self, beta: float) -> dict[str, float]:
        """As in `DecisionCounts`."""
        return self.counts.micro(beta)

    def macro(self, beta: float, undefined: Undefined) -> dict[str, Average]:
        """As in `DecisionCounts`."""
        return self.counts.macro(beta, undefined)

    def per_document(self, beta: float, undefined: Undefined) -> dict[str, Average]:
        """As in `DecisionCounts`."""
        return self.counts.per_document(beta, undefined)
