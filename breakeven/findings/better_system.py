"""Whether another system is better on the same documents, by a paired test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from breakeven.comparison.claims import ALPHA
from breakeven.comparison.common import Settings, SharedDocuments, share_documents
from breakeven.comparison.comparison import pair_of, side_by_side
from breakeven.evaluation.evaluation import Evaluation
from breakeven.findings import rules
from breakeven.findings.finding import Finding
from breakeven.findings.gains import f_micro
from breakeven.text import f_name, p_of, signed

# enough to tell which side of 5 % a difference is on; the page on comparison draws more
REPLICATES = 2_000


def better_system_findings(
    evaluation: Evaluation, others: Sequence[Evaluation], beta: float
) -> Iterator[Finding]:
    """A finding where the best of the others by micro F is better beyond chance.

    `others`: what the other systems decide, on documents of the same truth. The p-value is of the
    pair on the documents that both spoke of, and held against 5 % divided by the number of others.
    """
    pairs = [share_documents([evaluation, other]) for other in others]
    pairs = [common for common in pairs if common.documents]
    if not pairs:
        return
    common = max(pairs, key=lambda one: _lead(one, beta))
    if not _lead(common, beta) > 0:
        return
    pair = pair_of(side_by_side(common, Settings("f", beta, "drop", ()), REPLICATES), 0, 1)
    p = pair.p_of("micro")
    if pair.claim("micro") != "beyond" or p * len(pairs) > ALPHA:
        return
    micro, macro = pair.averages["micro"], pair.averages["macro"]
    mine, its = pair.old.tables, pair.new.tables
    wrong, fewer = ((t.fp + t.fn).sum() for t in (mine, its))
    rule = rules.BETTER_SYSTEM
    yield rule.found(
        evidence={
            "micro_f": pair.old_values.averages["micro"],
            "micro_f_of_the_other": pair.new_values.averages["micro"],
            "p": p,
            "documents": common.documents,
            "other_systems": len(pairs),
        },
        explains=(max(float(wrong - fewer), 0.0), float(wrong)),
        gains=(float(macro.points), float(micro.points)),
        better=pair.new.system,
        f=f_name(beta),
        its=pair.new_values.averages["micro"],
        mine=pair.old_values.averages["micro"],
        system=pair.old.system,
        points=signed(100 * float(micro.points), 1),
        low=signed(100 * float(micro.low), 1),
        high=signed(100 * float(micro.high), 1),
        p=p_of(p),
        macro=_of_macro(float(macro.points), beta),
        several=rule.clause("several", n=len(pairs)) if len(pairs) > 1 else "",
    )


def _of_macro(points: float, beta: float) -> str:
    if np.isnan(points) or points >= 0:
        return ""
    lower = signed(100 * points, 1)
    return rules.BETTER_SYSTEM.clause("macro", f=f_name(beta), points=lower)


def _lead(common: SharedDocuments, beta: float) -> float:
    """By how much the second system's micro F is above the first's; 0 where undefined."""
    mine, its = (f_micro(evaluation.tables, beta) for evaluation in common.evaluations)
    return float(np.nan_to_num(its) - np.nan_to_num(mine))
