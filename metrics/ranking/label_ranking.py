"""How well the classes of each document are ranked: measures for long lists of labels.

Each is a value a document, from where its true classes stand among all classes by score. Equal
scores stand in every order equally often, and a value is the mean over those orders, but for
coverage and ranking loss, which take the worst. A class that is not scored comes after all that
are, and is among the first k of nobody.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from metrics.incidence import count_per_document
from metrics.measures import ratio
from metrics.typing import Array

# pairs of a true class and a competing class that are compared at a time
COMPARISONS = 20_000_000
# of Jain et al., as for labels of articles and products without better knowledge
A, B = 0.55, 1.5


@dataclass(frozen=True)
class LabelRanking:
    """Where the true classes of n documents stand.

    `r`: true classes of each document, shape (n,); `classes`: how many classes were judged, (n,).
    Of each true class that is scored, grouped by document, shape (hits,): `document`; `klass`;
    `above`: classes of a higher score; `equal`: those of its own score, itself among them;
    `hit_rank`: true classes of at least its score.
    """

    r: Array
    classes: Array
    document: Array
    klass: Array
    above: Array
    equal: Array
    hit_rank: Array

    def per_document(self, of_hits: Array) -> Array:
        """Sums over the hits of each document, shape (n,)."""
        return np.bincount(self.document, of_hits, minlength=len(self.r))


def label_ranking(
    scores: Array | sparse.csr_array, labels: sparse.sparray, unjudged: sparse.sparray | None = None
) -> LabelRanking:
    """The ranking of classes in every document.

    `scores` (classes, documents), NaN where never ranked, or csr with listed classes only;
    `labels`, `unjudged` boolean (documents, classes). A pair that nobody judged must have no score.
    Time grows with the number of labels times that of classes.
    """
    truth = sparse.csr_array(labels)
    truth.sort_indices()
    n, k = truth.shape
    classes = np.full(n, k) - (0 if unjudged is None else count_per_document(unjudged))
    hits = _listed_hits if sparse.issparse(scores) else _dense_hits
    document, klass, above, equal, own = hits(scores, truth)
    # true classes of at least the own score: by falling score, the last of equal ones
    order = np.lexsort((-own, document))
    before = np.concatenate([[0], np.cumsum(np.bincount(document, minlength=n))])[document]
    document, klass, above, equal = (held[order] for held in (document, klass, above, equal))
    changes = (np.diff(document, append=-1) != 0) | (np.diff(above, append=-1) != 0)
    last = np.flatnonzero(changes)
    hit_rank = last[np.searchsorted(last, np.arange(len(document)))] + 1 - before
    return LabelRanking(count_per_document(truth), classes, document, klass, above, equal, hit_rank)


def _dense_hits(scores: Array, truth: sparse.csr_array) -> tuple[Array, ...]:
    document = np.repeat(np.arange(truth.shape[0]), np.diff(truth.indptr))
    klass = truth.indices
    own = scores[klass, document]
    ranked = ~np.isnan(own)
    document, klass, own = document[ranked], klass[ranked], own[ranked]
    above, equal = np.empty((2, len(document)), dtype=np.int64)
    step = max(1, COMPARISONS // max(1, scores.shape[0]))
    for start in range(0, len(document), step):
        part = slice(start, start + step)
        others = scores[:, document[part]]
        above[part] = np.sum(others > own[part], axis=0)
        equal[part] = np.sum(others == own[part], axis=0)
    return document, klass, above, equal, own


def _listed_hits(scores: sparse.csr_array, truth: sparse.csr_array) -> tuple[Array, ...]:
    listed = sparse.csc_array(scores)
    document = np.repeat(np.arange(listed.shape[1]), np.diff(listed.indptr))
    order = np.lexsort((-listed.data, document))
    document, klass, score = document[order], listed.indices[order], listed.data[order]
    starts = (np.diff(document, prepend=-1) != 0) | (np.diff(score, prepend=np.nan) != 0)
    group = np.cumsum(starts) - 1
    first = np.flatnonzero(starts)
    above = first[group] - np.searchsorted(document, document)
    equal = np.bincount(group)[group] if len(group) else group
    width = np.int64(truth.shape[1])
    true_pairs = np.repeat(np.arange(truth.shape[0]), np.diff(truth.indptr)) * width + truth.indices
    hit = np.isin(document * width + klass, true_pairs)
    return document[hit], klass[hit], above[hit], equal[hit], score[hit]


def _places_within(ranking: LabelRanking, k: Array | int) -> Array:
    """The share of the orders of equal scores in which each hit is among the first k."""
    return np.clip((k - ranking.above) / ranking.equal, 0, 1)


def precision_at(ranking: LabelRanking, k: int) -> Array:
    """Of the first k classes the share that is true, shape (documents,), in [0, 1].

    Divided by k also where fewer classes are scored; NaN without a true class. Source: Järvelin &
    Kekäläinen (2002); trec_eval's `P` breaks ties by name instead.
    """
    within = ranking.per_document(_places_within(ranking, k))
    return np.where(ranking.r > 0, within / k, np.nan)


def recall_at(ranking: LabelRanking, k: int) -> Array:
    """Of the true classes the share among the first k, shape (documents,), in [0, 1].

    NaN without a true class. At most k/r, where a document has r.
    """
    return ratio(ranking.per_document(_places_within(ranking, k)), ranking.r)


def r_precision(ranking: LabelRanking) -> Array:
    """Precision among as many classes as are true, shape (documents,), in [0, 1].

    NaN without a true class. Source: Manning, Raghavan & Schütze (2008), section 8.4.
    """
    within = _places_within(ranking, ranking.r[ranking.document])
    return ratio(ranking.per_document(within), ranking.r)


def ndcg_at(ranking: LabelRanking, k: int) -> Array:
    """Discounted gain of the first k classes over the best possible, shape (documents,), in [0, 1].

    A true class at place j gains 1/log2(1 + j). NaN without a true class. Source: Järvelin &
    Kekäläinen (2002); ties as McSherry & Najork (2008).
    """
    most = int(max(ranking.classes.max(initial=0), k)) + 1
    gained = np.concatenate([[0.0], np.cumsum(1 / np.log2(np.arange(2, most + 2)))])
    to = np.minimum(ranking.above + ranking.equal, k)
    gain = (gained[to] - gained[np.minimum(ranking.above, k)]) / ranking.equal
    return ratio(ranking.per_document(gain), gained[np.minimum(ranking.r, k)])


def label_ranking_average_precision(ranking: LabelRanking) -> Array:
    """The mean, over the true classes, of the precision down to each, (documents,), in [0, 1].

    Equal scores enter together; a true class without a score adds nothing. NaN without a true
    class. Source: Tsoumakas, Katakis & Vlahavas (2010); scikit-learn's, which counts a document
    without a true class as 1.
    """
    return ratio(
        ranking.per_document(ranking.hit_rank / (ranking.above + ranking.equal)), ranking.r
    )


def coverage(ranking: LabelRanking) -> Array:
    """How many classes down the list the last true one stands, shape (documents,), from r on.

    The worst place among equal scores; all classes where a true one is not scored. NaN without a
    true class. Source: Tsoumakas, Katakis & Vlahavas (2010), less 1 there; scikit-learn's
    `coverage_error`, which counts a document without a true class as 0.
    """
    down = np.zeros(len(ranking.r))
    np.maximum.at(down, ranking.document, ranking.above + ranking.equal)
    scored = np.bincount(ranking.document, minlength=len(ranking.r))
    down = np.where(scored < ranking.r, ranking.classes, down)
    return np.where(ranking.r > 0, down, np.nan)


def ranking_loss(ranking: LabelRanking) -> Array:
    """The share of pairs of a true and another class in the wrong order, (documents,), in [0, 1].

    Equal scores are in the wrong order. NaN without a true class, and where all are true. Source:
    Tsoumakas, Katakis & Vlahavas (2010); scikit-learn counts those documents as 0.
    """
    others = ranking.classes - ranking.r
    wrong = ranking.per_document(ranking.above + ranking.equal - ranking.hit_rank)
    unscored = ranking.r - np.bincount(ranking.document, minlength=len(ranking.r))
    return ratio(wrong + unscored * others, ranking.r * others)


def propensities(held: Array, documents: float) -> Array:
    """How likely a true label of each class is to have been given, shape (classes,), in (0, 1].

    `held`: how many of the `documents` that the system learnt from have each class. A model of what
    is left out when people label from long lists, not an estimate from these data; 1 for all of
    fewer than three documents. Source: Jain, Prabhu & Varma (2016), A = 0.55, B = 1.5.
    """
    if documents <= np.e:
        return np.ones(len(held))
    c = (np.log(documents) - 1) * (B + 1) ** A
    return 1 / (1 + c * np.exp(-A * np.log(held + B)))


def propensity_scored_precision_at(
    ranking: LabelRanking, labels: sparse.sparray, propensity: Array, k: int
) -> tuple[Array, Array]:
    """What the first k classes gain where rare ones count more, and the most they could.

    Two arrays of shape (documents,), each at least 0; PSP@k is the sum of the first over that of
    the second. A true class counts 1 over its propensity. Source: Jain, Prabhu & Varma (2016).
    """
    gain = ranking.per_document(_places_within(ranking, k) / propensity[ranking.klass])
    truth = sparse.csr_array(labels)
    document = np.repeat(np.arange(truth.shape[0]), np.diff(truth.indptr))
    worth = 1 / propensity[truth.indices]
    order = np.lexsort((-worth, document))
    place = np.arange(len(order)) - truth.indptr[document]
    most = np.bincount(document, worth[order] * (place < k), minlength=truth.shape[0])
    return gain, most
