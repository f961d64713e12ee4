"""People whose labels are a system’s: they share its errors, and not those of other people.

Tested in `tests/breakeven/analysis/annotators/test_agreement.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from breakeven.analysis.annotators.consistency import ratings_of
from breakeven.data.records import Annotator, Truth
from metrics.annotators.agreement_intervals import DocumentDraws, draw
from metrics.annotators.pairwise_agreement import (
    added,
    covariance_over_classes,
    document_tables,
    pair_tables,
    pairs_of,
    pooled_over_classes,
)
from metrics.annotators.ratings import Ratings
from metrics.measures import f_beta, ratio
from metrics.tallies import ContingencyTable
from metrics.typing import F1_BETA, Array
from metrics.uncertainty.significance import corrected

# two people besides: without them nobody knows how far the system's errors are shared
FEWEST = 3
MOST_P = 0.05


@dataclass(frozen=True, kw_only=True)
class CopiedLabels:
    """A person who agrees with a system as only its errors could make them agree.

    F of the person and the `system`, of the person and all other people, and of these and the
    system. `expected`: F of person and system if each erred alone, as those agreements tell.
    `p`: one-sided, corrected (Holm) over all people and systems.
    """

    name: str
    system: str
    f: float
    with_others: float
    others_with_system: float
    expected: float
    p: float


@dataclass(frozen=True)
class _Four:
    """Tables per class: person and system, person and others, others and system, others alone."""

    person_system: ContingencyTable
    person_others: ContingencyTable
    others_system: ContingencyTable
    others: ContingencyTable

    def f(self) -> tuple[Array, Array, Array]:
        """F of the first three, over all classes."""
        three = (self.person_system, self.person_others, self.others_system)
        return tuple(f_beta(pooled_over_classes(table), F1_BETA) for table in three)  # type: ignore[return-value]

    def gaps(self) -> tuple[Array, Array, Array]:
        """What is above 0 where a person copies: by how much the first F is above the others.

        And `excess`.
        """
        f, with_others, others_with_system = self.f()
        return f - with_others, f - others_with_system, self.excess()

    def excess(self) -> Array:
        """How far the first covariance is above that of errors made alone, times the last.

        If each errs alone, the covariance of two is the product of how much either says of the
        truth: so person x system = person x others times others x system over others x others.
        Source: Spearman (1904), of correlations.
        """
        first, second, third, fourth = (
            covariance_over_classes(table)
            for table in (self.person_system, self.person_others, self.others_system, self.others)
        )
        return np.asarray(first * fourth - second * third)

    def expected_f(self) -> float:
        """F of person and system if each erred alone; NaN where the others do not agree."""
        table, shared = self.person_system, covariance_over_classes(self.others)
        if not shared > 0:
            return float("nan")
        excess = float(self.excess() / shared)
        documents = float(ratio(table.total.sum(), np.sum(table.total > 0)))
        hits = table.tp.sum() - excess * documents
        both = (table.positives + table.assigned).sum()
        return float(np.clip(2 * hits / both, 0, 1)) if both else float("nan")


def find_copied_labels(
    truth: Truth,
    people: Sequence[Annotator],
    systems: Sequence[Annotator],
    rows: Array,
    replicates: int,
    seed: int,
) -> tuple[CopiedLabels, ...]:
    """Who labelled as a system decides: each such person with the system most alike.

    A person is named who agrees with a system more than with other people, more than other people
    agree with it, and by more than half of what errors made alone would leave between the two;
    each clearly so, by drawing documents again. None below three people. `systems`: what each
    decided; `rows`: the documents that at least two people labelled.
    """
    if len(people) < FEWEST or not systems:
        return ()
    ratings = ratings_of(truth, [*people, *systems], rows)
    tables = pair_tables(ratings)
    pairs = [(i, len(people) + s) for i in range(len(people)) for s in range(len(systems))]
    four = [_of_tables(tables, len(people), len(ratings), i, s) for i, s in pairs]
    p = np.ones(len(pairs))
    candidates = [candidate for candidate, values in enumerate(four) if _far_above(values)]
    if not candidates:
        return ()
    clusters = None if truth.clusters is None else truth.clusters[rows]
    drawn = draw(len(rows), ratings.weights, clusters, replicates, seed)
    for candidate in candidates:
        again = _drawn(ratings, len(people), *pairs[candidate], drawn)
        p[candidate] = max(
            _p_above(value, drawn_again, len(rows))
            for value, drawn_again in zip(four[candidate].gaps(), again.gaps(), strict=True)
        )
    p = corrected(p, "holm")
    best: dict[int, CopiedLabels] = {}
    for candidate in candidates:
        person, system = pairs[candidate]
        copy = _copy(
            four[candidate], people[person].name, systems[system - len(people)].name, p[candidate]
        )
        if copy.p < MOST_P and (person not in best or copy.f > best[person].f):
            best[person] = copy
    return tuple(best[person] for person in sorted(best))


def _far_above(values: _Four) -> bool:
    f, with_others, others_with_system = values.f()
    apart = (1 - values.expected_f()) / 2
    return bool(f > with_others and f > others_with_system and 1 - f <= apart)


def _copy(values: _Four, name: str, system: str, p: float) -> CopiedLabels:
    f, with_others, others_with_system = values.f()
    return CopiedLabels(
        name=name,
        system=system,
        f=float(f),
        with_others=float(with_others),
        others_with_system=float(others_with_system),
        expected=values.expected_f(),
        p=float(p),
    )


def _four_of(people: int, person: int, system: int) -> list[list[tuple[int, int]]]:
    """The twos of each of the four tables, the first of a two before the second."""
    others = [i for i in range(people) if i != person]
    return [
        [(person, system)],
        [(min(i, person), max(i, person)) for i in others],
        [(i, system) for i in others],
        [(i, j) for i in others for j in others if i < j],
    ]


def _of_tables(
    tables: ContingencyTable, people: int, everybody: int, person: int, system: int
) -> _Four:
    place = {two: at for at, two in enumerate(pairs_of(everybody))}
    four = _four_of(people, person, system)
    return _Four(*(added(tables, np.array([place[two] for two in twos])) for twos in four))


def _p_above(value: Array, replicates: Array, documents: int) -> float:
    """One-sided p of a value above 0, by the spread of its replicates; 1 where they do not spread.

    By Student's t: the share of replicates below 0 cannot be small enough for many people at once.
    """
    from scipy.special import stdtr  # first needed where somebody may have copied

    spread = float(np.nanstd(replicates))
    return float(stdtr(documents - 1, -float(value) / spread)) if spread > 0 else 1.0


def _drawn(ratings: Ratings, people: int, person: int, system: int, drawn: DocumentDraws) -> _Four:
    four = _four_of(people, person, system)
    return _Four(
        *(document_tables(ratings, twos).gathered(drawn.gather).sums(drawn.times) for twos in four)
    )
