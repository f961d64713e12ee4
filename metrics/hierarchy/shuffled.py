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
# so many documents are looked at, in as many orders as that takes
ENOUGH = 20_000
MOST_ORDERS = 200


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
    """Documents, and whose calls each of them gets; for means over documents without closed form.

    All of 0..documents in one order drawn at random after the other, until there are enough.
    """
    rng = np.random.default_rng(seed)
    number = min(-(-ENOUGH // documents), MOST_ORDERS) if documents else 0
    calls = [rng.permutation(documents) for _ in range(number)]
    return np.tile(np.arange(documents), number), np.array(calls, dtype=np.int64).ravel()
