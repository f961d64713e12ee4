"""Findings in a list: one line each, and one for many of the same rule."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from breakeven.findings.finding import Finding, Order
from metrics.incidence import united

# so many of one rule stand in lines of their own
ALONE = 3


@dataclass(frozen=True)
class Line:
    """What stands in one line: a finding, or all of a rule; at least one, the first counts most."""

    findings: tuple[Finding, ...]

    @property
    def first(self) -> Finding:
        """The one that stands for them."""
        return self.findings[0]

    @property
    def documents(self) -> int:
        """How many documents they are about, each counted once."""
        if len(self.findings) == 1:
            return len(self.first.documents)
        return len(united([finding.documents for finding in self.findings]))

    @property
    def error_share(self) -> float:
        """The share of all wrong decisions that they explain, in [0, 1].

        Together where each is about another class, as then none is counted twice; else of the one
        that explains most.
        """
        shares = [finding.error_share for finding in self.findings]
        classes = [finding.classes for finding in self.findings]
        apart = all(len(of) == 1 for of in classes) and len(set(classes)) == len(classes)
        return sum(shares) if apart else max(shares)

    def gain(self, by: Order) -> float:
        """What mending one of them would gain at most, in micro F or macro F; NaN if unknown."""
        gains = [f.gain_micro if by == "micro" else f.gain_macro for f in self.findings]
        return max((gain for gain in gains if not math.isnan(gain)), default=math.nan)


def lines_of(findings: Sequence[Finding], alone: int = ALONE) -> list[Line]:
    """Findings as lines, in their order; more than `alone` of one rule are a line.

    It stands where the first of them stands.
    """
    of: dict[str, list[Finding]] = {}
    for finding in findings:
        of.setdefault(finding.code, []).append(finding)
    lines = []
    for finding in findings:
        alike = of[finding.code]
        if len(alike) <= alone:
            lines.append(Line((finding,)))
        elif finding is alike[0]:
            lines.append(Line(tuple(alike)))
    return lines
