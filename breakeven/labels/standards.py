"""One set of decisions beside several standards of what is correct."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from breakeven.evaluation.evaluation import Evaluation
from breakeven.labels.gold import gold_in_words, golds_of, with_gold
from breakeven.records import Truth


@dataclass(frozen=True)
class Standard:
    """The same decisions on the same documents, beside one standard of correctness.

    `how`: the gold, as `breakeven.labels.gold` spells it, or "" for the truth in the files.
    """

    how: str
    name: str
    evaluation: Evaluation

    @property
    def judged(self) -> int:
        """How many of the documents this standard says anything of; the others count nowhere."""
        return int(np.count_nonzero(self.evaluation.judged_pairs))


def standards_of(evaluation: Evaluation, truth: Truth) -> Iterator[Standard]:
    """The decisions under the truth in the files, where there is one, the majority, and each one.

    So they are under each plausible set of accepted grades. Nothing is decided or fitted again.
    Source: Lewis (1991), Standard of Correctness, and Partitioning of Results.
    """
    if not truth.gold and truth.labels is not None:
        yield Standard("", "the truth in the files", under(evaluation, truth))
    for how in golds_of(truth):
        yield Standard(how, gold_in_words(how, truth), under(evaluation, with_gold(truth, how)))


def under(evaluation: Evaluation, truth: Truth) -> Evaluation:
    """The same decisions beside another truth of the same documents; ValueError without labels."""
    if truth.labels is None:
        raise ValueError("a standard of correctness needs labels")
    part, off = evaluation.scored, truth.unjudged
    beside = replace(
        part,
        truth=sparse.csc_array(truth.labels[part.rows]),
        unjudged=None if off is None else sparse.csc_array(off[part.rows]),
    )
    return replace(evaluation, scored=beside)
