"""Which classes the slices of a labelled collection have, as table and document.

For a review without a system: slices of what shares decides are `breakeven.results.slices`.
Tested in `test_class_shares_three_doors`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from breakeven.analysis.documents.declared_slices import by_numbers, named_slices, slices_of
from breakeven.analysis.selection.candidates import CandidateDocuments, candidates_of_rows
from breakeven.analysis.selection.selected_evaluation import candidates_of_selection, lookups_of
from breakeven.analysis.selection.selection import Selection
from breakeven.analysis.selection.where import FilteredDocuments, filter_documents
from breakeven.analysis.slices.class_shares import ClassShares, SliceShares, share_classes
from breakeven.analysis.slices.slice_comparison import DeclaredSlice
from breakeven.analysis.slices.slice_conditions import group_named
from breakeven.data.records import Review
from breakeven.data.wording import amount_of, count_of, p_of, percent
from breakeven.results import values
from breakeven.results.arguments import require_documents, selection_of
from breakeven.results.scope import (
    cautions_data,
    cautions_in_markdown,
    filter_data,
    order_cautions,
    under_title,
)
from breakeven.results.slices import NUMBER_OF_CLASSES
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import plain_rows

# so many classes have a column of their own, and so many clear differences a line
SHOWN, LISTED = 8, 20


def class_share_frame(shared: ClassShares) -> pd.DataFrame:
    """One row for each slice and class, the slices in their order; undefined is NaN."""
    k = len(shared.classes)

    def of_slices(key: str) -> list[Any]:
        return [getattr(shares, key) for shares in shared.slices for _ in range(k)]

    def of_classes(key: str) -> np.ndarray:
        return np.concatenate([np.empty(0), *(getattr(shares, key) for shares in shared.slices)])

    return pd.DataFrame(
        {
            "slice": [shares.declared.name for shares in shared.slices for _ in range(k)],
            "filter": [shares.declared.where for shares in shared.slices for _ in range(k)],
            "documents": of_slices("documents"),
            "share": of_slices("share"),
            "class": [*shared.classes] * len(shared.slices),
            "positives": of_classes("positives"),
            "share_in_slice": of_classes("inside"),
            "share_in_rest": of_classes("outside"),
            "difference": of_classes("difference"),
            "p_holm": shared.p.ravel(),
        }
    )


def _cell(shares: SliceShares, c: int) -> str:
    return f"{amount_of(shares.positives[c])} ({percent(shares.inside[c])})"


def clear_text(shared: ClassShares) -> str:
    """How many shares clearly differ from the rest, or why that is not asked; plain text."""
    if shared.untested:
        return f"Shares are not tested, because {shared.untested}."
    if not shared.slices:
        return "All documents are in one slice."
    if np.isnan(shared.p).all():
        return "These slices are chosen by the labels, so their shares are not tested."
    number = len(shared.clear)
    if not number:
        return "No class’s share clearly differs from the rest in any slice."
    verb = "differs" if number == 1 else "differ"
    return f"{count_of(number, 'share')} clearly {verb} from the rest."


def largest_classes(shared: ClassShares, most: int = SHOWN) -> list[int]:
    """The classes that have most documents, at most so many, the largest first."""
    largest = max(shared.slices, key=lambda shares: shares.documents + shares.rest, default=None)
    if largest is None:
        return []
    # of all documents: those of a slice and of its rest
    every = largest.positives + np.nan_to_num(largest.outside) * largest.rest
    return [int(c) for c in np.argsort(-every, kind="stable")[:most]]


@dataclass(frozen=True, repr=False, eq=False)
class ClassSharesResult:
    """Parts of labelled documents side by side, each with its classes, against the rest.

    `by` and the slices as in `SlicesResult`. `split`: of which documents, None for all.
    """

    review: Review
    split: str | None
    shared: ClassShares
    by: str | None
    filtered: FilteredDocuments | None = None

    def frame(self) -> pd.DataFrame:
        """One row for each slice and class; undefined is NaN."""
        return class_share_frame(self.shared)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven slices --format json` prints without a system; undefined is None."""
        return {
            "review": self.review.name,
            "system": None,
            "split": self.split,
            **cautions_data(order_cautions(self.review.truth)),
            "by": self.by,
            "untested": self.shared.untested or None,
            "shares": plain_rows(self.frame()),
            **filter_data(self.filtered),
        }

    def to_markdown(self) -> str:
        """What `breakeven slices` prints without a system."""
        shared = self.shared
        title = "Slices" if self.by is None else f"Slices by {in_markdown(self.by)}"
        largest = largest_classes(shared)
        rows = [
            [
                in_markdown(shares.declared.name),
                amount_of(shares.documents),
                percent(shares.share),
                *(
                    f"{amount_of(shares.positives[c])} ({percent(shares.inside[c])})"
                    for c in largest
                ),
            ]
            for shares in shared.slices
        ]
        lines = [
            f"# {in_markdown(self.review.name)}: no system, in slices",
            *cautions_in_markdown(order_cautions(self.review.truth)),
            "",
            f"## {title}",
            "",
        ]
        if shared.slices:
            names = [in_markdown(shared.classes[c]) for c in largest]
            lines += [
                f"{self._left_out()}In brackets: the share of the slice’s documents.",
                "",
                markdown_table(["slice", "documents", "share", *names], rows),
                "",
            ]
        lines.append(clear_text(shared))
        if shared.clear:
            head = ["slice", "class", "share", "rest", "p (Holm)"]
            clear = [
                [
                    in_markdown(shared.slices[s].declared.name),
                    in_markdown(shared.classes[c]),
                    percent(shared.slices[s].inside[c], 1),
                    percent(shared.slices[s].outside[c], 1),
                    p_of(shared.p[s, c]),
                ]
                for s, c in shared.clear[:LISTED]
            ]
            lines += ["", markdown_table(head, clear)]
        return under_title("\n".join(lines), self.filtered)

    def _left_out(self) -> str:
        number = len(self.shared.classes)
        return f"The {SHOWN} largest of {number:,} classes. " if number > SHOWN else ""

    def __repr__(self) -> str:
        return (
            f"<Classes in {count_of(len(self.shared.slices), 'slice')} of {self.review.name}: "
            f"{clear_text(self.shared)}>"
        )

    def _repr_html_(self) -> str:
        frame = self.frame()
        rows = [[*map(str, row)] for row in frame.head(values.MOST_HTML_ROWS).to_numpy()]
        table = values.html_table(list(frame.columns), rows, len(frame))
        return values.html_paragraph(repr(self)[1:-1]) + table


