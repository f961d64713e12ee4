"""Which document each row of each file is about.

It is known by ids, by where documents are stored, by texts, or as somebody said by order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from breakeven.data.ids import Ids
from breakeven.data.records import Problem
from breakeven.data.wording import count_of, examples, quoted
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.columns.same_ids import count_from_other_starts, positions_in
from breakeven.readers.formats.azure.shared import is_azure
from breakeven.readers.shapes.file_content import FileContent
from metrics.typing import Array

if TYPE_CHECKING:
    import pandas as pd


# --- Documents that one file calls by where they are stored, and another by the name of the file


FOLDER_PART = r"^.*[/\\]"
TEXT_ENDING = r"\.txt$"
GIVE_LOCATION = "use the whole location of each document as its id"


def document_positions(
    content: FileContent,
    ids: pd.Index,
    index: pd.Index,
    notes: list[Problem],
    problems: list[Problem],
) -> Array:
    """Where the documents of a file are among the known ones, shape (ids,); -1 for nowhere.

    By their ids, with or without the formula guard of files that were written here. Where none is
    known by it, or in a file of Azure not all, and ids without a folder are the names of known
    files, with or without .txt, then by the names, and a note says so. A name that may be that of
    several documents is one of the `problems`.
    """
    import pandas as pd  # slow to import

    places, otherwise = positions_in(ids, index)
    if len(otherwise):
        _note_writing(content, ids, index, places, otherwise, notes)
    exact = int((places >= 0).sum())
    if exact == len(ids) or (exact and not is_azure([content.file.format])):
        return places
    stored, names = _named(index), _named(ids)
    alone = ~np.asarray(ids.str.contains(FOLDER_PART, regex=True), dtype=bool)
    firsts = np.flatnonzero(~stored.duplicated())
    name_positions = stored[firsts].get_indexer(names)
    by_name = np.where(alone, np.where(name_positions >= 0, firsts[name_positions], -1), places)
    if int((by_name >= 0).sum()) <= exact:
        return places
    again = stored[stored.duplicated()]
    unclear = (by_name >= 0) & (
        (alone & names.isin(again)) | pd.Series(by_name).duplicated(keep=False).to_numpy()
    )

    def problem(row: int) -> Problem:
        could = dict.fromkeys([*index[stored == names[row]], *ids[by_name == by_name[row]]])
        return Problem(
            row=int(content.lines[row]),
            column=content.file.only("id"),
            what=f"by its name alone, {ids[row]!r} may be any of {examples(could)}",
            remedy=GIVE_LOCATION,
            file=content.table.name,
        )

    problems += first_problems(np.flatnonzero(unclear), problem)
    row = int(np.argmax(by_name != places))
    what = (
        "documents are joined by the names of their files, without folders and .txt: "
        f"{ids[row]!r} is {index[by_name[row]]!r}"
    )
    file = content.table.name
    notes.append(
        Problem(column=content.file.only("id"), what=what, remedy=GIVE_LOCATION, file=file)
    )
    return by_name


def _note_writing(
    content: FileContent,
    ids: pd.Index,
    index: pd.Index,
    places: Array,
    otherwise: Array,
    notes: list[Problem],
) -> None:
    """Say which ids were taken for the same though they are written otherwise."""
    row = int(otherwise[0])
    what = (
        f"ids that are written differently here are read as the same: {len(otherwise):,} "
        f"({ids[row]!r} is {index[places[row]]!r})"
    )
    remedy = "each fits only one in the other file; write them the same way to be sure"
    column, file = content.file.only("id"), content.table.name
    notes.append(Problem(column=column, what=what, remedy=remedy, file=file))


def _named(ids: pd.Index) -> pd.Index:
    """The names of files without their folders and without .txt."""
    bare = ids.str.replace(FOLDER_PART, "", regex=True)
    return bare.str.replace(TEXT_ENDING, "", regex=True, case=False)


# --- which document each row of each file is about: by ids, by texts, or as somebody said by order


LEAST_SHARED = 0.5  # of the smaller file, or its ids are not those of the others
SAY_BY_ORDER = (
    "choose the id column; or, if all files have the same documents in the same order, join them "
    "by row order (on the page, --join-by-row-order, join_by_row_order=True)"
)
OWN_IDS = "check that the columns are the right ids, or choose others"
CHECK_ORDER = "check that both hold the same documents in the same order, or give them ids"


@dataclass(frozen=True)
class DocumentIndex:
    """All documents of a review: their ids, and for each file where its documents are, or -1.

    `by_order`: the files whose rows were taken in the order of the others'.
    """

    ids: Ids
    places: list[Array]
    by_order: tuple[str, ...] = ()


@dataclass
class _Keyed:
    """The documents that are known so far: ids, what they are joined on, and where texts do."""

    ids: pd.Index
    texts: pd.Index | None


def index_documents(
    contents: Sequence[FileContent],
    describing: Sequence[FileContent],
    notes: list[Problem],
    by_row_order: bool | None = False,
) -> DocumentIndex:
    """The documents of all files. ReadError, as all that is wrong, where they cannot be joined.

    `describing`: the files whose documents these are, the first before others; of the rest it is
    said what is not among them. `by_row_order`: as in `Proposal`.
    """
    if len(contents) == 1:
        (only,) = contents
        own = _numbers(only.n) if only.ids is None else only.ids
        return DocumentIndex(own, [np.arange(only.n)])
    problems: list[Problem] = []
    keyed = [content for content in contents if _has_key(content, contents)]
    places: dict[int, Array] = {}
    ids: Ids = np.empty(0, dtype=object)
    if keyed:
        named = [content for content in describing if content in keyed] or keyed
        ids, places, loose = _by_key(keyed, named, notes, problems, by_row_order)
        keyed = [content for content in keyed if content not in loose]
    ordered = [content for content in contents if content not in keyed]
    if problems:
        raise ReadError(problems)
    one_row = max(content.n for content in contents) == 1  # in whatever order
    if ordered and by_row_order is False and not one_row:
        raise ReadError(map(_without_key, ordered))
    if ordered and not keyed:
        problems += _of_other_length(ordered, describing[0])
        ids = describing[0].ids if describing[0].ids is not None else _numbers(ordered[0].n)
        places = {id(content): np.arange(content.n) for content in ordered}
    elif ordered:
        for content in ordered:
            places[id(content)] = _ordered_as(content, keyed, describing, places, problems)
    if problems:
        raise ReadError(problems)
    if one_row:
        ordered = []
    notes += [_in_order(content, contents, bool(by_row_order)) for content in ordered]
    names = tuple(content.table.name for content in ordered)
    return DocumentIndex(ids, [places[id(content)] for content in contents], names)


def _numbers(n: int) -> Array:
    return np.array([str(row + 1) for row in range(n)], dtype=object)


def _has_key(content: FileContent, contents: Sequence[FileContent]) -> bool:
    if content.ids is not None:
        return True
    return content.keys is not None and any(
        other.keys is not None for other in contents if other is not content
    )


def _index(values: Ids | Array) -> pd.Index:
    import pandas as pd  # few reviews are of several files

    return pd.Index(pd.Series(values.tolist(), dtype=object))


def _by_key(
    contents: Sequence[FileContent],
    describing: Sequence[FileContent],
    notes: list[Problem],
    problems: list[Problem],
    by_row_order: bool | None,
) -> tuple[Ids, dict[int, Array], list[FileContent]]:
    """The ids of all documents, where each file's are, and the files that are in another's order.

    By texts where a file and the first both say that rows go together by them, else by ids.
    """
    problems += _recurring(contents)
    if problems:
        return np.empty(0, dtype=object), {}, []
    first = describing[0]
    keyed = _Keyed(_own_ids(first), None if first.keys is None else _index(first.keys))
    for content in describing[1:]:
        keyed = _with_more(keyed, content)
    places: dict[int, Array] = {}
    loose: list[FileContent] = []
    for content in contents:
        if keyed.texts is not None and content.keys is not None:
            positions, _ = positions_in(_index(content.keys), keyed.texts)
            _note_texts(content, first, notes)
            column = content.file.joined_on
        elif content.ids is None or first.ids is None:
            loose.append(content)
            continue
        else:
            positions = document_positions(content, _index(content.ids), keyed.ids, notes, problems)
            column = content.file.only("id") or ""
        wrong = (
            None if content in describing else _too_few(content, column, positions, keyed, first)
        )
        if wrong is None or (by_row_order is None and (positions >= 0).any()):
            places[id(content)] = positions
        elif by_row_order and content.n == first.n:
            loose.append(content)
        else:
            problems.append(wrong)
    return keyed.ids.to_numpy(), places, loose


def _own_ids(content: FileContent) -> pd.Index:
    return _index(_numbers(content.n) if content.ids is None else content.ids)


def _with_more(keyed: _Keyed, content: FileContent) -> _Keyed:
    """The documents known, and those of another file that are not among them."""
    if keyed.texts is not None and content.keys is not None:
        texts = _index(content.keys)
        new = positions_in(texts, keyed.texts)[0] < 0
        own = texts if content.ids is None else _index(content.ids)
        return _Keyed(keyed.ids.append(own[new]), keyed.texts.append(texts[new]))
    if content.ids is None:
        return keyed
    own = _index(content.ids)
    new = positions_in(own, keyed.ids)[0] < 0
    more = None
    if keyed.texts is not None:
        more = keyed.texts.append(own[new])  # texts that no other file has
    return _Keyed(keyed.ids.append(own[new]), more)


def _recurring(contents: Sequence[FileContent]) -> list[Problem]:
    what = "ids occur in more than one split, so rows of other files fit several documents"
    remedy = "put truth and predictions into one file, or give each row an id of its own"
    return [
        Problem(column=content.file.only("id"), what=what, remedy=remedy, file=content.table.name)
        for content in contents
        if content.ids is not None and not _index(content.ids).is_unique
    ]


def _too_few(
    content: FileContent, column: str, positions: Array, keyed: _Keyed, first: FileContent
) -> Problem | None:
    """What is wrong where ids are hardly those of the other files, or number other rows."""
    matched, total = int((positions >= 0).sum()), min(len(positions), len(keyed.ids))
    own = column if content.keys is None else content.file.joined_on
    theirs = first.file.joined_on if content.keys is not None else first.file.only("id")
    where = f"{quoted(theirs or '')} of {first.table.name}"
    if matched < len(positions) and content.ids is not None and content.keys is None:
        ids = _index(content.ids)
        if count_from_other_starts(ids, keyed.ids):
            what = f"one counts from 0, the other from 1: {quoted(own)}, and {where}"
            return Problem(column=own, what=what, remedy=SAY_BY_ORDER, file=content.table.name)
    if matched >= LEAST_SHARED * total and matched:
        return None
    have = "has" if matched < 2 else "have"
    none = "no value" if not matched else f"only {count_of(matched, 'value')}"
    like = "its like" if matched < 2 else "their like"
    what = f"{none} of {len(positions):,} in {quoted(own)} {have} {like} in {where}"
    return Problem(
        column=own, what=what, remedy=f"{OWN_IDS}; {SAY_BY_ORDER}", file=content.table.name
    )


def _without_key(content: FileContent) -> Problem:
    what = "no column links its rows to the documents of the other files"
    tried = content.file.tried
    return Problem(
        what=f"{what} ({tried})" if tried else what, remedy=SAY_BY_ORDER, file=content.table.name
    )


def _of_other_length(contents: Sequence[FileContent], first: FileContent) -> list[Problem]:
    if len({content.n for content in contents}) == 1:
        return []
    what = "files without ids are joined by row number, and this one has {:,} rows"
    return [
        Problem(what=what.format(c.n), remedy="add an id column to each", file=c.table.name)
        for c in contents
    ]


def _ordered_as(
    content: FileContent,
    keyed: Sequence[FileContent],
    describing: Sequence[FileContent],
    places: dict[int, Array],
    problems: list[Problem],
) -> Array:
    """Where the rows of a file are that come in the order of one that has ids."""
    fits = [other for other in keyed if other.n == content.n]
    fits = [other for other in describing if other in fits] or fits
    orders = {places[id(other)].tobytes() for other in fits}
    if len(orders) == 1:
        return places[id(fits[0])]
    if fits:
        what = "its rows have no ids, and the other files come in different orders"
    else:
        what = f"its rows have no ids, and no other file has as many ({content.n:,})"
    problems.append(Problem(what=what, remedy="add an id column to it", file=content.table.name))
    return np.zeros(content.n, dtype=np.int64)


def _in_order(content: FileContent, contents: Sequence[FileContent], chosen: bool) -> Problem:
    others = examples(other.table.name for other in contents if other is not content)
    why = "as chosen" if chosen else "as when it was saved"
    what = f"joined by row order, {why}: its rows follow the order of {others}"
    return Problem(what=what, remedy=CHECK_ORDER, file=content.table.name)


def _note_texts(content: FileContent, first: FileContent, notes: list[Problem]) -> None:
    if content is first:
        return
    where = f"{quoted(first.file.joined_on)} of {first.table.name}"
    what = f"the files share no ids, so rows are joined by their texts, those of {where}"
    remedy = "give both files the same ids if texts may be equal"
    notes.append(
        Problem(column=content.file.joined_on, what=what, remedy=remedy, file=content.table.name)
    )
