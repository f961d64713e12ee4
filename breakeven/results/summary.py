"""The paragraph a stakeholder can read out, and how roughly its averages are known."""

from __future__ import annotations

import math

import numpy as np

from breakeven.analysis.evaluation.average_intervals import FEW, FEW_ALONE, AverageIntervals
from breakeven.analysis.evaluation.class_sizes import SizeEffect, size_effect
from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.where import Where
from breakeven.data.wording import (
    UNDEFINED_WORDS,
    amount_of,
    count_of,
    f_name,
    figure_of,
    interval_text,
    percent,
    quoted,
)
from metrics.averaging import Undefined
from metrics.catalogue.comparison import INTERVAL_MEANS
from metrics.typing import DEFAULT_BETA

# --- what is said of intervals wherever they are shown


INTERVALS_TEXT = f"95 % intervals: {INTERVAL_MEANS}"


OF_FEW_DOCUMENTS = (
    "F of few documents is too low on average. The interval of the class average corrects for "
    "that, so the average may lie near its lower end."
)


def wide_intervals_text(intervals: AverageIntervals) -> str:
    """How roughly the averages are known where classes or documents are few; else empty."""
    sentences = []
    if intervals.few:
        have = count_of(intervals.few, "class has", "classes have")
        sentences.append(
            f"{have} fewer than {FEW} documents, of {intervals.classes:,} averaged. "
            f"{OF_FEW_DOCUMENTS}"
        )
        if 2 * intervals.fewest >= intervals.classes:
            sentences.append(
                "Half of the classes have at most two documents, so it may be too narrow."
            )
    if intervals.worth < FEW_ALONE:
        sentences.append(
            "The documents carry no more information than a hundred independent ones, so intervals "
            "of class averages may be too narrow."
        )
    return " ".join(sentences)


# --- the paragraph a stakeholder can read out


ONE_OF = (
    "Every document here has exactly one true and one predicted class, so each error is a false "
    "alarm of one class and a miss of another. Precision, recall and {f} over all labels (micro) "
    "and per document are therefore this same number."
)


def summary_text(
    evaluation: Evaluation,
    beta: float,
    undefined: Undefined,
    intervals: AverageIntervals | None,
    where: Where | None = None,
) -> str:
    """How good the system is, in plain words; plain text. `where`: what it was restricted to."""
    split = f"of {quoted(evaluation.split)}" if evaluation.split is not None else "here"
    split += f" where {quoted(where.text, 200)}" if where is not None else ""
    if evaluation.documents == 0:
        return f"{quoted(evaluation.system)} has no predictions for documents {split}."
    sentences = [
        _decisions(evaluation, split, intervals),
        _over_all(evaluation, beta, intervals),
        _over_classes(evaluation, beta, undefined),
        _never_found(evaluation),
        _unjudged(evaluation),
        _exact(evaluation),
        "Documents count by their weights." if evaluation.weights is not None else "",
    ]
    return " ".join(filter(None, sentences))


def weighted_text(one_of: bool, f: str, undefined: Undefined) -> str:
    """Which number weighted recall is once more, and where weighted F may surprise.

    `one_of`: each document has one class and gets one.
    """
    double = f"Weighted recall is {'accuracy' if one_of else 'micro recall'}. "
    between = f"Weighted {f} need not lie between weighted precision and weighted recall."
    return between if undefined == "partition" else double + between


def classes_here(evaluation: BaseEvaluation) -> str:
    """How many classes have documents here; "" where all have."""
    there, k = int(np.sum(evaluation.tables.positives > 0)), len(evaluation.classes)
    have = "have" if there != 1 else "has"
    if k == 1 and not there:
        return "The class has no document here."
    return "" if there == k else f"Of {k:,} classes in the data {there:,} {have} documents here."


def classes_meant(evaluation: BaseEvaluation, beta: float, undefined: Undefined) -> str:
    """Over which classes F is averaged, by how many have documents here; after "the mean of"."""
    here = evaluation.tables.positives > 0
    there, mean = int(here.sum()), evaluation.macro(beta, undefined)["f"]
    classes = count_of(there, "class", "classes")
    missing = int(mean.undefined.sum())
    if there == mean.of and not missing and mean.units == mean.of:
        return classes
    if undefined in ("zero", "one"):
        counted = f", {missing:,} of them 0/0 and counted as {UNDEFINED_WORDS[undefined]}"
        return f"all {count_of(mean.of, 'class', 'classes')}{counted if missing else ''}"
    if undefined == "partition":
        return f"the {count_of(mean.units, 'class', 'classes')} for which no measure is 0/0"
    extra = mean.units - there
    given = f" and {extra:,} without that {'is' if extra == 1 else 'are'} predicted for some"
    return f"the {classes} with documents here{given if extra else ''}"


