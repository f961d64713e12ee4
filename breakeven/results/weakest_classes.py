"""The classes of the lowest F: verdict, evidence, what to do next, and documents that are wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from breakeven.analysis.evaluation.evaluation import Evaluation, errors_by_confidence
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.class_assessment import assess_class, verdicts_of
from breakeven.analysis.findings.class_text import read_class
from breakeven.analysis.selection.selected_evaluation import on_tuning_split
from breakeven.data.records import Review
from breakeven.data.wording import count_of
from breakeven.results.class_rows import ClassRow
from breakeven.results.values import document_ids
from metrics.incidence import judged
from metrics.uncertainty.class_verdicts import FEWEST, lowest_and_highest

# signs of a text that an example shows
LONGEST_TEXT = 400


@dataclass(frozen=True, kw_only=True)
class WeakestOptions:
    """How many classes are looked at closely, and what is shown of their documents.

    `examples`: so many documents of each kind of error of each class. `texts`: whether they show
    what they say.
    """

    classes: int
    examples: int
    texts: bool
    limits: Limits


@dataclass(frozen=True, kw_only=True)
class WrongDocument:
    """A document that is wrong: `kind` says how.

    `text` is None where texts were not chosen or there is none; `cut`: it goes on.
    """

    kind: Literal["missed", "false alarm"]
    document: str
    true: tuple[str, ...]
    assigned: tuple[str, ...]
    text: str | None
    cut: bool


@dataclass(frozen=True, kw_only=True)
class WeakClass:
    """A class looked at closely: what is to be said of it, and what to do."""

    row: ClassRow
    verdict: str
    evidence: tuple[str, ...]
    next_step: str
    examples: tuple[WrongDocument, ...]


@dataclass(frozen=True, kw_only=True)
class WeakestClasses:
    """The classes of the lowest F, which has no 0/0 among them.

    `rule`: which, of how many; `examples_rule`: which of their documents are shown, "" for none.
    `without_documents`: how many classes have no document here.
    """

    rule: str
    examples_rule: str
    classes: tuple[WeakClass, ...]
    without_documents: int


def weakest_classes(
    review: Review,
    evaluation: Evaluation,
    rows: Sequence[ClassRow],
    beta: float,
    options: WeakestOptions,
) -> WeakestClasses:
    """The classes of the lowest F, each with what is to be said of it. `rows`: of all classes."""
    ends = lowest_and_highest(evaluation.tables, beta, options.classes)
    chosen = ends.classes[: options.classes].tolist()
    limits = options.limits
    tuning = on_tuning_split(review, evaluation, limits)
    verdicts = verdicts_of(evaluation, limits)
    classes = []
    for c in chosen:
        assessed = assess_class(review.truth, evaluation, tuning, verdicts, c, limits, beta=beta)
        reading = read_class(assessed)
        classes.append(
            WeakClass(
                row=rows[c],
                verdict=reading.verdict,
                evidence=tuple(reading.evidence),
                next_step=reading.next_step,
                examples=tuple(_examples(review, evaluation, c, options)),
            )
        )
    return WeakestClasses(
        rule=_rule(len(chosen), ends.present, ends.few),
        examples_rule=_examples_rule(evaluation, options) if chosen else "",
        classes=tuple(classes),
        without_documents=len(evaluation.classes) - ends.present,
    )


def _rule(listed: int, present: int, few: int) -> str:
    every = count_of(present, "class", "classes")
    if listed == present:
        return f"All {every} with documents here, the lowest F first."
    which = "class" if listed == 1 else f"{listed:,} classes"
    text = f"The {which} with the lowest F, of {every} with documents here."
    if few == present:
        return f"{text} All have fewer than {FEWEST} documents, so their F is uncertain."
    if few:
        left = count_of(few, "class is", "classes are")
        text += f" Left out: {left} with fewer than {FEWEST} documents, whose F is uncertain."
    return text


def _examples_rule(evaluation: Evaluation, options: WeakestOptions) -> str:
    if not options.examples:
        return ""
    order = (
        "in the order of the files"
        if not evaluation.scored.has_scores
        else "missed documents with the lowest scores first, false alarms with the highest"
    )
    texts = "" if options.texts else " Texts are left out, as chosen."
    return f"Examples: up to {options.examples} of each kind of error of a class, {order}.{texts}"


def _examples(
    review: Review, evaluation: Evaluation, c: int, options: WeakestOptions
) -> Iterator[WrongDocument]:
    unjudged = evaluation.scored.unjudged
    truth, assigned = (
        judged(labels, unjudged).tocsr() for labels in (evaluation.truth, evaluation.assigned)
    )
    kinds: tuple[tuple[str, Literal["missed", "false alarm"]], ...] = (
        ("fn", "missed"),
        ("fp", "false alarm"),
    )
    for cell, kind in kinds:
        positions = errors_by_confidence(evaluation, c, cell)
        for position in positions[: options.examples].tolist():
            row = int(evaluation.rows[position])
            text = _text_of(review, row) if options.texts else None
            yield WrongDocument(
                kind=kind,
                document=document_ids(review.truth, np.array([row]))[0],
                true=_names(evaluation, truth[[position]].indices),
                assigned=_names(evaluation, assigned[[position]].indices),
                text=None if text is None else text[:LONGEST_TEXT],
                cut=text is not None and len(text) > LONGEST_TEXT,
            )


def _names(evaluation: Evaluation, classes: Sequence[int]) -> tuple[str, ...]:
    return tuple(evaluation.classes[c] for c in np.sort(classes))


def _text_of(review: Review, row: int) -> str | None:
    column = review.truth.text_column
    return None if column is None else str(review.truth.columns[column][row])
