"""What decisions cost: entered, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.cut import ClassCosts, Cut, FittedCut, cut_to_text
from breakeven.analysis.selection.selection import Selection
from breakeven.data.records import Review
from breakeven.data.wording import about, figure_of, interval_text
from breakeven.results.estimates import CLUSTERS_ALIKE
from breakeven.ui.app.session import state, widgets
from breakeven.ui.components.html import bold, grid, plain, say
from breakeven.ui.thresholds.cache import exclusive, expected_of
from breakeven.ui.thresholds.rule import costs_now
from metrics.tallies import ContingencyTable
from metrics.thresholds.costs import CostMatrix, best_rule, observed_losses
from metrics.typing import Cell

WAYS = {"ratio": "Misses against false alarms", "four": "Four costs"}
EACH_PAIR = "Costs are the mean over all pairs of document and class."
HINDSIGHT = (
    "In hindsight: every threshold chosen on the documents shown, which no rule could know. Below "
    "0, the rule did better than any thresholds could."
)
CELL_WORDS: Mapping[Cell, str] = {
    "tp": "a hit",
    "fp": "a false alarm",
    "fn": "a miss",
    "tn": "a correct no",
}


def choose_costs(selection: Selection, name: str, changed: Callable[[], None] | None) -> ClassCosts:
    """Draw the costs of all classes or of the class `name`; `changed` is called after a change."""
    costs = costs_now(selection)
    left, right = st.columns([1, 1], vertical_alignment="bottom")
    with left:
        scopes = {
            "all": "All classes without their own costs",
            "class": f"Only {name}",
        }
        for_class = widgets.select("thresholds.costs_for", "Costs of", scopes) == "class"
    own = dict(costs.own)
    chosen = own.get(name, costs.everywhere) if for_class else costs.everywhere

    def set_costs(loss: CostMatrix | None) -> None:
        if not for_class and loss is not None:
            new = replace(costs, everywhere=loss)
        else:
            others = tuple((n, c) for n, c in costs.own if n != name)
            new = replace(costs, own=others if loss is None else (*others, (name, loss)))
        state.share("thresholds.costs", cut_to_text(Cut("loss", costs=new)))
        if selection.cut.rule in ("loss", "expected_loss"):
            state.share("cut", cut_to_text(replace(selection.cut, costs=new)))
        if changed is not None:
            changed()

    def set_way(way: str) -> None:
        state.share("thresholds.costs_as", way)
        if way == "ratio" and chosen != CostMatrix(fn=chosen.fn):
            set_costs(CostMatrix(fn=chosen.fn))  # the simple form cannot say the rest

    with right:
        as_ratio = (
            chosen == CostMatrix(fn=chosen.fn) and state.raw().get("thresholds.costs_as") != "four"
        )
        now = "ratio" if as_ratio else "four"
        widgets.section("thresholds.costs_as", "Entered as", WAYS, now, changed=set_way)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if as_ratio:
            _ratio(chosen, set_costs)
        else:
            _four(chosen, set_costs)
        if for_class and name in own:
            st.button(
                "Use the costs of all classes", key="cost_reset", on_click=lambda: set_costs(None)
            )
    return costs


def _ratio(costs: CostMatrix, set_costs: Callable[[CostMatrix], None]) -> None:
    """What a miss costs, all else being usual."""
    widgets.number(
        "cost_fn",
        "One miss costs as much as … false alarms",
        costs.fn,
        changed=lambda cost: set_costs(CostMatrix(fn=cost)),
        min_value=0.0,
        step=1.0,
        width=320,
    )


def _four(costs: CostMatrix, set_costs: Callable[[CostMatrix], None]) -> None:
    """What each outcome costs."""

    def set_cell(cell: str, cost: float) -> None:
        set_costs(replace(costs, **{cell: cost}))

    for cell, word in CELL_WORDS.items():
        widgets.number(
            f"cost_{cell}",
            f"Cost of {word}",
            getattr(costs, cell),
            changed=partial(set_cell, cell),
            step=1.0,
            width=150,
        )


def rule_sentence(costs: CostMatrix, probabilities: bool) -> Markup:
    """The decisions of least expected loss in words, degenerate cases explained."""
    rule = best_rule(costs)
    t = about(rule.threshold)
    match rule.kind:
        case "above" if rule.threshold < 0:
            sentence = Markup(
                "The lowest expected cost predicts above a probability of {}, so <b>everything is "
                "predicted</b>: a false alarm costs less than a correct no."
            ).format(t)
        case "above" if rule.threshold >= 1:
            sentence = Markup(
                "The lowest expected cost predicts above a probability of {}, so <b>nothing is "
                "predicted</b>: a hit costs no less than a miss."
            ).format(t)
        case "above":
            sentence = Markup(
                "The lowest expected cost predicts a class where its probability is above "
                "<b>{}</b>."
            ).format(t)
        case "below":
            sentence = Markup(
                "Check the costs: errors are cheaper than correct predictions. So a class is "
                "predicted where its probability is <b>below {}</b>."
            ).format(t)
        case "all":
            sentence = Markup(
                "Predicting is always cheaper by the same amount, so <b>everything is "
                "predicted</b>."
            )
        case "none":
            sentence = Markup(
                "Predicting always costs more by the same amount, so <b>nothing is predicted</b>."
            )
        case _:
            sentence = Markup(
                "Predicting or not costs the same whatever is true: <b>thresholds change "
                "nothing</b>."
            )
    if not probabilities and rule.kind in ("above", "below"):
        sentence += (
            " These scores are not probabilities: use a threshold tuned for the lowest cost "
            "instead."
        )
    return sentence


def observed_rows(
    shown: ContingencyTable, costs: Sequence[CostMatrix], c: int, name: str, least: float | None
) -> list[list[Markup | str]]:
    """What decisions did cost, over all classes and of one; beside the `least` there could be."""
    here = observed_losses(shown, costs)
    rows: list[list[Markup | str]] = [
        ["Observed, all classes", Markup("<b>{}</b>").format(_loss(here.overall))],
        [
            Markup("Observed, {}").format(plain(name, 40)),
            Markup("<b>{}</b>").format(_loss(here.per_class[c])),
        ],
    ]
    if least is None:
        return rows
    return [
        *rows,
        [Markup("Lowest possible <small>(hindsight)</small>"), _loss(least)],
        ["More than the lowest, observed", _loss(here.overall - least)],
    ]


def show_rows(
    rows: list[list[Markup | str]],
    costs: Sequence[CostMatrix],
    c: int,
    reference: ContingencyTable | None,
    names: tuple[Markup | str, Markup | str],
) -> None:
    """These numbers; of the `reference`, if there is any, the first two."""
    head = ["Mean cost", names[1]]
    if reference is not None:
        there = observed_losses(reference, costs)
        head.insert(1, names[0])
        both = [_loss(there.overall), _loss(there.per_class[c])]
        for row, value in zip(rows, [*both, *[""] * (len(rows) - 2)], strict=True):
            row.insert(1, value)
    grid(head, rows)


def expected_rows(
    review: Review, selection: Selection, fitted: FittedCut, costs: ClassCosts
) -> list[list[Markup | str]]:
    """What the decisions are expected to cost by the probabilities, and the least of that."""
    losses = expected_of(review, selection, fitted, costs)
    between = interval_text(losses.overall.low, losses.overall.high, 5)
    return [
        [
            Markup("Expected from probabilities<br><small>95 % prediction interval</small>"),
            Markup("{}<br><small>{}</small>").format(_loss(losses.overall.expected), between),
        ],
        ["Lowest expected", _loss(losses.least_overall.expected)],
        ["More than the lowest, expected", _loss(losses.regret)],
    ]


def expected_notes(review: Review, selection: Selection) -> list[str]:
    """What the prediction interval allows for."""
    notes = []
    if exclusive(review, selection.system, selection.documents):
        notes.append(
            "Each document has exactly one class, so a wrong one counts twice: as a miss and as a "
            "false alarm. The prediction interval allows for that."
        )
    if review.truth.clusters is not None:
        notes.append(CLUSTERS_ALIKE)
    return notes


def _loss(value: float) -> str:
    return figure_of(value, 5)


def named_costs(costs: ClassCosts) -> None:
    """Which classes have costs of their own."""
    if costs.own:
        listed = Markup(", ").join(bold(n, 30) + f" ({_short(c)})" for n, c in costs.own[:8])
        more = f" and {len(costs.own) - 8:,} more" if len(costs.own) > 8 else ""
        say(Markup("Classes with their own costs: {}{}.").format(listed, more))


def _short(costs: CostMatrix) -> str:
    if costs == CostMatrix(fn=costs.fn):
        return f"a miss {costs.fn:g} false alarms"
    return "hit {:g}, false alarm {:g}, miss {:g}, correct no {:g}".format(*costs.cells)
