"""Which documents terms about classes keep.

Their scores, outcomes and hierarchy, answers, what annotators said, and doubtful labels.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.merged_classes import folded_pairs
from breakeven.analysis.selection.candidates import CandidateDocuments
from breakeven.analysis.selection.errors import MisfitError, index_of
from breakeven.analysis.selection.expression import (
    AllOf,
    AnyOf,
    Between,
    ClassTerm,
    Disputed,
    Doubtful,
    Expression,
    HasOutcome,
    InTree,
    Judged,
    LevelTerm,
    More,
    Not,
    Score,
    SystemTerm,
)
from breakeven.data.hierarchy import Hierarchy
from breakeven.data.records import OUTCOMES, USABLE
from metrics.hierarchy.nodes import without_ancestors
from metrics.incidence import count_per_document, judged, mask_of, scores_of_class
from metrics.merging.merge_gains import merge_classes
from metrics.typing import Array

# --- what outcomes mean, of arrays in memory as of the columns of an engine


def of_pair(kind: str, is_judged: Any, true: Any, called: Any) -> Any:
    """Whether a class is hit, missed, extra or rejected on each document; never where unjudged.

    `is_judged`: whether it was judged, `true`, `called`: whether it is true and assigned.
    """
    match kind:
        case "hit":
            return is_judged & true & called
        case "missed":
            return is_judged & true & ~called
        case "extra":
            return is_judged & called & ~true
    return is_judged & ~true & ~called


def of_document(kind: str, missed: Any, extra: Any) -> Any:
    """Whether documents with so many missed and extra classes are missed, extra, wrong or right."""
    match kind:
        case "missed":
            return missed > 0
        case "extra":
            return extra > 0
        case "wrong":
            return missed + extra > 0
    return missed + extra == 0


# --- which values lie in the range of a term


def within(values: Array, term: Between, low: Any, high: Any) -> Array:
    """Whether each value lies between the term's bounds, which may be none; an empty one does not.

    `low`, `high`: the bounds as the values are, each open as the term says.
    """
    inside = np.ones(len(values), dtype=bool)
    if low is not None:
        inside &= values > low if term.low_open else values >= low
    if high is not None:
        inside &= values < high if term.high_open else values <= high
    return inside


# --- which documents terms about classes, their scores and outcomes keep


def labelled(documents: CandidateDocuments, position: int) -> sparse.csc_array:
    """The labels. MisfitError where nobody has labelled."""
    if documents.labels is None:
        raise MisfitError("nobody has labelled these documents", position)
    return documents.labels


def of_class(term: ClassTerm, documents: CandidateDocuments) -> Array:
    """The documents with an outcome of a class."""
    c = index_of("class", term.name, documents.truth.classes, term.position)
    if term.kind == "called":
        return mask_of(documents.assigned, c)
    true = mask_of(labelled(documents, term.position), c)
    unjudged = documents.unjudged
    is_judged = np.ones(len(true), dtype=bool) if unjudged is None else ~mask_of(unjudged, c)
    if term.kind == "unjudged":
        return ~is_judged
    if term.kind == "true":
        return true & is_judged
    called = mask_of(documents.assigned, c)
    return of_pair(term.kind, is_judged, true, called)


def judged_so(term: Judged, documents: CandidateDocuments) -> Array:
    """The documents with some missed or extra class, or with none."""
    labelled(documents, term.position)
    return of_document(term.kind, documents.missed, documents.extra)


def more(term: More, documents: CandidateDocuments) -> Array:
    """The documents with more missed than extra classes, or the reverse."""
    labelled(documents, term.position)
    if term.kind == "missed":
        return documents.missed > documents.extra
    return documents.extra > documents.missed


def score_between(term: Between, score: Score, documents: CandidateDocuments) -> Array:
    """The documents whose score of a class lies in a range."""
    c = index_of("class", score.name, documents.truth.classes, score.position)
    if documents.scores is None:
        raise MisfitError("the system has no scores", score.position)
    if isinstance(term.low, str) or isinstance(term.high, str):
        raise MisfitError("scores are numbers, not days", term.position)
    listed, values = scores_of_class(documents.scores, c)
    found = np.zeros(len(documents.rows), dtype=bool)
    found[listed] = within(values, term, term.low, term.high)
    return found


# --- Terms about the hierarchy of classes, and about classes that are folded by it


def folded(term: LevelTerm, documents: CandidateDocuments) -> CandidateDocuments:
    """The documents with classes folded. MisfitError where nothing says what stands above what.

    And for a class that nothing is folded into, or a term that cannot be asked of folded classes.
    """
    hierarchy, fold = documents.review.hierarchy, term.fold
    if hierarchy is None:
        raise MisfitError("these classes stand in no hierarchy that could be folded", term.position)
    if fold.unfolded is not None:
        index_of("class", fold.unfolded, hierarchy.nodes, term.position)
    _refuse(term.term)
    return documents.folded(hierarchy, fold)


def in_tree(term: InTree, documents: CandidateDocuments) -> Array:
    """What the hierarchy says of the documents. MisfitError without one."""
    hierarchy, off = documents.review.hierarchy, documents.unjudged
    if hierarchy is None:
        raise MisfitError("these classes stand in no hierarchy", term.position)
    called, k = documents.assigned, hierarchy.classes
    if term.kind == "inconsistent":
        return _inconsistent(called, hierarchy)
    labels = labelled(documents, term.position)
    if term.kind == "inconsistent-truth":
        return _inconsistent(judged(labels, off), hierarchy)
    into = hierarchy.ancestors[:k]
    true, unknown = folded_pairs(labels, off, into)
    return count_per_document(judged(true != merge_classes(called, into), unknown)) == 0


def _inconsistent(pairs: sparse.csc_array, hierarchy: Hierarchy) -> Array:
    k = hierarchy.classes
    return count_per_document(without_ancestors(pairs, hierarchy.ancestors[:k, :k])[1]) > 0


def _refuse(term: Expression) -> None:
    """Raises MisfitError for what is known of the classes as they are in the files alone."""
    match term:
        case Not(inner) | SystemTerm(term=inner) | LevelTerm(term=inner):
            _refuse(inner)
        case AllOf(terms) | AnyOf(terms):
            for each in terms:
                _refuse(each)
        case Between(Score()):
            raise MisfitError("folded classes have no scores", term.quantity.position)
        case Doubtful() | Disputed():
            raise MisfitError(
                "of folded classes nobody knows this; ask it before level(", term.position
            )


# --- which documents a term about answers keeps


UNUSABLE = "unusable"
OUTCOME_NAMES = (*OUTCOMES, UNUSABLE)


def has_outcome(term: HasOutcome, documents: CandidateDocuments) -> Array:
    """The documents whose answers come to an outcome, boolean, shape (m,).

    MisfitError where the system gave no answers, or for an outcome that there is not.
    """
    place = index_of("outcome", term.outcome, OUTCOME_NAMES, term.position)
    if documents.outcomes is None:
        raise MisfitError("the system gave no answers in words", term.position)
    if term.outcome == UNUSABLE:
        return ~np.isin(documents.outcomes, USABLE)
    return documents.outcomes == place


# --- Terms about what several people said of the documents


def disputed(term: Disputed, documents: CandidateDocuments) -> Array:
    """On which documents annotators differ, boolean, shape (m,).

    MisfitError where the files do not say who labelled what, or for a class that there is not.
    """
    truth = documents.truth
    if not truth.annotators:
        raise MisfitError("these files do not say who labelled what", term.position)
    if term.name is None:
        differs = count_per_document(truth.disputed) > 0
    else:
        differs = mask_of(
            truth.disputed, index_of("class", term.name, truth.classes, term.position)
        )
    return np.asarray(differs[documents.rows])


# --- Terms about labels that are likely wrong


def doubtful(term: Doubtful, documents: CandidateDocuments) -> Array:
    """Which documents have such a label, boolean, shape (m,); none of which nobody can say.

    MisfitError where the system looked at says nothing of labels in any split.
    """
    # fitting probabilities is slow to import, and few filters ask for it
    from breakeven.analysis.label_errors.label_evidence import NoEvidence

    classes = documents.truth.classes
    c = None if term.name is None else index_of("class", term.name, classes, term.position)
    doubts = documents.lookups.doubts()
    if isinstance(doubts, NoEvidence):
        if doubts.why not in ("learnt", "fitted"):
            raise MisfitError(
                f"nobody can say which labels are doubtful: {doubts.what}", term.position
            )
        return np.zeros(len(documents.rows), dtype=bool)
    chosen = doubts.document if c is None else doubts.document[doubts.class_index == c]
    return np.isin(documents.rows, chosen)
