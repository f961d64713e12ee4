"""The human ceiling: people and systems held against the same votes, like for like.

Each annotator is left out once. What he or she said, and what each system decided, is held against
the vote of the others, on the documents that all of them judged: never a person against the vote
of fewer people than a system. What the vote leaves open counts for neither.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Literal

import numpy as np
from scipy import sparse

from breakeven.analysis.comparison.bootstrap import FEWEST_DIFFERING
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.gold import MAJORITY, gold_of
from breakeven.data.records import Annotator, Truth
from metrics.annotators.ceiling import Gap, gap, mean_of_influences, placed_influence
from metrics.averaging import Undefined
from metrics.effective_size import cluster_weights
from metrics.incidence import count_per_document, judged
from metrics.measures import Measure, f_beta, precision, recall
from metrics.tallies import count_decisions
from metrics.typing import F1_BETA, Array, AverageName
from metrics.uncertainty.average_intervals import (
    Influence,
    JudgedDecisions,
    average_influence,
    interval_of,
)
from metrics.uncertainty.intervals import Interval

CeilingClaim = Literal["better", "worse", "chance", "few", "same", "undefined"]
CEILING_CLAIMS: Mapping[CeilingClaim, str] = {
    "better": "clearly better than people are",
    "worse": "clearly worse than people are",
    "chance": "no clear difference from people",
    "few": (
        "no clear difference from people, as they differ on fewer than "
        f"{FEWEST_DIFFERING} documents"
    ),
    "same": "the same as people",
    "undefined": "undefined for one of the two",
}


@dataclass(frozen=True)
class LeftOut:
    """One annotator, and systems, against the vote of the others.

    `positions`: positions of the documents among those of the evaluations, ascending: the ones that
    the annotator and at least one other labelled. `others`: how many others voted on any of them.
    """

    annotator: str
    positions: Array
    others: int
    human: JudgedDecisions
    systems: tuple[JudgedDecisions, ...]

    @property
    def documents(self) -> int:
        """How many documents people and systems are held against the vote on."""
        return len(self.positions)


@dataclass(frozen=True)
class LikeForLike:
    """Every annotator left out once, beside the systems, on the documents all of these judged.

    `evaluations` are of the same documents. `alone`: annotators who share no document with
    another one and with the systems. `ignored`: those left out because it was asked for.
    """

    evaluations: tuple[Evaluation, ...]
    left_out: tuple[LeftOut, ...]
    alone: tuple[str, ...]
    ignored: tuple[str, ...]

    @property
    def people(self) -> int:
        """How many annotators are held against the others."""
        return len(self.left_out)

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems' names, in the order of the evaluations."""
        return tuple(evaluation.system for evaluation in self.evaluations)

    @cached_property
    def documents(self) -> int:
        """How many documents any of the values rests on."""
        found = [of.positions for of in self.left_out]
        return len(np.unique(np.concatenate(found))) if found else 0

    @cached_property
    def gathered(self) -> sparse.csr_array | None:
        """Weights of the evaluations' documents by cluster; None where each counts 1, alone."""
        first = self.evaluations[0]
        if not first.scored.sampled:
            return None
        return cluster_weights(first.documents, first.weights, first.scored.clusters)


def like_for_like(
    truth: Truth, evaluations: Sequence[Evaluation], without: Collection[str] = ()
) -> LikeForLike:
    """People and systems against the votes of the others, with `without` some annotators.

    `evaluations`: one or more, of the same documents, as `share_documents` gives them.
    """
    people = [a for a in truth.annotators if a.name not in without]
    left_out = []
    for annotator in people:
        others = [other for other in people if other is not annotator]
        left_out.append(_left_out(truth, annotator, others, evaluations))
    return LikeForLike(
        tuple(evaluations),
        tuple(part for part in left_out if part is not None),
        tuple(a.name for a, part in zip(people, left_out, strict=True) if part is None),
        tuple(a.name for a in truth.annotators if a.name in without),
    )


def _left_out(
    truth: Truth,
    annotator: Annotator,
    others: Sequence[Annotator],
    evaluations: Sequence[Evaluation],
) -> LeftOut | None:
    by_others = [other.rows for other in others]
    if not by_others:
        return None
    rows = np.intersect1d(annotator.rows, np.unique(np.concatenate(by_others)))
    rows = np.intersect1d(rows, evaluations[0].rows)
    if not len(rows):
        return None
    voters = [annotator_among(other, rows) for other in others]
    small = replace(
        truth,
        ids=None,
        labels=None,
        unjudged=None,
        split_of=np.full(len(rows), -1),
        columns={},
        text_column=None,
        weights=None,
        clusters=None,
        annotators=tuple(voters),
    )
    vote, own = gold_of(small, MAJORITY), annotator_among(annotator, rows)
    off = vote.unjudged
    if own.unjudged is not None:
        off = own.unjudged if off is None else sparse.csc_array(off + own.unjudged)
    positions = np.searchsorted(evaluations[0].rows, rows)

    def against(assigned: sparse.csc_array, evaluation: Evaluation) -> JudgedDecisions:
        weights = None if evaluation.weights is None else evaluation.weights[positions]
        clusters = (
            None if evaluation.scored.clusters is None else evaluation.scored.clusters[positions]
        )
        called, true = judged(assigned, off), judged(vote.labels, off)
        return JudgedDecisions(
            true,
            called,
            off,
            cluster_weights(len(positions), weights, clusters)
            if evaluation.scored.sampled
            else None,
            count_decisions(true, called, off, "class", weights, clusters),
            count_decisions(true, called, off, "document"),
        )

    return LeftOut(
        annotator.name,
        positions,
        sum(len(voter.rows) > 0 for voter in voters),
        against(own.labels, evaluations[0]),
        tuple(
            against(sparse.csc_array(evaluation.assigned[positions]), evaluation)
            for evaluation in evaluations
        ),
    )


