"""The table of an evaluation as promptfoo writes it: CSV.

The variables of a test, then for each prompt and provider `[provider] prompt` with the output, and
`Status` (PASS, FAIL, ERROR), `Score`, `Named Scores`, `Grader Reason`, `Comment`: headers that
occur once for each. Repeats of a test are rows of equal variables. A refusal, cost and latency are
in the JSON only. Source: promptfoo.dev/docs/configuration/outputs, a file of version 0.121.
"""

from __future__ import annotations

import csv
import io

import numpy as np

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft
from breakeven.readers.formats.language_models.calls import (
    CallRow,
    draft_of,
    numbered,
    text_among,
    truth_by_passing,
)

KEY = "promptfoo-csv"
NAME = "a table of promptfoo"
AFTER = ("Status", "Score")


def recognise(content: Content) -> str | None:
    """Headers `[provider] prompt` that Status and Score follow."""
    if content.kind != "text" or not _outputs(content.header):
        return None
    return "the headers are [provider] prompt, Status, Score"


def _outputs(header: tuple[str, ...]) -> list[int]:
    """Where the outputs stand, each with its status and score after it."""
    return [
        place
        for place, name in enumerate(header)
        if name.startswith("[") and "]" in name and header[place + 1 : place + 3] == AFTER
    ]


def read(content: Content) -> Draft:
    """A row for each test and output. Raises ReadError."""
    cells, lines = _cells(content)
    header = content.header
    outputs = _outputs(header)
    variables = list(range(outputs[0]))
    systems = {
        place: header[place] if header.count(header[place]) == 1 else f"{header[place]} ({n})"
        for n, place in enumerate(outputs, 1)
    }
    rows: list[CallRow] = []
    places: list[int] = []
    documents: dict[tuple[str, ...], str] = {}
    for row, line in zip(cells, lines, strict=True):
        values = tuple(row[place] for place in variables)
        document = documents.setdefault(values, str(len(documents) + 1))
        shared = {header[place]: row[place] or None for place in variables}
        for place in outputs:
            status = row[place + 1].upper()
            reason = row[place + 4] if header[place + 4 : place + 5] == ("Grader Reason",) else ""
            rows.append(
                shared
                | {"id": document, "system": systems[place]}
                | {
                    "answer": row[place],
                    "failed": (status == "ERROR" and (reason or "error")) or None,
                }
                | {"_passed": status == "PASS"}
            )
            places.append(line)
    names = [header[place] for place in variables]
    passed = [(call, call["answer"]) for call in rows if call["_passed"] and call["answer"]]
    true = truth_by_passing(names, passed)
    for call in rows:
        del call["_passed"]
        if true:
            call["truth"] = call.pop(true)
    text = text_among([name for name in names if name != true], rows)
    return draft_of(content, numbered(rows), places, {text: "text"} if text else {})


def _cells(content: Content) -> tuple[list[list[str]], list[int]]:
    """The rows below the header and their lines. Raises ReadError for ragged ones."""
    reader = csv.reader(io.StringIO(content.text, newline=""), strict=True)
    rows: list[list[str]] = []
    lines: list[int] = []
    start = 1
    try:
        for row in reader:
            if row:
                rows.append(row)
                lines.append(start)
            start = reader.line_num + 1
    except csv.Error as error:
        problem = Problem(row=start, what=f"the quoting cannot be followed ({error})",
                          remedy="export it again", file=content.name)  # fmt: skip
        raise ReadError([problem]) from error
    ragged = [place for place, row in enumerate(rows) if len(row) != len(content.header)]

    def problem_of(place: int) -> Problem:
        what = f"{len(rows[place]):,} cells, and the header has {len(content.header):,}"
        return Problem(row=lines[place], what=what, remedy="export it again", file=content.name)

    if ragged:
        raise ReadError(first_problems(np.array(ragged), problem_of))
    return rows[1:], lines[1:]
