"""The averages of an evaluation, each measure with its interval.

JSON, Markdown, the report and the Overview page read this one record.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from breakeven.analysis.evaluation.average_intervals import AverageIntervals
from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.data.wording import figure_of, interval_text
from breakeven.results.summary import INTERVALS_TEXT, wide_intervals_text
from breakeven.results.values import plain_ends, plain_number
from metrics.averaging import Average, Undefined
from metrics.typing import AVERAGES, AverageName
from metrics.uncertainty.intervals import Interval, without_ends

# what counts the same in each average: one, and several
UNITS: Mapping[AverageName, tuple[str, str]] = {
    "micro": ("prediction", "predictions"),
    "macro": ("class", "classes"),
    "weighted": ("class", "classes"),
    "per_document": ("document", "documents"),
}


@dataclass(frozen=True, kw_only=True)
class AveragedMeasures:
    """One way of averaging: its measures by the keys of the catalogue; NaN where undefined.

    `measures`: all that are averaged; of those in `with_interval` the ends were worked out too.
    `units` were averaged for each measure, of `of` there are (predictions, classes or documents);
    `undefined`: how many of these are 0/0, by measure.
    """

    kind: AverageName
    of: float
    measures: Mapping[str, Interval]
    with_interval: tuple[str, ...]
    units: Mapping[str, float]
    undefined: Mapping[str, int]

    @property
    def words(self) -> str:
        """`per document`: what it is called in a sentence."""
        return self.kind.replace("_", " ")

    @property
    def name(self) -> str:
        """`Per document`: what it is called in a table of a page."""
        return self.words.capitalize()

    @property
    def unit(self) -> str:
        """What counts the same: a prediction, a class or a document."""
        return UNITS[self.kind][0]

    @property
    def units_name(self) -> str:
        """The same of several: predictions, classes or documents."""
        return UNITS[self.kind][1]

    @property
    def weighs(self) -> str:
        """What counts the same, as a sentence."""
        if self.kind == "weighted":
            return "every class counts by its positives"
        return f"every {self.unit} counts the same"

    def interval(self, key: str) -> Interval | None:
        """The interval of a measure; None where it was not worked out."""
        return self.measures[key] if key in self.with_interval else None

    def to_dict(self) -> dict[str, Any]:
        """Values by measure; of a mean also how many units are 0/0, and how many it is over."""
        values = {key: plain_number(measure.value) for key, measure in self.measures.items()}
        if self.kind == "micro":
            return values
        return values | {"undefined": dict(self.undefined), "averaged": dict(self.units)}


@dataclass(frozen=True, kw_only=True)
class ResultAverages:
    """The averages, and the share of documents whose classes are exactly right.

    `one_of`: each document has one class and gets one, so that micro and per document are both
    this share. `has_intervals`: whether documents are enough for any; `rough`: how roughly they
    tell the averages, "" where there is nothing to say. `all_classes`: the agreement of decisions
    and truth over all classes at once, by measure; empty unless `one_of`.
    """

    micro: AveragedMeasures
    macro: AveragedMeasures
    weighted: AveragedMeasures
    per_document: AveragedMeasures
    exact_match: Interval
    one_of: bool
    has_intervals: bool
    rough: str
    all_classes: Mapping[str, Interval]

    @property
    def every(self) -> tuple[AveragedMeasures, ...]:
        """All of them, in the order of `metrics.typing.AVERAGES`."""
        return tuple(getattr(self, kind) for kind in AVERAGES)

    @property
    def shown(self) -> tuple[AveragedMeasures, ...]:
        """All of them, or those over classes where the others are the share exactly right."""
        return (self.macro, self.weighted) if self.one_of else self.every

    @property
    def all_classes_text(self) -> str:
        """The agreement with the truth over all classes at once, in a sentence; "" without it."""
        named = {"balanced_accuracy": "balanced accuracy", "mcc": "MCC (R_K)", "kappa": "κ"}
        values = []
        for key, number in self.all_classes.items():
            ends = f" (95 %: {interval_text(number.low, number.high)})"
            known = not math.isnan(number.low)
            values.append(f"{named[key]} {figure_of(number.value)}{ends if known else ''}")
        return f"All classes at once: {', '.join(values)}." if values else ""

    @property
    def intervals_text(self) -> str:
        """What the intervals are, and what makes them rough; "" without any."""
        return f"{INTERVALS_TEXT}. {self.rough}".strip() if self.has_intervals else ""

    def to_dict(self) -> dict[str, Any]:
        """Each average, `exact_match`, and under `intervals` the ends of all of them.

        An average has none there where no interval of it was worked out.
        """
        values: dict[str, Any] = {average.kind: average.to_dict() for average in self.every}
        ends: dict[str, Any] = {
            average.kind: {key: plain_ends(average.measures[key]) for key in average.with_interval}
            for average in self.every
            if average.with_interval
        }
        more = {"exact_match": plain_ends(self.exact_match), "means": INTERVALS_TEXT}
        intervals = {"level": 0.95, **ends, **more, "remark": self.rough or None}
        of_all = {key: plain_number(number.value) for key, number in self.all_classes.items()}
        if of_all:
            values["all_classes"] = of_all
            intervals["all_classes"] = {
                key: plain_ends(number) for key, number in self.all_classes.items()
            }
        return {
            **values,
            "exact_match": plain_number(self.exact_match.value),
            "intervals": intervals if self.has_intervals else None,
        }


def averages_of(
    evaluation: BaseEvaluation,
    beta: float,
    undefined: Undefined,
    intervals: AverageIntervals | None,
) -> ResultAverages:
    """The averages of an evaluation, wherever it was counted.

    `intervals`: of the same; None where documents are too few.
    """
    decisions = float(evaluation.tables.total.sum())
    pooled = evaluation.micro(beta)
    ends = {} if intervals is None else intervals.micro
    micro = AveragedMeasures(
        kind="micro",
        of=decisions,
        measures={key: _measure(value, ends.get(key)) for key, value in pooled.items()},
        with_interval=tuple(ends),
        units=dict.fromkeys(pooled, decisions),
        undefined=dict.fromkeys(pooled, 0),
    )
    return ResultAverages(
        micro=micro,
        macro=_mean("macro", evaluation.macro(beta, undefined), intervals),
        weighted=_mean("weighted", evaluation.weighted(beta, undefined), intervals),
        per_document=_mean("per_document", evaluation.per_document(beta, undefined), intervals),
        exact_match=_measure(
            evaluation.exact_match, None if intervals is None else intervals.exact_match
        ),
        one_of=evaluation.one_of,
        has_intervals=intervals is not None,
        rough="" if intervals is None else wide_intervals_text(intervals),
        all_classes={
            key: _measure(value, None if intervals is None else intervals.all_classes.get(key))
            for key, value in evaluation.of_all_classes.items()
        },
    )


def _mean(
    kind: AverageName, averages: Mapping[str, Average], intervals: AverageIntervals | None
) -> AveragedMeasures:
    ends: Mapping[str, Interval] = {} if intervals is None else getattr(intervals, kind)
    return AveragedMeasures(
        kind=kind,
        of=averages["f"].of,
        measures={key: _measure(mean.value, ends.get(key)) for key, mean in averages.items()},
        with_interval=tuple(ends),
        units={key: mean.units for key, mean in averages.items()},
        undefined={key: mean.number_undefined for key, mean in averages.items()},
    )


def _measure(value: float, ends: Interval | None) -> Interval:
    """A value with its interval, where there is one."""
    if ends is None:
        return without_ends(float(value))
    return Interval(float(ends.low), float(ends.high), value=float(value))
