"""What a tool says of calls of a language model, as a draft: a row for each answer.

Nothing is parsed here: the text of an answer is handed over as it was given, and the rules of a
review say which classes it names.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from breakeven.readers.base.header_words import says_either, says_truth
from breakeven.readers.base.problems import ReadError
from breakeven.readers.columns.column_guess import NAMES
from breakeven.readers.files.content import Content
from breakeven.readers.files.decoding import mend_characters
from breakeven.readers.files.drafts import ConsecutiveLines, Draft

FIRST = 20  # records that tell what a file is
# the columns of a call, in this order; each is also its role
OF_A_CALL = (
    "id", "system", "model", "prompt", "temperature", "repeat", "truth", "answer", "failed",
    "cost", "latency", "text",
)  # fmt: skip
# there in any case
NEEDED = ("id", "answer")
CallRow = dict[str, Any]


def draft_of(
    content: Content, rows: list[CallRow], lines: list[int], roles: Mapping[str, str] | None = None
) -> Draft:
    """The draft of calls: rows of the columns of a call, and others.

    `roles`: of those others, where they are not information on a document. A column in which
    nothing is said is left out. Raises ReadError.
    """
    filled = {key for row in rows for key, value in row.items() if value is not None}
    first = [key for key in OF_A_CALL if key in filled or key in NEEDED]
    others = [key for row in rows for key in row if key in filled and key not in OF_A_CALL]
    columns = list(dict.fromkeys([*first, *others]))
    written = [{key: row.get(key) for key in columns} for row in rows]
    table, places, gaps = content.table_of(written, lines, columns)
    models = {row["model"] for row in rows if isinstance(row.get("model"), str)}
    own_roles = {key: key for key in columns if key in OF_A_CALL}
    given = {key: role for key, role in (roles or {}).items() if key in columns}
    return Draft(
        columns=table,
        lines=places,
        gaps=gaps,
        shape="labels",
        roles=own_roles | given,
        # told from others by it, where it is one and nothing else tells
        system=str(models.pop()) if len(models) == 1 and "system" not in filled else "",
    )


def rows_of(content: Content) -> tuple[list[CallRow], list[int]]:
    """The rows of a table in JSON, CSV or Parquet, and where each stands. Raises ReadError."""
    if content.is_json:
        return content.records, content.places
    if content.kind == "parquet":
        if content.room is not None:
            raise ReadError([content.room.refusal])
        table = content.parquet.read()
        # as if it were JSON: times as text, numbers as they are written
        text = json.dumps(table.to_pylist(), default=str)
        return parsed(text), ConsecutiveLines(table.num_rows).tolist()
    table, lines = content.cells()
    rows = [{key: cell or None for key, cell in row.items()} for row in table.to_pylist()]
    return rows, lines.tolist()


def keys_of(content: Content) -> set[str]:
    """The names of a table's columns; of JSON the keys of every one of its first records."""
    if content.is_json:
        first = [set(record) for record in content.records[:FIRST]]
        return set.intersection(*first) if first else set()
    return set(content.header)


def without_repeat(rows: list[CallRow]) -> list[CallRow]:
    """The rows, without the number of the repeat where no document was asked about twice."""
    numbers = {str(row.get("repeat")) for row in rows}
    return rows if len(numbers) > 1 else [{**row, "repeat": None} for row in rows]


def numbered(rows: list[CallRow]) -> list[CallRow]:
    """The rows, the answers of one system to one document counted from 1 in their order."""
    counts: Counter[tuple[str, str]] = Counter()
    out = []
    for row in rows:
        key = (str(row.get("id")), str(row.get("system")))
        counts[key] += 1
        out.append(row | {"repeat": str(counts[key])})
    return without_repeat(out)


def with_common_model(rows: list[CallRow]) -> list[CallRow]:
    """The rows, those that failed too with the model that all others name, where it is one."""
    models = {row["model"] for row in rows if isinstance(row.get("model"), str)}
    return [row | {"model": next(iter(models))} for row in rows] if len(models) == 1 else rows


def seconds(milliseconds: Any) -> Any:
    """Milliseconds as seconds; what is no number stays, for the reader to say so."""
    try:
        return None if milliseconds is None else repr(float(milliseconds) / 1000)
    except (TypeError, ValueError):
        return milliseconds


def parsed(value: Any) -> Any:
    """What a cell of CSV holds where it is an object or a list in JSON; else the cell."""
    if not isinstance(value, str) or not value.lstrip().startswith(("{", "[")):
        return value
    value, _ = mend_characters(value)
    try:
        return json.loads(value, parse_int=str, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError):
        return value


def as_text(value: Any) -> Any:
    """An answer as text: what is an object or a list is written as JSON."""
    try:
        return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value
    except RecursionError:  # as it is the table refuses it, with its row
        return value


def text_in(message: Any) -> str | None:
    """The text of a message, or of the parts that it is made of; None where it has none."""
    if isinstance(message, str):
        return message
    parts = message if isinstance(message, list) else []
    texts = [part.get("text") for part in parts if isinstance(part, dict)]
    found = [text for text in texts if isinstance(text, str)]
    return "".join(found) if found else None


def fields_of(values: Iterable[Any], name: str) -> tuple[list[CallRow], list[str]]:
    """What was asked or expected: a column for each key of objects, else the one `name`.

    Keys that a call has too are written `name.key`. Returns the cells of each row, and the names
    of the columns.
    """
    rows: list[CallRow] = []
    for value in values:
        held = value if isinstance(value, dict) else {name: value}
        rows.append(
            {
                f"{name}.{key}" if key in OF_A_CALL and key != name else key: cell
                for key, cell in held.items()
                if cell is not None
            }
        )
    return rows, list(dict.fromkeys(key for row in rows for key in row))


def truth_among(columns: list[str]) -> str | None:
    """Which of the columns of what was expected is the truth: the only one, or by its name."""
    if len(columns) == 1:
        return columns[0]
    return next((c for c in columns if says_truth(c) or says_either(c)), None)


def truth_by_passing(columns: list[str], passed: list[tuple[CallRow, Any]]) -> str | None:
    """Which column is the truth, by the cells and the answer of each row that passed its test.

    The first that every such answer says, and not always the same; None where there is none.
    """
    for column in columns:
        pairs = [(str(row.get(column)), str(answer)) for row, answer in passed]
        if len({true for true, _ in pairs}) > 1 and all(
            true.casefold() in answer.casefold() for true, answer in pairs
        ):
            return column
    return None


def text_among(columns: list[str], rows: list[CallRow]) -> str | None:
    """Which of the columns of what was asked is the text: by its name, else the longest."""
    named = [column for column in columns if column.rpartition(".")[2].lower() in NAMES["text"]]
    if named or not columns:
        return named[0] if named else None
    return max(columns, key=lambda column: sum(len(str(row.get(column, ""))) for row in rows))
