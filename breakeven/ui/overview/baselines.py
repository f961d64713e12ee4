"""A system beside baselines that never read a document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from breakeven.analysis.comparison.fixed_answer import NAMED, best_answer, fixed_name
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.wording import f_name, figure_of, percent
from breakeven.ui.components.html import bold, escaped, grid, plain, say
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
        # a rule that names one class for each document
        found = [each for each in found if len(each.classes) == 1]
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
    say(_beside_yes_or_no(evaluation, found) if evaluation.yes_or_no else _beside_no(evaluation, f))


def _beside_yes_or_no(evaluation: Evaluation, found: Sequence[Baseline]) -> str:
    best = best_answer(evaluation)
    right = next(each.exact_match for each in found if each.classes == best)
    return escaped(
        f"The best fixed answer, {fixed_name(evaluation.classes, best)}, is right for "
        f"{percent(right, 1)} of the documents: hold the system’s "
        f"{percent(evaluation.exact_match, 1)} against that."
    )


def _name(baseline: Baseline, evaluation: Evaluation) -> str:
    if baseline.name in ("always no", "always yes"):
        return baseline.name
    names = [evaluation.classes[c] for c in baseline.classes]
    shown = [plain(name, 30) for name in names[:NAMED]]
    more = [f"{len(names) - NAMED:,} more"] if len(names) > NAMED else []
    return f"{baseline.name} ({', '.join([*shown, *more])})"


def _beside_one_class(evaluation: Evaluation, found: Sequence[Baseline]) -> str:
    (best,) = best_answer(evaluation)
    right = next(each.exact_match for each in found if each.classes == (best,))
    return (
        f"Every document has exactly one class. Naming {bold(evaluation.classes[best])} for all is "
        f"right for {percent(right, 1)} of them: hold the system’s "
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
