"""Objects of JSON within a cell: numbers of classes, or columns by the names of their keys."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal

from breakeven.readers.cells import FLAGS, NUMBER
from breakeven.readers.columns.names import (
    hints_predicted,
    hints_truth,
    says_either,
    says_predicted,
    says_score,
    words,
)

ABOUT = {
    "meta", "metadata", "info", "feature", "features", "stats", "statistics", "attributes",
    "properties", "context", "usage", "timing", "timings", "latency", "cost", "tokens", "params",
}  # fmt: skip
CLASS_KEYS = ("label", "name", "category", "class")
OFF = 0.02  # what rounding does to scores that add up to 1
# the rows that have a value, and the values
Cells = tuple[list[int], list[Any]]
Kind = Literal["score:", "true:", "predicted:"]


def kind_of_numbers(key: str, values: Sequence[dict[str, Any]]) -> Kind | None:
    """What objects of a number for each name are, by their key and their numbers; else None.

    1 and 0 are true or predicted where the key says so. Numbers are scores where the key says so,
    where those of each object add up to 1, or where all are fractions between 0 and 1 under a key
    that does not speak of anything else.
    """
    if not any(values) or not all(_are_numbers(value) for value in values):
        return None
    called = hints_predicted(key) or says_predicted(key)
    if _are_flags(values):
        if not called and (says_either(key) or hints_truth(key)):
            return "true:"
        if called and not says_score(key):
            return "predicted:"
    if any(isinstance(number, bool) for value in values for number in value.values()):
        return None
    if not key or called or says_score(key) or says_either(key):
        return "score:"
    if ABOUT & set(words(key)):
        return None
    numbers = [[float(number) for number in value.values()] for value in values]
    if all(len(row) > 1 and abs(sum(row) - 1) <= OFF for row in numbers):
        return "score:"
    inside = all(0 <= number <= 1 for row in numbers for number in row)
    return "score:" if inside and any(number % 1 for row in numbers for number in row) else None


def _are_numbers(value: dict[str, Any]) -> bool:
    return all(
        isinstance(number, bool)
        or (isinstance(number, str | int | float) and re.fullmatch(NUMBER, str(number)) is not None)
        for number in value.values()
    )


def _are_flags(values: Sequence[dict[str, Any]]) -> bool:
    return all(str(number).lower() in FLAGS for value in values for number in value.values())


def inner_of(key: str, cells: Cells) -> dict[str, Cells] | None:
    """The columns of objects, `key.inner`; of lists that name a class each, the lists of names.

    None where values are neither objects, nor lists of one object or of names.
    """
    rows, values = cells
    if not key or not any(values):
        return None
    named = [_names_of(value) for value in values]
    if all(names is not None for names in named):
        return {key: (rows, named)}
    objects = [_one_of(value) for value in values]
    columns: dict[str, Cells] = {}
    for row, value in zip(rows, objects, strict=True):
        if value is None:
            return None
        for name, held in value.items():
            where, found = columns.setdefault(f"{key}.{name}", ([], []))
            if held is not None:
                where.append(row)
                found.append(held)
    return columns


def _names_of(value: Any) -> list[str] | None:
    """The classes of a list of objects that say one each, and nothing else."""
    if not isinstance(value, list):
        return None
    found = []
    for item in value:
        name = next(iter(item.items())) if isinstance(item, dict) and len(item) == 1 else ("", None)
        if name[0].lower() not in CLASS_KEYS or not isinstance(name[1], str | int):
            return None
        found.append(str(name[1]))
    return found


def _one_of(value: Any) -> dict[str, Any] | None:
    """An object, or the only one of a list; of an empty list one without keys."""
    if isinstance(value, list) and len(value) < 2:
        value = value[0] if value else {}
    return value if isinstance(value, dict) else None
