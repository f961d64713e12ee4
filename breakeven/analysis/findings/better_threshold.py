"""Whether a class's threshold should move: found and tried on different halves of documents.

Tested in `test_class_findings`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.evaluation import Evaluation, scores_of
from breakeven.analysis.findings import check_rules
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.finding import Finding, GainBaseline
from breakeven.data.wording import quoted
from metrics import measures
from metrics.incidence import count_per_class, judged, members, scores_of_class
from metrics.measures import alpha_of, ratio
from metrics.parallel import run_parallel
from metrics.ranking.unsorted_scores import at_hits
from metrics.sparse_scores import ListedTallies
from metrics.tallies import ContingencyTable, ScoreTally, tally_scores
from metrics.thresholds.strategies import best_threshold, fit_on_other_half
from metrics.typing import EQUAL, Array

LEAST_POSITIVES = 10
MOVABLE = ("given", "threshold", "per_class")
REPLICATES = 1000
ALPHA = 0.01
# numbers drawn in one go
MOST_AT_ONCE = 4_000_000


@dataclass(frozen=True, kw_only=True)
class BetterThreshold:
    """A threshold that would do better for a class, on documents it was not fitted on.

    `before`, `after`: F as decided now and with thresholds fitted on the other half of the
    documents, in [0, 1]. `threshold` is fitted on all of them. `rows` of the truth would be
    decided otherwise; `counts` are the tp, fp, fn, tn of the class then.
    """

    class_index: int
    name: str
    where: str
    before: float
    after: float
    threshold: float
    rows: Array
    counts: tuple[float, float, float, float]

    def finding(self) -> Finding:
        """The finding, but for what the move would gain and mend."""
        return check_rules.MOVE.finding(
            classes=(self.class_index,),
            documents=self.rows,
            evidence={"f": self.before, "f_moved": self.after, "threshold": self.threshold},
            name=self.name,
            where=self.where,
            before=self.before,
            after=self.after,
            gained=self.after - self.before,
            threshold=self.threshold,
        )


def better_thresholds(evaluation: Evaluation, limits: Limits, beta: float) -> list[BetterThreshold]:
    """Of every class for which there is one, in the order of the classes.

    `evaluation`: the decisions as they are, on the documents thresholds may be fitted on.
    """
    truth = judged(evaluation.truth, evaluation.scored.unjudged)
    enough = np.flatnonzero(count_per_class(truth) >= LEAST_POSITIVES)
    scores = evaluation.scored.given
    if sparse.issparse(scores) and not evaluation.scored.sampled:
        enough = enough[_may_gain(evaluation, limits, beta)[enough]]
    # of listed scores each class has few, and threads would only wait for each other
    values = 0 if scores is None or sparse.issparse(scores) else len(enough) * evaluation.documents
    candidates = run_parallel(
        lambda i: better_threshold(evaluation, int(enough[i]), limits, beta), len(enough), values
    )
    return [better for better in candidates if better is not None]


def _may_gain(evaluation: Evaluation, limits: Limits, beta: float) -> Array:
    """Which classes might gain what is asked for, reckoned for all of them at once, (classes,)."""
    listed, tables = evaluation.scored.tallies, evaluation.tables
    if not isinstance(listed, ListedTallies):
        return np.ones(len(evaluation.classes), dtype=bool)
    tp, assigned = fit_on_other_half(listed, beta)
    moved = ContingencyTable(tp, assigned - tp, tables.positives - tp, np.zeros(len(tp)))
    gain = measures.f_beta(moved, beta) - measures.f_beta(tables, beta)
    return np.asarray(gain >= limits.threshold_gain - EQUAL)


def threshold_findings(
    evaluation: Evaluation, better: Iterable[BetterThreshold], beta: float
) -> list[Finding]:
    """A finding of each, with what F would gain by it on these documents."""
    standing = GainBaseline(evaluation.tables, beta)
    return [replace(one.finding(), **_gained(standing, one)) for one in better]


def _gained(standing: GainBaseline, better: BetterThreshold) -> dict[str, Any]:
    """What the move would change and gain, and how many errors it mends of all."""
    c, now = better.class_index, standing.tables[better.class_index]
    old = (float(now.tp), float(now.fp), float(now.fn))
    tp, fp, fn = (new - was for new, was in zip(better.counts[:3], old, strict=True))
    change = ((c, tp, fp, fn),)
    macro, micro = standing.changed(change)
    mended = max(-(fp + fn), 0.0)
    share = mended / standing.errors if standing.errors else 0.0
    return {
        "change": change, "gain_macro": macro, "gain_micro": micro,
        "errors": mended, "error_share": share,
    }  # fmt: skip


def better_threshold(
    evaluation: Evaluation, class_index: int, limits: Limits, beta: float
) -> BetterThreshold | None:
    """The threshold that would do better for one class by `limits.threshold_gain`, beyond chance.

    It also has to do better than assigning every document, beyond chance. None where there is
    none, below ten positives, and where one class is chosen per document or by a rule with an aim
    of its own.
    """
    scored = evaluation.scored
    if evaluation.one_of or evaluation.cut.rule not in MOVABLE or not scored.has_scores:
        return None
    sample = _sample(evaluation, class_index)
    if np.count_nonzero(sample.positive & sample.judged) < LEAST_POSITIVES:
        return None
    moved = _fitted_elsewhere(sample, beta)
    if moved is None:
        return None
    before, after = (_f_of(sample.counts(called), beta) for called in (sample.now, moved))
    if not after - before >= limits.threshold_gain:
        return None
    # what does no better than the whole collection is no threshold
    if any(_lowest_difference(sample, moved, beta, everything=e) <= 0 for e in (False, True)):
        return None
    tally = sample.tally(sample.usable)
    best = tally.short(best_threshold(tally, beta).threshold).item()
    split = evaluation.split
    return BetterThreshold(
        class_index=class_index,
        name=evaluation.classes[class_index],
        where="these documents" if split is None else quoted(split),
        before=before,
        after=after,
        threshold=best,
        rows=evaluation.rows[sample.documents[(sample.now != moved) & sample.judged]],
        counts=sample.counts(moved),
    )


@dataclass(frozen=True, kw_only=True)
class _Sample:
    """The documents of one class; arrays of shape (documents,), weights and clusters or None.

    `documents`: their positions, ascending; `now`: as decided now; `half`: which of them are in
    the one half. `rest`: how many more were judged and have neither the class, nor a score, nor a
    decision for it.
    """

    documents: Array
    scores: Array
    positive: Array
    judged: Array
    now: Array
    half: Array
    rest: int
    weights: Array | None
    clusters: Array | None

    @property
    def usable(self) -> Array:
        """Documents that have a score and were judged."""
        return self.judged & np.isfinite(self.scores)

    def tally(self, chosen: Array) -> ScoreTally:
        """The scores of the documents of a mask."""
        weights = None if self.weights is None else self.weights[chosen]
        return tally_scores(self.scores[chosen], self.positive[chosen], weights=weights)

    def best(self, chosen: Array, beta: float) -> float:
        """The threshold of the best F on the documents of a mask."""
        if self.weights is not None:
            return best_threshold(self.tally(chosen), beta).threshold
        hits = self.scores[chosen & self.positive]
        return best_threshold(at_hits(self.scores[chosen], hits), beta).threshold

    def counts(self, called: Array) -> tuple[float, float, float, float]:
        """tp, fp, fn, tn of these decisions, by the documents' weights; none of the `rest`."""
        code = 2 * self.positive[self.judged] + called[self.judged]
        weights = None if self.weights is None else self.weights[self.judged]
        tn, fp, fn, tp = np.bincount(code, weights, minlength=4).tolist()
        return tp, fp, fn, tn + self.rest


