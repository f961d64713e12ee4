"""The file of TOML that names tables beyond memory: read, with everything that is wrong at once."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

from breakeven.data.installation import missing_extra
from breakeven.data.own_measures import OwnMeasure
from breakeven.data.records import Problem
from breakeven.data.wording import examples
from breakeven.engine.named_tables import (
    DEFAULT_MEMORY_LIMIT,
    MEMORY_LIMIT,
    MEMORY_LIMIT_FORMAT,
    TABLES,
    NamedTable,
)
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import ROLES, Shape
from breakeven.readers.measures_file import read_measures

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,59}")
TEXTS = ("title", "path", "table", "spark", "memory_limit", "shape", "separator", "measures")
KEYS = (*TEXTS, "roles", "probabilities")
EXAMPLE = '[tables.lake]\npath = "/data/scores"'


def named_tables() -> tuple[NamedTable, ...]:
    """The tables that this server offers, none without a file of them. ReadError, all at once."""
    where = os.environ.get(TABLES, "")
    if where and (extra := missing_extra("ibis")):
        raise ReadError([Problem(what=extra.what, remedy=extra.remedy)])
    return read_named(Path(where)) if where else ()


def read_named(file: Path) -> tuple[NamedTable, ...]:
    """The tables that a file names; its own folder is where relative paths start. ReadError."""
    try:
        held = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise _refused(file, f"it cannot be read: {error.strerror}", f"check {TABLES}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise _refused(file, f"it is not TOML: {error}", f"write it as: {EXAMPLE}") from error
    tables = held.get("tables")
    if not isinstance(tables, dict) or set(held) != {"tables"}:
        raise _refused(file, "it holds something other than tables", f"write it as: {EXAMPLE}")
    problems = [problem for name, table in tables.items() for problem in _wrong(file, name, table)]
    clusters = {table["spark"] for table in tables.values() if _says(table, "spark")}
    if len(clusters) > 1:
        what = f"the tables are on several Spark clusters: {examples(sorted(map(str, clusters)))}"
        problems.append(Problem(what=what, remedy="a server can reach only one", file=file.name))
    if problems:
        raise ReadError(problems)
    return tuple(_table(file, name, table) for name, table in tables.items())


def _says(entry: object, key: str) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get(key), str)


def _table(file: Path, name: str, entry: Mapping[str, Any]) -> NamedTable:
    path = entry.get("path")
    return NamedTable(
        name=name,
        title=entry.get("title", name),
        path=None if path is None else file.resolve().parent / path,
        table=entry.get("table"),
        spark=entry.get("spark"),
        memory_limit=entry.get("memory_limit", DEFAULT_MEMORY_LIMIT),
        roles=tuple(entry.get("roles", {}).items()),
        shape=entry.get("shape"),
        separator=entry.get("separator"),
        probabilities=entry.get("probabilities"),
        measures=_measures(file, entry),
    )


def _measures(file: Path, entry: Mapping[str, Any]) -> tuple[OwnMeasure, ...]:
    """The measures of one's own in the file that a table names. ReadError."""
    if "measures" not in entry:
        return ()
    named = file.resolve().parent / entry["measures"]
    try:
        return read_measures(named.name, named.read_bytes())
    except OSError as error:
        what = f"the measures in {named} cannot be read: {error.strerror}"
        raise ReadError([Problem(what=what, remedy="check its path", file=file.name)]) from None


def _wrong(file: Path, name: str, entry: object) -> Iterator[Problem]:
    """Everything that is wrong with one table."""
    if not isinstance(entry, dict):
        problems = [("it is not a table", f"write it as: {EXAMPLE}")]
    else:
        problems = [*_wrong_kinds(entry)]
        # what is of another kind is asked nothing more
        problems = problems or [
            *_wrong_place(file, entry), *_wrong_words(entry), *_wrong_measures(file, entry)
        ]  # fmt: skip
    if not NAME.fullmatch(name):
        problems.append(
            ("its name is part of addresses", "write it with letters, digits and - . _")
        )
    for what, remedy in problems:
        yield Problem(what=f"table {name!r}: {what}", remedy=remedy, file=file.name)


def _wrong_kinds(entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if unknown := [key for key in entry if key not in KEYS]:
        yield f"it has {examples(unknown)}", f"it can have {', '.join(KEYS)}"
    for key in TEXTS:
        if key in entry and not (isinstance(entry[key], str) and entry[key]):
            yield f"{key} is {entry[key]!r}", "give a text"
    if "probabilities" in entry and not isinstance(entry["probabilities"], bool):
        yield f"probabilities is {entry['probabilities']!r}", "give true or false"
    roles = entry.get("roles", {})
    if not isinstance(roles, dict) or not all(isinstance(role, str) for role in roles.values()):
        yield "roles does not name columns with their roles", 'write: roles = {column = "truth"}'


def _wrong_place(file: Path, entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if "path" in entry:
        path = file.resolve().parent / entry["path"]
        if not path.exists():
            yield f"{path} cannot be found", "check its path"
    elif "spark" not in entry:
        yield "it has neither path nor spark", "add one"
    elif "table" not in entry:
        yield "it has no table", 'write: table = "catalog.schema.name"'


def _wrong_words(entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if "memory_limit" in entry and not MEMORY_LIMIT.fullmatch(entry["memory_limit"]):
        yield f"{entry['memory_limit']!r} is not an amount of memory", MEMORY_LIMIT_FORMAT
    shapes = get_args(Shape)
    if "shape" in entry and entry["shape"] not in shapes:
        yield f"there is no shape {entry['shape']!r}", f"choose one of {', '.join(shapes)}"
    for column, role in entry.get("roles", {}).items():
        if role.partition(":")[0] not in ROLES:
            remedy = f"choose one of {', '.join(ROLES)}"
            yield f"there is no role {role!r} for {column!r}", remedy


def _wrong_measures(file: Path, entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    try:
        _measures(file, entry)
    except ReadError as error:
        for problem in error.problems:
            yield f"its measures: {problem.what}", problem.remedy


def _refused(file: Path, what: str, remedy: str) -> ReadError:
    return ReadError([Problem(what=what, remedy=remedy, file=str(file))])
