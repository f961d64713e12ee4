"""Terms about the hierarchy of classes, and about classes that are folded by it."""

from __future__ import annotations

from scipy import sparse

from breakeven.evaluation.folded import folded_pairs
from breakeven.records import Hierarchy
from breakeven.selection.asked import Documents
from breakeven.selection.errors import MisfitError, index_of
from breakeven.selection.expression import (
    AllOf,
    AnyOf,
    AtLevel,
    Between,
    Disputed,
    Doubtful,
    Expression,
    InTree,
    Not,
    OfSystem,
    Score,
)
from breakeven.selection.outcome_terms import labelled
from metrics.hierarchy.consistency import without_ancestors
from metrics.incidence import count_per_document, judged
from metrics.merging import merged
from metrics.typing import Array


def folded(term: AtLevel, documents: Documents) -> Documents:
    """The documents with classes folded. MisfitError where nothing says what stands above what.

    And for a class that nothing is folded into, or a term that cannot be asked of folded classes.
    """
    hierarchy, fold = documents.review.hierarchy, term.fold
    if hierarchy is None:
        raise MisfitError("these classes stand in no hierarchy that could be folded", term.at)
    if fold.unfolded is not None:
        index_of("class", fold.unfolded, hierarchy.nodes, term.at)
    _refuse(term.term)
    return documents.folded(hierarchy, fold)


def in_tree(term: InTree, documents: Documents) -> Array:
    """What the hierarchy says of the documents. MisfitError without one."""
    hierarchy, off = documents.review.hierarchy, documents.unjudged
    if hierarchy is None:
        raise MisfitError("these classes stand in no hierarchy", term.at)
    called, k = documents.assigned, hierarchy.classes
    if term.kind == "inconsistent":
        return _inconsistent(called, hierarchy)
    labels = labelled(documents, term.at)
    if term.kind == "inconsistent-truth":
        return _inconsistent(judged(labels, off), hierarchy)
    into = hierarchy.ancestors[:k]
    true, unknown = folded_pairs(labels, off, into)
    return count_per_document(judged(true != merged(called, into), unknown)) == 0


def _inconsistent(pairs: sparse.csc_array, hierarchy: Hierarchy) -> Array:
    k = hierarchy.classes
    return count_per_document(without_ancestors(pairs, hierarchy.ancestors[:k, :k])[1]) > 0


def _refuse(term: Expression) -> None:
    """Raises MisfitError for what is known of the classes as they are in the files alone."""
    match term:
        case Not(inner) | OfSystem(term=inner) | AtLevel(term=inner):
            _refuse(inner)
        case AllOf(terms) | AnyOf(terms):
            for each in terms:
                _refuse(each)
        case Between(Score()):
            raise MisfitError("folded classes have no scores", term.of.at)
        case Doubtful() | Disputed():
            raise MisfitError("of folded classes nobody knows this; ask it before level(", term.at)
