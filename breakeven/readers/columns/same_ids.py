"""Which ids are the same where two programs wrote them: 007 and 7, 1 and 1.0, with blanks around.

A spreadsheet drops leading zeros, pandas writes whole numbers with a point where one is missing,
and blanks creep in. Such ids are the same document's as long as no two of a file become alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from breakeven.data.arrow_arrays import array_of_texts
from breakeven.data.wording import unguarded
from metrics.typing import Array

if TYPE_CHECKING:
    import pandas as pd  # few reviews are of several files

INTEGER_ID = r"^\+?0*([0-9]+)(\.0*)?$"
MOST_DIGITS = 15  # of numbers that are counted on


def fold_ids(values: Iterable[str]) -> pd.Index:
    """Ids as they are compared: without blanks around, leading zeros, `.0`, and case."""
    import pandas as pd  # slow to import

    texts: pa.Array = array_of_texts([*values])
    texts = pc.utf8_lower(pc.utf8_trim_whitespace(pc.utf8_normalize(texts, form="NFC")))
    texts = pc.replace_substring_regex(texts, pattern=INTEGER_ID, replacement=r"\1")
    return pd.Index(pd.Series(texts.to_pylist(), dtype=object))


def positions_in(ids: pd.Index, index: pd.Index) -> tuple[Array, Array]:
    """Where ids are among the known ones, shape (ids,), -1 for nowhere; and those of other writing.

    As they are written, with or without the formula guard of files that were written here, else
    `fold_ids` where that is one to one. Both are to be without repetitions.
    """
    import pandas as pd  # slow to import

    places: Array = np.array(index.get_indexer(ids))
    missed = np.flatnonzero(places < 0)
    none = np.zeros(0, dtype=np.int64)
    if not len(missed):
        return places, none
    may_be = missed[np.asarray(ids[missed].str.startswith("'"), dtype=bool)]
    if len(may_be):
        bare = pd.Index([unguarded(text) for text in ids[may_be]], dtype=object)
        positions = index.get_indexer(bare)
        alone = ~bare.duplicated(keep=False) & ~np.isin(positions, places)
        places[may_be[alone]] = positions[alone]
        missed = np.flatnonzero(places < 0)
    if not len(missed):
        return places, none
    own, theirs = fold_ids(ids), fold_ids(index)
    clear = np.flatnonzero(~theirs.duplicated(keep=False))
    missed = missed[~own.duplicated(keep=False)[missed]]
    positions = theirs[clear].get_indexer(own[missed])
    there = positions >= 0
    positions, missed = clear[positions[there]], missed[there]
    free = ~np.isin(positions, places)
    places[missed[free]] = positions[free]
    return places, missed[free]


def first_number(values: pd.Index) -> int | None:
    """The first number where ids are whole numbers without a gap, in any order; else None."""
    if not len(values):
        return None
    texts = pa.array(values, pa.large_string())
    plain = pc.match_substring_regex(texts, pattern=rf"^\d{{1,{MOST_DIGITS}}}$")
    if not pc.all(plain).as_py():
        return None
    numbers = pc.cast(texts, pa.int64()).to_numpy(zero_copy_only=False)
    first, last = int(numbers.min()), int(numbers.max())
    return first if last - first + 1 == len(numbers) == len(np.unique(numbers)) else None


def count_from_other_starts(left: pd.Index, right: pd.Index) -> bool:
    """Whether one file counts its rows from 0 and the other from 1: the same number is two rows."""
    starts = {first_number(fold_ids(left)), first_number(fold_ids(right))}
    return starts == {0, 1}
