"""Scores parted ever more finely by their binary form, so that few parts come back at a time.

A double is a sign, a power of two and 52 binary digits. Pairs are first counted by the power of
two, then within the parts that matter by so many of the digits more. Each step multiplies and
divides by powers of two alone, so no engine rounds, and each part is known exactly here.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import ibis
import numpy as np
from ibis.expr import types as ir

from metrics.typing import Array

DIGITS = 52
# above every power of two that is taken off, so that signs tell positive scores from negative
SHIFT = 2_000
TWO = ibis.literal(2.0)


@dataclass(frozen=True)
class Parts:
    """Parts of the scores of classes, and how many pairs and positives are in each.

    All of one shape. `place`: the class. `octave`, `prefix`: the power of two and the digits that
    they share. `low`: the lowest score that such may be, or the score where it is `single`.
    """

    place: Array
    octave: Array
    prefix: Array
    low: Array
    number: Array
    positive: Array
    single: Array

    def __getitem__(self, chosen: Array) -> Parts:
        return Parts(*(getattr(self, field.name)[chosen] for field in fields(self)))

    def __len__(self) -> int:
        return len(self.place)

    def with_others(self, others: Parts) -> Parts:
        """Both, by class and falling scores."""
        cells = (
            np.concatenate([getattr(self, f.name), getattr(others, f.name)]) for f in fields(self)
        )
        together = Parts(*cells)
        return together[np.lexsort([-together.low, together.place])]


def with_octave(pairs: ir.Table) -> ir.Table:
    """Pairs with the power of two of their scores: 0 for 0, below it for negative ones."""
    pairs = pairs.mutate(size=ibis.ifelse(pairs.score == 0, 1.0, pairs.score.abs()))
    pairs = pairs.mutate(about=pairs.size.log2().floor())
    pairs = pairs.mutate(two=TWO.pow(pairs.about))
    # a logarithm may be rounded across a whole number
    below, above = pairs.size < pairs.two, pairs.size >= pairs.two * 2
    pairs = pairs.mutate(power=pairs.about - below.cast("float64") + above.cast("float64"))
    octave = (pairs.power + SHIFT).cast("int64")
    return pairs.mutate(octave=_signed(pairs, octave, -octave))


def with_digits(pairs: ir.Table) -> ir.Table:
    """Pairs with the 52 digits of their scores as a whole number, ascending as the scores do."""
    # in two steps: half a power of two is never beyond what a double holds
    pairs = pairs.mutate(half=(pairs.power / 2).floor())
    inside = pairs.size / TWO.pow(pairs.half) / TWO.pow(pairs.power - pairs.half) - 1
    pairs = pairs.mutate(digits=(inside * 2.0**DIGITS).cast("int64"))
    last = ibis.literal(2**DIGITS - 1)
    return pairs.mutate(digits=_signed(pairs, pairs.digits, last - pairs.digits))


def _signed(pairs: ir.Table, above: ir.IntegerValue, below: ir.IntegerValue) -> ir.IntegerValue:
    """One number for scores above 0, another below, and 0 for 0."""
    score = pairs.score
    return ibis.ifelse(score > 0, above, ibis.ifelse(score < 0, below, ibis.literal(0, "int64")))


def lowest(octave: Array, prefix: Array, digits: int) -> Array:
    """The lowest scores that have this power of two and these first digits, as doubles."""
    first = prefix.astype(np.int64) << (DIGITS - digits)
    last = (1 << DIGITS) - 1
    inside = np.where(octave < 0, last - first, first)
    size = np.ldexp(1 + inside / 2.0**DIGITS, np.abs(octave) - SHIFT)
    return np.where(octave == 0, 0.0, np.sign(octave) * size)
