"""All pairs of several classes as one list, counted finely only where its measures turn.

The list is parted at scores of positives, and what each part holds is added up class by class.
Only the scores in those parts that may still move break-even, the eleven points, or the best F are
then put in order, wherever they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from metrics.parallel import first_of_equal, run_parallel
from metrics.tallies import ScoreTally
from metrics.typing import Array

# --- which parts of a ranking may still move break-even, the eleven points, or the best F


# products of numbers of documents are compared as floats: what is so near may be either
NEAR = 1e-9


def parts_to_refine(number: Array, positive: Array, r: int, at_end: Array | None = None) -> Array:
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
    may_matter = positive > 0 if at_end is None else (positive > 0) & ~at_end
    f, most = 2 * hits / (r + assigned), 2 * hits / (r + above + positive)
    open_ |= may_matter & (most >= f.max() * (1 - NEAR))
    precision = hits / assigned
    # where all are positive, precision is highest at the lower end, which is known
    mixed = may_matter & (positive < number)
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


# --- all pairs of several classes as one list, counted finely only where its measures turn
#
# The list is parted at scores of positives, and what each part holds is added up class by class.
# Only the scores in those parts that matter are then put in order, wherever they are.


# positives in a part of the list that is counted as a whole first
POSITIVES = 256
# parts that hold at most such a share of all pairs are counted with those beside them
SMALL_PART = 1 / 200


@dataclass(frozen=True)
class PartCounts:
    """How many scored pairs, and positives, one class has in each part of the list.

    Shape (parts + 1,), the first below all parts. `lowest`: its lowest score, shape (1,), or (0,).
    """

    number: Array
    positive: Array
    lowest: Array
    unscored: float
    unscored_positives: float


# from one score on, and below another, or without an end
Spans: TypeAlias = Sequence[tuple[Array, Array | None]]
# the scores, and those of positives, that a class has in spans of scores; in any order
Within: TypeAlias = Callable[[int, Spans], tuple[Array, Array]]


@dataclass(frozen=True)
class PartEdges:
    """Where parts of the list begin, at scores of positives: the `lows`, ascending.

    `at_end`: the parts of which all positives have this score. Both of shape (parts,).
    """

    lows: Array
    at_end: Array


def part_edges(hits: Sequence[Array]) -> PartEdges:
    """Every so many positives' scores, of those of each class, and of the lowest each.

    Between these there are very many others, of which only the number counts.
    """
    every = np.sort(np.concatenate(hits))
    some = np.concatenate([every[:POSITIVES], every[POSITIVES::POSITIVES]])
    lows = some[first_of_equal(some)]
    if len(every) <= POSITIVES:
        return PartEdges(lows, np.ones(len(lows), dtype=bool))
    return PartEdges(lows, lows < every[POSITIVES])


def parted(tally: ScoreTally, edges: PartEdges) -> PartCounts:
    """A class without weights, parted so."""
    number, positive = (
        np.diff(np.searchsorted(of, edges.lows), prepend=0, append=len(of))
        for of in (tally.scores, tally.positives)
    )
    # copied, as a part of the array would hold all of it
    return PartCounts(
        number, positive, tally.scores[:1].copy(), tally.unscored, tally.unscored_positives
    )


def turning_scores(
    edges: PartEdges, classes: Sequence[PartCounts], within: Within, size: int
) -> ScoreTally:
    """The pooled tally in which only scores stand apart that break-even or eleven points turn on.

    The others of a part stand at its lowest score, so that both come out as of `pooled_scores`.
    One class at least. `size`: how many scores there are in all.
    """
    # of all classes there may be more than each of them counts narrowly
    nothing: Array = np.zeros(len(edges.lows) + 1, dtype=np.int64)
    number = sum((c.number for c in classes), nothing)
    positive = sum((c.positive for c in classes), nothing)
    lows = np.append(np.sort(np.concatenate([c.lowest for c in classes]))[:1], edges.lows)
    at_end = np.append(False, edges.at_end)
    if not number[0]:
        parts = slice(-len(edges.lows) or len(lows), None)
        number, positive, lows, at_end = number[1:], positive[1:], lows[parts], at_end[1:]
    missing = sum(c.unscored_positives for c in classes)
    r = int(positive.sum() + missing)
    matters = parts_to_refine(number[::-1], positive[::-1], r, at_end[::-1])[::-1]
    open_ = _bridged(matters, number)
    spans = _spans(lows, open_)
    scores_inside = run_parallel(lambda c: within(c, spans), len(classes), size)
    inside, hits = (np.concatenate(arrays) for arrays in zip(*scores_inside, strict=True))
    del scores_inside  # the largest list of all is held once
    inside, numbers = _distinct(inside)
    hits, times = _distinct(hits)
    positives = np.zeros(len(inside), dtype=np.int64)
    positives[np.searchsorted(inside, hits)] = times
    place = np.searchsorted(inside, lows[~open_])
    scores = np.insert(inside, place, lows[~open_])
    numbers = np.insert(numbers, place, number[~open_])
    positives = np.insert(positives, place, positive[~open_])
    some = positives > 0
    return ScoreTally(
        scores,
        scores[some],
        sum(c.unscored for c in classes),
        missing,
        numbers,
        positives[some],
    )


def turning_of(tallies: Sequence[ScoreTally]) -> ScoreTally:
    """The same of tallies that are held, one at least; none has weights."""
    edges = part_edges([t.positives for t in tallies])
    size = sum(len(t.scores) for t in tallies)
    classes = run_parallel(lambda c: parted(tallies[c], edges), len(tallies), size)

    def within(c: int, spans: Spans) -> tuple[Array, Array]:
        return in_order(tallies[c].scores, spans), in_order(tallies[c].positives, spans)

    return turning_scores(edges, classes, within, size)


def in_order(ascending: Array, spans: Spans) -> Array:
    """What of ascending scores lies in spans."""
    pieces = [ascending[:0]]
    for low, end in spans:
        stop = len(ascending) if end is None else np.searchsorted(ascending, end)
        pieces.append(ascending[np.searchsorted(ascending, low) : stop])
    return np.concatenate(pieces)


def in_any_order(scores: Array, spans: Spans) -> Array:
    """What of scores lies in spans, in the order of the scores."""
    inside = np.zeros(len(scores), dtype=bool)
    for low, end in spans:
        inside |= scores >= low if end is None else (scores >= low) & (scores < end)
    return scores[inside]


def _spans(lows: Array, open_: Array) -> list[tuple[Array, Array | None]]:
    """From where to where open parts stand beside each other."""
    turns = np.flatnonzero(np.diff(open_, prepend=False, append=False)).reshape(-1, 2)
    return [(lows[a], lows[b] if b < len(lows) else None) for a, b in turns.tolist()]


def _bridged(open_: Array, number: Array) -> Array:
    """Open parts, and those between two of them where few pairs are: fewer spans are looked for."""
    at = np.flatnonzero(open_)
    before = np.append(0, np.cumsum(number))
    near = before[at[1:]] - before[at[:-1] + 1] <= SMALL_PART * before[-1]
    out = open_.copy()
    for a, b in zip(at[:-1][near].tolist(), at[1:][near].tolist(), strict=True):
        out[a:b] = True
    return out


def _distinct(values: Array) -> tuple[Array, Array]:
    """Values that differ, ascending, and how often each is there."""
    values.sort()
    begins = np.append(np.flatnonzero(first_of_equal(values)), len(values))
    return values[begins[:-1]], np.diff(begins)
