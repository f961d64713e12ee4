"""What has to be said wherever a number that cannot be trusted is shown."""

from __future__ import annotations

from typing import Any

from breakeven.evaluation.evaluation import Evaluation
from breakeven.records import Truth
from breakeven.splits import learnt_from
from breakeven.text import listed
from metrics.typing import Array

OPTIMISTIC = "optimistic: tuned on the documents shown"
MOST_FILES = 3
TRUE_NUMBER = (
    "The decisions have exactly the true number of classes on every document, though some are "
    "wrong. They were hardly made without knowing the truth, and no system in operation can "
    "know it."
)


def cautions(truth: Truth, rows: Array, *, optimistic: bool) -> list[str]:
    """Why the numbers of these documents may mislead, each in a sentence; none without."""
    learnt = learnt_from(truth, rows)
    said = order_cautions(truth) + tuned_cautions(optimistic)
    return said + ([] if learnt is None else [str(learnt)])


def order_cautions(truth: Truth) -> list[str]:
    """That files were joined by row order, where somebody said so; none elsewhere."""
    files = truth.joined_by_order
    if not files:
        return []
    of = listed(files, MOST_FILES)
    return [
        f"Joined by row order: no column says which document a row of {of} is about. If the "
        "order differs, every number here is wrong."
    ]


def of_order(truth: Truth) -> dict[str, Any]:
    """The same under `cautions`, ready for JSON; nothing where rows have ids."""
    said = order_cautions(truth)
    return {"cautions": said} if said else {}


def tuned_cautions(optimistic: bool) -> list[str]:
    """That the rule was fitted to what is shown, where it was."""
    return [f"{OPTIMISTIC[0].upper()}{OPTIMISTIC[1:]}."] if optimistic else []


def of_cautions(truth: Truth, evaluation: Evaluation) -> dict[str, Any]:
    """The same under `cautions`, ready for JSON; nothing where there is no reason."""
    said = cautions(truth, evaluation.rows, optimistic=evaluation.optimistic)
    return {"cautions": said} if said else {}
