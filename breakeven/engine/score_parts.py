"""Scores parted ever more finely by their binary form, so that few parts come back at a time.

A double is a sign, a power of two and 52 binary digits. Pairs are first counted by the power of
two, then within the parts that matter by so many of the digits more. Each step multiplies
by powers of two alone, so no engine rounds, and each part is known exactly here.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import ibis
import numpy as np
from ibis.expr import types as ir

from breakeven.engine.expressions import literal_list
from metrics.typing import Array

DIGITS = 52
LAST = (1 << DIGITS) - 1
# the power of two of the lowest normal numbers, and of all below them
LEAST = -1022
# powers of two from the lowest number on, as products of one in so many steps and of those between
LOWEST, STEP = -1074, 6
COARSE = literal_list([2.0**power for power in range(LOWEST, 1024, 1 << STEP)], "float64")
FINE = literal_list([2.0**power for power in range(1 << STEP)], "float64")
OF_LN = float(np.log2(np.e))


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

    def together(self) -> Parts:
        """The same powers of two of all classes as one."""
        low, where = np.unique(self.low, return_inverse=True)
        number, positive = np.zeros(len(low), np.int64), np.zeros(len(low), np.int64)
        np.add.at(number, where, self.number)
        np.add.at(positive, where, self.positive)
        first = np.zeros(len(low), np.int64)
        first[where] = np.arange(len(self))
        place = np.zeros(len(low), np.int64)
        merged = Parts(
            place, self.octave[first], self.prefix[first], low, number, positive, self.single[first]
        )
        return merged[np.argsort(-low)]


@ibis.udf.scalar.builtin(  # type: ignore[untyped-decorator]
    name="breakeven_bits", signature=(("float64",), "int64")
)
def _bits(score: Any) -> Any:
    """The 64 binary digits of a double as a whole number, which DuckDB is taught to say."""


# what teaches it
BITS = "CREATE OR REPLACE TEMP MACRO breakeven_bits(score) AS score::BIT::BIGINT"


def with_digits(pairs: ir.Table, says_bits: bool) -> ir.Table:
    """Pairs with the power of two of their scores (octave), and their further digits.

    Both ascend as the scores do; they are 0 for 0. `says_bits`: the engine knows `_bits`; else
    they are found by arithmetic.
    """
    pairs = pairs.mutate(size=pairs.score.abs())
    pairs = _by_bits(pairs) if says_bits else _by_arithmetic(pairs)
    octave, digits = pairs.exponent + 1, pairs.fraction
    return pairs.mutate(
        octave=_signed(pairs, octave, -octave),
        digits=_signed(pairs, digits, ibis.literal(LAST) - digits),
    )


def _by_bits(pairs: ir.Table) -> ir.Table:
    pairs = pairs.mutate(bits=_bits(pairs.size))
    return pairs.mutate(exponent=pairs.bits >> DIGITS, fraction=pairs.bits & ibis.literal(LAST))


def _by_arithmetic(pairs: ir.Table) -> ir.Table:
    # 0 has no logarithm; what is below the normal numbers has their lowest power of two
    positive = ibis.ifelse(pairs.size == 0, 1.0, pairs.size)
    pairs = pairs.mutate(
        positive_size=positive, about=(positive.ln() * OF_LN).floor().cast("int64")
    )
    pairs = pairs.mutate(two=_two_to(pairs.about))
    # a logarithm may be rounded across a whole number
    below, above = pairs.positive_size < pairs.two, pairs.positive_size >= pairs.two * 2
    power = pairs.about - below.cast("int64") + above.cast("int64")
    pairs = pairs.mutate(small=power < LEAST, power=ibis.greatest(power, LEAST))
    inside = pairs.size * _two_to(-pairs.power)
    scaled = ibis.ifelse(pairs.small, inside, inside - 1) * 2.0**DIGITS
    exponent = ibis.ifelse(pairs.small, 0, pairs.power - LEAST + 1)
    return pairs.mutate(exponent=exponent.cast("int64"), fraction=scaled.cast("int64"))


def _two_to(power: ir.IntegerValue) -> ir.FloatingValue:
    """A power of two, looked up: an engine works it out as any other, for longer than all else."""
    above = (power - LOWEST).cast("int32")  # Spark looks at no place of more bits
    coarse, fine = above >> STEP, above & ((1 << STEP) - 1)
    return COARSE[coarse.cast("int32")] * FINE[fine.cast("int32")]


def _signed(pairs: ir.Table, above: ir.IntegerValue, below: ir.IntegerValue) -> ir.IntegerValue:
    """One number for scores above 0, another below, and 0 for 0."""
    score = pairs.score
    return ibis.ifelse(score > 0, above, ibis.ifelse(score < 0, below, ibis.literal(0, "int64")))


def lowest_scores(octave: Array, prefix: Array, digits: int) -> Array:
    """The lowest scores that have this power of two and these first digits, as doubles."""
    first = prefix.astype(np.int64) << (DIGITS - digits)
    # the lowest above 0 is no 0
    fraction = np.where(octave < 0, LAST - first, np.maximum(first, octave == 1))
    exponent = np.maximum(np.abs(octave) - 1, 0).astype(np.int64)
    size = ((exponent << DIGITS) | fraction).view(np.float64)
    return np.where(octave == 0, 0.0, np.sign(octave) * size)
