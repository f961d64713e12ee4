"""What the program trec_eval prints as eleven-point average, to reconcile its numbers with ours."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np

from metrics.ranking.eleven_point import LEVELS, ElevenPoint
from metrics.typing import Array

Version = Literal["9", "current"]
# above every document's code
LAST = (1 << 32) - 1
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
    single = _single(scores)
    return ranks_in_order(np.sort(single), single, documents, np.flatnonzero(positive))


def ranks_in_order(ascending: Array, scores: Array, documents: Array, positive: Array) -> Array:
    """As `ranks_of_positives`, of scores that are also given in ascending order.

    `documents`: codes from 0 in the order of the ids. `positive`: indices.
    """
    ascending, own = _single(ascending), _single(scores[positive])
    first = np.searchsorted(ascending, own)
    after = np.searchsorted(ascending, own, side="right")
    tied = np.flatnonzero(after - first > 1)
    ranks = len(ascending) - first
    if len(tied):
        # few documents have such a score: they are found by the half of its bits that varies most
        marked = np.zeros(1 << 16, dtype=bool)
        marked[_low_bits(own[tied])] = True
        near = np.flatnonzero(marked[_low_bits(scores)])
        # one whole number a document, which orders by score and then by id: no two are equal
        keys = np.sort(_keys(scores[near], documents[near]))
        of_tied = _keys(own[tied], documents[positive[tied]])
        last = _keys(own[tied], np.full(len(tied), LAST))
        later = np.searchsorted(keys, last, side="right") - np.searchsorted(keys, of_tied)
        ranks[tied] = len(ascending) - after[tied] + later
    return np.sort(ranks)


def eleven_point_of_ranks(rank: Array, r: int, version: Version) -> ElevenPoint:
    """The measure of one ranking whose positives have these ranks, of `r` there are."""
    if r == 0:
        return ElevenPoint(np.full(11, np.nan))
    precision = np.arange(1, len(rank) + 1) / rank
    best_from = np.append(np.maximum.accumulate(precision[::-1])[::-1], 0.0)
    hits = np.floor(LEVELS * r + (0.9 if version == "9" else 0.5)).astype(np.int64)
    return ElevenPoint(best_from[np.clip(hits - 1, 0, len(rank))])


def _single(scores: Array) -> Array:
    """Scores held in single precision, as trec_eval does."""
    with np.errstate(over="ignore"):
        return np.asarray(scores, dtype=np.float32)


def _keys(scores: Array, documents: Array) -> Array:
    """Whole numbers in the order of scores in single precision, and then of documents."""
    bits = (_single(scores) + np.float32(0)).view(np.uint32)  # -0 is 0
    # of negative numbers the larger bits are the smaller number
    ordered = np.where(bits >> np.uint32(31), ~bits, bits | np.uint32(1 << 31))
    return (ordered.astype(np.uint64) << np.uint64(32)) | documents.astype(np.uint64)


def _low_bits(scores: Array) -> Array:
    """The lower half of the bits of scores in single precision, the same for 0 and -0."""
    bits: Array = _single(scores).view(np.uint32).astype(np.uint16)
    return bits
