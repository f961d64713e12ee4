"""Thresholds taken along: as CSV, JSON or a Python dict, and read back."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Mapping

import numpy as np

from breakeven.analysis.evaluation.class_thresholds import FILE_COLUMNS, SavedThresholds
from breakeven.analysis.evaluation.cut import cut_from_text
from breakeven.data.records import Problem
from breakeven.data.wording import unguarded
from breakeven.readers.base.problems import ReadError, first_problems

NUMBER = "give a number; inf means never predicted"
# a hundred thousand classes with long names take less, and nothing in such a file unfolds
MOST_BYTES = 16 << 20


def read_thresholds(name: str, data: bytes, classes: tuple[str, ...]) -> SavedThresholds:
    """Thresholds from CSV or JSON. Raises ReadError with every problem.

    A CSV needs the columns `class` and `threshold`; classes that the review does not know are
    kept, and it is a problem only when it knows none.
    """
    if len(data) > MOST_BYTES:
        what = f"a file of thresholds has at most {MOST_BYTES >> 20} MB"
        raise ReadError([Problem(what=what, remedy="give classes and thresholds alone", file=name)])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ReadError([Problem(what=f"{error}", remedy="save it as UTF-8", file=name)]) from None
    saved = (
        _from_json(name, text) if text.lstrip().startswith("{") else _from_csv(name, text, classes)
    )
    if not any(c in saved.thresholds for c in classes):
        what = "none of its classes is in this review"
        raise ReadError(
            [
                Problem(
                    column="class",
                    what=what,
                    remedy="load thresholds made for these classes",
                    file=name,
                )
            ]
        )
    return saved


def _from_json(name: str, text: str) -> SavedThresholds:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ReadError(
            [Problem(what=f"not JSON: {error}", remedy="export it again", file=name)]
        ) from None
    listed = content.get("thresholds")
    if not isinstance(listed, dict) or not listed:
        what = "the object “thresholds” is missing"
        raise ReadError(
            [
                Problem(
                    column="thresholds", what=what, remedy="give class and number pairs", file=name
                )
            ]
        )
    values = {c: _number(v) for c, v in listed.items()}
    bad = [c for c, v in values.items() if v is None]
    if bad:
        raise ReadError(
            Problem(column=c, what=f"threshold is {listed[c]!r}", remedy=NUMBER, file=name)
            for c in bad[:20]
        )
    facts = {key: value for key, value in content.items() if isinstance(value, str)}
    return _saved({c: v for c, v in values.items() if v is not None}, {}, facts)


def _from_csv(name: str, text: str, classes: tuple[str, ...]) -> SavedThresholds:
    try:
        rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    except csv.Error as error:
        raise ReadError(
            [Problem(what=f"not CSV: {error}", remedy="export it again", file=name)]
        ) from None
    missing = [c for c in ("class", "threshold") if not rows or c not in rows[0]]
    if missing:
        raise ReadError(
            Problem(
                row=1,
                column=c,
                what="this column is missing",
                remedy="add it to the header",
                file=name,
            )
            for c in missing
        )
    class_names = set(classes)
    values: dict[str, float] = {}
    how: dict[str, str] = {}
    bad: list[int] = []
    twice: list[int] = []
    for i, row in enumerate(rows):
        written_name = row["class"] or ""
        class_name = unguarded(written_name, class_names)
        value = _number(row["threshold"])
        if value is None:
            bad.append(i)
        elif class_name in values:
            twice.append(i)
        else:
            values[class_name] = value
            how[class_name] = row.get("how") or ""

    def no_number(i: int) -> Problem:
        return Problem(
            row=i + 2,
            column="threshold",
            what=f"{rows[i]['threshold']!r} is not a number",
            remedy=NUMBER,
            file=name,
        )

    def again(i: int) -> Problem:
        what = f"class {rows[i]['class']!r} occurred before"
        return Problem(
            row=i + 2, column="class", what=what, remedy="keep one row for each", file=name
        )

    problems = [
        *first_problems(np.array(bad, dtype=int), no_number),
        *first_problems(np.array(twice, dtype=int), again),
    ]
    if problems:
        raise ReadError(problems)
    facts = {c: unguarded(rows[0].get(c) or "") for c in FILE_COLUMNS[3:]}
    return _saved(values, how, facts)


def _saved(
    values: dict[str, float], how: dict[str, str], facts: Mapping[str, str]
) -> SavedThresholds:
    return SavedThresholds(
        thresholds=values,
        how=how,
        cut=cut_from_text(facts.get("rule", "")),
        system=facts.get("system", ""),
        fingerprint=facts.get("fingerprint", ""),
        saved=facts.get("date", ""),
        review=facts.get("review", ""),
    )


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return None if math.isnan(number) else number
