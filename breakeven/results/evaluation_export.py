"""An evaluation as plain data and as a Markdown document.

Undefined is None, so that JSON says null.

Tested in `test_evaluate`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from breakeven.analysis.evaluation.average_intervals import average_intervals
from breakeven.analysis.evaluation.curves import Curves
from breakeven.analysis.evaluation.eleven_conventions import ElevenPointAverages, ScoredElevenPoints
from breakeven.analysis.evaluation.evaluation import Evaluation, sampling_text
from breakeven.analysis.evaluation.scored import ScoredSplit
from breakeven.data.ids import Ids
from breakeven.data.wording import NOTHING, cell_of, count_of
from breakeven.results.answers import answers_in_markdown
from breakeven.results.averages import averages_of
from breakeven.results.columns import ClassColumn, ClassNumbers, columns
from breakeven.results.scope import OPTIMISTIC
from breakeven.results.summary import ONE_OF
from breakeven.results.table_formats import in_markdown, markdown_table, notes_in_markdown
from breakeven.results.values import plain_count, plain_number
from breakeven.results.variants import (
    AsIfVariants,
    LeakVariants,
    ResultVariant,
    variants_in_markdown,
)
from metrics.averaging import OF_DOCUMENTS, PER_CLASS, Undefined
from metrics.catalogue import entries_shown
from metrics.ranking.break_even import BreakEven
from metrics.ranking.eleven_point import ElevenPoint
from metrics.tallies import ContingencyTable
from metrics.typing import AVERAGES, Array

# classes in a table of Markdown
MOST_ROWS = 1_000

ELEVEN_POINT = {
    "macro": "category pivot, macro",
    "pooled": "all pairs as one list",
    "document_closest": "document pivot (Yang), closest point at recall 1",
    "document_interval": "document pivot (Yang), only within [0.9, 1)",
    "trec_eval_9": "as trec_eval up to 9 prints it",
    "trec_eval_current": "as trec_eval's current source prints it",
}


def of_break_even(point: BreakEven) -> dict[str, Any]:
    """A break-even point, `how` it was got, and where it lies."""
    return {
        "value": plain_number(point.value),
        "how": point.how,
        "threshold": plain_number(point.threshold),
        "precision": plain_number(point.precision),
        "recall": plain_number(point.recall),
    }


def of_eleven_point(result: ElevenPoint) -> dict[str, Any]:
    """The eleven levels, and their average."""
    if math.isnan(result.levels[0]):
        return {"levels": [None] * len(result.levels), "average": None}
    return {
        "levels": [plain_number(v) for v in result.levels],
        "average": plain_number(result.average),
    }


def of_conventions(points: ElevenPointAverages, undefined: Undefined) -> dict[str, dict[str, Any]]:
    """The eleven points by every convention that there is, over how many units, of how many."""
    found = (points.by(convention, undefined) for convention in points.conventions)
    return {
        "macro" if by.convention == "category" else by.convention: of_eleven_point(by.value)
        | {"averaged": by.units, "of": by.of}
        for by in found
    }


def of_evaluation(
    evaluation: Evaluation,
    beta: float,
    undefined: Undefined,
    ids: Ids | None = None,
) -> dict[str, Any]:
    """Everything the pages show of one evaluation, by the names of the command line.

    `ids`: of all documents of the truth, by which trec_eval breaks ties.
    """
    intervals = average_intervals(evaluation, beta, undefined)
    result: dict[str, Any] = {
        "documents": evaluation.documents,
        "classes": len(evaluation.classes),
        "task": "single-label" if evaluation.single_label else "multi-label",
        "one_of": evaluation.one_of,
        "system": evaluation.system,
        "split": evaluation.split,
        "decisions": str(evaluation.cut),
        "optimistic": evaluation.optimistic,
        "exactly_true_number": evaluation.exactly_true_number,
        "beta": beta if math.isfinite(beta) else "inf",
        "undefined": undefined,
        **averages_of(evaluation, beta, undefined, intervals).to_dict(),
        "per_class": of_classes(evaluation.classes, evaluation.tables, _curves(evaluation), beta),
    }
    if (worth := evaluation.independent_documents) is not None:
        result["sampling"] = {
            "weights": evaluation.scored.weight_column,
            "clusters": evaluation.scored.cluster_column,
            "total_weight": plain_count(evaluation.weighed),
            "drawn": evaluation.drawn,
            "unit": evaluation.unit,
            "text": sampling_text(evaluation),
            "independent_documents": plain_number(worth),
        }
    if evaluation.scored.has_scores:
        result |= _of_scores(evaluation, undefined, ids)
    return result


def _curves(evaluation: Evaluation) -> ScoredSplit | None:
    return evaluation.scored if evaluation.scored.has_scores else None


def of_classes(
    classes: Sequence[str],
    tables: ContingencyTable,
    curves: Curves | ScoredSplit | None,
    beta: float,
) -> dict[str, dict[str, Any]]:
    """Counts and measures of every class, and of its scores where there are `curves`."""
    numbers = ClassNumbers(classes, tables, curves, beta)
    shown = columns("json", scored=curves is not None)
    counted = {c.key: c for c in shown if not c.scored and c.values is not None}
    uncertain = {c.key: c.ends(numbers) for c in shown if c.ends is not None}
    # column by column: classes may be many
    measured = [_plain_column(column, numbers) for column in counted.values()]
    ends = [_plain(end) for of in uncertain.values() for end in (of.low, of.high)]
    per_class: dict[str, dict[str, Any]] = {}
    for name, *row in zip(classes, *measured, *ends, strict=True):
        own = dict(zip(counted, row, strict=False))
        span = iter(row[len(own) :])
        own["intervals"] = {key: [next(span), next(span)] for key in uncertain}
        per_class[name] = own
    if curves is not None:
        for own, point, points, average in zip(
            per_class.values(),
            numbers.curves.break_even_points,
            numbers.curves.eleven_points,
            _plain(numbers.curves.average_precisions),
            strict=True,
        ):
            own["break_even"] = of_break_even(point)
            own["eleven_point"] = of_eleven_point(points)
            own["average_precision"] = average
    return per_class


def _plain_column(column: ClassColumn, numbers: ClassNumbers) -> list[float | int | None]:
    values = np.asarray([] if column.values is None else column.values(numbers))
    return _wholes(values) if column.kind == "count" else [*_plain(values)]


def _plain(values: Array) -> list[float | None]:
    """Numbers of the standard library; None for NaN."""
    return [None if math.isnan(number) else number for number in map(float, values)]


def _wholes(counts: Array) -> list[float | int | None]:
    """Counts as `whole` has them; None for NaN."""
    if counts.dtype.kind in "iu":
        return counts.tolist()
    return [None if math.isnan(number) else plain_count(number) for number in counts.tolist()]


def _of_scores(evaluation: Evaluation, undefined: Undefined, ids: Ids | None) -> dict[str, Any]:
    """What the rankings of all classes come to."""
    return {
        "break_even": {
            "macro": plain_number(evaluation.macro_break_even(undefined).value),
            "micro_own_thresholds": of_break_even(evaluation.micro_break_even_own_thresholds()),
            "micro_global": of_break_even(evaluation.micro_break_even_global()),
        },
        "eleven_point": of_conventions(ScoredElevenPoints(evaluation.scored, ids), undefined),
        "average_precision": {
            "macro": plain_number(evaluation.macro_average_precision(undefined).value)
        },
    }


def _sampled(sampling: dict[str, Any] | None) -> list[str]:
    return [] if sampling is None else ["", f"Sampling: {in_markdown(sampling['text'])}."]


def _beside_people(people: dict[str, Any] | None) -> list[str]:
    said = [] if people is None else people["said"]
    return [line for text in said for line in ("", in_markdown(text))]


def _positive(result: dict[str, Any]) -> str:
    positive = result.get("positive_class")
    return "" if positive is None else f", positive class {in_markdown(positive)}"


def _cautions(result: dict[str, Any]) -> list[str]:
    return [line for said in result.get("cautions", ()) for line in ("", f"▲ {in_markdown(said)}")]


def _verdict(result: dict[str, Any]) -> list[str]:
    said = [
        f"**{in_markdown(of['question'])}** {in_markdown(of['answer'])}"
        for of in result.get("verdict", ())
    ]
    return [line for one in said for line in ("", one)]


def evaluation_in_markdown(
    result: dict[str, Any],
    name: str,
    notes: list[str],
    variants: Sequence[AsIfVariants[ResultVariant] | LeakVariants[ResultVariant] | None] = (),
) -> str:
    """The evaluation as a document to paste: what was evaluated, averages, classes."""
    split = result["split"] or "all documents"
    optimistic = f" ({OPTIMISTIC})" if result["optimistic"] else ""
    scores = ["", _scores_table(result)] if "break_even" in result else []
    return "\n".join(
        [
            f"# {in_markdown(name)}: {in_markdown(result['system'])} on {in_markdown(split)}",
            "",
            f"{count_of(result['documents'], 'document')}, "
            f"{count_of(result['classes'], 'class', 'classes')}, "
            f"{result['task']}{_positive(result)}. "
            f"Decisions: {in_markdown(result['decisions'])}{optimistic}. "
            f"β = {result['beta']}; 0/0 in averages: {result['undefined']}.",
            *_sampled(result.get("sampling")),
            *_cautions(result),
            *_verdict(result),
            "",
            *_share_right(result),
            "",
            _averages_table(result),
            *answers_in_markdown(result.get("answers")),
            *(
                line
                for each in variants
                if each is not None
                for line in variants_in_markdown(each.text, each.variants)
            ),
            *_beside_people(result.get("people")),
            *_left_out(result),
            *_intervals_table(result),
            *scores,
            "",
            _classes_table(result),
            *notes_in_markdown(notes),
        ]
    )


def _averages_table(result: dict[str, Any]) -> str:
    own = OF_DOCUMENTS if result["task"] == "single-label" else ()
    averaged = [entry.key for entry in entries_shown("average") if entry.key not in own]
    rows = [
        [kind.replace("_", " "), *(cell_of(result[kind][key]) for key in averaged)]
        for kind in (("macro",) if result["one_of"] else AVERAGES)
    ]
    return markdown_table(["average", *averaged], rows)


def _intervals_table(result: dict[str, Any]) -> list[str]:
    found: dict[str, Any] | None = result["intervals"]
    if found is None:
        return []
    measured = list(found["micro"])
    rows = [
        [kind.replace("_", " "), *(_span(found[kind][key]) for key in measured)]
        for kind in (("macro",) if result["one_of"] else AVERAGES)
        if kind in found
    ]
    right = "accuracy" if result["task"] == "single-label" else "exact match"
    rows.append([right, _span(found["exact_match"]), *("" for _ in measured[1:])])
    said = f"{found['means']}. {found['remark'] or ''}".strip()
    return ["", markdown_table(["95 % interval", *measured], rows), "", said]


def _span(ends: list[float | None]) -> str:
    low, high = ends
    return NOTHING if low is None else f"{cell_of(low)} to {cell_of(high)}"


def _share_right(result: dict[str, Any]) -> list[str]:
    """The share of documents that are right, by the name that it has in such data."""
    if result["task"] != "single-label":
        return [f"Exact match: {cell_of(result['exact_match'])}."]
    alone, averaged = (
        ", ".join(f"{name.replace('_', ' ')} {cell_of(of[key])}" for name, key in named.items())
        for of, named in (
            (result["micro"], {name: name for name in OF_DOCUMENTS}),
            (result["macro"], {name: f"{name}{PER_CLASS}" for name in OF_DOCUMENTS}),
        )
    )
    one = f" {ONE_OF.format(f='F')}" if result["one_of"] else ""
    return [
        f"{alone[0].upper()}{alone[1:]}.{one}",
        "",
        f"Per class, averaged: {averaged}.",
    ]


def _left_out(result: dict[str, Any]) -> list[str]:
    """A paragraph for each average that some units have no value for."""
    lines = []
    for kind in AVERAGES[1:]:
        if missing := {key: n for key, n in result[kind]["undefined"].items() if n}:
            listed = ", ".join(f"{key} {n:,}" for key, n in missing.items())
            lines += ["", f"Undefined (0/0) in the {kind.replace('_', ' ')} average: {listed}."]
    return lines


def _scores_table(result: dict[str, Any]) -> str:
    points, levels = result["break_even"], result["eleven_point"]
    rows = [["break-even, macro", cell_of(points["macro"])]]
    for key, what in (
        ("micro_own_thresholds", "own thresholds"),
        ("micro_global", "one global threshold"),
    ):
        point = points[key]
        rows.append([f"break-even, micro, {what}", f"{cell_of(point['value'])} ({point['how']})"])
    rows += [
        [f"eleven-point, {what}", cell_of(levels[key]["average"])]
        for key, what in ELEVEN_POINT.items()
        if key in levels
    ]
    rows.append(["average precision, macro", cell_of(result["average_precision"]["macro"])])
    return markdown_table(["over all classes", "value"], rows)


def _classes_table(result: dict[str, Any]) -> str:
    classes: dict[str, Any] = result["per_class"]
    if len(classes) <= MOST_ROWS:
        return _table_of(classes, "break_even" in result)
    largest = sorted(classes, key=lambda name: -_positives(classes[name]))[:MOST_ROWS]
    shown = _table_of({name: classes[name] for name in largest}, "break_even" in result)
    return (
        f"The {MOST_ROWS:,} classes with the most positives; "
        f"{len(classes) - MOST_ROWS:,} more are in the JSON.\n\n{shown}"
    )


def _positives(values: dict[str, Any]) -> float:
    return float((values["tp"] or 0) + (values["fn"] or 0))


def _table_of(classes: dict[str, Any], scored: bool) -> str:
    shown = columns("markdown", scored=scored)
    rows = [
        [_class_cell(name, values, column) for column in shown] for name, values in classes.items()
    ]
    return markdown_table([column.text.format(f="f") for column in shown], rows)


def _class_cell(name: str, values: dict[str, Any], column: ClassColumn) -> str:
    if column.kind == "name":
        return in_markdown(name)
    found: Any = values
    for key in column.path:
        found = found[key]
    if column.kind == "interval":
        return _span(found)
    return str(found) if column.kind == "words" else cell_of(found)
