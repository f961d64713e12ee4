"""Slices of the evaluated documents side by side, each against the rest.

The rest is all documents that are not in the slice, so that no document is on both sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

import numpy as np

from breakeven.analysis.evaluation.evaluation import Evaluation, decided, exactly_right
from metrics.averaging import Undefined, anomaly_free, mean_of
from metrics.dataset.data_checks import total_variation
from metrics.incidence import judged, weigh_per_class
from metrics.measures import f_beta
from metrics.slices.standardisation import SameMix, difference_of_two, same_mix, strata_of
from metrics.typing import Array, AverageName
from metrics.uncertainty.average_intervals import (
    Influence,
    average_influence,
    interval_of,
    mean_influence,
)
from metrics.uncertainty.intervals import Interval
from metrics.uncertainty.significance import far_among

# F by its averages, and the share of documents whose classes are exactly right
SliceAverage = Literal[AverageName, "exact_match"]


@dataclass(frozen=True)
class DeclaredSlice:
    """Some of the evaluated documents: `inside`, mask (documents,).

    `where`: the filter that keeps them, as text. `by_outcome`: whether it asks what was decided;
    `by_truth`: what is true.
    """

    name: str
    where: str
    inside: Array
    by_outcome: bool = False
    by_truth: bool = False


@dataclass(frozen=True)
class DifferenceFromRest:
    """A slice less the rest; NaN where either is undefined.

    `interval`: 95 %, of this slice by itself. `slices_compared`: how many slices are side by side.
    """

    value: float
    interval: Interval
    slices_compared: int = 1

    @property
    def clear(self) -> bool:
        """Whether the interval leaves out 0, were it of all slices together (Bonferroni)."""
        wider = far_among(self.slices_compared) / far_among(1)
        low, high = (
            self.value + wider * (end - self.value)
            for end in (self.interval.low, self.interval.high)
        )
        return bool(low > 0 or high < 0)


@dataclass(frozen=True, kw_only=True)
class SliceComparison:
    """What a system does on a slice, and against the rest.

    `documents`, by weight, and their `share` of all. `mix_distance`: how far the classes' mix is
    from that of the rest, in [0, 1]. `micro`, `macro`, `weighted` and `per_document`: F; macro
    and weighted F are means over the `classes` with documents on both sides, without the `left_out`
    others. `difference` and `standardised`, with the same mix of true classes, are of one of them;
    `covered`: the share of judged documents that the latter is about. `rest`: how many documents
    the rest has.
    """

    declared: DeclaredSlice
    documents: float
    rest: float
    share: float
    mix_distance: float
    micro: float
    macro: float
    weighted: float
    per_document: float
    exact_match: float
    classes: int
    left_out: int
    difference: DifferenceFromRest
    standardised: DifferenceFromRest
    covered: float

    def average(self, kind: SliceAverage) -> float:
        """The average of this kind on the slice."""
        value: float = getattr(self, kind)
        return value

    @property
    def turned(self) -> bool:
        """Whether the mix of classes turns the difference round, one of both being clear."""
        one, other = self.difference, self.standardised
        return one.value * other.value < 0 and (one.clear or other.clear)


def compare_slices(
    evaluation: Evaluation,
    slices: Sequence[DeclaredSlice],
    kind: SliceAverage,
    beta: float,
    undefined: Undefined,
) -> list[SliceComparison]:
    """Each of the slices against the rest of the documents, compared by one `kind` of average.

    The intervals of both sides are those of averages everywhere else, so weights, clusters and
    pairs that nobody judged count as there; clusters on both sides make them too wide.
    """
    # scores are not looked at
    bare = replace(evaluation, scored=replace(evaluation.scored, given=None))
    stratum = strata_of(judged(bare.truth, bare.scored.unjudged))
    of = _SliceComparer(bare, stratum, kind, beta, undefined, len(slices))
    return [of.compared(one) for one in slices]


@dataclass(frozen=True)
class _SliceComparer:
    """What is compared, and by which average."""

    evaluation: Evaluation
    stratum: Array
    kind: SliceAverage
    beta: float
    undefined: Undefined
    slices_compared: int

    def compared(self, declared: DeclaredSlice) -> SliceComparison:
        positions = [np.flatnonzero(side) for side in (declared.inside, ~declared.inside)]
        inner, outer = (self.evaluation.restricted(rows) for rows in positions)
        counts = [_positives(side) for side in (inner, outer)]
        both = np.flatnonzero((counts[0] > 0) & (counts[1] > 0))
        # what is true of a document that nobody judged is not known, and it counts nowhere
        weights = (self.evaluation.judged_pairs > 0) * _weights(self.evaluation)
        mix = same_mix(self.stratum, declared.inside, weights)
        measure = partial(f_beta, beta=self.beta)
        of_documents, of_both = inner.document_tables, measure(inner.tables[both])
        return SliceComparison(
            declared=declared,
            documents=inner.weighed,
            rest=outer.weighed,
            share=inner.weighed / self.evaluation.weighed if self.evaluation.weighed else np.nan,
            mix_distance=total_variation(_mix(inner, counts[0]), _mix(outer, counts[1])),
            micro=float(measure(inner.tables.pooled())),
            macro=mean_of(of_both).value,
            weighted=mean_of(of_both, weights=inner.tables[both].positives).value,
            per_document=mean_of(
                measure(of_documents), self.undefined, anomaly_free(of_documents), inner.weights
            ).value,
            exact_match=inner.exact_match,
            classes=len(both),
            left_out=len(counts[0]) - len(both),
            difference=self._difference(inner, outer, both),
            standardised=self._standardised(inner, outer, both, positions, mix),
            covered=mix.covered,
        )

    def _standardised(
        self,
        inner: Evaluation,
        outer: Evaluation,
        classes: Array,
        positions: Sequence[Array],
        mix: SameMix,
    ) -> DifferenceFromRest:
        if not mix.covered:
            return DifferenceFromRest(np.nan, Interval(np.nan, np.nan))
        sides = []
        for side, at in zip((inner, outer), positions, strict=True):
            weights = mix.factor[at] * _weights(side)
            sides.append(replace(side, scored=replace(side.scored, weights=weights)))
        return self._difference(sides[0], sides[1], classes)

    def _difference(
        self, inner: Evaluation, outer: Evaluation, classes: Array
    ) -> DifferenceFromRest:
        found = [self._influence(side, classes) for side in (inner, outer)]
        values = [influence.value for influence, _ in found]
        ends = [interval_of(*each) for each in found]
        between = difference_of_two(values[0], ends[0], values[1], ends[1])
        return DifferenceFromRest(values[0] - values[1], between, self.slices_compared)

    def _influence(self, part: Evaluation, classes: Array) -> tuple[Influence, object]:
        measure = partial(f_beta, beta=self.beta)
        over_classes = self.kind in ("macro", "weighted")
        decisions = decided(part, classes.tolist() if over_classes else None)
        if self.kind == "exact_match":
            influence = mean_influence(*exactly_right(part), decisions.gathered)
        else:
            undefined = "drop" if over_classes else self.undefined
            influence = average_influence(decisions, measure, self.kind, undefined)
        return influence, decisions.gathered


def _weights(part: Evaluation) -> Array:
    return np.ones(part.documents) if part.weights is None else part.weights


def _positives(part: Evaluation) -> Array:
    """Documents truly in each class, by weight, shape (classes,)."""
    return weigh_per_class(judged(part.truth, part.scored.unjudged), _weights(part))


def _mix(part: Evaluation, positives: Array) -> Array:
    """The same, and the documents without any class last."""
    without = (part.document_tables.positives == 0) & (part.judged_pairs > 0)
    return np.append(positives, np.sum(_weights(part) * without))
