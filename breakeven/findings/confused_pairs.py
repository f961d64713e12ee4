"""What to do about two classes that are taken for each other."""

from __future__ import annotations

from typing import Literal

import numpy as np

from metrics.confusion import AmbiguousPairs
from metrics.measures import ratio
from metrics.typing import Array

Action = Literal["merge", "label", "look"]
FEW = 5
OFTEN = 0.05
INDISTINCT = 0.10
BOTH_WAYS = 1 / 3


def suggested(pairs: AmbiguousPairs, low: Array, positives: Array, together: Array) -> list[Action]:
    """What to do about each pair; `low` is the lower end of an interval of its rate.

    `positives`: documents truly of each class, shape (classes,). `together`: documents truly of
    both classes of a pair, shape (pairs,). Fewer confusions than `FEW`: look at the documents.
    A rate surely above `INDISTINCT`, the rarer direction at least `BOTH_WAYS` of the other, and
    the experts seldom giving both: merge. Else, where one class loses `OFTEN` of its documents
    to the other: label more. Else look. Source: this project; the limits are its own.
    """
    lost = np.fmax(
        ratio(pairs.first_as_second, positives[pairs.first]),
        ratio(pairs.second_as_first, positives[pairs.second]),
    )
    one, other = pairs.first_as_second, pairs.second_as_first
    both_ways = np.minimum(one, other) >= BOTH_WAYS * np.maximum(one, other)
    merge = (low > INDISTINCT) & both_ways & (together < FEW)
    actions: list[Action] = [
        "look" if few else "merge" if m else "label" if much else "look"
        for few, m, much in zip(pairs.total < FEW, merge, lost >= OFTEN, strict=True)
    ]
    return actions
