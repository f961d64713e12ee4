"""A report as plain data: the whole of it for JSON, numbers by name, and metrics for MLflow.

Undefined is null, infinite is text.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from math import isnan
from typing import Any

import numpy as np

from breakeven.report.content.record import ClassRow, Report
from breakeven.results.columns import columns
from metrics.catalogue import Entry, places_of
from metrics.typing import AverageName
from metrics.uncertainty.intervals import Interval, without_ends

# --- the whole report as plain data, for JSON: undefined is null, infinite is text


def plain_of(value: Any) -> Any:
    """Dataclasses as dictionaries, arrays and tuples as lists, NaN as None, ∞ as `inf`, `-inf`.

    What computes a measure is left out.
    """
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else str(value)
    if isinstance(value, ClassRow):
        value = value.as_data()
    if is_dataclass(value) and not isinstance(value, type):
        named = {field.name: getattr(value, field.name) for field in fields(value)}
        if isinstance(value, Entry):
            named["shown_in"] = places_of(value)
        return {key: plain_of(of) for key, of in named.items() if key != "function"}
    if isinstance(value, Mapping):
        return {str(key): plain_of(of) for key, of in value.items()}
    if isinstance(value, list | tuple):
        return [plain_of(of) for of in value]
    return value


def report_in_json(report: Report) -> str:
    """The report as the text of a file."""
    return in_json(plain_of(report))


def in_json(data: Any) -> str:
    """JSON with names as written. ValueError where a number is NaN or infinite."""
    text = json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False)
    # halves of signs, which no file can hold, by JSON's own escapes
    return re.sub("[\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", text)


# --- the headline numbers of a report by name, for formats that have a name and a number


# the first measures of every average; the others are functions of the same counts
MEASURES = ("f", "precision", "recall")


@dataclass(frozen=True)
class NamedNumber:
    """One number: the measure by its key, and its average, None where none was taken.

    `average`: micro, macro or per_document.
    """

    measure: str
    average: AverageName | None
    number: Interval


def named_numbers(report: Report) -> Iterator[NamedNumber]:
    """The share of documents right, averages, what rankings come to; undefined ones are left out.

    Where each document has one class and gets one, micro and per-document averages are its
    accuracy, which is said once.
    """
    first = report.headline
    right = "accuracy" if report.subject.single_label else "exact_match"
    found = [NamedNumber(right, None, first.exact)]
    for average in first.averages:
        if not report.subject.one_of or average.kind == "macro":
            found += [NamedNumber(key, average.kind, average.measures[key]) for key in MEASURES]
    if (curves := report.curves) is not None:
        macro = next(row for row in curves.eleven if row.key in ("macro", "category"))
        found += [
            NamedNumber("break_even", "macro", without_ends(curves.break_even[0].value)),
            NamedNumber("eleven_point", "macro", without_ends(macro.average)),
            NamedNumber("average_precision", "macro", without_ends(curves.average_precision)),
        ]
    return (one for one in found if not isnan(one.number.value))


# --- Results as MLflow logs them: one flat set of names and numbers
#
# `mlflow.log_metrics(json.load(open("mlflow.json")))` logs the file. Source of the rules of names:
# mlflow/utils/validation.py.


# what MLflow takes in a name is left, but for the slash, which parts groups here
ILLEGAL = re.compile(r"[^\w.\- ]")
LONGEST = 250


def mlflow_metrics(report: Report) -> dict[str, float]:
    """Headline numbers and those of classes, with `_low_95` and `_high_95`, by MLflow's names.

    Undefined numbers are left out, for JSON has none. Names are as `micro/f` and `class/grain/f`;
    what MLflow does not take in the name of a class is an underscore, and a number tells apart what
    is then alike.
    """
    found: dict[str, float] = {"documents": report.subject.documents}
    for one in named_numbers(report):
        found |= _with_ends("/".join(filter(None, (one.average, one.measure))), one.number)
    known, logged = set[str](), [column.key for column in columns("mlflow")]
    for row in report.classes:
        short = _distinct(row.name, known)
        for key in logged:
            found |= _with_ends(f"class/{short}/{key}", row.number(key))
    return found


def _with_ends(name: str, number: Interval) -> dict[str, float]:
    found = {name: number.value, f"{name}_low_95": number.low, f"{name}_high_95": number.high}
    return {key: float(value) for key, value in found.items() if not isnan(value)}


def _distinct(class_name: str, known: set[str]) -> str:
    """A name that no other class has, also where capitals do not tell names apart."""
    # a name of dots alone would be another folder
    legal = re.sub(r"^\.*$", "_", ILLEGAL.sub("_", class_name)[: LONGEST - 50])
    short, number = legal, 1
    while short.casefold() in known:
        number += 1
        short = f"{legal} {number}"
    known.add(short.casefold())
    return short


def mlflow_json(report: Report) -> str:
    """The metrics as the text of a file."""
    return in_json(mlflow_metrics(report))
