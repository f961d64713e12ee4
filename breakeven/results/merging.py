"""Classes made one: what it gains and loses, the best pairs, and the class map for it.

Tested in `test_merge`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
    class_map_in_markdown,
    of_class_map,
    of_where,
    under_title,
)
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import plain_ends, plain_number
from metrics.typing import AverageName

# --- Classes made one, and the pairs best made one: in words, as tables, plain data and a document


AVERAGE_NAMES: Mapping[AverageName, str] = {
    "micro": "Micro",
    "macro": "Macro",
    "per_document": "Per document",
}
# so many pairs are listed
LISTED = 10
# gains are small
DIGITS = 4
BY_SIZE = (
    "By size: the gain of two classes of these sizes that have nothing to do with each other. Of "
    "the other classes that one of them meets in its documents, the other is then as large a part "
    "as its size is of all others. The gains of several steps are added up."
)
BITS = (
    "Bits: what the assigned classes of a document tell of the true ones (mutual information of "
    "the two sets), and how much less they tell after."
)
CHOSEN = (
    "The best of many were found on these documents, so they likely gain less on others: look at "
    "another split too."
)
NO_PAIR = "No pair of classes gains more than two classes of their sizes would anyway."


def average_rows(found: MergedClasses) -> list[tuple[str, float, float, float]]:
    """F before, after, and by size (NaN for none): of the averages, then of each new class."""
    of_averages = [
        (name, of.before, of.after, of.by_size)
        for key, name in AVERAGE_NAMES.items()
        for of in (found.averages[key],)
    ]
    return of_averages + [
        (group.name, group.f_before, group.f_after, group.f_by_size) for group in found.groups
    ]


def step_frame(found: MergedClasses) -> pd.DataFrame:
    """One row per step, in the order in which they were taken."""
    return pd.DataFrame(
        {
            "first": [step.first for step in found.steps],
            "second": [step.second for step in found.steps],
            "f": [step.f for step in found.steps],
            "gain": [step.gain for step in found.steps],
            "gain_by_size": [step.by_size for step in found.steps],
            "beyond_size": [step.gain - step.by_size for step in found.steps],
            "bits_lost": [step.bits for step in found.steps],
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


def merge_texts(found: MergedClasses) -> Iterator[str]:
    """What is gained, and what it costs; plain text, names in quotation marks."""
    for group in found.groups:
        members = [found.before.classes[c] for c in group.members]
        yield f"{listed(members)} become one class, {quoted(group.name)}."
    micro = found.averages["micro"]
    gain, by_size = micro.after - micro.before, micro.by_size - micro.before
    yield (
        f"Micro {f_name(found.beta)} moves by {signed(gain, DIGITS)} (95 % interval "
        f"{signed(found.gain.low, DIGITS)} to {signed(found.gain.high, DIGITS)}); classes of these "
        f"sizes would move it by {signed(by_size, DIGITS)} anyway."
    )
    yield bits_text(found)
    yield merged_documents_text(found)


def bits_text(found: MergedClasses) -> str:
    """How much information is lost."""
    if math.isnan(found.bits_before):
        return "No document was judged on every class, so nobody can say what information is lost."
    return (
        f"{figure_of(found.bits_lost)} bits a document are lost of "
        f"{figure_of(found.bits_before)} that the decisions tell of the truth."
    )


def merged_documents_text(found: MergedClasses) -> str:
    """How many documents lose a distinction, and how many an error."""
    told, confused = found.of_documents
    return (
        f"{count_of(told, 'document')} with exactly the right ones of these classes "
        f"{'loses' if told == 1 else 'lose'} that distinction; {count_of(confused, 'document')} "
        f"with one in place of another {'is' if confused == 1 else 'are'} no error any more."
    )


def of_subject(evaluation: Evaluation, beta: float) -> dict[str, Any]:
    """What was looked at, ready for JSON."""
    return {
        "system": evaluation.system,
        "split": evaluation.split,
        "decisions": str(evaluation.cut),
        "documents": evaluation.documents,
        "classes": len(evaluation.classes),
        "beta": beta if math.isfinite(beta) else "inf",
    }


def of_merged(found: MergedClasses) -> dict[str, Any]:
    """All of it as plain data; undefined is None."""
    told, confused = found.of_documents
    micro = found.averages["micro"]
    return {
        "groups": [
            {
                "name": group.name,
                "classes": [found.before.classes[c] for c in group.members],
                "f_before": plain_number(group.f_before),
                "f_after": plain_number(group.f_after),
                "f_by_size": plain_number(group.f_by_size),
            }
            for group in found.groups
        ],
        "f": {
            key: {
                "before": plain_number(of.before),
                "after": plain_number(of.after),
                "by_size": plain_number(of.by_size),
            }
            for key, of in found.averages.items()
        },
        "gain": {
            "micro": plain_number(micro.after - micro.before),
            "interval_95": plain_ends(found.gain),
        },
        "bits": {
            "before": plain_number(found.bits_before),
            "after": plain_number(found.bits_after),
            "lost": plain_number(found.bits_lost),
        },
        "lose_a_distinction": told,
        "one_in_place_of_another": confused,
        "steps": records(step_frame(found)),
    }


def of_pairs(pairs: PairGains) -> dict[str, Any]:
    """The best pairs as plain data."""
    return {
        "compared": pairs.compared,
        "gain_beyond_size": len(pairs),
        "pairs": records(pair_frame(pairs, LISTED)),
    }


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows of a table as plain data; undefined is None."""
    return [
        {str(key): v if isinstance(v, str) else plain_number(v) for key, v in row.items()}
        for row in frame.to_dict("records")
    ]


