"""How far the people who labelled agree: over all classes, per class, by twos, and each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from breakeven.labels.annotators import Labelled, Person, people_of
from breakeven.labels.copies import Copy, copies_among
from breakeven.labels.indexings import ratings_of, with_mean_weight_one
from breakeven.labels.measured import Measured, measured
from breakeven.labels.twos import Two, twos_of
from breakeven.records import Annotator, Truth
from metrics.annotators import coincidences as tally
from metrics.annotators.coincidences import Coincidences, document_coincidences, equal_numbers
from metrics.annotators.drawn import REPLICATES, Drawn, corrected_interval, draw
from metrics.annotators.pairs import cohen_kappa, document_tables, once, pairs_of, tables_of
from metrics.annotators.ratings import Ratings, disputed, pairable_votes
from metrics.annotators.sets import drawn_alphas, judgements_of, set_sums
from metrics.incidence import count_per_class, count_per_document
from metrics.measures import ratio
from metrics.typing import Array


@dataclass(frozen=True, kw_only=True)
class ClassAgreement:
    """Agreement on each class, arrays of shape (classes,); NaN where it is undefined.

    `judgements` of at least two people, of which the share `yes` says yes. `disputed`: documents
    on which they differ. `alpha` with the ends of its 95 % interval; `cohen`: the mean over the
    twos where it is defined; `fleiss`: NaN too where numbers of people are unequal.
    """

    judgements: Array
    yes: Array
    disputed: Array
    alpha: Array
    low: Array
    high: Array
    positive: Array
    negative: Array
    cohen: Array
    fleiss: Array


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """How far people agree on the documents that at least two of them labelled.

    `rows`: those documents, indices into the truth's, shape (n,); `disputed`: boolean csr (n,
    classes), the pairs on which they differ. `alone` and `unlabelled`: how many more documents
    one person labelled, and nobody. `overall`: value and 95 % interval by measure: `alpha` of
    sets, `alpha_over_classes`, `cohen_kappa`, `fleiss_kappa`, `positive_agreement`,
    `negative_agreement`. `equal`: whether as many people labelled every document.
    """

    classes: tuple[str, ...]
    single_label: bool
    rows: Array
    disputed: sparse.csr_array
    alone: int
    unlabelled: int
    equal: bool
    distinct_sets: int
    overall: Mapping[str, Measured]
    per_class: ClassAgreement
    twos: tuple[Two, ...]
    people: tuple[Person, ...]
    copies: tuple[Copy, ...]
    replicates: int
    seed: int

    @property
    def documents(self) -> int:
        """How many documents at least two people labelled."""
        return len(self.rows)

    @property
    def documents_disputed(self) -> Array:
        """Which of them people differ on, boolean, shape (n,)."""
        return count_per_document(self.disputed) > 0


def agreement_of(
    truth: Truth,
    rows: Array,
    systems: Sequence[Annotator] = (),
    replicates: int = REPLICATES,
    seed: int = 0,
) -> Agreement | None:
    """How far the truth's annotators agree on some of its documents; None where no two met.

    `rows`: ascending, shape (m,). `systems`: what each decided, to find people who copy one.
    Documents count by the truth's weights, and are drawn by its clusters.
    """
    every = ratings_of(truth, truth.annotators, rows)
    units = np.flatnonzero(every.people > 1)
    if not len(units):
        return None
    ratings = with_mean_weight_one(every.of_documents(units))
    clusters = None if truth.clusters is None else truth.clusters[rows[units]]
    drawn = draw(len(units), ratings.weights, clusters, replicates, seed)
    said = judgements_of(ratings)
    sets = set_sums(said)
    differ = disputed(ratings)
    equal = equal_numbers(pairable_votes(ratings), every.people)
    names = [person.name for person in truth.annotators]
    tables = [document_tables(ratings, [two]) for two in pairs_of(len(ratings))]
    twos = twos_of(ratings, names, tables, drawn)
    counted, acceleration = _counted(ratings, drawn)
    kappas = cohen_kappa(tables_of(tables, once(ratings)))
    return Agreement(
        classes=truth.classes,
        single_label=ratings.single_label,
        rows=rows[units],
        disputed=differ,
        alone=int(np.sum(every.people == 1)),
        unlabelled=int(np.sum(every.people == 0)),
        equal=equal,
        distinct_sets=int(said.sets.shape[0]),
        overall=_overall(
            measured(
                sets[0].alpha(ratings.weights),
                drawn_alphas(sets[:1], drawn.gather, drawn.times)[0],
                differ.nnz > 0,
            ),
            counted,
            twos,
            equal=equal,
            differ=differ.nnz > 0,
        ),
        per_class=_per_class(
            counted, acceleration, len(drawn.times), kappas, count_per_class(differ), equal=equal
        ),
        twos=twos,
        people=people_of(names, Labelled(every, ratings, sets, tables), drawn),
        copies=copies_among(truth, truth.annotators, systems, rows[units], replicates, seed),
        replicates=replicates,
        seed=seed,
    )


def _overall(
    alpha: Measured,
    counted: tuple[Coincidences, Coincidences],
    twos: Sequence[Two],
    *,
    equal: bool,
    differ: bool,
) -> dict[str, Measured]:
    of, again = counted
    pooled, drawn_pooled = (
        Coincidences(*(x.sum(axis=0) for x in (c.both, c.differ, c.neither))) for c in (of, again)
    )
    found = {"alpha": alpha}
    for key, function in (
        ("alpha_over_classes", tally.alpha_over_classes),
        ("fleiss_kappa", tally.fleiss_kappa_over_classes),
    ):
        found[key] = measured(function(of), function(again), differ)
    if not equal:
        found["fleiss_kappa"] = Measured(np.nan, np.nan, np.nan)
    for key, share in (
        ("positive_agreement", tally.positive_agreement),
        ("negative_agreement", tally.negative_agreement),
    ):
        found[key] = measured(share(pooled), share(drawn_pooled), differ)
    kappas = np.array([two.kappa.value for two in twos])
    mean = float(np.nanmean(kappas)) if np.any(~np.isnan(kappas)) else float("nan")
    again_kappas = np.stack([two.kappas for two in twos])
    there = ~np.isnan(again_kappas)
    means = ratio(np.where(there, again_kappas, 0.0).sum(axis=0), there.sum(axis=0))
    return found | {"cohen_kappa": measured(mean, means, differ)}


def _counted(ratings: Ratings, drawn: Drawn) -> tuple[tuple[Coincidences, Coincidences], Array]:
    """The coincidences as they are, (classes,), and in each replicate, (classes, replicates).

    Then the acceleration of alpha of each class, for its interval.
    """
    each = document_coincidences(pairable_votes(ratings))
    groups = each.gathered(drawn.gather)
    return (each.sums(once(ratings)), groups.sums(drawn.times)), groups.acceleration()


def _per_class(
    counted: tuple[Coincidences, Coincidences],
    acceleration: Array,
    groups: int,
    kappas: Array,
    disputed: Array,
    *,
    equal: bool,
) -> ClassAgreement:
    """`kappas` of every two, shape (classes, twos); `disputed` documents, shape (classes,)."""
    of, again = counted
    alpha = tally.alpha(of)
    again_alpha = tally.alpha(again)
    low, high = corrected_interval(alpha, again_alpha, acceleration, groups, of.differ > 0)
    there = ~np.isnan(kappas)
    fleiss = tally.fleiss_kappa(of)
    return ClassAgreement(
        judgements=of.judgements,
        yes=ratio(of.yes, of.judgements),
        disputed=disputed,
        alpha=alpha,
        low=low,
        high=high,
        positive=tally.positive_agreement(of),
        negative=tally.negative_agreement(of),
        cohen=ratio(np.where(there, kappas, 0.0).sum(axis=1), there.sum(axis=1)),
        fleiss=fleiss if equal else np.full(len(fleiss), np.nan),
    )
