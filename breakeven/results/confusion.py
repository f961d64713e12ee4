"""Which classes get confused: which of them are shown, in words; the matrix as data and document.

Tested in `tests/breakeven/results/test_most_confused.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypedDict

import numpy as np

from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.matrix_part import (
    MatrixPart,
    first_classes,
    part_of,
    rounded_rows,
)
from breakeven.data.wording import NO_CLASS, amount_of, count_of, percent
from breakeven.results.evaluated_review import EvaluatedReview
from breakeven.results.scope import (
    cautions,
    cautions_data,
    cautions_in_markdown,
    class_map_data,
    class_map_in_markdown,
    filter_data,
    under_title,
)
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import plain_count, plain_number
from metrics import confusion
from metrics.confusion import CLUSTERED, in_blocks
from metrics.typing import Array

# so many of the largest confusions are listed
LISTED = 20


def first_classes_text(evaluation: BaseEvaluation) -> str:
    """Which classes are shown first; empty where they are all that occur."""
    first = first_classes(evaluation.confusion)
    confused = confusion.confused_classes(evaluation.confusion)
    if len(first) == len(confusion.occurring(evaluation.confusion)):
        return ""
    if len(first) == len(confused):
        return f"All {len(first):,} confused classes."
    return f"The {len(first):,} most confused of {len(confused):,} confused classes."


def all_confused_text(confused: Array) -> str:
    """That all classes are shown that are confused."""
    return f"All {len(confused):,} confused classes."


def other_classes_text(evaluation: BaseEvaluation, part: MatrixPart) -> str:
    """What of the matrix stands in no row of its own, with its numbers."""
    rest = len(confusion.occurring(evaluation.confusion)) - len(part.classes)
    text = ""
    if part.more:
        are, them = ("is", "it") if part.more == 1 else ("are", "them")
        text = (
            f"The other {count_of(part.more, 'class', 'classes')} {are} summed in "
            f"“({part.more:,} more)”"
        )
        left = count_of(max(1, round(part.left)), "confusion")
        text += f": {left} with or among {them}." if part.left else ", never confused."
    elif rest:
        text = f"The other {rest:,} {'has' if rest == 1 else 'have'} no error."
    if part.step > 1:
        text = f"Each row holds up to {part.step:,} classes. {text}"
    if len(part.classes) > CLUSTERED:
        text += " Classes that are linked by confusions stand together, the largest groups first."
    return text.strip()


class LargeConfusion(TypedDict):
    """One of the largest confusions as JSON has it; None is *nothing*."""

    true: str | None
    assigned: str | None
    count: float
    of_true: float | None
    of_assigned: float | None


@dataclass(frozen=True)
class ConfusionResult:
    """Which classes get confused: a part of the confusion matrix, and the largest confusions.

    `every`: whether all classes are in it that are confused.
    """

    result: EvaluatedReview
    part: MatrixPart
    every: bool = False

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven confusion --format json` prints: rows with their sums, and confusions.

        Each row names its `classes`, one or, of many, several; none of them for what is `summed`
        of the others and for `nothing`. `cells` follow the rows, right decisions of a row on the
        diagonal.
        """
        part, names = self.part, self.result.classes
        counts = part.wrong + np.diag(part.right)
        rows = []
        for row in range(len(part.right)):
            members = part.members(row)
            rows.append(
                {
                    "classes": [] if members is None else [names[c] for c in members],
                    "summed": part.more if members is None and not part.is_nothing(row) else 0,
                    "nothing": part.is_nothing(row),
                    "true": plain_count(part.true_of[row]),
                    "assigned": plain_count(part.assigned_of[row]),
                    "cells": [plain_count(count) for count in counts[row]],
                }
            )
        return {
            "review": self.result.review.name,
            "system": self.result.system,
            **cautions_data(self._cautions),
            "rows": rows,
            "confused_with_others": plain_count(part.left),
            "confusions": self._largest(),
            **filter_data(self.result.filtered),
            **class_map_data(self.result.review),
        }

    @property
    def _cautions(self) -> list[str]:
        result = self.result
        return cautions(result.review.truth, result.rows, optimistic=result.optimistic)

    def _largest(self) -> list[LargeConfusion]:
        names = self.result.classes
        pairs = confusion.largest_confusions(self.result.confusion)
        return [
            {
                "true": _class_name(names, true),
                "assigned": _class_name(names, assigned),
                "count": plain_count(pairs.count[i]),
                "of_true": plain_number(pairs.of_true[i]),
                "of_assigned": plain_number(pairs.of_assigned[i]),
            }
            for i, (true, assigned) in enumerate(
                zip(pairs.true.tolist(), pairs.assigned.tolist(), strict=True)
            )
        ]

    def to_markdown(self) -> str:
        """What `breakeven confusion` prints: the largest confusions, and the matrix."""
        review, evaluation = self.result.review, self.result.evaluation
        shown = (
            all_confused_text(confusion.confused_classes(evaluation.confusion))
            if self.every
            else first_classes_text(evaluation)
        )
        title = (
            f"# {in_markdown(review.name)}: {in_markdown(evaluation.system)}, which classes get "
            "confused"
        )
        matrix = _in_markdown(evaluation, self.part, shown)
        document = "\n".join([title, *cautions_in_markdown(self._cautions), "", matrix])
        return under_title(document, self.result.filtered) + class_map_in_markdown(review)


