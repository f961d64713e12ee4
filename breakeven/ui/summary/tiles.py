"""The headline numbers: how much is found, how much is right, how many documents wholly.

Beside them the same numbers of every saved version of the review.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from breakeven.analysis.evaluation.average_intervals import AverageIntervals
from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.class_assessment import standing_of, verdicts_of
from breakeven.analysis.selection.expression import Judged
from breakeven.analysis.selection.selection import Selection, selection_of, texts_of
from breakeven.data.records import Review
from breakeven.data.wording import amount_of, count_of, f_name, figure_of, interval_text, percent
from breakeven.results.summary import classes_here, classes_meant
from breakeven.ui.app.cache import cache
from breakeven.ui.app.page import links
from breakeven.ui.app.page.counts import CountLinks
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.store.baseline import (
    BaselineComparison,
    difference_of,
    version_of,
    versions_of,
)
from breakeven.ui.components.html import quiet, say, to_page
from breakeven.ui.components.tables import Tile, tiles
from metrics.typing import DEFAULT_BETA
from metrics.uncertainty.intervals import Interval

# --- the headline numbers of every saved version of the review, the oldest first


MOST_VERSIONS = 6
# a version of more documents takes too long to open for a line of a tile
MOST_DOCUMENTS = 100_000


@dataclass(frozen=True)
class HeadlineTrend:
    """Numbers of versions, and in their order `recall`, `precision` and `exact`, in [0, 1]."""

    versions: tuple[int, ...]
    values: Mapping[str, tuple[float, ...]]

    def text(self, measure: str) -> str:
        """The values as a sentence."""
        first, last = self.versions[0], self.versions[-1]
        return f"versions {first} to {last}: " + ", ".join(
            percent(value, 1) for value in self.values[measure]
        )


def trend_of(page: Page) -> HeadlineTrend | None:
    """The last versions in which the system decided on the split; None where they are not two.

    Each as it decides there, by the rule that is chosen here if it can. None too where a filter
    holds, and for reviews of many documents.
    """
    review, selection = page.review, page.selection
    if selection.where is not None or review.truth.n > MOST_DOCUMENTS:
        return None
    versions = versions_of(review)
    measured: list[tuple[int, tuple[float, float, float]]] = []
    for n, fingerprint in sorted(versions.items())[-MOST_VERSIONS:]:
        values_now = _measured(review, selection, fingerprint)
        if values_now is not None:
            measured.append((n, values_now))
    if len(measured) < 2:
        return None
    columns = zip(*(values for _, values in measured), strict=True)
    named = dict(zip(("recall", "precision", "exact"), columns, strict=True))
    return HeadlineTrend(tuple(n for n, _ in measured), named)


def _measured(
    review: Review, selection: Selection, fingerprint: str
) -> tuple[float, float, float] | None:
    try:
        version = version_of(fingerprint)
    except LookupError:
        return None
    if version.truth.labels is None:
        return None
    there = selection_of(version, texts_of(selection, review.truth))
    if (there.system, there.split) != (selection.system, selection.split):
        return None
    evaluation = cache.evaluation(version, there.system, there.split, there.cut)
    micro = evaluation.micro(DEFAULT_BETA)
    return micro["recall"], micro["precision"], evaluation.exact_match


# --- the headline numbers: how much is found, how much of what is named is right, how many wholly


UNKNOWN = Interval(math.nan, math.nan)


def show_tiles(
    page: Page,
    counts: CountLinks,
    drawn: AverageIntervals | None,
    limits: Limits,
    before: BaselineComparison | None,
) -> None:
    """The tiles; `limits.cut`: below which precision and recall of a class are low.

    Where each document has one class and gets one, a single one holds what is right.
    """
    draw_tiles(
        page.evaluation, page.selection, counts, drawn, limits, before=before, trend=trend_of(page)
    )


def draw_tiles(
    evaluation: BaseEvaluation,
    selection: Selection,
    counts: CountLinks,
    drawn: AverageIntervals | None,
    limits: Limits,
    *,
    before: BaselineComparison | None = None,
    trend: HeadlineTrend | None = None,
) -> None:
    """As `show_tiles`; `trend`: what earlier versions had."""
    shown = [_right(evaluation, counts, drawn, before, trend)]
    if not evaluation.one_of:
        found = _found_and_named(evaluation, selection, counts, drawn, before, trend)
        shown = [*found, *shown]
    tiles([*shown, _weak_classes(evaluation, limits)])
    say(quiet(_in_one_number(evaluation, selection, drawn, before)))
    if said := classes_here(evaluation):
        say(quiet(said))


def _in_one_number(
    evaluation: BaseEvaluation,
    selection: Selection,
    drawn: AverageIntervals | None,
    before: BaselineComparison | None,
) -> Markup:
    """F over all decisions, and as the mean of the classes."""
    name = _to_measure("f", f_name(selection.beta))
    macro = evaluation.macro(selection.beta, selection.undefined)["f"]
    over = classes_meant(evaluation, selection.beta, selection.undefined)
    mean = f"{figure_of(macro.value)} as the mean of {over}"
    if evaluation.one_of:
        return Markup("{} {}.").format(name, mean)
    ends = UNKNOWN if drawn is None else drawn.micro["f"]
    within = (
        ""
        if math.isnan(ends.low)
        else f" (95 %: {interval_text(float(ends.low), float(ends.high))})"
    )
    moved = ""
    if before is not None:
        difference = difference_of(before.pair("f", selection).averages["micro"])
        moved = f", {difference} since version {before.n}"
    value = figure_of(evaluation.micro(selection.beta)["f"])
    decisions = Markup("{} {} over all decisions{}{}").format(name, value, within, moved)
    # of one class it is the same number
    return (
        Markup("{}; {}.").format(decisions, mean)
        if len(evaluation.classes) > 1
        else Markup("{}.").format(decisions)
    )


def _found_and_named(
    evaluation: BaseEvaluation,
    selection: Selection,
    counts: CountLinks,
    drawn: AverageIntervals | None,
    before: BaselineComparison | None,
    trend: HeadlineTrend | None,
) -> list[Tile]:
    pooled, values = evaluation.tables.pooled(), evaluation.micro(DEFAULT_BETA)
    tp, true, named = (float(n) for n in (pooled.tp, pooled.positives, pooled.assigned))
    ends: Mapping[str, Interval] = {} if drawn is None else drawn.micro
    of_documents, number = evaluation.counts.documents, evaluation.counts.number
    missed, extra = number(of_documents.fn > 0), number(of_documents.fp > 0)
    return [
        Tile(
            label="Found",
            value=_of_hundred(values["recall"]),
            sentences=(
                Markup("{} of {}; some missed in {} {}").format(
                    amount_of(tp),
                    count_of(true, "true class", "true classes"),
                    counts.linked(missed, Judged("missed")),
                    _documents(missed),
                )
                if true
                else "no class is true here",
                _called("recall", values["recall"], ends.get("recall", UNKNOWN)),
                *_moved(selection, before, "recall"),
                *_since(trend, "recall"),
            ),
            **_bar(values["recall"], ends.get("recall", UNKNOWN)),
        ),
        Tile(
            label="Right when named",
            value=_of_hundred(values["precision"]),
            sentences=(
                Markup("{} of {}; some wrong in {} {}").format(
                    amount_of(tp),
                    count_of(named, "class named", "classes named"),
                    counts.linked(extra, Judged("extra")),
                    _documents(extra),
                )
                if named
                else "no class is named",
                _called("precision", values["precision"], ends.get("precision", UNKNOWN)),
                *_moved(selection, before, "precision"),
                *_since(trend, "precision"),
            ),
            **_bar(values["precision"], ends.get("precision", UNKNOWN)),
        ),
    ]


def _documents(n: int) -> str:
    """The noun after a number that is a link."""
    return "document" if n == 1 else "documents"


def _documents_get(n: int) -> str:
    return count_of(n, "document gets", "documents get")


def _right(
    evaluation: BaseEvaluation,
    counts: CountLinks,
    drawn: AverageIntervals | None,
    before: BaselineComparison | None,
    trend: HeadlineTrend | None,
) -> Tile:
    """The share of documents that are wholly right."""
    share, ends = evaluation.exact_match, UNKNOWN if drawn is None else drawn.exact_match
    tables, number = evaluation.counts.documents, evaluation.counts.number
    some_judged = evaluation.counts.judged > 0
    right, judged = number((tables.fn + tables.fp == 0) & some_judged), number(some_judged)
    # of a document that nobody judged no decision is wrong
    alike = right == number(tables.fn + tables.fp == 0)
    whose = "its" if judged == 1 else "their"
    what = f"{whose} class" if evaluation.one_of else f"exactly {whose} classes"
    lines: list[Markup | str] = [
        Markup("{} of {} {}").format(
            counts.linked(right, Judged("right")) if alike else amount_of(right),
            _documents_get(judged),
            what,
        )
    ]
    if evaluation.weights is not None:
        lines = ["of the documents, by their weights"]
    key = "accuracy" if evaluation.single_label else "exact_match"
    lines.append(_called(key, share, ends))
    if before is not None:
        flips = before.flips
        better, worse = len(flips.fixed), len(flips.broken)
        lines.append(f"{better:,} right that were not in version {before.n}, {worse:,} no longer")
    lines += _since(trend, "exact")
    label = "Right" if evaluation.one_of else "Wholly right"
    return Tile(label=label, value=_of_hundred(share), sentences=tuple(lines), **_bar(share, ends))


def _weak_classes(evaluation: BaseEvaluation, limits: Limits) -> Tile:
    found = standing_of(evaluation, verdicts_of(evaluation, limits))
    url = links.url_of("classes", links.address_of("classes"))
    said = ["too often missed, or wrong when named"]
    if found.unknown:
        more = count_of(found.unknown, "class has", "classes have")
        said.append(quiet(f"{more} too few documents to judge"))
    value = to_page(f"{len(found.weak):,} of {count_of(found.there, 'class', 'classes')}", url)
    return Tile(label=f"Clearly below {percent(limits.cut)}", value=value, sentences=tuple(said))


def _of_hundred(share: float) -> str:
    return percent(share, 1)


def _bar(share: float, ends: Interval) -> dict[str, float]:
    return {"share": share, "low": float(ends.low), "high": float(ends.high)}


def _called(key: str, value: float, ends: Interval) -> Markup:
    """The name of the measure, which leads to what it means, with its value."""
    name = _to_measure(key, key.replace("_", " "))
    within = (
        ""
        if math.isnan(ends.low)
        else f" (95 %: {interval_text(float(ends.low), float(ends.high))})"
    )
    return quiet(Markup("{} {}{}").format(name, figure_of(value), within))


def _to_measure(key: str, name: str) -> Markup:
    """The name of a measure, which leads to what it means."""
    return to_page(name, links.help_url(key))


def _moved(selection: Selection, before: BaselineComparison | None, measure: str) -> list[str]:
    """The difference to the version that stands beside."""
    if before is None:
        return []
    said = difference_of(before.pair(measure, selection).averages["micro"])
    return [f"{said} since version {before.n}"]


def _since(trend: HeadlineTrend | None, measure: str) -> list[Markup | str]:
    """The same in each saved version, the oldest first."""
    return [] if trend is None else [quiet(trend.text(measure))]