def class_shares(
    review: Review,
    by: str | None = None,
    named: Mapping[str, str] | None = None,
    edges: Sequence[float] | None = None,
    split: str | None = None,
    *,
    where: str | None = None,
) -> ClassSharesResult:
    """How many documents of each slice have each class, and whether a share clearly differs.

    What `breakeven slices` prints of labelled documents without a system. `by`, `named` and `edges`
    as for `EvaluationResult.slices`; by default by how many classes documents have. ValueError
    where nobody has labelled, and for what there is not.

    >>> import breakeven as be
    >>> labels = ["bill"] * 50 + ["lost"] * 10 + ["bill"] * 10 + ["lost"] * 50
    >>> review = be.from_arrays(labels, columns={"source": ["mail"] * 60 + ["chat"] * 60})
    >>> be.class_shares(review, "source")
    <Classes in 2 slices of arrays: 4 shares clearly differ from the rest.>
    """
    selection = selection_of(review, None, split, where)
    result = class_shares_of_selection(review, selection, by, named or {}, edges)
    require_documents(result.filtered)
    return result


def class_shares_of_selection(
    review: Review,
    selection: Selection,
    by: str | None,
    named: Mapping[str, str],
    edges: Sequence[float] | None,
) -> ClassSharesResult:
    """The same of the documents of a selection. ValueError; FilterError for a filter of `named`."""
    lookups, filtered = lookups_of(review, selection), None
    rows = review.truth.in_split(selection.split)
    if selection.where is not None:
        filtered = filter_documents(selection.where, candidates_of_selection(review, selection))
        rows = filtered.rows
    candidates = candidates_of_rows(review, rows, lookups)
    slices: list[DeclaredSlice] = []
    if by is not None:
        texts = None if review.truth.text_column is None else lookups.texts()
        slices = slices_of(group_named(review.truth, texts, by, edges).of_documents(rows))
    elif edges is not None:
        raise ValueError("edges need a column of numbers, or the length of texts")
    elif not named:
        slices = _by_number(candidates)
    slices += named_slices(named, candidates)
    shared = share_classes(review.truth, rows, slices)
    by = by or (None if named else NUMBER_OF_CLASSES)
    return ClassSharesResult(review, selection.split, shared, by, filtered)


def _by_number(candidates: CandidateDocuments) -> list[DeclaredSlice]:
    if candidates.labels is None:
        return []
    return by_numbers(candidates.true_classes, candidates.truth)
