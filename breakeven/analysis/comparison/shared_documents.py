"""The documents that all compared systems share, and the values compared on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Literal

import numpy as np
from scipy import sparse

from breakeven.analysis.comparison.evaluated_losses import (
    differing_losses,
    losses_of,
    why_no_losses,
)
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.own_measures import OwnMeasure
from metrics.averaging import Undefined, mean_of
from metrics.catalogue import lower_is_better
from metrics.expected.probability_losses import LossName
from metrics.incidence import count_per_class, judged
from metrics.measures import OF_DOCUMENTS, OF_TABLES, Measure, measures_of_tables
from metrics.ranking.break_even import micro_break_even_own_thresholds
from metrics.ranking.curves import average_precision
from metrics.ranking.eleven_point import eleven_point
from metrics.ranking.roc import places_in
from metrics.tallies import ContingencyTable, pooled_scores
from metrics.typing import AVERAGES, Array

# that over the largest classes, and those of every result
COMPARED_AVERAGES = ("micro_top", *AVERAGES)
# those by which a share of documents is one number
OVER_DOCUMENTS = ("micro", "per_document")
# the measures of decisions that are compared wherever nobody chooses; and all that may be
USUAL_MEASURES = ("f", "precision", "recall")
EXACT_MATCH = "exact_match"
OF_DECISIONS = (
    *USUAL_MEASURES, *(key for key in OF_TABLES if key not in USUAL_MEASURES), EXACT_MATCH,
)  # fmt: skip
OF_RANKINGS = ("break_even", "eleven_point", "average_precision", "roc_auc")
# of probabilities: losses, of which lower is better
OF_PROBABILITIES: tuple[LossName, ...] = ("log_loss", "brier")
COMPARED_MEASURES = (*OF_DECISIONS, *OF_RANKINGS, *OF_PROBABILITIES)


def averages_compared(measure: str) -> tuple[str, ...]:
    """The averages that a measure is compared by; one of one's own by all.

    Exact match is of documents, by either name. No per-document average is taken of a ranking per
    class, and of a loss only the two that are of all classes.
    """
    if measure in OF_PROBABILITIES:
        return ("micro", "macro")
    if measure == EXACT_MATCH:
        return OVER_DOCUMENTS
    if measure in OF_RANKINGS:
        return tuple(name for name in COMPARED_AVERAGES if name != "per_document")
    return COMPARED_AVERAGES


@dataclass(frozen=True)
class SharedDocuments:
    """Evaluations on the documents that every system spoke of, in one order.

    `left_out`: per system, how many of its documents others lack, shape (systems,). `unanswered`:
    how many of those that all have fell out because it gave no usable answer; () where none does.
    """

    evaluations: tuple[Evaluation, ...]
    left_out: tuple[int, ...]
    unanswered: tuple[int, ...] = ()

    @property
    def documents(self) -> int:
        """How many documents all systems are compared on."""
        return self.evaluations[0].documents

    @property
    def drawn(self) -> int:
        """How many clusters the documents are in, or documents where none are clustered."""
        return self.evaluations[0].drawn

    @property
    def unit(self) -> Literal["document", "cluster"]:
        """What is drawn, and swapped, whole."""
        return self.evaluations[0].unit

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems' names, in the order of the evaluations."""
        return tuple(evaluation.system for evaluation in self.evaluations)


def share_documents(evaluations: Sequence[Evaluation]) -> SharedDocuments:
    """Restrict evaluations of one truth to the documents they share."""
    shared = reduce(np.intersect1d, [evaluation.rows for evaluation in evaluations])
    return SharedDocuments(
        tuple(
            evaluation.restricted(np.searchsorted(evaluation.rows, shared))
            for evaluation in evaluations
        ),
        tuple(evaluation.documents - len(shared) for evaluation in evaluations),
    )


def share_answered(evaluations: Sequence[Evaluation]) -> SharedDocuments:
    """As `share_documents`, without those that a language model among them did not answer.

    An answer that names no class, and not on purpose, says nothing of how well a version does
    where it answers.
    """
    common = share_documents(evaluations)
    usable = [
        np.ones(common.documents, dtype=bool) if answers is None else answers.usable
        for answers in (evaluation.scored.answered for evaluation in common.evaluations)
    ]
    answered_by_all = np.logical_and.reduce(usable)
    if answered_by_all.all():
        return common
    positions = np.flatnonzero(answered_by_all)
    return SharedDocuments(
        tuple(evaluation.restricted(positions) for evaluation in common.evaluations),
        common.left_out,
        tuple(int((~answered).sum()) for answered in usable),
    )