def _sample(evaluation: Evaluation, c: int) -> _Sample:
    """What is known of a class; of few listed scores only the documents that have something."""
    scored, m = evaluation.scored, evaluation.documents
    true, called = members(evaluation.truth, c), members(evaluation.assigned, c)
    off = np.zeros(0, dtype=np.int64) if scored.unjudged is None else members(scored.unjudged, c)
    documents, scores = np.arange(m), scored.by_class
    if not sparse.issparse(scores):
        own = scores[c]
    elif scored.sampled:
        own = scores_of(evaluation, c)
    else:
        listed, values = scores_of_class(scores, c)
        documents = np.unique(np.concatenate([listed, true, called, off]))
        own = np.full(len(documents), -np.inf)
        own[np.searchsorted(documents, listed)] = values

    def there(rows: Array) -> Array:
        mask = np.zeros(len(documents), dtype=bool)
        mask[rows if len(documents) == m else np.searchsorted(documents, rows)] = True
        return mask

    return _Sample(
        documents=documents,
        scores=own,
        positive=there(true),
        judged=~there(off),
        now=there(called),
        half=every_other(documents, scored.clusters),
        rest=m - len(documents),
        weights=scored.weights,
        clusters=scored.clusters,
    )


def every_other(documents: Array, clusters: Array | None) -> Array:
    """Every other document; every other cluster where there are any, so that none is in both."""
    if clusters is None:
        return documents % 2 == 0
    return np.asarray(np.unique(clusters, return_inverse=True)[1] % 2 == 0)


