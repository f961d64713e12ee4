"""A whole comparison: all systems side by side, and two of them against each other.

Pages and the command line both show what is put together here, so they cannot disagree.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from breakeven.analysis.comparison.bootstrap import (
    ALPHA,
    FEWEST_DIFFERING,
    LEVEL,
    REPLICATES,
    BestSystems,
    BootstrapDifference,
    Claim,
    Replicates,
    best_systems,
    claim_of,
    difference,
    drawn_interval,
    replicates_of,
)
from breakeven.analysis.comparison.evaluated_losses import losses_of
from breakeven.analysis.comparison.loss_differences import (
    LOSS_AVERAGES,
    replicates_of_losses,
    swapped_losses,
)
from breakeven.analysis.comparison.paired_tests import (
    Randomisation,
    mcnemar,
    micro_sign_test,
    randomisation,
)
from breakeven.analysis.comparison.ranking_bootstrap import replicates_of_rankings
from breakeven.analysis.comparison.roc_areas import class_differences
from breakeven.analysis.comparison.shared_documents import (
    COMPARED_AVERAGES,
    OVER_DOCUMENTS,
    ComparedValues,
    ComparisonSettings,
    SharedDocuments,
    differing_pairs,
    telling_documents,
    telling_pairs,
    values_of,
)
from breakeven.analysis.evaluation.average_intervals import documents_interval, interval_by_average
from breakeven.analysis.evaluation.evaluation import Evaluation
from metrics.incidence import count_per_class, judged
from metrics.measures import precision, ratio, recall
from metrics.typing import Array
from metrics.uncertainty import significance
from metrics.uncertainty.intervals import Interval
from metrics.uncertainty.significance import TestOutcome

ENDS = ("low", "high")
# up to so many differing documents an average's interval is not believed without the swaps
FEW_DIFFERING = 50


@dataclass(frozen=True)
class ComparedSystems:
    """All systems on one measure.

    `replicates` is None below two documents or clusters, and where drawing rankings again is too
    much work.
    """

    common: SharedDocuments
    settings: ComparisonSettings
    values: tuple[ComparedValues, ...]
    replicates: Replicates | None
    seed: int

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems' names, in the order of the comparison."""
        return self.common.systems

    def average(self, name: str) -> Array:
        """One average of every system, shape (systems,)."""
        return np.array([v.averages[name] for v in self.values])

    @cached_property
    def per_class(self) -> Array:
        """Shape (classes, systems)."""
        return np.array([v.per_class for v in self.values]).T

    @cached_property
    def intervals(self) -> Mapping[str, Interval]:
        """The 95 % interval of each average of every system, ends of shape (systems,).

        Empty for measures of rankings, where a best point found on the documents flatters one
        system's value (in a difference that cancels), and below two documents or clusters; areas
        under ROC curves have them, and losses that are finite.
        """
        settings = self.settings
        if settings.of_probabilities:
            return self._loss_intervals
        if settings.measure == "roc_auc" and self.replicates is not None:
            return {
                name: drawn_interval(self.average(name), drawn)
                for name, drawn in self.replicates.averages.items()
            }
        if not settings.of_decisions or self.common.drawn < 2:
            return {}
        if settings.own is not None:
            assert self.replicates is not None
            return {
                name: drawn_interval(self.average(name), drawn)
                for name, drawn in self.replicates.averages.items()
            }
        by_system = [_intervals_of(each, settings) for each in self.common.evaluations]
        return {
            name: Interval(
                *(
                    np.array([getattr(intervals[name], end) for intervals in by_system])
                    for end in ENDS
                )
            )
            for name in COMPARED_AVERAGES
        }

    @property
    def _loss_intervals(self) -> Mapping[str, Interval]:
        losses = [losses_of(e, self.settings.loss).averages for e in self.common.evaluations]
        nothing = Interval(float("nan"), float("nan"))
        intervals: dict[str, Interval] = {}
        for name in LOSS_AVERAGES:
            means = [getattr(each, name) for each in losses]
            ends = [nothing if mean.infinite else mean.finite for mean in means]
            intervals[name] = Interval(*(np.array([getattr(e, end) for e in ends]) for end in ENDS))
        return intervals

    @cached_property
    def standing_of_averages(self) -> BestSystems:
        """Rows in the order of COMPARED_AVERAGES."""
        sign = self.settings.sign
        values = sign * _finite([self.average(name) for name in COMPARED_AVERAGES])
        if self.replicates is None:
            return _only_best(values)
        drawn = sign * np.array([self.replicates.averages[name] for name in COMPARED_AVERAGES])
        standing = best_systems(values, drawn, self._telling)
        if not self.settings.of_rankings:
            self._withdraw_unsure(standing)
        return standing

    def _withdraw_unsure(self, standing: BestSystems) -> None:
        """Where few documents differ an interval says too much: the swaps have to agree."""
        alpha = (1 - LEVEL) / max(1, len(self.systems) - 1)
        es, tried = self.common.evaluations, {}
        for row, name in enumerate(COMPARED_AVERAGES):
            for s in np.flatnonzero(standing.beaten[row]).tolist():
                best = int(standing.best[row])
                if self._telling[row, best, s] > FEW_DIFFERING:
                    continue
                if (best, s) not in tried:
                    tried[best, s] = _swapped(es[s], es[best], self.settings, seed=self.seed)
                if not tried[best, s].averages[name] <= alpha:
                    standing.beaten[row, s] = False

    @cached_property
    def standing_of_classes(self) -> BestSystems:
        """Rows in the order of the classes."""
        sign = self.settings.sign
        if self.replicates is None:
            return _only_best(sign * _finite(self.per_class))
        drawn = sign * np.swapaxes(self.replicates.per_class, 0, 1)
        return best_systems(sign * _finite(self.per_class), drawn, self._differing)

    @cached_property
    def _telling(self) -> Array:
        """Documents, or clusters, that could tell two apart: (averages, systems, systems)."""
        es = self.common.evaluations
        out = np.zeros((len(COMPARED_AVERAGES), len(es), len(es)), dtype=np.int64)
        for i, first in enumerate(es):
            for j in range(i):
                found = telling_documents(first, es[j], self.settings)
                out[:, i, j] = out[:, j, i] = [found[name] for name in COMPARED_AVERAGES]
        return out

    @cached_property
    def _differing(self) -> Array:
        """Documents, or clusters, that could tell two apart, shape (classes, systems, systems).

        Those they decide differently, or of other losses; between rankings, the class's positives.
        """
        es = self.common.evaluations
        if self.settings.of_rankings:
            positives = _with_positives(es[0])[:, None, None]
            return np.broadcast_to(positives, (len(positives), len(es), len(es)))
        out = np.zeros((len(es[0].classes), len(es), len(es)), dtype=np.int64)
        for i, first in enumerate(es):
            for j in range(i):
                apart = first.drawn_with(telling_pairs(first, es[j], self.settings))
                out[:, i, j] = out[:, j, i] = apart
        return out


