"""A review in tests: measures that compare with numbers, and say their interval where they fail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, nan
from pathlib import Path
from typing import Any

from breakeven.analysis.evaluation.average_intervals import average_intervals
from breakeven.api.files import read, sample
from breakeven.api.gate import GateResult, gate
from breakeven.data.records import Review
from breakeven.data.wording import count_of, f_name, figure_of, interval_text, quoted
from breakeven.readers.samples import SAMPLES
from breakeven.results.evaluation import EvaluationResult, evaluate
from metrics.averaging import Undefined
from metrics.measures import f_beta, precision, recall
from metrics.typing import AVERAGES, DEFAULT_BETA, AverageName
from metrics.uncertainty.intervals import Interval, f_interval

# no interval is known of one document
UNKNOWN = Interval(nan, nan)


@dataclass(frozen=True, repr=False)
class MeasuredValue(Interval):
    """A value that compares as a number, with its 95 % interval from `low` to `high`.

    NaN where undefined; then no comparison holds. `subject`: what it is, in words.
    """

    subject: str

    def __float__(self) -> float:
        return self.value

    def __ge__(self, other: float) -> bool:
        return self.value >= float(other)

    def __gt__(self, other: float) -> bool:
        return self.value > float(other)

    def __le__(self, other: float) -> bool:
        return self.value <= float(other)

    def __lt__(self, other: float) -> bool:
        return self.value < float(other)

    def __repr__(self) -> str:
        interval = f"95 % interval {interval_text(self.low, self.high)}"
        return f"{figure_of(self.value)} ({interval}, {self.subject})"


@dataclass(frozen=True, repr=False, eq=False)
class MeasuredReview:
    """A review whose measures compare with numbers; by default what `evaluate` looks at.

    `average`: micro, macro, weighted or per_document; with `class_name` the measure is that
    class's. ValueError for a system, split, class or average that there is not. Paths start at
    `folder`.
    """

    review: Review
    folder: Path = Path()

    def f(
        self,
        average: AverageName = "micro",
        *,
        class_name: str | None = None,
        split: str | None = None,
        system: str | None = None,
        beta: float = DEFAULT_BETA,
        undefined: Undefined = "drop",
    ) -> MeasuredValue:
        """F, recall weighing `beta` times as much as precision."""
        found = evaluate(self.review, system, split, None, beta, undefined)
        return _measured(found, "f", average, class_name)

    def precision(
        self,
        average: AverageName = "micro",
        *,
        class_name: str | None = None,
        split: str | None = None,
        system: str | None = None,
        undefined: Undefined = "drop",
    ) -> MeasuredValue:
        """The share of what is assigned that is right."""
        found = evaluate(self.review, system, split, undefined=undefined)
        return _measured(found, "precision", average, class_name)

    def recall(
        self,
        average: AverageName = "micro",
        *,
        class_name: str | None = None,
        split: str | None = None,
        system: str | None = None,
        undefined: Undefined = "drop",
    ) -> MeasuredValue:
        """The share of the positives that is found."""
        found = evaluate(self.review, system, split, undefined=undefined)
        return _measured(found, "recall", average, class_name)

    def exact_match(self, *, split: str | None = None, system: str | None = None) -> MeasuredValue:
        """The share of documents whose classes are exactly right; accuracy, of one class each."""
        found = evaluate(self.review, system, split)
        intervals = average_intervals(found.evaluation, found.beta, found.undefined)
        ends = UNKNOWN if intervals is None else intervals.exact_match
        return _with(found, found.exact_match, ends, "exact match")

    def gate(self, rules: str | Path | Mapping[str, Any], **options: Any) -> GateResult:
        """What `breakeven.gate` says of it: `assert review.gate("gate.toml").passed`."""
        if isinstance(rules, str | Path):
            rules = self.folder / rules
        if options.get("ledger") is not None:
            options["ledger"] = self.folder / options["ledger"]
        return gate(self.review, rules, **options)

    def __repr__(self) -> str:
        return repr(self.review)


def measured_review(
    files: Sequence[Any], reading: Mapping[str, Any], folder: Path
) -> MeasuredReview:
    """The review of files, or a sample, to be measured; paths start at the folder."""
    if len(files) == 1 and isinstance(files[0], str) and files[0] in SAMPLES:
        return MeasuredReview(sample(files[0], **reading), folder)
    there = [folder / file if isinstance(file, str | Path) else file for file in files]
    return MeasuredReview(read(*there, **reading), folder)


def _measured(
    result: EvaluationResult, name: str, average: AverageName, class_name: str | None
) -> MeasuredValue:
    title = f_name(result.beta) if name == "f" else name
    if class_name is not None:
        return _of_class(result, name, title, class_name)
    if average not in AVERAGES:
        raise ValueError(f"there is no average {average!r}; choose one of {', '.join(AVERAGES)}")
    intervals = average_intervals(result.evaluation, result.beta, result.undefined)
    ends = UNKNOWN if intervals is None else getattr(intervals, average)[name]
    value = getattr(result, average)()[name]
    number = value if isinstance(value, float) else value.value
    return _with(result, number, ends, f"{average.replace('_', ' ')} {title}")


def _of_class(result: EvaluationResult, name: str, title: str, class_name: str) -> MeasuredValue:
    if class_name not in result.classes:
        raise ValueError(f"there is no class {class_name!r}; choose a class of the files")
    table = result.tables[result.classes.index(class_name)]
    beta = {"precision": 0.0, "recall": inf}.get(name, result.beta)
    value = {"precision": precision, "recall": recall}.get(name, lambda t: f_beta(t, beta))(table)
    return _with(result, value, f_interval(table, beta), f"{title} of {quoted(class_name)}")


def _with(result: EvaluationResult, value: Any, ends: Interval, subject: str) -> MeasuredValue:
    split = "all documents" if result.split is None else result.split
    subject = f"{subject} of {result.system} on {split}, {count_of(result.documents, 'document')}"
    if float(value) != float(value):
        ends = UNKNOWN
    return MeasuredValue(float(ends.low), float(ends.high), subject, value=float(value))
