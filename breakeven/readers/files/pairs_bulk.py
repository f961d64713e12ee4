"""Lists of classes with their scores as a column a class, without passing through Python objects.

`nested` is the owner of what objects in cells are: it takes them apart where the answer here is
None, and says what is wrong with them.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from breakeven.readers.cells import NUMBER
from breakeven.readers.files.nested import SCORE_KEYS
from breakeven.readers.files.objects import CLASS_KEYS
from metrics.typing import Array


def unfold_pairs(column: pa.ChunkedArray) -> dict[str, pa.Array] | None:
    """A column of text for each class, null where it is not listed.

    `column`: lists of objects of texts. None where objects are no classes with scores, lists are
    empty or of one each, or a class is listed twice.
    """
    whole = column.combine_chunks()
    if isinstance(whole, pa.ChunkedArray):
        whole = whole.chunk(0)
    given = np.asarray(whole.is_valid())
    lengths = pc.list_value_length(whole).drop_null()
    if not len(lengths) or pc.min(lengths).as_py() == 0 or pc.max(lengths).as_py() == 1:
        return None
    found = _names_and_scores(pc.list_flatten(whole))
    if found is None:
        return None
    names, scores = found
    codes = names.indices.to_numpy()
    rows = np.repeat(np.flatnonzero(given), lengths.to_numpy())
    # of each class its pairs, in the order of rows
    order = np.argsort(codes, kind="stable")
    bounds = np.searchsorted(codes[order], np.arange(len(names.dictionary) + 1))
    columns = {}
    for code, name in enumerate(names.dictionary.to_pylist()):
        pairs = order[bounds[code] : bounds[code + 1]]
        if (np.diff(rows[pairs]) == 0).any():
            return None
        columns[f"score:{name}"] = _spread(scores, pairs, rows[pairs], len(whole))
    return columns


def _names_and_scores(pairs: pa.StructArray) -> tuple[pa.DictionaryArray, pa.StringArray] | None:
    """The class of each pair, in the order in which they first come, and its score as text."""
    by_key = {field.name.lower(): place for place, field in enumerate(pairs.type)}
    name = next((by_key[key] for key in CLASS_KEYS if key in by_key), None)
    score = next((by_key[key] for key in SCORE_KEYS if key in by_key), None)
    if len(pairs.type) != 2 or name is None or score is None or pairs.null_count:
        return None
    names, scores = pairs.field(name), pairs.field(score)
    if names.null_count or scores.null_count:
        return None
    if not pc.all(pc.match_substring_regex(scores, NUMBER)).as_py():
        return None
    encoded = names.dictionary_encode()
    # true and false as names might have stood without quotes, and then are written in capitals
    return None if {"true", "false"} & {*encoded.dictionary.to_pylist()} else (encoded, scores)


def _spread(scores: pa.StringArray, pairs: Array, rows: Array, height: int) -> pa.Array:
    """The scores of these pairs in the rows that they are of."""
    if len(rows) == height:
        return scores.take(pa.array(pairs))
    places = np.zeros(height, dtype=np.int64)
    missing = np.ones(height, dtype=bool)
    places[rows], missing[rows] = pairs, False
    return scores.take(pa.array(places, mask=missing))
