"""Which documents terms about classes, their scores and outcomes keep."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from breakeven.selection.asked import Documents
from breakeven.selection.errors import MisfitError, index_of
from breakeven.selection.expression import Between, Judged, More, OfClass, Score
from breakeven.selection.outcomes import of_document, of_pair
from breakeven.selection.range_terms import within
from metrics.incidence import mask_of, scores_of_class
from metrics.typing import Array


def labelled(documents: Documents, at: int) -> sparse.csc_array:
    """The labels. MisfitError where nobody has labelled."""
    if documents.labels is None:
        raise MisfitError("nobody has labelled these documents", at)
    return documents.labels


def of_class(term: OfClass, documents: Documents) -> Array:
    """The documents with an outcome of a class."""
    c = index_of("class", term.name, documents.truth.classes, term.at)
    if term.kind == "called":
        return mask_of(documents.assigned, c)
    true = mask_of(labelled(documents, term.at), c)
    unjudged = documents.unjudged
    known = np.ones(len(true), dtype=bool) if unjudged is None else ~mask_of(unjudged, c)
    if term.kind == "unjudged":
        return ~known
    if term.kind == "true":
        return true & known
    called = mask_of(documents.assigned, c)
    return of_pair(term.kind, known, true, called)


def judged_so(term: Judged, documents: Documents) -> Array:
    """The documents with some missed or extra class, or with none."""
    labelled(documents, term.at)
    return of_document(term.kind, documents.missed, documents.extra)


def more(term: More, documents: Documents) -> Array:
    """The documents with more missed than extra classes, or the reverse."""
    labelled(documents, term.at)
    if term.kind == "missed":
        return documents.missed > documents.extra
    return documents.extra > documents.missed


def score_between(term: Between, score: Score, documents: Documents) -> Array:
    """The documents whose score of a class lies in a range."""
    c = index_of("class", score.name, documents.truth.classes, score.at)
    if documents.scores is None:
        raise MisfitError("the system has no scores", score.at)
    if isinstance(term.low, str) or isinstance(term.high, str):
        raise MisfitError("scores are numbers, not days", term.at)
    listed, values = scores_of_class(documents.scores, c)
    found = np.zeros(len(documents.rows), dtype=bool)
    found[listed] = within(values, term, term.low, term.high)
    return found
