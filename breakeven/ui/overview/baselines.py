"""A system beside baselines that never read a document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from breakeven.evaluation.evaluation import Evaluation
from breakeven.text import f_name, figure_of, percent
from breakeven.ui.components.html import bold, grid, plain, say
from metrics import measures
from metrics.averaging import Undefined, macro
from metrics.baselines import Baseline, baselines

POOLED = {
    "Accuracy": measures.accuracy,
    "Error rate": measures.error_rate,
    "Fallout": measures.fallout,
    "Overlap": measures.overlap,
}

# above this share of true pairs, "no" to everything is no longer mostly right
RARE = 0.2


def show_guessing(evaluation: Evaluation, beta: float, undefined: Undefined) -> None:
    """The table of the system and its baselines, and why accuracy alone misleads."""
    found = baselines(
        evaluation.tables, evaluation.truth, evaluation.weights, evaluation.scored.unjudged
    )
    if evaluation.one_of:
        # of rules that name one class for each document, only one never reads it
        found = [each for each in found if each.class_index is not None]
    compared = [
        (plain(evaluation.system), evaluation.tables, evaluation.exact_match),
        *((_name(each, evaluation), each.tables, each.exact_match) for each in found),
    ]
    f = f_name(beta)
    if evaluation.single_label:
        # accuracy is the share of documents then; where each gets one class it is micro F too
        micro = [] if evaluation.one_of else [f"Micro {f}"]
        rows = [
            [
                name,
                figure_of(right),
                *(figure_of(float(measures.f_beta(table.pooled(), beta))) for _ in micro),
                figure_of(macro(table, beta, undefined)["f"].value),
            ]
            for name, table, right in compared
        ]
        grid(["", "Accuracy", *micro, f"Macro {f}"], rows)
        say(_beside_one_class(evaluation, found))
        return
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
    say(_beside_no(evaluation, f))


def _name(baseline: Baseline, evaluation: Evaluation) -> str:
    if baseline.class_index is None:
        return baseline.name
    return f"{baseline.name} ({plain(evaluation.classes[baseline.class_index], 30)})"


def _beside_one_class(evaluation: Evaluation, found: Sequence[Baseline]) -> str:
    most = next(each for each in found if each.class_index is not None)
    assert most.class_index is not None
    return (
        f"Every document has exactly one class. Naming {bold(evaluation.classes[most.class_index])}"
        f" for all is right for {percent(most.exact_match, 1)} of them: hold the system’s "
        f"{percent(evaluation.exact_match, 1)} against that."
    )


def _beside_no(evaluation: Evaluation, f: str) -> str:
    prevalence = float(measures.prevalence(evaluation.tables.pooled()))
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
    return f"{text} Accuracy here is the share of right yes/no decisions over all pairs."
