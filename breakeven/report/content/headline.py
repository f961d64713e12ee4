"""How good it is: averages with their intervals, beside fixed answers and other labels.

Tested in `test_gather`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from breakeven.analysis.comparison.fixed_answer import NAMED
from breakeven.analysis.evaluation.average_intervals import AverageIntervals
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.leak_sides import LeakSides
from breakeven.analysis.selection.selected_evaluation import evaluate_selection
from breakeven.analysis.selection.selection import Selection
from breakeven.data.as_if import title_of
from breakeven.data.records import Review
from breakeven.data.wording import f_name, name_of
from breakeven.report.content.record import (
    Averaged,
    FixedAnswerRow,
    Headline,
    ReportSide,
    ReportSides,
)
from breakeven.results.ceiling import of_people
from breakeven.results.summary import INTERVALS_TEXT, ONE_OF, wide_intervals_text
from breakeven.results.variants import AS_LOADED, as_if_text, leak_side_names, measure_by_average
from metrics import measures
from metrics.averaging import PER_CLASS, Undefined, macro
from metrics.averaging import Average as Mean
from metrics.baselines import Baseline, baselines
from metrics.catalogue import entries_shown
from metrics.typing import AverageName
from metrics.uncertainty.intervals import Interval, without_ends


def number_with_ends(value: float, ends: Interval | None = None) -> Interval:
    """A value with its interval, where there is one."""
    if ends is None:
        return without_ends(float(value))
    return Interval(float(ends.low), float(ends.high), value=float(value))


def headline_of(
    review: Review,
    selection: Selection,
    evaluation: Evaluation,
    drawn: AverageIntervals | None,
    leaks: LeakSides[Evaluation] | None,
) -> Headline:
    """The headline numbers of an evaluation, and every other result that belongs beside them."""
    beta, undefined = selection.beta, selection.undefined
    shown = tuple(entry.key for entry in entries_shown("table"))
    f = f_name(beta)
    people = of_people(review.truth, evaluation, beta, undefined).get("people", {"said": ()})
    exact = None if drawn is None else drawn.exact_match
    return Headline(
        averages=averages_of(evaluation, beta, undefined, drawn),
        shown=shown,
        heads=_heads(f),
        exact=number_with_ends(evaluation.exact_match, exact),
        exact_name="Accuracy" if evaluation.single_label else "Exact match",
        one_of_said=ONE_OF.format(f=f) if evaluation.one_of else "",
        intervals_mean=""
        if drawn is None
        else f"{INTERVALS_TEXT}. {wide_intervals_text(drawn)}".strip(),
        fixed=_fixed(evaluation, beta, undefined),
        people=tuple(people["said"]),
        leaks=_leaks(leaks, beta, undefined),
        as_loaded=_as_loaded(review, selection, evaluation),
    )


def _heads(f: str) -> dict[str, str]:
    """What each measure is called, also where it is the mean of the classes' own."""
    names = {entry.key: f if entry.key == "f" else entry.name for entry in entries_shown("average")}
    return names | {key + PER_CLASS: f"{name} per class" for key, name in names.items()}


def averages_of(
    evaluation: Evaluation, beta: float, undefined: Undefined, drawn: AverageIntervals | None
) -> tuple[Averaged, ...]:
    """Micro, macro and per document; where they are one number, as the pages show them, macro."""
    pooled = evaluation.micro(beta)
    by_class, by_document = (
        evaluation.macro(beta, undefined),
        evaluation.per_document(beta, undefined),
    )
    decisions = float(evaluation.tables.total.sum())
    micro = Averaged(
        kind="micro",
        name="Micro",
        weighs="every decision counts the same",
        unit="decision",
        of=decisions,
        measures=_numbers(pooled, None if drawn is None else drawn.micro),
        units=dict.fromkeys(pooled, decisions),
        undefined=dict.fromkeys(pooled, 0),
    )
    return (
        micro,
        _mean("macro", "Macro", "class", by_class, drawn),
        _mean("per_document", "Per document", "document", by_document, drawn),
    )


def _mean(
    kind: AverageName,
    name: str,
    unit: str,
    averages: Mapping[str, Mean],
    drawn: AverageIntervals | None,
) -> Averaged:
    return Averaged(
        kind=kind,
        name=name,
        weighs=f"every {unit} counts the same",
        unit=unit,
        of=averages["f"].of,
        measures=_numbers(
            {key: mean.value for key, mean in averages.items()},
            None if drawn is None else getattr(drawn, kind),
        ),
        units={key: mean.units for key, mean in averages.items()},
        undefined={key: int(mean.undefined.sum()) for key, mean in averages.items()},
    )


def _numbers(
    values: Mapping[str, float], intervals: Mapping[str, Interval] | None
) -> dict[str, Interval]:
    return {
        key: number_with_ends(value, (intervals or {}).get(key)) for key, value in values.items()
    }


def _fixed(evaluation: Evaluation, beta: float, undefined: Undefined) -> tuple[FixedAnswerRow, ...]:
    found = baselines(
        evaluation.tables, evaluation.truth, evaluation.weights, evaluation.scored.unjudged
    )
    if evaluation.one_of:
        # a rule that names one class for each document
        found = [each for each in found if len(each.classes) == 1]

    def name(baseline: Baseline) -> str:
        if baseline.name in ("always no", "always yes"):
            return baseline.name
        names = [name_of(evaluation.classes[c]) for c in baseline.classes]
        more = [f"{len(names) - NAMED:,} more"] if len(names) > NAMED else []
        return f"{baseline.name} ({', '.join([*names[:NAMED], *more])})"

    return tuple(
        FixedAnswerRow(
            name=name(baseline),
            exact_match=float(baseline.exact_match),
            micro_f=float(measures.f_beta(baseline.tables.pooled(), beta)),
            macro_f=macro(baseline.tables, beta, undefined)["f"].value,
        )
        for baseline in found
    )


def _leaks(
    sides: LeakSides[Evaluation] | None, beta: float, undefined: Undefined
) -> ReportSides | None:
    if sides is None:
        return None
    both = zip(leak_side_names(sides.leaked), (sides.every, sides.without), strict=True)
    return ReportSides(
        text=str(sides), sides=tuple(_side(name, of, beta, undefined) for name, of in both)
    )


def _as_loaded(review: Review, selection: Selection, now: Evaluation) -> ReportSides | None:
    if review.as_if is None:
        return None
    beta, undefined = selection.beta, selection.undefined
    loaded = evaluate_selection(review.loaded, selection)[0]
    return ReportSides(
        text=as_if_text(review.as_if),
        sides=(
            _side(AS_LOADED, loaded, beta, undefined),
            _side(title_of(review.as_if), now, beta, undefined),
        ),
    )


def _side(name: str, evaluation: Evaluation, beta: float, undefined: Undefined) -> ReportSide:
    f: dict[Any, float] = measure_by_average(evaluation, beta, undefined)
    return ReportSide(name=name, documents=evaluation.documents, f=f)
