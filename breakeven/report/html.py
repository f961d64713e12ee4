"""The HTML of a report, made by templates from its record: no script, no request.

Readable on a telephone and on paper; with the drawings, each with the sentence that it shows.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from markupsafe import Markup, escape

from breakeven.data.wording import (
    NOTHING,
    amount_of,
    count_of,
    figure_of,
    interval_text,
    name_of,
    p_of,
    percent,
    quoted,
    signed,
    threshold_of,
    visible,
)
from breakeven.figures.figure import COLOURS, IN_DARK
from breakeven.report import report_tables
from breakeven.report.formulas import formula_html
from breakeven.report.record import Report
from breakeven.report.svg.classes import classes_drawing, confusions_drawing
from breakeven.report.svg.curves import (
    MOST_CURVES,
    curves_drawing,
    small_benefit_drawing,
    small_curves_drawing,
    small_roc_drawing,
)
from breakeven.report.svg.draw import tag, typeface_rule
from breakeven.report.svg.rows import IntervalRow, intervals_drawing, splits_drawing
from breakeven.report.svg.story import name_of_picture, story_drawing
from breakeven.results.columns import columns
from breakeven.results.confusion import rounded_count
from breakeven.results.curves import net_benefit_finding
from breakeven.results.findings import way_to_explanation
from breakeven.results.hierarchy import SHUFFLED, TREE, path_texts
from breakeven.results.rankings import ELEVEN_POINT, RankingCurve, convention_key
from breakeven.results.target_verdict import SIGNS
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval

if TYPE_CHECKING:
    from jinja2 import Environment


# --- what the templates print numbers, names and sentences with


# signs of a name, and of a sentence, which may hold one from a file
LONGEST_NAME, LONGEST_SENTENCE = 80, 1_200


def name_html(given: object, longest: int = LONGEST_NAME) -> Markup:
    """A foreign name: as written, apart from the text around it, cut when very long."""
    full = str(given)
    shown = visible(name_of(full if len(full) <= longest else f"{full[: longest - 1]}…"))
    return tag("bdi", shown, class_="n")


def sentence_html(sentence: object, longest: int = LONGEST_SENTENCE) -> Markup:
    """A sentence that holds foreign names: as it is, with signs for what cannot be seen."""
    full = str(sentence)
    return escape(visible(full if len(full) <= longest else f"{full[: longest - 1]}…"))


def listed_names(names: tuple[str, ...], most: int = 12) -> Markup:
    """Foreign names parted by commas: the first, and how many more."""
    shown = Markup(", ").join(name_html(one, 40) for one in names[:most])
    more = len(names) - most
    return shown + escape(f" and {more:,} more") if more > 0 else shown


def ends_text(number: Interval) -> str:
    """The interval of a number, "" without one."""
    return "" if math.isnan(number.low) else interval_text(number.low, number.high)


def points_text(share: float) -> str:
    """A difference in points, hundredths of a measure, with its sign."""
    return signed(100 * share, 1)


def points_interval_text(number: Interval) -> str:
    """The interval of a difference in points."""
    if math.isnan(number.low):
        return NOTHING
    return f"{points_text(number.low)} to {points_text(number.high)}"


def threshold_text(value: float) -> str:
    """A threshold as shown; never, where nothing reaches it."""
    if math.isinf(value):
        return "never" if value > 0 else "always"
    return threshold_of(value)


def highest_value(values: Array) -> float:
    """The largest of some values, NaN where all are undefined."""
    known = values[~np.isnan(values)]
    return float(known.max()) if len(known) else math.nan


def catalogue_html(markdown: str) -> Markup:
    """A text of the catalogue, Markdown with formulas between dollars, as HTML."""
    parts = re.split(r"\$([^$]+)\$", markdown)
    return Markup("").join(
        formula_html(part) if i % 2 else _emphasised(part) for i, part in enumerate(parts)
    )


def _emphasised(markdown: str) -> Markup:
    parts = re.split(r"\*+([^*]+)\*+", markdown)
    return Markup("").join(
        tag("em", part) if i % 2 else escape(part) for i, part in enumerate(parts)
    )


FILTERS: Mapping[str, Callable[..., Any]] = {
    "name": name_html,
    "shown": sentence_html,
    "names": listed_names,
    "figure": figure_of,
    "within": ends_text,
    "points": points_text,
    "points_within": points_interval_text,
    "p": p_of,
    "amount": amount_of,
    "rounded": rounded_count,
    "count": count_of,
    "percent": percent,
    "threshold": threshold_text,
    "formula": formula_html,
    "explained": catalogue_html,
    "highest": highest_value,
    "convention": lambda row: ELEVEN_POINT[convention_key(row)],
}


# --- the drawings of a report, each with the sentence that it shows


def drawings_of(report: Report) -> dict[str, Markup]:
    """Every drawing that the report has numbers for, by the name that its place asks for."""
    found = dict(_all(report))
    return {name: drawn for name, drawn in found.items() if drawn is not None}


def _all(report: Report) -> Iterator[tuple[str, Markup | None]]:
    yield "headline", _headline(report)
    yield "weakest", _weakest(report)
    yield "classes", _classes(report)
    yield "systems", _systems(report)
    yield "splits", _splits(report)
    yield "confusions", _confusions(report)
    yield "curves", _curves(report)
    yield "small_curves", _small_curves(report)
    yield "small_roc", _small_roc(report)
    yield "small_benefit", _small_benefit(report)
    for page in report.story:
        for i, picture in enumerate(page.pictures):
            key = f"story-{page.key}-{i}"
            yield key, story_drawing(key, picture, " ".join(page.counted_now or page.sentences))


def _number_text(number: Interval) -> str:
    if math.isnan(number.low):
        return figure_of(number.value)
    return f"{figure_of(number.value)} ({interval_text(number.low, number.high)})"


def _headline(report: Report) -> Markup | None:
    headline = report.headline
    rows = [
        IntervalRow(f"{average.name} {_lower(headline.heads[key])}", (average.measures[key],))
        for average in headline.averages.shown
        for key in headline.shown
    ]
    if report.subject.one_of:
        rows.insert(0, IntervalRow(headline.exact_name, (headline.averages.exact_match,)))
    text = "; ".join(f"{row.name} {_number_text(row.values[0])}" for row in rows)
    title = "The headline numbers with their 95 % intervals"
    return intervals_drawing("d-headline", title, f"{text}.", rows, "value, with its 95 % interval")


def _lower(head: str) -> str:
    return head if head.startswith("F") else head.lower()


def _weakest(report: Report) -> Markup | None:
    classes, f = report.weakest.classes, report.subject.f
    if not classes:
        return None
    rows = [
        IntervalRow(weak.row.name, (weak.row.f,))
        for weak in classes
        if not math.isnan(weak.row.f.value)
    ]
    first = classes[0].row
    says = (
        f"{report.weakest.rule} The first is {quoted(first.name)} with {f} "
        f"{_number_text(first.f)} on {count_of(first.positives, 'document')}."
    )
    title = f"{f} of the classes with the lowest F with 95 % intervals"
    return intervals_drawing("d-weakest", title, says, rows, f"{f}, with its 95 % interval")


def _classes(report: Report) -> Markup | None:
    cut = report.limits.cut
    there = [
        row
        for row in report.classes
        if not math.isnan(row.precision.value) and not math.isnan(row.recall.value)
    ]
    if not there:
        return None
    high = sum(row.precision.value >= cut and row.recall.value >= cut for row in there)
    absent = len(report.classes) - len(there)
    says = (
        f"Of {count_of(len(there), 'class', 'classes')} that have both a precision and a recall, "
        f"{high:,} lie at {cut:g} or above in both."
    )
    if absent:
        says += f" {absent:,} more are not shown, as one of the two is 0/0."
    named = {weak.row.name for weak in report.weakest.classes}
    title = "Every class by recall and precision"
    return classes_drawing("d-classes", title, says, report.classes, named, cut)


def _systems(report: Report) -> Markup | None:
    comparison, f = report.comparison, report.subject.f
    if comparison is None:
        return None
    by_micro = sorted(comparison.systems, key=lambda row: -_or_lowest(row.f["micro"].value))
    rows = [IntervalRow(row.name, (row.f["micro"], row.f["macro"])) for row in by_micro]
    best = by_micro[0]
    says = (
        f"On {count_of(comparison.documents, 'document')} the highest micro {f} is that of "
        f"{quoted(best.name)}, {_number_text(best.f['micro'])}."
    )
    title = f"{f} of {count_of(len(rows), 'system')} with 95 % intervals"
    marks = (f"micro {f}", f"macro {f}")
    return intervals_drawing("d-systems", title, says, rows, f"{f}, with its 95 % interval", marks)


def _or_lowest(value: float) -> float:
    return -1.0 if math.isnan(value) else value


def _splits(report: Report) -> Markup | None:
    rows = report.splits
    if not rows:
        return None
    said = ", ".join(f"{quoted(row.name)} {row.documents:,}" for row in rows)
    return splits_drawing("d-splits", "Documents of each split", f"{said} documents.", rows)


def _confusions(report: Report) -> Markup | None:
    found = report.confusions
    if found is None:
        return None
    true, predicted, count = found.pairs[0]
    says = (
        f"{found.rule} The most frequent confusion: {quoted(predicted)} predicted for "
        f"{quoted(true)}, {rounded_count(count)} {'time' if count == 1 else 'times'}."
    )
    return confusions_drawing("d-confusions", "Classes that get confused", says, found)


def _curves(report: Report) -> Markup | None:
    if report.curves is None:
        return None
    shown = report.curves.all[:MOST_CURVES]
    said = "; ".join(f"{quoted(curve.name)} {_break_even(curve)}" for curve in shown)
    title = "Precision against recall, all pairs of document and class as one ranking"
    return curves_drawing("d-curves", title, f"Break-even points: {said}.", shown)


def _small_curves(report: Report) -> Markup | None:
    shown = () if report.curves is None else curves_with_points(report.curves.classes)
    if not shown:
        return None
    said = "; ".join(f"{quoted(curve.name)} {_break_even(curve)}" for curve in shown)
    title = "Precision against recall of the classes with the lowest F"
    return small_curves_drawing("d-small", title, f"Break-even points: {said}.", shown)


def _small_roc(report: Report) -> Markup | None:
    every = () if report.curves is None else curves_with_points(report.curves.classes)
    shown = [c for c in every if c.roc_area is not None and not math.isnan(c.roc_area.value)]
    if not shown:
        return None
    said = "; ".join(
        f"{quoted(c.name)} {_number_text(c.roc_area)}" for c in shown if c.roc_area is not None
    )
    title = "ROC curves of the classes with the lowest F"
    return small_roc_drawing("d-roc", title, f"Areas under them: {said}.", shown)


def _small_benefit(report: Report) -> Markup | None:
    every = () if report.curves is None else curves_with_points(report.curves.classes)
    shown = [c for c in every if c.net_benefit is not None]
    if not shown:
        return None
    title = "Net benefit of the classes with the lowest F"
    texts = "; ".join(
        net_benefit_finding(quoted(c.name), c.net_benefit, math.nan)
        for c in shown
        if c.net_benefit is not None
    )
    return small_benefit_drawing("d-benefit", title, f"{texts}.", shown)


def curves_with_points(curves: Sequence[RankingCurve]) -> tuple[RankingCurve, ...]:
    """The rankings that have a curve: with a positive, and a score."""
    return tuple(curve for curve in curves if curve.positives and len(curve.recall))


def _break_even(curve: RankingCurve) -> str:
    at = curve.break_even
    return "undefined" if at.how == "undefined" else f"{figure_of(at.value)} ({at.how})"


# --- the HTML of a report, made by templates from its record


TEMPLATES = Path(__file__).parent / "templates"
STORY_TITLE = "In plain words"
# what a report lists of each kind; its templates say what they leave out
MOST_CLASSES, MOST_SYSTEMS, MOST_FINDINGS, MOST_NOTES = 500, 10, 60, 25
# of the first two pages
MOST_WEAKEST = 8


@dataclass(frozen=True)
class HtmlSection:
    """A part of the report with its number, or letter in the appendix, and its template."""

    key: str
    number: str
    title: str

    @property
    def appendix(self) -> bool:
        """Whether it stands behind the report itself."""
        return self.number.isalpha()

    @property
    def template(self) -> str:
        """The file that writes it."""
        return f"{self.key.replace('-', '_')}.html"


def html_of(report: Report) -> str:
    """The whole report as one HTML file; the same record gives the same text."""
    template = _environment().get_template("report.html")
    return template.render(
        report=report,
        subject=report.subject,
        signs=SIGNS,
        drawings=drawings_of(report),
        sections=list(html_sections(report)),
        most={
            "classes": MOST_CLASSES,
            "systems": MOST_SYSTEMS,
            "findings": MOST_FINDINGS,
            "notes": MOST_NOTES,
            "weakest": MOST_WEAKEST,
        },
        tree=_tree(report),
        probability_losses=()
        if report.losses is None
        else (report_tables.probability_losses(report.losses),),
        own_measures=() if report.own is None else report_tables.own_measures(report.own),
        yes_or_no=_yes_or_no(report),
        explanation=way_to_explanation,
        net_benefit=report_tables.net_benefit(report),
        class_columns=columns("html", scored=report.curves is not None),
        style=_style(),
    )


def html_sections(report: Report) -> Iterator[HtmlSection]:
    """The parts that this report has, in their order: two pages, then the appendix."""
    body = [
        ("story", STORY_TITLE, bool(report.story)),
        ("verdict", "Verdict", True),
        ("glance", "The numbers behind it", True),
    ]
    appendix = [
        ("numbers", "How good it is", True),
        ("left-out", "What these numbers leave out", True),
        ("threshold", "Where the predictions come from", True),
        ("weakest", "Classes with the lowest F", True),
        ("comparison", "Compared with other systems", report.comparison is not None),
        ("data", "Splits and findings", True),
        ("tree", TREE, report.hierarchy is not None),
        ("curves", "Curves, break-even and eleven points", report.curves is not None),
        ("method", "How the numbers were computed", True),
        ("identity", "Data, versions and signature", True),
        ("all-classes", "Every class", True),
        ("class-systems", "Every class by system", report.comparison is not None),
        ("thresholds", "Thresholds of classes", bool(report.decisions.thresholds)),
        ("all-measures", "Every measure", True),
    ]
    for number, (key, title, _) in enumerate((part for part in body if part[2]), 1):
        yield HtmlSection(key, str(number), title)
    if not report.appendix:
        return
    for number, (key, title, _) in enumerate((part for part in appendix if part[2]), ord("A")):
        yield HtmlSection(key, chr(number), title)


def _tree(report: Report) -> dict[str, Any]:
    """What is said where classes stand in a tree."""
    if report.hierarchy is None:
        return {}
    tables, texts = report_tables.tree(report.hierarchy), path_texts(report.hierarchy)
    return {"tables": tables, "texts": texts, "shuffled": SHUFFLED}


def _yes_or_no(report: Report) -> dict[str, Any]:
    """What a task of one class shows in place of averages; empty for other tasks."""
    shares = report_tables.yes_or_no_shares(report)
    if not shares:
        return {}
    tables = (report_tables.two_by_two(report), report_tables.yes_or_no(report))
    return {"shares": shares, "tables": tables}


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {**FILTERS, "pictured": name_of_picture}
    return made


@cache
def _style() -> Markup:
    """The style sheet, with the colours of figures for both themes."""
    sheet = (TEMPLATES / "report.css").read_text(encoding="utf-8")
    light, dark = (
        "".join(f"--c{i}:{colour};" for i, colour in enumerate(colours))
        for colours in (COLOURS, IN_DARK)
    )
    of_lines = "".join(
        f".drawing .s{i}{{stroke:var(--c{i})}}.drawing .f{i}{{fill:var(--c{i})}}"
        for i in range(len(COLOURS))
    )
    rules = sheet.replace("/*light*/", light).replace("/*dark*/", dark) + of_lines + typeface_rule()
    return Markup(rules)  # noqa: S704 - our own file and colours
