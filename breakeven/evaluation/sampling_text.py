"""How documents were drawn, in words: the columns named, and what the documents are worth."""

from __future__ import annotations

import math
from typing import Protocol

from breakeven.evaluation.evaluation import Evaluation
from breakeven.text import count_of, quoted


class _Columns(Protocol):
    @property
    def weight_column(self) -> str | None: ...

    @property
    def cluster_column(self) -> str | None: ...


def columns_named(of: _Columns) -> str:
    """`weights: column “w” · clusters: column “thread”`, of a truth or a part of it.

    Plain text, with the names as they are; empty where documents have neither.
    """
    named = (("weights", of.weight_column), ("clusters", of.cluster_column))
    return " · ".join(f"{what}: column {quoted(name)}" for what, name in named if name is not None)


def sampling_text(evaluation: Evaluation) -> str:
    """The columns, and how many independent documents these count as; empty without columns."""
    worth = evaluation.independent_documents
    said = columns_named(evaluation.scored)
    return said if worth is None else sampled_as(evaluation.scored, evaluation.documents, worth)


def sampled_as(of: _Columns, documents: int, worth: float) -> str:
    """The same of so many documents that tell as much as `worth` independent ones."""
    shown = "an unknown number of" if math.isnan(worth) else f"about {worth:,.0f}"
    ones = "one" if f"{worth:,.0f}" == "1" else "ones"
    counted = f"{count_of(documents, 'document')} count as {shown} independent {ones}"
    said = columns_named(of)
    return f"{said}, {counted}" if said else said
