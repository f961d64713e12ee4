"""Break-even points, the averages of precision and areas under ROC curves, documents drawn again.

Between two entries of positives recall stands still, so a ranking is cut into stretches there:
the weights of a replicate are added up per stretch, and the whole curve follows. Near the
break-even point, which is decided document by document, every score has its own stretch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from breakeven.analysis.comparison.shared_documents import COMPARED_AVERAGES
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.evaluation.scored import ScoredSplit
from metrics.averaging import Undefined
from metrics.incidence import judged, mask_of, scores_of_class
from metrics.measures import ratio
from metrics.typing import EQUAL, Array
from metrics.uncertainty import resampling

# replicates worked through at a time
AT_ONCE = 250
# the r-th document of a replicate is looked for among the first 2 r and these
BEYOND = 30


@dataclass(frozen=True)
class RankingStretches:
    """One ranking, cut at h distinct scores from the highest down.

    `items`: csr (2h + 1, groups), how many entries of a group's documents lie above a cut score
    and below the one before (row 2i), at it (row 2i + 1), and below the last. `hits`: csr (h,
    groups), positives at each. `positives`: csr (1, groups), scored or not.
    """

    items: sparse.csr_array
    hits: sparse.csr_array
    positives: sparse.csr_array


def stretches(
    scores: Array,
    positive: Array,
    document: Array,
    unscored: Array,
    gather: sparse.csr_array,
    every_score: bool,
) -> RankingStretches:
    """Cut one ranking: entries with score, truth and document, in any order, of one length.

    It is cut at the scores of positives, and with `every_score` at all others down to where
    the break-even point may lie. `unscored`: the documents of positives without a score.
    `gather`: which documents are drawn together, with their weights, csr (groups, documents).
    """
    drawn = sparse.csc_array(gather)
    group, weight = drawn.indices, drawn.data
    entering = scores[positive]
    if every_score:
        positives = np.concatenate([document[positive], unscored])
        heaviest = weight[positives].max(initial=1) / max(weight[weight > 0].min(initial=1), 1e-12)
        # clusters of positives may be drawn often
        reach = 2 if gather.shape[0] == gather.shape[1] else 6
        depth = int(min(len(scores), (reach * len(positives) + BEYOND) * heaviest))
        entering = np.concatenate([entering, -np.partition(-scores, depth - 1)[:depth]])
    entering = np.unique(entering)
    h = len(entering)
    # entries above which so many cut scores lie
    above = h - np.searchsorted(entering, scores, side="right")
    position = np.minimum(above, max(h - 1, 0))
    is_entry = (
        (above < h) & (entering[::-1][position] == scores) if h else np.zeros(len(scores), bool)
    )
    row = 2 * above + is_entry
    # what lies below the last positive matters only if a positive is below it, unscored
    keep = np.ones(len(row), bool) if len(unscored) else row < 2 * h

    def counted(rows: Array, columns: Array, height: int) -> sparse.csr_array:
        shape = (height, gather.shape[0])
        return sparse.csr_array((weight[columns], (rows, group[columns])), shape=shape)

    everything = np.concatenate([document[positive], unscored])
    return RankingStretches(
        counted(row[keep], document[keep], 2 * h + 1),
        counted(above[positive], document[positive], h),
        counted(np.zeros(len(everything), dtype=np.int64), everything, 1),
    )


def of_class(part: ScoredSplit, c: int) -> tuple[Array, Array, Array, Array]:
    """One class's entries as `stretches` takes them: scores, truth, documents, unscored."""
    n = len(part.rows)
    is_positive = mask_of(part.truth, c)
    judged = np.ones(n, dtype=bool) if part.unjudged is None else ~mask_of(part.unjudged, c)
    document, scores = scores_of_class(part.by_class, c)
    there = judged[document]
    document, scores = document[there], scores[there]
    listed = np.zeros(n, dtype=bool)
    listed[document] = True
    return scores, is_positive[document], document, np.flatnonzero(is_positive & judged & ~listed)


def pooled_of(part: ScoredSplit, classes: Sequence[int]) -> tuple[Array, Array, Array, Array]:
    """The entries of several classes as one ranking."""
    columns = zip(*(of_class(part, c) for c in classes), strict=True)
    return tuple(np.concatenate(column) for column in columns)  # type: ignore[return-value]


@dataclass(frozen=True)
class FollowedRanking:
    """A ranking in some replicates: hits and assigned at each entry of positives, falling.

    `assigned`, `before`, `hits`: shape (h, replicates), at an entry, just above it, and how
    many positives are there; `last`: (replicates,) assigned at the very end; `r`: positives.
    """

    assigned: Array
    before: Array
    hits: Array
    last: Array
    r: Array


