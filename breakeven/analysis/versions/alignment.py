"""Two versions of a review laid beside each other: which documents and classes are the same."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from breakeven.analysis.selection.errors import ChoiceError
from breakeven.data.records import Truth
from metrics.typing import Array

NO_DOCUMENTS = "one of the two holds counts, not documents, so documents cannot be matched"


@dataclass(frozen=True)
class VersionAlignment:
    """The documents and classes that two versions have in common, and those that only one has.

    `before`, `now`: indices of the same documents in the earlier and in the later truth, of one
    length, `now` ascending. `classes`: of each later class, where the earlier truth has it, -1 for
    nowhere, shape (k,). `by_split`: an id occurs more than once, so that documents are told apart
    by their id and split. `other_text`: of the common documents, positions in `now` of those whose
    text is another; None where a version has no texts.
    """

    earlier: Truth
    later: Truth
    before: Array
    now: Array
    classes: Array
    by_split: bool
    other_text: Array | None

    @cached_property
    def gone(self) -> Array:
        """Indices of the earlier documents that the later truth does not have, ascending."""
        return np.setdiff1d(np.arange(self.earlier.n), self.before, assume_unique=True)

    @cached_property
    def added(self) -> Array:
        """Indices of the later documents that the earlier truth does not have, ascending."""
        return np.setdiff1d(np.arange(self.later.n), self.now, assume_unique=True)

    @cached_property
    def gone_classes(self) -> Array:
        """Indices of the earlier classes that the later truth does not have, ascending."""
        return np.setdiff1d(np.arange(len(self.earlier.classes)), self.classes)

    @cached_property
    def added_classes(self) -> Array:
        """Indices of the later classes that the earlier truth does not have, ascending."""
        return np.flatnonzero(self.classes < 0)

    @cached_property
    def common_classes(self) -> Array:
        """Indices of the later classes that the earlier truth has too, ascending."""
        return np.flatnonzero(self.classes >= 0)


def align_versions(earlier: Truth, later: Truth) -> VersionAlignment:
    """Documents by their ids, by id and split where an id occurs twice; classes by their names.

    Nothing is guessed: what has another id is another document, what has another name another
    class. ChoiceError where a review holds no documents, or an id occurs twice in a split.
    """
    if earlier.documents is None or later.documents is None:
        raise ChoiceError(NO_DOCUMENTS, "load both with a row for each document")
    earlier_ids, later_ids = (
        np.asarray(truth.documents, dtype=object) for truth in (earlier, later)
    )
    by_split = False
    if len(earlier_ids) == len(later_ids) and bool(np.all(earlier_ids == later_ids)):
        before = now = np.arange(len(later_ids))
    else:
        if not (_unique(earlier_ids) and _unique(later_ids)):
            by_split = True
            earlier_ids, later_ids = _with_split(earlier), _with_split(later)
        if not (_unique(earlier_ids) and _unique(later_ids)):
            raise ChoiceError(
                "an id occurs twice in a split", "give each document an id of its own"
            )
        _, before, now = np.intersect1d(
            earlier_ids, later_ids, assume_unique=True, return_indices=True
        )
        order = np.argsort(now)
        before, now = before[order], now[order]
    place = {name: c for c, name in enumerate(earlier.classes)}
    classes = np.array([place.get(name, -1) for name in later.classes], dtype=np.int64)
    texts = _texts(earlier), _texts(later)
    other = None
    if texts[0] is not None and texts[1] is not None:
        other = np.flatnonzero(texts[0][before] != texts[1][now])
    return VersionAlignment(earlier, later, before, now, classes, by_split, other)


def _unique(ids: Array) -> bool:
    return len(np.unique(ids)) == len(ids)


def _with_split(truth: Truth) -> Array:
    names = np.array([*truth.splits, ""], dtype=object)
    # what splits two names in this way is in no cell of a file
    return np.asarray(np.asarray(truth.documents, dtype=object) + "\x00" + names[truth.split_of])


def _texts(truth: Truth) -> Array | None:
    if truth.text_column is None:
        return None
    return np.asarray(truth.columns[truth.text_column], dtype=object)
