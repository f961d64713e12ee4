"""Rules that decide a table: fitted on one split, tried on what was counted of another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from breakeven.analysis.evaluation.class_thresholds import MOST_CLASSES, per_class
from breakeven.analysis.evaluation.counted import CountedEvaluation
from breakeven.analysis.evaluation.cut import Cut, CutRule, FittedCut
from breakeven.analysis.selection.selection import ALL
from breakeven.analysis.selection.where import Where
from breakeven.data.wording import count_of
from breakeven.engine.queries import TableSubset
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.class_choice import MOST_LISTED
from breakeven.ui.app.page.table_page import TablePage
from breakeven.ui.app.page.table_rules import count_part, count_split
from breakeven.ui.app.session import downloads, state, widgets
from breakeven.ui.components.html import bold, grid, say
from breakeven.ui.thresholds.class_threshold import ThresholdSides
from breakeven.ui.thresholds.costs import (
    EACH_PAIR,
    HINDSIGHT,
    choose_costs,
    named_costs,
    observed_rows,
    rule_sentence,
    show_rows,
)
from breakeven.ui.thresholds.rule import WISHES, RuleOffer, choose_of, threshold_of
from breakeven.ui.thresholds.sections import (
    class_frame,
    class_rows,
    compared,
    not_fitted,
    remarks,
    say_answer,
)
from metrics.tallies import ContingencyTable
from metrics.thresholds.costs import CostMatrix, least_mean_loss

NO_SCORES = "The table gives decisions without scores, so there is no threshold to choose."
NOT_ALL = (
    "There are too many distinct scores to bring them all together: of tuned rules the best F₁ and "
    "break-even are exact, and each is counted anew on both splits."
)
NOT_HERE = (
    "Tried here from the scores that were counted; every other page has the table counted anew, "
    "decided by this rule. The k best classes, shares and expected F are worked out in memory only."
)
PARTS = {"main": "What it gives", "all": "All classes", "costs": "What errors cost"}


def show_thresholds(page: TablePage) -> None:
    """The rule of the table, and what it gives on the documents shown and on those beside."""
    if page.evaluation.curves is None:
        st.info(NO_SCORES)
        return
    complete = page.evaluation.curves.complete
    beside = choose_of(_offer(page, complete), page.selection)
    sides = _sides(page, beside)
    part = widgets.section("thresholds.part", "Part", PARTS, label_visibility="collapsed")
    if not complete:
        st.caption(NOT_ALL)
    if part == "main":
        _main(page, sides)
    elif part == "all":
        _all_classes(page, sides)
    else:
        _costs(page, sides)
    st.caption(NOT_HERE)


def _offer(page: TablePage, complete: bool) -> RuleOffer:
    looked, fitted = page.looked, page.rule.fitted
    allowed = [rule for rule in looked.rules if complete or rule not in ("loss", "per_class")]
    own = fitted is not None and len(page.evaluation.classes) <= MOST_CLASSES

    def beside(rule: CutRule) -> str | None:
        others = (split for split in looked.splits if split != page.selection.split)
        return looked.tuned_on or next(others, None)

    def frozen() -> Cut:
        cut, classes = page.selection.cut, page.evaluation.classes
        assert fitted is not None
        assert fitted.thresholds is not None
        return per_class(
            classes,
            fitted.thresholds,
            {},
            page.selection.system,
            split=cut.split,
            tuned=cut.fitted_to_truth,
        )

    return RuleOffer(
        rules=[rule for rule in allowed if own or rule != "per_class"],
        present=looked.cuts[0],
        threshold=partial(threshold_of, looked.predictions),
        names=looked.splits,
        wishes=WISHES if complete else {"best": WISHES["best"]},
        splits=lambda rule: [*looked.splits, None],
        beside=beside,
        frozen=frozen,
    )


def _sides(page: TablePage, split: str | None) -> ThresholdSides:
    """The tables of every class under the rule, shown and beside."""
    selection = page.selection
    fitted = page.rule.fitted or FittedCut(selection.cut)
    shown = _tables(page, page.evaluation, selection.split, selection.where)
    of_split = count_split(page.table, page.state, page.looked, split)
    beside = _tables(page, of_split, split, None)
    return ThresholdSides(fitted, shown, beside, split, split == selection.documents)


def _tables(
    page: TablePage, at_home: CountedEvaluation, split: str | None, where: Where | None
) -> ContingencyTable:
    """Those that scores at home tell at thresholds, else those that an engine counts at them.

    `at_home`: what was counted of the same documents, under this rule or another.
    """
    by, fitted, curves = page.rule.by, page.rule.fitted, at_home.curves
    if at_home.cut in (by, page.rule.cut):
        return at_home.tables
    if fitted is not None and fitted.thresholds is not None and curves and curves.complete:
        return curves.at_thresholds(fitted.thresholds)
    return count_part(page.table, page.state, page.looked, TableSubset(split, by, where))[1].tables


def _was(page: TablePage) -> ContingencyTable | None:
    """What is decided where nobody chooses a rule; None where nobody did, or it was not counted."""
    present = page.looked.cuts[0]
    chosen = page.selection.cut != present
    return page.evaluation.tables if chosen and page.part.cut == present else None


def _main(page: TablePage, sides: ThresholdSides) -> None:
    selection, evaluation, was = page.selection, page.evaluation, _was(page)
    if selection.cut.rule in ("loss", "expected_loss"):
        _choose_costs(page)
    words = count_of(evaluation.documents, "document")
    say_answer(selection, sides, was, page.counts.of(evaluation.documents, None, words))
    left, right = st.columns([3, 2], gap="large")
    with left:
        grid(*compared(selection, sides, was))
    with right:
        not_fitted(evaluation.classes, sides.fitted, sides.beside_split)
        remarks(selection, sides)


def _all_classes(page: TablePage, sides: ThresholdSides) -> None:
    names, selection = page.evaluation.classes, page.selection
    frame = class_frame(names, selection, sides, None, MOST_LISTED)
    class_rows(frame, selection.class_index, lambda c: state.choose("class", names[c]))
    downloads.also(beside=sides.beside_split or ALL)
    downloads.downloads(lambda: class_frame(names, selection, sides, None), "thresholds_by_class")


def _choose_costs(page: TablePage) -> Sequence[CostMatrix]:
    costs = choose_costs(page.selection, page.chosen_class, lambda: None)
    named_costs(costs)
    return costs.of(page.evaluation.classes)


def _costs(page: TablePage, sides: ThresholdSides) -> None:
    """What the decisions did cost, on both sides, and the least there could have been."""
    of, evaluation, c = _choose_costs(page), page.evaluation, page.selection.class_index
    curves = evaluation.curves
    say(rule_sentence(of[c], page.looked.predictions.probabilities))
    least = _least(evaluation, tuple(of)) if curves is not None and curves.complete else None
    rows = observed_rows(sides.shown, of, c, page.chosen_class, least)
    split = page.selection.split
    shown = bold(split) if split is not None else "all documents"
    show_rows(rows, of, c, None if sides.same else sides.beside, (sides.names[0], shown))
    st.caption(" ".join([EACH_PAIR, *([] if least is None else [HINDSIGHT])]))


@cached(entries=24, spinner="Looking for the least loss …")
def _least(evaluation: CountedEvaluation, costs: tuple[CostMatrix, ...]) -> float:
    assert evaluation.curves is not None
    return least_mean_loss(evaluation.curves.tallies, costs)
