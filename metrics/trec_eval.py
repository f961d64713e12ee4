"""What the program trec_eval prints as eleven-point average, to reconcile its numbers with ours."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np

from metrics.eleven_point import LEVELS, ElevenPoint
from metrics.tallies import Array

Version = Literal["9", "current"]
VERSIONS: tuple[Version, ...] = get_args(Version)


def trec_eval_eleven_point(
    scores: Array,
    documents: Array,
    positive: Array,
    version: Version = "9",
    unretrieved_positives: int = 0,
) -> ElevenPoint:
    """`iprec_at_recall` of one ranking: scores, text ids and truth, all of shape (documents,).

    Scores are held in single precision and equal ones ranked by document id, descending. A level
    becomes a number of hits: up to version 9 the whole part of level * r + 0.9, in floating
    point, so that 0.7 of 3 asks for 2; in the current source the nearest whole number, so that
    0.3 of 4 asks for 1. NaN without positives: such a query is skipped. Source: trec_eval,
    m_iprec_at_recall.c.
    """
    r = int(np.sum(positive)) + unretrieved_positives
    if r == 0:
        return ElevenPoint(np.full(11, np.nan))
    with np.errstate(over="ignore"):
        single = np.asarray(scores, dtype=np.float32)
    id_rank = np.unique(documents, return_inverse=True)[1]
    ranked = np.asarray(positive, dtype=bool)[np.lexsort((-id_rank, -single))]
    rank = np.flatnonzero(ranked) + 1
    precision = np.arange(1, len(rank) + 1) / rank
    best_from = np.append(np.maximum.accumulate(precision[::-1])[::-1], 0.0)
    hits = np.floor(LEVELS * r + (0.9 if version == "9" else 0.5)).astype(np.int64)
    return ElevenPoint(best_from[np.clip(hits - 1, 0, len(rank))])
