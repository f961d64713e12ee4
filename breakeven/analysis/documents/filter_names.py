"""What the filter of a review may ask for, with counts, to complete it as it is typed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from breakeven.analysis.documents.facets import Facets, PartedColumn
from breakeven.analysis.selection.column_terms import NAMED
from breakeven.analysis.selection.completion import CompletionName, CompletionNames
from breakeven.analysis.selection.decision_terms import OUTCOME_NAMES
from breakeven.analysis.selection.expression import OneOf
from breakeven.data.records import Review
from metrics.typing import Array

# so many classes are offered of each kind
MOST_CLASSES = 1_000


def names_of(review: Review, facets: Facets, columns: Sequence[PartedColumn]) -> CompletionNames:
    """Classes with the counts of these documents, splits, systems, and values of columns."""
    counts = facets.classes

    def of_classes(numbers: Array) -> list[CompletionName]:
        # of very many those that most documents have: others can be typed in full
        first = np.sort(np.argsort(-numbers, kind="stable")[:MOST_CLASSES])
        return [CompletionName(counts.classes[c], numbers[c].item()) for c in first.tolist()]

    predicted, labelled = review.has_system, review.truth.labels is not None
    of: dict[str, Sequence[CompletionName]] = {
        "called": of_classes(counts.called) if predicted else ()
    }
    for kind in ("true", "hit", "missed", "extra", "rejected", "unjudged"):
        known = labelled and (kind != "unjudged" or review.truth.unjudged is not None)
        known = known and (predicted or kind == "true")
        of[kind] = of_classes(getattr(counts, kind)) if known else ()
    scored = any(said.scores is not None for said in review.predictions)
    systems = _named(said.system for said in review.predictions)
    answered = any(said.answered is not None for said in review.predictions)
    others = systems if len(systems) > 1 else []
    of |= {
        "score": of["called"] if scored else (),
        "split": _named(review.truth.splits),
        "system": others,
        "differs": others,
        "disputed": _named(review.truth.classes[:MOST_CLASSES] if review.truth.annotators else ()),
        "outcome": _named(OUTCOME_NAMES if answered else ()),
        "mark": _named(NAMED),
        "doubtful": _named(counts.classes[:MOST_CLASSES]) if labelled and scored else (),
        "tag": [
            CompletionName(*tag) for tag in (review.marks.tags.items() if review.marks else ())
        ],
    }
    if review.truth.text_column is None:
        of["text"] = ()
    values = {parted.name: _values(parted) for parted in columns}
    tree = review.hierarchy
    levels = range(1, 1 if tree is None else tree.depth)
    folded = {str(n): _named(tree.at_level(n)[0]) for n in levels if tree is not None}
    of["level"] = _named(folded)
    return CompletionNames(
        of, {name: values.get(name, ()) for name in review.truth.columns}, folded
    )


def _named(names: Iterable[str]) -> list[CompletionName]:
    return [CompletionName(name) for name in names]


def _values(parted: PartedColumn) -> list[CompletionName]:
    """The values of a column that is no range of numbers or days."""
    terms = [part.term for part in parted.parts]
    return [CompletionName(term.values[0]) for term in terms if isinstance(term, OneOf)]