def merged_in_markdown(found: MergedClasses) -> str:
    """What is gained and lost, as a document without its title."""
    f = f_name(found.beta)
    rows = [
        [in_markdown(name), *(cell_of(v) for v in (before, after, by_size)),
         _small(after - before), _small(after - by_size)]
        for name, before, after, by_size in average_rows(found)
    ]  # fmt: skip
    head = [f, "before", "after", "by size", "gain", "beyond size"]
    lines = ["", *(f"- {in_markdown(said)}" for said in merge_texts(found)), ""]
    lines += [markdown_table(head, rows), "", f"{BY_SIZE} {BITS}"]
    if len(found.steps) > 1:
        lines += ["", "Step by step:", "", _table(step_frame(found))]
    return "\n".join(lines[1:])


def pairs_in_markdown(pairs: PairGains) -> str:
    """The best pairs as a document without its title."""
    if not len(pairs):
        return NO_PAIR
    said = (
        f"Of {count_of(pairs.compared, 'pair')} of classes {len(pairs):,} gain more in micro "
        f"{f_name(pairs.beta)} than two classes of their sizes would, as one class; the most of it "
        "first."
    )
    return "\n".join(
        [said, "", _table(pair_frame(pairs, LISTED)), "", f"{BY_SIZE} {BITS} {CHOSEN}"]
    )


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
    kept: FilteredDocuments | None = None

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
        return (
            {"review": self.review.name}
            | of_subject(self.merged.before, self.merged.beta)
            | of_merged(self.merged)
            | {"new_class_map": self.class_map}
            | of_where(self.kept)
            | of_class_map(self.review)
        )

    def to_markdown(self) -> str:
        """What `breakeven merge` prints of chosen or best classes."""
        title = merge_title(self.review, self.merged.before)
        document = f"{title}\n\n{merged_in_markdown(self.merged)}"
        return under_title(document, self.kept) + class_map_in_markdown(self.review)

    def __repr__(self) -> str:
        micro = self.merged.averages["micro"]
        names = ", ".join(group.name for group in self.merged.groups)
        return (
            f"<Merged in {self.review.name}: {names}; micro F {cell_of(micro.before)} to "
            f"{cell_of(micro.after)}, {cell_of(micro.by_size)} by size>"
        )

    def _repr_html_(self) -> str:
        rows = [
            [name, *(cell_of(value) for value in values)]
            for name, *values in average_rows(self.merged)
        ]
        said = "".join(values.html_paragraph(one) for one in merge_texts(self.merged))
        return said + values.html_table(["F", "before", "after", "by size"], rows)


def merged_of(result: EvaluatedReview, classes: Sequence[str], best: int | None) -> MergeResult:
    """These classes made one, or the best pairs. ValueError as `EvaluationResult.merged`."""
    if (best is None) == (not classes):
        raise ValueError("give classes, or how many of the best pairs")
    by = result.beta, result.undefined
    if best is None:
        found = merge(result.evaluation, class_positions(classes, result.classes), *by)
        return MergeResult(result.review, found, result.kept)
    taken = merge_best(result.evaluation, best, *by)
    if taken is None:
        raise ValueError("no pair of classes gains more than its sizes would anyway")
    return MergeResult(result.review, taken, result.kept)


def merge_title(review: Review, evaluation: Evaluation) -> str:
    """The title of what is said of merging, in Markdown."""
    return f"# {in_markdown(review.name)}: {in_markdown(evaluation.system)}, classes made one"
