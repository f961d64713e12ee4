"""How far the people who labelled agree: over all classes, per class, by twos, and each of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy import sparse

from breakeven.analysis.annotators.consistency import ratings_of, with_mean_weight_one
from breakeven.analysis.annotators.copied_labels import CopiedLabels, find_copied_labels
from breakeven.analysis.annotators.equal_annotators import EqualAnnotators, equal_annotators
from breakeven.data.records import Annotator, Truth
from metrics.annotators import coincidences as tally
from metrics.annotators.agreement_intervals import (
    REPLICATES,
    DocumentDraws,
    corrected_interval,
    draw,
    interval,
)
from metrics.annotators.coincidences import Coincidences, document_coincidences, equal_numbers
from metrics.annotators.pairwise_agreement import (
    DocumentTables,
    cohen_kappa,
    cohen_kappa_over_classes,
    document_tables,
    drawn_f_and_kappa,
    once,
    pairs_of,
    pooled_over_classes,
    tables_of,
)
from metrics.annotators.ratings import Ratings, disputed, pairable_votes
from metrics.annotators.set_agreement import SetSums, drawn_alphas, judgements_of, set_sums
from metrics.incidence import count_per_class, count_per_document
from metrics.measures import f_beta, ratio
from metrics.typing import F1_BETA, Array
from metrics.uncertainty.intervals import Interval, without_ends

# --- a value with how uncertain it is


def agreement_value(
    value: float | Array, replicates: Array, differ: bool, level: float = 0.95
) -> Interval:
    """A value and the central share of its replicates, as `agreement_intervals.interval` has it."""
    low, high = interval(replicates, differ, level)
    return Interval(float(low), float(high), value=float(value))


# --- Every two of those who labelled: how far they say the same


@dataclass(frozen=True, kw_only=True)
class AnnotatorPair:
    """Two people on the documents that both labelled.

    `f`: F of either against the other, which is their positive agreement; `kappa`: Cohen's, over
    all classes; both with their 95 % intervals. `kappas`: of each replicate.
    """

    first: str
    second: str
    documents: int
    f: Interval
    kappa: Interval
    kappas: Array = field(repr=False)


def annotator_pairs(
    ratings: Ratings, names: Sequence[str], tables: Sequence[DocumentTables], drawn: DocumentDraws
) -> tuple[AnnotatorPair, ...]:
    """Every two, the first before the second in the order of the names; `tables`: of each two."""
    values = f_and_kappa(tables, once(ratings), drawn)
    return tuple(
        AnnotatorPair(
            first=names[i],
            second=names[j],
            documents=int(np.sum(ratings.labelled[i] & ratings.labelled[j])),
            f=f,
            kappa=kappa,
            kappas=kappas,
        )
        for (i, j), (f, kappa, kappas) in zip(pairs_of(len(ratings)), values, strict=True)
    )


def f_and_kappa(
    each: Sequence[DocumentTables], weights: Array, drawn: DocumentDraws
) -> list[tuple[Interval, Interval, Array]]:
    """F and Cohen's kappa over all classes with 95 % intervals, and kappa in each replicate."""
    counted = tables_of(each, weights)
    pooled = pooled_over_classes(counted)
    fs, kappas = drawn_f_and_kappa(each, weights, drawn.gather, drawn.times)
    values = zip(
        f_beta(pooled, F1_BETA),
        cohen_kappa_over_classes(counted),
        fs,
        kappas,
        pooled.fp + pooled.fn,
        strict=True,
    )
    return [
        (
            agreement_value(f, again_f, bool(errors)),
            agreement_value(kappa, again, bool(errors)),
            again,
        )
        for f, kappa, again_f, again, errors in values
    ]


# --- Each of the people who labelled, against all the others


LEVEL = 0.95


