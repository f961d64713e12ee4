"""Findings about a system as a whole: no better than a fixed answer, or scores turned round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from breakeven.evaluation.evaluation import Evaluation
from breakeven.findings import rules
from breakeven.findings.finding import Finding
from breakeven.findings.gains import f_macro, f_micro
from breakeven.findings.inverse import inverse_classes
from breakeven.text import quoted
from metrics.baselines import baselines
from metrics.chance import FEWEST, SURE
from metrics.tallies import ContingencyTable
from metrics.typing import EQUAL


@dataclass(frozen=True, kw_only=True)
class _Fixed:
    """An answer given without looking: in words, and what it would reach."""

    words: str
    micro: float
    macro: float


def baseline_findings(evaluation: Evaluation) -> Iterator[Finding]:
    """A finding where the decisions are no better than what needs no classifier."""
    rule, tables, chance = rules.BASELINE, evaluation.tables, evaluation.chance
    fixed = _fixed_answers(evaluation)
    if not fixed or not np.any(tables.positives):
        return
    best = max(fixed, key=lambda answer: answer.micro)
    value, macro = np.nan_to_num(f_micro(tables, 1.0)), np.nan_to_num(f_macro(tables, 1.0))
    no_higher = value <= best.micro + EQUAL
    # where everything or nothing is assigned shuffling changes nothing, and the answer is fixed
    no_chance = chance.deviation > 0 and not chance.beyond
    if not (no_higher or no_chance):
        return
    small = chance.independent < FEWEST
    helps = bool(no_higher and chance.beyond and macro > best.macro + EQUAL)
    if chance.z < -SURE:
        how, step = "below", "match"
    elif chance.fixed:
        how, step = "same", "more" if small else "why"
    elif chance.at_chance:
        how, step = ("fixed" if no_higher else "chance"), "doubt"
    elif value >= 1 - EQUAL and no_higher:
        how, step = "equal", "others"
    elif no_higher:
        how, step = "fixed", "rare" if helps else "more" if small else "doubt"
    else:
        how, step = "few", "more"
    others = [
        f"{answer.words} would reach {answer.micro:.3f}"
        for answer in fixed
        if not np.isnan(answer.micro)
    ]
    shuffled = f_micro(_shuffled(tables), 1.0)
    if chance.deviation > 0 and not np.isnan(shuffled):
        others.append(f"shuffled decisions {shuffled:.3f}")
    if not others:  # without true negatives nobody knows what they would wrongly assign
        others.append("of classes without bounds other answers have no such number")
    notice, errors = helps or small or how == "equal", float(np.sum(tables.fp + tables.fn))
    yield rule.found(
        explains=(0.0 if notice else errors, errors),
        severity="notice" if notice else None,
        evidence={
            "micro_f1": float(value),
            "baseline_micro_f1": best.micro,
            "hits": chance.hits,
            "hits_by_chance": chance.expected,
        },
        how=rule.clauses[how],
        value=value,
        others=", ".join(others),
        macro=rule.clause("macro", mine=macro, its=best.macro) if helps else "",
        steps=rule.clauses[step],
    )


def _fixed_answers(evaluation: Evaluation) -> list[_Fixed]:
    """The most frequent class for all; where documents may have several, every class for all."""
    found = []
    for baseline in baselines(evaluation.tables, evaluation.truth, evaluation.weights):
        if baseline.class_index is not None:
            words = f"{quoted(evaluation.classes[baseline.class_index])} for every document"
        elif baseline.name == "always yes" and not evaluation.single_label:
            if len(evaluation.classes) == 1:
                continue
            words = "every class for every document"
        else:
            continue
        of = [f(baseline.tables, 1.0) for f in (f_micro, f_macro)]
        found.append(_Fixed(words=words, micro=of[0], macro=of[1]))
    return found


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
