"""A better split of a review beside the present one: tables, words, and a file to use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypedDict

import pandas as pd

from breakeven.analysis.splitting.split_proposal import (
    USUAL_SHARES,
    ProposedSplit,
    SplitComparison,
    SplitDivision,
    SplitPlan,
    UnmetShare,
    compare_splits,
    parse_shares,
)
from breakeven.data.records import Review, Truth
from breakeven.data.splits import class_counts
from breakeven.data.wording import cell_of, count_of, percent, quoted
from breakeven.results import values
from breakeven.results.table_formats import csv_of, in_markdown, markdown_table
from breakeven.results.values import plain_number
from metrics.typing import EQUAL, Array

# --- a proposed split beside the present one: as tables, in words, and as a file to use


# so many of the classes that are off their shares are named in words
NAMED = 5
DIVISION_TITLES = ("Split", "Documents", "Share", "Classes present", "Also in an earlier split",
          "Class mix vs. whole")  # fmt: skip


def split_frame(truth: Truth, proposed: ProposedSplit) -> pd.DataFrame:
    """`id` and `split` of every document, ready to load beside the other files; "" is left out."""
    names = [*proposed.parts, ""]
    return pd.DataFrame(
        {"id": truth.documents, "split": [names[part] for part in proposed.part_of.tolist()]}
    )


def division_rows(division: SplitDivision, classes: int) -> list[list[str]]:
    """One row a part, below `DIVISION_TITLES`; names as they are."""
    every = max(int(division.documents.sum()), 1)
    return [
        [
            name,
            f"{int(division.documents[p]):,}",
            percent(division.documents[p] / every),
            f"{int(division.present[p]):,} of {classes:,}",
            f"{int(division.leaking[p]):,}",
            cell_of(float(division.distance[p])),
        ]
        for p, name in enumerate(division.parts)
    ]


def split_texts(truth: Truth, proposed: ProposedSplit) -> list[str]:
    """What was done, and what could not be met and why; plain text, names in quotation marks."""
    texts = []
    if proposed.joined:
        texts.append(
            f"{count_of(proposed.joined, 'document')} stay together with others, by "
            f"{_why_together(proposed)}."
        )
    if n := len(proposed.left_out):
        names = " and ".join(quoted(name) for name in proposed.plan.keep)
        texts.append(
            f"{count_of(n, 'document is', 'documents are')} left out: they belong with documents "
            f"of {names}, which is kept as it is, and would leak from any other split."
        )
    if n := len(proposed.undated):
        first = next(iter(proposed.plan.dealt))
        texts.append(
            f"{count_of(n, 'document has', 'documents have')} no time in "
            f"{quoted(proposed.plan.time)} and went to {quoted(first)}, unless others that stay "
            "together with them have one."
        )
    if n := len(proposed.early):
        why = "they stay together with later ones"
        if proposed.plan.keep:
            why += ", or a split is kept as it is"
        texts.append(
            f"{count_of(n, 'document is', 'documents are')} in a split after one with later "
            f"documents, because {why}."
        )
    if n := len(proposed.apart):
        texts.append(
            f"{count_of(n, 'document')} with a short text that others have with other classes may "
            "be separated: the text is too frequent to mean one document."
        )
    return [*texts, *_unmet(truth, proposed)]


def _why_together(proposed: ProposedSplit) -> str:
    plan = proposed.plan
    reasons = ["equal ids or texts"]
    reasons += ["nearly equal texts"] if plan.near else []
    reasons += [f"equal values of {quoted(plan.group)}"] if plan.group is not None else []
    return " or ".join(reasons)


def _unmet(truth: Truth, proposed: ProposedSplit) -> Iterator[str]:
    if truth.labels is None:
        yield "Nobody has labelled these documents, so the split goes by their number only."
        return
    far = [unmet for unmet in proposed.unmet if abs(unmet.actual - unmet.wanted) >= 1 - EQUAL]
    by_time = proposed.plan.time is not None
    absent = [
        unmet for unmet in proposed.unmet if not unmet.actual and (by_time or unmet.wanted < 1)
    ]
    if not far:
        yield "Every class has its share in each split, to the nearest document."
    else:
        classes = len({unmet.class_index for unmet in far})
        off = f"{count_of(classes, 'class is', 'classes are')} a document or more off"
        if by_time:
            yield f"Splits by time take the classes as they come: {off} in some split."
        else:
            yield f"{off} in some split{', the farthest first' if classes > 1 else ''}:"
            yield from _first(truth, far, by_time)
    if absent:
        classes = len({unmet.class_index for unmet in absent})
        yield f"{count_of(classes, 'class has', 'classes have')} no document in some split:"
        yield from _first(truth, sorted(absent, key=lambda unmet: -unmet.wanted), by_time)


def _first(truth: Truth, unmet: list[UnmetShare], by_time: bool) -> Iterator[str]:
    for share in unmet[:NAMED]:
        name, part = quoted(truth.classes[share.class_index]), quoted(share.part)
        yield (
            f"{name} has {count_of(share.actual, 'document')} in {part}, and its share would be "
            f"{share.wanted:,.1f} of {share.documents:,}: {_why(share, by_time)}."
        )
    if (left := len(unmet) - NAMED) > 0:
        yield f"{left:,} more are like these."


def _why(unmet: UnmetShare, by_time: bool) -> str:
    if by_time:
        return "its documents are of other times"
    if unmet.together > 1:
        return f"up to {unmet.together:,} of its documents stay together"
    if not unmet.actual and unmet.wanted < 1:
        return "it has too few documents for every split"
    return "the other classes of its documents prevent it"


def split_class_frame(truth: Truth, proposed: ProposedSplit) -> pd.DataFrame:
    """One row a class: its documents in each part, now and as proposed."""
    after = proposed.applied_to(truth)
    columns: dict[str, Sequence[str] | Array] = {"class": list(truth.classes)}
    for title, divided in (("now", truth), ("proposed", after)):
        counts = zip(divided.splits, class_counts(divided), strict=True)
        columns |= {f"{name} {title}": documents for name, documents in counts}
    return pd.DataFrame(columns)


class PartValues(TypedDict):
    """A part of a division, as JSON has it."""

    part: str
    documents: int
    classes_present: int
    leaking: int
    total_variation: float | None


def part_values(division: SplitDivision) -> list[PartValues]:
    """Each part of a division as plain data."""
    return [
        {
            "part": name,
            "documents": int(division.documents[p]),
            "classes_present": int(division.present[p]),
            "leaking": int(division.leaking[p]),
            "total_variation": plain_number(float(division.distance[p])),
        }
        for p, name in enumerate(division.parts)
    ]


# --- a better split of a review's documents


@dataclass(frozen=True, repr=False, eq=False)
class SplitProposal:
    """A proposed split of a review, and how it divides the documents beside the present one."""

    review: Review
    split: SplitComparison

    def frame(self) -> pd.DataFrame:
        """One row per document: `id` and `split`, "" for what is left out."""
        return split_frame(self.review.truth, self.split.proposed)

    def save(self, path: str | Path) -> None:
        """Write `frame` as CSV, to be loaded beside the other files. OSError where it cannot be."""
        Path(path).write_bytes(csv_of(self.frame()).encode())

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven split --format json` prints."""
        proposed = self.split.proposed
        plan = proposed.plan
        return {
            "review": self.review.name,
            "plan": asdict(plan) | {"shares": dict(plan.shares), "keep": list(plan.keep)},
            "before": part_values(self.split.before),
            "after": part_values(self.split.after),
            "stay_together": proposed.joined,
            "left_out": len(proposed.left_out),
            "without_time": len(proposed.undated),
            "not_later_than_an_earlier_part": len(proposed.early),
            "frequent_short_texts_apart": len(proposed.apart),
            "unmet": [
                {
                    "class": self.review.truth.classes[unmet.class_index],
                    "part": unmet.part,
                    "wanted": unmet.wanted,
                    "found": unmet.actual,
                    "stay_together": unmet.together,
                    "documents": unmet.documents,
                }
                for unmet in proposed.unmet
            ],
        }

    def to_markdown(self) -> str:
        """What `breakeven split` prints."""
        truth = self.review.truth
        lines = [f"# A split of {in_markdown(self.review.name)}"]
        for title, division in (("Now", self.split.before), ("Proposed", self.split.after)):
            rows = division_rows(division, len(truth.classes))
            cells = [[in_markdown(row[0]), *row[1:]] for row in rows]
            table = (
                markdown_table(DIVISION_TITLES, cells)
                if rows
                else ("The documents have no splits.")
            )
            lines += ["", f"## {title}", "", table]
        texts = split_texts(truth, self.split.proposed)
        return "\n".join([*lines, "", *(f"- {in_markdown(text)}" for text in texts)])

    def __repr__(self) -> str:
        after = self.split.after
        parts = ", ".join(
            f"{name} {n:,}" for name, n in zip(after.parts, after.documents.tolist(), strict=True)
        )
        documents = count_of(self.review.truth.n, "document")
        return f"<Split of {self.review.name}, {documents}: {parts}>"

    def _repr_html_(self) -> str:
        rows = division_rows(self.split.after, len(self.review.truth.classes))
        return values.html_paragraph(repr(self)[1:-1]) + values.html_table(
            list(DIVISION_TITLES), rows, len(rows)
        )


def propose_split(
    review: Review,
    parts: Mapping[str, float] | str = USUAL_SHARES,
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
    shares = parse_shares(parts if isinstance(parts, str) else _as_text(parts))
    stay = (keep,) if isinstance(keep, str) else tuple(keep)
    plan = SplitPlan(shares=shares, group=group, time=time, keep=stay, near=near, seed=seed)
    return SplitProposal(review, compare_splits(review.truth, plan))


def _as_text(parts: Mapping[str, float]) -> str:
    return ",".join(f"{name}={share!r}" for name, share in parts.items())
