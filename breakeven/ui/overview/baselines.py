"""A system beside baselines that never read a document."""

from __future__ import annotations

from typing import Any

from breakeven.evaluation.evaluation import Evaluation
from breakeven.text import f_name, figure_of, percent
from breakeven.ui.components.html import grid, plain, say
from metrics import measures
from metrics.averaging import Undefined, macro
from metrics.baselines import baselines

POOLED = {
    "Accuracy": measures.accuracy,
    "Error rate": measures.error_rate,
    "Fallout": measures.fallout,
    "Overlap": measures.overlap,
}

# above this share of true pairs, "no" to everything is no longer mostly right
RARE = 0.2


def show(evaluation: Evaluation, beta: float, undefined: Undefined) -> None:
    """The table of the system and its baselines, and why accuracy alone misleads."""
    f = f_name(beta)
    compared = [(plain(evaluation.system), evaluation.tables, evaluation.exact_match)]
    for baseline in baselines(evaluation.tables, evaluation.truth, evaluation.weights):
        name = baseline.name
        if baseline.class_index is not None:
            name += f" ({plain(evaluation.classes[baseline.class_index], 30)})"
        compared.append((name, baseline.tables, baseline.exact_match))
    rows = []
    for name, table, exact in compared:
        pooled = table.pooled()
        values: list[Any] = [
            *(measure(pooled) for measure in POOLED.values()),
            measures.f_beta(pooled, beta),
            macro(table, beta, undefined)["f"].value,
            exact,
        ]
        rows.append([name, *(figure_of(float(v)) for v in values)])
    grid(["", *POOLED, f"Micro {f}", f"Macro {f}", "Exact match"], rows)
    pooled = evaluation.tables.pooled()
    prevalence = float(measures.prevalence(pooled))
    share, no = percent(prevalence, 1), percent(1 - prevalence, 1)
    if prevalence <= RARE:
        text = (
            f"Only {share} of all document/class pairs are true, so answering “no” to everything "
            f"is already right in {no} of decisions. Accuracy therefore says little about small "
            f"classes: read precision, recall and {f} there."
        )
    else:
        text = (
            f"{share} of all document/class pairs are true, and answering “no” to everything is "
            f"right in {no} of decisions: hold accuracy against that."
        )
    say(f"{text} Accuracy here is the share of right yes/no decisions over all pairs.")
