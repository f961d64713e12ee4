"""Documents that are in an earlier split too, and equal texts of other classes, as counts.

Whoever counts them, where the documents lie, hands back this. Tested in `test_leaks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from breakeven.analysis.evaluation.counts import IN_MEMORY, NotCounted
from metrics.typing import Array


@dataclass(frozen=True)
class LeakCounts:
    """Documents of each split that are in an earlier one too.

    `splits`: the earlier first. `documents`, and how many of them are there `by_id`, `by_text`, by
    a short text that was `copied`, and `by_short_text` that repeats by itself, which says little;
    `leaked`: by any of the first three; shape (splits,). `compared`: which of "id" and "text" the
    table has.
    """

    splits: tuple[str, ...]
    documents: Array
    by_id: Array
    by_text: Array
    copied: Array
    by_short_text: Array
    leaked: Array
    compared: tuple[str, ...]

    def within(self, split: str | None) -> int:
        """How many documents of a split leak; of all for None."""
        if split is None:
            return int(self.leaked.sum())
        return int(self.leaked[self.splits.index(split)]) if split in self.splits else 0


@dataclass(frozen=True)
class TextConflicts:
    """Equal texts with other classes: how many `texts`, and `documents` that have them.

    `short_texts`, `short_documents`: of texts that are short, which may well differ.
    """

    texts: int
    documents: int
    short_texts: int
    short_documents: int


@dataclass(frozen=True)
class RepeatedDocuments:
    """What stands in a table more than once.

    `splits`: how many the table has. `leaks`: None where nothing can leak, or nothing tells it;
    `conflicts`: None without texts.
    """

    splits: int
    leaks: LeakCounts | None = None
    conflicts: TextConflicts | None = None

    def leaked(self, split: str | None) -> int:
        """How many documents of a split leak, of all for None; 0 where nothing tells it."""
        return 0 if self.leaks is None else self.leaks.within(split)

    @cached_property
    def not_counted(self) -> Mapping[str, NotCounted]:
        """What is missing, by the name of what would be there; the rest is told of documents."""
        likeness = (
            "nearly equal texts, how alike the splits are in their classes and in time, and a "
            f"better split are {IN_MEMORY}"
        )
        missing = {"likeness": NotCounted(likeness)}
        if self.leaks is None:
            missing["leaks"] = NotCounted(
                "there are no two splits", "so nothing can leak into another"
            )
            if self.splits > 1:
                missing["leaks"] = NotCounted(
                    "the rows have neither ids nor texts",
                    "so nothing tells which documents are the same",
                )
        return missing
