"""The alternative annotator test of systems: may one stand in for a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy import sparse

from breakeven.analysis.annotators.ceiling import LikeForLike, annotator_among
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.gold import gives_one_each
from breakeven.data.records import Annotator, Truth
from metrics.annotators.alternative_annotator import (
    Advantage,
    AlternativeTest,
    advantage_over,
    alternative_test,
)
from metrics.effective_size import cluster_weights
from metrics.measures import overlap
from metrics.tallies import count_decisions
from metrics.typing import Array

# how much worse than a person a system may be and still be worth its lower cost, by what the
# annotators are: a choice, as the paper proposes it
EPSILON: Mapping[str, float] = {"expert": 0.2, "skilled": 0.15, "crowd": 0.1}
FEWEST_PEOPLE = 3
# the paper asks for 50 to 100
FEW_DOCUMENTS = 50
AlignmentKind = Literal["same class", "overlap"]
ALIGNMENTS: Mapping[AlignmentKind, str] = {
    "same class": "the share of the others who gave the same class",
    "overlap": "the mean overlap (Jaccard) of the classes with those that the others gave, "
    "1 where neither gave any",
}


@dataclass(frozen=True)
class Alternative:
    """The test of every system.

    `tests`: by system, in the order of the evaluations; none where there are too few people,
    which `people` counts. `annotators`: their names, as in each test.
    """

    epsilon: float
    alignment: AlignmentKind
    annotators: tuple[str, ...]
    people: int
    tests: Mapping[str, AlternativeTest]

    @property
    def documents(self) -> int:
        """The fewest documents of any annotator who was tested; 0 where nobody was."""
        each = [
            one.documents
            for test in self.tests.values()
            for one in test.each
            if not np.isnan(one.p)
        ]
        return min(each, default=0)


def alternative_of(truth: Truth, comparison: LikeForLike, epsilon: float) -> Alternative:
    """Each system against each annotator, by how well both agree with the remaining ones.

    On the documents that the annotator, somebody else and the systems judged. With one class a
    document a person or system agrees with as many of the others as gave the same class; else
    by the mean overlap of classes, on the pairs that both judged. No test below `FEWEST_PEOPLE`.
    Source: arXiv 2501.10970, which takes 50 to 100 documents.
    """
    by_name = {annotator.name: annotator for annotator in truth.annotators}
    people = [by_name[left_out.annotator] for left_out in comparison.left_out]
    single = gives_one_each(truth) and all(_one_each(e) for e in comparison.evaluations)
    alignment: AlignmentKind = "same class" if single else "overlap"
    names = tuple(left_out.annotator for left_out in comparison.left_out)
    if len(people) < FEWEST_PEOPLE:
        return Alternative(epsilon, alignment, names, len(people), {})
    each: dict[str, list[Advantage]] = {system: [] for system in comparison.systems}
    first = comparison.evaluations[0]
    for left_out, person in zip(comparison.left_out, people, strict=True):
        rows = first.rows[left_out.positions]
        me = annotator_among(person, rows)
        others = _stacked(
            [annotator_among(other, rows) for other in people if other is not person], me
        )
        own = _aligned(me.labels, others)
        gathered = None
        if first.scored.sampled:
            weights = None if first.weights is None else first.weights[left_out.positions]
            clusters = (
                None if first.scored.clusters is None else first.scored.clusters[left_out.positions]
            )
            gathered = cluster_weights(len(rows), weights, clusters)
        for evaluation in comparison.evaluations:
            assigned = sparse.csc_array(evaluation.assigned[left_out.positions])
            system = _aligned(assigned, others)
            each[evaluation.system].append(advantage_over(system, own, epsilon, gathered))
    tests = {
        system: alternative_test(person_advantages) for system, person_advantages in each.items()
    }
    return Alternative(epsilon, alignment, names, len(people), tests)


def _one_each(evaluation: Evaluation) -> bool:
    return bool(np.all(evaluation.document_tables.assigned == 1))


@dataclass(frozen=True)
class _Others:
    """What all others said, one under the other: `rows` are the documents, `labels` (rows, k)."""

    rows: Array
    labels: sparse.csc_array
    unjudged: sparse.csc_array | None


def _stacked(others: Sequence[Annotator], person: Annotator) -> _Others:
    """The others, without the pairs that the person or one of them left open."""
    rows = np.concatenate([other.rows for other in others])
    labels = sparse.csc_array(sparse.vstack([other.labels for other in others]))
    open_ = [person.unjudged, *(other.unjudged for other in others)]
    if all(pairs is None for pairs in open_):
        return _Others(rows, labels, None)
    off = sparse.vstack(
        [
            sparse.csr_array(other.labels.shape, dtype=bool) if pairs is None else pairs
            for other, pairs in zip(others, open_[1:], strict=True)
        ]
    )
    if person.unjudged is not None:
        off = off + sparse.csr_array(person.unjudged)[rows]
    return _Others(rows, labels, sparse.csc_array(off, dtype=bool))


def _aligned(labels: sparse.csc_array, others: _Others) -> Array:
    """The mean overlap with the others who labelled each document, shape (documents,).

    Of one class each the overlap is 1 where it is the same and else 0.
    """
    mine = sparse.csc_array(sparse.csr_array(labels)[others.rows])
    overlaps = overlap(count_decisions(others.labels, mine, others.unjudged, "document"))
    # neither gave a class: they agree
    overlaps = np.where(np.isnan(overlaps), 1.0, overlaps)
    total = np.bincount(others.rows, overlaps, minlength=labels.shape[0])
    return total / np.bincount(others.rows, minlength=labels.shape[0])
