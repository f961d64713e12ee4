"""Words that go with one group of documents rather than another; why, nobody says."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from breakeven.analysis.selection.candidates import CandidateDocuments
from breakeven.analysis.selection.expression import (
    ClassTerm,
    ClassTermKind,
    Expression,
    Judged,
    to_text,
)
from breakeven.analysis.selection.where import Where, mask
from breakeven.data.corpus import WordCounts
from metrics.dataset.distinctive_words import distinctive_words
from metrics.typing import Array

MOST = 20
# which outcomes of a class are set against one another: mistakes against what they were taken for
AGAINST: dict[ClassTermKind, ClassTermKind] = {"missed": "hit", "extra": "rejected"}


@dataclass(frozen=True)
class Word:
    """A word, in how many documents of each group it is, and how clearly it parts them."""

    word: str
    first: int
    second: int
    z: float


@dataclass(frozen=True)
class WordsWith:
    """The words that go with each of two groups of documents, the clearest first.

    `first_documents`, `second_documents`: how many documents the groups have; `tested`: of how many
    words anything could be said.
    """

    first_documents: int
    second_documents: int
    tested: int
    first: tuple[Word, ...]
    second: tuple[Word, ...]


def words_with(words: WordCounts, first: Array, second: Array, most: int = MOST) -> WordsWith:
    """Words of the texts at these places against those at others, at most so many of each."""
    filled = int(np.count_nonzero(np.diff(words.starts)))
    counts = words.texts_among(first), words.texts_among(second)
    apart = distinctive_words(
        counts[0], counts[1], (len(first), len(second)), words.texts_per_word, filled
    )
    significant = apart.significant_words
    sides = [
        significant[side][:most].tolist()
        for side in (apart.z[significant] > 0, apart.z[significant] < 0)
    ]
    listed = [
        tuple(
            Word(
                str(words.vocabulary[w].as_py()),
                int(counts[0][w]),
                int(counts[1][w]),
                float(apart.z[w]),
            )
            for w in side
        )
        for side in sides
    ]
    tested = int(np.count_nonzero(~np.isnan(apart.z)))
    return WordsWith(len(first), len(second), tested, *listed)


def words_between(
    documents: CandidateDocuments, positions: Array, first: Expression, second: Expression
) -> WordsWith:
    """As `words_with`, of the documents at the positions `positions` that each of two terms keeps.

    FilterError where a term does not fit; ValueError where there are no texts.
    """
    among = np.zeros(len(documents.rows), dtype=bool)
    among[positions] = True

    def rows(term: Expression) -> Array:
        return documents.rows[mask(Where(to_text(term), term), documents) & among]

    return words_with(documents.lookups.texts().words, rows(first), rows(second))


def groups_of(
    class_name: str | None, mistake: ClassTermKind = "missed"
) -> tuple[Expression, Expression]:
    """What is set against what: mistakes on a class, or on any for None, against what is right."""
    if class_name is None:
        return Judged("wrong"), Judged("right")
    return ClassTerm(mistake, class_name), ClassTerm(AGAINST[mistake], class_name)
