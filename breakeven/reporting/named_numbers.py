"""The headline numbers of a report by name, for formats that have a name and a number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isnan

from breakeven.reporting.content.record import Report
from breakeven.reporting.content.results import Number

# the first measures of every average; the others are functions of the same counts
MEASURES = ("f", "precision", "recall")


@dataclass(frozen=True)
class Named:
    """One number: the measure by its key, and its average, None where none was taken.

    `average`: micro, macro or per_document.
    """

    measure: str
    average: str | None
    number: Number


def named_numbers(report: Report) -> Iterator[Named]:
    """The share of documents right, averages, what rankings come to; undefined ones are left out.

    Where each document has one class and gets one, micro and per-document averages are its
    accuracy, which is said once.
    """
    first = report.headline
    right = "accuracy" if report.subject.single_label else "exact_match"
    found = [Named(right, None, first.exact)]
    for average in first.averages:
        if not report.subject.one_of or average.kind == "macro":
            found += [Named(key, average.kind, average.measures[key]) for key in MEASURES]
    if (curves := report.curves) is not None:
        macro = next(row for row in curves.eleven if row.key in ("macro", "category"))
        found += [
            Named("break_even", "macro", Number(value=curves.break_even[0].value)),
            Named("eleven_point", "macro", Number(value=macro.average)),
            Named("average_precision", "macro", Number(value=curves.average_precision)),
        ]
    return (one for one in found if not isnan(one.number.value))
