"""Documents of one author, thread or other group in several splits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from breakeven.data.corpus import composed_texts, words_in
from breakeven.data.equal_texts import text_codes
from breakeven.data.records import Truth
from breakeven.data.splits import dates_of
from metrics.incidence import sets_of
from metrics.typing import EQUAL, Array

# a column of so many values may name groups
FEWEST_GROUPS, MOST_GROUPS = 20, 500
# documents a group has in the mean
LEAST_EACH = 2.0
# of the test documents so many are of a group of the training split, and of more than by chance
LEAST_SHARED = 0.5
# in standard deviations of what shuffled groups give
FAR = 5.0
SHUFFLES = 15
# of more documents as many are looked at
MOST = 1_000
# headers of those who write, or of what is written together
PEOPLE = re.compile(
    r"(author|writer|user|customer|client|patient|speaker|sender|account|person|annotatee|reviewer|"
    r"thread|conversation|session|dialog(ue)?|case|group|family|household|series|chat)"
    r"([_ -]?(id|name|number|no|key))?s?",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True)
class SharedGroups:
    """A column whose groups stand in the training split and in the test split.

    `groups`: how many values it has; `shared`: how many test documents, of `documents`, have a
    group of the training split, `rows` of the truth. `tells`: whether the group tells the class,
    or the words among documents of the same classes, beyond chance. `by_name`: its header says
    that it names people or what is written together. `drawn`: somebody said that documents of a
    group were drawn together.
    """

    column: str
    groups: int
    shared: int
    documents: int
    rows: Array
    tells: tuple[str, ...]
    by_name: bool
    drawn: bool

    @property
    def share(self) -> float:
        """Of the test documents, in [0, 1]."""
        return self.shared / max(1, self.documents)


def shared_groups(truth: Truth, train: int | None, test: int | None) -> list[SharedGroups]:
    """Every column whose groups are in both splits, the most shared first.

    `train`, `test`: indices of the splits, None for one that there is not. A column counts if it
    has 20 to 500 values, each of several documents, that tell the class or the words beyond chance,
    or if it names the clusters of the truth.
    """
    if train is None or test is None or train == test:
        return []
    found = [*_of_columns(truth, train, test), *_of_clusters(truth, train, test)]
    return sorted(found, key=lambda groups: -groups.share)


def _of_columns(truth: Truth, train: int, test: int) -> Iterator[SharedGroups]:
    for name, values in truth.columns.items():
        if name in (truth.text_column, truth.cluster_column):
            continue
        is_number = np.issubdtype(values.dtype, np.number)
        by_name = PEOPLE.fullmatch(name.strip()) is not None
        # numbers are measures, unless the header says that they are names
        if (is_number and not by_name) or (not is_number and dates_of(values) is not None):
            continue
        codes = text_codes(values.astype(str).astype(object) if is_number else values)
        groups = int(np.sum(np.bincount(codes[codes >= 0], minlength=1) > 0))
        some = int(np.sum(codes >= 0))
        if not FEWEST_GROUPS <= groups <= MOST_GROUPS or some < LEAST_EACH * groups:
            continue
        shared = _shared(truth, codes, train, test, name, by_name, drawn=False)
        if shared is not None and (tells := _tells(truth, codes)):
            yield replace(shared, tells=tells)


def _of_clusters(truth: Truth, train: int, test: int) -> Iterator[SharedGroups]:
    if truth.clusters is None or truth.cluster_column is None:
        return
    name = truth.cluster_column
    shared = _shared(truth, truth.clusters, train, test, name, True, drawn=True)
    if shared is not None:
        yield shared


def _shared(
    truth: Truth, codes: Array, train: int, test: int, name: str, by_name: bool, *, drawn: bool
) -> SharedGroups | None:
    in_train = np.zeros(int(codes.max(initial=0)) + 1, dtype=bool)
    named = codes >= 0
    in_train[codes[named & (truth.split_of == train)]] = True
    tested = np.flatnonzero(named & (truth.split_of == test))
    rows = tested[in_train[codes[tested]]]
    least = 0.01 if drawn else LEAST_SHARED
    if not len(rows) or len(rows) < least * len(tested) - EQUAL:
        return None
    return SharedGroups(
        column=name, groups=len(np.unique(codes[named])), shared=len(rows),
        documents=len(truth.in_split(truth.splits[test])), rows=rows, tells=(),
        by_name=by_name, drawn=drawn,
    )  # fmt: skip


def _tells(truth: Truth, codes: Array) -> tuple[str, ...]:
    """What a group tells beyond chance: its class, its words."""
    rows = np.flatnonzero(codes >= 0)
    rng = np.random.default_rng(0)
    if len(rows) > MOST:
        rows = np.sort(rng.choice(rows, MOST, replace=False))
    _, group = np.unique(codes[rows], return_inverse=True)
    tells = []
    kinds = np.zeros(len(rows), dtype=np.int64)
    if truth.labels is not None:
        labels = sparse.csr_array(truth.labels, dtype=float)[rows]
        kinds = np.unique(sets_of(labels), return_inverse=True)[1]
        if _alike_within(labels, group, np.zeros(len(rows), dtype=np.int64), rng) > FAR:
            tells.append("class")
    if truth.text_column is not None:
        words = words_in(composed_texts(truth.columns[truth.text_column][rows]))
        # of documents of the same classes, as these share words whoever wrote them
        if _alike_within(sparse.csr_array(words.weights), group, kinds, rng) > FAR:
            tells.append("words")
    return tuple(tells)


def _alike_within(
    features: sparse.csr_array, group: Array, kinds: Array, rng: np.random.Generator
) -> float:
    """How far documents of a group are alike beyond those of shuffled groups, in deviations.

    Groups change places among documents of one of the `kinds`. NaN where shuffling changes nothing.
    """
    drawn = []
    order = np.lexsort((np.arange(len(kinds)), kinds))
    for _ in range(SHUFFLES):
        mixed = np.empty_like(group)
        mixed[order] = group[np.lexsort((rng.random(len(kinds)), kinds))]
        drawn.append(_within(features, mixed))
    spread = float(np.std(drawn, ddof=1))
    return (_within(features, group) - float(np.mean(drawn))) / spread if spread > 0 else np.nan


def _within(features: sparse.csr_array, group: Array) -> float:
    """The products of all pairs of documents of one group, added up, but for what is the same."""
    ones = np.ones(len(group))
    into = sparse.csr_array((ones, (group, np.arange(len(group)))))
    sums = into @ features
    sizes = np.bincount(group)
    # a mean of each group, so that large groups count no more than their documents
    weight = 1 / np.maximum(sizes - 1, 1)
    return float(weight @ np.asarray(sums.multiply(sums).sum(axis=1)).ravel())
