"""The averages side by side, and how far each is from the baseline."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import pandas as pd
import streamlit as st
from markupsafe import Markup, escape

from breakeven.analysis.comparison.bootstrap import FEWEST_DIFFERING
from breakeven.analysis.evaluation.average_intervals import AverageIntervals
from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.expression import Judged
from breakeven.data.wording import (
    NOTHING,
    UNDEFINED_WORDS,
    amount_of,
    count_of,
    f_name,
    figure_of,
    interval_text,
)
from breakeven.results.averages import AveragedMeasures, ResultAverages, averages_of
from breakeven.results.class_distribution import class_distribution
from breakeven.results.counted import averages_not_counted
from breakeven.results.own_measures import counted_own_measures
from breakeven.results.probability_losses import counted_losses
from breakeven.results.scope import TRUE_NUMBER
from breakeven.results.sklearn_report import sklearn_report
from breakeven.results.summary import (
    INTERVALS_TEXT,
    ONE_OF,
    classes_here,
    summary_text,
    weighted_text,
)
from breakeven.ui.app.cache import cache
from breakeven.ui.app.page.counted_table import CountedTable
from breakeven.ui.app.page.counts import CountLinks, in_sentence
from breakeven.ui.app.page.page import EvaluatedPage, Page
from breakeven.ui.app.session import downloads
from breakeven.ui.app.store.baseline import BaselineComparison, against, difference_of
from breakeven.ui.components.html import escaped, grid, plain, quiet, say, show_absence
from breakeven.ui.components.markdown import help_of, measure_label
from breakeven.ui.summary.own_measures import show_measures, show_own_measures
from breakeven.ui.summary.probability_losses import show_losses, show_probability_losses
from breakeven.ui.summary.versions import show_as_loaded, show_versions
from metrics.averaging import PER_CLASS, Undefined
from metrics.catalogue import entries_shown
from metrics.typing import AVERAGES, AverageName
from metrics.uncertainty.intervals import Interval

# --- how far each average is from the baseline's


NO_BREAK = "\N{NO-BREAK SPACE}"


def differences(
    page: Page, baseline: BaselineComparison | None
) -> Mapping[tuple[AverageName, str], str]:
    """Each average's difference to the earlier version, by average and measure; plain text."""
    if baseline is None:
        return {}
    measures = [entry.key for entry in entries_shown("table")]
    pairs = {measure: baseline.pair(measure, page.selection) for measure in measures}
    return {
        (average, measure): _in_cell(difference_of(pair.averages[average]))
        for measure, pair in pairs.items()
        for average in AVERAGES
    }


def _in_cell(difference: str) -> str:
    """The interval is not broken, it goes to the next line as a whole."""
    value, bracket, ends = difference.partition(" (")
    return value + bracket + ends.replace(" ", NO_BREAK)


def how_to_read(baseline: BaselineComparison) -> Markup:
    """What the differences are of; HTML."""
    flips, left = baseline.flips, baseline.common.left_out[0]
    more = f"; {count_of(left, 'document')} are not in version {baseline.n}" if left else ""
    if 0 < len(flips.rows) < FEWEST_DIFFERING:
        n = count_of(len(flips.rows), "document")
        more += f". Predictions changed on only {n}, so any difference may be chance"
    return Markup(
        "Signed figures: the difference to {}, with its paired 95 % interval, on the {} that both "
        "versions have{}."
    ).format(plain(baseline.system, 60), count_of(flips.documents, "document"), more)


# --- The averages side by side, as the overview shows them


# what a class or a document lacks whose value is 0/0, by measure
WITHOUT = {
    "precision": Markup("{} have nothing predicted"),
    "recall": Markup("{} have nothing true"),
    "f": Markup("{} have neither"),
}
UNDEFINED = Markup("{} are 0/0")
COPY_REPORT = "Copy as scikit-learn’s report"
# what of a document's classes are none then
LACKING: Mapping[str, tuple[str, ...]] = {
    "precision": ("calls",),
    "recall": ("labels",),
    "f": ("labels", "calls"),
}


