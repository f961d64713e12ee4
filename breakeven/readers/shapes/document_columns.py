"""Splits, weights, clusters and further columns of documents: of one file, and of all joined."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from breakeven.data.arrow_arrays import array_of_texts, numbers_in
from breakeven.data.ids import Ids
from breakeven.data.records import Problem
from breakeven.data.splits import name_as_read, order_splits
from breakeven.data.wording import examples
from breakeven.readers.base.header_words import PREDICTED, words
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.files.cells import encoded, numbers, texts
from breakeven.readers.files.file_table import FileTable
from breakeven.readers.shapes.file_content import FileContent, SplitCodes
from metrics.typing import Array

# --- how documents were drawn: their weights, and the clusters they were drawn in


OR_OTHER_COLUMN = "or read the column as other information"


def read_sampling(content: FileContent, first: Array, document: Array) -> None:
    """A file's weights and clusters, one for each of its documents, problems where they are bad.

    `first`: the first row of each document, shape (documents,); `document`: the document of
    each row, shape (rows,).
    """
    column = content.file.only("weight")
    if column is not None:
        weights = numbers(content.table.column(column), content.table.decimal_comma).astype(
            np.float64
        )
        with np.errstate(invalid="ignore"):
            good = np.isfinite(weights) & (weights >= 0)
        remedy = f"give a number, 0 or more, {OR_OTHER_COLUMN}"
        content.report(np.flatnonzero(~good), column, "the weight is {}", remedy)
        differs = good & (weights != weights[first][document])
        _report_differences(content, column, differs, "weight")
        content.weights = weights[first]
    column = content.file.only("cluster")
    if column is not None:
        clusters = texts(content.table.column(column))
        _report_differences(content, column, clusters != clusters[first][document], "cluster")
        content.clusters = clusters[first]


def _report_differences(content: FileContent, column: str, differs: Array, kind: str) -> None:
    what = f"the {kind} {{}} differs from an earlier row of the same document"
    content.report(np.flatnonzero(differs), column, what, f"give each document one {kind}")


def join_weights(
    contents: list[FileContent],
    place_of: dict[int, Array],
    ids: Ids,
    notes: list[Problem],
) -> tuple[Array | None, str | None]:
    """A weight for each document, shape (n,), and the column's name; None where no file has any.

    Raises ReadError where a document has none, or two, and where all are 0.
    """
    giving = [(content, content.weights) for content in contents if content.weights is not None]
    if not giving:
        return None, None
    weights = np.full(len(ids), np.nan)
    _fill(weights, np.isnan, giving, place_of, "weight")
    first, _ = giving[0]
    column, file = first.file.only("weight"), first.table.name
    missing = ids[np.isnan(weights)]
    if len(missing):
        what = f"documents without a weight: {len(missing):,} ({examples(missing)})"
        remedy = f"give every document a weight, {OR_OTHER_COLUMN}"
        raise ReadError([Problem(column=column, what=what, remedy=remedy, file=file)])
    if len(weights) and not weights.any():
        what, remedy = "all weights are 0", f"give some document a weight, {OR_OTHER_COLUMN}"
        raise ReadError([Problem(column=column, what=what, remedy=remedy, file=file)])
    notes += _taken(giving, "weight", "weights", "a document counts by its weight")
    return weights, column


def join_clusters(
    contents: list[FileContent], place_of: dict[int, Array], n: int, notes: list[Problem]
) -> tuple[Array | None, str | None]:
    """The code of each document's cluster, 0.., shape (n,), and the column's name.

    A document without one is a cluster of its own. None where no file has any. Raises
    ReadError where files put a document into two.
    """
    giving = [(content, content.clusters) for content in contents if content.clusters is not None]
    if not giving:
        return None, None
    import pandas as pd  # few files have clusters

    clusters = np.full(n, "", dtype=object)
    _fill(
        clusters,
        lambda clusters_of_documents: clusters_of_documents == "",
        giving,
        place_of,
        "cluster",
    )
    codes, names = pd.factorize(clusters)
    alone = np.flatnonzero(clusters == "")
    codes[alone] = len(names) + np.arange(len(alone))
    notes += _taken(giving, "cluster", "clusters", "documents of one cluster are not independent")
    # codes without gaps, in the order of the documents
    return pd.factorize(codes)[0].astype(np.int64), giving[0][0].file.only("cluster")


def _fill(
    filled: Array,
    unset: Callable[[Array], Array],
    giving: list[tuple[FileContent, Array]],
    place_of: dict[int, Array],
    kind: str,
) -> None:
    """Put each file's values where its documents are. Raises ReadError where two files differ."""
    problems: list[Problem] = []
    for content, values in giving:
        place = place_of[id(content)]
        rows = np.flatnonzero(place >= 0)
        rows = rows[~unset(values[rows])]
        before = filled[place[rows]]
        differs = ~unset(before) & (before != values[rows])
        problems += first_problems(rows[differs], partial(_contradiction, content, kind))
        filled[place[rows]] = values[rows]
    if problems:
        raise ReadError(problems)


def _contradiction(content: FileContent, kind: str, document: int) -> Problem:
    of = "" if content.ids is None else f" of {content.ids[document]!r}"
    return Problem(
        row=int(content.lines[document]),
        column=content.file.only(kind),
        what=f"the {kind}{of} differs from another file's",
        remedy=f"give each document one {kind}",
        file=content.table.name,
    )


