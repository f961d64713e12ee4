"""Under what conditions the numbers of an evaluation hold: why to take care, what is left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from breakeven.analysis.advice.checks import CheckResults
from breakeven.analysis.advice.in_mind import reservations_of
from breakeven.analysis.evaluation.evaluation import Evaluation, sampling_text
from breakeven.analysis.selection.leak_sides import LeakSides
from breakeven.analysis.selection.selection import Selection
from breakeven.analysis.selection.where import FilteredDocuments
from breakeven.data.gold import gold_source
from breakeven.data.records import Review
from breakeven.data.wording import count_of, f_name, listed, quoted, sentence_of
from breakeven.results.averages import AveragedMeasures, ResultAverages
from breakeven.results.scope import BY_OUTCOME, TRUE_NUMBER, cautions, class_map_text
from breakeven.results.variants import as_if_text
from metrics.averaging import Undefined

# what became of units whose value is 0/0, by what 0/0 counts as
UNDEFINED_UNITS: Mapping[Undefined, str] = {
    "drop": "left out of it",
    "zero": "counted as 0",
    "one": "counted as 1",
    "partition": "left out of it, with all others of which any measure is 0/0",
}


def reasons_for_care(
    review: Review,
    evaluation: Evaluation,
    filtered: FilteredDocuments | None,
    checked: CheckResults,
    leaks: LeakSides[Evaluation] | None,
) -> tuple[str, ...]:
    """Every reason not to take the numbers as they stand, the gravest first; plain text.

    `filtered`: what a filter keeps, None without one; `leaks`: None where no document leaks.
    """
    return tuple(_reasons(review, evaluation, filtered, checked, leaks))


def _reasons(
    review: Review,
    evaluation: Evaluation,
    filtered: FilteredDocuments | None,
    checked: CheckResults,
    leaks: LeakSides[Evaluation] | None,
) -> Iterator[str]:
    reservations = reservations_of(checked.findings)
    yield from reservations.grave_texts
    if leaks is not None:
        yield str(leaks)
    if review.as_if is not None:
        yield as_if_text(review.as_if)
    if evaluation.exactly_true_number:
        yield TRUE_NUMBER
    yield from cautions(review.truth, evaluation.rows, optimistic=evaluation.optimistic)
    if filtered is not None and filtered.by_outcome:
        yield sentence_of(BY_OUTCOME.format(system=evaluation.system))
    if sampled := sampling_text(evaluation):
        yield sentence_of(f"documents were drawn with {sampled}")
    if len(review.truth.splits) < 2:
        number = "one split" if review.truth.splits else "no splits"
        yield (
            f"The files have {number}, so nobody can tell whether a system has seen these "
            "documents before."
        )
    if reservations.notices_text:
        yield reservations.notices_text


def left_out_texts(
    review: Review,
    selection: Selection,
    evaluation: Evaluation,
    filtered: FilteredDocuments | None,
    averages: ResultAverages,
) -> tuple[str, ...]:
    """What the numbers do not cover, each in a sentence; plain text."""
    return tuple(_left_out(review, selection, evaluation, filtered, averages))


def _left_out(
    review: Review,
    selection: Selection,
    evaluation: Evaluation,
    filtered: FilteredDocuments | None,
    averages: ResultAverages,
) -> Iterator[str]:
    truth = review.truth
    answered = evaluation.documents if filtered is None else filtered.of_documents
    if filtered is not None:
        yield (
            f"Only {filtered.documents:,} of {count_of(answered, 'document')} are evaluated, "
            f"those that the filter keeps: {filtered.where.text}"
        )
    if silent := len(truth.in_split(selection.split)) - answered:
        yield (
            f"{count_of(silent, 'document')} of the split, for which {quoted(evaluation.system)} "
            "has no prediction."
        )
    if elsewhere := truth.n - len(truth.in_split(selection.split)):
        others = [name for name in truth.splits if name != selection.split]
        where = f" ({listed(others)})" if others else ""
        yield f"{count_of(elsewhere, 'document')} outside this split{where}."
    unjudged = evaluation.scored.unjudged
    if unjudged is not None and unjudged.nnz:
        pairs = count_of(unjudged.nnz, "document/class pair", "document/class pairs")
        yield f"{pairs} that nobody judged."
    for average in averages.every[1:]:
        yield from _undefined_units(average, f_name(selection.beta), selection.undefined)
    absent = int(np.sum(evaluation.tables.positives == 0))
    if absent:
        have, they = ("has", "it is") if absent == 1 else ("have", "they are")
        yield (
            f"{absent:,} of {count_of(len(evaluation.classes), 'class', 'classes')} {have} no "
            f"document here, so nobody can tell how well {they} found."
        )
    if truth.gold:
        yield sentence_of(f"what counts as the truth is {gold_source(truth.gold, truth)}")
    if mapped := class_map_text(review):
        yield sentence_of(f"class names in the files were replaced, {mapped}")
    for note in review.notes:
        yield f"Noticed while reading: {note}."


def _undefined_units(average: AveragedMeasures, f: str, undefined: Undefined) -> Iterator[str]:
    """How many units of an average have no F, and what became of those; nothing where all have."""
    if missing := int(average.undefined["f"]):
        units = count_of(average.of, average.unit, average.units_name)
        yield (
            f"{f} is 0/0 for {missing:,} of {units} in the average called {average.words}: "
            f"{UNDEFINED_UNITS[undefined]}."
        )
