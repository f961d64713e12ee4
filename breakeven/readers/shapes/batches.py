"""One system whose documents several files hold, as the answers to many requests do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from scipy import sparse

from breakeven.readers.problems import ReadError
from breakeven.readers.shapes.content import FileContent
from breakeven.records import Predictions, Problem
from metrics.incidence import Scores


def put_together(
    said: Sequence[tuple[FileContent, Predictions]],
) -> list[tuple[FileContent, Predictions]]:
    """What each system said in all of its files, with the first of them.

    Raises ReadError where two files speak of one document, or of different things.
    """
    by_system: dict[str, list[tuple[FileContent, Predictions]]] = {}
    for content, predictions in said:
        by_system.setdefault(predictions.system, []).append((content, predictions))
    problems = []
    found = []
    for system, parts in by_system.items():
        (first, _), *others = parts
        every = [predictions for _, predictions in parts]
        if len(parts) > 1 and not _are_parts(every):
            what = f"system {system!r} is also in {first.table.name}"
            remedy = "give each file's system its own name"
            problems += [Problem(what=what, remedy=remedy, file=c.table.name) for c, _ in others]
        else:
            found.append((first, _together(every)))
    if problems:
        raise ReadError(problems)
    return found


def _are_parts(every: Sequence[Predictions]) -> bool:
    """Whether they are of other documents each, and of the same kind."""
    rows = np.concatenate([said.rows for said in every])
    kinds = {(s.scores is None, s.decisions is None, s.probabilities) for s in every}
    answered = any(said.answered is not None for said in every)
    return len(np.unique(rows)) == len(rows) and len(kinds) == 1 and not answered


def _together(every: Sequence[Predictions]) -> Predictions:
    if len(every) == 1:
        return every[0]
    rows = np.concatenate([said.rows for said in every])
    order = np.argsort(rows)
    scores = [said.scores for said in every if said.scores is not None]
    decisions = [said.decisions for said in every if said.decisions is not None]
    together: Scores = None
    if scores and all(isinstance(held, np.ndarray) for held in scores):
        together = np.concatenate(scores, axis=1)[:, order]
    elif scores:
        together = sparse.csr_array(sparse.hstack(scores, format="csc")[:, order])
    chosen = sparse.vstack(decisions, format="csr")[order] if decisions else None
    return replace(
        every[0],
        rows=rows[order],
        scores=together,
        decisions=None if chosen is None else sparse.csc_array(chosen),
    )
