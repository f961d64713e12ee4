"""Eleven-point average precision by document, of documents that are alike and counted together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.averaging import Average, Undefined, mean_of
from metrics.ranking.document_pivot import NEAR, Reading
from metrics.ranking.eleven_point import ElevenPoint
from metrics.typing import Array


@dataclass(frozen=True)
class CountedPoints:
    """How many documents (`times`) meet how many correct classes at which precision.

    `r`: how many correct classes such a document has; `ranked`: how many of these have a score;
    `found`: so many of them, at least 1; `best`: the highest precision from there on down its
    ranking, in (0, 1]; `weight` of one document. All of shape (points,). Every `found` that a
    level of recall asks for is here, and `ranked`.
    """

    r: Array
    ranked: Array
    found: Array
    best: Array
    weight: Array
    times: Array

    def mean(
        self, reading: Reading, undefined: Undefined, r: Array, weights: Array, times: Array
    ) -> ElevenPoint:
        """Yang's steps 5 and 6, as `DocumentPoints.mean`, NaN where no document is left.

        `r`, `weights`, `times`, shape (kinds,): how many correct classes all documents have, how
        much one counts, and how many there are.
        """
        different, own = np.unique(weights, return_inverse=True)
        defined, none = (
            np.bincount(own, times * there, minlength=len(different)) for there in (r > 0, r == 0)
        )
        means = [
            self._level(level, reading, undefined, (different, defined, none))
            for level in range(11)
        ]
        return ElevenPoint(np.array([mean.value for mean in means]))

    def _level(
        self, level: int, reading: Reading, undefined: Undefined, every: tuple[Array, Array, Array]
    ) -> Average:
        """The mean at one level; `every`: weights, documents with correct classes, others."""
        different, defined, none = every
        # in integers: recall found/r reaches level/10 when 10 found >= level r
        wanted = np.maximum(-(-level * self.r // 10), 1)
        reached = wanted <= self.ranked
        here = self.found == np.where(reached, wanted, self.ranked)
        counts = reached if reading == "interval" else np.ones_like(reached)
        counts = counts | (10 * self.ranked // self.r >= NEAR)
        values, weight, times = (of[here] for of in (self.best * counts, self.weight, self.times))
        # documents of which nothing is ranked have a precision of 0 everywhere
        rest = defined - np.bincount(
            np.searchsorted(different, weight), times, minlength=len(different)
        )
        return mean_of(
            np.concatenate([values, np.zeros(len(rest)), np.full(len(none), np.nan)]),
            undefined,
            weights=np.concatenate([weight, different, different]),
            times=np.concatenate([times, rest, none]),
        )
