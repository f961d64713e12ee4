"""A report as plain data: the whole of it for JSON, numbers by name, and metrics for MLflow.

Undefined is null, infinite is text.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from math import isnan
from typing import Any

import numpy as np

from breakeven.data.splits import SplitSummary
from breakeven.report.record import Report
from breakeven.results.averages import AveragedMeasures
from breakeven.results.class_rows import ClassRow
from breakeven.results.columns import columns
from breakeven.results.decision_origin import DecisionOrigin
from breakeven.results.findings import Findings, NamedFinding
from breakeven.results.fixed_answers import FixedAnswer
from breakeven.results.headline import Headline
from breakeven.results.rankings import ELEVEN_POINT, RankingCurves, convention_key
from breakeven.results.story import StoryPage
from breakeven.results.target_verdict import TargetVerdict
from breakeven.results.variants import AsIfVariants, LeakVariants, ResultVariant
from metrics.catalogue import Entry, places_of
from metrics.typing import AverageName
from metrics.uncertainty.intervals import Interval, without_ends

# --- the whole report as plain data, for JSON: undefined is null, infinite is text


def plain_of(value: Any) -> Any:
    """Dataclasses as dictionaries, arrays and tuples as lists, NaN as None, ∞ as `inf`, `-inf`.

    Records of `FORMS` by the keys that stand there. What computes a measure is left out.
    """
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else str(value)
    if type(value) in FORMS:
        value = FORMS[type(value)](value)
    if is_dataclass(value) and not isinstance(value, type):
        named = {field.name: getattr(value, field.name) for field in fields(value)}
        if isinstance(value, Entry):
            named["shown_in"] = places_of(value)
        return {key: plain_of(each) for key, each in named.items() if key != "function"}
    if isinstance(value, Mapping):
        return {str(key): plain_of(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain_of(each) for each in value]
    return value


def _report(report: Report) -> dict[str, Any]:
    return {
        "subject": report.subject,
        "target_verdict": report.target_verdict,
        "verdict": report.verdict,
        "summary": report.summary,
        "conditions": report.conditions,
        "headline": report.headline,
        "left_out": report.left_out,
        "threshold": report.decisions,
        "weakest": report.weakest,
        "comparison": report.comparison,
        "data": _data(report.splits, report.findings),
        "confusions": report.confusions,
        "hierarchy": report.hierarchy,
        "curves": report.curves,
        "method": report.method,
        "identity": report.identity,
        "classes": report.classes,
        "limits": report.limits,
        "story": report.story,
        **({} if report.own is None else {"own_measures": report.own.to_dict()}),
        **({} if report.mix is None else {"class_distribution": report.mix.to_dict()}),
        **({} if report.losses is None else {"probability_losses": report.losses.to_dict()}),
    }


def _headline(headline: Headline) -> dict[str, Any]:
    averages = headline.averages
    return {
        "averages": averages.every,
        "shown": headline.shown,
        "heads": headline.heads,
        "exact": averages.exact_match,
        "all_classes": averages.all_classes,
        "exact_name": headline.exact_name,
        "one_of_said": headline.one_of_text,
        "weighted_said": headline.weighted_text,
        "intervals_mean": averages.intervals_text,
        "fixed": headline.fixed,
        "people": headline.people,
        "leaks": headline.leaks,
        "as_loaded": headline.as_if,
    }


def _average(average: AveragedMeasures) -> dict[str, Any]:
    return {
        "kind": average.kind,
        "name": average.name,
        "weighs": average.weighs,
        "unit": average.unit,
        "of": average.of,
        "measures": average.measures,
        "units": average.units,
        "undefined": average.undefined,
    }


def _fixed_answer(answer: FixedAnswer) -> dict[str, Any]:
    return {
        "name": answer.name,
        "exact_match": answer.exact_match,
        "micro_f": answer.micro_f,
        "macro_f": answer.macro_f,
    }


def _variants(
    results: LeakVariants[ResultVariant] | AsIfVariants[ResultVariant],
) -> dict[str, Any]:
    return {"text": results.text, "sides": results.variants}


def _decisions(origin: DecisionOrigin) -> dict[str, Any]:
    return {
        "said": origin.sentences,
        "optimistic": origin.optimistic,
        "cross_fitted": origin.cross_fitted,
        "tuned_on": origin.tuned_on,
        "whole": origin.tuned_on_all,
        "thresholds": origin.thresholds,
    }


def _data(splits: Sequence[SplitSummary], findings: Findings) -> dict[str, Any]:
    return {
        "verdict": findings.verdict,
        "splits": splits,
        "findings": findings.named,
        "how_many": findings.counts_text,
        "clean": findings.clean_titles,
        "unchecked": findings.unchecked_texts,
    }


def _split(split: SplitSummary) -> dict[str, Any]:
    return {
        "name": split.name,
        "role": split.role or "",
        "documents": split.documents,
        "labels": split.labels,
        "labels_per_document": split.labels_per_document,
        "classes": split.classes_present,
        "words": split.words,
        "first": split.first or "",
        "last": split.last or "",
    }


def _finding(named: NamedFinding) -> dict[str, Any]:
    finding = named.finding
    return {
        "code": finding.code,
        "severity": finding.severity,
        "title": finding.title,
        "what": finding.what,
        "action": finding.action,
        "worth": named.worth,
        "classes": named.classes,
        "documents": named.documents,
        "of_documents": len(finding.documents),
        "errors": finding.errors,
        "error_share": finding.error_share,
        "gain_macro": finding.gain_macro,
        "gain_micro": finding.gain_micro,
    }


def _curves(curves: RankingCurves) -> dict[str, Any]:
    averages = curves.averages
    return {
        "all": curves.all,
        "classes": curves.classes,
        "break_even": averages.break_evens,
        "eleven": [
            {
                "key": row.convention,
                "name": ELEVEN_POINT[convention_key(row)],
                "average": row.value.average,
                "levels": row.value.levels,
                "units": row.units,
                "of": row.rankings,
            }
            for row in averages.eleven_points
        ],
        "average_precision": averages.macro_average_precision.value,
        "roc_auc": averages.macro_roc_area.value,
        "roc_auc_pooled": averages.pooled_roc_area,
        "weighted": {key: mean.value for key, mean in averages.weighted.items()},
    }


def _story_page(page: StoryPage) -> dict[str, Any]:
    return {
        "key": page.key,
        "title": page.title,
        "number": page.number,
        "said": page.sentences,
        "whose": page.author,
        "beside": page.counted_now,
        "pictures": page.pictures,
        "documents": page.documents,
    }


FORMS: Mapping[type, Callable[[Any], dict[str, Any]]] = {
    Report: _report,
    TargetVerdict: TargetVerdict.to_dict,
    Headline: _headline,
    AveragedMeasures: _average,
    FixedAnswer: _fixed_answer,
    LeakVariants: _variants,
    AsIfVariants: _variants,
    DecisionOrigin: _decisions,
    SplitSummary: _split,
    NamedFinding: _finding,
    RankingCurves: _curves,
    ClassRow: ClassRow.to_dict,
    StoryPage: _story_page,
}
"""By which keys records stand in JSON, whose fields have other names; keys stay as they are."""


def report_in_json(report: Report) -> str:
    """The report as the text of a file."""
    return in_json(plain_of(report))


def in_json(data: Any) -> str:
    """JSON with names as written. ValueError where a number is NaN or infinite."""
    text = json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False)
    # halves of signs, which no file can hold, by JSON's own escapes
    return re.sub("[\ud800-\udfff]", lambda sign: f"\\u{ord(sign[0]):04x}", text)


# --- the headline numbers of a report by name, for formats that have a name and a number


# the first measures of every average; the others are functions of the same counts
MEASURES = ("f", "precision", "recall")


@dataclass(frozen=True)
class NamedNumber:
    """One number: the measure by its key, and its average, None where none was taken.

    `average`: one of `AVERAGES`.
    """

    measure: str
    average: AverageName | None
    number: Interval


def named_numbers(report: Report) -> Iterator[NamedNumber]:
    """The share of documents right, averages, what rankings come to; undefined ones are left out.

    Where each document has one class and gets one, micro and per-document averages are its
    accuracy, which is said once.
    """
    averages = report.headline.averages
    right = "accuracy" if report.subject.single_label else "exact_match"
    numbers = [NamedNumber(right, None, averages.exact_match)]
    for average in averages.shown:
        numbers += [NamedNumber(key, average.kind, average.measures[key]) for key in MEASURES]
    if report.curves is not None:
        rankings = report.curves.averages
        values = {
            "break_even": rankings.macro_break_even.value,
            "eleven_point": rankings.macro_eleven_point,
            "average_precision": rankings.macro_average_precision.value,
            "roc_auc": rankings.macro_roc_area.value,
        }
        numbers += [NamedNumber(key, "macro", without_ends(mean)) for key, mean in values.items()]
        numbers += [
            NamedNumber(key, "weighted", without_ends(mean.value))
            for key, mean in rankings.weighted.items()
        ]
    return (number for number in numbers if not isnan(number.number.value))


# --- Results as MLflow logs them: one flat set of names and numbers
#
# `mlflow.log_metrics(json.load(open("mlflow.json")))` logs the file. Source of the rules of names:
# mlflow/utils/validation.py.


# what MLflow takes in a name is left, but for the slash, which parts groups here
ILLEGAL = re.compile(r"[^\w.\- ]")
LONGEST = 250


def mlflow_metrics(report: Report) -> dict[str, float]:
    """Headline numbers and those of classes, with `_low_95` and `_high_95`, by MLflow's names.

    Undefined numbers are left out, for JSON has none. Names are as `micro/f` and `class/grain/f`;
    what MLflow does not take in the name of a class is an underscore, and a number tells apart what
    is then alike.
    """
    metrics: dict[str, float] = {"documents": report.subject.documents}
    for named in named_numbers(report):
        metrics |= _with_ends("/".join(filter(None, (named.average, named.measure))), named.number)
    taken, logged = set[str](), [column.key for column in columns("mlflow")]
    for row in report.classes:
        short = _distinct(row.name, taken)
        for key in logged:
            metrics |= _with_ends(f"class/{short}/{key}", row.number(key))
    return metrics


def _with_ends(name: str, number: Interval) -> dict[str, float]:
    values = {name: number.value, f"{name}_low_95": number.low, f"{name}_high_95": number.high}
    return {key: float(value) for key, value in values.items() if not isnan(value)}


def _distinct(class_name: str, taken: set[str]) -> str:
    """A name that no other class has, also where capitals do not tell names apart."""
    # a name of dots alone would be another folder
    legal = re.sub(r"^\.*$", "_", ILLEGAL.sub("_", class_name)[: LONGEST - 50])
    short, number = legal, 1
    while short.casefold() in taken:
        number += 1
        short = f"{legal} {number}"
    taken.add(short.casefold())
    return short


def mlflow_json(report: Report) -> str:
    """The metrics as the text of a file."""
    return in_json(mlflow_metrics(report))
