"""A cut, and the costs it may be chosen by, in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from breakeven.evaluation.class_costs import ClassCosts
from breakeven.text import exact_of

if TYPE_CHECKING:
    from breakeven.evaluation.cut import Cut


def in_words(cut: Cut) -> str:
    """The rule with what differs from its defaults, for a reader; the split's name as it is."""
    where = "all documents" if cut.split is None else cut.split
    moved = f", {len(cut.own):,} set by hand" if cut.own else ""
    match cut.rule:
        case "threshold":
            why = " (assumed: nothing in the file says where to cut)" if cut.assumed else ""
            return f"score ≥ {exact_of(cut.threshold)}{why}{moved}"
        case "per_class":
            return "a threshold per class" + (f", tuned on {where}" if cut.tuned else "")
        case "top_k":
            ties = ", ties included" if cut.ties == "include" else ""
            number = "best class" if cut.k == 1 else f"{cut.k:,} best classes"
            return f"the {number} of each document{ties}"
        case "proportional":
            times = "" if cut.factor == 1 else f"{cut.factor:g} × "
            return f"each class as often as {times}its share of {where}"
        case "f":
            guard = ", guarded" if cut.guard else ""
            return f"best F{cut.beta:g} of each class on {where}{guard}{moved}"
        case "break_even":
            return f"break-even of each class on {where}{moved}"
        case "loss":
            return f"least loss of each class on {where} ({costs_in_words(cut.costs)}){moved}"
        case "expected_loss":
            return f"least expected loss ({costs_in_words(cut.costs)})"
        case "expected_f":
            return f"greatest expected F{cut.beta:g} of each class"
    return {"given": "decisions in the file", "largest": "largest score"}[cut.rule]


def costs_in_words(costs: ClassCosts) -> str:
    """What a miss and a false alarm cost, and for how many classes it is otherwise."""
    c = costs.everywhere
    said = f"a miss costs {c.fn:g}, a false alarm {c.fp:g}"
    if c.tp or c.tn:
        said += f", a hit {c.tp:g}, a right no {c.tn:g}"
    n = len(costs.own)
    return said + (f"; own costs for {n:,} class{'' if n == 1 else 'es'}" if n else "")
