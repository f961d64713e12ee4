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

    The ids are text, or numbers in the order of the text. Scores are held in single precision
    and equal ones ranked by document id, descending. A level becomes a number of hits: up to
    version 9 the whole part of level * r + 0.9, in floating point, so that 0.7 of 3 asks for 2;
    in the current source the nearest whole number, so that 0.3 of 4 asks for 1. NaN without
    positives: such a query is skipped. Source: trec_eval, m_iprec_at_recall.c.
    """
    r = int(np.sum(positive)) + unretrieved_positives
    if r == 0:
        return ElevenPoint(np.full(11, np.nan))
    with np.errstate(over="ignore"):
        single = np.asarray(scores, dtype=np.float32)
    rank = _ranks(single, documents, np.asarray(positive, dtype=bool))
    precision = np.arange(1, len(rank) + 1) / rank
    best_from = np.append(np.maximum.accumulate(precision[::-1])[::-1], 0.0)
    hits = np.floor(LEVELS * r + (0.9 if version == "9" else 0.5)).astype(np.int64)
    return ElevenPoint(best_from[np.clip(hits - 1, 0, len(rank))])


def _ranks(scores: Array, documents: Array, positive: Array) -> Array:
    """The ranks of the positives, from 1 and ascending, equal scores by document, descending."""
    ascending, of_positives = np.sort(scores), scores[positive]
    above = len(scores) - np.searchsorted(ascending, of_positives, side="right")
    alike = len(scores) - np.searchsorted(ascending, of_positives) - above
    # documents matter only among equal scores, of which there are few in most rankings
    shared = np.isin(scores, of_positives[alike > 1])
    id_rank = np.unique(documents[shared], return_inverse=True)[1]
    order = np.lexsort((-id_rank, -scores[shared]))
    grouped = scores[shared][order]
    within = np.arange(len(grouped)) - np.searchsorted(-grouped, -grouped)
    tied = len(scores) - np.searchsorted(ascending, grouped, side="right") + within
    return np.sort(np.concatenate([above[alike == 1], tied[positive[shared][order]]])) + 1
