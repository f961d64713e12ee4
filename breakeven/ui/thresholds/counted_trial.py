"""Rules that decide a table: fitted on one split, tried on what was counted of another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from breakeven.analysis.evaluation.class_thresholds import MOST_CLASSES, per_class
from breakeven.analysis.evaluation.counted import CountedEvaluation
from breakeven.analysis.evaluation.cut import WISHED, Cut, CutRule, FittedCut
from breakeven.analysis.selection.selection import Selection
from breakeven.analysis.selection.where import Where
from breakeven.engine.queries import TableSubset
from breakeven.ui.app.page.counted_table import CountedTable
from breakeven.ui.app.page.page import EvaluatedPage
from breakeven.ui.app.page.table_rules import count_part, count_split
from breakeven.ui.app.session import widgets
from breakeven.ui.components.html import show_absence
from breakeven.ui.thresholds.class_threshold import ThresholdSides
from breakeven.ui.thresholds.rule import WISHES, RuleOffer, choose_rule, levels_tried, threshold_of
from breakeven.ui.thresholds.sections import PARTS, RuleTrial, show_trial
from metrics.tallies import ContingencyTable

TRIED = (
    "This page tries the rule on the scores that were counted. Every other page counts the table "
    "again with this rule."
)
WISH_IN_MEMORY = (
    "What a promise costs, and whether it is kept, is worked out for reviews in memory only: open "
    "a smaller table as a file."
)
# what is counted for these
COUNTED_PARTS = ("main", "all", "costs")


def show_counted(page: EvaluatedPage, table: CountedTable) -> None:
    """The rule of the table, and what it gives on the documents shown and on those beside."""
    missing, selection = table.evaluation.not_counted, page.selection
    show_absence(missing.get("thresholds"), "instead")
    if "thresholds" in missing:
        return
    reference = choose_rule(_offer_of_table(table, selection), selection)
    trial = RuleTrial(
        page,
        _sides(table, selection, reference),
        _present(table, selection),
        table.scan.predictions.probabilities,
    )
    parts = {part: PARTS[part] for part in COUNTED_PARTS}
    part = widgets.section("thresholds.part", "Part", parts, label_visibility="collapsed")
    show_absence(missing.get("tuned_rules"))
    show_trial(trial, part)
    if selection.cut.rule in WISHED:
        st.caption(WISH_IN_MEMORY)
    st.caption(f"{TRIED} {missing['rules'].sentence}")


def _offer_of_table(table: CountedTable, selection: Selection) -> RuleOffer:
    """What may be chosen of a table: of what its scores tell, and an engine decides by."""
    scan, fitted, classes = table.scan, table.rule.fitted, table.evaluation.classes
    complete = "tuned_rules" not in table.evaluation.not_counted
    allowed = [
        rule for rule in scan.rules if complete or rule not in ("loss", "per_class", *WISHED)
    ]
    own = fitted is not None and len(classes) <= MOST_CLASSES
    # what an address asks for is shown as chosen, though nothing here leads to it
    allowed = [rule for rule in allowed if own or rule != "per_class"]
    if selection.cut.rule not in allowed:
        allowed.append(selection.cut.rule)

    def reference(rule: CutRule) -> str | None:
        others = (split for split in scan.splits if split != selection.split)
        return scan.tuned_on or next(others, None)

    def frozen() -> Cut:
        cut = selection.cut
        assert fitted is not None
        assert fitted.thresholds is not None
        return per_class(
            classes,
            fitted.thresholds,
            {},
            selection.system,
            split=cut.split,
            tuned=cut.fitted_to_truth,
        )

    return RuleOffer(
        rules=allowed,
        present=scan.cuts[0],
        threshold=partial(threshold_of, scan.predictions),
        crossed=lambda rule, split: False,
        names=scan.splits,
        wishes=_wishes(allowed, complete),
        splits=lambda rule: [*scan.splits, None],
        reference=reference,
        frozen=frozen,
        levels=partial(levels_tried, table.named.name, selection),
    )


def _wishes(allowed: Sequence[CutRule], complete: bool) -> dict[str, str]:
    """What may be wished for: what an engine decides by."""
    if not complete:
        return {"best": WISHES["best"]}
    return {wish: name for wish, name in WISHES.items() if wish not in WISHED or wish in allowed}


def _sides(table: CountedTable, selection: Selection, reference: str | None) -> ThresholdSides:
    """The tables of every class under the rule, shown and beside."""
    fitted = table.rule.fitted or FittedCut(selection.cut)
    shown = _tables(table, table.evaluation, selection.split, selection.where)
    of_split = count_split(table.named, table.files, table.scan, reference)
    beside = _tables(table, of_split, reference, None)
    return ThresholdSides(fitted, shown, beside, reference, reference == selection.documents)


def _tables(
    table: CountedTable, counted: CountedEvaluation, split: str | None, where: Where | None
) -> ContingencyTable:
    """Those that scores at home tell at thresholds, else those that an engine counts at them.

    `counted`: what was counted of the same documents, under this rule or another.
    """
    by, fitted, curves = table.rule.by, table.rule.fitted, counted.curves
    if counted.cut in (by, table.rule.cut):
        return counted.tables
    if fitted is not None and fitted.thresholds is not None and curves and curves.complete:
        return curves.at_thresholds(fitted.thresholds)
    part = TableSubset(split, by, where)
    return count_part(table.named, table.files, table.scan, part)[1].tables


def _present(table: CountedTable, selection: Selection) -> ContingencyTable | None:
    """What is decided where nobody chooses a rule; None where nobody did, or it was not counted."""
    present = table.scan.cuts[0]
    chosen = selection.cut != present
    return table.evaluation.tables if chosen and table.part.cut == present else None
