"""Slices that somebody declares: what a column, a date or the texts part documents into."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import reduce

import numpy as np

from breakeven.analysis.documents.behind import of_condition
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.candidates import CandidateDocuments
from breakeven.analysis.selection.expression import Column, Not, OneOf, to_text
from breakeven.analysis.selection.where import asks_decisions, asks_labels, mask, where_of
from breakeven.analysis.slices.slice_comparison import DeclaredSlice
from breakeven.analysis.slices.slice_conditions import (
    ConditionGroup,
    HasValue,
    cut_numbers,
    group_of_cut,
)
from breakeven.data.records import Truth
from metrics.incidence import count_per_class, mask_of
from metrics.typing import Array

# of more values the most frequent stand by themselves, and the others together
MOST_VALUES = 20
# so many true classes and more are one slice
MANY_CLASSES = 5
# slices that somebody names
MOST_NAMED = 30


def by_number(evaluation: Evaluation, truth: Truth) -> list[DeclaredSlice]:
    """The evaluated documents by how many true classes they have."""
    return by_numbers(evaluation.document_tables.positives, truth)


def by_numbers(true_classes: Array, truth: Truth) -> list[DeclaredSlice]:
    """Documents by how many true classes each has, shape (documents,)."""
    numbers = true_classes.astype(float)
    cut = cut_numbers("labels", numbers, [*range(1, MANY_CLASSES + 1)])
    group = None if cut is None else group_of_cut(cut)
    found = [] if group is None else slices_of(group)
    found = [replace(one, name=_with_classes(one.name), by_truth=True) for one in found]
    # where a kept column has the name, no filter asks for the number
    return [replace(one, where="") for one in found] if "labels" in truth.columns else found


def _with_classes(number: str) -> str:
    """A number of classes as a name that is not taken for a count of slices."""
    return f"{number} {'class' if number == '1' else 'classes'}"


def slices_of(group: ConditionGroup) -> list[DeclaredSlice]:
    """Each condition of a group as a slice, those of many values only where they are frequent."""
    order = np.arange(len(group.conditions))
    if not group.ordered:
        order = np.argsort(-count_per_class(group.held), kind="stable")
    named = [(group.conditions[c], mask_of(group.held, c)) for c in order.tolist()]
    most = len(named) if group.ordered or len(named) <= MOST_VALUES else MOST_VALUES - 1
    first, others = named[:most], named[most:]
    slices = [DeclaredSlice(c.value, to_text(of_condition(c)), inside) for c, inside in first]
    values = [c.what for c, _ in first if isinstance(c.what, HasValue)]
    if others and values:
        term = Not(OneOf(Column(values[0].column), tuple(value.value for value in values)))
        inside = reduce(np.logical_or, (inside for _, inside in others))
        slices.append(DeclaredSlice(f"{len(others):,} others", to_text(term), inside))
    return slices


def named_slices(filters: Mapping[str, str], documents: CandidateDocuments) -> list[DeclaredSlice]:
    """Slices by name, of filters as text.

    FilterError where one cannot be used; ValueError where one is empty, or they are more than 30.
    """
    if len(filters) > MOST_NAMED:
        raise ValueError(f"at most {MOST_NAMED} slices stand side by side")
    slices = []
    for name, text in filters.items():
        where = where_of(text)
        if where is None:
            raise ValueError(f"the slice {name!r} has no filter")
        filter_and_columns = where.expression, documents.truth.columns
        by_outcome = asks_decisions(*filter_and_columns)
        by_truth = asks_labels(*filter_and_columns)
        slices.append(DeclaredSlice(name, where.text, mask(where, documents), by_outcome, by_truth))
    return slices
