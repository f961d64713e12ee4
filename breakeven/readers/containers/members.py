"""What is in a file or folder that holds files or tables: each by a name of its own."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from breakeven.data.records import Problem
from breakeven.data.wording import examples
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.read_options import DEFAULT_OPTIONS, ReadOptions, ReadOptionsByFile
from breakeven.readers.containers.archives import (
    GZIP,
    TAR_BLOCK,
    ZIP,
    gunzipped,
    is_hidden,
    is_tar,
    open_zip,
    untarred,
    unzipped,
    why_not_unzipped,
)
from breakeven.readers.containers.databases import Duckdb, Sqlite, is_duckdb, is_sqlite
from breakeven.readers.containers.workbook import PART, Workbook
from breakeven.readers.files.columnar import is_arrow
from breakeven.readers.files.drafts import ReadyTable
from breakeven.readers.files.size_limits import (
    MOST_DEPTH,
    MOST_MEMBERS,
    Budget,
    TooLargeError,
    refusal,
    too_many,
)

# --- what is in a file that holds files or tables: each by a name of its own


NOT_CHOSEN = "it was not chosen"
HIDDEN_SHEET = "the sheet is hidden"
# what is no table whatever it holds; anything else is looked at
NO_TABLE = (
    ".png", ".jpg", ".jpeg", ".gif", ".svg", ".pdf", ".html", ".htm", ".css", ".js", ".py",
    ".ipynb", ".md", ".rst", ".yaml", ".yml", ".toml", ".cfg", ".ini", ".sh", ".log", ".lock",
    ".docx", ".pptx", ".pkl", ".pickle", ".joblib", ".pt", ".pth", ".bin", ".safetensors",
    ".onnx", ".h5", ".model", ".exe", ".so", ".dll", ".whl", ".jar",
)  # fmt: skip
NOT_READ = "files of this kind hold no predictions"
# zip archives that are something else: by a part of theirs, or the ending of every part
NOT_TO_UNPACK = (
    "word/document.xml",
    "ppt/presentation.xml",
    "xl/workbook.bin",
    "mimetype",
    "_journal/start.json",  # a log of Inspect
)
ARRAY_ENDING = ".npy"
REVIEW_MANIFEST = "manifest.json"


@dataclass(frozen=True)
class ArchiveMember:
    """A file or table in a file: what it holds, or why it is left out."""

    name: str
    data: bytes | ReadyTable | None = None
    problem: Problem | None = None


@dataclass(frozen=True)
class MemberChoice:
    """What is to be read: how, and of files that hold several only these, where any are named."""

    hows: ReadOptionsByFile
    only: Sequence[str] = ()

    def how(self, name: str) -> ReadOptions:
        """What was said of a file or member, or of the file that it is in."""
        if name in self.hows:
            return self.hows[name]
        outside, parted, _ = name.rpartition("/")
        return replace(self.how(outside), format=None, take=None) if parted else DEFAULT_OPTIONS

    def wants(self, name: str) -> bool:
        """Whether a member is to be read."""
        if self.only:
            return any(name == said or name.endswith(f"/{said}") for said in self.only)
        return self.how(name).take is not False

    def not_found(self, names: Sequence[str]) -> list[Problem]:
        """What was asked for and is not there."""
        return [
            Problem(
                what=f"no file, sheet or table is called {said!r}",
                remedy=f"choose one of {examples(names, 20)}" if names else "check the name",
            )
            for said in self.only
            if not any(name == said or name.endswith(f"/{said}") for name in names)
        ]


def may_hold_several(start: bytes) -> bool:
    """Whether a file has the first bytes of one that holds files or tables; 512 are enough."""
    return start.startswith(ZIP) or is_sqlite(start) or is_duckdb(start) or is_tar(start)


def unfolds(start: bytes) -> bool:
    """Whether a file holds more than its size says, by its first bytes: not one packed text."""
    if start.startswith(GZIP):
        try:
            start = zlib.decompressobj(wbits=31).decompress(start, TAR_BLOCK)
        except zlib.error:
            return False
    return may_hold_several(start) or is_arrow(start)


def holds_several(data: bytes) -> bool:
    """Whether a file holds files or tables, by its first bytes and what it lists."""
    return _is_archive(data) if data.startswith(ZIP) else may_hold_several(data[:TAR_BLOCK])


def _is_archive(data: bytes) -> bool:
    """Whether a zip file is a workbook or an archive of files, and no document or arrays."""
    try:
        _, files = open_zip("", data)
    except ReadError:
        return True
    if not files or PART in files:
        return True
    if REVIEW_MANIFEST in files and all(
        name == REVIEW_MANIFEST or name.startswith("files/") for name in files
    ):
        return False
    arrays = all(name.endswith(ARRAY_ENDING) for name in files)
    return not arrays and not any(part in files for part in NOT_TO_UNPACK)


def members_of(
    name: str, data: bytes, choice: MemberChoice, budget: Budget, depth: int = 1
) -> Iterator[ArchiveMember]:
    """Each file or table in a file that holds several, one after the other.

    Raises ReadError where the file as a whole is broken, hostile or too large.
    """
    if is_sqlite(data):
        with closing(Sqlite(name, data, budget)) as lite:
            yield from _tables(name, lite.tables, choice, lambda table, _: lite.table(table))
    elif is_duckdb(data):
        with closing(Duckdb(name, data, budget)) as duck:
            yield from _tables(name, duck.tables, choice, lambda table, _: duck.table(table))
    elif is_tar(data[:TAR_BLOCK]):
        for file, content in untarred(name, data, budget).items():
            reason, held = (content, b"") if isinstance(content, str) else ("", content)
            yield from _file(f"{name}/{file}", reason, partial(bytes, held), choice, budget, depth)
    else:
        archive, files = open_zip(name, data)
        if PART in files:
            book = Workbook(name, archive, files, budget)
            yield from _tables(name, book.sheets, choice, book.table, book.hidden)
            return
        for file, info in files.items():
            load = partial(unzipped, name, archive, info, budget)
            yield from _file(f"{name}/{file}", why_not_unzipped(info), load, choice, budget, depth)


def _file(
    name: str,
    reason: str,
    load: Callable[[], bytes],
    choice: MemberChoice,
    budget: Budget,
    depth: int,
) -> Iterator[ArchiveMember]:
    """One file of an archive, or what it holds itself."""
    if is_hidden(name):
        return
    is_chosen = choice.how(name).take
    if reason or (not is_chosen and name.lower().endswith(NO_TABLE)):
        yield _left_out(name, reason or NOT_READ)
        return
    if is_chosen is False:
        yield _left_out(name, NOT_CHOSEN)
        return
    try:
        content = load()
        if content.startswith(GZIP):
            content = gunzipped(name, content, budget)
        several = holds_several(content)
        if several and depth >= MOST_DEPTH:
            yield _left_out(name, "it is an archive in an archive in an archive")
        elif several:
            yield from members_of(name, content, choice, budget, depth + 1)
        elif choice.wants(name):
            yield ArchiveMember(name, content)
        else:
            yield _left_out(name, NOT_CHOSEN)
    except TooLargeError:
        raise
    except ReadError as error:
        yield ArchiveMember(name, problem=error.problems[0])


def _tables(
    name: str,
    tables: Sequence[str],
    choice: MemberChoice,
    load: Callable[[str, int | None], ReadyTable],
    hidden: frozenset[str] = frozenset(),
) -> Iterator[ArchiveMember]:
    """Each table of a workbook or database; one alone is called as the file is."""
    for table in tables:
        own = name if len(tables) == 1 else f"{name}/{table}"
        how = choice.how(own)
        if len(tables) > 1 and not choice.wants(own):
            yield _left_out(own, NOT_CHOSEN)
        elif table in hidden and not how.take and not choice.only:
            yield _left_out(own, HIDDEN_SHEET)
        else:
            try:
                yield ArchiveMember(own, load(table, how.header))
            except TooLargeError:
                raise
            except ReadError as error:
                yield ArchiveMember(own, problem=error.problems[0])


def _left_out(name: str, why: str) -> ArchiveMember:
    return ArchiveMember(name, problem=Problem(what=why, remedy="choose another", file=name))


# --- a folder of files: those in it by their names, links not followed


MOST_FOLDERS = 5

Files = Sequence[tuple[str, bytes | Path]]


def with_folders(files: Files) -> tuple[Files, frozenset[str]]:
    """The files, instead of a folder those that lie in it; and the names of these.

    Raises ReadError for a folder that holds nothing to read, or too much.
    """
    inside_all: list[tuple[str, bytes | Path]] = []
    among: set[str] = set()
    for name, data in files:
        if isinstance(data, bytes) or not data.is_dir():
            inside_all.append((name, data))
            continue
        inside = [*_inside(name, data, MOST_FOLDERS)]
        if not inside:
            what = "there is no file to read in the folder"
            raise refusal(name, what, "give the folder that holds the predictions")
        if len(inside) > MOST_MEMBERS:
            raise too_many(name, len(inside), MOST_MEMBERS, "files")
        inside_all += inside
        among |= {own for own, _ in inside}
    return inside_all, frozenset(among)


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


def files_holding(files: Files, names: Iterable[str], among: frozenset[str]) -> Files:
    """The files, of those in folders only the ones that hold one of these."""
    used = set(names)
    return [
        (name, data)
        for name, data in files
        if name not in among or any(n == name or n.startswith(f"{name}/") for n in used)
    ]
