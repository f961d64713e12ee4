"""One class without weights counted as finely as its measures turn, its scores in any order.

How many of very many values stand below a few wanted ones needs no sorting. The bits that
floating-point numbers are stored as rise with them. By the leading ones each value falls into a
bucket. Of those beside no wanted value it is enough to know how many there are; the few others are
put in order.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.incidence import index_kind
from metrics.parallel import first_of_equal
from metrics.ranking.pooled_curves import (
    PartCounts,
    PartEdges,
    Spans,
    in_any_order,
    in_order,
    turning_scores,
)
from metrics.ranking.trec_eval import MetPositives, met_at, single
from metrics.tallies import ScoreTally
from metrics.typing import Array

# --- where some values stand among very many, which need not be put in order for it
#
# The bits that floating-point numbers are stored as rise with them. By the leading ones each value
# falls into a bucket. Of those beside no wanted value it is enough to know how many there are; the
# few others are put in order.


# there are about as many buckets as values, and no more than a processor keeps beside it
MOST_BITS = 20
# values that are looked at while they are in a processor's own cache
PIECE = 1 << 16
# where one of so many is wanted, nearly all stand beside one: putting them in order is as quick
EACH = 8


def count_below(values: Array, wanted: Array) -> tuple[Array, Array]:
    """How many values are less than each wanted one, and whether several equal it.

    `values`: floating-point, shape (n,), in any order. `wanted`: of the same kind, in any order,
    among the values or not. Both results have its shape; -0 equals 0, and NaN is above everything.
    """
    ends = (values.min(), values.max()) if len(values) else (np.nan, np.nan)
    # of any NaN both are NaN
    if np.isnan(ends[0]) or len(values) < EACH * len(wanted):
        return _among(np.sort(values), wanted)
    below = np.where(wanted > ends[0], len(values), 0)
    several = np.zeros(len(wanted), dtype=bool)
    inside = np.flatnonzero((wanted >= ends[0]) & (wanted <= ends[1]))
    below[inside], several[inside] = _inside(values, wanted[inside], np.array(ends))
    return below, several


def _among(ascending: Array, wanted: Array) -> tuple[Array, Array]:
    below = np.searchsorted(ascending, wanted)
    second = below + 1
    there = second < len(ascending)
    several = np.zeros(len(wanted), dtype=bool)
    several[there] = ascending[second[there]] == wanted[there]
    return below, several


def _inside(values: Array, wanted: Array, ends: Array) -> tuple[Array, Array]:
    """The same of values between `ends`, the least and the greatest of all."""
    low, high = _rising(ends)
    span = int(high) - int(low)
    shift = max(0, span.bit_length() - min(MOST_BITS, len(values).bit_length()))

    def bucket_of(some: Array) -> Array:
        # a difference may be beyond the signed numbers of these bits, never beyond unsigned
        offsets = (_rising(some) - low).view(f"u{some.itemsize}")
        offsets >>= offsets.dtype.type(shift)
        return offsets.view(low.dtype)

    own = bucket_of(wanted)
    marked = np.zeros((span >> shift) + 1, dtype=np.int8)
    marked[own] = 1
    # a number for each bucket with a wanted value, which is odd, and for those between two of them
    slots = np.cumsum(marked, dtype=np.int32)
    slots += slots
    slots -= marked
    number, near = np.zeros(int(slots[-1]) + 2, dtype=np.int64), [values[:0]]
    for start in range(0, len(values), PIECE):
        part = values[start : start + PIECE]
        # none lies outside: a check would go through a copy of them
        slot = slots.take(bucket_of(part), mode="clip")
        number += np.bincount(slot, minlength=len(number))
        slot &= 1
        near.append(part[slot.astype(bool)])
    before = np.cumsum(number[::2])[slots[own] >> 1]
    in_order = np.concatenate(near)
    in_order.sort()
    below, several = _among(in_order, wanted)
    return before + below, several


def _rising(values: Array) -> Array:
    """Whole numbers that rise with floating-point ones of as many bits, and are equal as they."""
    bits = (values + values.dtype.type(0)).view(f"i{values.itemsize}")
    if bits.min(initial=0) >= 0:
        return bits
    # of negative numbers the others fall
    return bits ^ ((bits >> (8 * values.itemsize - 1)) & np.iinfo(bits.dtype).max)


# --- one class without weights counted as finely as its measures turn, its scores in any order


@dataclass(frozen=True)
class TurningPoints:
    """What every measure of a class is a function of that looks at its positives and break-even.

    `tally`: each score of positives stands apart, and of the others those that break-even turns on;
    what else lies between two stands at the lower one. `met`: where positives stand. `parted`: the
    class as a part of the list of all pairs.
    """

    tally: ScoreTally
    met: MetPositives
    parted: PartCounts


def turning_points(scores: Array, hits: Array, edges: PartEdges) -> TurningPoints:
    """A class by its scores, shape (n,), and those of its positives, both in any order.

    `edges`: where parts of the list of all pairs begin.
    """
    hits = np.sort(hits)
    first = first_of_equal(hits)
    own = hits[first]
    below, several = count_below(scores, np.concatenate([own, edges.lows]))
    lowest = scores.min(keepdims=True) if len(scores) else scores

    def parts(below: Array, hits_below: Array) -> PartCounts:
        number = np.diff(below, prepend=0, append=len(scores))
        positive = np.diff(hits_below, prepend=0, append=len(hits))
        # held of all classes at once, of a thousand parts and more
        kind = index_kind(len(scores))
        return PartCounts(number.astype(kind), positive.astype(kind), lowest, 0, 0)

    def within(_: int, spans: Spans) -> tuple[Array, Array]:
        return in_any_order(scores, spans), in_order(hits, spans)

    each = PartEdges(own, np.ones(len(own), dtype=bool))
    between = parts(below[: len(own)], np.flatnonzero(first))
    tally = turning_scores(each, [between], within, len(scores))
    if single(scores) is scores:
        met = _met(hits, below[: len(own)], several[: len(own)], len(scores))
    else:
        narrow = single(hits)
        of_narrow = count_below(single(scores), narrow[first_of_equal(narrow)])
        met = _met(narrow, *of_narrow, len(scores))
    in_list = parts(below[len(own) :], np.searchsorted(hits, edges.lows))
    return TurningPoints(tally, met, in_list)


def at_hits(scores: Array, hits: Array) -> ScoreTally:
    """A class by its scores and those of its positives, both in any order, counted where these are.

    What lies between two of them stands at the lower one, and what is below all is not scored: the
    points at which positives enter are those of `tally_scores`, and so is the best F.
    """
    hits = np.sort(hits)
    begins = np.flatnonzero(first_of_equal(hits))
    own = hits[begins]
    below, _ = count_below(scores, own)
    number = np.diff(below, append=len(scores))
    times = np.diff(begins, append=len(hits))
    return ScoreTally(own, own, len(scores) - int(number.sum()), 0, number, times)


def _met(hits: Array, below: Array, several: Array, n: int) -> MetPositives:
    """Where ascending hits stand, of which it is known of the different ones, in single precision.

    `several`: whether other documents have such a score.
    """
    of = np.cumsum(first_of_equal(hits)) - 1
    return met_at(n - below[of], several[of], hits)
