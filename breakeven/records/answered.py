"""What a language model answered, where a file gives its answers rather than decisions alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, get_args

import numpy as np
from scipy import sparse

from metrics.typing import Array

# a class; no class on purpose; a name that is no class; nothing to be read; several classes where
# one is asked for, or as many votes for one as for another; a refusal, an error, or no answer
Outcome = Literal["class", "none", "outside", "unparseable", "ambiguous", "refused"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
CLASS, NONE, OUTSIDE, UNPARSEABLE, AMBIGUOUS, REFUSED = range(len(OUTCOMES))
# outcomes that say which classes a document has
USABLE = (CLASS, NONE)


@dataclass(frozen=True, eq=False, kw_only=True)
class Answered:
    """The answers of one system, `a` of them, to the m documents that it spoke of.

    Sorted by document, then by repeat. `document`: positions in 0..m, shape (a,), each at least
    once. `run`: indices into `runs`, the names of the repeats, shape (a,). `outcomes`: indices
    into OUTCOMES, uint8 (a,). `classes`: boolean csr (a, k), what each answer names. `texts`: the
    answers as they were given, object (a,). `cost`, in any currency, and `latency`, in seconds:
    shape (a,), NaN where unknown, None where no column says. `asked`: what is known of the
    question, of model, prompt and temperature. `outcome`: of each document, uint8 (m,).
    """

    document: Array
    run: Array
    runs: tuple[str, ...]
    outcomes: Array
    classes: sparse.csr_array
    texts: Array
    outcome: Array
    cost: Array | None = None
    latency: Array | None = None
    asked: Mapping[str, str] = field(default_factory=dict)

    @property
    def m(self) -> int:
        """How many documents were asked about."""
        return len(self.outcome)

    @cached_property
    def times(self) -> Array:
        """How often each document was asked about, shape (m,)."""
        return np.bincount(self.document, minlength=self.m)

    @property
    def repeated(self) -> bool:
        """Whether any document was asked about more than once."""
        return len(self.document) > self.m

    @cached_property
    def usable(self) -> Array:
        """Whether the answers on a document come to a class or to none on purpose, shape (m,)."""
        return np.isin(self.outcome, USABLE)

    def take(self, positions: Array) -> Answered:
        """What was answered on the documents at these positions, in this order."""
        place = np.full(self.m, -1)
        place[positions] = np.arange(len(positions))
        document = place[self.document]
        kept = np.flatnonzero(document >= 0)
        kept = kept[np.argsort(document[kept], kind="stable")]
        return replace(
            self,
            document=document[kept],
            run=self.run[kept],
            outcomes=self.outcomes[kept],
            classes=sparse.csr_array(self.classes[kept]),
            texts=self.texts[kept],
            outcome=self.outcome[positions],
            cost=None if self.cost is None else self.cost[kept],
            latency=None if self.latency is None else self.latency[kept],
        )
