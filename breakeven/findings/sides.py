"""Training and test documents side by side, for checks that compare the two."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from breakeven.findings.limits import Limits
from breakeven.records import Truth
from breakeven.splits import roles_of
from metrics.typing import Array

# of fewer documents on a side nothing can be said
LEAST = 30
# of more documents as many are drawn: what is found in them holds for the others
MOST = 20_000


@dataclass(frozen=True)
class Sides:
    """Documents of the training and the test split: their `rows`, ascending, and which are test."""

    train: str
    test: str
    rows: Array
    second: Array

    @property
    def enough(self) -> bool:
        """Whether both sides have enough documents to be compared."""
        return min(int(self.second.sum()), int((~self.second).sum())) >= LEAST

    def taken(self, kept: Array) -> Sides:
        """Those at these positions."""
        return Sides(self.train, self.test, self.rows[kept], self.second[kept])


def sides_of(truth: Truth, limits: Limits) -> Sides | None:
    """The training and the test split; None where one of them is not known, or both are one."""
    roles = roles_of(truth, limits.train, limits.test)
    if roles.train is None or roles.test is None or roles.train == roles.test:
        return None
    rows = np.flatnonzero((truth.split_of == roles.train) | (truth.split_of == roles.test))
    names = truth.splits[roles.train], truth.splits[roles.test]
    return Sides(*names, rows, truth.split_of[rows] == roles.test)


def sides_with_texts(truth: Truth, limits: Limits) -> Sides | None:
    """The same of the documents that have a text; None where there are no texts."""
    found = sides_of(truth, limits)
    if found is None or truth.text_column is None:
        return None
    return found.taken(np.flatnonzero(truth.columns[truth.text_column][found.rows] != ""))


def drawn(n: int) -> Array:
    """Which of n things are looked at, ascending: all, or as many as `MOST` from a fixed seed."""
    if n <= MOST:
        return np.arange(n)
    return np.sort(np.random.default_rng(0).choice(n, MOST, replace=False))