@dataclass(frozen=True)
class ComparisonSettings:
    """What is measured: the measure by name, β, what 0/0 counts as, and the `top` classes.

    `top`: indices of the classes of the micro-average over a part of them. `own`: the measure of
    one's own that is so called; None for those that everybody has.
    """

    measure: str
    beta: float
    undefined: Undefined
    top: tuple[int, ...]
    own: OwnMeasure | None = None

    @property
    def measure_function(self) -> Measure:
        """The measure as a function of a table; of exact match, which no class has, all NaN.

        KeyError for one of rankings.
        """
        if self.own is not None:
            return self.own
        return _of_no_class if self.exact else measures_of_tables(self.beta)[self.measure]

    @property
    def exact(self) -> bool:
        """Whether it is exact match, which is of documents whatever they hold."""
        return self.own is None and self.measure == EXACT_MATCH

    def of_documents(self, evaluation: Evaluation) -> Measure | None:
        """What each document says, where micro and per document are shares of documents.

        Of accuracy and the error rate they are where each document has one class.
        """
        if self.own is not None or not (self.exact or evaluation.single_label):
            return None
        return OF_DOCUMENTS.get(self.measure)

    def per_document(self, evaluation: Evaluation) -> tuple[Measure, Undefined]:
        """The measure of each document's table, and what 0/0 counts as."""
        share = self.of_documents(evaluation)
        return (self.measure_function, self.undefined) if share is None else (share, "drop")

    @property
    def of_decisions(self) -> bool:
        """Whether it measures decisions, and neither how scores rank nor probabilities."""
        return not self.of_rankings and not self.of_probabilities

    @property
    def of_rankings(self) -> bool:
        """Whether it measures how scores rank."""
        return self.own is None and self.measure in OF_RANKINGS

    @property
    def of_probabilities(self) -> bool:
        """Whether it is a loss of probabilities, whose differences are no points of a share."""
        return self.own is None and self.measure in OF_PROBABILITIES

    @property
    def loss(self) -> LossName:
        """The loss by name; ValueError where it is none."""
        return OF_PROBABILITIES[OF_PROBABILITIES.index(self.measure)]

    @property
    def lower_is_better(self) -> bool:
        """Whether less of it is better."""
        return lower_is_better(self.measure) if self.own is None else self.own.lower_is_better

    @property
    def sign(self) -> int:
        """1 where more is better, else -1: a better system has more of it times this."""
        return -1 if self.lower_is_better else 1


def _of_no_class(table: ContingencyTable) -> Array:
    return np.full(np.shape(table.tp), np.nan)[()]


def largest_classes(evaluation: Evaluation, number: int = 10) -> tuple[int, ...]:
    """Indices of the classes with most positives here, the largest first."""
    positives = evaluation.tables.positives
    order = np.argsort(-positives, kind="stable")[:number]
    return tuple(int(c) for c in order if positives[c] > 0)


@dataclass(frozen=True)
class ComparedValues:
    """A measure of one system: its averages by name, and per class, shape (classes,)."""

    averages: Mapping[str, float]
    per_class: Array


