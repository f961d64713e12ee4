"""Files to tables: of the tools that are known by their shape, and plain ones."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np

from breakeven.readers.files import delimited, json_lines
from breakeven.readers.files.content import START, Content
from breakeven.readers.files.decoding import UTF_8
from breakeven.readers.files.foreign import (
    ACCEPTED,
    GZIP,
    MOST_UNPACKED,
    unpacked,
    unread_kind,
    unread_text,
    without_gz,
)
from breakeven.readers.files.how import How, Hows
from breakeven.readers.files.nested import unfold_texts
from breakeven.readers.files.parquet import open_parquet
from breakeven.readers.files.table import KIND_OF, MOST_CELLS, Kind, Table, checked
from breakeven.readers.formats.known import BY_KEY, Format, recognised
from breakeven.readers.problems import ReadError, first_problems, within_limits
from breakeven.records import Problem

MOST_BLANK_LINES = 1_000_000
NEWLINE, RETURN = b"\n\r"


def open_tables(files: Iterable[tuple[str, bytes | Path]], hows: Hows | None = None) -> list[Table]:
    """Each file as a table; `hows`: by their names how files are read, where they do not say it.

    Raises ReadError with the problems of all files.
    """
    tables: list[Table] = []
    problems: list[Problem] = []
    seen: set[str] = set()
    for name, data in files:
        if name in seen:
            problems.append(
                Problem(what="two files have this name", remedy="rename one of them", file=name)
            )
        seen.add(name)
        try:
            with within_limits(name):
                tables.append(open_table(name, data, (hows or {}).get(name, How())))
        except ReadError as error:
            problems += error.problems
    if not seen:
        problems.append(Problem(what="no file was given", remedy="give at least one"))
    if problems:
        raise ReadError(problems)
    return tables


def open_table(name: str, data: bytes | Path, how: How | None = None) -> Table:
    """One file as a table. Raises ReadError."""
    how = how or How()
    content = Content(name, data, how)
    if content.start.startswith(GZIP):
        content = Content(name, _unpacked(name, data), how)
    if not content.start:
        raise _refused(name, "the file is empty", "choose the file that holds the predictions")
    if how.format is None:
        found = recognised(content)
    elif how.format:
        found = [_format_said(content, how.format)]
    else:
        found = []
    if found:
        return _of_format(content, *found[0])
    return _plain(content)


def _refused(name: str, what: str, remedy: str) -> ReadError:
    return ReadError([Problem(what=what, remedy=remedy, file=name)])


def _unpacked(name: str, data: bytes | Path) -> bytes:
    what, remedy = f"it unpacks to more than {MOST_UNPACKED // 10**6} MB", "unpack it first"
    try:
        found = unpacked(data if isinstance(data, bytes) else data.read_bytes())
    except zlib.error as error:
        found, what = None, f"the gzip file is broken or cut short ({error})"
        remedy = "pack or transfer it again"
    if found is None:
        raise _refused(name, what, remedy)
    return found


def _format_said(content: Content, key: str) -> tuple[Format, str]:
    """The format of this key, and why it is one. Raises ReadError where it is none."""
    name = content.name
    if key not in BY_KEY:
        raise _refused(name, f"there is no format {key!r}", f"choose of {', '.join(BY_KEY)}")
    why = BY_KEY[key].recognise(content)
    if why is None:
        what = f"it is not {BY_KEY[key].NAME}"
        raise _refused(name, what, "choose what it is, or have it recognised")
    return BY_KEY[key], why


def _of_format(content: Content, format: Format, why: str) -> Table:
    """The table that a format makes of a file, or the file's own with what the format knows."""
    draft = format.read(content)
    if draft.columns is None:
        table = _plain(content)
    else:
        assert draft.lines is not None
        table = Table(
            name=content.name,
            kind="json lines" if content.is_json else "delimited",
            columns=tuple(draft.columns.column_names),
            lines=draft.lines,
            digest=content.digest,
            source=draft.columns,
            encoding=content.text_encoding if content.kind == "text" else "utf-8",
            how=content.how,
            gaps=draft.gaps,
        )
    return checked(replace(table, format=format.KEY, taken_for=format.NAME, why=why, draft=draft))


