"""An evaluation as plain data and as a Markdown document, wherever it was counted.

Undefined is None in data, so that JSON says null.

Tested in `test_evaluate`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from breakeven.analysis.comparison.roc_areas import average_areas
from breakeven.analysis.estimation.probabilities import NotProbabilities
from breakeven.analysis.evaluation.average_intervals import average_intervals
from breakeven.analysis.evaluation.counted import FilterCount
from breakeven.analysis.evaluation.counts import BaseEvaluation, NotCounted
from breakeven.analysis.evaluation.eleven_conventions import (
    ScoredElevenPoints,
)
from breakeven.analysis.evaluation.evaluation import Evaluation, sampling_text
from breakeven.analysis.selection.where import FilteredDocuments
from breakeven.analysis.story.verdict import PlainVerdict
from breakeven.data.ids import Ids
from breakeven.data.wording import NOTHING, cell_of, count_of
from breakeven.results.answers import AnswerSummary
from breakeven.results.averages import AveragedMeasures, ResultAverages, averages_of
from breakeven.results.class_distribution import ClassDistribution
from breakeven.results.columns import ClassColumn, ClassNumbers, class_numbers, columns
from breakeven.results.own_measures import OwnMeasures
from breakeven.results.probability_losses import ProbabilityLosses
from breakeven.results.rankings import (
    RankingAverages,
    break_even_data,
    eleven_point_data,
    ranking_averages,
)
from breakeven.results.scope import (
    CROSS_FITTED_TEXT,
    OPTIMISTIC,
    cautions_data,
    cautions_in_markdown,
    filter_data,
    under_title,
)
from breakeven.results.summary import ONE_OF, weighted_text
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
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval

if TYPE_CHECKING:
    from breakeven.results.ceiling import PeopleAndSystem

# classes in a table of Markdown
MOST_ROWS = 1_000

# --- counts and measures of every class, column by column, since classes may be many


@dataclass(frozen=True)
class ClassTable:
    """Counts and measures of every class, and of its scores where there are any."""

    numbers: ClassNumbers

    @property
    def _scored(self) -> bool:
        return self.numbers.scored is not None

    def to_dict(self) -> dict[str, Any]:
        """A dictionary for each class, by its name."""
        numbers, shown = self.numbers, columns("json", scored=self._scored)
        counted = {c.key: c for c in shown if not c.scored and c.values is not None}
        uncertain = {c.key: c.ends(numbers) for c in shown if c.ends is not None}
        measured = [_plain_column(column, numbers) for column in counted.values()]
        ends = [_plain(end) for interval in uncertain.values() for end in _both(interval)]
        classes: dict[str, dict[str, Any]] = {}
        for name, *row in zip(numbers.classes, *measured, *ends, strict=True):
            values: dict[str, Any] = dict(zip(counted, row, strict=False))
            pairs = iter(row[len(values) :])
            values["intervals"] = {key: [next(pairs), next(pairs)] for key in uncertain}
            classes[name] = values
        if self._scored:
            for values, point, points, average, area in zip(
                classes.values(),
                numbers.curves.break_even_points,
                numbers.curves.eleven_points,
                _plain(numbers.curves.average_precisions),
                _plain(np.asarray(numbers.roc_areas.value)),
                strict=True,
            ):
                values["break_even"] = break_even_data(point)
                values["eleven_point"] = eleven_point_data(points)
                values["average_precision"] = average
                values["roc_auc"] = area
        return dict(classes)

    def to_markdown(self) -> str:
        """A row for each class, of many for those with the most positives."""
        number = len(self.numbers.classes)
        if number <= MOST_ROWS:
            return self._rows(range(number))
        positives = np.nan_to_num(self.numbers.tables.tp) + np.nan_to_num(self.numbers.tables.fn)
        largest = np.argsort(-positives, kind="stable")[:MOST_ROWS].tolist()
        return (
            f"The {MOST_ROWS:,} classes with the most positives; "
            f"{number - MOST_ROWS:,} more are in the JSON.\n\n{self._rows(largest)}"
        )

    def _rows(self, positions: Sequence[int]) -> str:
        shown, at = columns("markdown", scored=self._scored), np.asarray(positions, dtype=int)
        cells = [_markdown_column(column, self.numbers, at) for column in shown]
        head = [column.text.format(f="f") for column in shown]
        return markdown_table(head, [list(row) for row in zip(*cells, strict=True)])


def _both(interval: Interval) -> tuple[Array, Array]:
    return interval.low, interval.high


def _markdown_column(column: ClassColumn, numbers: ClassNumbers, positions: Array) -> list[str]:
    """The cells of these classes."""
    if column.kind == "interval" and column.ends is not None:
        low, high = (np.asarray(end)[positions].tolist() for end in _both(column.ends(numbers)))
        return [_interval_cell(*ends) for ends in zip(low, high, strict=True)]
    if column.values is None:
        raise ValueError(f"nothing computes the column {column.key}")
    values = column.values(numbers)
    if column.kind == "name":
        return [in_markdown(values[position]) for position in positions.tolist()]
    if column.kind == "words":
        return [str(values[position]) for position in positions.tolist()]
    return [cell_of(value) for value in _plain_values(np.asarray(values)[positions], column)]


def _plain_column(column: ClassColumn, numbers: ClassNumbers) -> Sequence[float | int | None]:
    return _plain_values(
        np.asarray([] if column.values is None else column.values(numbers)), column
    )


def _plain_values(values: Array, column: ClassColumn) -> Sequence[float | int | None]:
    return _wholes(values) if column.kind == "count" else _plain(values)


def _plain(values: Array) -> list[float | None]:
    """Numbers of the standard library; None for NaN."""
    return [None if math.isnan(number) else number for number in map(float, values)]


def _wholes(counts: Array) -> list[float | int | None]:
    """Counts as `plain_count` has them; None for NaN."""
    if counts.dtype.kind in "iu":
        return counts.tolist()
    return [None if math.isnan(number) else plain_count(number) for number in counts.tolist()]


def _interval_cell(low: float, high: float) -> str:
    return NOTHING if math.isnan(low) else f"{cell_of(low)} to {cell_of(high)}"


# --- the numbers of an evaluation: everything that pages show of it


@dataclass(frozen=True, kw_only=True)
class DocumentSampling:
    """How documents were sampled, and how many independent ones they tell as much as.

    `weights`, `clusters`: the columns; None without. `drawn`: so many `unit`s, clusters or
    documents. `text`: all of it in words.
    """

    weights: str | None
    clusters: str | None
    total_weight: float
    drawn: int
    unit: str
    text: str
    independent_documents: float

    def to_dict(self) -> dict[str, Any]:
        """Every field by its name; undefined is None."""
        return {
            "weights": self.weights,
            "clusters": self.clusters,
            "total_weight": plain_count(self.total_weight),
            "drawn": self.drawn,
            "unit": self.unit,
            "text": self.text,
            "independent_documents": plain_number(self.independent_documents),
        }


@dataclass(frozen=True, kw_only=True)
class EvaluationNumbers:
    """Everything that pages show of one evaluation, wherever it was counted.

    `sampling`: None where all documents count alike and were drawn one by one; `rankings`: None
    without scores. `engine`: what counted, "" in memory.
    """

    evaluation: BaseEvaluation
    beta: float
    undefined: Undefined
    averages: ResultAverages
    sampling: DocumentSampling | None
    rankings: RankingAverages | None
    engine: str = ""

    @property
    def classes(self) -> ClassTable:
        """Counts and measures of every class."""
        return ClassTable(class_numbers(self.evaluation, self.beta))

    @property
    def task(self) -> str:
        """Whether each document has one class, as a word."""
        return "single-label" if self.evaluation.single_label else "multi-label"

    @property
    def beta_shown(self) -> float | str:
        """The beta, which JSON has no infinite one of."""
        return self.beta if math.isfinite(self.beta) else "inf"

    def to_dict(self) -> dict[str, Any]:
        """The numbers by the names of the command line."""
        facts = self.evaluation
        return {
            "documents": facts.documents,
            "classes": len(facts.classes),
            "task": self.task,
            "one_of": facts.one_of,
            "system": facts.system,
            "split": facts.split,
            "decisions": str(facts.cut),
            "optimistic": facts.optimistic,
            "cross_fitted": facts.cut.cross_fitted_on(facts.split),
            "exactly_true_number": facts.exactly_true_number,
            "beta": self.beta_shown,
            "undefined": self.undefined,
            **({"engine": self.engine} if self.engine else {}),
            **self.averages.to_dict(),
            "per_class": self.classes.to_dict(),
            **({} if self.sampling is None else {"sampling": self.sampling.to_dict()}),
            **({} if self.rankings is None else self.rankings.to_dict()),
        }


def evaluation_numbers(
    evaluation: Evaluation, beta: float, undefined: Undefined, ids: Ids | None = None
) -> EvaluationNumbers:
    """The numbers of an evaluation in memory.

    `ids`: of all documents of the truth, by which trec_eval breaks ties.
    """
    intervals = average_intervals(evaluation, beta, undefined, further=True)
    rankings = evaluation.rankings
    return EvaluationNumbers(
        evaluation=evaluation,
        beta=beta,
        undefined=undefined,
        averages=averages_of(evaluation, beta, undefined, intervals),
        sampling=_sampling_of(evaluation),
        rankings=None
        if rankings is None
        else ranking_averages(
            ScoredElevenPoints(rankings, ids), undefined, average_areas(evaluation)
        ),
    )


def _sampling_of(evaluation: Evaluation) -> DocumentSampling | None:
    worth = evaluation.independent_documents
    if worth is None:
        return None
    return DocumentSampling(
        weights=evaluation.scored.weight_column,
        clusters=evaluation.scored.cluster_column,
        total_weight=evaluation.weighed,
        drawn=evaluation.drawn,
        unit=evaluation.unit,
        text=sampling_text(evaluation),
        independent_documents=worth,
    )


# --- an evaluation with all that is said beside it, as plain data and as a document to paste


@dataclass(frozen=True, kw_only=True)
class EvaluationExport:
    """The numbers of an evaluation of a review, and all that belongs beside them.

    `positive_class`: the one that a binary task is about. `leaks`, `as_if`: the result under other
    conditions. `people`: what people reach, and the system beside them. `where`: the filter.
    `mix`: of the classes. `own`: measures of one's own. `losses`: of the probabilities; None
    without scores. `notes`: what was noticed in reading. `not_counted`: what an engine leaves out.
    `class_map`: the names that were replaced.
    """

    review: str
    numbers: EvaluationNumbers
    verdict: PlainVerdict | None = None
    positive_class: str | None = None
    cautions: Sequence[str] = ()
    leaks: LeakVariants[ResultVariant] | None = None
    as_if: AsIfVariants[ResultVariant] | None = None
    people: PeopleAndSystem | None = None
    answers: AnswerSummary | None = None
    mix: ClassDistribution | None = None
    own: OwnMeasures | None = None
    losses: ProbabilityLosses | NotProbabilities | None = None
    where: FilteredDocuments | FilterCount | None = None
    notes: Sequence[str] = ()
    not_counted: Sequence[NotCounted] = ()
    class_map: Mapping[str, str | None] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven evaluate --format json` prints, without the digest; undefined is None."""
        leaks = {} if self.leaks is None else {"leaks": self.leaks.to_dict()}
        where = filter_data(self.where)
        # of what an engine counted the filter has always stood first
        first, last = (where, {}) if self.numbers.engine else ({}, where)
        return {
            "review": self.review,
            **({} if self.verdict is None else {"verdict": self.verdict.as_data()}),
            **({} if self.positive_class is None else {"positive_class": self.positive_class}),
            **self.numbers.to_dict(),
            **({} if self.own is None else {"own_measures": self.own.to_dict()}),
            **self._losses_data(),
            **({} if self.mix is None else {"class_distribution": self.mix.to_dict()}),
            **cautions_data(self.cautions),
            **first,
            **leaks,
            **({} if self.as_if is None else {"as_if": self.as_if.to_dict()}),
            **({} if self.people is None else {"people": self.people.to_dict()}),
            **({} if self.answers is None else {"answers": self.answers.to_dict()}),
            **last,
            "notes": [*self.notes, *map(str, self.not_counted)],
            **({"class_map": dict(self.class_map)} if self.class_map else {}),
        }

    def to_markdown(self) -> str:
        """What `breakeven evaluate` prints: what was evaluated, averages, classes."""
        numbers, facts = self.numbers, self.numbers.evaluation
        engine = [f"counted by {numbers.engine}"] if numbers.engine else []
        document = "\n".join(
            [
                f"# {in_markdown(self.review)}: {in_markdown(facts.system)} on "
                f"{in_markdown(facts.split or 'all documents')}",
                "",
                self._subject(),
                *self._before_numbers(),
                "",
                *_share_right(numbers),
                "",
                _averages_table(numbers),
                "",
                weighted_text(numbers.averages.one_of, "F", numbers.undefined),
                *self._beside_numbers(),
                *_without_value(numbers.averages),
                *_intervals_table(numbers),
                *([] if self.own is None else ["", self.own.to_markdown()]),
                *self._losses_in_markdown(),
                *(
                    ["", in_markdown(self.mix.text)]
                    if self.mix is not None and self.mix.text
                    else []
                ),
                *([] if numbers.rankings is None else ["", numbers.rankings.to_markdown()]),
                "",
                numbers.classes.to_markdown(),
                *notes_in_markdown([*engine, *self.notes, *map(str, self.not_counted)]),
            ]
        )
        return under_title(document, self.where)

    def _losses_data(self) -> dict[str, object]:
        if not isinstance(self.losses, ProbabilityLosses):
            return {}
        return {"probability_losses": self.losses.to_dict()}

    def _losses_in_markdown(self) -> list[str]:
        if self.losses is None:
            return []
        if isinstance(self.losses, ProbabilityLosses):
            return ["", self.losses.to_markdown()]
        return ["", f"No log loss: {in_markdown(self.losses)}."]

    def _subject(self) -> str:
        """How many documents and classes, and what decided."""
        numbers, facts = self.numbers, self.numbers.evaluation
        optimistic = f" ({OPTIMISTIC})" if facts.optimistic else ""
        if facts.cut.cross_fitted_on(facts.split):
            optimistic = f" ({CROSS_FITTED_TEXT})"
        positive = self.positive_class
        named = "" if positive is None else f", positive class {in_markdown(positive)}"
        return (
            f"{count_of(facts.documents, 'document')}, "
            f"{count_of(len(facts.classes), 'class', 'classes')}, {numbers.task}{named}. "
            f"Predictions: {in_markdown(facts.cut)}{optimistic}. β = {numbers.beta_shown}; 0/0 in "
            f"averages: {numbers.undefined}."
        )

    def _before_numbers(self) -> Iterator[str]:
        """Paragraphs: how documents were sampled, what may mislead, and the verdict."""
        if self.numbers.sampling is not None:
            yield from ("", f"Sampling: {in_markdown(self.numbers.sampling.text)}.")
        yield from cautions_in_markdown(self.cautions)
        for answer in () if self.verdict is None else self.verdict.answers:
            yield from ("", f"**{in_markdown(answer.question)}** {in_markdown(answer.said)}")

    def _beside_numbers(self) -> Iterator[str]:
        """What answers come to, the result under other conditions, and what people reach."""
        if self.answers is not None:
            yield from self.answers.in_markdown()
        for each in (self.as_if, self.leaks):
            if each is not None:
                yield from variants_in_markdown(each.text, each.variants)
        for sentence in () if self.people is None else self.people.texts:
            yield from ("", in_markdown(sentence))


