"""What the program trec_eval prints as eleven-point average, to reconcile its numbers with ours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from metrics.parallel import first_of_equal
from metrics.ranking.eleven_point import LEVELS, ElevenPoint
from metrics.typing import Array

Version = Literal["9", "current"]
VERSIONS: tuple[Version, ...] = get_args(Version)


def trec_eval_eleven_point(
    scores: Array,
    documents: Array,
    positive: Array,
    version: Version = "9",
    unretrieved_positives: int = 0,
) -> ElevenPoint:
    """`iprec_at_recall` of one ranking: scores, ids and truth, all of shape (documents,).

    The ids are text, or codes from 0 in the order of the text. Scores are held in single precision
    and equal ones ranked by document id, descending. A level becomes a number of hits: up to
    version 9 the whole part of level * r + 0.9, in floating point, so that 0.7 of 3 asks for 2;
    in the current source the nearest whole number, so that 0.3 of 4 asks for 1. NaN without
    positives: such a query is skipped. Source: trec_eval, m_iprec_at_recall.c.
    """
    r = int(np.sum(positive)) + unretrieved_positives
    return eleven_point_of_ranks(ranks_of_positives(scores, documents, positive), r, version)


def ranks_of_positives(scores: Array, documents: Array, positive: Array) -> Array:
    """The ranks of the positives, from 1 and ascending, equal scores by document, descending.

    Arguments as for `trec_eval_eleven_point`; both versions rank alike.
    """
    if documents.dtype.kind not in "iu":
        documents = np.unique(documents, return_inverse=True)[1]
    positive = np.flatnonzero(positive)
    met = met_in(np.sort(scores), np.sort(scores[positive]))
    return ranks_in_order(met, scores, documents, positive)


@dataclass(frozen=True)
class MetPositives:
    """Where the positives of a ranking stand, by rising score, held in single precision.

    `ranks`: how many documents score at least as much, shape (hits,). `values`: the scores of
    positives that other documents have too, each once and ascending. `tied`: which hits have one
    of these, shape (hits,). `at_least`: how many documents score at least each of them.
    """

    ranks: Array
    tied: Array
    values: Array
    at_least: Array


def met_in(ascending: Array, hits: Array) -> MetPositives:
    """Where positives stand among all scores, both ascending."""
    ascending, hits = single(ascending), single(hits)
    n = len(ascending)
    first = np.searchsorted(ascending, hits)
    tied = (first < n - 1) & (ascending[np.minimum(first + 1, n - 1)] == hits)
    return met_at(n - first, tied, hits)


def met_at(ranks: Array, tied: Array, hits: Array) -> MetPositives:
    """Where positives stand whose ranks and ties are known; ascending `hits`."""
    values = hits[tied]
    new = first_of_equal(values)
    return MetPositives(ranks.astype(np.int32), tied, values[new], ranks[tied][new])


def ranks_in_order(met: MetPositives, scores: Array, documents: Array, positive: Array) -> Array:
    """As `ranks_of_positives`, of positives of which it is known where they stand.

    `documents`: codes from 0 in the order of the ids. `positive`: indices of the hits.
    """
    ranks, values = met.ranks.astype(np.int64), met.values
    if not len(values):
        return ranks[::-1]
    scores = single(scores)
    # few documents have a score that others have: they are looked for by half of its bits first
    marked = np.zeros(1 << 16, dtype=bool)
    marked[_low_bits(values)] = True
    # none lies outside: a check would go through a copy of them
    near = np.flatnonzero(marked.take(_low_bits(scores), mode="clip"))
    place = np.minimum(np.searchsorted(values, scores[near]), len(values) - 1)
    near = near[values[place] == scores[near]]
    near = near[np.lexsort((documents[near], scores[near]))]
    hit = np.zeros(len(scores), dtype=bool)
    hit[positive] = True
    hit_positions = np.flatnonzero(hit[near])
    group = np.searchsorted(values, scores[near[hit_positions]])
    within = hit_positions - np.searchsorted(scores[near], values)[group]
    ranks[met.tied] = met.at_least[group] - within
    return np.sort(ranks)


def eleven_point_of_ranks(rank: Array, r: int, version: Version) -> ElevenPoint:
    """The measure of one ranking whose positives have these ranks, of `r` there are."""
    if r == 0:
        return ElevenPoint(np.full(11, np.nan))
    precision = np.arange(1, len(rank) + 1) / rank
    best_from = np.append(np.maximum.accumulate(precision[::-1])[::-1], 0.0)
    hits = hits_wanted(r, version)
    return ElevenPoint(best_from[np.clip(hits - 1, 0, len(rank))])


def hits_wanted(r: Any, version: Version) -> Array:
    """How many hits each level asks for of `r` positives, shape (11,); (n, 11) of (n, 1)."""
    found: Array = np.floor(LEVELS * r + (0.9 if version == "9" else 0.5)).astype(np.int64)
    return found


def single(scores: Array) -> Array:
    """Scores held in single precision, as trec_eval does."""
    with np.errstate(over="ignore"):
        return np.asarray(scores, dtype=np.float32)


def _low_bits(scores: Array) -> Array:
    """The lower half of the bits of scores in single precision, the same for 0 and -0."""
    bits: Array = single(scores).view(np.uint32).astype(np.uint16)
    return bits