def _plain(content: Content) -> Table:
    """A file as the table that it is by itself, whatever tool wrote it. Raises ReadError."""
    name = content.name
    foreign = unread_kind(without_gz(name), content.start)
    if foreign is not None:
        raise _refused(name, *foreign)
    if content.kind == "parquet":
        return _parquet(name, content.data)
    kind = KIND_OF.get(Path(without_gz(name)).suffix.lower())
    if kind is None:
        raise _refused(name, "this kind of file is not read", f"give {ACCEPTED}")
    if kind == "parquet" and content.kind == "bytes":
        raise _refused(name, "the content is not Parquet", "write or transfer it again")
    return _text(content, kind)


def _text(content: Content, kind: Kind) -> Table:
    _check_text(content)
    # what a text file holds is seen; an ending may be wrong
    return _json(content) if content.is_json else _delimited(content)


def _check_text(content: Content) -> None:
    """Raises ReadError where a text holds nothing, or is known to be no table."""
    name = content.name
    content.check_text()
    if not "".join(content.head).strip() and not content.text.strip():
        raise _refused(name, "the file holds nothing but blanks", "choose another file")
    # bytes: a large file should not be held as text too
    held = content.raw if content.text_encoding in UTF_8 else content.text.encode()
    most = max(MOST_BLANK_LINES, len(held) // 8)
    signs = np.frombuffer(held, np.uint8)
    if np.count_nonzero(signs == NEWLINE) + np.count_nonzero(signs == RETURN) <= most:
        blank = 0
    else:
        blank = sum(map(held.count, (b"\n\n", b"\r\r", b"\r\n\r\n")))
    if blank > most:
        what = f"the file holds {blank:,} blank lines and little else"
        raise _refused(name, what, "remove them")
    foreign = unread_text("\n".join(content.head))
    if foreign is not None:
        raise _refused(name, *foreign)


def _json(content: Content) -> Table:
    found = None
    if len(content.start) == START and content.text_encoding in UTF_8:
        found = json_lines.parse_at_once(content.raw)
    if found is None:
        assert content.json is not None
        found = json_lines.parse(content.name, content.json)
    source, lines, gaps = found
    return checked(
        Table(
            name=content.name,
            kind="json lines",
            columns=tuple(source.column_names),
            lines=lines,
            digest=content.digest,
            source=source,
            encoding=content.text_encoding,
            gaps=gaps,
        )
    )


def _delimited(content: Content) -> Table:
    name = content.name
    source, lines, delimiter = delimited.parse(
        name, content.raw, content.text_encoding, content.how
    )
    bad: list[Problem] = []

    def report(row: int | None, column: str, what: str, remedy: str) -> None:
        line = None if row is None else int(lines[row])
        bad.append(Problem(row=line, column=column, what=what, remedy=remedy, file=name))

    source, gaps = unfold_texts(source, report)
    if bad:
        raise ReadError(first_problems(np.arange(len(bad)), bad.__getitem__))
    return checked(
        Table(
            name=name,
            kind="delimited",
            columns=tuple(source.column_names),
            lines=lines,
            digest=content.digest,
            source=source,
            encoding=content.text_encoding,
            delimiter=delimiter,
            how=content.how,
            gaps=gaps,
        )
    )


def _parquet(name: str, data: bytes | Path) -> Table:
    source, digest = open_parquet(name, data)
    rows = source.metadata.num_rows
    return checked(
        Table(
            name=name,
            kind="parquet",
            columns=tuple(source.schema_arrow.names),
            lines=np.arange(2, min(rows, MOST_CELLS) + 2),
            digest=digest,
            source=source,
        )
    )
