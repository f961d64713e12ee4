"""By which rule a table is decided: fitted on what was counted of a split, and counted anew.

Tested in `test_tables`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from breakeven.analysis.evaluation.class_thresholds import per_class
from breakeven.analysis.evaluation.counted import CountedEvaluation
from breakeven.analysis.evaluation.curves import Curves
from breakeven.analysis.evaluation.cut import (
    THRESHOLDS,
    TUNED,
    WISHED,
    Cut,
    FittedCut,
    cut_from_text,
    cut_to_text,
)
from breakeven.analysis.evaluation.fit import fit_thresholds
from breakeven.engine.evaluation import TableScan
from breakeven.engine.named_tables import FileStates, NamedTable
from breakeven.engine.queries import CountQuery, PendingAnswer, TableSubset, counts
from breakeven.ui.app.cache.memo import cached, digest, stands_for
from breakeven.ui.app.store.engine_tables import answer_of
from metrics.typing import F1_BETA

TOO_MANY_SCORES = (
    "This rule cannot be worked out here: the table has too many distinct scores. Of tuned rules, "
    "only best F₁ and break-even can be used."
)
NEEDS_DOCUMENTS = (
    "This rule cannot be worked out here: its promise needs each document's own scores. Drop the "
    "promise, wish for each class, or load a smaller table into memory."
)
TURNED_ROUND = (
    "This rule is not used: with its costs, errors are cheaper than right predictions, so it would "
    "predict low probabilities and leave out high ones."
)


@dataclass(frozen=True)
class DecidedRule:
    """A rule with what was found for it; `by`: the same as an engine decides by it.

    `fitted` is None where the rule has no thresholds. `instead`: why it is in place of the one that
    was asked for.
    """

    cut: Cut
    by: Cut
    fitted: FittedCut | None = None
    instead: str = ""


def count_part(
    table: NamedTable, state: FileStates, scan: TableScan, part: TableSubset
) -> tuple[PendingAnswer, CountedEvaluation]:
    """What an engine counts of a part, waited for. FilterError where it cannot ask its filter."""
    query = counts.ask(table, state, CountQuery(part), scan)
    counted: CountedEvaluation = answer_of(counts, table, query)
    name_counted(counted, table, state)
    return query, counted


def name_counted(
    counted: CountedEvaluation, table: NamedTable, state: FileStates, *rule: Cut
) -> None:
    """Say what was counted, for results that are kept of it; `rule`: what it was fitted by."""
    filter_text = "" if counted.filter_count is None else counted.filter_count.text
    cuts = [cut_to_text(cut) for cut in (counted.cut, *rule)]
    key = digest("table", table.name, state, counted.split, *cuts, filter_text)
    stands_for(counted, key)
    stands_for(counted.counts.classes, f"{key} tables")


def count_split(
    table: NamedTable, state: FileStates, scan: TableScan, split: str | None
) -> CountedEvaluation:
    """All of a split as nobody chose it: what rules are fitted on, counted once for all of them."""
    return count_part(table, state, scan, TableSubset(split, scan.cuts[0]))[1]


def rule_of(scan: TableScan, chosen: Mapping[str, str]) -> Cut:
    """The rule that is chosen; the default where a table is not decided by it.

    As in memory, thresholds set by hand are for the scores of one system.
    """
    text, system = chosen.get("cut", ""), scan.layout.file.system
    simple: Mapping[str, Cut] = {cut.rule: cut for cut in scan.cuts}
    cut = simple.get(text) or cut_from_text(text)
    if cut is None or cut.rule not in scan.rules:
        return scan.cuts[0]
    # an engine has no documents here to part
    cut = replace(cut, cross_fitted=False)
    if cut.fitted_to_truth and cut.split not in (None, *scan.splits):
        return scan.cuts[0]
    if cut.own and cut.system not in (None, system):
        return scan.cuts[0] if cut.rule == "per_class" else replace(cut, own=(), system=None)
    return cut


def decide_table(table: NamedTable, state: FileStates, scan: TableScan, cut: Cut) -> DecidedRule:
    """A rule fitted; the default where a table's scores do not tell it."""
    if cut.rule not in (*THRESHOLDS, "expected_loss"):
        return DecidedRule(cut, cut)
    classes = scan.layout.classes
    if cut.rule in TUNED:
        on = count_split(table, state, scan, cut.split)
        if on.curves is not None and not tallies_tell(cut, scan):
            return _default(scan, NEEDS_DOCUMENTS)
        rule = None if on.curves is None else rule_from_scores(cut, on.curves)
        if rule is None:
            return _default(scan, TOO_MANY_SCORES)
        cut, fitted = rule, _tuned(on, rule)
    else:
        fitted = fit_thresholds(cut, classes)
    assert fitted.thresholds is not None
    if fitted.below is not None and fitted.below.any():
        return _default(scan, TURNED_ROUND)
    if cut.rule == "threshold" and not cut.own:
        return DecidedRule(cut, cut, fitted)
    own = fitted.thresholds
    tuned, system = cut.fitted_to_truth, scan.layout.file.system
    return DecidedRule(
        cut, per_class(classes, own, {}, system, split=cut.split, tuned=tuned), fitted
    )


def _default(scan: TableScan, why: str) -> DecidedRule:
    cut = scan.cuts[0]
    fitted = fit_thresholds(cut, scan.layout.classes) if cut.rule == "threshold" else None
    return DecidedRule(cut, cut, fitted, why)


def tallies_tell(cut: Cut, scan: TableScan) -> bool:
    """Whether a wish follows from what was counted of each class.

    Not a mean over documents, nor a promise over all classes, or of documents that do not count
    one each.
    """
    if cut.rule not in WISHED:
        return True
    if cut.rule == "candidates" or cut.average == "per_document":
        return False
    drawn = scan.layout.weight is not None or bool(scan.layout.drawn())
    return not cut.promise or (cut.average == "class" and not drawn)


def rule_from_scores(cut: Cut, curves: Curves) -> Cut | None:
    """A tuned rule as it follows from the scores that came home; None where it does not.

    Where these are not all, break-even and the best F1 follow. What lies just below a threshold, or
    above all scores, does not: then it is the lowest accepted score, of every class.
    """
    if curves.complete:
        return cut
    if cut.rule == "break_even":
        return replace(cut, between=False)
    if cut.rule == "f" and cut.beta == F1_BETA:
        return replace(cut, guard=False, between=False)
    return None


@cached(entries=24, spinner="Fitting …")
def _tuned(on: CountedEvaluation, cut: Cut) -> FittedCut:
    assert on.curves is not None
    return fit_thresholds(cut, on.classes, on.curves.tallies)
