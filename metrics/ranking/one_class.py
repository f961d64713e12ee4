"""One class without weights counted as finely as its measures turn, its scores in any order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.ascending import first_of_equal
from metrics.incidence import index_kind
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
    first = first_of_equal(hits)
    own = hits[first]
    below, several = standing(scores, np.concatenate([own, edges.lows]))
    lowest = scores.min(keepdims=True) if len(scores) else scores

    def parts(below: Array, hits_below: Array) -> Parted:
        number = np.diff(below, prepend=0, append=len(scores))
        positive = np.diff(hits_below, prepend=0, append=len(hits))
        # held of all classes at once, of a thousand parts and more
        kind = index_kind(len(scores))
        return Parted(number.astype(kind), positive.astype(kind), lowest, 0, 0)

    def within(_: int, spans: Spans) -> tuple[Array, Array]:
        return in_any_order(scores, spans), in_order(hits, spans)

    each = Edges(own, np.ones(len(own), dtype=bool))
    between = parts(below[: len(own)], np.flatnonzero(first))
    tally = turning_scores(each, [between], within, len(scores))
    if single(scores) is scores:
        met = _met(hits, below[: len(own)], several[: len(own)], len(scores))
    else:
        narrow = single(hits)
        of_narrow = standing(single(scores), narrow[first_of_equal(narrow)])
        met = _met(narrow, *of_narrow, len(scores))
    in_list = parts(below[len(own) :], np.searchsorted(hits, edges.lows))
    return Turning(tally, met, in_list)


def at_hits(scores: Array, hits: Array) -> ScoreTally:
    """A class by its scores and those of its positives, both in any order, counted where these are.

    What lies between two of them stands at the lower one, and what is below all is not scored: the
    points at which positives enter are those of `tally_scores`, and so is the best F.
    """
    hits = np.sort(hits)
    begins = np.flatnonzero(first_of_equal(hits))
    own = hits[begins]
    below, _ = standing(scores, own)
    number = np.diff(below, append=len(scores))
    times = np.diff(begins, append=len(hits))
    return ScoreTally(own, own, len(scores) - int(number.sum()), 0, number, times)


def _met(hits: Array, below: Array, several: Array, n: int) -> Met:
    """Where ascending hits stand, of which it is known of the different ones, in single precision.

    `several`: whether other documents have such a score.
    """
    of = np.cumsum(first_of_equal(hits)) - 1
    return met_at(n - below[of], several[of], hits)
