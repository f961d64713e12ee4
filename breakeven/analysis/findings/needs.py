"""What checks need of the data, and what to add where it is not there.

Tested in `test_checks`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import get_args

import numpy as np

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings.better_threshold import LEAST_POSITIVES, MOVABLE
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.drift import (
    LEAST,
    LEAST_PERIODS,
    PERIODS,
    TrainAndTest,
    sides_of,
    sides_with_texts,
)
from breakeven.analysis.findings.rule import CheckRule, Need
from breakeven.analysis.findings.score_findings import may_be_probabilities
from breakeven.analysis.findings.target_leakage import own_ids
from breakeven.analysis.slices.weak_slices import SAMPLED, SliceFindings
from breakeven.data.corpus import word_counts
from breakeven.data.records import Predictions, Truth
from breakeven.data.splits import date_column, length_column, periods_of, roles_of
from breakeven.data.wording import sentence_of
from metrics.dataset.near_duplicates import NearDuplicates


@dataclass(frozen=True)
class MissingNeed:
    """Why a check could not be made, and what to add for it, if anything can be. Plain text."""

    what: str
    add: str = ""


@dataclass(frozen=True, kw_only=True)
class ReviewFacts:
    """What is known of a review when its checks begin.

    `near`: what a search for near-duplicates found, None where none was made. `evaluation`: the
    decisions under review, None where nobody has labelled; `fitted_on` those that thresholds may be
    fitted on; `predictions` what the system said, `systems` how many of them spoke. `weak`: what a
    search for weak slices found, None where none was made.
    """

    truth: Truth
    limits: Limits
    near: NearDuplicates | None = None
    evaluation: Evaluation | None = None
    fitted_on: Evaluation | None = None
    predictions: Predictions | None = None
    systems: int = 1
    weak: SliceFindings | None = None


def unchecked(rules: Mapping[str, CheckRule], facts: ReviewFacts) -> dict[str, MissingNeed]:
    """Of these rules the ones that the data does not allow to check, by their code, with why."""
    found = {need: _ASKED[need](facts) for need in get_args(Need) if _is_needed(rules, need)}
    out = {}
    for code, rule in rules.items():
        missing = next((found[need] for need in rule.needs if found[need] is not None), None)
        if missing is not None:
            out[code] = missing
    return out


def _is_needed(rules: Mapping[str, CheckRule], need: Need) -> bool:
    return any(need in rule.needs for rule in rules.values())


def _labels(facts: ReviewFacts) -> MissingNeed | None:
    truth = facts.truth
    if truth.labels is None:
        return MissingNeed("Nobody has labelled these documents.", "Add a column with the truth.")
    if truth.unjudged is not None and truth.unjudged.nnz == truth.n * len(truth.classes):
        return MissingNeed("Nobody has judged any pair of document and class.", "Add the truth.")
    return None


def _a_split(facts: ReviewFacts) -> MissingNeed | None:
    if not facts.truth.splits:
        return MissingNeed(
            "There are no splits: the documents are one set, with nothing to compare it to.",
            "Add a column “split” and the training documents (their predictions may be empty).",
        )
    return None


def _splits(facts: ReviewFacts) -> MissingNeed | None:
    if len(facts.truth.splits) == 1:
        return MissingNeed(
            "All documents are in one split, with nothing to compare it to.",
            "Add the documents of the other splits (their predictions may be empty).",
        )
    return _a_split(facts)


def _train(facts: ReviewFacts) -> MissingNeed | None:
    truth, limits = facts.truth, facts.limits
    if roles_of(truth, limits.train, limits.test).train is None:
        return _a_split(facts) or MissingNeed(
            "No split is known as the training split.",
            "Add the training documents with “train” in the split column, or choose the "
            "split in the settings of the checks.",
        )
    return None


def _test(facts: ReviewFacts) -> MissingNeed | None:
    truth, limits = facts.truth, facts.limits
    if roles_of(truth, limits.train, limits.test).test is None:
        return _a_split(facts) or MissingNeed(
            "No split is known as the test split.",
            "Call it “test” in the split column, or choose the split in the settings of the "
            "checks.",
        )
    return None


def _ids(facts: ReviewFacts) -> MissingNeed | None:
    if not own_ids(facts.truth):
        return MissingNeed("Documents have no ids of their own.", "Add a column “id”.")
    return None


def _texts(facts: ReviewFacts) -> MissingNeed | None:
    if facts.truth.text_column is None:
        return MissingNeed("There are no texts.", "Add a column with the text.")
    return None


def _whole_texts(facts: ReviewFacts) -> MissingNeed | None:
    column, least = facts.truth.text_column, facts.limits.min_words
    if column is None or not facts.truth.n:
        return _texts(facts)
    short, n = int((word_counts(facts.truth.columns[column]) < least).sum()), facts.truth.n
    if 2 * short > n:
        rest = "only the others were compared" if short < n else "none was compared"
        return MissingNeed(
            f"{short:,} of {n:,} texts have fewer than {least} words (titles?), too few to tell "
            f"a repeated phrase from a repeated document: {rest}.",
            "Add a column with the whole text, or lower the number of words in the settings of the "
            "checks.",
        )
    return None


def _near_search(facts: ReviewFacts) -> MissingNeed | None:
    if facts.near is None:
        return MissingNeed("Near-duplicates were not looked for yet.", "Start the search.")
    return None


def _lengths(facts: ReviewFacts) -> MissingNeed | None:
    if length_column(facts.truth) is not None:
        return None
    return _texts(facts) or _two_texts(facts)


def _two_sides(facts: ReviewFacts) -> MissingNeed | None:
    return _few(sides_of(facts.truth, facts.limits), "documents")


def _two_texts(facts: ReviewFacts) -> MissingNeed | None:
    return _few(sides_with_texts(facts.truth, facts.limits), "texts")


def _few(sides: TrainAndTest | None, what: str) -> MissingNeed | None:
    if sides is None:
        return MissingNeed(
            "The training split is the test split.", "Choose another in the settings of the checks."
        )
    if not sides.enough:
        return MissingNeed(
            f"Training or test has fewer than {LEAST} {what}.", f"Add {what} of both."
        )
    return None


def _columns(facts: ReviewFacts) -> MissingNeed | None:
    if not set(facts.truth.columns) - {facts.truth.text_column}:
        return MissingNeed("There are no further columns.")
    return None


def _dates(facts: ReviewFacts) -> MissingNeed | None:
    if date_column(facts.truth) is None:
        return MissingNeed("There are no dates.", "Add a column with dates as 2024-01-31.")
    return None


def _periods(facts: ReviewFacts) -> MissingNeed | None:
    found = date_column(facts.truth)
    if found is not None and len(periods_of(found[0], PERIODS)[0]) < LEAST_PERIODS:
        return MissingNeed(
            f"The documents are dated on fewer than {LEAST_PERIODS} days, or nearly all on a few."
        )
    return _dates(facts)


def _classes(facts: ReviewFacts) -> MissingNeed | None:
    return MissingNeed("There is one class.") if len(facts.truth.classes) < 2 else None


def _third_class(facts: ReviewFacts) -> MissingNeed | None:
    if len(facts.truth.classes) == 2:
        return MissingNeed("There are two classes: what is not one is the other.")
    return _classes(facts)


def _large_classes(facts: ReviewFacts) -> MissingNeed | None:
    truth, limits = facts.truth, facts.limits
    if truth.labels is None:
        return None
    train = roles_of(truth, limits.train, limits.test).train
    rows = truth.in_split(None if train is None else truth.splits[train])
    sizes = np.asarray(truth.labels[rows].astype(np.int64).sum(axis=0))
    if np.sum(sizes >= limits.min_train) < 2:
        unit = "training documents" if train is not None else "documents"
        return MissingNeed(
            f"Fewer than two classes have {limits.min_train} {unit}.",
            "Add training documents, or ask for fewer in the settings of the checks.",
        )
    return None


def _several_classes(facts: ReviewFacts) -> MissingNeed | None:
    single = facts.truth.labels is not None and facts.truth.task == "single-label"
    return MissingNeed("Every document has one class.") if single else None


def _two_systems(facts: ReviewFacts) -> MissingNeed | None:
    if facts.systems == 1:
        return MissingNeed("There is one system.", "Load what another says of the same documents.")
    return _a_system(facts)


def _three_systems(facts: ReviewFacts) -> MissingNeed | None:
    if facts.systems == 2:
        return MissingNeed(
            "There are two systems, and it takes three or more for their agreement to mean much.",
            "Load what another says of the same documents.",
        )
    return _two_systems(facts)


def _a_system(facts: ReviewFacts) -> MissingNeed | None:
    if not facts.systems:
        return MissingNeed("Nothing is predicted.", "Add a file with what a system predicts.")
    return None


def _decisions(facts: ReviewFacts) -> MissingNeed | None:
    if facts.evaluation is None:
        return _a_system(facts) or _labels(facts) or MissingNeed("No system is looked at.")
    if not np.any(facts.evaluation.tables.total):
        return MissingNeed(
            "Nobody has judged any of the documents under review.", "Add a column with the truth."
        )
    return None


def _true_here(facts: ReviewFacts) -> MissingNeed | None:
    if facts.evaluation is not None and not np.any(facts.evaluation.tables.positives):
        return MissingNeed("No document under review is in any class.", "Add documents that are.")
    return None


def _predicted_here(facts: ReviewFacts) -> MissingNeed | None:
    if facts.evaluation is not None and not np.any(facts.evaluation.tables.assigned):
        return MissingNeed("Nothing is predicted for the documents under review.")
    return None


def _clear_agreement(facts: ReviewFacts) -> MissingNeed | None:
    if facts.evaluation is not None and facts.evaluation.chance.at_chance:
        return MissingNeed(
            "The predictions do not clearly agree with the truth, so what they show of single "
            "classes may be chance."
        )
    return None


def _scores(facts: ReviewFacts) -> MissingNeed | None:
    if facts.predictions is not None and facts.predictions.scores is None:
        return MissingNeed("The system gives no scores.", "Add a score for each class.")
    return None


def _probabilities(facts: ReviewFacts) -> MissingNeed | None:
    if facts.predictions is not None and not may_be_probabilities(facts.predictions):
        return _scores(facts) or MissingNeed(
            "The scores are no probabilities: they do not all lie between 0 and 1.",
            "Give probabilities, if the system has them.",
        )
    return None


def _own_thresholds(facts: ReviewFacts) -> MissingNeed | None:
    here = facts.fitted_on
    if here is None:
        return None
    if here.one_of:
        return MissingNeed("One class is chosen per document: no class has a threshold of its own.")
    if here.cut.rule not in MOVABLE:
        return MissingNeed("The predictions follow a rule with an aim of its own.")
    if np.max(here.tables.positives, initial=0) < LEAST_POSITIVES:
        return MissingNeed(f"No class has {LEAST_POSITIVES} documents to fit a threshold on.")
    return None


def _second_split(facts: ReviewFacts) -> MissingNeed | None:
    here, fitted_on = facts.evaluation, facts.fitted_on
    if here is not None and (fitted_on is None or fitted_on.split == here.split):
        return MissingNeed(
            "There is no second split with predictions that the system has not learnt from.",
            "Add documents with “dev” in the split column, and what the system predicts there.",
        )
    return None


def _label_evidence(facts: ReviewFacts) -> MissingNeed | None:
    if facts.evaluation is None or facts.predictions is None:
        return None
    # loads scipy.special
    from breakeven.analysis.label_errors.label_evidence import NoEvidence
    from breakeven.analysis.validity.doubtful_labels import label_evidence

    evidence = label_evidence(facts.truth, facts.predictions, facts.evaluation)
    if isinstance(evidence, NoEvidence):
        return MissingNeed(
            f"Nothing speaks for or against labels: {evidence.what}.", sentence_of(evidence.remedy)
        )
    return None


def _annotators(facts: ReviewFacts) -> MissingNeed | None:
    if len(facts.truth.annotators) < 2:
        return MissingNeed(
            "There are no labels of several people.", "Add what each of them said of a document."
        )
    return None


def _slice_search(facts: ReviewFacts) -> MissingNeed | None:
    if facts.evaluation is None:
        return None
    if facts.evaluation.scored.sampled:
        return MissingNeed(SAMPLED)
    if facts.weak is None:
        return MissingNeed("Weak slices were not looked for yet.", "Start the search on Slices.")
    if not sum(facts.weak.searched.slices_searched):
        return MissingNeed(
            "No slice could be looked at: documents are too few, too much alike, or all of them "
            "right.",
            "Add columns that say what documents are like, such as their source or date.",
        )
    return None


_ASKED: Mapping[Need, Callable[[ReviewFacts], MissingNeed | None]] = {
    "labels": _labels,
    "a split": _a_split,
    "splits": _splits,
    "train": _train,
    "test": _test,
    "ids": _ids,
    "texts": _texts,
    "whole texts": _whole_texts,
    "near search": _near_search,
    "lengths": _lengths,
    "two sides": _two_sides,
    "two texts": _two_texts,
    "columns": _columns,
    "dates": _dates,
    "periods": _periods,
    "classes": _classes,
    "third class": _third_class,
    "large classes": _large_classes,
    "several classes": _several_classes,
    "two systems": _two_systems,
    "three systems": _three_systems,
    "decisions": _decisions,
    "true here": _true_here,
    "predicted here": _predicted_here,
    "clear agreement": _clear_agreement,
    "scores": _scores,
    "probabilities": _probabilities,
    "own thresholds": _own_thresholds,
    "slice search": _slice_search,
    "second split": _second_split,
    "label evidence": _label_evidence,
    "annotators": _annotators,
}
