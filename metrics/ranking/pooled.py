"""All pairs of several classes as one list, counted finely only where its measures turn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from metrics.ascending import first_of_equal
from metrics.ranking.matters import matter
from metrics.side_by_side import side_by_side
from metrics.tallies import ScoreTally
from metrics.typing import Array

# positives in a part of the list that is counted as a whole first
POSITIVES = 256


def turning_scores(tallies: Sequence[ScoreTally]) -> ScoreTally:
    """The pooled tally in which only scores stand apart that break-even or eleven points turn on.

    The others of a part stand at its lowest score, so that both come out as of `pooled_scores`.
    One tally at least; none has weights. The list is parted at positives' scores, what its parts
    hold is counted, and only the scores of those that matter are put in order.
    """
    edges = _edges(tallies)
    size = sum(len(t.scores) for t in tallies)
    held = side_by_side(lambda c: _cuts(tallies[c], edges), len(tallies), size)
    cuts = np.array([cut for cut, _ in held]).reshape(len(tallies), -1)
    hit_cuts = np.array([cut for _, cut in held]).reshape(len(tallies), -1)
    number, positive = (np.diff(of.sum(axis=0)) for of in (cuts, hit_cuts))
    missing = sum(t.unscored_positives for t in tallies)
    open_ = matter(number[::-1], positive[::-1], int(positive.sum() + missing))[::-1]
    inside, hits = (
        _within([getattr(t, of) for t in tallies], at, open_)
        for of, at in (("scores", cuts), ("positives", hit_cuts))
    )
    scores = np.concatenate([edges[~open_], inside[0]])
    numbers = np.concatenate([number[~open_], inside[1]])
    positives = np.concatenate([positive[~open_], np.zeros(len(inside[0]), dtype=np.int64)])
    positives[np.searchsorted(inside[0], hits[0]) + np.count_nonzero(~open_)] = hits[1]
    order = np.argsort(scores, kind="stable")
    scores, positives = scores[order], positives[order]
    some = positives > 0
    return ScoreTally(
        scores,
        scores[some],
        sum(t.unscored for t in tallies),
        missing,
        numbers[order],
        positives[some],
    )


def _edges(tallies: Sequence[ScoreTally]) -> Array:
    """The lowest scores of the parts, ascending: every so many positives', and the lowest of all.

    All of them are scores of the list; none where nothing is scored.
    """
    hits = np.sort(np.concatenate([t.positives for t in tallies]))
    lowest = [t.scores[:1] for t in tallies]
    edges = np.sort(np.concatenate([hits[::POSITIVES], np.sort(np.concatenate(lowest))[:1]]))
    return edges[first_of_equal(edges)]


def _cuts(tally: ScoreTally, edges: Array) -> tuple[Array, Array]:
    """Where each part begins among a class's scores and its positives, and where the last ends."""
    starts = (np.searchsorted(of, edges) for of in (tally.scores, tally.positives))
    ends = len(tally.scores), len(tally.positives)
    one, other = (np.append(at, end) for at, end in zip(starts, ends, strict=True))
    return one, other


def _within(of: Sequence[Array], cuts: Array, open_: Array) -> tuple[Array, Array]:
    """The distinct values in open parts, ascending, and how often each is there."""
    turns = np.flatnonzero(np.diff(open_, prepend=False, append=False))
    spans = cuts[:, turns].reshape(len(of), -1, 2).tolist()
    pieces = [own[a:b] for own, mine in zip(of, spans, strict=True) for a, b in mine]
    values = np.concatenate(pieces) if pieces else of[0][:0]
    values.sort()
    first = np.flatnonzero(first_of_equal(values))
    return values[first], np.diff(first, append=len(values))
