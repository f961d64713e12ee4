"""One class without weights counted as finely as its measures turn, its scores in any order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.ascending import first_of_equal
from metrics.ranking.pooled import Edges, Parted, Spans, in_any_order, in_order, turning_scores
from metrics.ranking.standing import standing
from metrics.ranking.trec_eval import Met, met_at, single
from metrics.tallies import ScoreTally
from metrics.typing import Array


@dataclass(frozen=True)
class Turning:
    """What every measure of a class is a function of that looks at its positives and break-even.

    `tally`: each score of positives stands apart, and of the others those that break-even turns on;
    what else lies between two stands at the lower one. `met`: where positives stand. `parted`: the
    class as a part of the list of all pairs.
    """

    tally: ScoreTally
    met: Met
    parted: Parted


def turning(scores: Array, hits: Array, edges: Edges) -> Turning:
    """A class by its scores, shape (n,), and those of its positives, both in any order.

    `edges`: where parts of the list of all pairs begin.
    """
    hits = np.sort(hits)
    own = hits[first_of_equal(hits)]
    below, up_to = standing(scores, np.concatenate([own, edges.lows]))

    def parts(numbers: Array, lows: Array) -> Parted:
        sides = (numbers, len(scores)), (np.searchsorted(hits, lows), len(hits))
        number, positive = (np.diff(of, prepend=0, append=whole) for of, whole in sides)
        return Parted(number, positive, scores.min(keepdims=True) if len(scores) else scores, 0, 0)

    def within(_: int, spans: Spans) -> tuple[Array, Array]:
        return in_any_order(scores, spans), in_order(hits, spans)

    between = parts(below[: len(own)], own)
    each = Edges(own, np.ones(len(own), dtype=bool))
    tally = turning_scores(each, [between], within, len(scores))
    if single(scores) is scores:
        met = _met(hits, own, below[: len(own)], up_to[: len(own)], len(scores))
    else:
        narrow = single(hits)
        values = narrow[first_of_equal(narrow)]
        met = _met(narrow, values, *standing(single(scores), values), len(scores))
    return Turning(tally, met, parts(below[len(own) :], edges.lows))


def _met(hits: Array, own: Array, below: Array, up_to: Array, n: int) -> Met:
    """Where ascending hits stand, of which `own` are the different ones, in single precision."""
    of = np.searchsorted(own, hits)
    return met_at(n - below[of], (up_to - below)[of] > 1, hits)
