"""Words of the text that tell the class by themselves: its name, or what was added later."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from breakeven.analysis.answers.answer_names import fold_name
from breakeven.data.corpus import WordCounts, composed_texts, words_in
from breakeven.data.records import Truth
from metrics.incidence import count_per_class
from metrics.typing import EQUAL, Array

# of what is not known of a class, a word or two leave so much at the most
LEFT = 0.05
# documents of a class, and not of it, from which on it is asked
LEAST_OF_CLASS = 20
# of more documents as many are looked at
MOST = 2_000
# of texts so long only the beginning and the end, where such words stand
LONGEST = 200


@dataclass(frozen=True, kw_only=True)
class Giveaway:
    """A word, or two in a row, that tells a class: shares in [0, 1].

    `inside`: of the documents of the class that have it; `outside`: of all others. `named`: the
    word is in the name of the class.
    """

    class_index: int
    words: str
    inside: float
    outside: float
    named: bool


@dataclass(frozen=True)
class Giveaways:
    """One for each class that words tell, the most documents first.

    `covered`: the share of all documents that is in one of these classes, in [0, 1].
    """

    words: tuple[Giveaway, ...]
    covered: float


def giveaway_words(truth: Truth) -> Giveaways | None:
    """The classes that a word, or two in a row, tell nearly for certain; None where none are.

    A word tells a class if saying the class wherever it stands, and nowhere else, is wrong in a
    twentieth of its documents at most (or of those not in it, if these are fewer). Looked at are
    up to 2,000 documents.
    """
    if truth.text_column is None or truth.labels is None:
        return None
    rows = np.arange(truth.n)
    if truth.n > MOST:
        rows = np.sort(np.random.default_rng(0).choice(truth.n, MOST, replace=False))
    labels = sparse.csc_array(truth.labels[rows], dtype=np.int64)
    sizes = count_per_class(labels)
    enough = np.flatnonzero(np.minimum(sizes, len(rows) - sizes) >= LEAST_OF_CLASS)
    if not len(enough):
        return None
    words = words_in(composed_texts(truth.columns[truth.text_column][rows]))
    key, inside, outside = _best(words, sparse.csc_array(labels[:, enough]), sizes[enough])
    rest = len(rows) - sizes[enough]
    wrong = sizes[enough] - inside + outside
    chosen = np.flatnonzero(wrong <= LEFT * np.minimum(sizes[enough], rest) + EQUAL)
    chosen = chosen[np.argsort(-sizes[enough][chosen], kind="stable")]
    if not len(chosen):
        return None
    shares = zip(
        chosen.tolist(),
        (inside / sizes[enough])[chosen].tolist(),
        (outside / rest)[chosen].tolist(),
        strict=True,
    )
    giveaways = tuple(
        _giveaway(truth, int(enough[c]), _shown(words, int(key[c])), share, other)
        for c, share, other in shares
    )
    covered = labels[:, enough[chosen]].sum(axis=1) > 0
    return Giveaways(giveaways, float(np.mean(covered)))


def _giveaway(truth: Truth, c: int, words: str, inside: float, outside: float) -> Giveaway:
    name = fold_name(truth.classes[c])
    named = bool({*fold_name(words).split()} & {*name.split()}) or name in fold_name(words)
    return Giveaway(class_index=c, words=words, inside=inside, outside=outside, named=named)


def _best(words: WordCounts, labels: sparse.csc_array, sizes: Array) -> tuple[Array, Array, Array]:
    """The words that tell each class best: their key, and how many documents of it, and not of it.

    A word has its place in the vocabulary as key; two in a row, more than its size. Each of shape
    (classes,).
    """
    n, k = labels.shape
    key, document = _keys(words)
    # once a document
    both = np.sort(key * n + document)
    both = both[np.diff(both, prepend=-1) != 0]
    key, document = both // n, both % n
    starts = np.flatnonzero(np.diff(key, prepend=-1) != 0)
    keys, documents = key[starts], np.diff(np.append(starts, len(key)))
    place = np.repeat(np.arange(len(keys)), documents)
    # words of fewer documents tell none of the classes
    frequent = documents >= (1 - LEFT) * sizes.min()
    chosen = frequent[place]
    number = np.cumsum(frequent) - 1
    has = sparse.csr_array(
        (np.ones(int(chosen.sum()), dtype=np.int64), (number[place[chosen]], document[chosen])),
        shape=(int(frequent.sum()), n),
    )
    if not has.shape[0]:
        return np.zeros(k, dtype=np.int64), np.zeros(k), np.zeros(k)
    inside = np.asarray((has @ labels.astype(np.int64)).toarray())
    outside = documents[frequent][:, None] - inside
    best = np.argmin(sizes - inside + outside, axis=0)
    classes = np.arange(k)
    return keys[frequent][best], inside[best, classes], outside[best, classes]


def _keys(words: WordCounts) -> tuple[Array, Array]:
    """Every word and every two in a row: their keys, and the documents."""
    starts, codes = np.asarray(words.starts), np.asarray(words.codes, dtype=np.int64)
    document = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    place = np.arange(len(codes))
    to_end = starts[document + 1] - 1 - place
    shown = np.minimum(place - starts[document], to_end) < LONGEST // 2
    vocabulary = len(words.vocabulary)
    first = np.flatnonzero(shown & (to_end > 0))
    two = vocabulary * (1 + codes[first]) + codes[np.minimum(first + 1, len(codes) - 1)]
    return np.concatenate([codes[shown], two]), np.concatenate([document[shown], document[first]])


def _shown(words: WordCounts, key: int) -> str:
    """The words of a key."""
    size = len(words.vocabulary)
    places = [key] if key < size else [key // size - 1, key % size]
    return " ".join(words.vocabulary[place].as_py() for place in places)
