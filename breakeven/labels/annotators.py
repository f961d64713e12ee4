"""Each of the people who labelled, against all the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from breakeven.labels.measured import Measured, measured
from breakeven.labels.twos import f_and_kappa
from metrics.annotators.drawn import Drawn
from metrics.annotators.pairs import DocumentTables, once, pairs_of
from metrics.annotators.ratings import Ratings
from metrics.annotators.sets import SetSums, drawn_alphas
from metrics.incidence import count_per_document
from metrics.typing import Array

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
    f: Measured
    kappa: Measured
    alpha_without: float
    rise: Measured
    by_chance: bool


@dataclass(frozen=True)
class Labelled:
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


def people_of(names: Sequence[str], labelled: Labelled, drawn: Drawn) -> tuple[Person, ...]:
    """Everybody, in the order of the names."""
    sets, ratings = labelled.sets, labelled.shared
    alphas = [of.alpha(ratings.weights) for of in sets]
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
    of: tuple[Ratings, Ratings, int],
    agreed: tuple[Measured, Measured, Array],
    left_out: _Without,
) -> Person:
    """`of`: all documents, the shared ones, and which person; `agreed` with the others."""
    every, ratings, i = of
    f, kappa, kappas = agreed
    differ = f.value < 1
    rise = left_out.alpha - left_out.before
    # as many people, as many chances to be named wrongly
    sure = 1 - (1 - LEVEL) / len(ratings)
    at_chance = measured(kappa.value, kappas, differ, sure).low <= 0
    here = every.labelled[i]
    classes_each = count_per_document(every.labels[i])[here]
    return Person(
        name=name,
        documents=int(here.sum()),
        shared=int(ratings.labelled[i].sum()),
        classes_each=float(classes_each.mean()) if len(classes_each) else float("nan"),
        f=f,
        kappa=kappa,
        alpha_without=left_out.alpha,
        rise=measured(rise, left_out.rises, differ),
        by_chance=at_chance and measured(rise, left_out.rises, differ, sure).low > 0,
    )