def values_of(evaluation: Evaluation, settings: ComparisonSettings) -> ComparedValues:
    """The observed values; NaN where undefined, as a ranking has no per-document average here.

    Micro of break-even: every class cut at its own point, the tables pooled; of the other measures
    of rankings: all document/class pairs as one ranking; of losses: the documents
    where each has one class, else all pairs. ValueError for a ranking without scores.
    """
    top = list(settings.top)
    if settings.of_probabilities:
        return _loss_values(evaluation, settings.loss)
    if settings.of_decisions:
        measure, tables = settings.measure_function, evaluation.tables
        per_class = measure(tables)
        averages: dict[str, Any] = {
            "micro_top": measure(tables[top].pooled()),
            **_averages_of(evaluation, settings),
        }
        return ComparedValues({name: float(v) for name, v in averages.items()}, per_class)
    tallies = evaluation.scored.tallies
    if settings.measure == "break_even":
        points = evaluation.scored.break_even_points
        per_class = evaluation.scored.curves.break_even_values
        micro_top = micro_break_even_own_thresholds(
            [tallies[c] for c in top], [points[c] for c in top]
        ).value
        micro = evaluation.micro_break_even_own_thresholds().value
    elif settings.measure == "average_precision":
        per_class = evaluation.scored.curves.average_precisions
        chosen = pooled_scores([tallies[c] for c in top]) if top else None
        micro_top = float("nan") if chosen is None else average_precision(chosen)
        micro = average_precision(pooled_scores(tallies))
    elif settings.measure == "roc_auc":
        per_class = np.asarray(evaluation.scored.roc_areas.value)
        chosen = pooled_scores([tallies[c] for c in top]) if top else None
        micro_top = float("nan") if chosen is None else places_in(chosen).area
        micro = evaluation.scored.curves.pooled_roc_area
    else:
        per_class = evaluation.scored.curves.eleven_averages
        chosen = pooled_scores([tallies[c] for c in top]) if top else None
        micro_top = float("nan") if chosen is None else eleven_point(chosen).average
        micro = evaluation.scored.curves.pooled_eleven_point.average
    macro = mean_of(per_class, settings.undefined).value
    positives = evaluation.tables.positives
    weighted = mean_of(per_class, settings.undefined, weights=positives).value
    return ComparedValues(
        {
            "micro_top": micro_top,
            "micro": micro,
            "macro": macro,
            "weighted": weighted,
            "per_document": float("nan"),
        },
        per_class,
    )


def _loss_values(evaluation: Evaluation, name: LossName) -> ComparedValues:
    losses = losses_of(evaluation, name).averages
    averages = dict.fromkeys(COMPARED_AVERAGES, float("nan"))
    averages |= {"micro": losses.micro.value, "macro": losses.macro.value}
    return ComparedValues(averages, np.array([mean.value for mean in losses.per_class]))


def have_losses(evaluations: Sequence[Evaluation]) -> bool:
    """Whether the scores of all systems are probabilities."""
    return all(why_no_losses(evaluation) is None for evaluation in evaluations)


def _averages_of(evaluation: Evaluation, settings: ComparisonSettings) -> dict[str, float]:
    own, undefined = settings.own, settings.undefined
    if settings.exact:
        nothing = dict.fromkeys(AVERAGES, float("nan"))
        return nothing | dict.fromkeys(OVER_DOCUMENTS, evaluation.exact_match)
    if own is not None:
        means = evaluation.counts.averages_of(own, undefined)
        return {name: mean.value for name, mean in means.items()}
    return {
        average: evaluation.averaged(settings.measure, average, settings.beta, undefined)
        for average in AVERAGES
    }


def differing_pairs(old: Evaluation, new: Evaluation) -> sparse.csc_array:
    """The judged decisions that the two make differently, boolean csc (documents, classes)."""
    return judged(old.assigned != new.assigned, old.scored.unjudged)


def differing_documents(old: Evaluation, new: Evaluation) -> Array:
    """Per class, on how many documents the two decide differently, shape (classes,)."""
    return count_per_class(differing_pairs(old, new))


def telling_pairs(
    old: Evaluation, new: Evaluation, settings: ComparisonSettings
) -> sparse.csc_array:
    """The judged pairs that could tell the two apart, boolean csc (documents, classes).

    Decisions that differ, or losses; between rankings, what is true.
    """
    if settings.of_rankings:
        return judged(old.truth, old.scored.unjudged)
    if settings.of_probabilities:
        return differing_losses(old, new, settings.loss)
    return differing_pairs(old, new)


def telling_documents(
    old: Evaluation, new: Evaluation, settings: ComparisonSettings
) -> dict[str, int]:
    """By average, how many documents, or clusters, have a pair that could tell the two apart."""
    pairs = telling_pairs(old, new, settings)

    def any_of(part: sparse.csc_array) -> int:
        has_any = sparse.csc_array((part.astype(np.int64).sum(axis=1) > 0)[:, None])
        return int(old.drawn_with(has_any)[0])

    everywhere = any_of(pairs)
    top = any_of(pairs[:, list(settings.top)])
    return {name: top if name == "micro_top" else everywhere for name in COMPARED_AVERAGES}
