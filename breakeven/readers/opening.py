"""Files to tables: of the tools that are known by their shape, and plain ones."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError, first_problems, within_limits
from breakeven.readers.base.progress import report_progress
from breakeven.readers.base.read_options import DEFAULT_OPTIONS, ReadOptions, ReadOptionsByFile
from breakeven.readers.containers.archives import GZIP, gunzipped
from breakeven.readers.containers.members import (
    NOT_CHOSEN,
    MemberChoice,
    holds_several,
    may_hold_several,
    members_of,
)
from breakeven.readers.files import delimited, json_columns
from breakeven.readers.files.arrow_types import type_of_field
from breakeven.readers.files.columnar import is_arrow, plain_text, read_arrow, reopen_parquet
from breakeven.readers.files.content import (
    ACCEPTED,
    START,
    Content,
    Digest,
    unread_kind,
    unread_text,
    without_gz,
)
from breakeven.readers.files.decoding import UTF_8
from breakeven.readers.files.drafts import ConsecutiveLines, ReadyTable
from breakeven.readers.files.file_table import (
    KIND_OF_ENDING,
    FileKind,
    FileTable,
    checked,
    left_out,
    plain_column,
)
from breakeven.readers.files.nested import unfold_texts
from breakeven.readers.files.size_limits import Budget, TooLargeError
from breakeven.readers.formats.registry import FileFormat, Recognised, formats, recognise_formats

MOST_BLANK_LINES = 1_000_000
NEWLINE, RETURN = b"\n\r"


def open_tables(
    files: Iterable[tuple[str, bytes | Path]],
    hows: ReadOptionsByFile | None = None,
    only: Sequence[str] = (),
) -> list[FileTable]:
    """Each file as a table, one that holds several as these.

    `hows`: by their names how files are read, where they do not say it. `only`: of what is in
    archives, workbooks and databases only this is read, by its name or the end of it.

    Raises ReadError with the problems of all files.
    """
    choice = MemberChoice(hows or {}, only)
    tables: list[FileTable] = []
    problems: list[Problem] = []
    files = list(files)
    for place, (name, data) in enumerate(files):
        report_progress("Opening file", place, len(files))
        if any(table.name == name or table.name.startswith(f"{name}/") for table in tables):
            problems.append(
                Problem(what="two files have the same name", remedy="rename one of them", file=name)
            )
        try:
            with within_limits(name):
                tables += _opened(name, data, choice)
        except ReadError as error:
            how = choice.hows.get(name, DEFAULT_OPTIONS)
            if how.among and not how.take and not isinstance(error, TooLargeError):
                tables.append(left_out(replace(error.problems[0], file=name)))
            else:
                problems += error.problems
    if tables and all(table.problem is not None for table in tables) and not only:
        problems += [table.problem for table in tables if table.problem is not None]
    if not tables and not problems:
        problems.append(Problem(what="no file is given", remedy="give at least one"))
    problems += choice.not_found([table.name for table in tables])
    if problems:
        raise ReadError(problems)
    return tables


def _opened(name: str, data: bytes | Path, choice: MemberChoice) -> list[FileTable]:
    """The table that a file is, or those that it holds. Raises ReadError."""
    how = choice.hows.get(name, DEFAULT_OPTIONS)
    content = Content(name, data, how)
    budget = Budget.for_file(name, len(data) if isinstance(data, bytes) else 0)
    if content.start.startswith(GZIP):
        content = Content(name, gunzipped(name, content.raw, budget), how)
    recognised = recognise_formats(content) if how.format is None else None
    if recognised or not may_hold_several(content.start) or not holds_several(content.raw):
        if how.among and not choice.wants(name):
            return [left_out(Problem(what=NOT_CHOSEN, remedy="choose it", file=name))]
        return [replace(_table(content, budget, recognised), optional=how.among and not how.take)]
    members = list(_members(content, choice, budget))
    if not members:
        raise _refused(
            name, "it holds nothing that can be read", "give a file that holds {ACCEPTED}"
        )
    if not choice.only and all(table.problem is not None for table in members):
        # none can be read: what is wrong with those that were meant to be tables is said
        raise ReadError(table.problem for table in members if table.problem is not None)
    return members


def _members(content: Content, choice: MemberChoice, budget: Budget) -> Iterator[FileTable]:
    """Each table in a file that holds several; those that cannot be read with the reason."""
    alone = content.name
    for member in members_of(alone, content.raw, choice, budget):
        table = left_out(member.problem) if member.problem is not None else None
        how = choice.how(member.name)
        try:
            if isinstance(member.data, ReadyTable):
                table = _of_held(member.name, member.data, how, content.digest)
            elif member.data is not None:
                table = open_table(member.name, member.data, how)
        except TooLargeError:
            raise
        except ReadError as error:
            if how.take or choice.only:
                raise
            table = left_out(replace(error.problems[0], file=member.name))
        assert table is not None
        wanted = how.take or bool(choice.only) or member.name == alone
        yield replace(table, optional=not wanted or table.problem is not None)


def _of_held(name: str, held: ReadyTable, how: ReadOptions, digest: str | Digest) -> FileTable:
    """A table of a file as what it is. Raises ReadError."""
    own = hashlib.sha256(f"{digest}\n{name}".encode()).hexdigest()
    # how its text is parted was asked when it was taken out
    content = Content(name, b"", ReadOptions(format=how.format), replace(held, digest=own))
    _, parted, called = name.rpartition("/")
    return replace(
        _table(content, Budget.for_file(name, 0)), how=how, called=called if parted else ""
    )


def open_table(name: str, data: bytes | Path, how: ReadOptions = DEFAULT_OPTIONS) -> FileTable:
    """One file as a table, whose rows may be held as whatever they are. Raises ReadError."""
    table = _table(Content(name, data, how), Budget.for_file(name, 0))
    if table.room is not None:
        raise ReadError([table.room.refusal])
    return table


def _table(
    content: Content, budget: Budget, recognised: list[Recognised] | None = None
) -> FileTable:
    """The table that a file is; `recognised`: the formats it is in, where that was looked at."""
    name, how = content.name, content.how
    if content.start.startswith(GZIP):
        content = Content(name, gunzipped(name, content.raw, budget), how)
    if is_arrow(content.start):
        held = read_arrow(name, content.raw, budget)
        content = Content(
            name, b"", ReadOptions(format=how.format), replace(held, digest=str(content.digest))
        )
        recognised = None
    if not content.start and content.held is None:
        raise _refused(name, "the file is empty", "choose a file with data")
    if how.format:
        recognised = [_format_said(content, how.format)]
    elif how.format is None and recognised is None:
        recognised = recognise_formats(content)
    table = _of_format(content, *recognised[0]) if recognised else _plain(content)
    return replace(table, notes=content.notes) if content.notes else table


def _refused(name: str, what: str, remedy: str) -> ReadError:
    return ReadError([Problem(what=what, remedy=remedy, file=name)])


def _format_said(content: Content, key: str) -> Recognised:
    """The format of this key, and why it is one. Raises ReadError where it is none."""
    name = content.name
    by_key = {format.KEY: format for format in formats()}
    if key not in by_key:
        raise _refused(name, f"there is no format {key!r}", f"choose one of {', '.join(by_key)}")
    why = by_key[key].recognise(content)
    if why is None:
        what = f"it is not {by_key[key].NAME}"
        raise _refused(name, what, "choose another format, or leave it to be recognised")
    return by_key[key], why


def _of_format(content: Content, format: FileFormat, why: str) -> FileTable:
    """The table that a format makes of a file, or the file's own with what the format knows."""
    draft = format.read(content)
    if draft.columns is None:
        table = _plain(content)
    else:
        assert draft.lines is not None
        table = FileTable(
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


def _plain(content: Content) -> FileTable:
    """A file as the table that it is by itself, whatever tool wrote it. Raises ReadError."""
    name = content.name
    if content.held is not None:
        return _held(content, content.held)
    foreign = unread_kind(without_gz(name), content.start)
    if foreign is not None:
        raise _refused(name, *foreign)
    if content.kind == "parquet":
        return _parquet(content)
    kind = KIND_OF_ENDING.get(Path(without_gz(name)).suffix.lower())
    if kind is None:
        raise _refused(name, "this kind of file cannot be read", f"give {ACCEPTED}")
    if kind == "parquet" and content.kind == "bytes":
        raise _refused(name, "the content is not Parquet", "export or copy it again")
    return _text(content, kind)


def _held(content: Content, held: ReadyTable) -> FileTable:
    """A table that came ready made, in the types that are read. Raises ReadError."""
    name, fields = content.name, held.columns.schema
    columns = [
        plain_column(name, field.name, values, type_of_field(field))
        for field, values in zip(fields, held.columns.columns, strict=True)
    ]
    source = pa.Table.from_arrays(columns, names=fields.names)
    return checked(
        FileTable(
            name=name,
            kind="table",
            columns=tuple(source.column_names),
            lines=held.lines,
            digest=content.digest,
            source=source,
            how=content.how,
        )
    )


def _text(content: Content, kind: FileKind) -> FileTable:
    _check_text(content)
    # what a text file holds is seen; an ending may be wrong
    return _json(content) if content.is_json else _delimited(content)


def _check_text(content: Content) -> None:
    """Raises ReadError where a text holds nothing, or is known to be no table."""
    name = content.name
    content.check_text()
    if not "".join(content.head).strip() and not content.text.strip():
        raise _refused(name, "the file holds only blanks", "choose another file")
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


def _json(content: Content) -> FileTable:
    parsed = None
    if len(content.start) == START and content.text_encoding in UTF_8:
        parsed = json_columns.parse_at_once(content.raw)
    if parsed is None:
        assert content.json is not None
        parsed = json_columns.parse(content.name, content.json)
    source, lines, gaps = parsed
    return checked(
        FileTable(
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


def _delimited(content: Content) -> FileTable:
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
        FileTable(
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


def _parquet(content: Content) -> FileTable:
    digest = content.digest  # it is counted while the rest goes on
    source = content.parquet
    return checked(
        FileTable(
            name=content.name,
            kind="parquet",
            columns=tuple(source.schema_arrow.names),
            lines=ConsecutiveLines(max(0, source.metadata.num_rows)),
            digest=digest,
            source=source,
            again=partial(reopen_parquet, content.data, source),
            room=content.room,
            plain=partial(plain_text, content.data, source),
        )
    )
