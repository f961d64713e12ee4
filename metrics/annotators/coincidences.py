"""Krippendorff's tally of several people's judgements, and the measures that are functions of it.

Every two judgements of one document by different people are a pair of values; each document's
pairs together weigh as much as it has judgements. So unequal numbers of people, and documents
that some did not see, need no rule of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from metrics.annotators.ratings import PairableVotes
from metrics.measures import ratio
from metrics.typing import Array


@dataclass(frozen=True)
class Coincidences:
    """Pairs of judgements by what both say, one 2 x 2 table per class; arrays of one shape.

    `both`: yes and yes; `differ`: yes and no (as often no and yes); `neither`: no and no. The
    first axis is the classes. Source: Krippendorff (2011).
    """

    both: Array
    differ: Array
    neither: Array

    @property
    def yes(self) -> Array:
        """Judgements that say yes."""
        return self.both + self.differ

    @property
    def no(self) -> Array:
        """Judgements that say no."""
        return self.neither + self.differ

    @property
    def judgements(self) -> Array:
        """All that can be paired with another of the same document."""
        return self.yes + self.no


@dataclass(frozen=True)
class DocumentCoincidences:
    """What each document, or group of them, adds to the coincidences.

    `yes`, `differ`: csr (documents, classes); `judgements`: (documents,), less `fewer`, csr
    (documents, classes) or None.
    """

    yes: sparse.csr_array
    differ: sparse.csr_array
    judgements: Array
    fewer: sparse.csr_array | None

    def gathered(self, gather: sparse.csr_array) -> DocumentCoincidences:
        """The sums over groups, as from `resampling.grouping`, with weights if any."""

        def summed(pairs: sparse.csr_array) -> sparse.csr_array:
            return sparse.csr_array(gather @ pairs)

        fewer = None if self.fewer is None else summed(self.fewer)
        judgements = gather @ self.judgements
        return DocumentCoincidences(summed(self.yes), summed(self.differ), judgements, fewer)

    def sums(self, weights: Array) -> Coincidences:
        """The sums under weights of shape (documents,) or (documents, replicates)."""
        yes, differ = self.yes.T @ weights, self.differ.T @ weights
        judgements = self.judgements @ weights - np.zeros_like(yes)
        if self.fewer is not None:
            judgements = judgements - self.fewer.T @ weights
        return Coincidences(yes - differ, differ, judgements - yes - differ)

    def acceleration(self) -> Array:
        """A sixth of the skewness of what documents contribute to alpha, in [-1/6, 1/6].

        Shape (classes,); NaN where nobody differs. A document of m judgements, y of them yes and n
        no, of which d differ, adds d / D + m / M - y / Y - n / N to log(1 - alpha), where D, M, Y,
        N are the sums over all documents. Source: Efron (1987), section 7.
        """
        totals = self.sums(np.ones(len(self.judgements)))
        # of a judgement, yes or no
        per_judgement = ratio(1, totals.judgements) - ratio(1, totals.no)
        contributions = self.differ @ _diagonal(ratio(1, totals.differ))
        contributions = contributions + self.yes @ _diagonal(
            ratio(1, totals.no) - ratio(1, totals.yes)
        )
        if self.fewer is not None:
            contributions = contributions - self.fewer @ _diagonal(per_judgement)
        # the power of a sum of a sparse matrix and one that is judgements x each
        n, contributions = self.judgements, sparse.csr_array(contributions)
        squares = contributions.multiply(contributions)
        two = (
            squares.sum(axis=0)
            + 2 * per_judgement * (n @ contributions)
            + per_judgement**2 * np.sum(n**2)
        )
        three = (
            squares.multiply(contributions).sum(axis=0)
            + 3 * per_judgement * (n @ sparse.csr_array(squares))
            + 3 * per_judgement**2 * (n**2 @ contributions)
            + per_judgement**3 * np.sum(n**3)
        )
        skewness = ratio(three, np.maximum(two, 0) ** 1.5)
        # beyond is rounding, where all documents contribute the same
        return -np.clip(skewness, -1, 1) / 6


def _diagonal(values: Array) -> sparse.dia_array:
    return sparse.diags_array(np.nan_to_num(values))


def document_coincidences(votes: PairableVotes) -> DocumentCoincidences:
    """What each document adds: of m judgements with y times yes, y (m - y) / (m - 1) differ."""
    judged = votes.judged_at(votes.yes)
    differ = votes.yes.copy()
    differ.data = votes.yes.data * (judged - votes.yes.data) / np.maximum(judged - 1, 1)
    differ.eliminate_zeros()
    return DocumentCoincidences(votes.yes, differ, votes.people, votes.fewer)


def positive_agreement(coincidences: Coincidences) -> Array:
    """Of one person's yes, the share to which another says yes, in [0, 1]; shape as `coincidences`.

    Of two people it is F of either against the other. NaN where nobody says yes. Source: Cicchetti
    & Feinstein (1990); Spitzer & Fleiss (1974) for several people.
    """
    return ratio(coincidences.both, coincidences.yes)


def negative_agreement(coincidences: Coincidences) -> Array:
    """Of one person's no, the share to which another says no, in [0, 1]; shape as `coincidences`.

    NaN where nobody says no. Source: Cicchetti & Feinstein (1990).
    """
    return ratio(coincidences.neither, coincidences.no)


def alpha(coincidences: Coincidences) -> Array:
    """Krippendorff's alpha of each class, yes or no: 1 - observed / expected disagreement.

    At most 1, 0 as by chance, shape as `coincidences`. NaN where all say the same of all
    documents: then no disagreement is expected. Source: Krippendorff (2011).
    """
    return 1 - ratio(
        (coincidences.judgements - 1) * coincidences.differ, coincidences.yes * coincidences.no
    )


def alpha_over_classes(coincidences: Coincidences) -> Array:
    """Alpha of all classes: 1 - sum of observed / sum of expected disagreement, shape without them.

    Of one class a document it is Krippendorff's nominal alpha; of several, alpha with the number
    of classes in one set and not the other as distance. NaN where no disagreement is expected.
    Source: Krippendorff (2011).
    """
    return _over_classes(coincidences, np.maximum(coincidences.judgements - 1, 0))


def fleiss_kappa(coincidences: Coincidences) -> Array:
    """Fleiss' kappa of each class; only where every document has as many judgements.

    As alpha, with chance drawn from all judgements, that of the document included; who asks sees
    to equal numbers. Source: Fleiss (1971).
    """
    return 1 - ratio(
        coincidences.judgements * coincidences.differ, coincidences.yes * coincidences.no
    )


def fleiss_kappa_over_classes(coincidences: Coincidences) -> Array:
    """Fleiss' kappa of all classes together, as `alpha_over_classes`. Source: Fleiss (1971)."""
    return _over_classes(coincidences, coincidences.judgements)


def _over_classes(coincidences: Coincidences, drawn_from: Array) -> Array:
    observed = np.nan_to_num(ratio(coincidences.differ, coincidences.judgements))
    expected = np.nan_to_num(
        ratio(coincidences.yes * coincidences.no, coincidences.judgements * drawn_from)
    )
    return 1 - ratio(np.sum(observed, axis=0), np.sum(expected, axis=0))


def equal_numbers(votes: PairableVotes, labelled: Any) -> bool:
    """Whether every document that anybody labelled was judged by as many people, two at least.

    `labelled`: how many labelled each document, shape (documents,), those of one person included.
    """
    some = np.asarray(labelled)[np.asarray(labelled) > 0]
    unjudged = votes.fewer is not None and votes.fewer.nnz > 0
    return bool(len(some) and some.min() == some.max() and some.min() > 1 and not unjudged)
