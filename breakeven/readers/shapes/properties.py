"""Splits and further columns of the documents: of one file, and of all files joined."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from breakeven.arrow import array_of_texts, numbers_in
from breakeven.readers.cells import encoded, numbers, texts
from breakeven.readers.columns.names import PREDICTED, words
from breakeven.readers.files.table import Table
from breakeven.readers.problems import examples
from breakeven.readers.shapes.content import FileContent, SplitsSaid
from breakeven.records import Problem
from breakeven.splits import in_order, name_as_read
from metrics.typing import Array

# how documents were drawn; kept as columns too
SAMPLING = ("weight", "cluster")


def describe(content: FileContent, first: Array) -> None:
    """Splits and further columns, of the first row of each document."""
    table, file = content.table, content.file
    split = file.only("split")
    if split is not None:
        codes, names = encoded(table.column(split))
        content.splits = SplitsSaid([name_as_read(name) for name in names], codes[first])
    for column in file.having("slice", "confidence", "text", *SAMPLING):
        content.columns[column] = _property(table, column)[first]
    for column in file.having("slice"):
        if PREDICTED & set(words(column)) and _empty(content.columns[column]):
            what = "nothing is predicted in it: it is kept as a further column"
            content.note(column, what, "fill it, or leave it out")
    content.text_column = file.only("text")


def _empty(values: Array) -> bool:
    return not any(values) if values.dtype == object else bool(np.isnan(values).all())


def _property(table: Table, column: str) -> Array:
    """Numbers where every value given is one, else text. Codes such as 007 stay text."""
    values = table.column(column)
    kind = values.type
    if pa.types.is_integer(kind) and values.null_count == 0:
        return numbers_in(values)
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        return numbers(values)
    if pa.types.is_string(kind) and not _may_be_numbers(table, column):
        return texts(values)
    codes, found = encoded(values)
    given = [text for text in found if text]
    as_number = numbers(array_of_texts(found), table.decimal_comma)
    numeric = bool(given) and int(np.isfinite(as_number).sum()) == len(given)
    if not numeric or pa.types.is_boolean(kind) or any(map(_is_code, given)):
        return np.array([*found, ""], dtype=object)[codes]
    out = np.append(as_number, np.nan)[codes]
    whole = np.isfinite(out).all() and not any(set(text) & set(".,eE") for text in given)
    return out.astype(np.int64) if whole and np.abs(out).max() < 2**53 else out


def _may_be_numbers(table: Table, column: str) -> bool:
    """Whether each of the first rows that has a text has a number."""
    first = pc.drop_null(table.first(column).unique())
    numeric = np.isfinite(numbers(pa.chunked_array([first]), table.decimal_comma)).sum()
    return bool(numeric == sum(map(bool, first.to_pylist())))


def _is_code(text: str) -> bool:
    digits = text.strip().lstrip("+-")
    return len(digits) > 1 and digits[0] == "0" and digits[1].isdigit()


def joined_splits(
    contents: list[FileContent], place_of: dict[int, Array], n: int, notes: list[Problem]
) -> tuple[tuple[str, ...], Array]:
    """Names and per document the index; the first file that says a document's split decides."""
    known: dict[str, int] = {}
    found = np.full(n, -1, dtype=np.int32)
    for content in dict.fromkeys(contents):
        if content.splits is not None:
            of = [known.setdefault(s, len(known)) if s else -1 for s in content.splits.names]
            said = np.array([*of, -1], dtype=np.int32)[content.splits.codes]
            place = place_of[id(content)]
            # of what stands nowhere this is the last's, and not looked at
            before, there = found[place], place >= 0
            new = there & (before < 0)
            found[place[new]] = said[new]
            differs = there & (before >= 0) & (said >= 0) & (before != said)
            if otherwise := int(differs.sum()):
                what = f"documents that another file puts into another split: {otherwise:,}"
                remedy, name = "the split of that file counts", content.table.name
                notes.append(Problem(what=what, remedy=remedy, file=name))
    names = in_order(_as_they_come(found, list(known)))
    place_in = [names.index(name) if name in names else -1 for name in known]
    split_of = np.array([*place_in, -1], dtype=np.int64)[found]
    without = int((split_of < 0).sum())
    if names and without:
        what = f"documents without a split: {without:,}"
        notes.append(Problem(what=what, remedy="they count only where all splits are looked at"))
    return names, split_of


def _as_they_come(codes: Array, names: list[str]) -> list[str]:
    """The names that some document has, by the first that has it."""
    first = np.full(len(names) + 1, len(codes))
    # of several the first is written last
    first[codes[::-1]] = np.arange(len(codes))[::-1]
    order = np.argsort(first[:-1], kind="stable").tolist()
    return [names[code] for code in order if first[code] < len(codes)]


def joined_columns(
    contents: list[FileContent],
    describing: list[FileContent],
    place_of: dict[int, Array],
    n: int,
    notes: list[Problem],
) -> dict[str, Array]:
    """Further columns of the documents, name to an array of shape (n,); notes on those left out.

    Of several files that have a column, the first that says something of a document decides.
    """
    held: dict[str, list[tuple[Array, Array]]] = {}
    texts = texts_of(contents, describing)
    for content in [*describing, *(c for c in contents if c not in describing)]:
        for name in _kept(content, describing, texts):
            held.setdefault(name, []).append((place_of[id(content)], content.columns[name]))
    for content in contents:
        left_out = [c for c in content.file.having("ignore") if c in content.table.columns]
        kept = set(_kept(content, describing, texts))
        left_out += [c for c in content.columns if c not in kept]
        left_out = [column for column in left_out if column != content.file.joined_on]
        if left_out:
            what, remedy = f"left out: {examples(left_out)}", "give them a role to keep them"
            notes.append(Problem(what=what, remedy=remedy, file=content.table.name))
    return {name: _column(values, n) for name, values in held.items()}


def texts_of(contents: list[FileContent], describing: list[FileContent]) -> list[FileContent]:
    """The files that have the text of documents: of those that describe them, else of the others.

    Where several of the others have it, only those under the header of the first.
    """
    found = [content for content in describing if content.text_column]
    found = found or [content for content in contents if content.text_column]
    return [content for content in found if content.text_column == found[0].text_column]


def _kept(
    content: FileContent, describing: list[FileContent], texts: list[FileContent]
) -> list[str]:
    """All columns of a file that describes documents; of another its texts and how it was drawn."""
    if content in describing:
        return list(content.columns)
    text = [content.text_column] if content in texts and content.text_column else []
    return [*text, *content.file.having(*SAMPLING)]


def _column(held: list[tuple[Array, Array]], n: int) -> Array:
    first, values = held[0]
    if len(first) == n and bool((first == np.arange(n)).all()):
        return values
    numeric = all(values.dtype != object for _, values in held)
    out = np.full(n, np.nan if numeric else "", dtype=float if numeric else object)
    for place, values in reversed(held):
        cells = values if numeric else _as_text(values)
        given = (place >= 0) & (~np.isnan(cells) if numeric else cells != "")
        out[place[given]] = cells[given]
    if all(values.dtype.kind in "iu" for _, values in held) and not np.isnan(out).any():
        return out.astype(np.int64)
    return out


def _as_text(values: Array) -> Array:
    import pandas as pd

    if values.dtype == object:
        return values
    texts = pd.Series(values).map("{:.15g}".format)
    return texts.where(~np.isnan(values), "").to_numpy(dtype=object)
