"""The tables of a report with every cell as plain text, for Markdown and LaTeX, which escape it.

Tested in `test_markdown` and `test_latex`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isnan

import numpy as np

from breakeven.analysis.class_structure.hierarchical_measures import HierarchicalMeasures
from breakeven.analysis.evaluation.eleven_conventions import ElevenPointBy
from breakeven.data.wording import (
    NOTHING,
    amount_of,
    cell_of,
    count_of,
    exact_of,
    figure_of,
    name_of,
    p_of,
    quoted,
    visible,
)
from breakeven.report.record import Report
from breakeven.results.averages import AveragedMeasures
from breakeven.results.class_rows import ClassRow
from breakeven.results.columns import ClassColumn, Door, columns
from breakeven.results.confusion import rounded_count
from breakeven.results.headline import Headline
from breakeven.results.hierarchy import level_cells, way_cells
from breakeven.results.own_measures import OwnMeasures
from breakeven.results.probability_losses import NAMES, ProbabilityLosses
from breakeven.results.rankings import ELEVEN_POINT, RankingAverages, convention_key
from breakeven.results.systems import SystemComparison, SystemDifference, SystemRow
from breakeven.results.variants import ResultVariant
from metrics.measures import ratio
from metrics.ranking.net_benefit import NetBenefit
from metrics.typing import AverageName
from metrics.uncertainty.intervals import Interval, wilson, without_ends

# a name in a cell
LONGEST = 80
AVERAGE_HEADS: Mapping[AverageName, str] = {
    "micro": "micro",
    "macro": "macro",
    "weighted": "weighted",
    "per_document": "per document",
}


@dataclass(frozen=True)
class ReportTable:
    """A table: `key` is stable, `caption` says what it is; as many cells in each row as heads."""

    key: str
    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def shown_in_cell(text: str) -> str:
    """A cell's text as tables show it: cut when very long, with signs for what cannot be seen."""
    return visible(text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…")


def value_of(value: float, digits: int = 3) -> str:
    """A measure, with a plain hyphen as minus; a dash where it is undefined."""
    return figure_of(value, digits).replace("−", "-")


def ends_of(number: Interval, digits: int = 3, times: int = 1) -> str:
    """The ends of an interval, a dash without one."""
    low, high = number.low * times, number.high * times
    return NOTHING if isnan(low) else f"{value_of(low, digits)} to {value_of(high, digits)}"


def with_ends(number: Interval, digits: int = 3, times: int = 1) -> str:
    """A value with the ends of its interval in brackets, where it has one."""
    value = value_of(number.value * times, digits)
    ends = ends_of(number, digits, times)
    return value if ends == NOTHING else f"{value} ({ends})"


def headline(numbers: Headline) -> ReportTable:
    """Averages of the measures that pages show, with intervals, and the share that is right."""
    rows = [
        (average.name, *(with_ends(average.measures[key]) for key in numbers.shown))
        for average in numbers.averages.shown
    ]
    if not isnan(numbers.averages.exact_match.value):
        rows.append(
            (
                numbers.exact_name,
                with_ends(numbers.averages.exact_match),
                *("" for _ in numbers.shown[1:]),
            )
        )
    heads = (numbers.heads[key] for key in numbers.shown)
    return ReportTable(
        "headline", "How good, with 95 % intervals", ("average", *heads), tuple(rows)
    )


def probability_losses(losses: ProbabilityLosses) -> ReportTable:
    """Log loss and Brier score by their averages."""
    return ReportTable(
        "probability-losses",
        "Probabilities: log loss and Brier score, with 95 % intervals",
        ("probabilities", *NAMES.values()),
        tuple(map(tuple, losses.rows())),
    )


def own_measures(own: OwnMeasures) -> tuple[ReportTable, ReportTable]:
    """The measures of one's own: their averages, and every class; names as somebody wrote them."""
    averages = ReportTable(
        "own-measures",
        "Measures of your own, with 95 % intervals",
        ("measure", "formula", *AVERAGE_HEADS.values()),
        tuple(map(tuple, own.average_rows())),
    )
    names = tuple(values.measure.name for values in own.values)
    classes = ReportTable(
        "own-measures-of-classes",
        "Measures of your own, class by class",
        ("class", *names),
        tuple(map(tuple, own.class_rows())),
    )
    return averages, classes


# --- yes and no: one class, in which a document is or is not


@dataclass(frozen=True)
class YesOrNoShare:
    """A share that a task of one class is judged by; `among`: of what it is a share."""

    name: str
    share: Interval
    among: str


def yes_or_no_row(report: Report) -> ClassRow | None:
    """The class that a binary task is about; None for other tasks."""
    return next((row for row in report.classes if row.name == report.subject.positive), None)


def yes_or_no_shares(report: Report) -> tuple[YesOrNoShare, ...]:
    """What is caught, how many alarms are false, how many others are hit; none of other tasks."""
    row = yes_or_no_row(report)
    if row is None:
        return ()
    alarms, hits = row.number("assigned").value, row.number("fp").value
    others = hits + row.number("tn").value
    precision = row.precision
    false = Interval(1 - precision.high, 1 - precision.low, value=1 - precision.value)
    return (
        YesOrNoShare("Caught", row.recall, f"{amount_of(row.positives)} {quoted(row.name)}"),
        YesOrNoShare("False alarms", false, count_of(alarms, "alarm")),
        YesOrNoShare(
            "Others hit", _hit(hits, others, sampled=report.subject.sampled), _others(others)
        ),
    )


def _hit(hits: float, others: float, *, sampled: bool) -> Interval:
    """The share of others that are false alarms; how far it may be off where each counts as one."""
    share = float(ratio(hits, others))
    if sampled:
        return without_ends(share)
    ends = wilson(hits, others)
    return Interval(float(ends.low), float(ends.high), value=share)


def _others(number: float) -> str:
    return count_of(number, "other document")


def yes_or_no(report: Report) -> ReportTable | None:
    """The class of a binary task in the measures of the field; None for other tasks."""
    row = yes_or_no_row(report)
    if row is None:
        return None
    numbers = ("Precision", row.precision), ("Recall", row.recall), (report.subject.f, row.f)
    rows = tuple((name, value_of(number.value), ends_of(number)) for name, number in numbers)
    caption = f"The class {quoted(row.name)}"
    return ReportTable("yes-or-no", caption, ("measure", "value", "95 % interval"), rows)


def two_by_two(report: Report) -> ReportTable | None:
    """Documents of a binary task, the truth against the predictions; None for other tasks."""
    row = yes_or_no_row(report)
    if row is None:
        return None
    cells = {key: row.number(key).value for key in ("tp", "fn", "fp", "tn")}
    others = [name for name in (each.name for each in report.classes) if name != row.name]
    yes = quoted(row.name, LONGEST)
    no = quoted(others[0], LONGEST) if len(others) == 1 else f"not {yes}"
    rows = (
        (f"truly {yes}", *map(amount_of, (cells["tp"], cells["fn"]))),
        (f"truly {no}", *map(amount_of, (cells["fp"], cells["tn"]))),
    )
    head = ("documents", f"predicted {yes}", f"predicted {no}")
    return ReportTable("two-by-two", "True against predicted", head, rows)


def all_averages(numbers: Headline) -> ReportTable:
    """Every measure that is averaged, by average."""
    averages = numbers.averages.shown
    keys = list(dict.fromkeys(key for average in averages for key in average.measures))

    def cell(average: AveragedMeasures, key: str) -> str:
        return value_of(average.measures[key].value) if key in average.measures else ""

    rows = tuple((average.name, *(cell(average, key) for key in keys)) for average in averages)
    return ReportTable(
        "averages",
        "Every average",
        ("average", *(numbers.heads[key] for key in keys)),
        rows,
    )


def undefined(numbers: Headline) -> ReportTable:
    """How many units each average was taken over, where some are 0/0."""
    rows = tuple(
        (average.name, numbers.heads[key],
         f"{amount_of(average.units[key])} of {amount_of(average.of)}",
         count_of(number, average.unit, average.units_name))
        for average in numbers.averages.shown
        for key, number in average.undefined.items()
        if number
    )  # fmt: skip
    return ReportTable(
        "undefined", "What is 0/0 in averages", ("average", "of", "over", "0/0"), rows
    )


def fixed(numbers: Headline, f: str) -> ReportTable:
    """What answers reach that never read a document."""
    rows = tuple(
        (
            answer.name,
            value_of(answer.exact_match),
            value_of(answer.micro_f),
            value_of(answer.macro_f),
        )
        for answer in numbers.fixed
    )
    head = ("answer", numbers.exact_name, f"micro {f}", f"macro {f}")
    return ReportTable("guessing", "Compared with guessing", head, rows)


def variants(numbers: Headline, f: str) -> tuple[ReportTable, ...]:
    """With and without documents that leak, and beside labels as loaded, where that is so."""
    tables = []
    if numbers.leaks is not None:
        tables.append(_variants_table("leaks", numbers.leaks.text, numbers.leaks.variants, f))
    if numbers.as_if is not None:
        tables.append(_variants_table("as_loaded", numbers.as_if.text, numbers.as_if.variants, f))
    return tuple(tables)


def _variants_table(key: str, text: str, results: Sequence[ResultVariant], f: str) -> ReportTable:
    rows = tuple(
        (
            variant.name,
            f"{variant.documents:,}",
            *(value_of(variant.f[average]) for average in AVERAGE_HEADS),
        )
        for variant in results
    )
    return ReportTable(
        key, text, ("", "documents", *(f"{a} {f}" for a in AVERAGE_HEADS.values())), rows
    )


def thresholds(report: Report) -> ReportTable:
    """The threshold of each class that has its own."""
    rows = tuple(
        (name_of(each.name), exact_of(each.threshold), each.how)
        for each in report.decisions.thresholds
    )
    return ReportTable(
        "thresholds", "The threshold of each class", ("class", "threshold", "how"), rows
    )


def by_f(report: Report) -> list[int]:
    """Positions of the classes, lowest F first, so that a table that is cut keeps the weakest.

    Those without F are last.
    """
    values = [row.f.value for row in report.classes]
    return sorted(range(len(values)), key=lambda c: (isnan(values[c]), values[c], c))


def classes(report: Report) -> ReportTable:
    """Every class: counts and measures with intervals."""
    f = report.subject.f
    return _of_columns(report, "report", "classes", f"Every class, lowest {f} first")


def class_rankings(report: Report) -> ReportTable:
    """What the scores of every class are worth."""
    f = report.subject.f
    return _of_columns(
        report, "rankings", "class_rankings", f"The rankings of every class, lowest {f} first"
    )


def _of_columns(report: Report, door: Door, key: str, caption: str) -> ReportTable:
    shown = columns(door)
    rows = tuple(
        tuple(_class_cell(row, column) for column in shown)
        for row in (report.classes[c] for c in by_f(report))
    )
    head = tuple(column.text.format(f=report.subject.f) for column in shown)
    return ReportTable(key, caption, head, rows)


def _class_cell(row: ClassRow, column: ClassColumn) -> str:
    if column.kind == "name":
        return name_of(row.name)
    if column.kind == "words":
        return row.verdict if column.key == "reading" else row.how or NOTHING
    number = row.number(column.key)
    return amount_of(number.value) if column.kind == "count" else with_ends(number)


def weakest(report: Report) -> ReportTable:
    """The classes looked at closely."""
    rows = tuple(
        (name_of(weak.row.name), 
         *(amount_of(weak.row.number(key).value) for key in ("positives", "fn", "fp")),
         with_ends(weak.row.f))
        for weak in report.weakest.classes
    )  # fmt: skip
    head = ("class", "positives", "missed", "false alarms", report.subject.f)
    return ReportTable("weakest", "Classes with the lowest F", head, rows)


def systems(comparison: SystemComparison, f: str) -> ReportTable:
    """Every system, with F by average; a star may be as good as the best."""
    rows = tuple(
        (name_of(row.name), *(_of_average(row, average) for average in AVERAGE_HEADS))
        for row in comparison.systems
    )
    head = ("system", *(f"{average} {f}" for average in AVERAGE_HEADS.values()))
    return ReportTable("systems", "Systems on the same documents, * may be the best", head, rows)


def _of_average(row: SystemRow, average: AverageName) -> str:
    star = " *" if row.perhaps[average] else ""
    return f"{with_ends(row.f[average])}{star}"


def differences(comparison: SystemComparison, f: str, system: str) -> ReportTable:
    """What each other system has more than that of the report, in points, on two averages."""
    rows = []
    for row in comparison.systems:
        for average, difference in (("micro", row.micro), ("macro", row.macro)):
            if difference is not None:
                rows.append((name_of(row.name), f"{average} {f}", *_of_difference(difference)))
    head = ("system", "average", "points", "95 % interval", "p", "p Holm", "claim")
    caption = f"What others have more than {system}, in hundredths"
    return ReportTable("differences", caption, head, tuple(rows))


def _of_difference(difference: SystemDifference) -> tuple[str, ...]:
    points = value_of(100 * difference.points.value, 1)
    claim = re.split("[:,]", difference.claim)[0]
    return (
        points,
        ends_of(difference.points, 1, 100),
        p_of(difference.p),
        p_of(difference.holm),
        claim,
    )


def f_of_classes(report: Report, comparison: SystemComparison) -> ReportTable:
    """F of every class by every system."""
    rows = tuple(
        (name_of(report.classes[c].name), *(value_of(float(v)) for v in comparison.f_of_classes[c]))
        for c in by_f(report)
    )
    head = ("class", *(name_of(row.name) for row in comparison.systems))
    return ReportTable("class_f", f"{report.subject.f} of every class by every system", head, rows)


def splits(report: Report) -> ReportTable:
    """The splits of the files."""
    rows = tuple(
        (
            name_of(split.name),
            split.role or NOTHING,
            f"{split.documents:,}",
            cell_of(split.labels_per_document, 2),
            f"{split.classes_present:,}",
            value_of(split.words, 0),
            f"{split.first} to {split.last}" if split.first else NOTHING,
        )
        for split in report.splits
    )
    head = ("split", "used for", "documents", "classes a document", "classes", "words", "time")
    return ReportTable("splits", "The splits of the files", head, rows)


def rankings(averages: RankingAverages) -> ReportTable:
    """What rankings come to, over all classes."""
    rows = [
        (
            f"break-even, {row.name[0].lower()}{row.name[1:]}",
            f"{value_of(row.value)}{f' ({row.how})' if row.how else ''}",
        )
        for row in averages.break_evens
    ]
    rows += [
        (f"eleven-point, {_convention(points)}", value_of(points.value.average))
        for points in averages.eleven_points
    ]
    rows.append(("average precision, macro", value_of(averages.macro_average_precision.value)))
    rows += [(name, with_ends(area)) for name, area in averages.roc_rows]
    rows += [(name, value_of(value)) for name, value in averages.weighted_rows]
    return ReportTable(
        "rankings", "Whatever the threshold", ("over all classes", "value"), tuple(rows)
    )


def _convention(row: ElevenPointBy) -> str:
    return ELEVEN_POINT[convention_key(row)]


def levels(averages: RankingAverages) -> ReportTable:
    """Precision at the eleven levels of recall, by every convention."""
    head = ("recall", *(f"{level / 10:.1f}" for level in range(11)), "average")
    rows = tuple(
        (_convention(row), *map(value_of, row.value.levels), value_of(row.value.average))
        for row in averages.eleven_points
    )
    return ReportTable("levels", "Precision at eleven levels of recall", head, rows)


# where net benefit is told in a table
BENEFIT_AT = (0.1, 0.5, 0.9)


def net_benefit(report: Report) -> ReportTable:
    """Net benefit of all classes, and of those with the lowest F, at some thresholds."""
    pooled = () if report.curves is None else report.curves.all[:1]
    curves = () if report.curves is None else report.curves.classes
    rows = tuple(
        (name, *_benefits(curve.net_benefit))
        for name, curve in (
            *(("all classes pooled", curve) for curve in pooled),
            *((name_of(curve.name), curve) for curve in curves),
        )
        if curve.net_benefit is not None
    )
    head = ("class", *(f"threshold {t:g}" for t in BENEFIT_AT))
    caption = (
        "Net benefit of all classes pooled, a pair of document and class, and of the classes with "
        "the lowest F; predicting none is 0"
    )
    return ReportTable("net_benefit", caption, head, rows)


def _benefits(curve: NetBenefit) -> Iterator[str]:
    for threshold in BENEFIT_AT:
        i = int(np.abs(curve.threshold - threshold).argmin())
        # of a rare class it is small
        yield with_ends(Interval(curve.low[i], curve.high[i], value=float(curve.value[i])), 4)


def confused(report: Report) -> ReportTable:
    """The most frequent errors."""
    pairs = () if report.confusions is None else report.confusions.pairs
    rows = tuple((name_of(true), name_of(other), rounded_count(n)) for true, other, n in pairs)
    return ReportTable("confused", "Most often confused", ("true", "predicted", "documents"), rows)


def tree(measures: HierarchicalMeasures) -> tuple[ReportTable, ReportTable]:
    """Decisions with what stands above classes, and at each level, beside shuffled calls."""
    counted, levels = way_cells(measures), level_cells(measures)
    return (
        ReportTable("tree", "With the classes above", counted[0], tuple(counted[1])),
        ReportTable("levels_of_classes", "At each level of classes", levels[0], tuple(levels[1])),
    )
