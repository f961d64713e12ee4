"""What changed between two versions of a review.

Its truth, what a system decides, how much that matters, and how much two runs of one system differ:
what a change has to exceed to be more than that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Literal

import numpy as np
from scipy import sparse

from breakeven.analysis.comparison.bootstrap import ALPHA
from breakeven.analysis.comparison.comparison import SystemPair, compare_systems, pair_of
from breakeven.analysis.comparison.disagreement import DecisionChanges, changes, document_changes
from breakeven.analysis.comparison.shared_documents import (
    ComparisonSettings,
    differing_pairs,
    largest_classes,
    share_documents,
)
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.selected_evaluation import evaluate_selection
from breakeven.analysis.selection.selection import Selection
from breakeven.analysis.selection.where import FilteredDocuments, restricted_to
from breakeven.analysis.versions.alignment import VersionAlignment
from breakeven.analysis.versions.earlier_version import selection_before
from breakeven.data.records import Review
from metrics.incidence import count_per_class, count_per_document, without_zeros
from metrics.measures import ratio
from metrics.typing import Array

# --- what changed between two versions of a review: its truth, and what a system decides


# of the documents of either, the share that a class gone and a class added have in common from
# which on one may be the other under a new name
RENAMED_SHARE = 0.8


@dataclass(frozen=True)
class RenamedClass:
    """A class that is gone and one that was added, which have nearly the same documents.

    `share`: of the documents of either, those of both, in [0, 1]. Names are guessed, not replaced.
    """

    before: str
    now: str
    share: float


@dataclass(frozen=True)
class TruthChanges:
    """Pairs of a document and a class, in both versions and judged in both, that have other truth.

    `gained`, `lost`: boolean csc (common documents, common classes), in the order of the alignment:
    true now and not before, and the reverse. `renamed`: what classes gone may be called now.
    """

    gained: sparse.csc_array
    lost: sparse.csc_array
    renamed: tuple[RenamedClass, ...]

    @property
    def pairs(self) -> int:
        """How many pairs have other truth."""
        return int(self.gained.nnz + self.lost.nnz)

    @cached_property
    def documents(self) -> Array:
        """Positions among the common documents of those with any such pair, ascending."""
        return np.flatnonzero(count_per_document(self.gained) + count_per_document(self.lost))

    @cached_property
    def by_class(self) -> tuple[Array, Array]:
        """Pairs gained and lost, shape (common classes,) each."""
        return count_per_class(self.gained), count_per_class(self.lost)


def truth_changes(alignment: VersionAlignment) -> TruthChanges | None:
    """Where the truth of what both versions have is another; None where nobody labelled one."""
    then, now = alignment.earlier, alignment.later
    if then.labels is None or now.labels is None:
        return None
    common = alignment.common_classes
    old = _part(then.labels, alignment.before, alignment.classes[common])
    new = _part(now.labels, alignment.now, common)
    gained, lost = new > old, old > new
    for unjudged, rows, columns in (
        (then.unjudged, alignment.before, alignment.classes[common]),
        (now.unjudged, alignment.now, common),
    ):
        if unjudged is not None:
            off = _part(unjudged, rows, columns)
            gained, lost = gained > off, lost > off
    renamed = _renamed(alignment, then.labels, now.labels)
    return TruthChanges(without_zeros(gained), without_zeros(lost), renamed)


def _part(pairs: sparse.csc_array, rows: Array, columns: Array) -> sparse.csc_array:
    return sparse.csc_array(sparse.csc_array(pairs[:, columns])[rows])


def _renamed(
    alignment: VersionAlignment, then: sparse.csc_array, now: sparse.csc_array
) -> tuple[RenamedClass, ...]:
    gone, added = alignment.gone_classes, alignment.added_classes
    if not len(gone) or not len(added):
        return ()
    old = _part(then, alignment.before, gone).astype(np.int64)
    new = _part(now, alignment.now, added).astype(np.int64)
    both = (old.T @ new).toarray()
    either = np.asarray(old.sum(axis=0))[:, None] + np.asarray(new.sum(axis=0))[None, :] - both
    share = np.nan_to_num(ratio(both, either), nan=0.0)
    best = share.argmax(axis=1)
    mutual = (share.argmax(axis=0)[best] == np.arange(len(gone))) & (
        share.max(axis=1) >= RENAMED_SHARE
    )
    return tuple(
        RenamedClass(
            alignment.earlier.classes[gone[i]],
            alignment.later.classes[added[best[i]]],
            float(share[i, best[i]]),
        )
        for i in np.flatnonzero(mutual).tolist()
    )


@dataclass(frozen=True)
class DecisionFlips:
    """Decisions of one system that are others than in an earlier version, on common documents.

    `rows`: indices into the truth of the documents with any, ascending. `fixed`, `broken`: of
    them, those that are right in all classes now and were not, and the reverse. `by_class`: per
    class, decisions toward right (`fixed`) and toward wrong (`broken`), shape (classes,). Pairs
    that nobody judged are in neither.
    """

    documents: int
    rows: Array
    fixed: Array
    broken: Array
    by_class: DecisionChanges

    @property
    def decisions(self) -> int:
        """How many decisions flipped."""
        return self.toward_right + self.toward_wrong

    @property
    def toward_right(self) -> int:
        """How many of them were wrong, and are right."""
        return int(self.by_class.fixed.sum())

    @property
    def toward_wrong(self) -> int:
        """How many of them were right, and are wrong."""
        return int(self.by_class.broken.sum())

    @cached_property
    def of_classes(self) -> Array:
        """How many decisions flipped in each class, shape (classes,)."""
        return np.asarray(self.by_class.fixed + self.by_class.broken)


def flips_of(old: Evaluation, new: Evaluation) -> DecisionFlips:
    """What two evaluations of one truth, on the same documents, decide otherwise."""
    kinds = document_changes(old, new)
    return DecisionFlips(
        new.documents,
        new.rows[np.flatnonzero(count_per_document(differing_pairs(old, new)))],
        new.rows[kinds["fixed"]],
        new.rows[kinds["broken"]],
        changes(old, new),
    )


# --- a system set against itself in the earlier version that stands beside the review


def pair_before(
    review: Review, selection: Selection, evaluation: Evaluation, filtered: FilteredDocuments | None
) -> SystemPair | None:
    """The system before and now, on F; `filtered`: what the filter of the selection keeps.

    None where no earlier version stands beside, or no document is in both.
    """
    selection_then = selection_before(review, selection)
    if selection_then is None:
        return None
    before, _ = evaluate_selection(review, selection_then)
    if filtered is not None:
        before = restricted_to(before, filtered.rows)
    common = share_documents([evaluation, before])
    if not common.documents:
        return None
    top = largest_classes(common.evaluations[0])
    settings = ComparisonSettings("f", selection.beta, selection.undefined, top)
    return pair_of(compare_systems(common, settings), 1, 0)


# what names a run: "svm run 2", "bert_seed1"; a number alone may be another model
RUN_NAME = re.compile(
    r"[\s_\-.,#/(]*(?:run|seed|repeat|rep|trial)[\s_\-.#:=]*\d+\)?\s*$", re.IGNORECASE
)

NoiseVerdict = Literal["more", "fewer", "alike", "untested"]


@dataclass(frozen=True)
class RunNoise:
    """Documents that two versions, and two runs of one system, decide differently.

    `runs`: the names of the two. `documents`: those that all of them spoke of. `versions`,
    `between`: documents changed between the versions, and between the runs. `only_versions`,
    `only_runs`: changed there and not here. `p`: exact McNemar test of the two counts, two-sided;
    NaN where documents are weighted or clustered, or no document is changed in just one of them.
    `low`, `high`: 95 % interval of the difference of the counts, in documents, which leaves out
    zero just where p is below 0.05.

    It asks whether the versions differ on more documents than these two runs. Documents are taken
    as drawn alone; how much one pair of runs happens to differ is not in it, and only further runs
    would tell. Source: McNemar (1947); Clopper & Pearson (1934) given the documents of just one.
    """

    runs: tuple[str, str]
    documents: int
    versions: int
    between: int
    only_versions: int
    only_runs: int
    p: float
    low: float
    high: float

    @property
    def verdict(self) -> NoiseVerdict:
        """Whether more, or fewer, documents changed than between the runs, beyond chance."""
        if np.isnan(self.p):
            return "alike" if self.only_versions == self.only_runs == 0 else "untested"
        if self.p > ALPHA:
            return "alike"
        return "more" if self.only_versions > self.only_runs else "fewer"


def run_noise(
    old: Evaluation, new: Evaluation, runs: tuple[Evaluation, Evaluation]
) -> RunNoise | None:
    """The change from old to new beside that between two runs; None without a common document."""
    common = share_documents([old, new, *runs])
    if common.documents == 0:
        return None
    before, now, first_run, second_run = common.evaluations
    changed = count_per_document(differing_pairs(before, now)) > 0
    noisy = count_per_document(differing_pairs(first_run, second_run)) > 0
    b, c = int((changed & ~noisy).sum()), int((noisy & ~changed).sum())
    p = low = high = float("nan")
    if b + c and not now.scored.sampled:
        from scipy.stats import binomtest

        test = binomtest(b, b + c)
        p, ends = float(test.pvalue), test.proportion_ci(1 - ALPHA, method="exact")
        low, high = ((b + c) * (2 * end - 1) for end in (float(ends.low), float(ends.high)))
    return RunNoise(
        (first_run.system, second_run.system),
        common.documents,
        int(changed.sum()),
        int(noisy.sum()),
        b,
        c,
        p,
        low,
        high,
    )


def runs_named(systems: Sequence[str], like: str = "") -> tuple[str, str] | None:
    """The first two systems whose names say that they are runs of one; None where none do.

    `like`: those of this system come first. A number alone says nothing: it may be another model.
    """
    stems = {name: RUN_NAME.sub("", name) for name in systems if RUN_NAME.search(name)}
    pairs = [(a, b) for a, b in combinations(stems, 2) if stems[a] == stems[b]]
    stem = stems.get(like, like)
    return min(pairs, key=lambda pair: stems[pair[0]] != stem, default=None)
