"""One kind of finding for the whole review, and their order."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import numpy as np

from metrics.typing import Array

Severity = Literal["error", "warning", "notice"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
Gain = Literal["macro", "micro"]


@dataclass(frozen=True, kw_only=True)
class Finding:
    """Something to act on, with its evidence. All text is plain: names appear as written.

    `code` is stable, a key of `rules.RULES`, and `title` that rule's. `classes` are indices into
    the truth's classes, `documents` rows of the truth. `spoiled`: those of them whose result says
    nothing of a system, because the data is wrong there. `gain_macro` and `gain_micro`: by how much
    F would rise if this was mended, as `gains` reckons; NaN where nothing can be said.
    """

    code: str
    severity: Severity
    title: str
    what: str
    action: str
    classes: tuple[int, ...] = ()
    documents: Array = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    spoiled: Array = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    evidence: Mapping[str, Any] = field(default_factory=dict)
    gain_macro: float = math.nan
    gain_micro: float = math.nan

    @property
    def about(self) -> str:
        """The family of the code, as `class` of `class.low-recall`."""
        return self.code.partition(".")[0]


def in_order(findings: Iterable[Finding], by: Gain = "macro") -> list[Finding]:
    """Errors first: with them no number can be trusted. Then by what mending would gain."""

    def key(finding: Finding) -> tuple[bool, float, int]:
        gain = finding.gain_macro if by == "macro" else finding.gain_micro
        return (
            finding.severity != "error",
            -gain if gain > 0 else 0.0,
            SEVERITIES.index(finding.severity),
        )

    return sorted(findings, key=key)
