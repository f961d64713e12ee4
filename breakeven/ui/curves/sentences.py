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

WIDE_GAP = 0.1


def opening(main: PlottedRanking, beta: float) -> Markup:
    """The answer first: what the decisions give now, and what the best threshold would."""
    now, ranking = main.now, main.ranking
    f = f_name(beta)
    value = float(measures.f_beta(now, beta))
    sentence = Markup(
        "For {}, the decisions now have precision {}, recall {} and {} <b>{}</b>."
    ).format(
        bold(main.subject),
        figure_of(float(measures.precision(now))),
        figure_of(float(measures.recall(now))),
        f,
        figure_of(value),
    )
    if ranking is None or now.positives == 0:
        return sentence
    best = ranking.best
    if math.isinf(best.threshold):
        return Markup("{} No threshold brings a hit, so none gives an {} above 0.").format(
            sentence, f
        )
    threshold = main.tally.short(best.threshold).item()
    if best.f <= value + 5e-4:
        return Markup(
            "{} No single threshold does better on these documents (at best {} {}, at score ≥ {})."
        ).format(sentence, f, figure_of(best.f), threshold_of(threshold))
    return Markup(
        "{} The best any threshold gives on these documents is {} <b>{}</b>, at score ≥ {}; on new "
        "ones expect less, as it is chosen on these."
    ).format(sentence, f, figure_of(best.f), threshold_of(threshold))


def remarks(main: PlottedRanking) -> list[Markup | str]:
    """What must be known to read this ranking: no positives, ties, missing scores, a wide gap."""
    ranking, now = main.ranking, main.now
    if ranking is None:
        return [
            Markup(
                "No document has a score for {}, so there is no threshold to move and no curve. "
                "Only the decisions’ own point can be shown."
            ).format(bold(main.subject))
        ]
    tally, texts = main.tally, list[Markup | str]()
    positives = "true pairs" if main.class_index is None else "documents of the class"
    if tally.r == 0:
        texts.append(
            Markup(
                "No document here is truly in {}. Recall is 0/0 at every threshold, so there is no "
                "curve, no break-even point and no eleven-point average: they are undefined, not "
                "0. The table below still says how many would be wrongly assigned."
            ).format(bold(main.subject))
        )
    if tally.unscored:
        reach = (
            f", {amount_of(tally.unscored_positives)} of the {amount_of(tally.r)} {positives} "
            f"among them: recall cannot exceed {figure_of(1 - tally.unscored_positives / tally.r)}"
            if tally.unscored_positives
            else ""
        )
        texts.append(
            f"{amount_of(tally.unscored)} of {amount_of(tally.n)} pairs of document and class have "
            f"no score. They rank below everything and no threshold assigns them{reach}."
        )
    if now.assigned == 0 and tally.r:
        texts.append(
            "The decisions now assign nothing here. Their precision is 0/0, so they are no point "
            "of the chart."
        )
    constant = tally.scores[0] == tally.scores[-1]
    if constant and tally.r:
        share = percent(tally.r / tally.n, 2)
        texts.append(
            f"All {amount_of(tally.n - tally.unscored)} scores are equal, so the system does not "
            "rank these documents at all: one threshold assigns them all, with the prevalence "
            f"({share}) as its precision."
        )
    break_even = ranking.break_even
    if break_even.how == "undefined" and tally.r:
        texts.append("No threshold finds a positive, so there is no break-even point.")
    elif break_even.gap > WIDE_GAP:
        texts.append(
            f"The break-even value {figure_of(break_even.value)} is doubtful: equal scores leave "
            f"no threshold where precision ({figure_of(break_even.precision)}) and recall "
            f"({figure_of(break_even.recall)}) come closer than {figure_of(break_even.gap)}, and "
            "the mean of two numbers that far apart describes neither."
        )
    few = float(now.positives)
    if 0 < few < 10 and main.class_index is not None:
        texts.append(
            f"The curve rests on {count_of(few, 'document')} of the class: one document more or "
            f"less moves recall by {figure_of(1 / few, 2)}."
        )
    return texts


def break_even_sentence(main: PlottedRanking) -> Markup:
    """Where precision and recall meet: how, threshold, both values and their gap."""
    assert main.ranking is not None
    point = main.ranking.break_even
    if point.how == "undefined":
        return Markup()
    threshold = threshold_of(main.tally.short(point.threshold).item())
    where = (
        f"{amount_of(point.assigned)} assigned, {amount_of(point.tp)} of them right, for "
        f"{count_of(main.tally.r, 'positive')}"
    )
    if point.how == "exact":
        return Markup(
            "Precision and recall meet <b>exactly</b> at <b>{}</b>, at score ≥ {}: {}."
        ).format(figure_of(point.value), threshold, where)
    return Markup(
        "Precision and recall do not meet exactly, because equal scores enter together. They come "
        "closest at score ≥ {} (P {}, R {}, gap {}: {}), so the break-even point is "
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
        "P = {} {} R = {}, so their mean {} lies {} F for β &lt; √(R/P) = {} and {} it for larger "
        "β. At β = 1 it is never below F₁. This compares two numbers at one threshold; it does not "
        "make break-even larger than the best F over thresholds."
    ).format(p, compare, r, mean, first, crossing, second)
