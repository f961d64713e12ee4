"""Classes taken together: who is in the new ones, counted from the documents again.

Tables of classes do not add up to the table of their union: a document that is in two of them, or
in one and assigned to the other, counts once.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse

from metrics.incidence import judged, without_zeros


def merged(pairs: sparse.sparray, into: sparse.sparray) -> sparse.csc_array:
    """Documents of the new classes, boolean csc (documents, new): those of any of the old ones.

    `pairs`: boolean (documents, classes); `into`: boolean (classes, new), which old classes go
    into which new ones: one may go into several, or into none and be left out.
    """
    return without_zeros(sparse.csc_array(_counts(pairs) @ _counts(into)))


def merged_unjudged(
    pairs: sparse.sparray, unjudged: sparse.sparray | None, into: sparse.sparray
) -> sparse.csc_array | None:
    """The pairs of the new classes that nobody judged; None where every old pair was judged.

    The rule of "or" with an unknown: true if any of the old pairs is true; else unjudged if any is
    unjudged; else false. `pairs`: the true ones, boolean (documents, classes), `unjudged` likewise.
    """
    if unjudged is None:
        return None
    open_ones = merged(unjudged, into)
    return without_zeros(judged(open_ones, merged(judged(pairs, unjudged), into)))


def _counts(pairs: sparse.sparray) -> sparse.csr_array:
    return sparse.csr_array(pairs, dtype=np.int64)
