"""All pairs of several classes as one list, counted finely only where its measures turn.

The list is parted at scores of positives, and what each part holds is added up class by class. Only
the scores in those parts that matter are then put in order, wherever they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from metrics.ascending import first_of_equal
from metrics.ranking.matters import matter
from metrics.side_by_side import side_by_side
from metrics.tallies import ScoreTally
from metrics.typing import Array

# positives in a part of the list that is counted as a whole first
POSITIVES = 256
# parts that hold at most such a share of all pairs are counted with those beside them
NEAR = 1 / 200


@dataclass(frozen=True)
class Parted:
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
class Edges:
    """Where parts of the list begin, at scores of positives: the `lows`, ascending.

    `at_end`: the parts of which all positives have this score. Both of shape (parts,).
    """

    lows: Array
    at_end: Array


def edges_of(hits: Sequence[Array]) -> Edges:
    """Every so many positives' scores, of those of each class, and of the lowest each.

    Between these there are very many others, of which only the number counts.
    """
    every = np.sort(np.concatenate(hits))
    some = np.concatenate([every[:POSITIVES], every[POSITIVES::POSITIVES]])
    lows = some[first_of_equal(some)]
    if len(every) <= POSITIVES:
        return Edges(lows, np.ones(len(lows), dtype=bool))
    return Edges(lows, lows < every[POSITIVES])


def parted(tally: ScoreTally, edges: Edges) -> Parted:
    """A class without weights, parted so."""
    number, positive = (
        np.diff(np.searchsorted(of, edges.lows), prepend=0, append=len(of))
        for of in (tally.scores, tally.positives)
    )
    # copied, as a part of the array would hold all of it
    return Parted(
        number, positive, tally.scores[:1].copy(), tally.unscored, tally.unscored_positives
    )


def turning_scores(
    edges: Edges, classes: Sequence[Parted], within: Within, size: int
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
    matters = matter(number[::-1], positive[::-1], r, at_end[::-1])[::-1]
    open_ = _bridged(matters, number)
    spans = _spans(lows, open_)
    found = side_by_side(lambda c: within(c, spans), len(classes), size)
    inside, hits = (np.concatenate(of) for of in zip(*found, strict=True))
    del found  # the largest list of all is held once
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
    edges = edges_of([t.positives for t in tallies])
    size = sum(len(t.scores) for t in tallies)
    classes = side_by_side(lambda c: parted(tallies[c], edges), len(tallies), size)

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
    near = before[at[1:]] - before[at[:-1] + 1] <= NEAR * before[-1]
    out = open_.copy()
    for a, b in zip(at[:-1][near].tolist(), at[1:][near].tolist(), strict=True):
        out[a:b] = True
    return out


def _distinct(values: Array) -> tuple[Array, Array]:
    """Values that differ, ascending, and how often each is there."""
    values.sort()
    begins = np.append(np.flatnonzero(first_of_equal(values)), len(values))
    return values[begins[:-1]], np.diff(begins)
