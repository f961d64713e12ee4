"""Weka's predictions as CSV: `weka.classifiers.evaluation.output.prediction.CSV`.

    inst#,actual,predicted,error,prediction
    1,2:spam,1:ham,+,0.731

Cells are the number of a class and its name. A wrong row has a + under error; `-distribution`
writes a score of every class, that of the predicted one after a *, under one name. The true class
is quoted as in ARFF, the predicted one never is, nor are commas in it. A missing class is a ?,
whatever number stands before it. Attributes may follow. Numbers of rows start anew in each fold.
Source: Weka 3.9, `AbstractOutput` and `CSV`.
"""

from __future__ import annotations

import csv
import re
from functools import partial

import numpy as np
import pyarrow as pa

from breakeven.readers.files.content import Content
from breakeven.readers.formats.adding_up import add_up
from breakeven.readers.formats.draft import Draft
from breakeven.readers.formats.weka import roles_of_attributes, truth_of
from breakeven.readers.problems import ReadError, first_problems
from breakeven.records import Problem

KEY = "weka-csv"
NAME = "CSV predictions of Weka"

FIXED = ("inst#", "actual", "predicted", "error")
MISSING = "?"
CELL = re.compile(r"(\d+):(.*)", re.DOTALL)
# the first four cells, which Weka does not quote as CSV is; the fifth is a number
START = (
    r"^(\d+){0}(\d+:(?:'(?:[^'\\\n]|\\.)*'|[^{0}\n]*)|\?)"
    r"{0}(\d+:[^\n]*?|\?){0}(\+?){0}(?=\*?[\d?-])"
)
AGAIN = "write the predictions again; where names of classes hold commas, with -use-tab"


def recognise(content: Content) -> str | None:
    """The header that Weka writes, over cells of a number and a class."""
    lines = [line for line in content.head[:50] if line.strip()]
    delimiter = _delimiter(lines[0]) if lines else None
    if delimiter is None:
        return None
    cells = lines[1].split(delimiter) if len(lines) > 1 else []
    if len(cells) < len(FIXED) or not (CELL.match(cells[1]) or cells[1] == MISSING):
        return None
    return "the columns inst#, actual, predicted and error hold cells such as 2:spam"


def _delimiter(header: str) -> str | None:
    for delimiter in (",", "\t"):
        cells = header.split(delimiter)
        if tuple(cells[:4]) == FIXED and cells[4:5] in (["prediction"], ["distribution"]):
            return delimiter
    return None


def read(content: Content) -> Draft:
    """Truth, prediction, and its score or those of all classes. Raises ReadError."""
    header, rows, lines = _rows(content)
    parts = [list(column) for column in zip(*rows, strict=True)]
    names = _class_names(parts[1], parts[2])
    columns = {"inst#": parts[0], "predicted": _names(parts[2], names), "error": parts[3]}
    anew = len(set(parts[0])) < len(rows)
    roles = {"inst#": "ignore" if anew else "id", "predicted": "predicted", "error": "ignore"}
    true, roles_of_truth, classes = truth_of("actual", _names(parts[1], names))
    columns |= true
    roles |= roles_of_truth
    scores: list[str] = []
    if header[4] == "distribution":
        others = [name for name in header[5:] if name]
        for place, cells in enumerate(parts[4 : len(parts) - len(others)], 1):
            name = names.get(place, f"class {place}")
            scores.append(f"distribution_{name}")
            columns[scores[-1]] = [cell.lstrip("*") for cell in cells]
            classes[scores[-1]] = name
            roles[scores[-1]] = "score"
    else:
        others = header[5:]
        columns["prediction"], roles["prediction"] = parts[4], "confidence"
    columns |= dict(zip(others, parts[len(parts) - len(others) :], strict=True))
    roles |= roles_of_attributes({name: columns[name] for name in others}, needs_id=anew)
    table = pa.table({name: pa.array(cells, pa.string()) for name, cells in columns.items()})
    return Draft(
        columns=table,
        lines=np.array(lines, dtype=np.int64),
        roles=roles,
        shape="wide scores" if scores else "labels",
        classes=classes,
        probabilities=add_up(table, scores),
    )


