"""Break-even over all classes: three numbers with three names, and why they differ."""

from __future__ import annotations

import numpy as np
from markupsafe import Markup

from breakeven.analysis.evaluation.curves import Curves
from breakeven.data.wording import amount_of, count_of, figure_of, threshold_of
from breakeven.ui.app.page.page import Page
from breakeven.ui.components.html import bold, grid, say
from breakeven.ui.curves.sentences import WIDE_GAP
from metrics.averaging import Undefined
from metrics.ranking.break_even import BreakEven, macro_break_even, micro_break_even_own_thresholds
from metrics.tallies import ScoreTally

MOST_NAMED = 6


def show_three_break_evens(page: Page) -> None:
    """Macro, micro with own thresholds, micro with one global threshold."""
    evaluation = page.evaluation
    show_break_evens(evaluation.scored.curves, evaluation.classes, page.selection.undefined)


def show_break_evens(curves: Curves, classes: tuple[str, ...], undefined: Undefined) -> None:
    """As `show_three_break_evens`, of the curves of these classes."""
    average = curves.macro_break_even(undefined)
    own = curves.micro_break_even_own_thresholds()
    pooled = curves.pooled_break_even
    exact = curves.hows.count("exact")
    over = f"{average.units:,} of {average.of:,}" if average.left_out else f"all {average.of:,}"

    def micro(name: str, what: str, point: BreakEven, threshold: str) -> list[Markup | str]:
        return [
            Markup("<b>{}</b><br><small>{}</small>").format(name, what),
            Markup("<b>{}</b>").format(figure_of(point.value)),
            point.how,
            threshold,
            *(figure_of(x) for x in (point.precision, point.recall, point.gap)),
        ]

    grid(
        ["", "Break-even", "", "Score ≥", "P", "R", "Gap"],
        [
            [
                Markup("<b>Macro</b><br><small>mean over {} classes</small>").format(over),
                Markup("<b>{}</b>").format(figure_of(average.value)),
                f"{exact:,} classes exact",
                "one per class",
                *("—",) * 3,
            ],
            micro(
                "Micro, own thresholds",
                "each class at its own break-even point, counts pooled",
                own,
                "one per class",
            ),
            micro(
                "Micro, one global threshold",
                "all pairs of document and class in one ranking",
                pooled,
                threshold_of(curves.pooled.short(pooled.threshold).item()),
            ),
        ],
    )
    say(
        "They answer different questions. Macro counts every class the same, so small classes "
        "matter most. Both micro values count every prediction the same, so large classes matter "
        "most. One global threshold only makes sense where scores mean the same in every class."
    )
    if doubt := doubtful(curves, classes, undefined):
        say(doubt)


def doubtful(curves: Curves, classes: tuple[str, ...], undefined: Undefined) -> Markup:
    """The classes whose break-even has a wide gap, and what all numbers are without them."""
    points, tallies = curves.break_even_points, curves.tallies
    wide = curves.gaps > WIDE_GAP  # NaN, undefined, is not
    if not wide.any():
        return Markup()
    wrong = np.array([point.assigned - point.tp for point in points])
    named = sorted(np.flatnonzero(wide).tolist(), key=lambda c: -wrong[c])
    names = Markup(", ").join(bold(classes[c], 30) for c in named[:MOST_NAMED])
    if len(named) > MOST_NAMED:
        names += f" and {len(named) - MOST_NAMED:,} more"
    reason = _why_wide([tallies[c] for c in named])
    narrow = np.flatnonzero(~wide).tolist()
    others = [points[c] for c in narrow]
    own = micro_break_even_own_thresholds([tallies[c] for c in narrow], others)
    without = _without_them(
        (figure_of(curves.micro_break_even_own_thresholds().value), figure_of(own.value)),
        (
            figure_of(curves.macro_break_even(undefined).value),
            figure_of(macro_break_even(others, undefined).value),
        ),
        own.how,
    )
    return Markup(
        "Do not rely on the first two values: in {} ({}) precision and recall come no closer than "
        "{}, {}. At their own points these classes cause {} of the {} errors pooled under "
        "“own thresholds”.{}"
    ).format(
        count_of(len(named), "class", "classes"),
        names,
        WIDE_GAP,
        reason,
        amount_of(float(wrong[wide].sum())),
        amount_of(float(wrong.sum())),
        without,
    )


def _why_wide(tallies: list[ScoreTally]) -> str:
    """Why no threshold is near the break-even points of these classes."""
    few = sum(len(tally.scores) < tally.r for tally in tallies)
    if few == len(tallies):
        return "because fewer documents have a score than are truly in the class"
    constant = sum(tally.scores[0] == tally.scores[-1] for tally in tallies)
    if constant == len(tallies):
        return (
            "because all scores are equal, so the only threshold predicts the class for every "
            "document"
        )
    reasons = [f"in {constant:,} all scores are equal"] if constant else []
    reasons += (
        [f"in {few:,} fewer documents have a score than are truly in the class"] if few else []
    )
    more = f" ({', '.join(reasons)})" if reasons else ""
    return f"because of equal scores{more}"


def _without_them(own: tuple[str, str], macro: tuple[str, str], how: str) -> Markup:
    """What changes without the doubtful classes; nothing where neither number does."""
    if own[0] == own[1] and macro[0] == macro[1]:
        return Markup()
    parts = []
    if own[0] != own[1]:
        parts.append(
            Markup("own thresholds give <b>{}</b> ({}) instead of {}").format(own[1], how, own[0])
        )
    if macro[0] != macro[1]:
        parts.append(Markup("macro is <b>{}</b> instead of {}").format(macro[1], macro[0]))
    return Markup(" Without them {}.").format(Markup(" and ").join(parts))
