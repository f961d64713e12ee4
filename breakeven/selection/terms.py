"""A filter as the terms that all have to hold: put together, with one more, with one less."""

from __future__ import annotations

from collections.abc import Sequence

from breakeven.selection.expression import AllOf, Expression, to_text
from breakeven.selection.where import Where


def terms_of(expression: Expression) -> tuple[Expression, ...]:
    """The terms that all have to hold."""
    return expression.terms if isinstance(expression, AllOf) else (expression,)


def all_of(terms: Sequence[Expression]) -> Where | None:
    """The filter of these terms together; None without any."""
    if not terms:
        return None
    expression = terms[0] if len(terms) == 1 else AllOf(tuple(terms))
    return Where(to_text(expression), expression)


def together(*filters: Where | None) -> Where | None:
    """Several filters as one: the documents that all of them keep."""
    return all_of(tuple(t for where in filters if where for t in terms_of(where.expression)))


def asks_for(where: Where | None, term: Expression) -> bool:
    """Whether a filter has a term, or all the terms that it is made of."""
    asked = () if where is None else terms_of(where.expression)
    return all(part in asked for part in terms_of(term))


def toggled(where: Where | None, term: Expression) -> Where | None:
    """A filter with a term more; without it where it has it."""
    asked = () if where is None else terms_of(where.expression)
    left = tuple(other for other in asked if other not in terms_of(term))
    return all_of(left if asks_for(where, term) else (*left, *terms_of(term)))
