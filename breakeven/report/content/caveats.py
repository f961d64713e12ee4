"""Under what conditions numbers hold: reasons for care, what they leave out, how it is decided."""

from __future__ import annotations

import numpy as np

from breakeven.analysis.evaluation.cut import RULE_MEANINGS, RULE_NAMES
from breakeven.analysis.evaluation.evaluation import Evaluation, sampling_text
from breakeven.analysis.evaluation.fit import fit_cut, untunable
from breakeven.analysis.findings.checks import CheckResults
from breakeven.analysis.selection.selection import Selection, system_of
from breakeven.analysis.selection.where import FilteredDocuments
from breakeven.data.gold import gold_source
from breakeven.data.records import Review
from breakeven.data.wording import count_of, f_name, listed, quoted
from breakeven.report.content.record import Averaged, ClassThreshold, ReportSides, Threshold
from breakeven.results.scope import BY_OUTCOME, OPTIMISTIC, TRUE_NUMBER, cautions, class_map_text

# rules that find a threshold for each class, or may be given one
OWN = ("per_class", "f", "break_even", "loss")


def conditions_of(
    review: Review,
    evaluation: Evaluation,
    kept: FilteredDocuments | None,
    checked: CheckResults,
    beside: list[ReportSides],
) -> tuple[str, ...]:
    """Every reason not to take the numbers as they stand, the gravest first; plain text.

    `beside`: results that differ in their documents or labels, each with its reason.
    """
    errors = [f"{f.title}. {f.what}" for f in checked.findings if f.severity == "error"]
    said = [*errors, *(of.text for of in beside)]
    if evaluation.exactly_true_number:
        said.append(TRUE_NUMBER)
    said += cautions(review.truth, evaluation.rows, optimistic=evaluation.optimistic)
    if kept is not None and kept.by_outcome:
        said.append(_sentence(BY_OUTCOME.format(system=evaluation.system)))
    if sampled := sampling_text(evaluation):
        said.append(_sentence(f"documents were drawn with {sampled}"))
    if len(review.truth.splits) < 2:
        number = "one split" if review.truth.splits else "no splits"
        said.append(
            f"The files have {number}: whether a system has seen these documents before cannot be "
            "told."
        )
    return tuple(said)


def left_out_of(
    review: Review,
    selection: Selection,
    evaluation: Evaluation,
    kept: FilteredDocuments | None,
    averages: tuple[Averaged, ...],
) -> tuple[str, ...]:
    """What the numbers do not cover, each in a sentence; plain text."""
    truth, said = review.truth, []
    whole = evaluation.documents if kept is None else kept.of_documents
    if kept is not None:
        said.append(
            f"Only {kept.documents:,} of {count_of(whole, 'document')} are looked at, those that "
            f"the filter keeps: {kept.where.text}"
        )
    if silent := len(truth.in_split(selection.split)) - whole:
        said.append(
            f"{count_of(silent, 'document')} of the split, of which {quoted(evaluation.system)} "
            "said nothing."
        )
    if elsewhere := truth.n - len(truth.in_split(selection.split)):
        others = [name for name in truth.splits if name != selection.split]
        where = f" ({listed(others)})" if others else ""
        said.append(f"{count_of(elsewhere, 'document')} outside this split{where}.")
    unjudged = evaluation.scored.unjudged
    if unjudged is not None and unjudged.nnz:
        pairs = count_of(unjudged.nnz, "document/class pair", "document/class pairs")
        said.append(f"{pairs} that nobody judged.")
    said += _undefined(averages, f_name(selection.beta), selection.undefined)
    absent = int(np.sum(evaluation.tables.positives == 0))
    if absent:
        have, they = ("has", "it is") if absent == 1 else ("have", "they are")
        said.append(
            f"{absent:,} of {count_of(len(evaluation.classes), 'class', 'classes')} {have} no "
            f"document here: nothing can be said of how well {they} found."
        )
    if truth.gold:
        said.append(_sentence(f"what counts as the truth is {gold_source(truth.gold, truth)}"))
    if mapped := class_map_text(review):
        said.append(_sentence(f"names of classes in the files were replaced, {mapped}"))
    return (*said, *(f"Noticed in reading: {note}." for note in review.notes))


def _undefined(averages: tuple[Averaged, ...], f: str, counted: str) -> list[str]:
    """The averages that some units have no value for, and what became of those."""
    said = []
    for average in averages[1:]:
        missing = int(average.undefined["f"])
        if not missing:
            continue
        of = count_of(average.of, average.unit, f"{average.unit}s".replace("classs", "classes"))
        done = {
            "drop": "left out of it",
            "zero": "counted as 0",
            "one": "counted as 1",
            "partition": "left out of it, with all others of which any measure is 0/0",
        }[counted]
        said.append(
            f"{f} is 0/0 for {missing:,} of {of} in the average called "
            f"{average.name.lower()}: {done}."
        )
    return said


def threshold_of(review: Review, selection: Selection, evaluation: Evaluation) -> Threshold:
    """Where the decisions come from, in sentences, and the thresholds of classes with their own."""
    cut = evaluation.cut
    said = [f"{RULE_NAMES[cut.rule]}: {cut}.", RULE_MEANINGS[cut.rule]]
    thresholds: tuple[ClassThreshold, ...] = ()
    whole = cut.fitted_to_truth and cut.split is None
    if cut.rule == "given":
        said.append(
            "How they came about, and on which documents a threshold was chosen, the files do "
            "not say."
        )
    if cut.assumed:
        said.append("Nobody chose this threshold: another one may give other numbers.")
    if cut.fitted_to_truth:
        said.append(
            f"The truth of {'all documents' if whole else quoted(cut.split)} was looked at for it."
        )
        said.append(
            _sentence(OPTIMISTIC)
            if evaluation.optimistic
            else "Those are other documents than the ones reported on."
        )
    elif cut.rule not in ("given", "per_class"):
        said.append("No truth was looked at for it.")
    if cut.rule in OWN or cut.own:
        fitted = fit_cut(review.truth, system_of(review, selection.system), cut)
        if fitted.thresholds is not None:
            thresholds = tuple(
                ClassThreshold(name=name, threshold=float(at), how=how)
                for name, at, how in zip(
                    evaluation.classes, fitted.thresholds, fitted.how, strict=True
                )
            )
        if len(failed := untunable(fitted)):
            names = listed([evaluation.classes[c] for c in failed])
            said.append(f"{count_of(len(failed), 'class', 'classes')} could not be tuned: {names}.")
    return Threshold(
        said=tuple(said),
        optimistic=evaluation.optimistic,
        tuned_on=cut.split if cut.fitted_to_truth else None,
        whole=whole,
        thresholds=thresholds,
    )


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."
