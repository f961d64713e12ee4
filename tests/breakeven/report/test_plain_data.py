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
from breakeven.results.target_verdict import TargetVerdict
from tests.breakeven.report.reported import HOSTILE, hostile_report, plain_review, report

# of results that hold more than they say: what stands in JSON, in its order
STANDS: dict[type, Callable[[Any], Sequence[Any]]] = {
    TargetVerdict: lambda record: [*record.to_dict().values()],
    Report: lambda record: [
        *(
            record.subject,
            record.target_verdict,
            record.verdict,
            record.headline,
            record.decisions,
            record.weakest,
            record.comparison,
        ),
        *(
            record.splits,
            record.findings.named,
            record.confusions,
            record.hierarchy,
            record.curves,
            record.method,
        ),
        *(record.identity, record.classes, record.limits, record.story),
        *(each.to_dict() for each in (record.own, record.mix, record.losses) if each),
    ],
    Headline: lambda record: [
        *(
            record.averages.every,
            record.averages.exact_match,
            record.averages.all_classes,
            record.fixed,
            record.leaks,
            record.as_if,
        ),
    ],
    AveragedMeasures: lambda record: [record.of, record.measures, record.units, record.undefined],
    FixedAnswer: lambda record: [record.exact_match, record.micro_f, record.macro_f],
    NamedFinding: lambda record: [
        *(len(record.finding.documents), record.finding.errors, record.finding.error_share),
        *(record.finding.gain_macro, record.finding.gain_micro),
    ],
    SplitSummary: lambda record: [
        *(
            record.documents,
            record.labels,
            record.labels_per_document,
            record.classes_present,
            record.words,
        ),
    ],
    RankingCurves: lambda record: [
        *(record.all, record.classes, record.averages.break_evens, record.averages.eleven_points),
        record.averages.macro_average_precision.value,
        record.averages.macro_roc_area.value,
        record.averages.pooled_roc_area,
        [mean.value for mean in record.averages.weighted.values()],
    ],
    ElevenPointBy: lambda record: [
        record.value.average,
        record.value.levels,
        record.units,
        record.rankings,
    ],
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