def _fitted_elsewhere(sample: _Sample, beta: float) -> Array | None:
    """Decisions on each half by the threshold fitted on the other; None without positives."""
    half, usable, reached = sample.half, sample.usable, []
    for fit in (~half, half):
        chosen = usable & fit
        if not sample.positive[chosen].any():
            return None
        reached.append(sample.scores >= sample.best(chosen, beta))
    return np.where(half, *reached)


def _f_of(counts: tuple[float, float, float, float], beta: float) -> float:
    return float(measures.f_beta(ContingencyTable(*(np.asarray(n) for n in counts)), beta))


def _lowest_difference(sample: _Sample, moved: Array, beta: float, *, everything: bool) -> float:
    """Lower 1 % point of F moved - F now when the documents, or clusters, are drawn again.

    `everything`: beside every document assigned, instead of what is now.
    """
    now = np.ones(len(moved), dtype=bool) if everything else sample.now
    kind = (4 * sample.positive + 2 * now + moved)[sample.judged]
    drawn = _drawn(sample, kind, 2 * everything)
    alpha = alpha_of(beta)

    def f(called: Array) -> Array:
        true = np.array([0, 0, 0, 0, 1, 1, 1, 1])
        tp = drawn @ (true * called)
        fp, fn = drawn @ ((1 - true) * called), drawn @ (true * (1 - called))
        return np.nan_to_num(ratio(tp, tp + (1 - alpha) * fn + alpha * fp))

    difference = f(np.array([0, 1] * 4)) - f(np.array([0, 0, 1, 1] * 2))
    return float(np.quantile(difference, ALPHA))


def _drawn(sample: _Sample, kind: Array, rest: int) -> Array:
    """Documents of each of eight kinds, by their weights, when drawn again: (REPLICATES, 8).

    `rest`: of which kind those are that have nothing of the class.
    """
    random = np.random.default_rng(0)
    if sample.weights is None and sample.clusters is None:
        # a Poisson number of each document adds up to a Poisson number of each kind
        number = np.bincount(kind, minlength=8)
        number[rest] += sample.rest
        return random.poisson(number, size=(REPLICATES, 8))
    own = np.arange(len(sample.judged)) if sample.clusters is None else sample.clusters
    unit = np.unique(own[sample.judged], return_inverse=True)[1]
    weights = None if sample.weights is None else sample.weights[sample.judged]
    units = int(unit.max()) + 1
    each = np.bincount(8 * unit + kind, weights, minlength=8 * units).reshape(units, 8)
    step = max(1, MOST_AT_ONCE // units)
    blocks = [min(step, REPLICATES - done) for done in range(0, REPLICATES, step)]
    return np.concatenate([random.poisson(1.0, size=(n, units)) @ each for n in blocks])
