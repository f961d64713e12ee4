"""How sure a system is of its one class, where a file says so in a column beside its decisions."""

from __future__ import annotations

from breakeven.records import Review


def confidence_column(review: Review) -> str | None:
    """The column that says how sure the one system is of the one class it gives; None without one.

    A column of the documents belongs to a system where there is no other, and says how likely it
    is right where documents have one class.
    """
    truth = review.truth
    alone = len(review.own) == 1 and truth.task == "single-label"
    return truth.confidence if alone else None
