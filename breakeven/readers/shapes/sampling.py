"""How documents were drawn: their weights, and the clusters they were drawn in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from breakeven.readers.cells import numbers, texts
from breakeven.readers.problems import ReadError, examples, first_problems
from breakeven.readers.shapes.content import FileContent
from breakeven.records import Ids, Problem
from metrics.typing import Array

AS_A_PROPERTY = "or take the column as other information"


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
        remedy = f"give a number, 0 or more, {AS_A_PROPERTY}"
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
    what = f"the {kind} {{}} differs from an earlier row's of the same document"
    content.report(np.flatnonzero(differs), column, what, f"give each document one {kind}")


def joined_weights(
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
        remedy = f"give every document a weight, {AS_A_PROPERTY}"
        raise ReadError([Problem(column=column, what=what, remedy=remedy, file=file)])
    if len(weights) and not weights.any():
        what, remedy = "all weights are 0", f"give some document a weight, {AS_A_PROPERTY}"
        raise ReadError([Problem(column=column, what=what, remedy=remedy, file=file)])
    notes += _taken(giving, "weight", "weights", "a document counts as often as its weight says")
    return weights, column


def joined_clusters(
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
    _fill(clusters, lambda found: found == "", giving, place_of, "cluster")
    codes, names = pd.factorize(clusters)
    alone = np.flatnonzero(clusters == "")
    codes[alone] = len(names) + np.arange(len(alone))
    notes += _taken(giving, "cluster", "clusters", "those of one cluster are not independent")
    # codes without gaps, in the order of the documents
    return pd.factorize(codes)[0].astype(np.int64), giving[0][0].file.only("cluster")


def _fill(
    found: Array,
    unset: Callable[[Array], Array],
    giving: list[tuple[FileContent, Array]],
    place_of: dict[int, Array],
    kind: str,
) -> None:
    """Put each file's values where its documents are. Raises ReadError where two files differ."""
    problems: list[Problem] = []
    for content, values in giving:
        place = place_of[id(content)]
        known = np.flatnonzero(place >= 0)
        known = known[~unset(values[known])]
        before = found[place[known]]
        differs = ~unset(before) & (before != values[known])
        problems += first_problems(known[differs], partial(_contradiction, content, kind))
        found[place[known]] = values[known]
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
            what=f"the column is taken for the documents' {plural}",
            remedy=f"{meaning}; take it as other information if it is something else",
            file=content.table.name,
        )
        for content, _ in giving
    ]
