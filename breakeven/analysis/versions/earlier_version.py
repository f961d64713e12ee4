"""An earlier version of a review beside a later one: its systems as further predictions."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import numpy as np
from scipy import sparse

from breakeven.analysis.selection.errors import ChoiceError
from breakeven.analysis.selection.selection import Selection, cut_for, splits_of
from breakeven.analysis.versions.alignment import VersionAlignment, align_versions
from breakeven.data.records import Predictions, Review
from breakeven.data.wording import listed
from metrics.incidence import Scores
from metrics.typing import Array


def with_baseline(review: Review, earlier: Review, n: int) -> Review:
    """The review with the systems of an earlier version, the n-th, beside its own; 0: no number.

    Each of the review's own systems that the earlier version has under the same name, or the one
    system of either where each has one, is there once more, named "svm, version 2": as it scored
    and decided then, on the documents that both versions have. Classes that the earlier version
    did not have are never assigned; what it said of classes that are gone is left out, so that
    where the largest score decides, it decides among the others.

    A review that has this version beside it already stays as it is. The fingerprint follows from
    both, `files` does not change. ChoiceError where documents cannot be laid beside each other, no
    document is in both, or no system is.
    """
    if review.baseline_fingerprint == earlier.fingerprint:
        return review
    alignment = align_versions(earlier.truth, review.truth)
    if not len(alignment.now):
        raise ChoiceError(
            f"no document of {_called(n)} is in this one", "compare versions of the same documents"
        )
    pairs = same_systems(earlier, review)
    if not earlier.has_system or not review.has_system:
        which = "this one" if earlier.has_system else _called(n)
        raise ChoiceError(f"nothing is predicted in {which}", "compare versions that have a system")
    if not pairs:
        names = listed([predictions.system for predictions in earlier.own])
        raise ChoiceError(
            f"no system of {_called(n)} ({names}) is in this one", "name systems alike in both"
        )
    taken = {predictions.system for predictions in review.own}
    predictions = tuple(
        _laid(then, alignment, version_system_name(now.system, n, taken), n, now.system)
        for then, now in pairs
    )
    return replace(
        review,
        predictions=(*review.own, *predictions),
        fingerprint=_fingerprint(review, earlier),
        read_as=review.files,
        baseline_fingerprint=earlier.fingerprint,
    )


def same_systems(earlier: Review, later: Review) -> list[tuple[Predictions, Predictions]]:
    """Systems of either that are the same: by name, or the only one of both."""
    then = {said.system: said for said in earlier.own}
    pairs = [(then[said.system], said) for said in later.own if said.system in then]
    if not pairs and len(earlier.own) == len(later.own) == 1:
        pairs = [(earlier.own[0], later.own[0])]
    return pairs


def baseline_of(review: Review, system: str) -> Predictions | None:
    """What stands beside a system from an earlier version; None where nothing does."""
    return next((said for said in review.predictions if said.version_of == system), None)


def selection_before(review: Review, selection: Selection) -> Selection | None:
    """What is looked at, of the earlier version: its system, by the same rule if it can decide so.

    Without a filter, as that asks about the system that is looked at. None where nothing stands
    beside, or it said nothing of these documents.
    """
    said = baseline_of(review, selection.system)
    if said is None or selection.split not in splits_of(review.truth, said):
        return None
    cut = cut_for(review, selection, said)
    return replace(selection, system=said.system, cut=cut, where=None)


def version_system_name(system: str, n: int, taken: set[str]) -> str:
    """What a system of the n-th version is called, 0 for one without number; none of `taken`."""
    name = f"{system}, version {n}" if n else f"{system}, before"
    while name in taken:
        name += " (earlier)"
    return name


def _called(n: int) -> str:
    return f"version {n}" if n else "the earlier version"


def _fingerprint(review: Review, earlier: Review) -> str:
    of = f"{review.fingerprint}\nbeside {earlier.fingerprint}"
    return hashlib.sha256(of.encode()).hexdigest()


def _laid(
    then: Predictions, alignment: VersionAlignment, name: str, n: int, version_of: str
) -> Predictions:
    place = np.full(alignment.earlier.n, -1)
    place[alignment.before] = alignment.now
    to = place[then.rows]
    order = np.flatnonzero(to >= 0)
    order = order[np.argsort(to[order], kind="stable")]
    same = alignment.classes
    decisions = then.decisions
    if decisions is not None and not _is_identity(order, decisions.shape[0]):
        decisions = sparse.csc_array(decisions[order])
    if decisions is not None and not _is_identity(same, decisions.shape[1]):
        decisions = _columns(decisions, same)
    answered = None if then.answered is None else then.answered.take(order)
    if answered is not None:
        classes = _columns(sparse.csc_array(answered.classes), same)
        answered = replace(answered, classes=sparse.csr_array(classes))
    return replace(
        then,
        answered=answered,
        system=name,
        rows=to[order],
        scores=_scores(then.scores, order, same),
        decisions=decisions,
        version=n,
        version_of=version_of,
    )


def _scores(scores: Scores, order: Array, classes: Array) -> Scores:
    if scores is None:
        return None
    if not _is_identity(order, scores.shape[1]):
        scores = scores[:, order]
    if _is_identity(classes, scores.shape[0]):
        return scores
    if not sparse.issparse(scores) and np.all(classes >= 0):
        return scores[classes]
    if not sparse.issparse(scores):  # a class that was not scored has no score, not 0
        k, m = scores.shape
        every = np.tile(np.arange(m), k), np.arange(k + 1) * m
        scores = sparse.csr_array((scores.ravel(), *every), shape=(k, m))
    return sparse.csr_array(_columns(sparse.csc_array(scores.T), classes).T)


def _columns(matrix: sparse.csc_array, classes: Array) -> sparse.csc_array:
    """The columns at these places, an empty one for -1; entries that are 0 stay entries."""
    is_present = classes >= 0
    taken = sparse.csc_array(matrix[:, classes[is_present]])
    sizes = np.zeros(len(classes), dtype=np.int64)
    sizes[is_present] = np.diff(taken.indptr)
    indptr = np.concatenate([[0], np.cumsum(sizes)])
    return sparse.csc_array(
        (taken.data, taken.indices, indptr), shape=(matrix.shape[0], len(classes))
    )


def _is_identity(places: Array, size: int) -> bool:
    return len(places) == size and bool(np.all(places == np.arange(size)))
