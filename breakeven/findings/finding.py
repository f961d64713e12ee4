"""One kind of finding for the whole review, and their order."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import numpy as np

from breakeven.slices.condition import Condition
from metrics.typing import Array

Severity = Literal["error", "warning", "notice"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
# what findings can be sorted by: errors that they explain, or gain in an average F
Order = Literal["errors", "macro", "micro"]
ORDERS: tuple[Order, ...] = get_args(Order)


@dataclass(frozen=True, kw_only=True)
class Finding:
    """Something to act on, with its evidence. All text is plain: names appear as written.

    `code` is stable, a key of `rules.RULES`, and `title` that rule's. `classes` are indices into
    the truth's classes, `pairs` of them with the value found of each, `documents` rows of the
    truth. `spoiled`: those of the documents whose result says nothing of a system, because the data
    is wrong there. `errors`: how many wrong decisions (missed
    and wrongly assigned) it explains, `error_share` of all of them, 0 where it explains none: what
    two findings explain may overlap. `met`: conditions that all of its documents meet, and no
    others under review; none where it is not about such. `gain_macro` and `gain_micro`: by how much
    F would rise if this was mended, as `gains` reckons; NaN where nothing can be said.
    """

    code: str
    severity: Severity
    title: str
    what: str
    action: str
    classes: tuple[int, ...] = ()
    pairs: tuple[tuple[int, int, float], ...] = ()
    documents: Array = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    spoiled: Array = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    evidence: Mapping[str, Any] = field(default_factory=dict)
    errors: float = 0.0
    error_share: float = 0.0
    gain_macro: float = math.nan
    gain_micro: float = math.nan
    met: tuple[Condition, ...] = ()

    @property
    def about(self) -> str:
        """The family of the code, as `class` of `class.low-recall`."""
        return self.code.partition(".")[0]


def in_order(findings: Iterable[Finding], by: Order = "errors") -> list[Finding]:
    """Errors in the data first: with them no number can be trusted.

    Then by the share of the wrong decisions that a finding explains, or by what mending it would
    gain.
    """

    def key(finding: Finding) -> tuple[bool, float, float, int]:
        gain = finding.gain_micro if by == "micro" else finding.gain_macro
        explained, gained = finding.error_share, gain if gain > 0 else 0.0
        first, second = (explained, gained) if by == "errors" else (gained, explained)
        return (
            finding.severity != "error",
            -first,
            -second,
            SEVERITIES.index(finding.severity),
        )

    return sorted(findings, key=key)
