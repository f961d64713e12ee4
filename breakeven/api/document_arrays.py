"""What is known of documents in memory besides their labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
import pandas as pd

from breakeven.api.label_arrays import as_native, as_vector
from breakeven.data.splits import SPLIT_NAMES, name_as_read
from breakeven.data.wording import examples
from metrics.typing import Array


def document_fields(
    n: int,
    ids: Any,
    split: Any,
    columns: Mapping[str, Any] | None,
    own: Mapping[str, Any],
) -> dict[str, Any]:
    """What a Truth holds besides labels; `own`: `text`, `sample_weight` and `groups`, or None."""
    splits, split_of = _splits(split, n)
    return {
        "ids": _ids(ids, split_of),
        "splits": splits,
        "split_of": split_of,
        "columns": _columns(columns, own, n),
        "text_column": None if own["text"] is None else "text",
        "weights": _weights(own["sample_weight"], n),
        "weight_column": None if own["sample_weight"] is None else "sample_weight",
        "clusters": _clusters(own["groups"], n),
        "cluster_column": None if own["groups"] is None else "groups",
    }


def _ids(ids: Any, split_of: Array) -> Array:
    """Text, shape (n,); row numbers, from 1, where none are given. ValueError for repeated ones.

    As in files: where every document is in a split, the same id in two of them is two documents.
    """
    n = len(split_of)
    if ids is None:
        return np.array([str(row + 1) for row in range(n)], dtype=object)
    texts = _texts(as_vector(ids, "ids", n), "ids")
    of_split = split_of if np.all(split_of >= 0) else np.zeros(n)
    repeated = pd.DataFrame({"id": texts, "split": of_split}).duplicated().to_numpy()
    if repeated.any():
        raise ValueError(
            f"ids repeat {examples(texts[repeated])}; give each document its own within a split"
        )
    return texts


def _texts(values: Any, argument: str) -> Array:
    """Text of each value, "" where it is missing. ValueError for half of a sign."""
    with _whole_signs(values, argument):
        series = pd.Series(values)
        out = series.astype(str).to_numpy(dtype=object, copy=True)
    out[series.isna().to_numpy()] = ""
    return out


@contextmanager
def _whole_signs(values: Any, argument: str) -> Iterator[None]:
    """Text with half of a surrogate pair can be neither kept as columns nor written to files."""
    try:
        yield
    except UnicodeEncodeError:
        halves = (any("\ud800" <= sign <= "\udfff" for sign in str(value)) for value in values)
        row = next(row for row, half in enumerate(halves) if half)
        raise ValueError(
            f"{argument} holds a text that is not valid Unicode in row {row}; repair it"
        ) from None


def _splits(split: Any, n: int) -> tuple[tuple[str, ...], Array]:
    """Names, and per document the index of its own, -1 for none; one text is for all."""
    if split is None:
        return (), np.full(n, -1)
    if isinstance(split, str):
        split = np.full(n, split, dtype=object)
    codes, given_names = pd.factorize(_texts(as_vector(split, "split", n), "split"))
    usual = [name_as_read(name) for name in given_names]
    usual_names = [name for name in SPLIT_NAMES if name in usual]
    names = tuple(dict.fromkeys([*usual_names, *(name for name in usual if name)]))
    index = np.array([names.index(name) if name else -1 for name in usual] + [-1], dtype=np.int64)
    return names, index[codes]


def _columns(columns: Mapping[str, Any] | None, own: Mapping[str, Any], n: int) -> dict[str, Array]:
    """Properties of the documents; `own`: those that have an argument, None where not given."""
    by_name: dict[str, Array] = {}
    given: Any = {} if columns is None else columns
    if not isinstance(given, Mapping):
        given = as_native(given)
    every = {str(name): given[name] for name in given}
    if twice := [name for name in own if own[name] is not None and name in every]:
        raise ValueError(
            f"columns has {examples(twice)}, which is also an argument; leave one of them out"
        )
    every |= {name: values for name, values in own.items() if values is not None}
    for name, values in every.items():
        argument = name if name in own else f"columns[{name!r}]"
        array = as_vector(values, argument, n)
        plain = isinstance(array.dtype, np.dtype) and array.dtype.kind in "iufM"
        by_name[name] = np.asarray(array) if plain and name != "text" else _texts(array, argument)
    return by_name


def _weights(sample_weight: Any, n: int) -> Array | None:
    """Shape (n,), finite, at least 0 and not all 0."""
    if sample_weight is None:
        return None
    try:
        weights = np.asarray(as_vector(sample_weight, "sample_weight", n), dtype=float)
    except (TypeError, ValueError) as error:
        raise ValueError(f"sample_weight: {error}; give a number for each document") from None
    if wrong := np.flatnonzero(~np.isfinite(weights) | (weights < 0)).tolist():
        raise ValueError(
            f"sample_weight holds {weights[wrong[0]]:g} in row {wrong[0]}; give numbers from 0 on"
        )
    if n and not weights.any():
        raise ValueError("every sample_weight is 0; give at least one document a weight")
    return weights


def _clusters(groups: Any, n: int) -> Array | None:
    """Codes 0.. of the groups, shape (n,); a document without one is a group of its own."""
    if groups is None:
        return None
    found = as_vector(groups, "groups", n)
    with _whole_signs(found, "groups"):
        codes, names = pd.factorize(found)
    alone = np.flatnonzero(codes < 0)
    codes = codes.astype(np.int64)
    codes[alone] = len(names) + np.arange(len(alone))
    return np.asarray(pd.factorize(codes)[0], dtype=np.int64)
