"""A class whose documents fall into two parts by their words, and in which part the errors are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.corpus import WordCounts
from metrics.merging.two_clusters import two_clusters
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval, wilson

# more than so seldom by chance, and at least so alike, are the parts by either half of the words
DIVIDING_LEVEL = 0.05
LEAST_AGREEMENT = 0.2
# a part of fewer documents is none
FEWEST = 8


@dataclass(frozen=True, kw_only=True)
class DividedPart:
    """One part of a class's documents.

    `hits`, `missed`, `extra`: positions among the documents evaluated. `wrong`: the share that is
    missed or wrongly assigned, with its 95 % interval.
    """

    hits: Array
    missed: Array
    extra: Array
    wrong: float
    interval: Interval

    @property
    def documents(self) -> Array:
        """All of them, errors first."""
        return np.concatenate([self.missed, self.extra, self.hits])


@dataclass(frozen=True, kw_only=True)
class DividedClass:
    """A class's documents, truly in it or assigned to it, in two parts by their words.

    `parts`: the larger first. `agreement`, from -1 to 1, and `p` as `metrics.merging.two_clusters`
    says. `p_wrong`: of shares of errors that differ as much by chance (Fisher's exact test,
    two-sided); the words know nothing of the errors, so it needs no correction.
    """

    class_index: int
    parts: tuple[DividedPart, DividedPart]
    agreement: float
    p: float
    p_wrong: float

    @property
    def apart(self) -> bool:
        """Whether the parts are more than chance makes of any texts, clear, and not too small."""
        enough = min(len(part.documents) for part in self.parts) >= FEWEST
        return enough and self.p <= DIVIDING_LEVEL and self.agreement >= LEAST_AGREEMENT


def divide_class(evaluation: Evaluation, words: WordCounts, c: int) -> DividedClass:
    """The documents of a class in two parts by their words.

    `words`: of all documents of the truth. Pairs that nobody judged are left out. ValueError where
    documents have weights or clusters: the tests take each for one that was drawn alone.
    """
    if evaluation.scored.sampled:
        raise ValueError(
            "documents with weights or clusters cannot be divided: the tests need documents that "
            "were drawn one by one"
        )
    cells = [evaluation.documents_in_cell(c, cell) for cell in ("tp", "fn", "fp")]
    positions = np.concatenate(cells)
    kind = np.repeat(np.arange(3), [len(cell) for cell in cells])
    counts = sparse.csr_array(words.counts.tocsr()[evaluation.rows[positions]])
    made = two_clusters(counts)
    parts = tuple(_part(positions[mask], kind[mask]) for mask in (~made.second, made.second))
    return DividedClass(
        class_index=c,
        parts=(parts[0], parts[1]),
        agreement=made.agreement,
        p=made.p,
        p_wrong=_differ(kind > 0, made.second),
    )


def _part(positions: Array, kind: Array) -> DividedPart:
    found, missed, extra = (np.sort(positions[kind == k]) for k in range(3))
    wrong, n = len(missed) + len(extra), len(positions)
    share = wrong / n if n else float("nan")
    return DividedPart(
        hits=found, missed=missed, extra=extra, wrong=share, interval=wilson(wrong, n)
    )


def _differ(wrong: Array, second: Array) -> float:
    """P of two shares that differ as much or more; NaN where a part is empty."""
    from scipy.stats import fisher_exact

    table = [[int((wrong & of).sum()), int((~wrong & of).sum())] for of in (~second, second)]
    if not all(map(sum, table)):
        return float("nan")
    return float(fisher_exact(table).pvalue)
