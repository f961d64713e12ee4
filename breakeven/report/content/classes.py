"""Every class with its numbers, and the weakest with reasons, advice and documents.

Tested in `test_gather`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from breakeven.analysis.documents.reading_order import by_score
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings.class_assessment import assess_class, verdicts_of
from breakeven.analysis.findings.class_text import read_class, words_of
from breakeven.analysis.selection.selected_evaluation import on_tuning_split
from breakeven.data.records import Review
from breakeven.data.splits import class_counts
from breakeven.data.wording import count_of
from breakeven.report.content.headline import number_with_ends
from breakeven.report.content.record import (
    NAN,
    ClassRow,
    ReportOptions,
    WeakClass,
    Weakest,
    WrongDocument,
)
from breakeven.results.columns import ClassColumn, ClassNumbers, class_numbers, columns
from breakeven.results.values import document_ids
from metrics.incidence import judged
from metrics.uncertainty.class_verdicts import FEWEST, ClassVerdicts, lowest_and_highest
from metrics.uncertainty.intervals import Interval, without_ends

# signs of a text that an example shows
LONGEST_TEXT = 400


def class_rows(
    review: Review, evaluation: Evaluation, verdicts: ClassVerdicts, beta: float
) -> tuple[ClassRow, ...]:
    """Every class, in the order of the files."""
    of = class_numbers(evaluation, beta)
    found = {c.key: _numbers(c, of) for c in columns("record") if c.kind in ("count", "measure")}
    how = list(of.curves.hows) if of.scored is not None else [""] * len(of.classes)
    words, per_split = words_of(verdicts), class_counts(review.truth)
    return tuple(
        ClassRow(
            name=name,
            numbers={key: numbers[c] for key, numbers in found.items()},
            verdict=words[c],
            how=how[c],
            per_split=tuple(per_split[:, c].tolist()),
        )
        for c, name in enumerate(evaluation.classes)
    )


def _numbers(column: ClassColumn, of: ClassNumbers) -> Sequence[Interval | float]:
    """A column class by class; NaN in one of scores where there are none."""
    if column.values is None or (column.scored and of.scored is None):
        return [NAN if column.ends is None else without_ends(NAN)] * len(of.classes)
    values = column.values(of)
    if column.ends is None:
        return [float(value) for value in values]
    ends = column.ends(of)
    return [
        number_with_ends(value, Interval(low, high))
        for value, low, high in zip(values, ends.low, ends.high, strict=True)
    ]


def weakest_classes(
    review: Review,
    evaluation: Evaluation,
    rows: tuple[ClassRow, ...],
    beta: float,
    options: ReportOptions,
) -> Weakest:
    """The classes of the lowest F, each with what is to be said of it."""
    ends = lowest_and_highest(evaluation.tables, beta, options.weakest)
    chosen = ends.classes[: options.weakest].tolist()
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
    return Weakest(
        rule=_rule(len(chosen), ends.present, ends.few),
        examples_rule=_examples_rule(evaluation, options) if chosen else "",
        classes=tuple(classes),
        without_documents=len(evaluation.classes) - ends.present,
    )


def _rule(listed: int, present: int, few: int) -> str:
    of = count_of(present, "class", "classes")
    if listed == present:
        return f"All {of} with documents here, the lowest F first."
    which = "class" if listed == 1 else f"{listed:,} classes"
    said = f"The {which} of the lowest F, of {of} with documents here."
    if few == present:
        return f"{said} All have fewer than {FEWEST} documents, so F says little of any."
    if few:
        left = count_of(few, "class is", "classes are")
        said += f" Left out: {left} of fewer than {FEWEST} documents, of which F says little."
    return said


def _examples_rule(evaluation: Evaluation, options: ReportOptions) -> str:
    if not options.examples:
        return ""
    order = (
        "in the order of the files"
        if not evaluation.scored.has_scores
        else "the missed with the lowest scores and the wrongly assigned with the highest"
    )
    texts = "" if options.texts else " Texts are left out, as nobody chose to show them."
    return f"Examples: up to {options.examples} of each kind of error of a class, {order}.{texts}"


def _examples(
    review: Review, evaluation: Evaluation, c: int, options: ReportOptions
) -> Iterator[WrongDocument]:
    off, scores = evaluation.scored.unjudged, evaluation.scored.scores
    truth, assigned = (judged(of, off).tocsr() for of in (evaluation.truth, evaluation.assigned))
    for cell, kind in (("fn", "missed"), ("fp", "wrongly assigned")):
        found = evaluation.documents_in_cell(c, cell)
        if scores is not None and len(found):
            order = by_score(scores, c, rising=cell == "fn")
            found = order[np.isin(order, found)]
        for at in found[: options.examples].tolist():
            row = int(evaluation.rows[at])
            text = _text_of(review, row) if options.texts else None
            yield WrongDocument(
                kind=kind,  # type: ignore[arg-type]
                document=document_ids(review.truth, np.array([row]))[0],
                true=tuple(evaluation.classes[i] for i in np.sort(truth[[at]].indices)),
                assigned=tuple(evaluation.classes[i] for i in np.sort(assigned[[at]].indices)),
                text=None if text is None else text[:LONGEST_TEXT],
                cut=text is not None and len(text) > LONGEST_TEXT,
            )


def _text_of(review: Review, row: int) -> str | None:
    column = review.truth.text_column
    return None if column is None else str(review.truth.columns[column][row])