def show_averages(page: Page) -> None:
    """The same answer in measures, then every average with its interval, and what it leaves out."""
    evaluation, selection = page.evaluation, page.selection
    beta, undefined = selection.beta, selection.undefined
    intervals = cache.intervals_of_averages(evaluation, beta, undefined, further=True)
    counts = page.counts
    show_as_loaded(page)
    summary = summary_text(evaluation, beta, undefined, intervals, selection.where)
    say(with_counts(escaped(summary), evaluation, counts))
    say(documents_right(evaluation, counts))
    if classes_text := classes_here(evaluation):
        say(quiet(classes_text))
    if evaluation.exactly_true_number:
        st.warning(TRUE_NUMBER)
    before = against(page.review, selection, evaluation)
    moved = differences(page, before)

    def remark() -> None:
        if before:
            say(quiet(how_to_read(before)))

    averages = averages_of(evaluation, beta, undefined, intervals)
    show_every_average(page, averages, moved, remark)
    _show_mix(evaluation)
    show_probability_losses(page)
    show_own_measures(page)
    show_versions(page)


def show_counted_averages(
    page: EvaluatedPage, table: CountedTable, intervals: AverageIntervals | None
) -> None:
    """The same of what an engine counted, with what it does not count."""
    evaluation, selection = table.evaluation, page.selection
    averages = averages_of(evaluation, selection.beta, selection.undefined, intervals)
    show_every_average(page, averages, {}, lambda: show_absence(averages_not_counted(evaluation)))
    _show_mix(evaluation)
    if evaluation.curves is not None:
        show_losses(counted_losses(evaluation))
    show_measures(counted_own_measures(evaluation, table.named.measures, selection.undefined))


def _show_mix(evaluation: BaseEvaluation) -> None:
    """How often classes are predicted beside how often they are true."""
    if mix := class_distribution(evaluation).text:
        st.header("Mix of classes", anchor=False, help=help_of("kullback_leibler"))
        say(escaped(mix))


def show_every_average(
    page: EvaluatedPage,
    averages: ResultAverages,
    moved: Mapping[tuple[AverageName, str], str],
    remark: Callable[[], None],
) -> None:
    """Every average with its interval; `moved`: as `differences`; `remark` says what is beside."""
    evaluation, selection, counts = page.evaluation, page.selection, page.counts
    beta, undefined, f = selection.beta, selection.undefined, f_name(selection.beta)
    title = "Right in all, and class by class" if evaluation.one_of else "Counted four ways"
    st.header(title, anchor=False, help=explained(evaluation, beta, undefined))
    if evaluation.one_of:
        say(share_right(evaluation, f, averages, counts, moved.get(("micro", "f"))))
    show_average_table(averages, f, undefined, counts, moved)
    if averages.has_intervals:
        st.caption(f"Small figures are {INTERVALS_TEXT}. {averages.rough}")
    st.caption(weighted_text(averages.one_of, f, undefined))
    remark()
    show_further_measures(averages, f)
    downloads.downloads(lambda: averages_frame(averages), "averages")
    downloads.copied("sklearn", COPY_REPORT, lambda: sklearn_report(evaluation).to_text())


def _measures() -> tuple[str, ...]:
    return tuple(entry.key for entry in entries_shown("table"))


def averaged_over(
    average: AveragedMeasures, f: str, undefined: Undefined, counts: CountLinks
) -> Markup | str:
    """Over how many units each measure is averaged, and what became of the others; HTML.

    `counts`: links where the units are documents.
    """
    if average.kind == "micro":
        return count_of(average.of, "yes/no prediction")
    links = counts if average.kind == "per_document" else None
    short = {m: measure_label(m, f) for m in _measures()}
    missing = {m: average.undefined[m] for m in short}
    units = f"{average.of:,} {average.units_name}"
    if links is not None:
        units = links.linked(average.of, None, units)
    if not any(average.units[m] < average.of or missing[m] for m in short):
        return units
    if undefined in ("zero", "one"):
        parts = ", ".join(f"{short[m]} {n:,}" for m, n in missing.items() if n)
        return Markup("{}<br><small>0/0 counted as {}: {}</small>").format(
            units, UNDEFINED_WORDS[undefined], parts
        )
    if undefined == "partition":
        return Markup("{:,} of {}<br><small>the others have some 0/0</small>").format(
            average.units["f"], units
        )
    parts = Markup("<br>").join(
        Markup("{} of {:,}: {}").format(
            short[m], average.units[m], WITHOUT.get(m, UNDEFINED).format(_without(m, n, links))
        )
        for m, n in missing.items()
        if n
    )
    return Markup("{}<br><small>{}</small>").format(units, parts)


