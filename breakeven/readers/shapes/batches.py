"""One system whose documents several files hold, as the answers to many requests do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from scipy import sparse

from breakeven.readers.problems import ReadError
from breakeven.readers.shapes.content import FileContent
from breakeven.records import Answered, Predictions, Problem
from metrics.incidence import Scores
from metrics.typing import Array


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
    """Whether they are of other documents each, and of the same kind.

    Where nothing but failures came back there are no votes, and so no scores.
    """
    rows = np.concatenate([said.rows for said in every])
    came = [said for said in every if not _failed(said)]
    kinds = {(s.decisions is None, s.probabilities, s.answered is None) for s in every}
    scored = {s.scores is None for s in came}
    return len(np.unique(rows)) == len(rows) and len(kinds) == 1 and len(scored) < 2


def _failed(said: Predictions) -> bool:
    return said.answered is not None and not said.answered.usable.any()


def _with_no_votes(every: Sequence[Predictions]) -> list[Predictions]:
    """Of a part where all failed no class has a vote, where others have votes for scores."""
    scores = next((said.scores for said in every if said.scores is not None), None)
    if not isinstance(scores, np.ndarray):
        return [*every]
    return [
        said if said.scores is not None else replace(said, scores=np.zeros((len(scores), said.m)))
        for said in every
    ]


def _together(parts: Sequence[Predictions]) -> Predictions:
    if len(parts) == 1:
        return parts[0]
    every = _with_no_votes(parts)
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
        answered=_answered([said.answered for said in every if said.answered], order),
    )


def _answered(parts: Sequence[Answered], order: Array) -> Answered | None:
    """The answers of all parts; `order`: which of the documents, a part after another, comes when.

    What was asked is said where all parts that say it say the same.
    """
    if not parts:
        return None
    runs = tuple(dict.fromkeys(name for part in parts for name in part.runs))
    starts = np.cumsum([0, *(part.m for part in parts)])
    place = np.argsort(order)
    document = place[
        np.concatenate([part.document + start for part, start in zip(parts, starts, strict=False)])
    ]
    run = np.concatenate(
        [np.array([runs.index(name) for name in part.runs])[part.run] for part in parts]
    )
    by = np.lexsort((run, document))
    asked = [set(part.asked.items()) for part in parts if part.asked] or [set()]
    return Answered(
        document=document[by],
        run=run[by],
        runs=runs,
        outcomes=np.concatenate([part.outcomes for part in parts])[by],
        classes=sparse.csr_array(sparse.vstack([part.classes for part in parts], format="csr")[by]),
        texts=np.concatenate([part.texts for part in parts])[by],
        outcome=np.concatenate([part.outcome for part in parts])[order],
        cost=_known(parts, "cost", by),
        latency=_known(parts, "latency", by),
        asked=dict(sorted(set.intersection(*asked))),
    )


def _known(parts: Sequence[Answered], name: str, by: Array) -> Array | None:
    """A number of each answer, NaN where a part has none of it; None where all have none."""
    given = [getattr(part, name) for part in parts]
    if all(values is None for values in given):
        return None
    filled = [
        np.full(len(part.document), np.nan) if values is None else values
        for part, values in zip(parts, given, strict=True)
    ]
    return np.asarray(np.concatenate(filled)[by])
