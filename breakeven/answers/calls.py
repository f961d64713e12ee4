"""What repeated answers come to: shares of votes, and one call for each document."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from breakeven.records.answered import AMBIGUOUS, CLASS, NONE, OUTCOMES
from metrics.typing import Array


@dataclass(frozen=True)
class Calls:
    """What the answers on each of m documents come to.

    `outcomes`: indices into OUTCOMES, uint8 (m,). `classes`: boolean csr (m, k), the call.
    `votes`: int csr (m, k), how many answers name each class.
    """

    outcomes: Array
    classes: sparse.csr_array
    votes: sparse.csr_array


def calls_of(
    document: Array, outcomes: Array, classes: sparse.csr_array, m: int, several: bool
) -> Calls:
    """The call on each document, by the answers that name a class or none on purpose.

    `document`: of each answer, 0..m, shape (a,). Where a document has one class the call is what
    most of them say; of equally many it is none, and the document ambiguous. Where it may have
    `several`, a class is called that more than half of them name. Without any such answer the
    outcome is the commonest of the others; of equals, the one that stands first in OUTCOMES.
    """
    a, k = classes.shape
    gather = sparse.csr_array((np.ones(a, dtype=np.int64), (document, np.arange(a))), shape=(m, a))
    usable = np.isin(outcomes, (CLASS, NONE))
    votes = sparse.csr_array(gather @ classes.astype(np.int64))
    of_none = np.bincount(document[outcomes == NONE], minlength=m)
    spoken = np.bincount(document[usable], minlength=m)
    by_outcome = np.zeros((m, len(OUTCOMES)), dtype=np.int64)
    np.add.at(by_outcome, (document, outcomes), 1)
    by_outcome[:, [CLASS, NONE]] = 0
    others = by_outcome.argmax(axis=1)
    pairs = votes.tocoo()
    if several:
        won = 2 * pairs.data > spoken[pairs.row]
        tied = np.zeros(m, dtype=bool)
    else:
        most = of_none.copy()
        np.maximum.at(most, pairs.row, pairs.data)
        won = pairs.data == most[pairs.row]
        leading = np.bincount(pairs.row[won], minlength=m) + ((of_none == most) & (most > 0))
        tied = leading > 1
        won &= ~tied[pairs.row]
    rows, columns = pairs.row[won], pairs.col[won]
    call = sparse.csr_array((np.ones(len(rows), dtype=bool), (rows, columns)), shape=(m, k))
    found = np.where(np.diff(call.indptr) > 0, CLASS, NONE)
    found = np.where(tied, AMBIGUOUS, found)
    return Calls(np.where(spoken > 0, found, others).astype(np.uint8), call, votes)