@dataclass(frozen=True, kw_only=True)
class Person:
    """One of the people who labelled.

    `documents` labelled, `shared` of them with somebody else, `classes_each` a document. `f` and
    `kappa`: F against the others, and Cohen's kappa over all classes, of all twos with this person
    together. `alpha_without`: alpha of all others; `rise`: by how much it is above everybody's,
    negative where the others agree less. With 95 % intervals. `by_chance`: agrees with the others
    no more than chance would, while they agree better without this person; both at a level that
    holds for all the people together.
    """

    name: str
    documents: int
    shared: int
    classes_each: float
    f: Interval
    kappa: Interval
    alpha_without: float
    rise: Interval
    by_chance: bool


@dataclass(frozen=True)
class LabelledDocuments:
    """What people said: `every`, of all documents looked at; `shared`, where two labelled at least.

    `sets`: of the latter, as from `set_sums`; `tables`: of every two, in order of `pairs_of`.
    """

    every: Ratings
    shared: Ratings
    sets: Sequence[SetSums]
    tables: Sequence[DocumentTables]

    def with_others(self, person: int) -> DocumentTables:
        """What each document adds to the tables of a person with all others, who stand first."""
        twos = zip(pairs_of(len(self.shared)), self.tables, strict=True)
        mine = [of.swapped() if i == person else of for (i, j), of in twos if person in (i, j)]
        return sum(mine[1:], start=mine[0])


def people_of(
    names: Sequence[str], labelled: LabelledDocuments, drawn: DocumentDraws
) -> tuple[Person, ...]:
    """Everybody, in the order of the names."""
    sets, ratings = labelled.sets, labelled.shared
    alphas = [sums.alpha(ratings.weights) for sums in sets]
    again = drawn_alphas(sets, drawn.gather, drawn.times)
    tables = [labelled.with_others(i) for i in range(len(names))]
    agreed = f_and_kappa(tables, once(ratings), drawn)
    return tuple(
        _person(
            name,
            (labelled.every, ratings, i),
            agreed[i],
            _Without(alphas[i + 1], alphas[0], again[i + 1] - again[0]),
        )
        for i, name in enumerate(names)
    )


@dataclass(frozen=True)
class _Without:
    """Alpha without a person, with everybody, and by how much it rises in each replicate."""

    alpha: float
    before: float
    rises: Array


def _person(
    name: str,
    ratings_of_person: tuple[Ratings, Ratings, int],
    agreed: tuple[Interval, Interval, Array],
    left_out: _Without,
) -> Person:
    """`ratings_of_person`: all, the shared ones, and which person; `agreed`: with the others."""
    every, ratings, i = ratings_of_person
    f, kappa, kappas = agreed
    differ = f.value < 1
    rise = left_out.alpha - left_out.before
    # as many people, as many chances to be named wrongly
    sure = 1 - (1 - LEVEL) / len(ratings)
    at_chance = agreement_value(kappa.value, kappas, differ, sure).low <= 0
    labelled = every.labelled[i]
    classes_each = count_per_document(every.labels[i])[labelled]
    return Person(
        name=name,
        documents=int(labelled.sum()),
        shared=int(ratings.labelled[i].sum()),
        classes_each=float(classes_each.mean()) if len(classes_each) else float("nan"),
        f=f,
        kappa=kappa,
        alpha_without=left_out.alpha,
        rise=agreement_value(rise, left_out.rises, differ),
        by_chance=at_chance and agreement_value(rise, left_out.rises, differ, sure).low > 0,
    )


