"""Classes made one: what it gains and loses, the best pairs, and the class map for it.

Tested in `test_merge`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

import numpy as np
import pandas as pd

from breakeven.analysis.class_structure.merge_search import PairGains, merge_best
from breakeven.analysis.class_structure.merging import MergedClasses, merge
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.where import FilteredDocuments
from breakeven.data.records import Review
from breakeven.data.wording import cell_of, count_of, f_name, figure_of, listed, quoted, signed
from breakeven.results import values
from breakeven.results.arguments import class_positions
from breakeven.results.evaluated_review import EvaluatedReview
from breakeven.results.scope import (
    class_map_csv,
    class_map_data,
    class_map_in_markdown,
    filter_data,
    under_title,
)
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import plain_ends, plain_number, plain_rows
from metrics.typing import AverageName

# --- Classes made one, and the pairs best made one: in words, as tables, plain data and a document


AVERAGE_NAMES: Mapping[AverageName, str] = {
    "micro": "Micro",
    "macro": "Macro",
    "weighted": "Weighted",
    "per_document": "Per document",
}
# so many pairs are listed
LISTED = 10
# gains are small
DIGITS = 4
BY_SIZE = (
    "From size alone: what merging two unrelated classes of these sizes would give, where each "
    "class meets every other one as often as the size of that one says. Several steps add up."
)
BITS = (
    "Bits: how much the predicted classes of a document tell about the true ones (mutual "
    "information of the two sets), and how much of that is lost."
)
CHOSEN = (
    "These are the best of many on these documents, so they likely gain less on others: check "
    "another split too."
)
NO_PAIR = "No pair of classes gains more than two unrelated classes of the same sizes would."


def average_rows(merged: MergedClasses) -> list[tuple[str, float, float, float]]:
    """F before, after, and by size (NaN for none): of the averages, then of each new class."""
    averages = [
        (name, average.before, average.after, average.by_size)
        for key, name in AVERAGE_NAMES.items()
        for average in (merged.averages[key],)
    ]
    return averages + [
        (group.name, group.f_before, group.f_after, group.f_by_size) for group in merged.groups
    ]


def step_frame(merged: MergedClasses) -> pd.DataFrame:
    """One row per step, in the order in which they were taken."""
    return pd.DataFrame(
        {
            "first": [step.first for step in merged.steps],
            "second": [step.second for step in merged.steps],
            "f": [step.f for step in merged.steps],
            "gain": [step.gain for step in merged.steps],
            "gain_by_size": [step.by_size for step in merged.steps],
            "beyond_size": [step.gain - step.by_size for step in merged.steps],
            "bits_lost": [step.bits for step in merged.steps],
        }
    )


def pair_frame(pairs: PairGains, most: int | None = None) -> pd.DataFrame:
    """One row per pair that gains beyond its size, the best first; of the first, bits too."""
    shown = len(pairs) if most is None else min(most, len(pairs))
    names = np.array(pairs.evaluation.classes, dtype=object)
    frame = pd.DataFrame(
        {
            "first": names[pairs.first],
            "second": names[pairs.second],
            "gain": pairs.gain,
            "gain_by_size": pairs.by_size,
            "beyond_size": pairs.beyond,
        }
    )[:shown]
    return frame if most is None else frame.assign(bits_lost=pairs.bits_lost(most))


def merge_texts(merged: MergedClasses) -> Iterator[str]:
    """What is gained, and what it costs; plain text, names in quotation marks."""
    for group in merged.groups:
        members = [merged.before.classes[c] for c in group.members]
        yield f"{listed(members)} become one class, {quoted(group.name)}."
    micro = merged.averages["micro"]
    gain, by_size = micro.after - micro.before, micro.by_size - micro.before
    low, high = (signed(end, DIGITS) for end in (merged.gain.low, merged.gain.high))
    yield (
        f"Micro {f_name(merged.beta)} changes by {signed(gain, DIGITS)} (95 % interval "
        f"{low} to {high}); unrelated classes of these sizes would change it by "
        f"{signed(by_size, DIGITS)}."
    )
    yield bits_text(merged)
    yield merged_documents_text(merged)


def bits_text(merged: MergedClasses) -> str:
    """How much information is lost."""
    if math.isnan(merged.bits_before):
        return "No document was judged on every class, so the information lost is not known."
    return (
        f"The predictions tell {figure_of(merged.bits_before)} bits a document about the truth; "
        f"{figure_of(merged.bits_lost)} of these are lost."
    )


def merged_documents_text(merged: MergedClasses) -> str:
    """How many documents lose a distinction, and how many an error."""
    lost, removed = merged.of_documents
    return (
        f"{count_of(lost, 'document')} with exactly the right ones of these classes "
        f"{'loses' if lost == 1 else 'lose'} that distinction; {count_of(removed, 'document')} "
        f"with one in place of another {'is' if removed == 1 else 'are'} no longer wrong."
    )


class MergeSubject(TypedDict):
    """The evaluation whose classes are merged, as JSON has it."""

    system: str
    split: str | None
    decisions: str
    documents: int
    classes: int
    beta: float | str


def merge_subject(evaluation: Evaluation, beta: float) -> MergeSubject:
    """What was evaluated, ready for JSON."""
    return {
        "system": evaluation.system,
        "split": evaluation.split,
        "decisions": str(evaluation.cut),
        "documents": evaluation.documents,
        "classes": len(evaluation.classes),
        "beta": beta if math.isfinite(beta) else "inf",
    }


def _small(value: float) -> str:
    # what rounds to 0 has no sign
    return cell_of(round(float(value), DIGITS) + 0.0, DIGITS)


def _table(frame: pd.DataFrame) -> str:
    rows = [
        [in_markdown(v) if isinstance(v, str) else _small(v) for v in row]
        for row in frame.itertuples(index=False)
    ]
    return markdown_table([name.replace("_", " ") for name in frame.columns], rows)


# --- Classes of an evaluation made one: what it gains, what it loses, and the class map for it


@dataclass(frozen=True, repr=False, eq=False)
class MergeResult:
    """What would be if some classes were one, of an evaluation of a review.

    `merged` holds the numbers; `merged.after` is the evaluation with the new classes.
    """

    review: Review
    merged: MergedClasses
    filtered: FilteredDocuments | None = None

    @property
    def after(self) -> Evaluation:
        """The same decisions, recounted with the new classes."""
        return self.merged.after

    @property
    def class_map(self) -> dict[str, str | None]:
        """Names of the files to new ones, for `be.read(class_map=...)`.

        With what the review's own class map replaced already.
        """
        return {**self.review.class_map, **self.merged.class_map}

    def save(self, path: str | Path) -> None:
        """Write the class map as CSV, `old,new`. OSError where it cannot be."""
        Path(path).write_bytes(class_map_csv(self.class_map))

    def frame(self) -> pd.DataFrame:
        """One row per step: the two classes, F, gain, gain by size, and bits lost."""
        return step_frame(self.merged)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven merge --format json` prints of chosen or best classes."""
        merged = self.merged
        distinctions, confusions = merged.of_documents
        micro = merged.averages["micro"]
        return {
            "review": self.review.name,
            **merge_subject(merged.before, merged.beta),
            "groups": [
                {
                    "name": group.name,
                    "classes": [merged.before.classes[c] for c in group.members],
                    "f_before": plain_number(group.f_before),
                    "f_after": plain_number(group.f_after),
                    "f_by_size": plain_number(group.f_by_size),
                }
                for group in merged.groups
            ],
            "f": {
                key: {
                    "before": plain_number(average.before),
                    "after": plain_number(average.after),
                    "by_size": plain_number(average.by_size),
                }
                for key, average in merged.averages.items()
            },
            "gain": {
                "micro": plain_number(micro.after - micro.before),
                "interval_95": plain_ends(merged.gain),
            },
            "bits": {
                "before": plain_number(merged.bits_before),
                "after": plain_number(merged.bits_after),
                "lost": plain_number(merged.bits_lost),
            },
            "lose_a_distinction": distinctions,
            "one_in_place_of_another": confusions,
            "steps": plain_rows(step_frame(merged)),
            "new_class_map": self.class_map,
            **filter_data(self.filtered),
            **class_map_data(self.review),
        }

    def to_markdown(self) -> str:
        """What `breakeven merge` prints of chosen or best classes."""
        rows = [
            [in_markdown(name), *(cell_of(v) for v in (before, after, by_size)),
             _small(after - before), _small(after - by_size)]
            for name, before, after, by_size in average_rows(self.merged)
        ]  # fmt: skip
        head = [
            f_name(self.merged.beta),
            "before",
            "after",
            "from size alone",
            "gain",
            "beyond that",
        ]
        lines = [merge_title(self.review, self.merged.before), ""]
        lines += [*(f"- {in_markdown(text)}" for text in merge_texts(self.merged)), ""]
        lines += [markdown_table(head, rows), "", f"{BY_SIZE} {BITS}"]
        if len(self.merged.steps) > 1:
            lines += ["", "Step by step:", "", _table(step_frame(self.merged))]
        document = under_title("\n".join(lines), self.filtered)
        return document + class_map_in_markdown(self.review)

    def __repr__(self) -> str:
        micro = self.merged.averages["micro"]
        names = ", ".join(group.name for group in self.merged.groups)
        return (
            f"<Merged in {self.review.name}: {names}; micro F {cell_of(micro.before)} to "
            f"{cell_of(micro.after)}, {cell_of(micro.by_size)} by size>"
        )

    def _repr_html_(self) -> str:
        rows = [
            [name, *(cell_of(value) for value in row)] for name, *row in average_rows(self.merged)
        ]
        texts = "".join(values.html_paragraph(text) for text in merge_texts(self.merged))
        return texts + values.html_table(["F", "before", "after", "from size alone"], rows)