def _decisions(evaluation: Evaluation, split: str, intervals: AverageIntervals | None) -> str:
    pooled, micro = evaluation.tables.pooled(), evaluation.micro(DEFAULT_BETA)
    counts = (pooled.tp, pooled.assigned, pooled.positives)
    tp, assigned, positives = (float(count) for count in counts)
    on = f"On the {count_of(evaluation.documents, 'document')} {split}, "
    if evaluation.weights is not None:
        on += f"which weigh {amount_of(evaluation.weighed)} together, "
    on += quoted(evaluation.system)
    if evaluation.one_of:
        right = percent(evaluation.exact_match, 1)
        within = ""
        if intervals is not None:
            ends = intervals.exact_match
            within = f" (95 %: {percent(ends.low, 1)} to {percent(ends.high, 1)})"
        judged = ""
        if evaluation.weights is None and positives != evaluation.documents:
            judged = f" of the {amount_of(positives)} that were judged"
        named = f"{amount_of(tp)}{judged}"
        return f"{on} predicts the right class for {named}: accuracy {right}{within}."
    if not assigned:
        return (
            f"{on} predicts no label, and so finds 0 of {count_of(positives, 'true label')}."
            if positives
            else f"{on} predicts no label, and none is true."
        )
    if not positives:
        return f"{on} predicts {count_of(assigned, 'label')}, but none is true."
    true = count_of(positives, "true label")
    return (
        f"{on} predicts {count_of(assigned, 'label')}, {amount_of(tp)} of them right "
        f"(precision {figure_of(micro['precision'])}), and finds {amount_of(tp)} of {true} "
        f"(recall {figure_of(micro['recall'])})."
    )


def _over_all(evaluation: Evaluation, beta: float, intervals: AverageIntervals | None) -> str:
    if evaluation.one_of:
        return ""
    sentence = f"Over all labels {f_name(beta)} is {figure_of(evaluation.micro(beta)['f'])}"
    if intervals is not None and not math.isnan(intervals.micro["f"].low):
        ends = intervals.micro["f"]
        sentence += f" (95 %: {interval_text(float(ends.low), float(ends.high))})"
    return f"{sentence}."


def _over_classes(evaluation: Evaluation, beta: float, undefined: Undefined) -> str:
    average = evaluation.macro(beta, undefined)["f"]
    if not average.units or average.of <= 1:
        return ""
    over = f"{average.units} of {average.of}" if average.left_out else f"all {average.of}"
    effect = size_effect(evaluation, beta, average.value - evaluation.micro(beta)["f"])
    return (
        f"The average of {over} classes (macro {f_name(beta)}) is {figure_of(average.value)}"
        f"{_beside_micro(effect, average.value == 0)}."
    )


def _beside_micro(effect: SizeEffect, nothing: bool) -> str:
    if math.isnan(effect.above_micro):
        return ""
    if effect.alike:
        return ", as over all labels" if nothing else ", about as good as over all labels"
    word = "lower" if effect.above_micro < 0 else "higher"
    if effect.weaker is not None:
        return f", {word}: the {effect.weaker} classes are the weaker ones"
    return f", {word} than over all labels"


def _never_found(evaluation: Evaluation) -> str:
    tables = evaluation.tables
    never = np.flatnonzero((tables.positives > 0) & (tables.tp == 0))
    if not len(never):
        return ""
    largest = never[np.argmax(tables.positives[never])]
    named = (
        f"{quoted(evaluation.classes[largest])} with "
        f"{count_of(tables.positives[largest], 'document')}."
    )
    if len(never) == 1:
        return f"1 class has documents here but none of these is found: {named}"
    return (
        f"{len(never):,} classes have documents here but none of these is found; the largest is "
        f"{named}"
    )


def _unjudged(evaluation: Evaluation) -> str:
    unjudged = evaluation.scored.unjudged
    if unjudged is None or not unjudged.nnz:
        return ""
    pairs = count_of(unjudged.nnz, "document/class pair", "document/class pairs")
    return f"Left out everywhere: {pairs} that nobody judged."


def _exact(evaluation: Evaluation) -> str:
    if evaluation.one_of:
        return ""
    return f"{percent(evaluation.exact_match, 1)} of the documents are completely right."
