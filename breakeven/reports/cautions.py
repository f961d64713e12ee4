"""What has to be said wherever a number that cannot be trusted is shown."""

from __future__ import annotations

from typing import Any

from breakeven.evaluation.evaluation import Evaluation
from breakeven.records import Truth
from breakeven.splits import learnt_from
from metrics.typing import Array

OPTIMISTIC = "optimistic: tuned on the documents shown"
TRUE_NUMBER = (
    "The decisions have exactly the true number of classes on every document, though some are "
    "wrong. They were hardly made without knowing the truth, and no system in operation can "
    "know it."
)


def cautions(truth: Truth, rows: Array, *, optimistic: bool) -> list[str]:
    """Why the numbers of these documents promise too much, each in a sentence; none without."""
    learnt = learnt_from(truth, rows)
    return tuned_cautions(optimistic) + ([] if learnt is None else [str(learnt)])


def tuned_cautions(optimistic: bool) -> list[str]:
    """That the rule was fitted to what is shown, where it was."""
    return [f"{OPTIMISTIC[0].upper()}{OPTIMISTIC[1:]}."] if optimistic else []


def of_cautions(truth: Truth, evaluation: Evaluation) -> dict[str, Any]:
    """The same under `cautions`, ready for JSON; nothing where there is no reason."""
    said = cautions(truth, evaluation.rows, optimistic=evaluation.optimistic)
    return {"cautions": said} if said else {}
