"""Each of the people who labelled, against all the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from breakeven.labels.measured import Measured, measured
from metrics.annotators.drawn import Drawn
from metrics.annotators.pairs import (
    cohen_kappa_over_classes,
    document_tables,
    pooled_over_classes,
)
from metrics.annotators.ratings import Ratings
from metrics.annotators.sets import SetSums
from metrics.incidence import count_per_document
from metrics.measures import f_beta
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


def people_of(
    names: Sequence[str], every: Ratings, ratings: Ratings, sets: Sequence[SetSums], drawn: Drawn
) -> tuple[Person, ...]:
    """Everybody, in the order of the names.

    `every`: of all documents looked at; `ratings`: of those that at least two labelled; `sets`:
    their `set_sums`.
    """
    before, again = sets[0].alpha(ratings.weights), sets[0].alphas(drawn.gather, drawn.times)
    found = []
    for i, name in enumerate(names):
        without = sets[i + 1].alpha(ratings.weights)
        rises = sets[i + 1].alphas(drawn.gather, drawn.times) - again
        found.append(_person(name, i, every, ratings, _Without(without, before, rises), drawn))
    return tuple(found)


@dataclass(frozen=True)
class _Without:
    """Alpha without a person, with everybody, and by how much it rises in each replicate."""

    alpha: float
    before: float
    rises: Array


def _person(
    name: str, i: int, every: Ratings, ratings: Ratings, left_out: _Without, drawn: Drawn
) -> Person:
    each = document_tables(ratings, [(other, i) for other in range(len(ratings)) if other != i])
    once = np.ones(ratings.documents) if ratings.weights is None else ratings.weights
    tables, again = each.sums(once), each.gathered(drawn.gather).sums(drawn.times)
    pooled = pooled_over_classes(tables)
    differ = bool(pooled.fp + pooled.fn > 0)
    value, kappas = cohen_kappa_over_classes(tables), cohen_kappa_over_classes(again)
    rise = left_out.alpha - left_out.before
    # as many people, as many chances to be named wrongly
    sure = 1 - (1 - LEVEL) / len(ratings)
    at_chance = measured(value, kappas, differ, sure).low <= 0
    here = every.labelled[i]
    labelled = count_per_document(every.labels[i])[here]
    return Person(
        name=name,
        documents=int(here.sum()),
        shared=int(ratings.labelled[i].sum()),
        classes_each=float(labelled.mean()) if len(labelled) else float("nan"),
        f=measured(f_beta(pooled), f_beta(pooled_over_classes(again)), differ),
        kappa=measured(value, kappas, differ),
        alpha_without=left_out.alpha,
        rise=measured(rise, left_out.rises, differ),
        by_chance=at_chance and measured(rise, left_out.rises, differ, sure).low > 0,
    )
