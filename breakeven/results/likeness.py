"""How alike people, systems and the truth label, by twos: as plain data, frame and table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from breakeven.analysis.annotators.consistency import PairwiseLikeness
from breakeven.data.wording import cell_of
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import plain_number
from metrics.annotators.pairwise_agreement import pairs_of

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class PairLikeness:
    """How alike two of people, systems and the truth label; NaN where undefined."""

    a: str
    b: str
    documents: int
    f: float
    cohen_kappa: float
    overlap: float
    overlap_per_document: float

    @property
    def likeness(self) -> tuple[float, float, float, float]:
        """The four measures of it."""
        return self.f, self.cohen_kappa, self.overlap, self.overlap_per_document

    def to_dict(self) -> dict[str, Any]:
        """All of it by name; undefined is None."""
        names = ("f", "cohen_kappa", "overlap", "overlap_per_document")
        measures = {
            name: plain_number(value) for name, value in zip(names, self.likeness, strict=True)
        }
        return {"a": self.a, "b": self.b, "documents": self.documents, **measures}


def pair_likeness(likeness: PairwiseLikeness) -> list[PairLikeness]:
    """Every two of people, systems and the truth."""
    return [
        PairLikeness(
            a=likeness.names[i],
            b=likeness.names[j],
            documents=int(likeness.documents[i, j]),
            f=float(likeness.f[i, j]),
            cohen_kappa=float(likeness.kappa[i, j]),
            overlap=float(likeness.overlap[i, j]),
            overlap_per_document=float(likeness.per_document[i, j]),
        )
        for i, j in pairs_of(len(likeness.names))
    ]


def likeness_frame(likeness: PairwiseLikeness) -> pd.DataFrame:
    """One row for every two."""
    import pandas as pd

    columns = ["a", "b", "documents", "f", "cohen_kappa", "overlap", "overlap_per_document"]
    rows = [[pair.a, pair.b, pair.documents, *pair.likeness] for pair in pair_likeness(likeness)]
    return pd.DataFrame(rows, columns=columns)


def likeness_table(pairs: Sequence[PairLikeness]) -> str:
    """Every two as a table of Markdown."""
    rows = [
        [
            f"{in_markdown(pair.a)} / {in_markdown(pair.b)}",
            f"{pair.documents:,}",
            *map(cell_of, pair.likeness),
        ]
        for pair in pairs
    ]
    head = ["two", "documents", "F", "Cohen’s κ", "overlap", "overlap per document"]
    return markdown_table(head, rows)