# --- how far the people who labelled agree: over all classes, per class, by twos, and each of them


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
class AnnotatorAgreement:
    """How far people agree on the documents that at least two of them labelled.

    `rows`: those documents, indices into the truth's, shape (n,); `disputed`: boolean csr (n,
    classes), the pairs on which they differ. `alone` and `unlabelled`: how many more documents
    one person labelled, and nobody. `overall`: value and 95 % interval by measure: `alpha` of
    sets, `alpha_over_classes`, `cohen_kappa`, `fleiss_kappa`, `positive_agreement`,
    `negative_agreement`. `equal`: whether as many people labelled every document. `same_labels`:
    every two people who give the same.
    """

    classes: tuple[str, ...]
    single_label: bool
    rows: Array
    disputed: sparse.csr_array
    alone: int
    unlabelled: int
    equal: bool
    distinct_sets: int
    overall: Mapping[str, Interval]
    per_class: ClassAgreement
    twos: tuple[AnnotatorPair, ...]
    people: tuple[Person, ...]
    copies: tuple[CopiedLabels, ...]
    same_labels: tuple[EqualAnnotators, ...]
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
) -> AnnotatorAgreement | None:
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
    judgements = judgements_of(ratings)
    sets = set_sums(judgements)
    differ = disputed(ratings)
    equal = equal_numbers(pairable_votes(ratings), every.people)
    names = [person.name for person in truth.annotators]
    tables = [document_tables(ratings, [two]) for two in pairs_of(len(ratings))]
    twos = annotator_pairs(ratings, names, tables, drawn)
    counted, acceleration = _counted(ratings, drawn)
    kappas = cohen_kappa(tables_of(tables, once(ratings)))
    return AnnotatorAgreement(
        classes=truth.classes,
        single_label=ratings.single_label,
        rows=rows[units],
        disputed=differ,
        alone=int(np.sum(every.people == 1)),
        unlabelled=int(np.sum(every.people == 0)),
        equal=equal,
        distinct_sets=int(judgements.sets.shape[0]),
        overall=_overall(
            agreement_value(
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
        people=people_of(names, LabelledDocuments(every, ratings, sets, tables), drawn),
        copies=find_copied_labels(truth, truth.annotators, systems, rows[units], replicates, seed),
        same_labels=equal_annotators(truth, rows),
        replicates=replicates,
        seed=seed,
    )


def _overall(
    alpha: Interval,
    counted: tuple[Coincidences, Coincidences],
    twos: Sequence[AnnotatorPair],
    *,
    equal: bool,
    differ: bool,
) -> dict[str, Interval]:
    counts, again = counted
    pooled, drawn_pooled = (
        Coincidences(*(x.sum(axis=0) for x in (c.both, c.differ, c.neither)))
        for c in (counts, again)
    )
    measures = {"alpha": alpha}
    for key, function in (
        ("alpha_over_classes", tally.alpha_over_classes),
        ("fleiss_kappa", tally.fleiss_kappa_over_classes),
    ):
        measures[key] = agreement_value(function(counts), function(again), differ)
    if not equal:
        measures["fleiss_kappa"] = without_ends(np.nan)
    for key, share in (
        ("positive_agreement", tally.positive_agreement),
        ("negative_agreement", tally.negative_agreement),
    ):
        measures[key] = agreement_value(share(pooled), share(drawn_pooled), differ)
    kappas = np.array([two.kappa.value for two in twos])
    mean = float(np.nanmean(kappas)) if np.any(~np.isnan(kappas)) else float("nan")
    again_kappas = np.stack([two.kappas for two in twos])
    is_defined = ~np.isnan(again_kappas)
    means = ratio(np.where(is_defined, again_kappas, 0.0).sum(axis=0), is_defined.sum(axis=0))
    return measures | {"cohen_kappa": agreement_value(mean, means, differ)}


def _counted(
    ratings: Ratings, drawn: DocumentDraws
) -> tuple[tuple[Coincidences, Coincidences], Array]:
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
    counts, again = counted
    alpha = tally.alpha(counts)
    again_alpha = tally.alpha(again)
    low, high = corrected_interval(alpha, again_alpha, acceleration, groups, counts.differ > 0)
    is_defined = ~np.isnan(kappas)
    fleiss = tally.fleiss_kappa(counts)
    return ClassAgreement(
        judgements=counts.judgements,
        yes=ratio(counts.yes, counts.judgements),
        disputed=disputed,
        alpha=alpha,
        low=low,
        high=high,
        positive=tally.positive_agreement(counts),
        negative=tally.negative_agreement(counts),
        cohen=ratio(np.where(is_defined, kappas, 0.0).sum(axis=1), is_defined.sum(axis=1)),
        fleiss=fleiss if equal else np.full(len(fleiss), np.nan),
    )
