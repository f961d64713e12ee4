"""Every class as a record: counts, measures with their intervals, and where it stands in words.

Tested in `tests/breakeven/results/test_weakest_classes.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings.class_text import words_of
from breakeven.data.records import Review
from breakeven.data.splits import class_counts
from breakeven.results.columns import ClassColumn, ClassNumbers, class_numbers, columns
from metrics.uncertainty.class_verdicts import ClassVerdicts
from metrics.uncertainty.intervals import Interval, without_ends

NAN = float("nan")


@dataclass(frozen=True, kw_only=True)
class ClassRow:
    """One class on the documents of an evaluation; counts by their weights.

    `numbers`: counts and measures by the keys of `breakeven.results.columns`, plain ones where a
    column has no intervals; 0/0 is NaN; those of scores are NaN, and `how` "", where there are
    none. `verdict`: where it stands, in words. `how`: how its break-even point was got.
    `per_split`: documents of it in each split of the files, in the order of the truth.
    """

    name: str
    numbers: Mapping[str, Interval | float]
    verdict: str
    how: str
    per_split: tuple[int, ...]

    def number(self, key: str) -> Interval:
        """The number of a column, without ends where it has no interval."""
        number = self.numbers[key]
        return number if isinstance(number, Interval) else without_ends(number)

    @property
    def positives(self) -> float:
        """How many documents are truly in it."""
        return self.number("positives").value

    @property
    def precision(self) -> Interval:
        """Of those assigned to it, the share that is right."""
        return self.number("precision")

    @property
    def recall(self) -> Interval:
        """Of those that are truly in it, the share that was found."""
        return self.number("recall")

    @property
    def f(self) -> Interval:
        """Both in one number, at the beta of the evaluation."""
        return self.number("f")

    def to_dict(self) -> dict[str, Any]:
        """Column by column for JSON."""
        words = {"class": self.name, "reading": self.verdict, "break_even_how": self.how}
        names = {"class": "name", "reading": "verdict", "break_even_how": "how"}
        values: dict[str, Any] = {}
        for column in columns("record"):
            key = column.key
            values[names.get(key, key)] = words[key] if key in words else self.numbers[key]
        return values | {"per_split": self.per_split}


def class_rows(
    review: Review, evaluation: Evaluation, verdicts: ClassVerdicts, beta: float
) -> tuple[ClassRow, ...]:
    """Every class, in the order of the files."""
    numbers = class_numbers(evaluation, beta)
    measured = [column for column in columns("record") if column.kind in ("count", "measure")]
    by_key = {column.key: _numbers(column, numbers) for column in measured}
    scored = numbers.scored is not None
    how = list(numbers.curves.hows) if scored else [""] * len(numbers.classes)
    words, per_split = words_of(verdicts), class_counts(review.truth)
    return tuple(
        ClassRow(
            name=name,
            numbers={key: values[c] for key, values in by_key.items()},
            verdict=words[c],
            how=how[c],
            per_split=tuple(per_split[:, c].tolist()),
        )
        for c, name in enumerate(evaluation.classes)
    )


def _numbers(column: ClassColumn, numbers: ClassNumbers) -> Sequence[Interval | float]:
    """A column class by class; NaN in one of scores where there are none."""
    if column.values is None or (column.scored and numbers.scored is None):
        return [NAN if column.ends is None else without_ends(NAN)] * len(numbers.classes)
    values = column.values(numbers)
    if column.ends is None:
        return [float(value) for value in values]
    ends = column.ends(numbers)
    return [
        Interval(float(low), float(high), value=float(value))
        for value, low, high in zip(values, ends.low, ends.high, strict=True)
    ]
