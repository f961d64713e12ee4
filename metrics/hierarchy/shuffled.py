"""What calls would get that know nothing of their documents: the calls shuffled among these.

Each document gets the calls of another, so that how often each class is called, and which together,
stays. The numbers of true and of called pairs are then the same in every order, and the expected
precision, recall and F of all pairs follow from the expected number of hits: exactly, where every
pair is judged and every document counts 1; else as the measure of the expected table.
"""

from __future__ import annotations

import numpy as np

from metrics.measures import ratio
from metrics.tallies import ContingencyTable
from metrics.typing import Array

SEED = 0
# pairs of a document and the calls of another: all of them, or so many drawn at random
ENOUGH = 20_000


def when_shuffled(table: ContingencyTable) -> ContingencyTable:
    """The expected table of each unit when its calls are shuffled among its documents.

    Shape as given. The margins stay; the hits are assigned x positives / documents, none where
    there is no document. NaN where true negatives are not known.
    """
    total = np.asarray(table.total)
    tp = ratio(table.assigned * table.positives, np.where(total == 0, 1, total))
    return ContingencyTable(
        tp, table.assigned - tp, table.positives - tp, table.negatives - table.assigned + tp
    )


def shuffled_calls(documents: int, seed: int = SEED) -> tuple[Array, Array]:
    """Documents, and whose calls each of them gets; for means over documents.

    All pairs where there are no more than `ENOUGH`: each is as likely as any other, so the mean
    over them is the expected one. Else so many, of orders drawn at random.
    """
    every = np.arange(documents)
    if documents**2 <= ENOUGH:
        return np.repeat(every, documents), np.tile(every, documents)
    rng, number = np.random.default_rng(seed), -(-ENOUGH // documents)
    # of more documents than are looked at some are left out, whichever
    of, calls = (np.concatenate([rng.permutation(documents) for _ in range(number)]) for _ in "ab")
    return of[:ENOUGH], calls[:ENOUGH]
