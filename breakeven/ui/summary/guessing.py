"""The system beside answers that are the same for every document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from breakeven.analysis.comparison.fixed_answer import best_answer, fixed_name
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.wording import f_name, figure_of, percent
from breakeven.results.fixed_answers import SAY_ALL, FixedAnswer, fixed_answers
from breakeven.ui.components.html import bold, escaped, grid, plain, say
from metrics import measures
from metrics.averaging import Undefined, macro

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
    answers = fixed_answers(evaluation, beta, undefined)
    compared = [
        (plain(evaluation.system), evaluation.tables, evaluation.exact_match),
        *((_name(answer), answer.tables, answer.exact_match) for answer in answers),
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
        say(_beside_one_class(evaluation, answers))
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
    say(
        _beside_yes_or_no(evaluation, answers)
        if evaluation.yes_or_no
        else _beside_no(evaluation, f)
    )


def _name(answer: FixedAnswer) -> Markup | str:
    if answer.kind in SAY_ALL:
        return answer.kind
    names = [*(plain(name, 30) for name in answer.named), *answer.more]
    return Markup("{} ({})").format(answer.kind, Markup(", ").join(names))


def _right_share(answers: Sequence[FixedAnswer], classes: tuple[int, ...]) -> float:
    """The share of documents that the answer of these classes is exactly right for."""
    return next(answer.exact_match for answer in answers if answer.positions == classes)


def _beside_yes_or_no(evaluation: Evaluation, answers: Sequence[FixedAnswer]) -> Markup:
    best = best_answer(evaluation)
    right = _right_share(answers, best)
    return escaped(
        f"The best fixed answer, {fixed_name(evaluation.classes, best)}, is right for "
        f"{percent(right, 1)} of the documents, the system for "
        f"{percent(evaluation.exact_match, 1)}."
    )


def _beside_one_class(evaluation: Evaluation, answers: Sequence[FixedAnswer]) -> Markup:
    (best,) = best_answer(evaluation)
    right = _right_share(answers, (best,))
    return Markup(
        "Every document has exactly one class. Predicting {} for all is right for {} of them, the "
        "system for {}."
    ).format(bold(evaluation.classes[best]), percent(right, 1), percent(evaluation.exact_match, 1))


def _beside_no(evaluation: Evaluation, f: str) -> str:
    prevalence = float(measures.prevalence(evaluation.tables.pooled()))
    share, no = percent(prevalence, 1), percent(1 - prevalence, 1)
    if prevalence <= RARE:
        text = (
            f"Only {share} of all document/class pairs are true, so answering “no” to everything "
            f"is already right for {no} of them. Accuracy therefore says little about small "
            f"classes: look at precision, recall and {f} there."
        )
    else:
        text = (
            f"{share} of all document/class pairs are true, and answering “no” to everything is "
            f"right for {no} of them: compare accuracy with that."
        )
    return f"{text} Accuracy here is the share of all pairs that are right."
