"""The modules of the house, each read once, and the circles of what they import."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from script.wings import files, modules_imported
from tests.paths import ROOT

FILES = files()


def path_of(file: Path) -> str:
    """`breakeven/ui/server.py`: how a module is named in lists."""
    return str(file.relative_to(ROOT))


def dotted(file: Path) -> str:
    """`breakeven.ui.server`; a folder's `__init__.py` is the folder."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {dotted(file): file for file in FILES}


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def nodes_of(file: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree_of(file)))


@cache
def imported(file: Path) -> frozenset[Path]:
    """The other modules of ours that a module imports, wherever in it the import stands."""
    found = {owner for name in modules_imported(file) if (owner := owner_of(name))}
    return frozenset(found - {file})


def owner_of(name: str) -> Path | None:
    """The module that a dotted name is of, which may be a name in it."""
    while name and name not in MODULES:
        name = name.rpartition(".")[0]
    return MODULES.get(name)


def circles(arrows: Mapping[str, Iterable[str]]) -> list[frozenset[str]]:
    """Largest groups in which each leads to each other."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            new = set(arrows.get(waiting.pop(), ())) - seen
            seen |= new
            waiting += new
        return seen

    below = {each: reached(each) for each in arrows}
    groups = {frozenset(o for o in below[each] if each in below[o]) for each in arrows}
    return [group for group in groups if group]