def _taken(
    giving: list[tuple[FileContent, Array]], role: str, plural: str, meaning: str
) -> list[Problem]:
    return [
        Problem(
            column=content.file.only(role),
            what=f"the column is read as the {plural} of documents",
            remedy=f"{meaning}; read it as other information if it is something else",
            file=content.table.name,
        )
        for content, _ in giving
    ]


# --- Splits and further columns of the documents: of one file, and of all files joined


# how documents were drawn; kept as columns too
SAMPLING = ("weight", "cluster")


def read_splits_and_columns(content: FileContent, first: Array) -> None:
    """Splits and further columns, of the first row of each document."""
    table, file = content.table, content.file
    split = file.only("split")
    if split is not None:
        codes, names = encoded(table.column(split))
        content.splits = SplitCodes([name_as_read(name) for name in names], codes[first])
    for column in file.having("slice", "confidence", "text", *SAMPLING):
        content.columns[column] = _property(table, column)[first]
    for column in file.having("slice"):
        if PREDICTED & set(words(column)) and _empty(content.columns[column]):
            what = "it holds no prediction, so it is kept as other information"
            content.note(column, what, "fill it, or leave it out")
    content.text_column = file.only("text")


def _empty(values: Array) -> bool:
    return not any(values) if values.dtype == object else bool(np.isnan(values).all())


def _property(table: FileTable, column: str) -> Array:
    """Numbers where every value given is one, else text. Codes such as 007 stay text."""
    values = table.column(column)
    kind = values.type
    if pa.types.is_integer(kind) and values.null_count == 0:
        return numbers_in(values)
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        return numbers(values)
    if pa.types.is_string(kind) and not _may_be_numbers(table, column):
        return texts(values)
    codes, cell_texts = encoded(values)
    given = [text for text in cell_texts if text]
    as_number = numbers(array_of_texts(cell_texts), table.decimal_comma)
    numeric = bool(given) and int(np.isfinite(as_number).sum()) == len(given)
    if not numeric or pa.types.is_boolean(kind) or any(map(_is_code, given)):
        return np.array([*cell_texts, ""], dtype=object)[codes]
    out = np.append(as_number, np.nan)[codes]
    are_integers = np.isfinite(out).all() and not any(set(text) & set(".,eE") for text in given)
    return out.astype(np.int64) if are_integers and np.abs(out).max() < 2**53 else out


def _may_be_numbers(table: FileTable, column: str) -> bool:
    """Whether each of the first rows that has a text has a number."""
    first = pc.drop_null(table.first(column).unique())
    numeric = np.isfinite(numbers(pa.chunked_array([first]), table.decimal_comma)).sum()
    return bool(numeric == sum(map(bool, first.to_pylist())))


def _is_code(text: str) -> bool:
    digits = text.strip().lstrip("+-")
    return len(digits) > 1 and digits[0] == "0" and digits[1].isdigit()


def join_splits(
    contents: list[FileContent], place_of: dict[int, Array], n: int, notes: list[Problem]
) -> tuple[tuple[str, ...], Array]:
    """Names and per document the index; the first file that says a document's split decides."""
    code_of: dict[str, int] = {}
    first_codes = np.full(n, -1, dtype=np.int32)
    for content in dict.fromkeys(contents):
        if content.splits is not None:
            codes = [code_of.setdefault(s, len(code_of)) if s else -1 for s in content.splits.names]
            own_codes = np.array([*codes, -1], dtype=np.int32)[content.splits.codes]
            place = place_of[id(content)]
            # of what stands nowhere this is the last's, and not looked at
            before, there = first_codes[place], place >= 0
            new = there & (before < 0)
            first_codes[place[new]] = own_codes[new]
            differs = there & (before >= 0) & (own_codes >= 0) & (before != own_codes)
            if otherwise := int(differs.sum()):
                what = f"documents that are in another split in another file: {otherwise:,}"
                remedy, name = "the split of that file counts", content.table.name
                notes.append(Problem(what=what, remedy=remedy, file=name))
    names = order_splits(_as_they_come(first_codes, list(code_of)))
    place_in = [names.index(name) if name in names else -1 for name in code_of]
    split_of = np.array([*place_in, -1], dtype=np.int64)[first_codes]
    without = int((split_of < 0).sum())
    if names and without:
        what = f"documents without a split: {without:,}"
        notes.append(
            Problem(what=what, remedy="they count only if all splits are evaluated together")
        )
    return names, split_of


def _as_they_come(codes: Array, names: list[str]) -> list[str]:
    """The names that some document has, by the first that has it."""
    first = np.full(len(names) + 1, len(codes))
    # of several the first is written last
    first[codes[::-1]] = np.arange(len(codes))[::-1]
    order = np.argsort(first[:-1], kind="stable").tolist()
    return [names[code] for code in order if first[code] < len(codes)]


def join_columns(
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
        for name in _columns_used(content, describing, texts):
            held.setdefault(name, []).append((place_of[id(content)], content.columns[name]))
    for content in contents:
        left_out = [c for c in content.file.having("ignore") if c in content.table.columns]
        names_used = set(_columns_used(content, describing, texts))
        left_out += [c for c in content.columns if c not in names_used]
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


def _columns_used(
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
    import pandas as pd  # slow to import

    if values.dtype == object:
        return values
    texts = pd.Series(values).map("{:.15g}".format)
    return texts.where(~np.isnan(values), "").to_numpy(dtype=object)
