"""Weka's data with predictions as ARFF, as its filter AddClassification writes them.

The class attribute, then `classification` with the same values, `distribution_<class>` for each,
and `error`. The Explorer's classifier errors are saved with `predicted<class attribute>` instead.
In sparse rows what is not written is 0, or the first value. Of data without predictions the last
attribute is the truth where it is nominal, as Weka takes it.
Source: Weka 3.9, `AddClassification`; waikato.github.io/weka-wiki/formats_and_processing/arff.
"""

from __future__ import annotations

import re
from typing import Any

import arff
import numpy as np
import pyarrow as pa

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError
from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft
from breakeven.readers.files.size_limits import MOST_COLUMNS
from breakeven.readers.formats.class_scores import sum_to_one
from breakeven.readers.formats.toolkits.weka import reasons_of, roles_of_attributes, truth_of
from metrics.typing import Array

KEY = "weka-arff"
NAME = "ARFF data of Weka"

SCORES = "distribution_"
MARGIN = "prediction margin"
LINE = re.compile(r",? ?(?:at|in) line %d[.:]?")
ATTRIBUTE = re.compile(r"^@attribute\b", re.IGNORECASE | re.MULTILINE)
MOST_SPARSE = 200_000  # attributes; in sparse rows few of them are columns
# name and type: the values of a nominal one
Attributes = dict[str, str | list[str]]


def recognise(content: Content) -> str | None:
    """What every ARFF file begins with, after comments."""
    written = (line.strip().lower() for line in content.head)
    first = next((line for line in written if line and not line.startswith("%")), "")
    return "it begins with @relation" if first.startswith("@relation") else None


def read(content: Content) -> Draft:
    """Truth, prediction and scores of all classes, as far as they are there. Raises ReadError."""
    attributes, columns, lines = _parsed(content)
    true, predicted = _classes_in(attributes)
    last, kind = [*attributes.items()][-1]
    if predicted is None and true is None and isinstance(kind, list):
        true = last
    named = attributes.get(predicted or true or "", "")
    values = [*named] if isinstance(named, list) else []
    scores = {
        SCORES + name: name for name in values if isinstance(attributes.get(SCORES + name), str)
    }
    if predicted is None and true is None:
        table = pa.table({name: _array(cells) for name, cells in columns.items()})
        return Draft(columns=table, lines=lines)
    roles = dict.fromkeys(scores, "score")
    classes = dict(scores)
    if predicted is not None:
        roles[predicted] = "predicted"
        columns[predicted] = ["" if cell is None else cell for cell in columns[predicted]]
    if true is not None:
        cells = columns.pop(true)
        added, of_truth, of_classes = truth_of(content.name, true, [cell or "" for cell in cells])
        columns |= added
        roles |= of_truth
        classes |= of_classes
    roles |= {name: "ignore" for name in ("error", MARGIN) if name in attributes}
    table = pa.table({name: _array(cells) for name, cells in columns.items()})
    others = {name: table.column(name) for name in columns if name not in roles}
    roles |= roles_of_attributes(others, needs_id=True)
    return Draft(
        columns=table,
        lines=lines,
        roles=roles,
        shape="wide scores" if scores else "labels",
        classes=classes,
        probabilities=sum_to_one(map(table.column, scores)),
        reasons=reasons_of(roles),
    )


def _classes_in(attributes: Attributes) -> tuple[str | None, str | None]:
    """The attributes of the true and of the predicted class, None where there is none."""
    nominal = {name: kind for name, kind in attributes.items() if isinstance(kind, list)}
    for predicted, values in nominal.items():
        alike = [name for name, kinds in nominal.items() if kinds == values and name != predicted]
        if predicted == "classification":
            return (alike[-1] if alike else None), predicted
        true = next((name for name in alike if predicted == f"predicted{name}"), None)
        if true is not None and MARGIN in attributes:
            return true, predicted
    scored = {name.removeprefix(SCORES) for name in attributes if name.startswith(SCORES)}
    true = next((name for name, kinds in reversed(nominal.items()) if scored == set(kinds)), None)
    return true, None


def _parsed(content: Content) -> tuple[Attributes, dict[str, list[Any]], Array]:
    """The attributes, the cells of each (None where missing), and the line of each row."""
    text = content.text.removeprefix("\ufeff")
    lines = _lines_of_data(text)
    sparse = bool(lines) and text.split("\n")[lines[0] - 1].lstrip().startswith("{")
    count = len(ATTRIBUTE.findall(text))
    most = MOST_SPARSE if sparse else MOST_COLUMNS
    if count > most:  # parsing them takes long
        what = f"{count:,} attributes, more than {most:,}"
        remedy = "leave out those of words"
        raise ReadError([Problem(what=what, remedy=remedy, file=content.name)])
    try:
        loaded = arff.load(text, return_type=arff.LOD if sparse else arff.DENSE)
    except (arff.ArffException, ArithmeticError, LookupError, TypeError, ValueError) as error:
        message = getattr(error, "message", None) or str(error)
        what = LINE.sub("", " ".join(message.split()))[:200].strip() or "it is not ARFF"
        remedy = "write it again with Weka; dates and relations are not read"
        row = getattr(error, "line", None)
        row = row if isinstance(row, int) and row > 0 else None
        raise ReadError([Problem(row=row, what=what, remedy=remedy, file=content.name)]) from error
    attributes: Attributes = dict(loaded["attributes"])
    if not loaded["data"]:
        what = "there are no rows below @data"
        raise ReadError([Problem(what=what, remedy="choose a file with data", file=content.name)])
    columns: dict[str, list[Any]] = {}
    for place, (name, kind) in enumerate(attributes.items()):
        if not sparse:
            columns[name] = [row[place] for row in loaded["data"]]
        elif isinstance(kind, list) or name.startswith(SCORES) or kind.upper() == "STRING":
            # what is not written; of words and other numbers nothing is shown
            unwritten = kind[0] if isinstance(kind, list) and kind else 0.0
            columns[name] = [row.get(place, unwritten) for row in loaded["data"]]
    return attributes, columns, np.array(lines, dtype=np.int64)


def _lines_of_data(text: str) -> list[int]:
    """The line of each row: after @data all that are neither blank nor comments."""
    numbered = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
    start = next((n for n, line in numbered if line.lower().startswith("@data")), len(numbered))
    return [n for n, line in numbered[start:] if line and not line.startswith("%")]


def _array(cells: list[Any]) -> pa.Array:
    """Numbers as they are, all others as text."""
    if all(isinstance(cell, int | float) or cell is None for cell in cells):
        return pa.array(cells, pa.float64())
    return pa.array([None if cell is None else str(cell) for cell in cells], pa.string())
