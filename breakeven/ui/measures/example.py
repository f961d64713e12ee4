"""A measure in the numbers of the review that is open: what it comes to for all its decisions."""

from __future__ import annotations

import math
from collections.abc import Mapping

from breakeven.evaluation.evaluation import Evaluation
from breakeven.records import Review
from breakeven.text import amount_of, figure_of, name_of
from breakeven.ui.app.kept import cache, ledger
from breakeven.ui.app.library.opening import review_of
from breakeven.ui.app.session import state
from breakeven.ui.components.html import bold, plain
from metrics import measures
from metrics.measures import Measure

# by entry of the catalogue: the measure, and in words how it comes about
WORDS: Mapping[str, tuple[Measure, str]] = {
    "precision": (measures.precision, "of {assigned} assigned, {tp} are right"),
    "recall": (measures.recall, "of {positives} that are true, {tp} were found"),
    "f": (measures.f_beta, "2 × {tp} found, of 2 × {tp} + {fp} wrong + {fn} missed"),
    "e": (measures.e_beta, "{fp} wrong + {fn} missed, of 2 × {tp} + {fp} + {fn}"),
    "accuracy": (measures.accuracy, "of {total} decisions, {right} are right"),
    "error_rate": (measures.error_rate, "of {total} decisions, {wrong} are wrong"),
    "fallout": (measures.fallout, "of {negatives} that are not true, {fp} were assigned"),
    "specificity": (measures.specificity, "of {negatives} that are not true, {tn} were left out"),
    "overlap": (measures.overlap, "of {either} that are assigned or true, {tp} are both"),
    "prevalence": (
        measures.prevalence,
        "of {total} decisions, {positives} should be yes",
    ),
}


def example_of(key: str) -> str | None:
    """The measure of all decisions looked at, with what it is worked out from; HTML.

    None where no review with labels is open, the measure has no such example, or is undefined.
    """
    review = review_of(state.raw().get("review", "")) if key in WORDS else None
    if review is None or review.truth.labels is None:
        return None
    selection = cache.selected(review)
    evaluation = cache.evaluation(review, selection.system, selection.documents, selection.cut)
    ledger.note(review.files, selection.system, selection.split, selection.cut)
    return _said(key, review, evaluation, selection.split)


def _said(key: str, review: Review, evaluation: Evaluation, split: str | None) -> str | None:
    measure, words = WORDS[key]
    table = evaluation.tables.pooled()
    value = float(measure(table))
    if math.isnan(value):
        return None
    tp, fp, fn, tn = (float(cell) for cell in (table.tp, table.fp, table.fn, table.tn))
    counts = {
        "tp": tp, "fp": fp, "fn": fn, "tn": tn, "assigned": tp + fp, "positives": tp + fn,
        "negatives": fp + tn, "total": tp + fp + fn + tn, "right": tp + tn, "wrong": fp + fn,
        "either": tp + fp + fn,
    }  # fmt: skip
    on = f" on {plain(name_of(split))}" if split is not None else ""
    worked = words.format_map({name: amount_of(count) for name, count in counts.items()})
    return (
        f"<b>In {plain(review.name)}</b>, {bold(evaluation.system)}{on}, all classes together: "
        f"{worked}: <b>{figure_of(value)}</b>."
    )
