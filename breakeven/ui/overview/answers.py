"""Answers of a language model: what they come to, and what those without a class count as."""

from __future__ import annotations

import numpy as np
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.answers.answer_outcomes import (
    AnswerBracket,
    AnswerCounts,
    AnswerRepeats,
    bracket_of,
    count_answers,
    repeats_of,
)
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.selection.expression import (
    AllOf,
    ClassTerm,
    Expression,
    HasOutcome,
    SystemTerm,
)
from breakeven.analysis.selection.selection import ChosenDocuments, Selection, system_of
from breakeven.data.records import CLASS, NONE, OUTCOMES, Review
from breakeven.data.wording import f_name, figure_of, interval_text
from breakeven.results.answers import OUTCOME_NAMES, repeats_words, unusable_words
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.counts import CountLinks, in_sentence
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import widgets
from breakeven.ui.components.html import escaped, grid, plain, say
from metrics.averaging import Undefined

MOST_CLASSES = 20
COUNT_AS = {"counted": "No class assigned", "left_out": "Left out", "either": "Right or wrong"}
MEANS = (
    "What an answer outside the classes, unparseable, ambiguous or refused counts as. All other "
    "numbers take it as no class assigned; the filter -outcome:unusable leaves such documents out."
)


def show_answers(page: Page) -> None:
    """The part; nothing where no system answered in words."""
    review, selection = page.review, page.selection
    if all(said.answered is None for said in review.own):
        return
    st.subheader("What was answered", anchor=False, help=MEANS)
    counts = page.counts
    grid(["Documents", *OUTCOME_NAMES.values()], _rows(review, selection, counts))
    found = _answers(review, selection.system, selection.documents, selection.cut)
    if found is None:
        return
    bracket, repeats = _numbers(
        review, selection.system, selection.documents, selection.cut, selection.beta,
        selection.undefined,
    )  # fmt: skip
    number = f"{found.unusable:,}"
    link = counts.of(found.unusable, HasOutcome("unusable"), number)
    said = escaped(unusable_words(found, bracket, selection.beta))
    say(in_sentence(said, "On ", (number, link), " of "))
    if found.unusable:
        _choose(bracket, f_name(selection.beta))
        _by_class(review, found, counts)
    if repeats is not None:
        _show_repeats(repeats, selection.beta)


@cached(entries=24)
def _answers(
    review: Review, system: str, documents: ChosenDocuments, cut: Cut
) -> AnswerCounts | None:
    """The answers of a system on the documents that are looked at."""
    rows = cache.predictions_of(review, system, documents).rows
    return count_answers(review.truth, system_of(review, system), rows)


@cached(entries=24, spinner="Counting the answers …")
def _numbers(
    review: Review,
    system: str,
    documents: ChosenDocuments,
    cut: Cut,
    beta: float,
    undefined: Undefined,
) -> tuple[AnswerBracket, AnswerRepeats | None]:
    evaluation = cache.evaluation(review, system, documents, cut)
    found = _answers(review, system, documents, cut)
    assert found is not None
    bracket = bracket_of(evaluation, found.answered.usable, beta, undefined)
    return bracket, repeats_of(found.answered, evaluation, beta, undefined)


def _rows(review: Review, selection: Selection, counts: CountLinks) -> list[list[Markup]]:
    """Each system that answered, and how many documents have each outcome, as links."""
    rows = []
    for said in review.own:
        found = _answers(review, said.system, selection.documents, selection.cut)
        if found is None:
            continue
        own = said.system == selection.system
        cells = []
        for outcome, number in zip(OUTCOMES, found.outcomes.tolist(), strict=True):
            term: Expression = HasOutcome(outcome)
            cells.append(counts.of(number, term if own else SystemTerm(said.system, term)))
        rows.append([plain(said.system, 40), *cells])
    return rows


def _choose(bracket: AnswerBracket, f: str) -> None:
    """F by what answers without a class count as, which is chosen."""
    chosen = widgets.section("overview.unusable", "Answers without a class count as", COUNT_AS)
    best, worst = bracket.best, bracket.worst
    if chosen == "either":
        micro, macro = (
            interval_text(worst.micro, best.micro),
            interval_text(worst.macro, best.macro),
        )
    else:
        one = bracket.counted if chosen == "counted" else bracket.left_out
        micro, macro = figure_of(one.micro), figure_of(one.macro)
    say(Markup("Micro {} <b>{}</b>, macro {} <b>{}</b>.").format(f, micro, f, macro))


def _by_class(review: Review, found: AnswerCounts, counts: CountLinks) -> None:
    """The classes of which most documents have an answer without a class."""
    unusable = [o for o in range(len(OUTCOMES)) if o not in (CLASS, NONE)]
    numbers = found.by_class[:, unusable].sum(axis=1)
    order = np.argsort(-numbers, kind="stable")
    order = order[numbers[order] > 0][:MOST_CLASSES]
    if not len(order):
        return
    with st.expander("By true class"):
        rows = []
        for c in order.tolist():
            true = ClassTerm("true", review.truth.classes[c])
            cells = [
                counts.of(number, AllOf((true, HasOutcome(outcome))))
                for outcome, number in zip(OUTCOMES, found.by_class[c].tolist(), strict=True)
            ]
            rows.append([plain(review.truth.classes[c], 40), *cells])
        grid(["Documents truly in", *OUTCOME_NAMES.values()], rows)


def _show_repeats(repeats: AnswerRepeats, beta: float) -> None:
    """How far repeats agree, and F of each beside the others."""
    say(escaped(repeats_words(repeats, beta)))
    if len(repeats.runs) > 1:
        f = f_name(beta)
        with st.expander("Each repeat alone"):
            grid(
                ["Repeat", "Documents", f"Micro {f}", f"Macro {f}"],
                [
                    [plain(run.name, 40), f"{run.documents:,}", figure_of(run.f.micro),
                     figure_of(run.f.macro)]
                    for run in repeats.runs
                ],
            )  # fmt: skip
