"""What a picture of a story shows: each of one kind of thing, never two wholes in one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from breakeven.evaluation.evaluation import Evaluation
from breakeven.text import NEARLY, hundredths

# fewer documents are told and shown themselves, and not as so many of 100
FEW = 20
# what the part of a hundred that is not right is, which decides its colour and its side
Wrong = Literal["wrong", "missed", "extra"]
WayKind = Literal["mine", "system", "before", "fixed"]


@dataclass(frozen=True, kw_only=True)
class Hundred:
    """So many of a hundred: the natural number of a share, and out of how many it was counted.

    `name`: what they are of. `low`, `high`: between which `right` may lie over all documents like
    these. `yes`, `no`: what the two kinds of squares are. `counted`: the real numbers, in words.
    """

    name: str
    right: int
    low: int
    high: int
    yes: str
    no: str
    wrong: Wrong
    counted: str


@dataclass(frozen=True, kw_only=True)
class Few:
    """Fewer than twenty documents, each itself: its name, what it truly is, what it was given."""

    names: tuple[str, ...]
    true: tuple[str, ...]
    called: tuple[str, ...]
    right: tuple[bool, ...]


@dataclass(frozen=True, kw_only=True)
class Flow:
    """Where all documents go, of one class: found and missed, false alarms, and all the rest."""

    name: str
    found: float
    missed: float
    extra: float
    rest: float


@dataclass(frozen=True, kw_only=True)
class Ways:
    """Ways to decide, the best first: names, and how many of so many each gets right.

    `of`: 100, or the documents themselves where they are few. `what` they are.
    """

    names: tuple[str, ...]
    right: tuple[float, ...]
    kinds: tuple[WayKind, ...]
    of: int = 100
    what: str = "documents"

    @property
    def said(self) -> tuple[str, ...]:
        """How many each gets right, in words."""
        return tuple(so_many(right / self.of, self.of) for right in self.right)


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """The largest classes, with how many documents truly have each, and how many classes more."""

    names: tuple[str, ...]
    documents: tuple[float, ...]
    more: int


Picture: TypeAlias = Hundred | Few | Flow | Ways | Sizes


def in_hundred(parts: Sequence[float]) -> tuple[int, ...]:
    """Parts of a whole as whole numbers that add up to 100: the largest remainders are rounded up.

    Of equal remainders the first. `parts` from 0 on, not all of them 0.
    """
    given = np.asarray(parts, dtype=float)
    # what differs by rounding alone is equal
    exact = np.round(100 * given / given.sum(), 9)
    found = np.floor(exact).astype(int)
    up = np.argsort(-(exact - found), kind="stable")[: 100 - int(found.sum())]
    found[up] += 1
    return tuple(found.tolist())


def whole_of(evaluation: Evaluation) -> int:
    """Out of how many shares are told: 100, or the documents where they are fewer than twenty."""
    few = evaluation.documents < FEW and evaluation.weights is None
    return evaluation.documents if few else 100


def so_many(share: float, of: int) -> str:
    """A share in [0, 1] of so many in words, as `whole_of` has it."""
    return hundredths(share) if of == 100 else f"{round(share * of)}"


def of_hundred(share: float) -> int:
    """A share in [0, 1] as a whole number of 100; none and all only where that is so."""
    right = in_hundred((share, 1 - share))[0]
    some = NEARLY < share < 1 - NEARLY
    return min(max(right, 1), 99) if some else right