def annotator_among(annotator: Annotator, rows: Array) -> Annotator:
    """What an annotator said of these documents, ascending, counted from 0 among them."""
    _, at, own = np.intersect1d(rows, annotator.rows, return_indices=True)
    open_ = annotator.unjudged
    return Annotator(
        annotator.name,
        at,
        sparse.csc_array(annotator.labels[own]),
        None if open_ is None else sparse.csc_array(open_[own]),
    )


@dataclass(frozen=True)
class AnnotatorReach:
    """One annotator's value against the vote of the others, NaN where undefined."""

    annotator: str
    documents: int
    others: int
    value: float
    interval: Interval


@dataclass(frozen=True)
class SystemReach:
    """A system's mean value against the same votes, and how far it lies above people's mean.

    `by_person`: its value against the vote of the others than each annotator, shape (people,);
    `gaps`: by how much each lies above that annotator's own. `above`: its mean less people's.
    """

    system: str
    value: float
    interval: Interval
    by_person: Array
    gaps: tuple[Gap, ...]
    above: Gap
    said: CeilingClaim


@dataclass(frozen=True)
class Ceiling:
    """What people reach against each other, in one measure and average, and systems beside them.

    `value`: the mean over people, each counting the same; NaN where it is undefined for all.
    """

    measure: str
    average: AverageName
    people: tuple[AnnotatorReach, ...]
    value: float
    interval: Interval
    systems: tuple[SystemReach, ...]


def ceiling_measures(beta: float) -> dict[str, Measure]:
    """The measures of a ceiling by key: F of one against one other is positive agreement at 1."""
    own: dict[str, Measure] = {
        "f": partial(f_beta, beta=beta),
        "precision": precision,
        "recall": recall,
    }
    if beta == F1_BETA:
        return own
    return own | {"positive_agreement": partial(f_beta, beta=F1_BETA)}


def _reach(comparison: LikeForLike, person: LeftOut, influence: Influence) -> AnnotatorReach:
    """What an annotator reaches against the votes of the others."""
    interval = interval_of(influence, comparison.gathered)
    return AnnotatorReach(
        person.annotator, person.documents, person.others, influence.value, interval
    )


def ceiling_of(
    comparison: LikeForLike,
    average: AverageName,
    beta: float,
    undefined: Undefined,
    measure: str = "f",
) -> Ceiling:
    """One measure of people and systems against the same votes.

    Intervals are those of averages elsewhere, over the documents with their weights and clusters,
    and of the differences paired. ValueError where nobody can be compared, KeyError where there
    is no such measure.
    """
    if not comparison.left_out:
        raise ValueError("no document was labelled by two people and given to all systems")
    wanted, n = ceiling_measures(beta)[measure], comparison.evaluations[0].documents

    def influence(decided: JudgedDecisions, positions: Array) -> Influence:
        return placed_influence(
            average_influence(decided, wanted, average, undefined), positions, n
        )

    def differing(person: LeftOut, s: int) -> Array:
        unlike = person.human.assigned != person.systems[s].assigned
        differs = np.zeros(n, dtype=bool)
        differs[person.positions] = count_per_document(sparse.csr_array(unlike)) > 0
        return differs

    own = [influence(person.human, person.positions) for person in comparison.left_out]
    people = mean_of_influences(own)
    systems = []
    for s, name in enumerate(comparison.systems):
        each = [influence(person.systems[s], person.positions) for person in comparison.left_out]
        unlike = [differing(person, s) for person in comparison.left_out]
        mean, base = _means(each, own)
        above = gap(mean, base, np.any(unlike, axis=0), comparison.gathered)
        systems.append(
            SystemReach(
                name,
                mean.value,
                interval_of(mean, comparison.gathered),
                np.array([reach.value for reach in each]),
                tuple(
                    gap(a, b, where, comparison.gathered)
                    for a, b, where in zip(each, own, unlike, strict=True)
                ),
                above,
                ceiling_claim(above),
            )
        )
    return Ceiling(
        measure,
        average,
        tuple(map(partial(_reach, comparison), comparison.left_out, own)),
        people.value,
        interval_of(people, comparison.gathered),
        tuple(systems),
    )


def _means(system: list[Influence], people: list[Influence]) -> tuple[Influence, Influence]:
    """Both means over the people for whom both are defined; over all where there are none."""
    pairs = list(zip(system, people, strict=True))
    both = [pair for pair in pairs if not np.isnan([one.value for one in pair]).any()] or pairs
    return mean_of_influences([a for a, _ in both]), mean_of_influences([b for _, b in both])


def ceiling_claim(gap: Gap) -> CeilingClaim:
    """What may be said of a difference: `better` and `worse` only where chance is left out."""
    if np.isnan(gap.value):
        return "undefined"
    if gap.value == 0 and not gap.number_differing:
        return "same"
    if gap.number_differing < FEWEST_DIFFERING or np.isnan(gap.low):
        return "few"
    if gap.low > 0:
        return "better"
    return "worse" if gap.high < 0 else "chance"