def _intervals_of(evaluation: Evaluation, settings: ComparisonSettings) -> dict[str, Interval]:
    """By average; where it is a share of documents, those of that share."""
    share = settings.of_documents(evaluation)
    of_documents = {}
    if share is not None:
        of_documents = dict.fromkeys(OVER_DOCUMENTS, documents_interval(evaluation, share))
    if settings.exact:
        nothing = Interval(float("nan"), float("nan"))
        return dict.fromkeys(COMPARED_AVERAGES, nothing) | of_documents
    of_classes = interval_by_average(
        evaluation, settings.measure_function, settings.undefined, settings.top
    )
    return of_classes | of_documents


def _with_positives(evaluation: Evaluation) -> Array:
    return evaluation.drawn_with(judged(evaluation.truth, evaluation.scored.unjudged))


def _only_best(values: Array) -> BestSystems:
    nobody = np.zeros(values.shape, dtype=bool)
    shown = np.where(np.isnan(values), -np.inf, values)
    return BestSystems(np.where(np.isnan(values).all(axis=1), -1, shown.argmax(axis=1)), nobody)


# numbers kept of the classes' replicates: about 200 MB
MOST_HELD = 50_000_000
# a ranking is followed through every replicate: fewer, and none beyond so many scores
RANKED_REPLICATES = 2_000
MOST_SCORES = 5_000_000


