"""The records of JSON: lines, one list of records, and the tables that programs write."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from breakeven.data.records import Problem
from breakeven.readers.base.header_words import says_either, says_predicted, says_truth
from breakeven.readers.files.decoding import mend_characters
from breakeven.readers.files.nested import pair_of

LIST_ROW = ""  # the key of what a line holds that is a list and no object
WRITE_RECORDS = "write one record per line: df.to_json(path, orient='records', lines=True)"
INDEX = "index"
OPENING = re.compile(r"\[\s*")
COMMA = re.compile(r"\s*,\s*")

RefuseRecord = Callable[..., None]
Records = tuple[list[dict[str, Any]], list[int]]


class _RepeatedKeyError(ValueError):
    """A key occurs twice in one object."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) < len(pairs):
        times = Counter(key for key, _ in pairs)
        raise _RepeatedKeyError(next(key for key, count in times.items() if count > 1))
    return out


# numbers keep the characters they were written in
_decode = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=str, parse_float=str, parse_constant=str
).decode


@dataclass(frozen=True, eq=False)
class JsonText:
    """Text as JSON: one value that is the whole file, else objects on lines; and what is wrong.

    `value`: None where there is a record on each line. `records`, `lines`: the objects, and the
    line of each; of a value that is a list its objects, and their places from 1, and of one that
    is an object itself. A line that is a
    list of classes with scores is a record with the one key `LIST_ROW`. `notes`: what was mended.
    """

    value: Any
    records: list[dict[str, Any]]
    lines: list[int]
    problems: list[Problem]
    notes: tuple[Problem, ...] = ()


def parsed(name: str, text: str) -> JsonText:
    """The text of a file as JSON. What is no record is passed over and said in `problems`."""
    text, halves = mend_characters(text)
    found = _parsed(name, text)
    if not halves:
        return found
    times = "" if halves == 1 else f" in {halves:,} places"
    what = f"half a character{times} was replaced by \ufffd"
    note = Problem(what=what, remedy="split texts between characters to keep them", file=name)
    return replace(found, notes=(note,))


def _parsed(name: str, text: str) -> JsonText:
    bad: list[Problem] = []

    def refuse(line: int | None, what: str, remedy: str, key: str | None = None) -> None:
        bad.append(Problem(row=line, column=key, what=what, remedy=remedy, file=name))

    body = text.strip()
    first, _, others = body.partition("\n")
    if body.startswith(("[", "{")) and not (others and _is_json(first)):
        try:
            value = _decode(body)
        except _RepeatedKeyError as error:
            if others:
                refuse(None, "the key occurs twice", "keep one of them", str(error))
                return JsonText(None, [], [], bad)
        except (ValueError, RecursionError) as error:
            if others and body.startswith("[") and isinstance(error, json.JSONDecodeError):
                before = text[: len(text) - len(text.lstrip())].count("\n")
                reason = f"not JSON: {_reason(error)}"
                refuse(before + error.lineno, reason, "correct it, or export it again")
                return JsonText(None, [], [], bad)
        else:
            objects = [value] if isinstance(value, dict) else value if _are_records(value) else []
            return JsonText(value, objects, list(range(1, len(objects) + 1)), bad)
    return JsonText(None, *_of_lines(text, refuse), bad)


def records_of(json_text: JsonText, refuse: RefuseRecord) -> Records:
    """The records of JSON and where each stands; what cannot be one is refused, passed over."""
    if json_text.value is None:
        return json_text.records, json_text.lines
    return _of_document(json_text.value, refuse)


def beginning_of(text: str) -> str | None:
    """The first records on lines or in a list, of a text that is cut off; None of all else."""
    body = text.strip()
    first, _, others = body.partition("\n")
    if others and _is_json(first):
        return body[: body.rindex("\n")]
    end, after = 0, OPENING.match(body)
    while after is not None:
        try:
            _, position = json.JSONDecoder().raw_decode(body, after.end())
        except (ValueError, RecursionError):
            break
        after = COMMA.match(body, position)
        end = position if after else end
    return f"{body[:end]}]" if end else None


def _is_json(line: str) -> bool:
    try:
        _decode(line.strip())
    except (ValueError, RecursionError):
        return False
    return True


def _of_lines(text: str, refuse: RefuseRecord) -> Records:
    records: list[dict[str, Any]] = []
    lines: list[int] = []
    # only \n ends a line of JSON lines; str.splitlines would also cut at what a string may hold
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            value = _decode(line.strip())
        except _RepeatedKeyError as error:
            refuse(number, "the key occurs twice", "keep one of them", str(error))
            continue
        except (ValueError, RecursionError) as error:
            reason = "nested too deeply" if isinstance(error, RecursionError) else _reason(error)
            refuse(number, f"not JSON: {reason}", "write one JSON object per line")
            continue
        if _are_pairs(value):
            value = {LIST_ROW: value}
        if not isinstance(value, dict):
            what = f"a {type(value).__name__}, not an object"
            refuse(number, what, 'write one {"column": value, …} a line')
            continue
        records.append(value)
        lines.append(number)
    return records, lines


def _reason(error: ValueError) -> str:
    if isinstance(error, json.JSONDecodeError):
        message = error.msg.removesuffix(" at")  # as Python says of a string that does not end
        return f"{message} at character {error.colno:,}"  # its line number is always 1
    return str(error)


def _are_pairs(value: Any) -> bool:
    """Whether this is a list of classes with their scores, as of one document."""
    return isinstance(value, list) and bool(value) and all(map(pair_of, value))


def _of_document(value: Any, refuse: RefuseRecord) -> Records:
    """The records of one JSON value that is the whole file."""
    return _of_list(value, refuse) if isinstance(value, list) else _of_object(value, refuse)


