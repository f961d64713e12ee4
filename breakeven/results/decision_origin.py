"""Where decisions come from, in sentences: given, assumed, or fitted to some truth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from breakeven.analysis.evaluation.cut import (
    RULE_MEANINGS,
    RULE_NAMES,
    TUNED,
    WISHED,
    FittedCut,
)
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.evaluation.fit import fit_cut, untunable
from breakeven.analysis.selection.selection import Selection, system_of
from breakeven.data.records import Review
from breakeven.data.wording import count_of, listed, quoted, sentence_of
from breakeven.results.promises import promise_of
from breakeven.results.scope import CROSS_FITTED_TEXT, OPTIMISTIC

# rules that find a threshold for each class, or may be given one
OWN = ("per_class", *TUNED)


@dataclass(frozen=True, kw_only=True)
class ClassThreshold:
    """The threshold of one class, and how it came about; infinite where it is never assigned."""

    name: str
    threshold: float
    how: str


@dataclass(frozen=True, kw_only=True)
class DecisionOrigin:
    """Where the decisions come from.

    `sentences`: that in words. `optimistic`: whether they were fitted to documents that are
    measured; `cross_fitted`: whether each of these was decided by what was fitted on others.
    `tuned_on`: the split whose truth was looked at, None for none, or for all documents, which
    `tuned_on_all` says. `thresholds`: of each class, where classes have their own.
    """

    sentences: tuple[str, ...]
    optimistic: bool
    cross_fitted: bool
    tuned_on: str | None
    tuned_on_all: bool
    thresholds: tuple[ClassThreshold, ...]


def decision_origin(review: Review, selection: Selection, evaluation: Evaluation) -> DecisionOrigin:
    """Of the decisions of an evaluation, and the thresholds of classes that have their own."""
    cut = evaluation.cut
    fitted = None
    if cut.rule in OWN or cut.own:
        fitted = fit_cut(review.truth, system_of(review, selection.system), cut)
    sentences = list(_sentences(evaluation, fitted))
    if cut.rule in WISHED:
        # what is promised, what it costs, and whether it is kept
        shown = evaluation.scored
        wish = promise_of(review, selection.system, cut, evaluation.split, shown)
        sentences += wish.sentences
    return DecisionOrigin(
        sentences=tuple(sentences),
        optimistic=evaluation.optimistic,
        cross_fitted=cut.cross_fitted_on(evaluation.split),
        tuned_on=cut.split if cut.fitted_to_truth else None,
        tuned_on_all=cut.fitted_to_truth and cut.split is None,
        thresholds=() if fitted is None else _thresholds(evaluation, fitted),
    )


def _sentences(evaluation: Evaluation, fitted: FittedCut | None) -> Iterator[str]:
    cut = evaluation.cut
    yield f"{RULE_NAMES[cut.rule]}: {cut}."
    if meaning := RULE_MEANINGS[cut.rule]:
        yield meaning
    if cut.rule == "given":
        yield (
            "The files do not tell how they were made, or on which documents a threshold was "
            "chosen."
        )
    if cut.assumed:
        yield "This threshold is assumed: another one may give other numbers."
    if cut.fitted_to_truth:
        where = "all documents" if cut.split is None else quoted(cut.split)
        yield f"The truth of {where} was used for it."
        if cut.cross_fitted_on(evaluation.split):
            yield sentence_of(CROSS_FITTED_TEXT)
        elif evaluation.optimistic:
            yield sentence_of(OPTIMISTIC)
        else:
            yield "Those are other documents than the ones in this report."
    elif cut.rule not in ("given", "per_class"):
        yield "No truth was used for it."
    if cut.rule not in WISHED and fitted is not None and len(failed := untunable(fitted)):
        names = listed([evaluation.classes[c] for c in failed])
        yield f"{count_of(len(failed), 'class', 'classes')} could not be tuned: {names}."


def _thresholds(evaluation: Evaluation, fitted: FittedCut) -> tuple[ClassThreshold, ...]:
    if fitted.thresholds is None:
        return ()
    return tuple(
        ClassThreshold(name=name, threshold=float(threshold), how=how)
        for name, threshold, how in zip(
            evaluation.classes, fitted.thresholds, fitted.how, strict=True
        )
    )
