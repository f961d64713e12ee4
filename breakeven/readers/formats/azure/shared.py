"""What the files of Azure custom text classification have in common.

Keys are spelt as the REST interface does, or as its clients do in Python and .NET. Source:
learn.microsoft.com, REST reference of Azure AI Language, 2022-05-01 and 2023-04-01.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Literal

from breakeven.readers.base.problems import ReadError
from breakeven.readers.files.content import Content

FAMILY = "azure-"  # how the keys of these formats begin
LABELS, PREDICTIONS = f"{FAMILY}labels", f"{FAMILY}predictions"
EVALUATION, SUMMARY = f"{FAMILY}evaluation", f"{FAMILY}summary"

ProjectKind = Literal["single", "multi"]


def is_azure(formats: Iterable[str]) -> bool:
    """Whether any of these formats, by their keys, is one of Azure's."""
    return any(key.startswith(FAMILY) for key in formats)


@cache
def _spelt(key: str) -> tuple[str, ...]:
    """The other spellings of a key that is given in camelCase."""
    spelt = re.sub(r"(?=[A-Z])", "_", key).lower(), key[0].upper() + key[1:]
    return tuple(name for name in spelt if name != key)


def value_of(held: Any, key: str) -> Any:
    """What an object holds under a key, however it is spelt; None where it does not, or is none."""
    if not isinstance(held, dict):
        return None
    if key in held:
        return held[key]
    for name in _spelt(key):
        if name in held:
            return held[name]
    return None


def answers(content: Content) -> list[Any]:
    """What the service answered: the JSON of the file, or of its lines, or each of a list."""
    value = content.value
    if value is None:
        return content.records
    return value if isinstance(value, list) else [value]


def refuse_broken_json(content: Content) -> None:
    """Raises ReadError with everything that is no JSON, where a file has some on lines."""
    if content.json is not None and content.json.problems:
        raise ReadError(content.json.problems)


def objects(value: Any) -> list[dict[str, Any]]:
    """The objects of a list; none where it is no list."""
    return [held for held in value if isinstance(held, dict)] if isinstance(value, list) else []


def kind_of(name: Any) -> ProjectKind | None:
    """The kind of project that a name of it says; None for none of classification."""
    lower = str(name).lower()
    if "classification" not in lower:
        return None
    return "multi" if "multi" in lower else "single" if "single" in lower else None


def by_project_kind(held: Any, ending: str) -> tuple[ProjectKind, dict[str, Any]] | None:
    """What stands under customSingleLabelClassification… or customMultiLabel…, and which."""
    kinds: Iterator[ProjectKind] = iter(("single", "multi"))
    for kind in kinds:
        found = value_of(held, f"custom{kind.capitalize()}LabelClassification{ending}")
        if isinstance(found, dict):
            return kind, found
    return None


def category(held: Any) -> str | None:
    """The name of a class: {"category": name}, or the name itself; None where it is neither."""
    name = value_of(held, "category") if isinstance(held, dict) else held
    return name if isinstance(name, str) and name else None