def _without(measure: str, number: int, counts: CountLinks | None) -> Markup | str:
    """How many units have no value of a measure, and a link to those that are documents."""
    words = f"{number:,}"
    # the filter counts every class that was assigned, whether or not somebody judged it
    if counts is None or counts.truth.unjudged is not None or measure not in LACKING:
        return words
    return counts.of_numbers(number, words, **dict.fromkeys(LACKING[measure], (0, 0)))


def with_counts(paragraph: Markup, evaluation: Evaluation, counts: CountLinks) -> Markup:
    """The paragraph as HTML, in which the numbers of documents are links to them."""
    every = count_of(evaluation.documents, "document")
    paragraph = in_sentence(
        paragraph, "On the ", (every, counts.linked(evaluation.documents, None, every)), " "
    )
    if not evaluation.one_of:
        return paragraph
    right, tables = float(evaluation.tables.tp.sum()), evaluation.document_tables
    words = amount_of(right)
    # of a document that nobody judged no decision is wrong, and none is right
    alike = int((tables.fp + tables.fn == 0).sum()) == right
    link = counts.linked(right, Judged("right"), words) if alike else escape(words)
    for end in (": ", " of the "):
        paragraph = in_sentence(paragraph, " predicts the right class for ", (words, link), end)
    return paragraph


def documents_right(evaluation: Evaluation, counts: CountLinks) -> Markup:
    """How many documents have exactly their classes, and what is wrong with the others; HTML."""
    if evaluation.weights is not None or not evaluation.documents:
        return Markup()
    missed, extra = (
        count > 0 for count in (evaluation.document_tables.fn, evaluation.document_tables.fp)
    )
    kinds = {"right": ~(missed | extra), "wrong": missed | extra, "missed": missed, "extra": extra}
    n: dict[str, Markup] = {
        kind: counts.linked(int(chosen.sum()), Judged(kind))  # type: ignore[arg-type]
        for kind, chosen in kinds.items()
    }
    if evaluation.one_of:
        return Markup("Documents that are right: {}; wrong: {}.").format(n["right"], n["wrong"])
    return Markup(
        "Documents that are completely right: {}; wrong: {}, of which {} miss a class and {} have "
        "a false alarm."
    ).format(n["right"], n["wrong"], n["missed"], n["extra"])


def show_average_table(
    averages: ResultAverages,
    f: str,
    undefined: Undefined,
    counts: CountLinks,
    moved: Mapping[tuple[AverageName, str], str],
) -> None:
    """The averages as a table, intervals in small figures; `moved`: since an earlier version."""

    def cell(average: AveragedMeasures, measure: str) -> Markup:
        value = Markup("<b>{}</b>").format(figure_of(average.measures[measure].value))
        ends = average.interval(measure)
        if ends is not None:
            value += Markup("<br><small>{}</small>").format(interval_text(ends.low, ends.high))
        since = moved.get((average.kind, measure))
        return value if since is None else Markup("{}<br><small>{}</small>").format(value, since)

    grid(
        ["", *(measure_label(m, f) for m in _measures()), "Averaged over"],
        [
            [
                Markup("<b>{}</b><br><small>{}</small>").format(average.name, average.weighs),
                *(cell(average, m) for m in _measures()),
                averaged_over(average, f, undefined, counts),
            ]
            for average in averages.shown
        ],
    )