def followed(ranking: RankingStretches, weights: Array) -> FollowedRanking:
    """Follow a ranking down, each group as often as drawn; `weights` (groups, some)."""
    reached = np.cumsum(ranking.items @ weights, axis=0, dtype=float)
    return FollowedRanking(
        reached[1::2],
        reached[:-1:2],
        np.cumsum(ranking.hits @ weights, axis=0, dtype=float),
        reached[-1],
        np.asarray(ranking.positives @ weights, dtype=float)[0],
    )


def break_even_replicates(ranking: FollowedRanking) -> tuple[Array, Array, Array]:
    """Value, assigned and hits at the break-even point of each replicate, shape (replicates,).

    As `metrics.ranking.break_even`. NaN without positives drawn.
    """
    h, some = ranking.assigned.shape
    r = ranking.r
    if h == 0:
        nothing = np.full(some, np.nan)
        return nothing, np.zeros(some), np.zeros(some)
    # below the depth at which every score is cut, r may lie within a stretch of negatives
    ends = np.vstack([ranking.before[1:], ranking.last[None, :]])
    within = np.clip(r, ranking.assigned, ends)
    assigned = np.vstack([ranking.assigned, within])
    hits = np.vstack([ranking.hits, ranking.hits])
    exact = np.abs(r - assigned) <= EQUAL * r
    possible = ((hits > 0) | exact) & (r > 0) & (assigned > 0)
    off = np.where(exact, 0.0, np.abs(r - assigned))
    gap = np.where(possible, hits * ratio(off, assigned * r), np.inf)
    best = np.argmin(gap, axis=0), np.arange(some)
    k, a = assigned[best], hits[best]
    defined = np.isfinite(gap[best])
    value = (ratio(a, k) + ratio(a, r)) / 2
    return np.where(defined, value, np.nan), np.where(defined, k, 0), np.where(defined, a, 0)


def eleven_point_replicates(ranking: FollowedRanking) -> Array:
    """The eleven-point average of each replicate, shape (replicates,); as `eleven_point`."""
    some = ranking.assigned.shape[1]
    # where an entry's positives were not drawn, precision falls and recall stands: no harm
    precision = ratio(ranking.hits, ranking.assigned)
    filled = np.where(np.isnan(precision), 0.0, precision)
    best_from = np.vstack([np.maximum.accumulate(filled[::-1], axis=0)[::-1], np.zeros((1, some))])
    total = np.zeros(some)
    for level in range(11):
        # the first entry at which recall reaches the level, and has a positive at all
        reached = (10 * ranking.hits < level * ranking.r * (1 - EQUAL)) | (ranking.hits == 0)
        total += best_from[reached.sum(axis=0), np.arange(some)]
    return np.where(ranking.r > 0, total / 11, np.nan)


def average_precision_replicates(ranking: FollowedRanking) -> Array:
    """Average precision of each replicate, shape (replicates,); NaN without positives drawn."""
    gained = np.diff(ranking.hits, axis=0, prepend=0)
    # where an entry's positives were not drawn nothing is gained, whatever its precision
    precision = np.nan_to_num(ratio(ranking.hits, ranking.assigned))
    return ratio(np.sum(gained * precision, axis=0), ranking.r)


