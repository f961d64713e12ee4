"""A cut, and the costs it may be chosen by, in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from breakeven.evaluation.class_costs import ClassCosts
from breakeven.text import exact_of

if TYPE_CHECKING:
    from breakeven.evaluation.cut import Cut, CutRule

# what each rule is called where it is chosen
WORDS: Mapping[CutRule, str] = {
    "given": "The file's own decisions",
    "largest": "The class with the largest score",
    "threshold": "One threshold for all classes",
    "per_class": "A threshold per class, typed or loaded",
    "top_k": "The k best classes of every document (RCut)",
    "proportional": "Each class as often as in another split (PCut)",
    "f": "Per class, the threshold of the best F (SCut)",
    "break_even": "Per class, the threshold at break-even (SCut)",
    "loss": "Per class, the threshold of the least loss (SCut)",
    "expected_loss": "What probabilities make cheapest (costs)",
    "expected_f": "The set of greatest expected F (probabilities)",
}
# and what it does
MEANING: Mapping[CutRule, str] = {
    "given": "Nothing is chosen here: the file says what is assigned.",
    "largest": "Every document gets exactly one class.",
    "threshold": "A class is assigned where its score is at least the threshold.",
    "per_class": "Every class has a threshold of its own.",
    "top_k": "Every document gets equally many classes, whatever their scores. It can be applied "
    "to one document at a time, but is coarse.",
    "proportional": "Each class gets as many of its best documents as its share elsewhere "
    "predicts. It needs the whole batch, and copes with rare classes.",
    "f": "Found on documents whose truth is known, then kept. It can be tuned finest, and fits "
    "chance where few documents decide.",
    "break_even": "As many are assigned as are true, there where it is tuned.",
    "loss": "The threshold whose decisions cost least there where it is tuned. Scores need not be "
    "probabilities.",
    "expected_loss": "Assigned where a probability makes that the cheaper decision. Nothing is "
    "tuned; it is right as far as the probabilities are.",
    "expected_f": "For each class the most probable documents, as many as make the expected F "
    "largest: no fixed threshold does that. Nothing is tuned; it is right as far as the "
    "probabilities are. Large collections take minutes.",
}

# the entry of the catalogue that explains it
ENTRY_OF: Mapping[CutRule, str] = {
    "given": "given",
    "largest": "largest",
    "threshold": "threshold",
    "per_class": "threshold",
    "top_k": "rcut",
    "proportional": "pcut",
    "f": "scut",
    "break_even": "scut",
    "loss": "scut",
    "expected_loss": "loss_rule",
    "expected_f": "expected_f_best",
}


def in_words(cut: Cut) -> str:
    """The rule with what differs from its defaults, for a reader; the split's name as it is."""
    where = "all documents" if cut.split is None else cut.split
    moved = f", {len(cut.own):,} set by hand" if cut.own else ""
    match cut.rule:
        case "threshold":
            why = " (assumed: nothing in the file says where to cut)" if cut.assumed else ""
            chosen = f", chosen on {where}" if cut.tuned else ""
            return f"score ≥ {exact_of(cut.threshold)}{chosen}{why}{moved}"
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
    return {"given": "as predicted in the file", "largest": "largest score"}[cut.rule]


def costs_in_words(costs: ClassCosts) -> str:
    """What a miss and a false alarm cost, and for how many classes it is otherwise."""
    c = costs.everywhere
    said = f"a miss costs {c.fn:g}, a false alarm {c.fp:g}"
    if c.tp or c.tn:
        said += f", a hit {c.tp:g}, a right no {c.tn:g}"
    n = len(costs.own)
    return said + (f"; own costs for {n:,} class{'' if n == 1 else 'es'}" if n else "")
