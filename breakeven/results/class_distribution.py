"""Whether classes are assigned as often as they are true: the mix of both, and its distances.

Page, command line, Python and the report say it in these sentences.

Tested in `test_class_distribution`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.data.wording import cell_of, count_of, listed
from breakeven.results.values import plain_number
from metrics.dataset.class_distribution import ClassDistributions, class_distributions
from metrics.uncertainty.intervals import Interval


@dataclass(frozen=True, eq=False)
class ClassDistribution:
    """The mix of true and of assigned classes; `classes`: their names in order."""

    classes: tuple[str, ...]
    distances: ClassDistributions

    @property
    def never_assigned(self) -> tuple[str, ...]:
        """The classes that are true somewhere and assigned nowhere."""
        return tuple(
            name for name, never in zip(self.classes, self.distances.never, strict=True) if never
        )

    @property
    def text(self) -> str:
        """Both distances in sentences of plain text; "" where there is no label or prediction."""
        variation, divergence = self.distances.total_variation, self.distances.divergence
        if math.isnan(variation.value):
            return ""
        text = (
            "Mix of classes, predicted against true: total variation "
            f"{_with_ends(variation)}, Kullback–Leibler divergence {_with_ends(divergence)}."
        )
        never = self.never_assigned
        if not never:
            return text
        number, verb = count_of(len(never), "class", "classes"), "is" if len(never) == 1 else "are"
        return (
            f"{text} It is infinite as {number} with documents {verb} never predicted: "
            f"{listed(never)}."
        )

    def to_dict(self) -> dict[str, object]:
        """The distances with their intervals and the shares; infinite is `inf`, undefined None."""
        return {
            "total_variation": _plain(self.distances.total_variation),
            "kullback_leibler": _plain(self.distances.divergence),
            "never_predicted": list(self.never_assigned),
            "shares": {
                name: {"true": plain_number(true), "predicted": plain_number(assigned)}
                for name, true, assigned in zip(
                    self.classes, self.distances.true, self.distances.assigned, strict=True
                )
            },
        }


def _with_ends(number: Interval) -> str:
    if math.isinf(number.value):
        return "∞"
    value = cell_of(float(number.value))
    if math.isnan(number.low):
        return value
    return f"{value} (95 %: {cell_of(float(number.low))} to {cell_of(float(number.high))})"


def _plain(number: Interval) -> dict[str, float | int | str | None]:
    value = "inf" if math.isinf(number.value) else plain_number(number.value)
    return {
        "value": value,
        "low_95": plain_number(number.low),
        "high_95": plain_number(number.high),
    }


def class_distribution(evaluation: BaseEvaluation) -> ClassDistribution:
    """The mix of true and of assigned classes, of judged pairs, by the documents' weights."""
    distances = class_distributions(evaluation.tables, evaluation.spread)
    return ClassDistribution(tuple(evaluation.classes), distances)
