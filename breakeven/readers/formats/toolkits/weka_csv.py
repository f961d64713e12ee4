"""Weka's predictions as CSV: `weka.classifiers.evaluation.output.prediction.CSV`.

    inst#,actual,predicted,error,prediction
    1,2:spam,1:ham,+,0.731

Cells are the number of a class and its name. A wrong row has a + under error; `-distribution`
writes a score of every class, that of the predicted one after a *, under one name. The true class
is quoted as in ARFF, the predicted one never is, nor are commas in it. A missing class is a ?,
whatever number stands before it. Attributes may follow. Numbers of rows start anew in each fold.
Source: Weka 3.9, `AbstractOutput` and `CSV`.

Tested in `tests/breakeven/readers/formats/toolkits/test_weka.py`.
"""

from __future__ import annotations

import csv
import re
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft
from breakeven.readers.formats.class_scores import sum_to_one
from breakeven.readers.formats.fields import columns_of, lines_of
from breakeven.readers.formats.toolkits.weka import reasons_of, roles_of_attributes, truth_of
from metrics.typing import Array

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
# names of true classes that hold blanks, and nothing that would need the quotes
QUOTED_NAME = r"^(\d+{0}\d+:)'(?!\?')([^'\\{0}\n]+)'(?={0})"
FORMS = (r"^\d+$", r"^(?:\d+:.+|\?)$", r"^(?:\d+:.+|\?)$", r"^\+?$", r"^\*?[\d?-]")
AGAIN = "write the predictions again, with -use-tab if class names hold commas"


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
    text = content.text.removeprefix("\ufeff")
    first, _, body = text.partition("\n")
    delimiter = _delimiter(first.rstrip("\r"))
    if delimiter is None:
        what = "the first line is not the header that Weka writes"
        raise ReadError([Problem(row=1, what=what, remedy=AGAIN, file=content.name)])
    header = first.rstrip("\r").split(delimiter)
    cells = _unquoted(body, delimiter) or _as_quoted(content.name, body, delimiter)
    lines = lines_of(body, cells.num_rows) + 1
    if cells.num_columns < len(header):
        what = f"{cells.num_columns} cells where the header has {len(header)}"
        raise ReadError([Problem(row=int(lines[0]), what=what, remedy=AGAIN, file=content.name)])
    return _draft(content.name, header, cells.columns, lines)


def _draft(file: str, header: list[str], cells: list[pa.ChunkedArray], lines: Array) -> Draft:
    names = _class_names(cells[1], cells[2])
    columns = {"inst#": cells[0], "predicted": _names(cells[2], names), "error": cells[3]}
    anew = len(pc.unique(cells[0])) < len(lines)
    roles = {"inst#": "ignore" if anew else "id", "predicted": "predicted", "error": "ignore"}
    true, roles_of_truth, classes = truth_of(file, "actual", _names(cells[1], names).to_pylist())
    columns |= true
    roles |= roles_of_truth
    scores: list[str] = []
    if header[4] == "distribution":
        others = [name for name in header[5:] if name]
        for place, column in enumerate(cells[4 : len(cells) - len(others)], 1):
            name = names.get(place, f"class {place}")
            scores.append(f"distribution_{name}")
            columns[scores[-1]] = pc.utf8_ltrim(column, "*")
            classes[scores[-1]] = name
            roles[scores[-1]] = "score"
    else:
        others = header[5:]
        columns["prediction"], roles["prediction"] = cells[4], "confidence"
    attributes = dict(zip(others, cells[len(cells) - len(others) :], strict=True))
    columns |= attributes
    roles |= roles_of_attributes(attributes, needs_id=anew)
    table = pa.table(columns)
    return Draft(
        columns=table,
        lines=lines,
        roles=roles,
        shape="wide scores" if scores else "labels",
        classes=classes,
        probabilities=sum_to_one(map(table.column, scores)),
        reasons=reasons_of(roles),
    )


