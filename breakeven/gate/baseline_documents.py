"""Whether a baseline is compared on its own documents, and by the truth that it had."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from breakeven.analysis.selection.selection import system_of
from breakeven.analysis.versions.alignment import align_versions
from breakeven.analysis.versions.changes import truth_changes
from breakeven.analysis.versions.earlier_version import same_systems
from breakeven.data.records import Review, Truth
from breakeven.data.wording import count_of, listed
from metrics.typing import Array

NOBODY = np.zeros(0, dtype=object)


@dataclass(frozen=True, eq=False)
class BaselineDocuments:
    """The documents that a baseline decided on a split, beside those that the system did.

    `documents`: how many the baseline decided. Ids: `missing`, those of them that the system says
    nothing of; `relabelled`, of those that both decided, the ones whose true classes were others in
    the baseline's file. `split`: None for all documents.
    """

    split: str | None
    documents: int
    missing: Array
    relabelled: Array

    @property
    def missing_said(self) -> str:
        """How many are missing, and which, in a sentence; empty where none is."""
        if not len(self.missing):
            return ""
        are = "is" if len(self.missing) == 1 else "are"
        return (
            f"Of {count_of(self.documents, 'document')} of the baseline{self._on} "
            f"{len(self.missing):,} {are} missing here: {listed(self.missing)}."
        )

    @property
    def relabelled_said(self) -> str:
        """How many have another truth than in the baseline's file, in words; empty where none."""
        if not (n := len(self.relabelled)):
            return ""
        have = "has" if n == 1 else "have"
        return (
            f"{count_of(n, 'document')}{self._on} {have} other true classes here than in the file "
            f"of the baseline: {listed(self.relabelled)}. Both systems are judged by those here: "
            "make sure that they were corrected, not made to fit."
        )

    @property
    def _on(self) -> str:
        return "" if self.split is None else f" on {self.split}"


def baseline_documents(
    review: Review, system: str, baseline: str, earlier: Review | None, split: str | None
) -> BaselineDocuments:
    """What the baseline decided on a split, and what is missing of it or has another truth.

    `baseline`: a system of the review. `earlier`: the review that it came from; None where it is
    one of the review's own. Where the earlier file does not name this split, it is all of its
    documents but those that are in another split here.
    """
    here = _on(review.truth, system_of(review, system).rows, split)
    if earlier is None:
        rows = _on(review.truth, system_of(review, baseline).rows, split)
        missing = _ids(review.truth, np.setdiff1d(rows, here))
        return BaselineDocuments(split, len(rows), missing, NOBODY)
    aligned = align_versions(earlier.truth, review.truth)
    then = next(then for then, now in same_systems(earlier, review) if now.system == system)
    split_of_earlier = split if split in earlier.truth.splits else None
    rows = _on(earlier.truth, then.rows, split_of_earlier)
    if split_of_earlier is None:
        of_split = np.isin(aligned.now, review.truth.in_split(split))
        rows = np.setdiff1d(rows, aligned.before[~of_split])
    both = np.isin(aligned.now, here)
    missing = _ids(earlier.truth, np.setdiff1d(rows, aligned.before[both]))
    changed = truth_changes(aligned)
    relabelled = NOBODY
    if changed is not None:
        changed_rows = changed.documents[both[changed.documents]]
        changed_rows = changed_rows[np.isin(aligned.before[changed_rows], then.rows)]
        relabelled = _ids(review.truth, aligned.now[changed_rows])
    return BaselineDocuments(split, len(rows), missing, relabelled)


def _on(truth: Truth, rows: Array, split: str | None) -> Array:
    return np.intersect1d(rows, truth.in_split(split))


def _ids(truth: Truth, rows: Array) -> Array:
    assert truth.documents is not None
    return np.array([str(truth.documents[row]) for row in rows.tolist()], dtype=object)
