"""The paragraph a stakeholder can read out."""

from __future__ import annotations

import math

import numpy as np

from breakeven.evaluation.average_intervals import AverageIntervals
from breakeven.evaluation.evaluation import Evaluation
from breakeven.text import count_of, f_name, figure_of, percent, quoted, span
from metrics.averaging import Undefined
from metrics.measures import f_beta

TRUE_NUMBER = (
    "The decisions have exactly the true number of classes on every document, though some are "
    "wrong. They were hardly made without knowing the truth, and no system in operation can "
    "know it."
)
ONE_OF = (
    "Every document here has exactly one true class and gets exactly one. So each wrong decision "
    "is a false positive of one class and a false negative of another, and micro precision, "
    "recall and {f} are the same number: the share of documents that got their class, often "
    "called accuracy."
)


def paragraph(
    e: Evaluation, beta: float, undefined: Undefined, intervals: AverageIntervals | None
) -> str:
    """How good the system is, in plain words; plain text."""
    pooled = e.tables.pooled()
    micro, macro = e.micro(beta), e.macro(beta, undefined)
    tp, assigned, positives = int(pooled.tp), int(pooled.assigned), int(pooled.positives)
    split = f"of {quoted(e.split)}" if e.split is not None else "given"
    said = []
    if e.documents == 0:
        return f"There are no documents {split} that {quoted(e.system)} spoke of."
    if e.one_of:
        said.append(
            f"On the {count_of(e.documents, 'document')} {split}, {quoted(e.system)} names the "
            f"right class for {tp:,}, that is {percent(tp / e.documents, 1)}."
        )
    else:
        said.append(
            f"On the {count_of(e.documents, 'document')} {split}, {quoted(e.system)} assigns "
            f"{count_of(assigned, 'class', 'classes')}, {tp:,} of them rightly "
            f"(precision {figure_of(micro['precision'])}), and so finds {tp:,} of the "
            f"{positives:,} true ones (recall {figure_of(micro['recall'])})."
        )
    f = f_name(beta)
    if not e.one_of:
        pooled_f = f"Over all decisions {f} is {figure_of(micro['f'])}"
        if intervals is not None and not math.isnan(intervals.micro["f"].low):
            i = intervals.micro["f"]
            pooled_f += f" (95 %: {span(float(i.low), float(i.high))})"
        said.append(pooled_f + ".")
    average = macro["f"]
    if average.units and average.of > 1:
        over = f"{average.units} of {average.of}" if average.left_out else f"all {average.of}"
        said.append(
            f"The mean over {over} classes (macro {f}) is {figure_of(average.value)}"
            f"{_sizes(e, beta, average.value - micro['f'])}."
        )
    never = np.flatnonzero((e.tables.positives > 0) & (e.tables.tp == 0))
    if len(never):
        largest = never[np.argmax(e.tables.positives[never])]
        said.append(
            f"{count_of(len(never), 'class has', 'classes have')} documents here of which none "
            f"is found; the largest is {quoted(e.classes[largest])} with "
            f"{count_of(e.tables.positives[largest], 'document')}."
        )
    if e.scored.unjudged is not None and e.scored.unjudged.nnz:
        pairs = count_of(e.scored.unjudged.nnz, "document/class pair", "document/class pairs")
        said.append(f"Left out everywhere: {pairs} that nobody judged.")
    if not e.one_of:
        said.append(f"{percent(e.exact_match, 1)} of the documents get exactly their classes.")
    return " ".join(said)


def _sizes(e: Evaluation, beta: float, above_micro: float) -> str:
    """Whether the small or the large classes are weaker: said only where the classes bear it out.

    Micro and macro also part when a few classes draw most of the wrong decisions.
    """
    if np.isnan(above_micro):
        return ""
    if abs(above_micro) <= 0.02:
        return ", about as good as over all decisions"
    values, size = f_beta(e.tables, beta), e.tables.positives
    known = ~np.isnan(values) & (size > 0)
    small = known & (size <= np.median(size[known])) if known.any() else known
    large = known & ~small
    gap = values[large].mean() - values[small].mean() if small.any() and large.any() else 0.0
    word = "lower" if above_micro < 0 else "higher"
    if above_micro * gap < 0 and abs(gap) > 0.02:
        return f", {word}: the {'small' if gap > 0 else 'large'} classes are the weaker ones"
    return f", {word} than over all decisions"
