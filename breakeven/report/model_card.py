"""Results as the metadata of models on the Hugging Face Hub, in YAML.

Two formats: `model-index`, for the front matter of a model card, which is about any data; and
`.eval_results/NAME.yaml`, for benchmarks of the Hub alone, whose leaderboards show it. Sources:
huggingface/hub-docs, modelcard.md and eval_results.yaml.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import isinf, isnan
from typing import Any

import yaml

from breakeven.analysis.selection.errors import ChoiceError
from breakeven.data.wording import interval_text
from breakeven.report.plain_data import NamedNumber, named_numbers
from breakeven.report.record import Report
from metrics.typing import F1_BETA, AverageName

# as scikit-learn, and so the Hub, calls the mean over documents
HUB_AVERAGES: Mapping[AverageName, str] = {
    "micro": "micro",
    "macro": "macro",
    "weighted": "weighted",
    "per_document": "samples",
}
RANKINGS = {
    "break_even": "Break-even",
    "eleven_point": "Eleven-point average precision",
    "average_precision": "Average precision",
    "roc_auc": "ROC AUC",
}
# not the name of the data: a dataset of that name on the Hub may be somebody else's
OWN_DATA = "own-data"
# what one version of YAML or another reads as no text
NO_TEXT = ("no", "on", "off", "yes", "true", "false", "null")


@dataclass(frozen=True)
class Benchmark:
    """A dataset of the Hub that is a benchmark, its task, and the measure that the task asks for.

    `measure`: a headline number by its name, as `micro_f`, `macro_recall` or `accuracy`.
    """

    dataset: str
    task: str
    measure: str


class _Dumper(yaml.SafeDumper):  # type: ignore[misc]
    """YAML in which text from files is in quotation marks.

    What reads as a number or a date differs between versions of YAML, and Python and the Hub read
    different ones.
    """


def _in_quotes(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    plain = re.fullmatch(r"[a-z][a-z0-9_-]+", text) and text not in NO_TEXT
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=None if plain else '"')


_Dumper.add_representer(str, _in_quotes)


def _as_yaml(data: Any) -> str:
    return yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10**6)


def model_index(report: Report) -> str:
    """The front matter of a model card, without the lines of dashes around it.

    Averaging and the 95 % interval are in the metric's name and arguments; undefined numbers are
    left out. The data is called `own-data`, with its name, size, fingerprint, and every reason not
    to take its numbers as they stand.
    """
    subject = report.subject
    of_data: dict[str, Any] = {
        "fingerprint": report.identity.fingerprint,
        "breakeven": report.identity.code_version,
        "documents": subject.documents,
        "classes": subject.classes,
    }
    if subject.where:
        of_data |= {"filter": subject.where, "of_documents": subject.of_documents}
    if report.target_verdict.rules is not None:
        of_data |= {"verdict": report.target_verdict.line}
    if report.conditions:
        of_data |= {"conditions": list(report.conditions)}
    split = {} if subject.split is None else {"split": subject.split}
    kind = "Single" if subject.single_label else "Multi"
    result = {
        "task": {"type": "text-classification", "name": f"{kind}-label text classification"},
        "dataset": {"type": OWN_DATA, "name": subject.review, **split, "args": of_data},
        "metrics": [_metric(named, report) for named in named_numbers(report)],
    }
    return _as_yaml({"model-index": [{"name": subject.system, "results": [result]}]})


def _metric(named: NamedNumber, report: Report) -> dict[str, Any]:
    subject = report.subject
    kind = named.measure
    args: dict[str, Any] = {}
    if named.average is not None:
        args |= {"average": HUB_AVERAGES[named.average]}
    if named.measure == "f":
        kind = "f1" if subject.beta == F1_BETA else "f_beta"
        args |= {"beta": "inf" if isinf(subject.beta) else subject.beta}
    if named.measure not in RANKINGS:
        args |= {"decisions": subject.decisions}
    if named.average in ("macro", "weighted", "per_document"):
        args |= {"undefined_as": subject.undefined}
    if not isnan(named.number.low):
        args |= {"interval": [named.number.low, named.number.high], "level": 0.95}
    return {
        "type": kind,
        "value": named.number.value,
        "name": _name_of(named, report),
        "args": args,
    }


def _name_of(named: NamedNumber, report: Report) -> str:
    """`F₁, micro (95 %: 0.852 to 0.872)`: all that a list of metrics shows of one."""
    words = RANKINGS | {"f": report.subject.f}
    measure = words.get(named.measure, named.measure.replace("_", " ").capitalize())
    average = "" if named.average is None else f", {named.average.replace('_', ' ')}"
    ends = (named.number.low, named.number.high)
    aside = [] if isnan(named.number.low) else [f"95 %: {interval_text(*ends)}"]
    if report.decisions.optimistic and named.measure not in RANKINGS:
        aside.append("optimistic")
    if report.decisions.cross_fitted and named.measure not in RANKINGS:
        aside.append("cross-fitted")
    return f"{measure}{average} ({'; '.join(aside)})" if aside else f"{measure}{average}"


def measures_of(report: Report) -> dict[str, NamedNumber]:
    """The headline numbers that a benchmark may ask for, by the names that `Benchmark` takes."""
    return {
        "_".join(filter(None, (named.average, named.measure))): named
        for named in named_numbers(report)
    }


def eval_results(report: Report, benchmark: Benchmark) -> str:
    """The one result of a benchmark, for a file in the folder `.eval_results` of a model.

    ChoiceError, a ValueError, where there is no such number.
    """
    numbers = measures_of(report)
    if benchmark.measure not in numbers:
        what = f"there is no number {benchmark.measure!r}"
        raise ChoiceError(what, f"choose one of {', '.join(numbers)}")
    named = numbers[benchmark.measure]
    notes = [
        _name_of(named, report),
        f"{report.subject.documents:,} documents",
        f"predictions: {report.subject.decisions}",
        *(condition.rstrip(".") for condition in report.conditions),
        f"Breakeven {report.identity.code_version}, fingerprint {report.identity.fingerprint}",
    ]
    dataset = {"id": benchmark.dataset, "task_id": benchmark.task}
    return _as_yaml([{"dataset": dataset, "value": named.number.value, "notes": "; ".join(notes)}])
