"""A better split of a review's documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from breakeven.api import html
from breakeven.records import Review
from breakeven.reports import splitting as report
from breakeven.reports.tables import csv_of
from breakeven.splitting.beside import SplitBeside, split_beside
from breakeven.splitting.plan import USUAL, SplitPlan, shares_of
from breakeven.text import count_of

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False, eq=False)
class SplitProposal:
    """A proposed split of a review, and how it divides the documents beside the present one."""

    review: Review
    split: SplitBeside

    def frame(self) -> pd.DataFrame:
        """One row per document: `id` and `split`, "" for what is left out."""
        return report.split_frame(self.review.truth, self.split.proposed)

    def save(self, path: str | Path) -> None:
        """Write `frame` as CSV, to be loaded beside the other files. OSError where it cannot be."""
        Path(path).write_bytes(csv_of(self.frame()).encode())

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven split --format json` prints."""
        return {"review": self.review.name} | report.of_split(self.review.truth, self.split)

    def to_markdown(self) -> str:
        """What `breakeven split` prints."""
        return report.as_markdown(self.review.name, self.review.truth, self.split)

    def __repr__(self) -> str:
        after = self.split.after
        parts = ", ".join(
            f"{name} {n:,}" for name, n in zip(after.parts, after.documents.tolist(), strict=True)
        )
        documents = count_of(self.review.truth.n, "document")
        return f"<Split of {self.review.name}, {documents}: {parts}>"

    def _repr_html_(self) -> str:
        rows = report.division_rows(self.split.after, len(self.review.truth.classes))
        return html.paragraph(repr(self)[1:-1]) + html.table(list(report.TITLES), rows, len(rows))


def propose_split(
    review: Review,
    parts: Mapping[str, float] | str = USUAL,
    *,
    group: str | None = None,
    time: str | None = None,
    keep: Sequence[str] = (),
    near: bool = True,
    seed: int = 0,
) -> SplitProposal:
    """A split in which nothing leaks and every class has its share of each part.

    `parts`: their shares by name, or as `train=0.7,dev=0.1,test=0.2`. `group`: documents with one
    value of this column stay together; so do equal and, with `near`, nearly equal texts. `time`:
    the parts follow one another by this column. `keep`: splits whose documents stay where they are.

    ValueError where that does not fit the review.

    >>> import breakeven as be
    >>> review = be.from_arrays(["a"] * 10 + ["b"] * 10, ["a"] * 20)
    >>> be.propose_split(review, {"train": 0.8, "test": 0.2}).split.after.documents.tolist()
    [16, 4]
    """
    shares = shares_of(parts if isinstance(parts, str) else _as_text(parts))
    kept = (keep,) if isinstance(keep, str) else tuple(keep)
    plan = SplitPlan(shares=shares, group=group, time=time, keep=kept, near=near, seed=seed)
    return SplitProposal(review, split_beside(review.truth, plan))


def _as_text(parts: Mapping[str, float]) -> str:
    return ",".join(f"{name}={share!r}" for name, share in parts.items())
