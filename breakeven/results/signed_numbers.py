"""The numbers that are signed and shared, the same text everywhere, and its digest."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

import numpy as np

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.own_measures import OwnMeasure
from breakeven.data.wording import canonical, quoted
from breakeven.results.values import plain_count, plain_number
from metrics.averaging import PER_CLASS, Average, Undefined
from metrics.typing import CELLS, Array

# sums of floats differ in the last of some 16 digits between builds of NumPy; what is left of a
# difference that should be 0 does so in all of its digits
SIGNIFICANT, DECIMALS = 10, 12
# counts of more classes than these are told from others by their digest alone
MOST_CLASSES = 1_000

# what was signed stays comparable: measures that came later follow from the counts
SIGNED_MEASURES = (
    "precision", "recall", "f", "e", "accuracy", "error_rate", "fallout", "overlap",
)  # fmt: skip

SignedNumber = float | int | str | None


class SignedNumbers(TypedDict):
    """What is signed of an evaluation: `measures` by name, `counts` of each class or their digest.

    The counts of a class are those of `metrics.typing.CELLS`, in their order.
    """

    measures: dict[str, SignedNumber]
    counts: dict[str, list[SignedNumber]] | str


@dataclass(frozen=True)
class NumberDifference:
    """A number, by its name in words, as it was and as it is; None where there is none."""

    name: str
    before: SignedNumber
    now: SignedNumber


def numbers_of(
    evaluation: Evaluation, beta: float, undefined: Undefined, own: Sequence[OwnMeasure] = ()
) -> SignedNumbers:
    """What an evaluation comes to, as plain JSON: `measures` by name, `counts` of each class.

    `own`: measures of one's own, named with their formulas. Measures are rounded to 10 significant
    digits and 12 decimals, counts are whole unless documents have weights; undefined is None.
    `counts` are true positives, false positives, false negatives and true negatives by class, or
    one digest of them where there are more than 1,000 classes. Nothing here turns on the order of
    classes or documents, or on random numbers.
    """
    measures: dict[str, SignedNumber] = {
        "documents": evaluation.documents,
        "classes": len(evaluation.classes),
        **({} if evaluation.weights is None else {"total weight": _rounded(evaluation.weighed)}),
        **{f"micro {key}": _rounded(evaluation.micro(beta)[key]) for key in SIGNED_MEASURES},
        **_averages("macro", evaluation.macro(beta, undefined)),
        **_averages("per document", evaluation.per_document(beta, undefined)),
        "exact match": _rounded(evaluation.exact_match),
    }
    if evaluation.scored.has_scores:
        measures |= _score_measures(evaluation, undefined)
    for measure in own:
        measures |= _own_averages(evaluation, measure, undefined)
    return {"measures": measures, "counts": _counts(evaluation)}


def _own_averages(
    evaluation: Evaluation, measure: OwnMeasure, undefined: Undefined
) -> dict[str, SignedNumber]:
    means = evaluation.counts.averages_of(measure, undefined)
    title = f"{quoted(measure.name)} = {measure.text}"
    return {
        f"{average.replace('_', ' ')} {title}": _rounded(mean.value)
        for average, mean in means.items()
    }


def _averages(kind: str, averages: Mapping[str, Average]) -> dict[str, SignedNumber]:
    values: dict[str, SignedNumber] = {}
    for key, average in averages.items():
        if key.removesuffix(PER_CLASS) not in SIGNED_MEASURES:
            continue
        values[f"{kind} {key}"] = _rounded(average.value)
        values[f"{kind} {key}, averaged"] = plain_count(average.units)
    return values


def _score_measures(evaluation: Evaluation, undefined: Undefined) -> dict[str, SignedNumber]:
    own = evaluation.micro_break_even_own_thresholds()
    levels = evaluation.macro_eleven_point(undefined)
    return {
        "break-even, macro": _rounded(evaluation.macro_break_even(undefined).value),
        "break-even, micro, own thresholds": _rounded(own.value),
        "break-even, micro, one threshold": _rounded(evaluation.micro_break_even_global().value),
        "eleven-point, macro": _rounded(levels.average),
        "average precision, macro": _rounded(evaluation.macro_average_precision(undefined).value),
    }


def _counts(evaluation: Evaluation) -> dict[str, list[SignedNumber]] | str:
    cells = [_numbers(getattr(evaluation.tables, cell)) for cell in CELLS]
    counts = {name: list(row) for name, *row in zip(evaluation.classes, *cells, strict=True)}
    return counts if len(counts) <= MOST_CLASSES else _sha256(canonical(counts))


def _numbers(counts: Array) -> list[SignedNumber]:
    # whole numbers of so few digits are not rounded
    if counts.dtype.kind in "iu" and np.max(counts, initial=0) < 10**SIGNIFICANT:
        return list(counts.tolist())
    return [None if value is None else plain_count(value) for value in map(_rounded, counts)]


def _rounded(value: Any) -> float | None:
    number = plain_number(value)
    if number is None or math.isinf(number):
        return None
    # adding 0 makes of -0 a 0
    return round(float(f"{number:.{SIGNIFICANT}g}"), DECIMALS) + 0.0


def digest_of(numbers: Mapping[str, Any]) -> str:
    """SHA-256, in hex, of numbers as `numbers_of` gives them: of their canonical JSON."""
    return _sha256(canonical(dict(numbers)))


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[NumberDifference]:
    """What two such numbers differ in, measures first; nothing where their digests are equal."""
    measures = _differences(before["measures"], now["measures"])
    return [*measures, *_count_differences(before["counts"], now["counts"])]


def _count_differences(before: Any, now: Any) -> Iterator[NumberDifference]:
    if isinstance(before, str) or isinstance(now, str):
        if before != now:
            yield NumberDifference("counts of classes", None, None)
        return
    none: list[SignedNumber] = [None] * len(CELLS)
    for name in dict.fromkeys([*before, *now]):
        cells = [dict(zip(CELLS, of.get(name, none), strict=True)) for of in (before, now)]
        for difference in _differences(*cells):
            yield NumberDifference(f"{name}: {difference.name}", difference.before, difference.now)


def _differences(
    before: Mapping[str, SignedNumber], now: Mapping[str, SignedNumber]
) -> Iterator[NumberDifference]:
    for name in dict.fromkeys([*before, *now]):
        was, there = before.get(name), now.get(name)
        if was != there:
            yield NumberDifference(name, was, there)
