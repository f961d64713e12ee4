"""What a format makes of a file: a table, and what is known of its columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pyarrow as pa

from breakeven.readers.proposal import Shape
from breakeven.records import Problem
from metrics.typing import Array


@dataclass(frozen=True, kw_only=True)
class Draft:
    """A file of a tool as named columns. It goes into the proposal, which the user may change.

    `columns`, `lines`: the table, and the line on which each row starts, shape (rows,); None
    where the file is one already, and its own columns stand. `roles`: column to its role (a key of
    `ROLES`); a column that is not named is proposed as usual where there are none, else other
    information. `shape`: None where it is to be guessed. `classes`, `separator`, `probabilities`,
    `system`, `systems`, `annotators`: as in `FileProposal`. `reasons`: column to why it was taken
    so, where the format alone does not say it. `gaps`: columns of scores in which an empty cell
    says that its class was not listed. `question`: what could not be told. `notes`: what the file
    says beside its table, for the notes of the review.
    """

    columns: pa.Table | None = None
    lines: Array | None = None
    roles: Mapping[str, str] = field(default_factory=dict)
    shape: Shape | None = None
    classes: Mapping[str, str] = field(default_factory=dict)
    separator: str = "none"
    probabilities: bool = False
    why_probabilities: str = ""
    system: str = ""
    systems: Mapping[str, str] = field(default_factory=dict)
    annotators: Mapping[str, str] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    gaps: frozenset[str] = frozenset()
    question: str = ""
    notes: tuple[Problem, ...] = ()
