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
COUNT_AS = {"counted": "No class predicted", "left_out": "Left out", "either": "Right or wrong"}
MEANS = (
    "Choose how answers count that are refused, ambiguous, unreadable or outside the classes. All "
    "other numbers count them as no class predicted; the filter -outcome:unusable leaves such "
    "documents out."
)


def show_answers(page: Page) -> None:
    """The part; nothing where no system answered in words."""
    review, selection = page.review, page.selection
    if all(sentence.answered is None for sentence in review.own):
        return
    st.header("What was answered", anchor=False, help=MEANS)
    counts = page.counts
    grid(["Documents", *OUTCOME_NAMES.values()], _rows(review, selection, counts))
    counts_of_answers = _answers(review, selection.system, selection.documents, selection.cut)
    if counts_of_answers is None:
        return
    bracket, repeats = _numbers(
        review, selection.system, selection.documents, selection.cut, selection.beta,
        selection.undefined,
    )  # fmt: skip
    number = f"{counts_of_answers.unusable:,}"
    link = counts.linked(counts_of_answers.unusable, HasOutcome("unusable"), number)
    sentence = escaped(unusable_words(counts_of_answers, bracket, selection.beta))
    say(in_sentence(sentence, "On ", (number, link), " of "))
    if counts_of_answers.unusable:
        _choose(bracket, f_name(selection.beta))
        _by_class(review, counts_of_answers, counts)
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
    for predictions in review.own:
        answers = _answers(review, predictions.system, selection.documents, selection.cut)
        if answers is None:
            continue
        own = predictions.system == selection.system
        cells = []
        for outcome, number in zip(OUTCOMES, answers.outcomes.tolist(), strict=True):
            term: Expression = HasOutcome(outcome)
            cells.append(
                counts.linked(number, term if own else SystemTerm(predictions.system, term))
            )
        rows.append([plain(predictions.system, 40), *cells])
    return rows


def _choose(bracket: AnswerBracket, f: str) -> None:
    """F by what answers without a class count as, which is chosen."""
    chosen = widgets.section("summary.unusable", "Answers without a class count as", COUNT_AS)
    best, worst = bracket.best, bracket.worst
    if chosen == "either":
        micro, macro = (
            interval_text(worst.micro, best.micro),
            interval_text(worst.macro, best.macro),
        )
    else:
        values = bracket.counted if chosen == "counted" else bracket.left_out
        micro, macro = figure_of(values.micro), figure_of(values.macro)
    say(Markup("Micro {} <b>{}</b>, macro {} <b>{}</b>.").format(f, micro, f, macro))


def _by_class(review: Review, answers: AnswerCounts, counts: CountLinks) -> None:
    """The classes of which most documents have an answer without a class."""
    unusable = [o for o in range(len(OUTCOMES)) if o not in (CLASS, NONE)]
    numbers = answers.by_class[:, unusable].sum(axis=1)
    order = np.argsort(-numbers, kind="stable")
    order = order[numbers[order] > 0][:MOST_CLASSES]
    if not len(order):
        return
    with st.expander("By true class"):
        rows = []
        for c in order.tolist():
            true = ClassTerm("true", review.truth.classes[c])
            cells = [
                counts.linked(number, AllOf((true, HasOutcome(outcome))))
                for outcome, number in zip(OUTCOMES, answers.by_class[c].tolist(), strict=True)
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
