"""Where it fails: the class with most mistakes, where its documents go, and two of them."""

from __future__ import annotations

import numpy as np

from breakeven.comparison.paired_tests import right_documents
from breakeven.documents.order import score_at
from breakeven.evaluation.evaluation import Evaluation
from breakeven.records import Truth
from breakeven.selection.expression import Judged, OfClass
from breakeven.story.pictures import Flow
from breakeven.story.screen import At, Counted, Screen, numbers_from, sentence
from breakeven.story.verdict import Verdict
from breakeven.text import amount_of, count_of, percent, quoted
from metrics.typing import Array

CLASSES = "pages/classes.py"


def fails(truth: Truth, evaluation: Evaluation, verdict: Verdict) -> Screen:
    """The screen on the class with most mistakes."""
    tables = evaluation.tables
    errors = tables.fp + tables.fn
    c = int(np.argmax(errors))
    name = evaluation.classes[c]
    if not errors[c]:
        said = sentence("It made no mistake on these documents.")
        return Screen(key="fails", number=At("0", CLASSES), said=said, more=())
    missed, extra, true = float(tables.fn[c]), float(tables.fp[c]), float(tables.positives[c])
    said = sentence(
        f"It goes wrong most often with {quoted(name)}: it misses ",
        Counted(amount_of(missed), missed, OfClass("missed", name)),
        " of its ",
        Counted(count_of(true, "document"), true, OfClass("true", name)),
        ", and gives that class to ",
        Counted(count_of(extra, "other"), extra, OfClass("extra", name)),
        f" that {'is' if extra == 1 else 'are'} not in it.",
    )
    wrong = int((~right_documents(evaluation)).sum())
    share = percent(float(errors[c] / errors.sum()))
    more = [
        sentence(
            "That is ",
            At(share, "pages/guidance.py"),
            " of all its mistakes, which are on ",
            Counted(count_of(wrong, "document"), wrong, Judged("wrong")),
            ".",
        ),
        sentence(
            "For which classes is it not good enough? ",
            *numbers_from(CLASSES, verdict.said("classes")),
        ),
    ]
    if evaluation.weights is not None:
        more.append(sentence("Documents count by their weights."))
    return Screen(
        key="fails",
        number=At(quoted(name), CLASSES, (("class", name),)),
        said=said,
        more=tuple(more),
        pictures=(
            Flow(
                name=name,
                found=float(tables.tp[c]),
                missed=missed,
                extra=extra,
                rest=float(tables.tn[c]),
            ),
        ),
        examples=()
        if truth.documents is None
        else (
            *_clearest(evaluation, c, "fn", "This one it missed."),
            *_clearest(evaluation, c, "fp", "This one it took for one of them."),
        ),
    )


def _clearest(evaluation: Evaluation, c: int, cell: str, why: str) -> list[tuple[str, int]]:
    """The document of a cell of which the system was surest, by its score where it has one."""
    positions = evaluation.documents_in_cell(c, cell)
    if not len(positions):
        return []
    at: Array = positions
    if evaluation.scored.has_scores:
        scores = score_at(evaluation.scored.scores, np.full(len(positions), c), positions)
        known = np.nan_to_num(scores, nan=-np.inf)
        at = positions[np.argsort(known if cell == "fn" else -known, kind="stable")]
    return [(why, int(evaluation.rows[at[0]]))]
