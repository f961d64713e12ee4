"""The documents as a term finds them that asks about folded classes."""

from __future__ import annotations

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
    Not,
    OfSystem,
    Score,
)


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