def _averages_table(numbers: EvaluationNumbers) -> str:
    of_documents = OF_DOCUMENTS if numbers.evaluation.single_label else ()
    averaged = [entry.key for entry in entries_shown("average") if entry.key not in of_documents]
    rows = [
        [average.words, *(cell_of(average.measures[key].value) for key in averaged)]
        for average in numbers.averages.shown
    ]
    return markdown_table(["average", *averaged], rows)


def _intervals_table(numbers: EvaluationNumbers) -> list[str]:
    averages = numbers.averages
    if not averages.has_intervals:
        return []
    measured = averages.micro.with_interval
    rows = [
        [average.words, *(_ends_cell(average.measures[key]) for key in measured)]
        for average in averages.shown
        if average.with_interval
    ]
    right = "accuracy" if numbers.evaluation.single_label else "exact match"
    rows.append([right, _ends_cell(averages.exact_match), *("" for _ in measured[1:])])
    table = markdown_table(["95 % interval", *measured], rows)
    return ["", table, "", averages.intervals_text]


def _ends_cell(interval: Interval) -> str:
    return _interval_cell(interval.low, interval.high)


def _share_right(numbers: EvaluationNumbers) -> list[str]:
    """The share of documents that are right, by the name that it has in such data."""
    averages = numbers.averages
    if not numbers.evaluation.single_label:
        return [f"Exact match: {cell_of(averages.exact_match.value)}."]
    alone = _named_values(averages.micro, "")
    one_of = f" {ONE_OF.format(f='F')}" if averages.one_of else ""
    return [
        f"{alone[0].upper()}{alone[1:]}.{one_of}",
        "",
        f"Per class, averaged: {_named_values(averages.macro, PER_CLASS)}.",
        *(["", averages.all_classes_text] if averages.all_classes else []),
    ]


def _named_values(average: AveragedMeasures, ending: str) -> str:
    return ", ".join(
        f"{name.replace('_', ' ')} {cell_of(average.measures[name + ending].value)}"
        for name in OF_DOCUMENTS
    )


def _without_value(averages: ResultAverages) -> Iterator[str]:
    """A paragraph for each average that some units have no value for."""
    for average in averages.every[1:]:
        if missing := {key: n for key, n in average.undefined.items() if n}:
            listed = ", ".join(f"{key} {n:,}" for key, n in missing.items())
            yield from ("", f"Undefined (0/0) in the {average.words} average: {listed}.")
