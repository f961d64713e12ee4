"""Which parts of a ranking may still move break-even, the eleven points, or the best F."""

from __future__ import annotations

import numpy as np

from metrics.typing import Array

# products of numbers of documents are compared as floats: what is so near may be either
NEAR = 1e-9


def matter(number: Array, positive: Array, r: int, at_end: Array | None = None) -> Array:
    """Of the parts of one class, by falling scores, those that must be known more finely.

    `number` and `positive`: pairs and positives of each part; `r`: the positives of the class,
    scored or not. `at_end`: the parts whose positives all stand at the lower end, None where nobody
    knows. Shape (parts,), as the result, boolean.

    The points at the lower ends of parts are known. A part may be left as it is where no point
    within it can be as good as the best that is known: it has met at most the positives down to
    its lower end, and at least those above it.
    """
    if not r or not len(number):
        return np.zeros(len(number), dtype=bool)
    assigned, hits = np.cumsum(number), np.cumsum(positive)
    above = assigned - number
    # if its positives all stood at its top
    at_most = hits / (above + positive).clip(1)
    open_ = _break_even(above, assigned, hits - positive, hits, r)
    found = positive > 0 if at_end is None else (positive > 0) & ~at_end
    f, most = 2 * hits / (r + assigned), 2 * hits / (r + above + positive)
    open_ |= found & (most >= f.max() * (1 - NEAR))
    precision = hits / assigned
    # where all are positive, precision is highest at the lower end, which is known
    mixed = found & (positive < number)
    for level in range(11):
        reached = 10 * hits >= level * r
        best = np.max(precision, where=reached, initial=0.0)
        open_ |= mixed & reached & (at_most >= best * (1 - NEAR))
    return open_


def _break_even(above: Array, assigned: Array, hits_above: Array, hits: Array, r: int) -> Array:
    exact = assigned == r
    if exact.any():
        return exact  # only its threshold is open
    # as many may be assigned as are true within this one, rightly or not
    around = (above < r) & (r < assigned)
    if not hits[-1]:
        return around
    met = hits > 0
    gap = hits * (np.abs(r - assigned) / (assigned * float(r)))
    nearest = np.clip(r, above + 1, assigned)
    least = np.maximum(hits_above, 1) * (np.abs(r - nearest) / (nearest * float(r)))
    return around | (met & (least <= gap[met].min() * (1 + NEAR)))
