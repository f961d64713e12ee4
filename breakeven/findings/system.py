"""Findings about a system as a whole: no better than a fixed answer, or scores turned round."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from breakeven.comparison.fixed_answer import BestFixed, beside_best_fixed, pooled_as
from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.fixed_answer import yes_or_no
from breakeven.findings import rules
from breakeven.findings.finding import Finding
from breakeven.findings.gains import f_macro
from breakeven.findings.inverse import inverse_classes
from metrics import measures
from metrics.baselines import fixed_tables
from metrics.chance import FEWEST, SURE
from metrics.tallies import ContingencyTable
from metrics.typing import EQUAL


def baseline_findings(evaluation: Evaluation) -> Iterator[Finding]:
    """A finding where the decisions are not shown to be better than the best fixed answer.

    It speaks of the same answer as the verdict, which says yes where there is no finding.
    """
    rule, tables, chance = rules.BASELINE, evaluation.tables, evaluation.chance
    fixed = beside_best_fixed(evaluation)
    if fixed is None or fixed.shown_better or (fixed.claim == "undefined" and chance.beyond):
        return
    value, its = (float(measures.f_beta(of.table, 1.0)) for of in (fixed.mine, fixed.its))
    both = tables, fixed_tables(tables, fixed.classes)
    macro, best_macro = (float(np.nan_to_num(f_macro(of, 1.0))) for of in both)
    higher = fixed.points > EQUAL
    # where everything or nothing is assigned shuffling changes nothing, and the answer is fixed
    small = chance.independent < FEWEST
    helps = bool(not higher and chance.beyond and macro > best_macro + EQUAL)
    single = yes_or_no(evaluation)
    if chance.z < -SURE:
        how, step = "below", "match"
    elif chance.fixed:
        how, step = "same", "more" if small else "why"
    elif chance.at_chance:
        how, step = "chance" if higher else "fixed", "doubt"
    elif fixed.claim == "undefined":
        how, step = "unknown", "more"
    elif value >= 1 - EQUAL and not higher:
        how, step = "equal", "others"
    elif higher:
        how, step = "few", "more"
    else:
        help_step = "worth" if single else "rare"
        how, step = "fixed", help_step if helps else "more" if small else "doubt"
    notice = helps or small or how in ("equal", "few")
    errors = float(np.sum(tables.fp + tables.fn))
    name = "accuracy" if single else "micro_f1"
    yield rule.found(
        explains=(0.0 if notice else errors, errors),
        severity="notice" if notice else None,
        evidence={
            name: value,
            f"baseline_{name}": its,
            "hits": chance.hits,
            "hits_by_chance": chance.expected,
        },
        how=rule.clauses[how],
        measure="Accuracy" if single else "Micro F₁",
        value=value,
        others=_others(evaluation, fixed, its),
        helped=_helped(evaluation, macro, best_macro) if helps else "",
        steps=rule.clauses[step],
    )


def _helped(evaluation: Evaluation, macro: float, best_macro: float) -> str:
    """What a system is worth though a fixed answer is right as often."""
    if not yes_or_no(evaluation):
        return rules.BASELINE.clause("macro", mine=macro, its=best_macro)
    table = evaluation.tables[0]
    words = {"found": table.tp, "true": table.positives, "yes": evaluation.classes[0]}
    return rules.BASELINE.clause("finds", **words)


def _others(evaluation: Evaluation, fixed: BestFixed, its: float) -> str:
    """What the best fixed answer and shuffled decisions reach."""
    if np.isnan(its):  # without true negatives nobody knows what it would wrongly assign
        return "of classes without bounds other answers have no such number"
    others = [f"the best fixed answer, {fixed.name}, would reach {its:.3f}"]
    shuffled = pooled_as(evaluation, _shuffled(evaluation.tables))
    value = float(measures.f_beta(shuffled.table, 1.0))
    if evaluation.chance.deviation > 0 and not np.isnan(value):
        others.append(f"shuffled decisions {value:.3f}")
    return ", ".join(others)


def _shuffled(tables: ContingencyTable) -> ContingencyTable:
    """What to expect of the same decisions on shuffled documents."""
    total = np.maximum(tables.total, 1)
    tp = tables.positives * tables.assigned / total
    fp, fn = tables.assigned - tp, tables.positives - tp
    return ContingencyTable(tp, fp, fn, tables.total - tp - fp - fn)


def inverse_findings(evaluation: Evaluation) -> Iterator[Finding]:
    """A finding of the classes whose scores rank the wrong way round."""
    classes, area = inverse_classes(evaluation)
    if not len(classes):
        return
    yield rules.INVERSE.found(
        classes=classes,
        evidence={"classes": len(classes), "lowest_area": float(area[0])},
        n=len(classes),
        classes_named=[evaluation.classes[c] for c in classes],
        lowest=evaluation.classes[classes[0]],
        area=area[0],
    )
