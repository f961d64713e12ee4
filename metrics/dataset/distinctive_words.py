"""Words that documents of one group have more often than those of another."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.typing import Array
from metrics.uncertainty.significance import corrected

# of a word in fewer documents of both groups together nothing can be said
LEAST = 3
LEVEL = 0.05


@dataclass(frozen=True)
class DistinctiveWords:
    """How each of V words parts two groups of documents; arrays of shape (V,).

    `log_odds`: above 0 where it goes with the first group; `z`: the same in standard errors; `p`:
    two-sided, corrected over all words tested (Benjamini & Hochberg). NaN for words in too few
    documents, and for all where a group is empty.
    """

    log_odds: Array
    z: Array
    p: Array

    @property
    def significant_words(self) -> Array:
        """The words that go with either group, the clearest first; few of them by chance."""
        places = np.flatnonzero(self.p <= LEVEL)
        return places[np.argsort(-np.abs(self.z[places]), kind="stable")]


def distinctive_words(
    first: Array,
    second: Array,
    documents: tuple[int, int],
    background: Array,
    background_documents: int,
) -> DistinctiveWords:
    """Log-odds of each word between two groups of documents, drawn towards how common it is.

    `first`, `second`, `background`: in how many documents of each group, and of all, each word is,
    shape (V,); `documents`, `background_documents`: how many there are. A word counts once in a
    document, as words of one document come together. The prior, an informative Dirichlet one, is
    worth as many documents as the smaller group has. Source: Monroe, Colaresi and Quinn (2008),
    3.5.1.
    """
    from scipy.special import ndtr  # takes long to import

    prior_documents = min(documents)
    prior = prior_documents * (background + 0.5) / (background_documents + 1)
    cells = [
        np.array([count + prior, n + prior_documents - count - prior])
        for count, n in zip((first, second), documents, strict=True)
    ]
    is_tested = (first + second >= LEAST) & (prior_documents > 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        odds = np.log(cells[0][0] / cells[0][1]) - np.log(cells[1][0] / cells[1][1])
        z = odds / np.sqrt(sum((1 / pair).sum(axis=0) for pair in cells))
    odds, z = np.where(is_tested, odds, np.nan), np.where(is_tested, z, np.nan)
    return DistinctiveWords(odds, z, corrected(2 * ndtr(-np.abs(z)), "fdr_bh"))
