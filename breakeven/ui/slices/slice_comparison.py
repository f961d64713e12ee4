"""Slices side by side: what a system reaches on each, and how far that is from the rest."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

import numpy as np
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.where import where_of
from breakeven.analysis.slices.slice_comparison import (
    DifferenceFromRest,
    SliceAverage,
    SliceComparison,
    compare_slices,
)
from breakeven.data.wording import amount_of, f_name, figure_of, interval_text, percent, signed
from breakeven.figures.alt_text import values_alt_text
from breakeven.figures.slices import slices_figure
from breakeven.results.slices import slice_frame
from breakeven.ui.app.cache.cache import evaluations
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.counts import CountLinks
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import downloads, widgets
from breakeven.ui.app.session.charts import show_figure
from breakeven.ui.components.html import bold, grid, plain, quiet, say, unbroken
from breakeven.ui.components.markdown import help_of
from breakeven.ui.slices.slice_choice import DeclaredSlices, choose_slices
from metrics.averaging import Undefined

SYSTEMS = "slices.systems"
MOST_SYSTEMS = 4
TURNED = "⇄"


@cached(entries=24, spinner="Comparing the slices …")
def _compared(
    evaluation: Evaluation,
    declared: DeclaredSlices,
    kind: SliceAverage,
    beta: float,
    undefined: Undefined,
) -> tuple[SliceComparison, ...]:
    return tuple(compare_slices(evaluation, declared.slices, kind, beta, undefined))


@widgets.fragment
def show_side_by_side(page: Page) -> None:
    """Slices chosen here, in sentences, in a figure and in a table."""
    st.header(
        "Slices compared with the rest", anchor=False, help=help_of("standardised_difference")
    )
    kinds = _kinds(page)
    left, right = st.columns([2, 3], gap="medium", vertical_alignment="bottom")
    with left:
        declared = choose_slices(page)
    with right:
        kind = widgets.section("slices.average", "Measure", kinds)
    if not declared.slices:
        st.info("Choose another column: this one puts all documents into one slice.")
        return
    selection = page.selection
    compared = _compared(page.evaluation, declared, kind, selection.beta, selection.undefined)
    measure = kinds[kind]
    say(_answer(compared, measure))
    for sentence in _warnings(compared):
        say(sentence)
    show_figure(
        slices_figure(compared, measure),
        "slices",
        f"{measure}: each slice minus the rest",
        f"all documents: {_difference_alt_text(compared, 'difference')}; with the same mix of "
        f"classes {_difference_alt_text(compared, 'standardised')}",
    )
    with st.expander("Numbers of each slice", icon=":material/table_rows:"):
        _table(page, compared, kind)
        st.caption(
            "The rest: all other documents. Bold: the interval excludes zero, allowing for the "
            "number of slices.",
            help=READING,
        )
    downloads.downloads(lambda: slice_frame(compared), "slices")
    _other_systems(page, declared, kind, measure)


def _difference_alt_text(compared: Sequence[SliceComparison], which: str) -> str:
    values = np.array([getattr(one, which).value for one in compared])
    return values_alt_text([one.declared.name for one in compared], values, noun="slices")


READING = (
    "“vs. rest, same mix” weighs both sides to the class mix of all documents, over the classes "
    "that both have; the share of documents that this covers stands below. “Class mix differs by”: "
    "half the sum of the differences of the classes’ shares, 0 to 1. Macro and weighted "
    "leave out classes without a document in the slice or in the rest. Intervals are 95 % each; "
    "bold allows for all slices together (Bonferroni)."
)


def _kinds(page: Page) -> dict[SliceAverage, str]:
    f = f_name(page.selection.beta)
    if page.evaluation.one_of:
        return {"micro": "accuracy", "macro": f"macro {f}", "weighted": f"weighted {f}"}
    return {
        "micro": f"micro {f}",
        "macro": f"macro {f}",
        "weighted": f"weighted {f}",
        "per_document": f"{f} per document",
        "exact_match": "share completely right",
    }


def _answer(compared: Sequence[SliceComparison], measure: str) -> Markup | str:
    """Which slices are worse or better than the rest, allowing for how many are compared."""
    sentences = []
    for sign, words in ((-1, "below"), (1, "above")):
        clear = [
            each for each in compared if each.difference.clear and sign * each.difference.value > 0
        ]
        if clear:
            sentences.append(
                Markup("Clearly {} the rest in {}: {}.").format(words, measure, _names(clear))
            )
    none = f"No slice is clearly different from the rest in {measure}."
    return Markup(" ").join(sentences) or none


def _warnings(compared: Sequence[SliceComparison]) -> list[Markup]:
    """Where the mix of classes turns a difference round, and slices that are picked by outcome."""
    out = []
    for sign, words in ((1, ("above", "below")), (-1, ("below", "above"))):
        turned = [each for each in compared if each.turned and sign * each.difference.value > 0]
        if not turned:
            continue
        one_alone = len(turned) == 1
        certain = all(each.difference.clear and each.standardised.clear for each in turned)
        out.append(
            Markup(
                "{} {} {} {} the rest, but {} it with the same class mix. The class mix makes the "
                "difference, not the slice (Simpson’s trap){}"
            ).format(
                TURNED,
                _names(turned),
                "is" if one_alone else "are",
                words[0],
                words[1],
                "." if certain else "; it may be chance where an interval includes zero.",
            )
        )
    picked = [each for each in compared if each.declared.by_outcome]
    if picked:
        asks = "is" if len(picked) == 1 else "are"
        out.append(
            Markup(
                "{} {} chosen by the predictions, and would differ for that reason alone."
            ).format(_names(picked), asks)
        )
    return out


def _names(compared: Sequence[SliceComparison]) -> Markup:
    return Markup(", ").join(bold(one.declared.name, 40) for one in compared)


def _table(page: Page, compared: Sequence[SliceComparison], kind: SliceAverage) -> None:
    f, one_of = f_name(page.selection.beta), page.evaluation.one_of
    counts = page.counts
    head = ["Slice", "Documents", "Class mix differs by"]
    head += ["Accuracy" if one_of else f"Micro {f}", f"Macro {f}", f"Weighted {f}"]
    head += [] if one_of else [f"{f} per document", "Completely right"]
    rows = [_row(one, counts, one_of) for one in compared]
    grid([*head, "vs. rest", "vs. rest, same mix"], rows)


def _row(compared: SliceComparison, counts: CountLinks, one_of: bool) -> list[Markup | str]:
    where = where_of(compared.declared.where)
    number = amount_of(compared.documents)
    if where is not None:
        number = counts.linked(compared.documents, where.expression)
    mark = f" {TURNED}" if compared.turned else ""
    left_out = quiet(
        unbroken(f"{compared.classes:,} of {compared.classes + compared.left_out:,} classes")
    )
    of_documents = [figure_of(compared.per_document), figure_of(compared.exact_match)]
    # never rounded to all
    share = percent(floor(1_000 * compared.covered) / 1_000, 1)
    over = (
        Markup("<br>{}").format(quiet(unbroken(f"over {share}")))
        if 0 < compared.covered < 1
        else ""
    )
    return [
        Markup("{}{}").format(plain(compared.declared.name, 40), mark),
        Markup("{}<br>{}").format(number, quiet(percent(compared.share))),
        figure_of(compared.mix_distance, 2),
        figure_of(compared.micro),
        Markup("{}<br>{}").format(figure_of(compared.macro), left_out),
        figure_of(compared.weighted),
        *([] if one_of else of_documents),
        _difference(compared.difference),
        Markup("{}{}").format(_difference(compared.standardised), over),
    ]


def _difference(difference: DifferenceFromRest) -> Markup:
    shown = signed(difference.value)
    return Markup("{}<br>{}").format(
        Markup("<b>{}</b>").format(shown) if difference.clear else shown, quiet(_span(difference))
    )


def _span(difference: DifferenceFromRest) -> Markup:
    return unbroken(interval_text(difference.interval.low, difference.interval.high))


def _other_systems(page: Page, declared: DeclaredSlices, kind: SliceAverage, measure: str) -> None:
    """The same slices of other systems, of those that spoke of the same documents."""
    rows_here, own = page.evaluation.rows, page.selection.system
    every, _ = evaluations(page.review, page.selection)
    alike = [evaluation for evaluation in every if np.array_equal(evaluation.rows, rows_here)]
    others = [evaluation.system for evaluation in alike if evaluation.system != own]
    if not others:
        return
    chosen = widgets.several(SYSTEMS, "Also show systems", others, MOST_SYSTEMS)
    if not chosen:
        return
    settings = declared, kind, page.selection.beta, page.selection.undefined
    shown = [evaluation for evaluation in alike if evaluation.system in (own, *chosen)]
    ordered = sorted(shown, key=lambda evaluation: evaluation.system != own)
    tables = [_compared(evaluation, *settings) for evaluation in ordered]
    rows = [
        [plain(compared.declared.name, 40), *(_of_system(table[i], kind) for table in tables)]
        for i, compared in enumerate(tables[0])
    ]
    grid(["Slice", *(plain(evaluation.system, 30) for evaluation in ordered)], rows)
    st.caption(f"{measure}, and below it the difference from the rest with its 95 % interval.")


def _of_system(compared: SliceComparison, kind: SliceAverage) -> Markup:
    return Markup("{}<br>{}").format(
        figure_of(compared.average(kind)), _difference(compared.difference)
    )
