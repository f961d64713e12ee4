"""A table beyond memory as a page has it: its rows looked at, and counted as is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from breakeven.analysis.evaluation.counted import CountedEvaluation
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.selection.selection import Selection, number
from breakeven.data.records import Truth
from breakeven.ui.app.page import links
from breakeven.ui.app.page.counts import CountLinks
from metrics.averaging import UNDEFINED
from metrics.typing import DEFAULT_BETA

if TYPE_CHECKING:  # pages of reviews ask no engine
    from datetime import datetime

    from breakeven.engine.evaluation import TableScan
    from breakeven.engine.named_tables import FileStates, NamedTable
    from breakeven.engine.queries import TableSubset
    from breakeven.ui.app.page.table_rules import DecidedRule


@dataclass(frozen=True)
class CountedTable:
    """A named table, and what an engine counted of it.

    `files`: how its files were when it was asked; `scan`: what all of its rows say; `part`: the
    documents looked at, as an engine is asked for them. `rule`: what was found for the rule that is
    chosen; but on Thresholds, where many are tried, the evaluation is by `part.cut`. `counted_at`:
    when the evaluation was counted.
    """

    named: NamedTable
    files: FileStates
    scan: TableScan
    part: TableSubset
    rule: DecidedRule
    evaluation: CountedEvaluation
    counted_at: datetime

    @property
    def truth(self) -> Truth:
        """A truth of no documents, with the names of the classes and splits."""
        from scipy import sparse

        evaluation = self.evaluation
        classes, splits = evaluation.classes, self.scan.splits
        complete = bool(np.all(evaluation.counts.judged == len(classes)))
        none = None if complete else sparse.csc_array((0, len(classes)), dtype=bool)
        return Truth(None, classes, None, splits, np.arange(0), unjudged=none)

    def counts_in(self, instead: Mapping[str, str | None] | None = None) -> CountLinks:
        """Counts as links to documents, where these have ids and all weigh the same.

        `instead` as for `documents_address`.
        """
        listed = self.evaluation.with_ids and self.evaluation.weights is None
        return CountLinks(self.truth, links.documents_urls(instead) if listed else None)


def selection_in(scan: TableScan, chosen: Mapping[str, str], cut: Cut) -> Selection:
    """What is chosen of a table, the default where that is not there; a class unknown is the first.

    `cut`: the rule that it is decided by.
    """
    layout, split = scan.layout, chosen.get("split")
    there = split in scan.splits or split in ("all", "")
    name, classes = chosen.get("class"), layout.classes
    undefined = next((u for u in UNDEFINED if u == chosen.get("undefined")), UNDEFINED[0])
    return Selection(
        system=layout.file.system,
        split=scan.split_of(split if there else None),
        class_index=classes.index(name) if name in classes else 0,
        beta=number(chosen.get("beta"), DEFAULT_BETA, 0.0, float("inf")),
        undefined=undefined,
        cut=cut,
    )
