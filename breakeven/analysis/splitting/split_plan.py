"""What is asked of a new split."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from breakeven.data.records import Truth
from breakeven.data.splits import name_as_read
from breakeven.data.wording import about
from metrics.typing import EQUAL

USUAL_SHARES = "train=0.7,dev=0.1,test=0.2"
# shares may add up to so much more or less: three times 0.33 are meant to be thirds
ROUNDED = 0.01


@dataclass(frozen=True, kw_only=True)
class SplitPlan:
    """What is asked of a new split.

    `shares`: of the parts by their names, each above 0, together 1, in the order of time where that
    counts. `group`: the column whose documents of one value stay together. `time`: the column by
    which the parts follow one another. `keep`: splits whose documents stay where they are, and
    beside which the other parts share the rest. `near`: whether nearly equal texts stay together.
    """

    shares: Mapping[str, float]
    group: str | None = None
    time: str | None = None
    keep: tuple[str, ...] = ()
    near: bool = True
    seed: int = 0

    @property
    def dealt(self) -> dict[str, float]:
        """The shares of the parts that are not kept, of what is not kept, together 1."""
        free = {name: share for name, share in self.shares.items() if name not in self.keep}
        every = sum(free.values())
        return {name: share / every for name, share in free.items()}


def parse_shares(text: str) -> dict[str, float]:
    """The parts that a text like `train=0.7,dev=0.1,test=0.2` names; together 1.

    Percents are shares of 100. ValueError for anything else, and for what adds up to neither: a
    share that was meant otherwise cannot be told from a slip.
    """
    shares: dict[str, float] = {}
    for part in text.split(","):
        name, _, number = (piece.strip() for piece in part.rpartition("="))
        try:
            share = float(number)
        except ValueError:
            share = math.nan
        if not name or not 0 < share < math.inf:
            raise ValueError(f"{part.strip()!r} is no part; write {USUAL_SHARES}")
        name = name_as_read(name)
        if name in shares:
            raise ValueError(f"the part {name!r} is named twice; name each once")
        shares[name] = share
    every = sum(shares.values())
    if min(abs(every - whole) / whole for whole in (1, 100)) > ROUNDED + EQUAL:
        raise ValueError(
            f"the parts add up to {about(every)}; give shares that add up to 1, or percents that "
            "add up to 100"
        )
    return {name: share / every for name, share in shares.items()}


def check_plan(plan: SplitPlan, truth: Truth) -> None:
    """ValueError where the plan does not fit the documents."""
    if truth.documents is None:
        raise ValueError("the file gave counts, not documents; there is nothing to divide")
    for column in (plan.group, plan.time):
        if column is not None and column not in truth.columns:
            known = ", ".join(truth.columns) or "none"
            raise ValueError(f"there is no column {column!r}; choose of {known}")
    for name in plan.keep:
        if name not in truth.splits:
            known = ", ".join(truth.splits) or "none"
            raise ValueError(f"there is no split {name!r} to keep; choose of {known}")
    if not plan.dealt:
        raise ValueError("every part is kept, so there is nothing to propose; keep fewer")
    if len({*plan.shares, *plan.keep}) < 2:
        (name,) = plan.shares
        raise ValueError(
            f"{name!r} alone divides nothing; name two parts or more, as {USUAL_SHARES}, "
            "or keep a split"
        )
