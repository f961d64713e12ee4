"""Results as MLflow logs them: one flat set of names and numbers.

`mlflow.log_metrics(json.load(open("mlflow.json")))` logs the file. Source of the rules of names:
mlflow/utils/validation.py.
"""

from __future__ import annotations

import re
from math import isnan

from breakeven.reporting.content.record import Report
from breakeven.reporting.content.results import Number
from breakeven.reporting.named_numbers import MEASURES, named_numbers
from breakeven.reporting.plain import in_json

# what MLflow takes in a name is left, but for the slash, which parts groups here
ILLEGAL = re.compile(r"[^\w.\- ]")
LONGEST = 250
OF_CLASSES = ("positives", "tp", "fp", "fn")


def metrics_of(report: Report) -> dict[str, float]:
    """Headline numbers and those of classes, with `_low_95` and `_high_95`, by MLflow's names.

    Undefined numbers are left out, for JSON has none. Names are as `micro/f` and `class/grain/f`;
    what MLflow does not take in the name of a class is an underscore, and a number tells apart what
    is then alike.
    """
    found: dict[str, float] = {"documents": report.subject.documents}
    for one in named_numbers(report):
        found |= _with_ends("/".join(filter(None, (one.average, one.measure))), one.number)
    known: set[str] = set()
    for row in report.classes:
        short = _distinct(row.name, known)
        for key in OF_CLASSES:
            found |= _with_ends(f"class/{short}/{key}", Number(value=getattr(row, key)))
        for key in MEASURES:
            found |= _with_ends(f"class/{short}/{key}", getattr(row, key))
    return found


def _with_ends(name: str, number: Number) -> dict[str, float]:
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


def as_json(report: Report) -> str:
    """The metrics as the text of a file."""
    return in_json(metrics_of(report))