def _of_list(values: list[Any], refuse: RefuseRecord) -> Records:
    if _has_header(values):
        return _of_split(values[0], values[1:], None, refuse)
    if are_of_one_document(values):
        return [{LIST_ROW: values}], [1]
    records: list[dict[str, Any]] = []
    places: list[int] = []
    for place, value in enumerate(values, start=1):
        record = {LIST_ROW: value} if _are_pairs(value) else value
        if isinstance(record, dict):
            records.append(record)
            places.append(place)
        elif isinstance(value, list):
            refuse(place, "a list without the names of its columns", WRITE_RECORDS)
        else:
            what = f"a {type(value).__name__}, not an object"
            refuse(place, what, 'write {"column": value, …} for each document')
    return records, places


def _has_header(values: list[Any]) -> bool:
    """Whether the first of several lists names the columns, one of them truth or prediction."""
    if len(values) < 2 or not all(isinstance(v, list) and len(v) == len(values[0]) for v in values):
        return False
    names = values[0]
    if not all(isinstance(name, str) for name in names) or len(set(names)) < len(names):
        return False
    return any(says_truth(n) or says_predicted(n) or says_either(n) for n in names)


def are_of_one_document(values: list[Any]) -> bool:
    """Whether these are all classes of one document with scores: distinct, adding up to 1."""
    if not _are_pairs(values):
        return False
    said = [known for known in map(pair_of, values) if known is not None]
    names = [name for name, _ in said]
    try:
        total = sum(float(score) for _, score in said)
    except ValueError:
        return False
    return len(names) > 1 and len(set(names)) == len(names) and abs(total - 1) <= 0.02


def _of_object(value: Any, refuse: RefuseRecord) -> Records:
    """The records of one object: a frame as pandas writes it, arrays by name, or one record."""
    if not isinstance(value, dict):
        refuse(1, f"a {type(value).__name__}, not an object", WRITE_RECORDS)
        return [], []
    if _are_records(value.get("data")) and "schema" in value:
        return _counted(value["data"])
    header, rows = value.get("columns"), value.get("data")
    if isinstance(header, list) and isinstance(rows, list):
        return _of_split(header, rows, value.get(INDEX), refuse)
    among = [key for key, held in value.items() if _are_records(held)]
    if len(among) == 1 and not any(map(_is_documents_own, value.keys() - set(among))):
        same = {k: held for k, held in value.items() if not isinstance(held, dict | list)}
        return _counted([same | record for record in value[among[0]]])
    listed = {key: held for key, held in value.items() if not isinstance(held, dict)}
    if _are_arrays(listed):
        rows = zip(*listed.values(), strict=True)
        return _counted([dict(zip(listed, row, strict=True)) for row in rows])
    if len(value) > 1 and all(isinstance(held, dict) and held for held in value.values()):
        return _of_objects(value, refuse)
    if len(value) == 1 and all(_numbered(held) for held in value.values()):
        return _of_objects(value, refuse)
    return [value], [1]


def _is_documents_own(key: str) -> bool:
    """Whether a key says what one document alone has: its text, or what is true or predicted."""
    own = ("id", "text", "document", "content", "title")
    said = says_truth(key) or says_predicted(key) or says_either(key)
    return said or key.strip().lower() in own


def _are_records(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)


def _are_arrays(value: Mapping[str, Any]) -> bool:
    """Several lists of one length: columns by name. One value each would be a record's lists."""
    lengths = {len(held) if isinstance(held, list) else 0 for held in value.values()}
    return len(value) > 1 and len(lengths) == 1 and min(lengths) > 1


def _of_split(header: list[Any], rows: list[Any], index: Any, refuse: RefuseRecord) -> Records:
    names = [str(name) for name in header]
    if isinstance(index, list) and len(index) == len(rows) and not _is_range(index):
        names, rows = (
            [INDEX, *names],
            [[label, *row] for label, row in zip(index, rows, strict=True)],
        )
    wrong = [i for i, row in enumerate(rows) if not isinstance(row, list) or len(row) != len(names)]
    for place in wrong:
        refuse(place + 1, f"not the {len(names):,} values of the columns", WRITE_RECORDS)
    if wrong or len(set(names)) < len(names):
        if not wrong:
            refuse(None, "columns of one name", "rename all but one")
        return [], []
    return _counted([dict(zip(names, row, strict=True)) for row in rows])


def _of_objects(value: Mapping[str, Mapping[str, Any]], refuse: RefuseRecord) -> Records:
    """A frame whose columns are objects by row, or whose rows are objects by column."""
    by_row, by_column = all(map(_numbered, value.values())), _numbered(value)
    if by_row == by_column:
        if not by_row and all(pair_of(held) for held in value.values()):
            return [dict(value)], [1]
        what = "one object of objects: it is not clear which are the rows"
        refuse(None, what, WRITE_RECORDS)
        return [], []
    if by_column:
        rows: dict[str, dict[str, Any]] = {key: dict(row) for key, row in value.items()}
    else:
        rows = {label: {} for column in value.values() for label in column}
        for name, column in value.items():
            for label, held in column.items():
                rows[label][name] = held
    if not _is_range(list(rows)):
        rows = {label: {INDEX: label} | row for label, row in rows.items()}
    return _counted(list(rows.values()))


def _numbered(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and all(key.isdecimal() for key in value)


def _is_range(index: Sequence[Any]) -> bool:
    return all(str(at) == str(place) for place, at in enumerate(index))


def _counted(records: list[dict[str, Any]]) -> Records:
    return records, list(range(1, len(records) + 1))
