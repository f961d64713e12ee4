"""What a page is about: an evaluation, documents alone, or what a system said without truth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.selection import Selection
from breakeven.data.records import Predictions, Review, Truth
from breakeven.ui.app.page.counted_table import CountedTable
from breakeven.ui.app.page.counts import CountLinks, counts_in
from breakeven.ui.app.session import state
from metrics.typing import Array

# the class that is looked at where classes are folded; else it is `class`
FOLDED_CLASS = "folded"


@dataclass(frozen=True)
class EvaluatedPage:
    """What a page about an evaluation is about, wherever that was counted.

    `review`: whose documents it is of, None for a table; `table`: what an engine counted, and more
    that it can be asked, None for a review.
    """

    review: Review | None
    selection: Selection
    evaluation: BaseEvaluation
    table: CountedTable | None = None

    @property
    def truth(self) -> Truth:
        """What is known of the documents: their classes, splits and what else stands beside."""
        if self.table is not None:
            return self.table.truth
        assert self.review is not None
        return self.review.truth

    @property
    def counts(self) -> CountLinks:
        """Counts of documents as links to them; as they are where documents have weights."""
        return self.counts_in()

    def counts_in(self, instead: Mapping[str, str | None] | None = None) -> CountLinks:
        """The same of other documents; `instead` as for `documents_address`."""
        if self.table is not None:
            return self.table.counts_in(instead)
        return counts_in(self.truth, None, instead)

    @property
    def chosen_class(self) -> str:
        """The name of the class that is looked at."""
        return self.truth.classes[self.selection.class_index]

    @property
    def class_key(self) -> str:
        """Under which the class is kept that is looked at."""
        return "class"

    def choose_class(self, c: int) -> None:
        """Look at another class."""
        state.choose(self.class_key, self.evaluation.classes[c])


@dataclass(frozen=True)
class Page(EvaluatedPage):
    """The same of a review, whose documents are in memory."""

    review: Review
    evaluation: Evaluation
    table: None = None

    @property
    def counts(self) -> CountLinks:
        """Counts of documents as links to them; as they are where documents have weights."""
        return counts_in(self.truth, self.evaluation)

    @property
    def folded(self) -> bool:
        """Whether it is about classes that others are folded into; systems said nothing of them."""
        return self.evaluation.fold is not None

    @property
    def class_key(self) -> str:
        """Under which the class is kept that is looked at."""
        return FOLDED_CLASS if self.folded else "class"


@dataclass(frozen=True)
class DataPage:
    """What a page is about that needs neither decisions nor truth: some documents of a review.

    `rows`: the documents looked at, indices into the truth's, ascending: those that the system
    spoke of, or all of the split where there is no system.
    """

    review: Review
    selection: Selection
    rows: Array

    # nothing was decided
    evaluation: None = None
    class_key: ClassVar[str] = "class"

    @property
    def truth(self) -> Truth:
        """What is known of the documents: their classes, splits and what else stands beside."""
        return self.review.truth

    @property
    def counts(self) -> CountLinks:
        """Counts of documents as links to them."""
        return counts_in(self.truth, None)

    @property
    def chosen_class(self) -> str:
        """The name of the class that is looked at."""
        return self.review.truth.classes[self.selection.class_index]


@dataclass(frozen=True)
class EstimatePage:
    """What a page that needs no truth is about: what a system said of a split, not compared.

    `predictions` holds the documents of the split only.
    """

    review: Review
    selection: Selection
    predictions: Predictions

    @property
    def labelled(self) -> bool:
        """Whether anybody has labelled the documents."""
        return self.review.truth.labels is not None
