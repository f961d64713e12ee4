"""The verdict on what is looked at, and the numbers without what leaks, as pages show them."""

from __future__ import annotations

import streamlit as st
from markupsafe import Markup
from streamlit.delta_generator import DeltaGenerator

from breakeven.analysis.comparison.comparison import SystemPair
from breakeven.analysis.evaluation.counted import CountedEvaluation
from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.selection.leak_sides import LeakSides, sides_counted
from breakeven.analysis.selection.selection import Selection
from breakeven.analysis.selection.where import Where
from breakeven.analysis.story.verdict import PlainVerdict, verdict_of, verdict_of_counted
from breakeven.data.records import Review
from breakeven.data.wording import f_name, figure_of
from breakeven.results.variants import leak_variants
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.counts import CountLinks, side_counts
from breakeven.ui.app.page.page import EvaluatedPage, Page
from breakeven.ui.app.store.baseline import against
from breakeven.ui.components.html import escaped, grid, lead, say
from metrics.typing import AverageName


def verdict_on(page: EvaluatedPage, limits: Limits) -> PlainVerdict:
    """The verdict on what a page is about; `limits`: below which cut a class is weak."""
    if not isinstance(page, Page):
        assert page.table is not None
        return _verdict_on_counts(page.table.evaluation, limits)
    review, selection = page.review, page.selection
    before = against(review, selection, page.evaluation)
    pair = None if before is None else before.pair("f", selection)
    leaks = cache.leak_sides(review, selection)
    return _verdict(review, page.evaluation, limits, leaks, pair, where=selection.where)


@cached(entries=24)
def _verdict(
    review: Review,
    evaluation: Evaluation,
    limits: Limits,
    leaks: LeakSides[Evaluation] | None,
    before: SystemPair | None,
    *,
    where: Where | None,
) -> PlainVerdict:
    return verdict_of(review.truth, evaluation, limits, where=where, leaks=leaks, before=before)


@cached(entries=24)
def _verdict_on_counts(evaluation: CountedEvaluation, limits: Limits) -> PlainVerdict:
    return verdict_of_counted(evaluation, limits)


def show_verdict(verdict: PlainVerdict) -> DeltaGenerator:
    """How good it is as the first thing that is read, beside it the rest.

    The place below the first answer, for what to do next.
    """
    first, *more = verdict.answers
    left, right = st.columns([5, 6], gap="large")
    with left:
        lead(escaped(first.said))
    with right:
        for answer in more:
            say(Markup("<b>{}</b> {}").format(escaped(answer.question), escaped(answer.said)))
    return left


# --- the headline numbers with and without the documents that leak


def average_heads(f: str, one_of: bool) -> dict[AverageName, str]:
    """F by its averages, as heads of a table.

    `one_of`: each document has one class and gets one, so micro and per document are one number.
    """
    if one_of:
        return {"micro": "Accuracy", "macro": f"Macro {f}", "weighted": f"Weighted {f}"}
    return {
        "micro": f"Micro {f}",
        "macro": f"Macro {f}",
        "weighted": f"Weighted {f}",
        "per_document": f"{f} per document",
    }


def leak_sides_on(page: EvaluatedPage) -> LeakSides[BaseEvaluation] | None:
    """What a page is about with and without the documents that leak; None where none does."""
    if page.table is not None:
        return sides_counted(page.table.evaluation)
    assert page.review is not None
    return cache.leak_sides(page.review, page.selection)


def show_sides(
    selection: Selection, counts: CountLinks, sides: LeakSides[BaseEvaluation] | None
) -> None:
    """Both results beside each other; nothing where no document leaks. `counts`: as `among_all`."""
    if sides is None:
        return
    results = leak_variants(sides, selection.beta, selection.undefined)
    of_sides = side_counts(counts, sides)
    say(Markup("<small>▲</small> {}").format(of_sides.sentence))
    heads = average_heads(f_name(selection.beta), sides.every.one_of)
    grid(
        ["", "Documents", *heads.values()],
        [
            [
                each.name,
                documents,
                *(Markup("<b>{}</b>").format(figure_of(each.f[a])) for a in heads),
            ]
            for each, documents in zip(results.variants, of_sides.documents, strict=True)
        ],
    )
    st.caption("Settings, above, can leave them out of every page.")