def _rows(content: Content) -> tuple[list[str], list[list[str]], list[int]]:
    """The header, and the cells and the line of each row; all rows are of one length."""
    written = [line.rstrip("\r") for line in content.text.removeprefix("\ufeff").split("\n")]
    held = [(number, line) for number, line in enumerate(written, 1) if line.strip()]
    delimiter = _delimiter(held[0][1]) if held else None
    if delimiter is None:
        what = "the first line is not the header that Weka writes"
        raise ReadError([Problem(row=1, what=what, remedy=AGAIN, file=content.name)])
    start = re.compile(START.format(re.escape(delimiter)))
    quote = partial(_quoted, delimiter=delimiter)
    lines = [number for number, _ in held[1:]]
    # in texts Weka writes the end of a line as \n
    texts = (line.replace("\\n", " ").replace("\\r", " ") for _, line in held[1:])
    parted = [start.subn(quote, line) for line in texts]
    wrong = [i for i, (_, times) in enumerate(parted) if not times]
    what = "no number, true class, predicted class, error and score"
    rows: list[list[str]] = []
    if not wrong and parted:
        kept = [line for line, _ in parted]
        reader = csv.reader(kept, delimiter=delimiter, quotechar="'", escapechar="\\", strict=True)
        try:
            rows = [*reader]
        except csv.Error as error:
            what = f"the cells cannot be told apart ({error})"
            row = lines[min(reader.line_num, len(lines)) - 1]
            raise ReadError(
                [Problem(row=row, what=what, remedy=AGAIN, file=content.name)]
            ) from error
        wrong = [i for i, row in enumerate(rows) if len(row) != len(rows[0])]
        what = f"the row has not as many cells as the first one, which has {len(rows[0])}"
    if not parted:
        wrong, what = [0], "there are no rows below the header"
        lines = [1]

    def problem_of(i: int) -> Problem:
        return Problem(row=lines[wrong[i]], what=what, remedy=AGAIN, file=content.name)

    if wrong:
        raise ReadError(first_problems(np.arange(len(wrong)), problem_of))
    header = held[0][1].split(delimiter)
    if len(rows[0]) < len(header):
        what = f"{len(rows[0])} cells where the header has {len(header)}"
        raise ReadError([Problem(row=lines[0], what=what, remedy=AGAIN, file=content.name)])
    return header, rows, lines


def _quoted(found: re.Match[str], delimiter: str) -> str:
    """The first four cells of a row, quoted where they need it."""
    instance, actual, predicted, error = found.groups()
    if "'" in actual:
        number, _, name = actual.partition(":")
        # a quoted ? is a class of that name
        actual = f"'{number}:{name[1:-1]}'" if name != "'?'" else f"{number}:'?'"
    escaped = predicted.replace("\\", "\\\\").replace("'", "\\'")
    return delimiter.join([instance, actual, f"'{escaped}'", error, ""])


def _class_names(actual: list[str], predicted: list[str]) -> dict[int, str]:
    """Number to name of each class that is met."""
    names: dict[int, str] = {}
    for cells in (predicted, actual):
        for cell in set(cells):
            found = CELL.fullmatch(cell)
            if found is not None and found[2] != MISSING:
                names[int(found[1])] = MISSING if found[2] == "'?'" else found[2]
    return names


def _names(cells: list[str], names: dict[int, str]) -> list[str]:
    """The class of each cell, "" where it is missing."""
    of = {}
    for cell in set(cells):
        found = CELL.fullmatch(cell)
        missing = found is None or found[2] == MISSING
        of[cell] = "" if missing or found is None else names[int(found[1])]
    return [of[cell] for cell in cells]