def share_right(
    evaluation: BaseEvaluation,
    f: str,
    averages: ResultAverages,
    counts: CountLinks,
    moved: str | None,
) -> Markup:
    """Accuracy, where each document has one class and gets one: one number, said once.

    `moved`: its difference to an earlier version.
    """
    share, within = averages.exact_match, ""
    if averages.has_intervals:
        within = f" (95 %: {interval_text(share.low, share.high)})"
    within += "" if moved is None else f", {moved} since the baseline"
    judged = float(evaluation.tables.positives.sum())
    documents = counts.linked(
        evaluation.documents, None, count_of(evaluation.documents, "document")
    )
    if evaluation.weights is None and judged != evaluation.documents:
        documents = escape(f"the {count_of(judged, 'judged document')}")
    return Markup("<b>Accuracy {}</b>{}: the share of {} with the right class. {}").format(
        figure_of(share.value), within, documents, ONE_OF.format(f=f)
    )


def explained(evaluation: BaseEvaluation, beta: float, undefined: Undefined) -> str:
    """What the measures and averages mean, in Markdown and in the numbers shown."""
    pooled, f = evaluation.tables.pooled(), f_name(beta)
    values = evaluation.micro(beta)
    tp, assigned, true = (
        amount_of(float(n)) for n in (pooled.tp, pooled.assigned, pooled.positives)
    )
    macro, weighted = (
        means(beta, undefined)["f"] for means in (evaluation.macro, evaluation.weighted)
    )
    weight = {1.0: "both count alike", 0.0: "only precision counts", math.inf: "only recall counts"}
    weighs = weight.get(beta, f"recall counts {beta:g} times as much")
    return "\n\n".join(
        [
            f"**Precision**: of {assigned} predicted labels, {tp} are right: "
            f"{figure_of(values['precision'])}.",
            f"**Recall**: of {true} true labels, {tp} are found: {figure_of(values['recall'])}.",
            f"**{f}**: both in one number, high only where both are ({weighs}): "
            f"{figure_of(values['f'])}.",
            "**Micro** counts every label the same, so frequent classes count most.",
            f"**Macro** measures each class by itself and takes the mean over "
            f"{count_of(macro.units, 'class', 'classes')}, so a small one counts like a large one: "
            f"{f} {figure_of(macro.value)}.",
            f"**Weighted** is the same mean, with each class counting by its positives: {f} "
            f"{figure_of(weighted.value)}. {weighted_text(evaluation.one_of, f, undefined)}",
            "**Per document** measures each document by itself and takes the mean over documents.",
            "---",
            help_of("micro"),
        ]
    )


def show_further_measures(averages: ResultAverages, f: str) -> None:
    """All measures that the table above leaves out, a row each, closed at first."""
    with st.expander("More measures"):
        if averages.all_classes_text:
            say(averages.all_classes_text)
        # the mean of the classes' own accuracy is none that anybody means
        keys = dict.fromkeys(
            key
            for average in averages.shown
            for key in average.measures
            if key not in _measures() and not key.endswith(PER_CLASS)
        )

        def cell(average: AveragedMeasures, key: str) -> Markup | str:
            if key not in average.measures:
                return NOTHING
            number = average.measures[key]
            value = Markup("{}").format(figure_of(number.value))
            if average.interval(key) is None or math.isnan(number.low):
                return value
            return Markup("{}<br><small>{}</small>").format(
                value, interval_text(number.low, number.high)
            )

        grid(
            ["", *(average.name for average in averages.shown)],
            [
                [measure_label(key, f), *(cell(average, key) for average in averages.shown)]
                for key in keys
            ],
        )


def averages_frame(averages: ResultAverages) -> pd.DataFrame:
    """The averages to take along: one row per average and measure."""
    rows = [
        _row(average.name, m, average.measures[m], average.interval(m), average.undefined[m])
        for average in averages.shown
        for m in average.measures
    ]
    rows += [
        _row("All classes", key, number, number, 0) for key, number in averages.all_classes.items()
    ]
    if averages.one_of:
        share = averages.exact_match
        ends = share if averages.has_intervals else None
        rows.insert(0, _row("Documents", "accuracy", share, ends, 0))
    return pd.DataFrame(rows)


def _row(
    average: str, measure: str, number: Interval, ends: Interval | None, undefined: int
) -> dict[str, str | float | None]:
    return {
        "average": average,
        "measure": measure,
        "value": number.value,
        "low_95": None if ends is None else ends.low,
        "high_95": None if ends is None else ends.high,
        "undefined": undefined,
    }
