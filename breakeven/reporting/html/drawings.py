"""The drawings of a report, each with the sentence that it shows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from markupsafe import Markup

from breakeven.reporting.content.record import Report
from breakeven.reporting.content.results import Curve, Number
from breakeven.reporting.svg.classes import classes_drawing, confusions_drawing
from breakeven.reporting.svg.curves import MOST_CURVES, curves_drawing, small_curves_drawing
from breakeven.reporting.svg.intervals import Row, intervals_drawing
from breakeven.reporting.svg.splits import splits_drawing
from breakeven.reporting.svg.story import story_drawing
from breakeven.text import amount_of, count_of, figure_of, quoted, span


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
    for page in report.story:
        for i, picture in enumerate(page.pictures):
            key = f"story-{page.key}-{i}"
            yield key, story_drawing(key, picture, " ".join(page.beside or page.said))


def _said(number: Number) -> str:
    if math.isnan(number.low):
        return figure_of(number.value)
    return f"{figure_of(number.value)} ({span(number.low, number.high)})"


def _headline(report: Report) -> Markup | None:
    of = report.headline
    rows = [
        Row(f"{average.name} {_lower(of.heads[key])}", (average.measures[key],))
        for average in of.averages
        if not report.subject.one_of or average.kind == "macro"
        for key in of.shown
    ]
    if report.subject.one_of:
        rows.insert(0, Row(of.exact_name, (of.exact,)))
    said = "; ".join(f"{row.name} {_said(row.values[0])}" for row in rows)
    title = "The headline numbers with their 95 % intervals"
    return intervals_drawing("d-headline", title, f"{said}.", rows, "value, with its 95 % interval")


def _lower(head: str) -> str:
    return head if head.startswith("F") else head.lower()


def _weakest(report: Report) -> Markup | None:
    classes, f = report.weakest.classes, report.subject.f
    if not classes:
        return None
    rows = [Row(of.row.name, (of.row.f,)) for of in classes if not math.isnan(of.row.f.value)]
    first = classes[0].row
    says = (
        f"{report.weakest.rule} The first is {quoted(first.name)} with {f} {_said(first.f)} on "
        f"{count_of(first.positives, 'document')}."
    )
    title = f"{f} of the classes of the lowest F with 95 % intervals"
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
        says += f" {absent:,} more have no place here, as one of the two is 0/0."
    named = {of.row.name for of in report.weakest.classes}
    title = "Every class by recall and precision"
    return classes_drawing("d-classes", title, says, report.classes, named, cut)


def _systems(report: Report) -> Markup | None:
    of, f = report.comparison, report.subject.f
    if of is None:
        return None
    by_micro = sorted(of.systems, key=lambda row: -_known(row.f["micro"].value))
    rows = [Row(row.name, (row.f["micro"], row.f["macro"])) for row in by_micro]
    best = by_micro[0]
    says = (
        f"On {count_of(of.documents, 'document')} the highest micro {f} is that of "
        f"{quoted(best.name)}, {_said(best.f['micro'])}."
    )
    title = f"{f} of {count_of(len(rows), 'system')} with 95 % intervals"
    marks = (f"micro {f}", f"macro {f}")
    return intervals_drawing("d-systems", title, says, rows, f"{f}, with its 95 % interval", marks)


def _known(value: float) -> float:
    return -1.0 if math.isnan(value) else value


def _splits(report: Report) -> Markup | None:
    rows = report.data.splits
    if not rows:
        return None
    said = ", ".join(f"{quoted(row.name)} {row.documents:,}" for row in rows)
    return splits_drawing("d-splits", "Documents of each split", f"{said} documents.", rows)


def _confusions(report: Report) -> Markup | None:
    found = report.confusions
    if found is None:
        return None
    true, assigned, count = found.pairs[0]
    says = (
        f"{found.rule} Most often {quoted(true)} is taken for {quoted(assigned)}: on "
        f"{amount_of(count)} {'document' if count == 1 else 'documents'}."
    )
    return confusions_drawing("d-confusions", "Classes taken for each other", says, found)


def _curves(report: Report) -> Markup | None:
    if report.curves is None:
        return None
    shown = report.curves.all[:MOST_CURVES]
    said = "; ".join(f"{quoted(curve.name)} {_break_even(curve)}" for curve in shown)
    title = "Precision against recall, all pairs of document and class as one ranking"
    return curves_drawing("d-curves", title, f"Break-even points: {said}.", shown)


def _small_curves(report: Report) -> Markup | None:
    shown = () if report.curves is None else drawn_alone(report.curves.classes)
    if not shown:
        return None
    said = "; ".join(f"{quoted(curve.name)} {_break_even(curve)}" for curve in shown)
    title = "Precision against recall of the classes of the lowest F"
    return small_curves_drawing("d-small", title, f"Break-even points: {said}.", shown)


def drawn_alone(curves: Sequence[Curve]) -> tuple[Curve, ...]:
    """The rankings that have a curve: with a positive, and a score."""
    return tuple(curve for curve in curves if curve.positives and len(curve.recall))


def _break_even(curve: Curve) -> str:
    at = curve.break_even
    return "undefined" if at.how == "undefined" else f"{figure_of(at.value)} ({at.how})"
