"""The sections of the Overview, each of which is worked out when it is opened.

The first has the answer, the numbers behind it, all systems, and what to do first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.comparison.fixed_answer import best_answer, fixed_name
from breakeven.analysis.evaluation.document_kinds import average_intervals_of
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings.check_limits import Limits
from breakeven.data.wording import f_name, figure_of, percent, quoted
from breakeven.figures.comparison import systems_figure
from breakeven.readers.formats.azure.shared import is_azure
from breakeven.results.averages import averages_of
from breakeven.results.counted import averages_not_counted
from breakeven.results.findings import worth_of
from breakeven.results.fixed_answers import SAY_ALL, FixedAnswer, fixed_answers
from breakeven.results.variants import as_if_variants
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.cache import evaluations, shared_of
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page import links
from breakeven.ui.app.page.ceiling import show_people_and_systems
from breakeven.ui.app.page.counted_table import CountedTable
from breakeven.ui.app.page.counts import among_all
from breakeven.ui.app.page.findings import near_so_far, review_checked, ways_of
from breakeven.ui.app.page.links import page_link
from breakeven.ui.app.page.page import EvaluatedPage, Page
from breakeven.ui.app.page.verdict import (
    average_heads,
    leak_sides_on,
    show_sides,
    show_verdict,
    verdict_on,
)
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.store.baseline import against
from breakeven.ui.components.html import bold, escaped, grid, plain, quiet, say, show_absence
from breakeven.ui.summary.answers import show_answers
from breakeven.ui.summary.averages import show_averages, show_every_average
from breakeven.ui.summary.azure import show_as_in_azure
from breakeven.ui.summary.class_ends import show_ends, show_errors, show_sizes
from breakeven.ui.summary.hierarchy import show_tree
from breakeven.ui.summary.tiles import draw_tiles, show_tiles
from metrics import measures
from metrics.averaging import Undefined, macro
from metrics.typing import Array

# --- the headline numbers as loaded, beside those as if marks were carried out


def show_as_loaded(page: Page) -> None:
    """Both results beside each other, as loaded first; nothing where there is only that one."""
    done, selection, now = page.review.as_if, page.selection, page.evaluation
    if done is None:
        return
    loaded = cache.evaluation(done.original, selection.system, selection.documents, selection.cut)
    results = as_if_variants(done, loaded, now, selection.beta, selection.undefined)
    say(Markup("<small>▲</small> {}").format(plain(results.text, 800)))
    heads = average_heads(f_name(selection.beta), loaded.one_of and now.one_of)
    grid(
        ["", "Documents", *heads.values()],
        [
            [
                each.name,
                f"{each.documents:,}",
                *(Markup("<b>{}</b>").format(figure_of(each.f[a])) for a in heads),
            ]
            for each in results.variants
        ],
    )


# --- all systems side by side, the best first; a click on one shows it


# of more the best are drawn
MOST_SYSTEMS = 12


def show_systems(page: Page) -> bool:
    """The strip, and whether there are systems to be set side by side."""
    systems, _ = evaluations(page.review, page.selection)
    if len(systems) < 2:
        return False
    values, low, high = _ranked(systems, page.selection.beta)
    order = np.argsort(-np.nan_to_num(values, nan=-1.0), kind="stable")[:MOST_SYSTEMS]
    names = [systems[i].system for i in order.tolist()]
    measure = _measure(systems, page.selection.beta)

    def clicked(point: Mapping[str, Any] | None) -> None:
        if point is not None:
            state.choose("system", names[point["point_index"]])

    st.subheader("Systems, the best first", anchor=False)
    alt_text = ", ".join(
        f"{quoted(name)} {figure_of(value)}"
        for name, value in zip(names, values[order].tolist(), strict=True)
    )
    widgets.points(
        "systems",
        systems_figure(
            names,
            values=values[order],
            low=low[order],
            high=high[order],
            shown=names.index(page.selection.system) if page.selection.system in names else None,
            measure=measure,
        ),
        clicked,
        f"{measure} of each system",
        alt_text,
    )
    page_link("compare", "Is the best clearly better?")
    return True


def _measure(systems: Sequence[Evaluation], beta: float) -> str:
    if all(evaluation.one_of for evaluation in systems):
        return "Accuracy"
    return f"{f_name(beta)} over all decisions"


@cached(entries=24)
def _ranked(systems: Sequence[Evaluation], beta: float) -> tuple[Array, Array, Array]:
    """F over all decisions, which is accuracy where each document has one class and gets one."""
    intervals = [evaluation.micro_intervals(beta)[2] for evaluation in systems]
    values = np.array([evaluation.micro(beta)["f"] for evaluation in systems])
    low, high = (np.array([float(getattr(i, end)) for i in intervals]) for end in ("low", "high"))
    return values, low, high


# --- what would help most: the first findings of the review, each with one way on


FIRST_FINDINGS = 3
LONGEST = 240
# of more the checks take longer than anybody waits for a first page
MOST_DOCUMENTS = 100_000


def show_next_steps(page: Page, limits: Limits) -> None:
    """The first three findings, in the order of Guidance, and the way to all of them."""
    st.subheader("What would help most", anchor=False)
    if page.review.truth.n > MOST_DOCUMENTS:
        say("So many documents are checked when Guidance is opened.")
        links.page_link("next_steps", "Check them now")
        return
    checked = review_checked(page, limits, near_so_far(page.review, limits))
    ways = ways_of(page, checked)
    for finding in checked.findings[:FIRST_FINDINGS]:
        with st.container(gap=None):
            worth = worth_of(finding)
            say(
                Markup("<b>{}.</b> {}").format(
                    escaped(finding.title), escaped(_first_sentence(finding.what))
                )
                + (Markup("<br>{}").format(quiet(escaped(worth))) if worth else "")
            )
            way = ways[id(finding)]
            if way is not None:
                links.documents_link(way.way.term, way.label, way.way.instead)
            else:
                links.page_link("next_steps", "See what to do")
    if not checked.findings:
        say("Nothing was found that should be mended first.")
    elif len(checked.findings) > FIRST_FINDINGS:
        links.page_link("next_steps", f"All {len(checked.findings):,} findings")


def _first_sentence(text: str) -> str:
    """The text, of a long one how it starts."""
    if len(text) <= LONGEST:
        return text
    first, stop, _ = text.partition(". ")
    return first + ("." if stop else "") if len(first) < LONGEST else f"{first[: LONGEST - 1]}…"


# --- the first part of the overview: the answer, the numbers behind it, and what to do first


def show_glance(page: Page, limits: Limits) -> None:
    """Everything that the first look needs, on less than two screens."""
    evaluation, review, selection = page.evaluation, page.review, page.selection
    show_verdict(verdict_on(page, limits))
    show_as_loaded(page)
    show_sides(selection, page.counts_in(among_all(selection)), leak_sides_on(page))
    if not evaluation.documents:
        return
    counts = page.counts
    drawn = cache.intervals_of_averages(evaluation, selection.beta, selection.undefined)
    show_tiles(page, counts, drawn, limits, against(review, selection, evaluation))
    left, right = st.columns(2, gap="large")
    with left:
        several = show_systems(page)
        if not several:
            show_errors(page)
    # the checks take longest: they are made when all else stands
    steps = right.container()
    left, right = st.columns(2, gap="large")
    with left:
        show_sizes(page, counts)
    with right:
        if several:
            show_errors(page)
        else:
            show_ends(page, 1)
    if several:
        show_ends(page, 2)
    with steps:
        show_next_steps(page, limits)


def show_counted(page: EvaluatedPage, table: CountedTable, limits: Limits) -> None:
    """The verdict, headline numbers, where the errors are, every average, classes at both ends."""
    evaluation, selection, counts = table.evaluation, page.selection, page.counts
    if not evaluation.documents:
        st.info("There is no document here.")
        return
    drawn = average_intervals_of(evaluation.kinds, selection.beta, selection.undefined)
    show_verdict(verdict_on(page, limits))
    show_sides(selection, page.counts_in(among_all(selection)), leak_sides_on(page))
    draw_tiles(evaluation, selection, counts, drawn, limits)
    left, right = st.columns(2, gap="large")
    with left:
        show_errors(page)
    with right:
        show_ends(page, 1)

    def remark() -> None:
        show_absence(averages_not_counted(evaluation))

    averages = averages_of(evaluation, selection.beta, selection.undefined, drawn)
    show_every_average(page, averages, {}, remark)


# --- the parts of the overview, each of which is worked out when it is opened


PARTS = {
    "main": "At a glance",
    "averages": "In numbers",
    "guessing": "Compared with guessing",
    "answers": "What was answered",
    "tree": "Classes in a tree",
    "people": "Beside people",
    "azure": "As you know it from Azure",
}


def parts_of(page: EvaluatedPage) -> dict[str, str]:
    """The parts that there is something to say in, by their keys; the first one is the answer."""
    review = page.review
    if review is None:
        return {"main": PARTS["main"]}
    there = {
        "answers": any(predictions.answered is not None for predictions in review.own),
        "tree": review.hierarchy is not None and review.hierarchy.depth > 1,
        "people": len(review.truth.annotators) > 1,
        "azure": is_azure(review.formats),
    }
    return {key: name for key, name in PARTS.items() if there.get(key, True)}


def show_part(part: str, page: EvaluatedPage, limits: Limits) -> None:
    """One of them."""
    if not isinstance(page, Page):
        assert page.table is not None
        show_counted(page, page.table, limits)
        return
    match part:
        case "averages":
            show_averages(page)
        case "guessing":
            show_guessing(page.evaluation, page.selection.beta, page.selection.undefined)
        case "answers":
            show_answers(page)
        case "tree":
            show_tree(page)
        case "people":
            show_people_and_systems(page.review, shared_of([page.evaluation]), page.selection)
        case "azure":
            show_as_in_azure(page)
        case _:
            show_glance(page, limits)


POOLED = {
    "Accuracy": measures.accuracy,
    "Error rate": measures.error_rate,
    "Fallout": measures.fallout,
    "Overlap": measures.overlap,
}

# above this share of true pairs, "no" to everything is no longer mostly right
RARE = 0.2


def show_guessing(evaluation: Evaluation, beta: float, undefined: Undefined) -> None:
    """The table of the system and its baselines, and why accuracy alone misleads."""
    answers = fixed_answers(evaluation, beta, undefined)
    compared = [
        (plain(evaluation.system), evaluation.tables, evaluation.exact_match),
        *((_name(answer), answer.tables, answer.exact_match) for answer in answers),
    ]
    f = f_name(beta)
    if evaluation.single_label:
        # accuracy is the share of documents then; where each gets one class it is micro F too
        micro = [] if evaluation.one_of else [f"Micro {f}"]
        rows = [
            [
                name,
                figure_of(right),
                *(figure_of(float(measures.f_beta(table.pooled(), beta))) for _ in micro),
                figure_of(macro(table, beta, undefined)["f"].value),
            ]
            for name, table, right in compared
        ]
        grid(["", "Accuracy", *micro, f"Macro {f}"], rows)
        say(_beside_one_class(evaluation, answers))
        return
    rows = []
    for name, table, exact in compared:
        pooled = table.pooled()
        values: list[Any] = [
            *(measure(pooled) for measure in POOLED.values()),
            measures.f_beta(pooled, beta),
            macro(table, beta, undefined)["f"].value,
            exact,
        ]
        rows.append([name, *(figure_of(float(v)) for v in values)])
    grid(["", *POOLED, f"Micro {f}", f"Macro {f}", "Exact match"], rows)
    say(
        _beside_yes_or_no(evaluation, answers)
        if evaluation.yes_or_no
        else _beside_no(evaluation, f)
    )


def _name(answer: FixedAnswer) -> Markup | str:
    if answer.kind in SAY_ALL:
        return answer.kind
    names = [*(plain(name, 30) for name in answer.named), *answer.more]
    return Markup("{} ({})").format(answer.kind, Markup(", ").join(names))


def _right_share(answers: Sequence[FixedAnswer], classes: tuple[int, ...]) -> float:
    """The share of documents that the answer of these classes is exactly right for."""
    return next(answer.exact_match for answer in answers if answer.positions == classes)


def _beside_yes_or_no(evaluation: Evaluation, answers: Sequence[FixedAnswer]) -> Markup:
    best = best_answer(evaluation)
    right = _right_share(answers, best)
    return escaped(
        f"The best fixed answer, {fixed_name(evaluation.classes, best)}, is right for "
        f"{percent(right, 1)} of the documents: hold the system’s "
        f"{percent(evaluation.exact_match, 1)} against that."
    )


def _beside_one_class(evaluation: Evaluation, answers: Sequence[FixedAnswer]) -> Markup:
    (best,) = best_answer(evaluation)
    right = _right_share(answers, (best,))
    return Markup(
        "Every document has exactly one class. Naming {} for all is right for {} of them: hold the "
        "system’s {} against that."
    ).format(bold(evaluation.classes[best]), percent(right, 1), percent(evaluation.exact_match, 1))


def _beside_no(evaluation: Evaluation, f: str) -> str:
    prevalence = float(measures.prevalence(evaluation.tables.pooled()))
    share, no = percent(prevalence, 1), percent(1 - prevalence, 1)
    if prevalence <= RARE:
        text = (
            f"Only {share} of all document/class pairs are true, so answering “no” to everything "
            f"is already right in {no} of decisions. Accuracy therefore says little about small "
            f"classes: read precision, recall and {f} there."
        )
    else:
        text = (
            f"{share} of all document/class pairs are true, and answering “no” to everything is "
            f"right in {no} of decisions: hold accuracy against that."
        )
    return f"{text} Accuracy here is the share of right yes/no decisions over all pairs."