def replicates_of_rankings(
    evaluations: Sequence[Evaluation],
    measure: str,
    undefined: Undefined,
    top: Sequence[int],
    observed: Sequence[Array],
    *,
    replicates: int,
    seed: int,
) -> tuple[dict[str, Array], Array]:
    """Averages, (systems, replicates) each, and classes, (systems, classes, replicates).

    `measure`: one of `OF_RANKINGS`; `observed` the per-class values of each
    system. All systems share the documents drawn. The per-document average is NaN throughout.
    """
    first = evaluations[0]
    k, part = len(first.classes), first.scored
    gather = resampling.weighed(
        resampling.grouping(first.documents, seed, part.clusters, first.documents), part.weights
    )
    shape = (len(evaluations), replicates)
    averages = {name: np.full(shape, np.nan) for name in COMPARED_AVERAGES}
    per_class = np.empty((len(evaluations), k, replicates), dtype=np.float32)
    everywhere = np.ones(k, dtype=bool)
    true_pairs = sparse.csr_array(
        (gather @ sparse.csr_array(judged(first.truth, part.unjudged), dtype=gather.dtype)).T
    )
    judged_pairs = _judged_pairs(part, gather, k)
    for s, evaluation in enumerate(evaluations):
        deep = measure == "break_even"
        rankings = [stretches(*of_class(evaluation.scored, c), gather, deep) for c in range(k)]
        pools: list[tuple[str, RankingStretches]] = []
        wanted: dict[str, list[int]] = {}
        if measure != "break_even":
            wanted = {"micro_top": list(top), "micro": list(range(k))}
            pools = [
                (name, stretches(*pooled_of(evaluation.scored, classes), gather, False))
                for name, classes in wanted.items()
                if classes
            ]
        done = 0
        # drawn anew for each system from one seed: the same documents, and no room taken
        for weights in _wide(resampling.resampling_weights(gather.shape[0], replicates, seed + 1)):
            here = slice(done, done + weights.shape[1])
            if measure == "break_even":
                _break_even_block(
                    rankings, weights, here, s, averages=averages, per_class=per_class, top=top
                )
            else:
                number = judged_pairs @ weights
                for c, ranking in enumerate(rankings):
                    per_class[s, c, here] = _replicates(measure, ranking, weights, number[c])
                for name, ranking in pools:
                    pairs = number[list(wanted[name])].sum(axis=0)
                    averages[name][s, here] = _replicates(measure, ranking, weights, pairs)
            drawn = per_class[s, :, here].astype(float)
            averages["macro"][s, here] = resampling.macro_of_drawn(
                drawn, observed[s], undefined, everywhere
            )
            averages["weighted"][s, here] = resampling.weighted_of_drawn(
                drawn, true_pairs @ weights, observed[s], undefined, everywhere
            )
            done = here.stop
    return averages, per_class


def _judged_pairs(part: ScoredSplit, gather: sparse.csr_array, classes: int) -> Array:
    """By how much each group's documents are judged on each class, (classes, groups)."""
    sizes = np.asarray(gather.sum(axis=1)).ravel()
    every = np.broadcast_to(sizes, (classes, len(sizes)))
    if part.unjudged is None:
        return every
    return every - (gather @ sparse.csr_array(part.unjudged, dtype=gather.dtype)).toarray().T


def _replicates(measure: str, ranking: RankingStretches, weights: Array, total: Array) -> Array:
    """The value of a ranking in each replicate; `total`: its judged entries drawn."""
    of = followed(ranking, weights)
    if measure == "eleven_point":
        return eleven_point_replicates(of)
    if measure == "average_precision":
        return average_precision_replicates(of)
    return roc_area_replicates(of, total)


def roc_area_replicates(ranking: FollowedRanking, total: Array) -> Array:
    """The area under the ROC curve in each replicate, shape (replicates,).

    `total`: judged entries drawn, scored or not, which tie below all others where they have no
    score. NaN without positives or negatives drawn.
    """
    negatives = total - ranking.r
    entering = np.diff(ranking.hits, axis=0, prepend=0)
    above = ranking.before - (ranking.hits - entering)
    tied = ranking.assigned - ranking.before - entering
    wrong = np.sum(entering * (above + tied / 2), axis=0)
    scored_hits = ranking.hits[-1] if len(ranking.hits) else np.zeros_like(ranking.r)
    unscored = ranking.r - scored_hits
    # negatives with a score are above them all
    scored = np.where(unscored > 0, ranking.last - scored_hits, 0.0)
    wrong = wrong + unscored * (scored + (negatives - scored) / 2)
    return 1 - ratio(wrong, ranking.r * negatives)


def _break_even_block(
    rankings: list[RankingStretches],
    weights: Array,
    here: slice,
    s: int,
    *,
    averages: dict[str, Array],
    per_class: Array,
    top: Sequence[int],
) -> None:
    assigned, hits, true = (np.zeros((len(rankings), weights.shape[1])) for _ in range(3))
    for c, ranking in enumerate(rankings):
        of = followed(ranking, weights)
        per_class[s, c, here], assigned[c], hits[c] = break_even_replicates(of)
        true[c] = of.r
    for name, part in (("micro_top", list(top)), ("micro", slice(None))):
        k, a, r = (cells[part].sum(axis=0) for cells in (assigned, hits, true))
        averages[name][s, here] = (ratio(a, k) + ratio(a, r)) / 2


def _wide(blocks: Iterator[Array]) -> Iterator[Array]:
    """The same replicates in wider blocks, so that the loop over classes is run less often."""
    kept: list[Array] = []
    for block in blocks:
        kept.append(block)
        if sum(b.shape[1] for b in kept) >= AT_ONCE:
            yield np.concatenate(kept, axis=1)
            kept = []
    if kept:
        yield np.concatenate(kept, axis=1)
