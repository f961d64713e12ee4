"""A folder of files: those in it by their names, links not followed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from breakeven.readers.containers.limits import MOST_MEMBERS, refusal, too_many
from breakeven.readers.containers.members import NO_TABLE
from breakeven.readers.containers.names import is_hidden

MOST_FOLDERS = 5

Files = Sequence[tuple[str, bytes | Path]]


def with_folders(files: Files) -> tuple[Files, frozenset[str]]:
    """The files, instead of a folder those that lie in it; and the names of these.

    Raises ReadError for a folder that holds nothing to read, or too much.
    """
    found: list[tuple[str, bytes | Path]] = []
    among: set[str] = set()
    for name, data in files:
        if isinstance(data, bytes) or not data.is_dir():
            found.append((name, data))
            continue
        inside = [*_inside(name, data, MOST_FOLDERS)]
        if not inside:
            what = "there is no file to read in the folder"
            raise refusal(name, what, "give the folder that holds the predictions")
        if len(inside) > MOST_MEMBERS:
            raise too_many(name, len(inside), MOST_MEMBERS, "files")
        found += inside
        among |= {own for own, _ in inside}
    return found, frozenset(among)


def _inside(name: str, folder: Path, depth: int) -> Iterator[tuple[str, Path]]:
    """What may be a table in a folder and the folders in it, in the order of their names."""
    with os.scandir(folder) as entries:
        listed = sorted(entries, key=lambda entry: entry.name)
    for entry in listed:
        own = f"{name}/{entry.name}"
        if is_hidden(own) or entry.is_symlink():
            continue
        if entry.is_dir() and depth:
            yield from _inside(own, Path(entry.path), depth - 1)
        elif entry.is_file() and not entry.name.lower().endswith(NO_TABLE):
            yield own, Path(entry.path)


def of_names(files: Files, names: Iterable[str], among: frozenset[str]) -> Files:
    """The files, of those in folders only the ones that hold one of these."""
    used = set(names)
    return [
        (name, data)
        for name, data in files
        if name not in among or any(n == name or n.startswith(f"{name}/") for n in used)
    ]
