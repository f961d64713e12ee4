"""What may be said of a difference: the interval and the p-value beside it never contradict it."""

from __future__ import annotations

import math
from typing import Literal

from breakeven.comparison.bootstrap import FEWEST_DIFFERING, Difference

ALPHA = 0.05
Claim = Literal["beyond", "edge", "few", "chance", "same", "untested", "undefined"]
WORDS: dict[Claim, str] = {
    "beyond": "more than chance",
    "edge": "on the edge of chance: of the interval and p only one says that it is more",
    "few": f"which may be chance, as fewer than {FEWEST_DIFFERING} documents tell the two apart",
    "chance": "which may be chance",
    "same": "no difference",
    "untested": "how sure that is was not measured",
    "undefined": "undefined for one of the two",
}


def claim_of(difference: Difference, p: float, telling: int) -> Claim:
    """The claim on one difference: `beyond` only where both its interval and its p say so.

    `p`: of randomisation, NaN where it was not tried; `telling`: documents, or clusters, that could
    tell the two systems apart. Where only one of the two was made, that one decides.
    """
    if math.isnan(difference.points):
        return "undefined"
    if difference.points == 0:
        return "same"
    said = [bool(difference.real)] if not math.isnan(difference.low) else []
    said += [p <= ALPHA] if not math.isnan(p) else []
    if not said:
        return "untested"
    if telling < FEWEST_DIFFERING:
        return "few"
    if all(said):
        return "beyond"
    return "edge" if any(said) else "chance"