@dataclass(frozen=True, repr=False, eq=False)
class BestMergesResult:
    """The pairs of classes of an evaluation that gain most as one, beyond their sizes."""

    review: Review
    evaluation: Evaluation
    pairs: PairGains
    filtered: FilteredDocuments | None = None

    def frame(self) -> pd.DataFrame:
        """One row for each of the best pairs: gain, gain by size, and bits lost."""
        return pair_frame(self.pairs, LISTED)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven merge --format json` prints where no classes are chosen."""
        return {
            "review": self.review.name,
            **merge_subject(self.evaluation, self.pairs.beta),
            "compared": self.pairs.compared,
            "gain_beyond_size": len(self.pairs),
            "pairs": plain_rows(self.frame()),
            **filter_data(self.filtered),
            **class_map_data(self.review),
        }

    def to_markdown(self) -> str:
        """What `breakeven merge` prints where no classes are chosen."""
        lines = [merge_title(self.review, self.evaluation), "", NO_PAIR]
        if len(self.pairs):
            lines[2] = (
                f"Of {count_of(self.pairs.compared, 'pair')} of classes {len(self.pairs):,} gain "
                f"more in micro {f_name(self.pairs.beta)} when merged than unrelated classes of "
                "their sizes would; the largest gain first."
            )
            lines += ["", _table(self.frame()), "", f"{BY_SIZE} {BITS} {CHOSEN}"]
        document = under_title("\n".join(lines), self.filtered)
        return document + class_map_in_markdown(self.review)


def merged_of(result: EvaluatedReview, classes: Sequence[str], best: int | None) -> MergeResult:
    """These classes made one, or the best pairs. ValueError as `EvaluationResult.merged`."""
    if (best is None) == (not classes):
        raise ValueError("give classes, or how many of the best pairs")
    by = result.beta, result.undefined
    if best is None:
        merged = merge(result.evaluation, class_positions(classes, result.classes), *by)
        return MergeResult(result.review, merged, result.filtered)
    best_merged = merge_best(result.evaluation, best, *by)
    if best_merged is None:
        raise ValueError("no pair of classes gains more than its sizes would anyway")
    return MergeResult(result.review, best_merged, result.filtered)


def merge_title(review: Review, evaluation: Evaluation) -> str:
    """The title of what is said of merging, in Markdown."""
    return f"# {in_markdown(review.name)}: {in_markdown(evaluation.system)}, classes merged"
