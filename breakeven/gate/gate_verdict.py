"""What a review says to one rule, and to all of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from breakeven.data.wording import percent
from breakeven.gate.gate_rules import RuleAsks

GateOutcome = Literal["passed", "failed", "cannot tell"]
GATE_OUTCOMES: tuple[GateOutcome, ...] = get_args(GateOutcome)


@dataclass(frozen=True, kw_only=True)
class GateVerdict:
    """What a review says to a rule, of one class where it is about classes.

    `value` of the measure, `baseline` of the baseline's and `difference` of the two where the rule
    is about that; NaN where undefined. `low` and `high`: bounds of what the rule asks of, each
    wrong with chance 1 - `low_confidence`, 1 - `high_confidence`. `documents`: that were looked at;
    `needed`: how many of their kind would likely decide, None where no number is known to. Of a
    rule with a margin, `missing`: documents that the baseline decided and the system did not;
    `relabelled`: those of both that have other true classes than in the baseline's file.
    `lower_is_better`: of a margin, less of what is measured is. `reason`: why it cannot be told
    where not for the bounds, and what failed of findings.
    """

    rule: int
    title: str
    outcome: GateOutcome
    asks: RuleAsks | None = None
    limit: float | None = None
    class_name: str | None = None
    split: str | None = None
    value: float | None = None
    baseline: float | None = None
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    low_confidence: float | None = None
    high_confidence: float | None = None
    documents: int | None = None
    needed: int | None = None
    missing: int | None = None
    relabelled: int | None = None
    lower_is_better: bool = False
    reason: str = ""

    @property
    def name(self) -> str:
        """What was asked, and of which split."""
        return self.title if self.split is None else f"{self.title} on {self.split}"

    @property
    def sentence(self) -> str:
        """The numbers behind the outcome, in a sentence."""
        if self.reason:
            return self.reason
        assert self.low is not None
        assert self.high is not None
        shown = self.value if self.difference is None else self.difference
        assert shown is not None
        # with a plain hyphen, as other programs read it
        number = "{:.3f}" if self.difference is None else "{:+.3f}"
        bounds, at_most = [], self.asks == "max" or self.lower_is_better
        if self.outcome == "cannot tell" or at_most == (self.outcome == "failed"):
            bounds.append(f"at least {number.format(self.low)} ({_sure(self.low_confidence)})")
        if self.outcome == "cannot tell" or at_most == (self.outcome == "passed"):
            bounds.append(f"at most {number.format(self.high)} ({_sure(self.high_confidence)})")
        text = f"{number.format(shown)}, {' and '.join(bounds)}."
        return text if self.outcome != "cannot tell" else f"{text} {self._needed}"

    @property
    def _needed(self) -> str:
        if self.needed is None:
            return "It equals what is required, so more documents may never decide."
        return (
            f"About {self.needed:,} documents like these {self.documents:,} would probably decide, "
            f"if the value stays as it is."
        )


def _sure(confidence: float | None) -> str:
    assert confidence is not None
    # rounded down, to so many digits that it is never shown as 100 %
    digits = max(0, math.ceil(-math.log10(1 - confidence) - 1e-9) - 2)
    places = 10 ** (digits + 2)
    return f"{percent(math.floor(confidence * places + 1e-6) / places, digits)} sure"


def overall_outcome(verdicts: Sequence[GateVerdict]) -> GateOutcome:
    """Failed where any rule failed, else cannot tell where any cannot be told, else passed."""
    outcomes = {verdict.outcome for verdict in verdicts}
    if "failed" in outcomes:
        return "failed"
    return "cannot tell" if "cannot tell" in outcomes else "passed"
