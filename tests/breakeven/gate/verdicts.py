"""Verdicts with names that nobody would choose."""

from __future__ import annotations

from breakeven.gate.gate_rules import MeasureRule
from breakeven.gate.gate_verdict import GateOutcome, GateVerdict

# each would break out of XML, Markdown, HTML or a line of GitHub's
HOSTILE = "a\x00\x1b]]>&<b>|`[x](y)\n::error title=x::%0A, \ud800 ##[error]"


def made(
    outcome: GateOutcome = "failed", name: str = HOSTILE, split: str | None = HOSTILE
) -> GateVerdict:
    """A verdict about a class of that name."""
    rule = MeasureRule(number=2, measure="recall", asks="min", limit=0.5, classes=(name,))
    return GateVerdict(
        rule=2,
        title=rule.title(name),
        outcome=outcome,
        asks="min",
        limit=0.5,
        class_name=name,
        split=split,
        value=0.25,
        low=0.125,
        high=0.375,
        low_confidence=0.95,
        high_confidence=0.95,
        documents=40,
        needed=100 if outcome == "cannot tell" else None,
    )
