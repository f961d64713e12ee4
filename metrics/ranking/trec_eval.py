"""What the program trec_eval prints as eleven-point average, to reconcile its numbers with ours."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np

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
    # one whole number a document, which orders by score and then by id: no two are equal, so one
    # sort of plain numbers ranks them all
    key = (_ordered_bits(scores) << np.uint64(32)) | documents.astype(np.uint64)
    at = np.searchsorted(np.sort(key), np.sort(key[np.asarray(positive, dtype=bool)]))
    return len(key) - at[::-1]


def eleven_point_of_ranks(rank: Array, r: int, version: Version) -> ElevenPoint:
    """The measure of one ranking whose positives have these ranks, of `r` there are."""
    if r == 0:
        return ElevenPoint(np.full(11, np.nan))
    precision = np.arange(1, len(rank) + 1) / rank
    best_from = np.append(np.maximum.accumulate(precision[::-1])[::-1], 0.0)
    hits = np.floor(LEVELS * r + (0.9 if version == "9" else 0.5)).astype(np.int64)
    return ElevenPoint(best_from[np.clip(hits - 1, 0, len(rank))])


def _ordered_bits(scores: Array) -> Array:
    """Whole numbers below 2^32 in the order of the scores held in single precision."""
    with np.errstate(over="ignore"):
        single = np.asarray(scores, dtype=np.float32) + np.float32(0)  # -0 is 0
    bits = single.view(np.uint32)
    # of negative numbers the larger bits are the smaller number
    flipped = np.where(bits >> np.uint32(31), ~bits, bits | np.uint32(1 << 31))
    return flipped.astype(np.uint64)
