"""Every two of those who labelled: how far they say the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from breakeven.labels.measured import Measured, measured
from metrics.annotators.drawn import Drawn
from metrics.annotators.pairs import (
    DocumentTables,
    cohen_kappa_over_classes,
    drawn_f_and_kappa,
    once,
    pairs_of,
    pooled_over_classes,
    tables_of,
)
from metrics.annotators.ratings import Ratings
from metrics.measures import f_beta
from metrics.typing import Array


@dataclass(frozen=True, kw_only=True)
class Two:
    """Two people on the documents that both labelled.

    `f`: F of either against the other, which is their positive agreement; `kappa`: Cohen's, over
    all classes; both with their 95 % intervals. `kappas`: of each replicate.
    """

    first: str
    second: str
    documents: int
    f: Measured
    kappa: Measured
    kappas: Array = field(repr=False)


def twos_of(
    ratings: Ratings, names: Sequence[str], tables: Sequence[DocumentTables], drawn: Drawn
) -> tuple[Two, ...]:
    """Every two, the first before the second in the order of the names; `tables`: of each two."""
    found = f_and_kappa(tables, once(ratings), drawn)
    return tuple(
        Two(
            first=names[i],
            second=names[j],
            documents=int(np.sum(ratings.labelled[i] & ratings.labelled[j])),
            f=f,
            kappa=kappa,
            kappas=kappas,
        )
        for (i, j), (f, kappa, kappas) in zip(pairs_of(len(ratings)), found, strict=True)
    )


def f_and_kappa(
    each: Sequence[DocumentTables], weights: Array, drawn: Drawn
) -> list[tuple[Measured, Measured, Array]]:
    """F and Cohen's kappa over all classes with 95 % intervals, and kappa in each replicate."""
    of = tables_of(each, weights)
    pooled = pooled_over_classes(of)
    fs, kappas = drawn_f_and_kappa(each, weights, drawn.gather, drawn.times)
    values = zip(
        f_beta(pooled), cohen_kappa_over_classes(of), fs, kappas, pooled.fp + pooled.fn, strict=True
    )
    return [
        (measured(f, again_f, bool(errors)), measured(kappa, again, bool(errors)), again)
        for f, kappa, again_f, again, errors in values
    ]
