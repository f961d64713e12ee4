"""The whole report as JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from breakeven.analysis.evaluation.eleven_conventions import ElevenPointBy
from breakeven.data.splits import SplitSummary
from breakeven.report.plain_data import report_in_json
from breakeven.report.record import Report
from breakeven.results.averages import AveragedMeasures
from breakeven.results.findings import NamedFinding
from breakeven.results.fixed_answers import FixedAnswer
from breakeven.results.headline import Headline
from breakeven.results.rankings import RankingCurves
from tests.breakeven.report.reported import HOSTILE, hostile_report, plain_review, report

# of results that hold more than they say: what stands in JSON, in its order
STANDS: dict[type, Callable[[Any], Sequence[Any]]] = {
    Report: lambda of: [
        *(of.subject, of.verdict, of.headline, of.decisions, of.weakest, of.comparison),
        *(of.splits, of.findings.named, of.confusions, of.hierarchy, of.curves, of.method),
        *(of.identity, of.classes, of.limits, of.story),
    ],
    Headline: lambda of: [
        *(of.averages.every, of.averages.exact_match, of.fixed, of.leaks, of.as_if),
    ],
    AveragedMeasures: lambda of: [of.of, of.measures, of.units, of.undefined],
    FixedAnswer: lambda of: [of.exact_match, of.micro_f, of.macro_f],
    NamedFinding: lambda of: [
        *(len(of.finding.documents), of.finding.errors, of.finding.error_share),
        *(of.finding.gain_macro, of.finding.gain_micro),
    ],
    SplitSummary: lambda of: [
        *(of.documents, of.labels, of.labels_per_document, of.classes_present, of.words),
    ],
    RankingCurves: lambda of: [
        *(of.all, of.classes, of.averages.break_evens, of.averages.eleven_points),
        of.averages.macro_average_precision.value,
    ],
    ElevenPointBy: lambda of: [of.value.average, of.value.levels, of.units, of.rankings],
}


def numbers_of(value: Any) -> Iterator[float]:
    """Every number of a record or of JSON, in its order; undefined ones as None."""
    if isinstance(value, bool | str):
        return
    if isinstance(value, int | float | np.integer | np.floating | None):
        yield value  # type: ignore[misc]
    elif isinstance(value, np.ndarray | list | tuple):
        for item in value:
            yield from numbers_of(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from numbers_of(item)
    elif is_dataclass(value):
        yield from numbers_of(_contents(value))


def _contents(record: Any) -> list[Any]:
    if type(record) in STANDS:
        return [*STANDS[type(record)](record)]
    # what computes a measure is no number
    return [getattr(record, f.name) for f in fields(record) if f.name != "function"]


def test_every_number_stands_there_and_undefined_is_null() -> None:
    for made in (report(plain_review()), hostile_report()):
        wanted = [None if n is None or math.isnan(n) else n for n in numbers_of(made)]
        assert list(numbers_of(json.loads(report_in_json(made)))) == wanted
        assert None in wanted
        assert len(wanted) > 200


def test_names_that_no_file_can_hold_come_back() -> None:
    text = report_in_json(hostile_report()).encode().decode()
    assert [row["name"] for row in json.loads(text)["classes"]] == HOSTILE


def test_a_measure_says_where_it_is_shown() -> None:
    entries = json.loads(report_in_json(report(plain_review())))["method"]["entries"]
    shown = {entry["key"]: entry["shown_in"] for entry in entries}
    assert shown["f"] == ["table", "export", "average"]


def test_an_infinite_threshold_is_named() -> None:
    from breakeven.report.plain_data import plain_of

    assert plain_of({"a": -math.inf, "b": (math.nan, np.float64(1.5), np.arange(2))}) == {
        "a": "-inf",
        "b": [None, 1.5, [0, 1]],
    }