def _unquoted(body: str, delimiter: str) -> pa.Table | None:
    """All rows at once, where names of true classes at most are quoted; else None."""
    simple = re.compile(QUOTED_NAME.format(re.escape(delimiter)), re.MULTILINE)
    plain = simple.sub(r"\1\2", body)
    if "'" in plain:
        return None
    width = plain.lstrip("\r\n").partition("\n")[0].count(delimiter) + 1
    table = columns_of(plain.encode(), [str(place) for place in range(width)], delimiter)
    if table is None or width <= len(FIXED):
        return None
    forms = zip(table.columns, FORMS, strict=False)
    fit = all(pc.all(pc.match_substring_regex(cells, form)).as_py() for cells, form in forms)
    return table if fit else None


def _as_quoted(name: str, body: str, delimiter: str) -> pa.Table:
    """The same row by row, with quotes as in ARFF; ReadError where rows are of two lengths."""
    written = [line.rstrip("\r") for line in body.split("\n")]
    held = [(number, line) for number, line in enumerate(written, 2) if line.strip()]

    def refused(bad: list[int], what: str) -> ReadError:
        def problem(i: int) -> Problem:
            return Problem(row=bad[i], what=what, remedy=AGAIN, file=name)

        return ReadError(first_problems(np.arange(len(bad)), problem))

    if not held:
        raise refused([1], "there are no rows below the header")
    start = re.compile(START.format(re.escape(delimiter)))
    quote = partial(_quoted, delimiter=delimiter)
    # in texts Weka writes the end of a line as \n
    texts = (line.replace("\\n", " ").replace("\\r", " ") for _, line in held)
    parted = [start.subn(quote, line) for line in texts]
    bad = [held[i][0] for i, (_, times) in enumerate(parted) if not times]
    if bad:
        raise refused(bad, "no number, true class, predicted class, error and score")
    quoted_lines = [line for line, _ in parted]
    reader = csv.reader(
        quoted_lines, delimiter=delimiter, quotechar="'", escapechar="\\", strict=True
    )
    try:
        rows = [*reader]
    except csv.Error as error:
        row = held[min(reader.line_num, len(held)) - 1][0]
        raise refused([row], f"the cells cannot be separated ({error})") from error
    width = len(rows[0])
    bad = [held[i][0] for i, row in enumerate(rows) if len(row) != width]
    if bad or len(rows) < len(held):
        what = f"the row does not have {width} cells, as the first one does"
        raise refused(bad or [held[len(rows)][0]], what)
    columns = [pa.array(column, pa.string()) for column in zip(*rows, strict=True)]
    return pa.table(columns, names=[str(place) for place in range(width)])


def _quoted(cells: re.Match[str], delimiter: str) -> str:
    """The first four cells of a row, quoted where they need it."""
    instance, actual, predicted, error = cells.groups()
    if "'" in actual:
        number, _, name = actual.partition(":")
        # a quoted ? is a class of that name
        actual = f"'{number}:{name[1:-1]}'" if name != "'?'" else f"{number}:'?'"
    escaped = predicted.replace("\\", "\\\\").replace("'", "\\'")
    return delimiter.join([instance, actual, f"'{escaped}'", error, ""])


def _class_names(actual: pa.ChunkedArray, predicted: pa.ChunkedArray) -> dict[int, str]:
    """Number to name of each class that is met."""
    names: dict[int, str] = {}
    for cells in (predicted, actual):
        for cell in pc.unique(cells).to_pylist():
            found = CELL.fullmatch(cell)
            if found is not None and found[2] != MISSING:
                names[int(found[1])] = MISSING if found[2] == "'?'" else found[2]
    return names


def _names(cells: pa.ChunkedArray, names: dict[int, str]) -> pa.ChunkedArray:
    """The class of each cell, "" where it is missing."""
    encoded = cells.combine_chunks().dictionary_encode()
    of = []
    for cell in encoded.dictionary.to_pylist():
        found = CELL.fullmatch(cell)
        missing = found is None or found[2] == MISSING
        of.append("" if missing or found is None else names[int(found[1])])
    return pa.chunked_array([pa.array(of, pa.string()).take(encoded.indices)])
