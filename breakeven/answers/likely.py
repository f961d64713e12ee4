"""Names outside the class list that are likely misspelt classes: proposed, never taken so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from breakeven.answers.names import fold

# of 100: below it two names are hardly the same
LEAST_ALIKE = 70.0
MOST_PROPOSED = 50
MOST_LOOKED_AT = 1_000


@dataclass(frozen=True)
class Likely:
    """A name that answers give, in how many of them, the class most like it, and how like it is.

    `alike`: 0 to 100, the share of characters that the two have in common, in order.
    """

    name: str
    answers: int
    like: str
    alike: float


def likely_classes(named: Mapping[str, int], classes: Sequence[str]) -> tuple[Likely, ...]:
    """The classes that names outside the list may stand for, the commonest names first.

    `named`: name to how many answers give it. None for a name that two classes are equally like.
    """
    from rapidfuzz import fuzz, process

    by_key = {fold(name): name for name in classes}
    found = []
    for name in sorted(named, key=lambda name: (-named[name], name))[:MOST_LOOKED_AT]:
        best = process.extract(
            fold(name), list(by_key), scorer=fuzz.ratio, limit=2, score_cutoff=LEAST_ALIKE
        )
        if best and (len(best) == 1 or best[0][1] > best[1][1]):
            found.append(Likely(name, named[name], by_key[best[0][0]], round(best[0][1], 1)))
    return tuple(found[:MOST_PROPOSED])