def _class_name(names: tuple[str, ...], c: int) -> str | None:
    """The name of a class, None for *nothing*."""
    return names[c] if c < len(names) else None


def _in_markdown(evaluation: BaseEvaluation, part: MatrixPart, shown: str) -> str:
    """The largest confusions and the matrix; columns go by the rows' numbers."""
    pairs = confusion.largest_confusions(evaluation.confusion)
    if not len(pairs):
        return "No class is confused with another."
    names = [*map(in_markdown, evaluation.classes), NO_CLASS]
    largest = [
        [
            names[pairs.true[i]],
            names[pairs.assigned[i]],
            rounded_count(float(pairs.count[i])),
            percent(float(pairs.of_true[i]), 1),
            percent(float(pairs.of_assigned[i]), 1),
        ]
        for i in range(min(len(pairs), LISTED))
    ]
    head = ["true", "predicted", "count", "share of true", "share of predicted"]
    counts = rounded_rows(part.wrong + np.diag(part.right))
    rows = [
        [f"{row + 1} {_row_name(part, names, row)}", *map(_cell, counts[row])]
        for row in range(len(part.right))
    ]
    numbers = [str(row + 1) for row in range(len(part.right))]
    text = " ".join(filter(None, (shown, other_classes_text(evaluation, part))))
    rule = (
        "Rows are true classes, columns predicted ones, by the same numbers. A row adds up to the "
        "documents of its class."
    )
    return "\n\n".join(
        [
            "## The largest confusions",
            markdown_table(head, largest),
            "## The matrix",
            f"{text} {rule}".strip(),
            markdown_table(["", *numbers], rows),
        ]
    )


def _row_name(part: MatrixPart, names: list[str], row: int) -> str:
    members = part.members(row)
    if members is None:
        return NO_CLASS if part.is_nothing(row) else f"({part.more:,} more)"
    rest = f" and {len(members) - 1:,} more" if len(members) > 1 else ""
    return f"{names[members[0]]}{rest}"


def _cell(count: float) -> str:
    return amount_of(float(count)) if count else ""


def rounded_count(count: float) -> str:
    """A count of confusions, of which some may be a part of one document, in whole numbers."""
    return amount_of(float(round(count))) if count >= 0.5 else "under 1"


# --- the classes most often confused


MOST_CONFUSED, MOST_PAIRS = 12, 12


@dataclass(frozen=True, kw_only=True, eq=False)
class MostConfused:
    """Classes that get confused.

    `rule`: which these are. `cells`: how many documents truly in the row's class were predicted as
    the column's, right ones on the diagonal, shape (classes, classes). `documents`: how many are
    truly in each class, (classes,): more than its row has where some got a class of no column, or
    none. `pairs`: the most frequent errors of all classes: true class, predicted class, documents.
    """

    rule: str
    classes: tuple[str, ...]
    cells: Array
    documents: tuple[float, ...]
    pairs: tuple[tuple[str, str, float], ...]


def most_confused(evaluation: BaseEvaluation) -> MostConfused | None:
    """The classes most often confused, confused ones side by side; None without."""
    matrix = evaluation.confusion
    largest = confusion.largest_confusions(matrix)
    k = matrix.classes
    between = np.flatnonzero((largest.true < k) & (largest.assigned < k))[:MOST_PAIRS]
    if not len(between):
        return None
    confused = confusion.confused_classes(matrix)
    chosen = in_blocks(matrix, confusion.of_frequent_pairs(matrix, MOST_CONFUSED))
    names, part = evaluation.classes, part_of(matrix, chosen, nothing=False)
    every = count_of(len(confused), "class", "classes")
    which = f"The {len(chosen):,} most confused of {every} that get confused"
    if len(chosen) == len(confused):
        which = f"The {every} that get confused"
    more = count_of(max(1, round(part.left)), "confusion")
    rest = f" The others have {more} more." if part.left else ""
    return MostConfused(
        rule=f"{which}, confused ones side by side.{rest}",
        classes=tuple(names[c] for c in chosen),
        cells=(part.wrong + np.diag(part.right))[: len(chosen), : len(chosen)],
        documents=tuple(part.true_of[: len(chosen)].tolist()),
        pairs=tuple(
            (names[largest.true[i]], names[largest.assigned[i]], float(largest.count[i]))
            for i in between.tolist()
        ),
    )
