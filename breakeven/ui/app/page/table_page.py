"""What a page on a table beyond memory is about: its choices, and what an engine counted of it."""

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
from breakeven.ui.app.page.page import EvaluatedPage
from metrics.averaging import UNDEFINED
from metrics.typing import DEFAULT_BETA

if TYPE_CHECKING:  # pages of reviews ask no engine
    from datetime import datetime

    from breakeven.engine.evaluation import TableScan
    from breakeven.engine.named_tables import FileStates, NamedTable
    from breakeven.engine.queries import TableSubset
    from breakeven.ui.app.page.table_rules import DecidedRule


@dataclass(frozen=True)
class TablePage(EvaluatedPage):
    """What a page on a table is about. `part`: as an engine is asked for it.

    `rule`: what was found for the rule that is chosen; but on Thresholds, where many are tried, the
    evaluation is by it. `at`: when the evaluation was counted.
    """

    table: NamedTable
    state: FileStates
    looked: TableScan
    selection: Selection
    part: TableSubset
    rule: DecidedRule
    evaluation: CountedEvaluation
    at: datetime

    @property
    def truth(self) -> Truth:
        """What is known of the documents without them: their classes, and whether all is judged."""
        return truth_of(self.looked, self.evaluation)

    @property
    def counts(self) -> CountLinks:
        """Counts of documents as links to them; as they are where documents have weights."""
        return self.counts_in()

    def counts_in(self, instead: Mapping[str, str | None] | None = None) -> CountLinks:
        """The same of other documents; `instead` as for `documents_address`."""
        listed = self.looked.layout.identity is not None and self.evaluation.weights is None
        return CountLinks(self.truth, links.documents_urls(instead) if listed else None)


def truth_of(looked: TableScan, evaluation: CountedEvaluation) -> Truth:
    """A truth of no documents, with the names of a table's classes and splits."""
    from scipy import sparse

    classes, splits = evaluation.classes, looked.splits
    complete = bool(np.all(evaluation.counts.judged == len(classes)))
    none = None if complete else sparse.csc_array((0, len(classes)), dtype=bool)
    return Truth(None, classes, None, splits, np.arange(0), unjudged=none)


def selection_in(looked: TableScan, chosen: Mapping[str, str], cut: Cut) -> Selection:
    """What is chosen of a table, the default where that is not there; a class unknown is the first.

    `cut`: the rule that it is decided by.
    """
    layout, split = looked.layout, chosen.get("split")
    known = split in looked.splits or split in ("all", "")
    name, classes = chosen.get("class"), layout.classes
    undefined = next((u for u in UNDEFINED if u == chosen.get("undefined")), UNDEFINED[0])
    return Selection(
        system=layout.file.system,
        split=looked.split_of(split if known else None),
        class_index=classes.index(name) if name in classes else 0,
        beta=number(chosen.get("beta"), DEFAULT_BETA, 0.0, float("inf")),
        undefined=undefined,
        cut=cut,
    )
