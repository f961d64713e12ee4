"""Sentences of the curves page; HTML in which names are escaped."""

from __future__ import annotations

import math

from markupsafe import Markup

from breakeven.data.wording import (
    amount_of,
    count_of,
    f_name,
    figure_of,
    percent,
    threshold_of,
)
from breakeven.ui.app.page.rankings import PlottedRanking
from breakeven.ui.components.html import bold
from metrics import measures
from metrics.ranking.break_even import MeanAgainstF
from metrics.uncertainty.class_verdicts import FEWEST

WIDE_GAP = 0.1


def opening(main: PlottedRanking, beta: float) -> Markup:
    """The answer first: what the predictions give now, and what the best threshold would."""
    now, ranking = main.now, main.ranking
    f = f_name(beta)
    value = float(measures.f_beta(now, beta))
    subject = bold(main.subject)
    if ranking is None or now.positives == 0:
        return Markup("{}: {} {} now.").format(subject, f, figure_of(value, 2))
    best = ranking.best
    if math.isinf(best.threshold):
        return Markup("{}: no threshold finds anything, so none gives an {} above 0.").format(
            subject, f
        )
    threshold = threshold_of(main.tally.short(best.threshold).item())
    if best.f <= value + 5e-4:
        return Markup(
            "{}: {} <b>{}</b> now. No threshold does better here (at best {}, from {} on)."
        ).format(subject, f, figure_of(value, 2), figure_of(best.f, 2), threshold)
    # with as many digits as tell the two apart
    digits = 2 if figure_of(value, 2) != figure_of(best.f, 2) else 3
    return Markup("{}: {} <b>{}</b> now, <b>{}</b> at the best threshold here, {}.").format(
        subject, f, figure_of(value, digits), figure_of(best.f, digits), threshold
    )


def remarks(main: PlottedRanking) -> list[Markup | str]:
    """What must be known to read this ranking: no positives, ties, missing scores, a wide gap."""
    ranking, now = main.ranking, main.now
    if ranking is None:
        return [
            Markup(
                "No document has a score for {}, so there is no curve and no threshold to move. "
                "Only the predictions are shown, as one point."
            ).format(bold(main.subject))
        ]
    tally, texts = main.tally, list[Markup | str]()
    if tally.r == 0:
        texts.append(
            Markup(
                "No document here is truly in {}, so recall is 0/0 at every threshold. Curve, "
                "break-even point and eleven-point average are undefined, not 0. The table still "
                "counts the false alarms."
            ).format(bold(main.subject))
        )
    if tally.unscored:
        texts.append(_unscored(main))
    if now.assigned == 0 and tally.r:
        texts.append(
            "Nothing is predicted here now. Precision is 0/0, so the chart has no point for it."
        )
    constant = tally.scores[0] == tally.scores[-1]
    if constant and tally.r:
        share = percent(tally.r / tally.n, 2)
        texts.append(
            f"All {amount_of(tally.n - tally.unscored)} scores are equal, so these documents are "
            "not ranked at all. The only threshold predicts the class for every one of them: "
            f"precision is its share, {share}."
        )
    break_even = ranking.break_even
    if break_even.how == "undefined" and tally.r:
        texts.append("No threshold finds a document of it, so there is no break-even point.")
    elif break_even.gap > WIDE_GAP:
        texts.append(
            f"Do not rely on the break-even value {figure_of(break_even.value)}. Because of equal "
            f"scores, precision ({figure_of(break_even.precision)}) and recall "
            f"({figure_of(break_even.recall)}) come no closer than {figure_of(break_even.gap)}, "
            "and their mean describes neither."
        )
    few = float(now.positives)
    if 0 < few < FEWEST and main.class_index is not None:
        texts.append(
            f"Only {count_of(few, 'document')} of this class: one more or less moves recall by "
            f"{figure_of(1 / few, 2)}."
        )
    return texts


def _unscored(main: PlottedRanking) -> str:
    """How many documents, or pairs of all classes, have no score, and what recall they cost."""
    tally = main.tally
    if main.class_index is None:
        everything = f"{count_of(tally.n, 'pair')} of document and class"
        true = "true pairs"
    else:
        everything, true = count_of(tally.n, "document"), "documents of the class"
    text = (
        f"{amount_of(tally.unscored)} of {everything} have no score. No threshold predicts the "
        "class for them."
    )
    if not tally.unscored_positives:
        return text
    return (
        f"{text} Among them are {amount_of(tally.unscored_positives)} of the {amount_of(tally.r)} "
        f"{true}, so recall cannot exceed "
        f"{figure_of(1 - tally.unscored_positives / tally.r)}."
    )


def break_even_sentence(main: PlottedRanking) -> Markup:
    """Where precision and recall meet: how, threshold, both values and their gap."""
    assert main.ranking is not None
    point = main.ranking.break_even
    if point.how == "undefined":
        return Markup()
    threshold = threshold_of(main.tally.short(point.threshold).item())
    where = (
        f"{amount_of(point.assigned)} predicted, {amount_of(point.tp)} of them right, "
        f"{amount_of(main.tally.r)} true"
    )
    if point.how == "exact":
        return Markup(
            "Precision and recall are <b>exactly</b> equal, <b>{}</b>, at score ≥ {}: {}."
        ).format(figure_of(point.value), threshold, where)
    return Markup(
        "Precision and recall are never exactly equal, because equal scores enter together. They "
        "come closest at score ≥ {} (P {}, R {}, gap {}: {}). The break-even point is "
        "<b>interpolated</b> as their mean, <b>{}</b>."
    ).format(
        threshold,
        figure_of(point.precision),
        figure_of(point.recall),
        figure_of(point.gap),
        where,
        figure_of(point.value),
    )


def mean_against_f_sentence(relation: MeanAgainstF) -> Markup:
    """Which of (P + R)/2 and F is larger, for which beta."""
    p, r, mean = (figure_of(x) for x in (relation.precision, relation.recall, relation.mean))
    if relation.below is None:
        return Markup("Precision or recall is undefined at this threshold, and so is their mean.")
    if relation.below == 0:
        return Markup("P = R = {} here, so their mean and F are equal for every β.").format(p)
    crossing = figure_of(relation.crossing, 2)
    first, second = ("above", "below") if relation.below > 0 else ("below", "above")
    compare = Markup("&lt;") if relation.below > 0 else Markup("&gt;")
    return Markup(
        "P = {} {} R = {}. Their mean {} is {} F for β &lt; √(R/P) = {} and {} it for larger β. "
        "At β = 1 it is never below F₁. This compares two numbers at one threshold: the break-even "
        "point can still be lower than the best F over all thresholds."
    ).format(p, compare, r, mean, first, crossing, second)
