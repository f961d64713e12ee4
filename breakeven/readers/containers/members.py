"""What is in a file that holds files or tables: each by a name of its own."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial

from breakeven.readers.containers.arrow import is_arrow
from breakeven.readers.containers.databases import Duckdb, Sqlite, is_duckdb, is_sqlite
from breakeven.readers.containers.gzipped import GZIP, unpacked
from breakeven.readers.containers.limits import MOST_DEPTH, Budget, TooLargeError
from breakeven.readers.containers.names import is_hidden
from breakeven.readers.containers.tars import BLOCK, is_tar, untarred
from breakeven.readers.containers.workbook import PART, Workbook
from breakeven.readers.containers.zips import ZIP, open_zip, unzipped, why_not
from breakeven.readers.files.held import Held
from breakeven.readers.files.how import AS_IT_IS, How, Hows
from breakeven.readers.problems import ReadError, examples
from breakeven.records import Problem

NOT_CHOSEN = "it was not chosen"
HIDDEN = "the sheet is hidden"
# what is no table whatever it holds; anything else is looked at
NO_TABLE = (
    ".png", ".jpg", ".jpeg", ".gif", ".svg", ".pdf", ".html", ".htm", ".css", ".js", ".py",
    ".ipynb", ".md", ".rst", ".yaml", ".yml", ".toml", ".cfg", ".ini", ".sh", ".log", ".lock",
    ".docx", ".pptx", ".pkl", ".pickle", ".joblib", ".pt", ".pth", ".bin", ".safetensors",
    ".onnx", ".h5", ".model", ".exe", ".so", ".dll", ".whl", ".jar",
)  # fmt: skip
NOT_READ = "a file of this kind holds no predictions"
# zip archives that are something else: by a part of theirs, or the ending of every part
NOT_TO_UNPACK = (
    "word/document.xml",
    "ppt/presentation.xml",
    "xl/workbook.bin",
    "mimetype",
    "_journal/start.json",  # a log of Inspect
)
ARRAYS = ".npy"
REVIEW = "manifest.json"


@dataclass(frozen=True)
class Member:
    """A file or table in a file: what it holds, or why it is left out."""

    name: str
    data: bytes | Held | None = None
    problem: Problem | None = None


@dataclass(frozen=True)
class Asked:
    """What is to be read: how, and of files that hold several only these, where any are named."""

    hows: Hows
    only: Sequence[str] = ()

    def how(self, name: str) -> How:
        """What was said of a file or member, or of the file that it is in."""
        if name in self.hows:
            return self.hows[name]
        outside, parted, _ = name.rpartition("/")
        return replace(self.how(outside), format=None, take=None) if parted else AS_IT_IS

    def wants(self, name: str) -> bool:
        """Whether a member is to be read."""
        if self.only:
            return any(name == said or name.endswith(f"/{said}") for said in self.only)
        return self.how(name).take is not False

    def not_found(self, names: Sequence[str]) -> list[Problem]:
        """What was asked for and is not there."""
        return [
            Problem(
                what=f"nothing in the files is called {said!r}",
                remedy=f"choose of {examples(names, 20)}" if names else "check the name",
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
            start = zlib.decompressobj(wbits=31).decompress(start, BLOCK)
        except zlib.error:
            return False
    return may_hold_several(start) or is_arrow(start)


def holds_several(data: bytes) -> bool:
    """Whether a file holds files or tables, by its first bytes and what it lists."""
    return _is_archive(data) if data.startswith(ZIP) else may_hold_several(data[:BLOCK])


def _is_archive(data: bytes) -> bool:
    """Whether a zip file is a workbook or an archive of files, and no document or arrays."""
    try:
        _, files = open_zip("", data)
    except ReadError:
        return True
    if not files or PART in files:
        return True
    if REVIEW in files and all(name == REVIEW or name.startswith("files/") for name in files):
        return False
    arrays = all(name.endswith(ARRAYS) for name in files)
    return not arrays and not any(part in files for part in NOT_TO_UNPACK)


def members_of(
    name: str, data: bytes, asked: Asked, budget: Budget, depth: int = 1
) -> Iterator[Member]:
    """Each file or table in a file that holds several, one after the other.

    Raises ReadError where the file as a whole is broken, hostile or too large.
    """
    if is_sqlite(data):
        with closing(Sqlite(name, data, budget)) as lite:
            yield from _tables(name, lite.tables, asked, lambda table, _: lite.table(table))
    elif is_duckdb(data):
        with closing(Duckdb(name, data, budget)) as duck:
            yield from _tables(name, duck.tables, asked, lambda table, _: duck.table(table))
    elif is_tar(data[:BLOCK]):
        for file, content in untarred(name, data, budget).items():
            reason, found = (content, b"") if isinstance(content, str) else ("", content)
            yield from _file(f"{name}/{file}", reason, partial(bytes, found), asked, budget, depth)
    else:
        archive, files = open_zip(name, data)
        if PART in files:
            book = Workbook(name, archive, files, budget)
            yield from _tables(name, book.sheets, asked, book.table, book.hidden)
            return
        for file, info in files.items():
            load = partial(unzipped, name, archive, info, budget)
            yield from _file(f"{name}/{file}", why_not(info), load, asked, budget, depth)


def _file(
    name: str,
    reason: str,
    load: Callable[[], bytes],
    asked: Asked,
    budget: Budget,
    depth: int,
) -> Iterator[Member]:
    """One file of an archive, or what it holds itself."""
    if is_hidden(name):
        return
    said = asked.how(name).take
    if reason or (not said and name.lower().endswith(NO_TABLE)):
        yield _left_out(name, reason or NOT_READ)
        return
    if said is False:
        yield _left_out(name, NOT_CHOSEN)
        return
    try:
        content = load()
        if content.startswith(GZIP):
            content = unpacked(name, content, budget)
        several = holds_several(content)
        if several and depth >= MOST_DEPTH:
            yield _left_out(name, "it is an archive in an archive in an archive")
        elif several:
            yield from members_of(name, content, asked, budget, depth + 1)
        elif asked.wants(name):
            yield Member(name, content)
        else:
            yield _left_out(name, NOT_CHOSEN)
    except TooLargeError:
        raise
    except ReadError as error:
        yield Member(name, problem=error.problems[0])


def _tables(
    name: str,
    tables: Sequence[str],
    asked: Asked,
    load: Callable[[str, int | None], Held],
    hidden: frozenset[str] = frozenset(),
) -> Iterator[Member]:
    """Each table of a workbook or database; one alone is called as the file is."""
    for table in tables:
        own = name if len(tables) == 1 else f"{name}/{table}"
        how = asked.how(own)
        if len(tables) > 1 and not asked.wants(own):
            yield _left_out(own, NOT_CHOSEN)
        elif table in hidden and not how.take and not asked.only:
            yield _left_out(own, HIDDEN)
        else:
            try:
                yield Member(own, load(table, how.header))
            except TooLargeError:
                raise
            except ReadError as error:
                yield Member(own, problem=error.problems[0])


def _left_out(name: str, why: str) -> Member:
    return Member(name, problem=Problem(what=why, remedy="choose another", file=name))