def compare_systems(
    common: SharedDocuments,
    settings: ComparisonSettings,
    replicates: int = REPLICATES,
    seed: int = 0,
) -> ComparedSystems:
    """Every system on one measure, with bootstrap replicates.

    With very many classes and systems fewer replicates are drawn, but no fewer than 1,000.
    ValueError for a measure of rankings when a system has no scores; of a loss they must be
    probabilities.
    """
    drawn = None
    es = common.evaluations
    values = tuple(values_of(evaluation, settings) for evaluation in es)
    cells = len(es) * len(es[0].classes)
    if settings.of_decisions and common.drawn > 1:
        number = min(replicates, max(1_000, MOST_HELD // max(1, cells)))
        drawn = replicates_of(common, settings, number, seed)
    elif settings.of_probabilities and common.drawn > 1:
        drawn = replicates_of_losses(common, settings, replicates, seed)
    elif common.drawn > 1 and cells * common.documents <= MOST_SCORES:
        drawn = Replicates(
            *replicates_of_rankings(
                es,
                settings.measure,
                settings.undefined,
                settings.top,
                [v.per_class for v in values],
                replicates=min(replicates, RANKED_REPLICATES),
                seed=seed,
            )
        )
    return ComparedSystems(common, settings, values, drawn, seed)


@dataclass(frozen=True)
class SystemPair:
    """Two systems: new minus old. `per_class` holds arrays of shape (classes,).

    `differing`: per class, documents decided differently, or of other losses; `enough`: at least
    six of them, or, between rankings, six positives, without which no difference is taken for
    real; six clusters of them where documents are in clusters.
    `telling`: by average, documents or clusters that could tell the two apart. `randomised` is
    None for rankings. `holm`, `bh`: per-class p-values of the randomisation,
    corrected over the classes. `real_classes`: those whose difference is beyond chance though so
    many are looked at, boolean: the interval leaves out zero, and p is at most 5 % by Holm over the
    classes where there is `enough`. `settings`: what is measured.
    """

    old: Evaluation
    new: Evaluation
    old_values: ComparedValues
    new_values: ComparedValues
    averages: Mapping[str, BootstrapDifference]
    per_class: BootstrapDifference
    differing: Array
    enough: Array
    telling: Mapping[str, int]
    randomised: Randomisation | None
    holm: Array
    bh: Array
    real_classes: Array
    settings: ComparisonSettings

    @cached_property
    def tests(self) -> tuple[TestOutcome, ...]:
        """Tests of all decisions, documents and classes; made where somebody asks for them."""
        both = (_finite(values.per_class) for values in (self.old_values, self.new_values))
        old, new = both
        return _tests(self.old, self.new, old, new, self.settings)

    @property
    def lower_is_better(self) -> bool:
        """Whether less of what is measured is better."""
        return self.settings.lower_is_better

    @property
    def in_points(self) -> bool:
        """Whether it is a share, of which differences are said in hundredths."""
        return not self.settings.of_probabilities

    @property
    def gain(self) -> Array:
        """By how much the new one is better on each class, shape (classes,), below 0 if worse."""
        return np.asarray(self.per_class.points) * (-1 if self.lower_is_better else 1)

    def p_of(self, average: str) -> float:
        """The p-value of an average by randomisation; NaN for rankings."""
        return float("nan") if self.randomised is None else self.randomised.averages[average]

    def claim(self, average: str) -> Claim:
        """What may be said of the difference of an average."""
        both = (self.old_values, self.new_values)
        if any(math.isinf(values.averages[average]) for values in both):
            return "infinite"
        return claim_of(self.averages[average], self.p_of(average), self.telling[average])


def pair_of(side: ComparedSystems, old: int, new: int) -> SystemPair:
    """Systems number `old` and `new` of a comparison against each other."""
    before, after = side.common.evaluations[old], side.common.evaluations[new]
    a, b = side.values[old], side.values[new]
    drawn = side.replicates
    swapped = None
    if drawn is not None and not side.settings.of_rankings:
        swapped = _swapped(before, after, side.settings, drawn.number, side.seed)
    p = np.full(len(before.classes), np.nan) if swapped is None else swapped.per_class
    no_draws = np.full((*p.shape, 1), np.nan)
    pairs = telling_pairs(before, after, side.settings)
    apart = differing_pairs(before, after) if side.settings.of_rankings else pairs
    telling = before.drawn_with(pairs)
    enough = telling >= FEWEST_DIFFERING
    per_class = difference(
        _finite(a.per_class),
        _finite(b.per_class),
        *((no_draws, no_draws) if drawn is None else drawn.per_class[[old, new]]),
    )
    if side.settings.measure == "roc_auc":
        per_class = _by_delong(per_class, before, after)
    real = np.zeros(len(p), dtype=bool)
    if drawn is not None:
        gaps = drawn.per_class[new] - drawn.per_class[old]
        real = _real_classes(per_class, gaps, p, enough)
    return SystemPair(
        before,
        after,
        a,
        b,
        {
            name: difference(
                _finite(a.averages[name]),
                _finite(b.averages[name]),
                *(
                    (no_draws[0], no_draws[0])
                    if drawn is None
                    else (drawn.averages[name][old], drawn.averages[name][new])
                ),
            )
            for name in COMPARED_AVERAGES
        },
        per_class,
        count_per_class(apart),
        enough,
        telling_documents(before, after, side.settings),
        swapped,
        significance.corrected(p, "holm"),
        significance.corrected(p, "fdr_bh"),
        real,
        side.settings,
    )


def _finite(values: Any) -> Array:
    """The same, undefined where infinite: from there nothing has a distance."""
    return np.where(np.isinf(values), np.nan, values)


def _swapped(
    old: Evaluation,
    new: Evaluation,
    settings: ComparisonSettings,
    draws: int = REPLICATES,
    seed: int = 0,
) -> Randomisation:
    """The two swapped document by document: their decisions, or their losses."""
    swap = swapped_losses if settings.of_probabilities else randomisation
    return swap(old, new, settings, draws, seed)


def _by_delong(drawn: BootstrapDifference, old: Evaluation, new: Evaluation) -> BootstrapDifference:
    """The same differences with DeLong's paired intervals, which need no drawing."""
    ends = class_differences(old, new)
    return replace(drawn, low=ends.low, high=ends.high)


def _real_classes(difference: BootstrapDifference, gaps: Array, p: Array, enough: Array) -> Array:
    """Classes that differ beyond chance though many are looked at, boolean, shape (classes,).

    `gaps`: of the replicates, shape (classes, replicates). `p`: of the swaps, NaN without. So many
    swaps cannot tell how much less likely than once in all of them a difference is, which the
    normal deviate of the replicates then does, as it does without swaps.
    """
    from scipy.special import ndtr  # takes long to import

    real = np.asarray(difference.real) & enough
    candidates = np.flatnonzero(real)
    if not len(candidates):
        return real
    normal = 2 * ndtr(-np.abs(ratio(difference.points[candidates], gaps[candidates].std(axis=1))))
    rarest = 1.5 / (gaps.shape[1] + 1)
    swapped = np.where(np.isnan(p[candidates]), 1.0, p[candidates])
    adjusted = np.where(
        np.isnan(p[candidates]) | (swapped <= rarest), np.minimum(normal, swapped), swapped
    )
    # the others of the family are no smaller than any that could be rejected
    family = np.ones(int(enough.sum()))
    family[: len(candidates)] = adjusted
    real[candidates] = adjusted <= significance.holm_levels(family, ALPHA)[: len(candidates)]
    return real


def _tests(
    old: Evaluation, new: Evaluation, a: Array, b: Array, settings: ComparisonSettings
) -> tuple[TestOutcome, ...]:
    a, b = settings.sign * a, settings.sign * b
    over_classes = (
        significance.macro_sign_test(a, b),
        significance.macro_t_test(a, b),
        significance.macro_rank_test(a, b),
    )
    if not settings.of_decisions or old.scored.sampled:
        # counted one by one, neither weights nor clusters have a place
        return over_classes
    of_decisions = [mcnemar(old, new)]
    # a pair left alone by one is in no universe of its own where there are no bounds; and where a
    # document has one class and gets one, two decisions differ whenever one document does
    if not (old.scored.unbounded or (old.one_of and new.one_of)):
        of_decisions.insert(0, micro_sign_test(old, new))
    trials = {precision: "assigned", recall: "positives"}
    for measure, field in trials.items():
        if settings.measure == measure.__name__:
            pools = old.tables.pooled(), new.tables.pooled()
            counts = [float(getattr(t, c)) for t in pools for c in ("tp", field)]
            of_decisions.append(significance.proportions_test(*counts))
    return (*of_decisions, *over_classes)
