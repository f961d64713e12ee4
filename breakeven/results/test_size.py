"""How large a test set must be: the result with a system and without, as tables and in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.evaluation.required_size import (
    ASSUMED,
    AssumedSize,
    RequiredSize,
    assumed_size,
    tested_split,
)
from breakeven.analysis.selection.selected_evaluation import candidates_of_selection
from breakeven.analysis.selection.selection import Selection
from breakeven.analysis.selection.where import FilteredDocuments, filter_documents
from breakeven.data.records import Review
from breakeven.data.wording import (
    NOTHING,
    amount_of,
    count_of,
    f_name,
    figure_of,
    interval_text,
    quoted,
)
from breakeven.results import values
from breakeven.results.arguments import require_documents, selection_of
from breakeven.results.scope import filter_data, under_title
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import PlainRow, plain_count, plain_ends, plain_number
from metrics.typing import DEFAULT_BETA, Array

# --- how large the test set must be, as tables and in words


# so many of the classes that cannot be judged are named in words
NAMED = 20


def class_size_frame(evaluation: Evaluation, size: RequiredSize) -> pd.DataFrame:
    """One row a class: F with its interval, and how many documents would tell it as wanted."""
    positives = evaluation.tables.positives
    short = set(size.unjudged.tolist())
    return pd.DataFrame(
        {
            "class": list(evaluation.classes),
            "positives": positives,
            "can be judged": ["no" if c in short else "yes" for c in range(len(positives))],
            f_name(size.beta): size.f,
            "low 95 %": size.ends.low,
            "high 95 %": size.ends.high,
            "±": size.half_width,
            "documents of the class": size.of_class,
            "more of the class": size.of_class - positives,
            "documents in all": size.documents,
            "more documents in all": size.documents - evaluation.weighed,
        }
    )


def average_rows(evaluation: Evaluation, size: RequiredSize) -> list[list[str]]:
    """One row an average, below `AVERAGE_TITLES`."""
    rows = []
    for kind, average in size.averages.items():
        enough = average.documents <= evaluation.weighed
        rows.append(
            [
                f"{kind.capitalize()} {f_name(size.beta)}",
                figure_of(average.value),
                interval_text(float(average.interval.low), float(average.interval.high)),
                figure_of(average.half_width),
                "these do" if enough else amount_of(average.documents),
                NOTHING if enough else amount_of(average.documents - evaluation.weighed),
            ]
        )
    return rows


AVERAGE_TITLES = ("", "Value", "95 % interval", "±", "Documents in all", "More")


def unjudged_rule_text(size: RequiredSize | AssumedSize) -> str:
    """Why a class with few documents cannot be judged, in a sentence; plain text."""
    return (
        f"With fewer than {count_of(size.fewest, 'document')} {f_name(size.beta)} cannot be known "
        f"to ±{size.wanted:g} even if every prediction is right."
    )


def unjudged_texts(
    classes: Sequence[str], positives: Array, size: RequiredSize | AssumedSize
) -> list[str]:
    """Which classes cannot be judged, and why; plain text, names in quotation marks.

    `positives`: documents of each class, shape (classes,).
    """
    every = len(classes)
    if not len(size.unjudged):
        return [
            f"Every class has enough documents to know it to ±{size.wanted:g} if every prediction "
            "is right."
        ]
    without = [c for c in size.unjudged if positives[c] == 0]
    few = [c for c in size.unjudged if positives[c] > 0]
    texts = [
        f"{len(size.unjudged):,} of {count_of(every, 'class', 'classes')} cannot be judged to "
        f"±{size.wanted:g} with any system. {unjudged_rule_text(size)}"
    ]
    if without:
        texts.append(f"Without a document: {_named(classes, without)}.")
    if few:
        texts.append(f"With too few: {_named(classes, few, positives)}.")
    return texts


def _named(classes: Sequence[str], positions: Sequence[int], positives: Array | None = None) -> str:
    names = [
        quoted(classes[c]) + ("" if positives is None else f" ({amount_of(positives[c])})")
        for c in positions[:NAMED]
    ]
    more = len(positions) - NAMED
    return ", ".join(names) + (f" and {more:,} more" if more > 0 else "")


SIZE_KEYS = (
    *("class", "positives", "can_be_judged", "f", "low", "high", "half_width"),
    *("documents_of_the_class", "more_of_the_class", "documents", "more_documents"),
)


def _number(value: float) -> float | int | None:
    return None if math.isnan(value) else plain_count(value)


def _class_rows(frame: pd.DataFrame, keys: Sequence[str]) -> list[PlainRow]:
    return [
        {
            key: value if isinstance(value, str) else _number(float(value))
            for key, value in zip(keys, row, strict=True)
        }
        for row in frame.itertuples(index=False)
    ]


def _unjudged_in_markdown(
    classes: Sequence[str], positives: Array, size: RequiredSize | AssumedSize
) -> list[str]:
    return [f"- {in_markdown(text)}" for text in unjudged_texts(classes, positives, size)]


def assumed_in_words(size: AssumedSize) -> str:
    """What is assumed where there is no system, and what then follows for every class; plain."""
    name = f_name(size.beta)
    return (
        "There are no predictions, so a level is assumed: precision and recall of "
        f"{figure_of(size.assumed)} for every class. Then {count_of(size.of_class, 'document')} "
        f"of a class are enough to know {name} to ±{size.wanted:g}. A weaker system may need more."
    )


def assumed_frame(size: AssumedSize) -> pd.DataFrame:
    """One row a class: its documents, and how many would tell F as wanted at the assumed level."""
    short = set(size.unjudged.tolist())
    more = np.maximum(size.of_class - size.positives, 0)
    return pd.DataFrame(
        {
            "class": list(size.classes),
            "positives": size.positives,
            "can be judged": ["no" if c in short else "yes" for c in range(len(size.classes))],
            "±": size.half_width,
            "documents of the class": size.positives + more,
            "more of the class": more,
            "documents in all": size.in_all,
            "more documents in all": size.in_all - size.documents,
        }
    )


def assumed_cells(size: AssumedSize) -> list[list[str]]:
    """The same rows as texts."""
    return [
        [str(row[0]), amount_of(row[1]), str(row[2]), figure_of(row[3])]
        + [amount_of(value) for value in row[4:]]
        for row in assumed_frame(size).itertuples(index=False)
    ]


ASSUMED_KEYS = (*SIZE_KEYS[:3], "half_width", *SIZE_KEYS[7:])


# --- how large a test set must be, as a result that shows itself


@dataclass(frozen=True, repr=False, eq=False)
class TestSize:
    """How many documents tell F of each class, and micro and macro F, as exactly as wanted."""

    __test__ = False  # no test, whatever its name

    name: str
    evaluation: Evaluation
    size: RequiredSize
    filtered: FilteredDocuments | None = None

    @property
    def unjudged(self) -> list[str]:
        """Classes with too few documents to be judged at all, the fewest first."""
        return [self.evaluation.classes[c] for c in self.size.unjudged.tolist()]

    def frame(self) -> pd.DataFrame:
        """One row per class; undefined is NaN."""
        return class_size_frame(self.evaluation, self.size)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven test-size --format json` prints; undefined is None."""
        evaluation, size = self.evaluation, self.size
        return {
            "review": self.name,
            "system": evaluation.system,
            "split": evaluation.split,
            "documents": plain_count(evaluation.weighed),
            "half_width": size.wanted,
            "beta": plain_number(size.beta),
            "averages": {
                kind: {
                    "f": plain_number(average.value),
                    "interval": plain_ends(average.interval),
                    "half_width": plain_number(average.half_width),
                    "documents": _number(average.documents),
                }
                for kind, average in size.averages.items()
            },
            "fewest_documents_of_a_class": size.fewest,
            "cannot_be_judged": self.unjudged,
            "classes": _class_rows(self.frame(), SIZE_KEYS),
            **filter_data(self.filtered),
        }

    def to_markdown(self) -> str:
        """What `breakeven test-size` prints."""
        evaluation, size = self.evaluation, self.size
        split = "all documents" if evaluation.split is None else evaluation.split
        frame = self.frame()
        cells = [
            [
                in_markdown(str(row[0])),
                amount_of(row[1]),
                row[2],
                *(figure_of(value) for value in row[3:7]),
                *(amount_of(value) for value in row[7:]),
            ]
            for row in frame.itertuples(index=False)
        ]
        names = f"{in_markdown(self.name)}: {in_markdown(evaluation.system)}"
        lines = [
            f"# {names} on {in_markdown(split)}",
            "",
            f"How many documents are enough to know {f_name(size.beta)} to ±{size.wanted:g}, "
            f"whatever its true value within its interval. Now: {amount_of(evaluation.weighed)}.",
            "",
            markdown_table(AVERAGE_TITLES, average_rows(evaluation, size)),
            "",
            markdown_table(list(frame.columns), cells),
            "",
            *_unjudged_in_markdown(evaluation.classes, evaluation.tables.positives, size),
        ]
        return under_title("\n".join(lines), self.filtered)

    def __repr__(self) -> str:
        exact = int((self.size.half_width <= self.size.wanted).sum())
        return (
            f"<Test size of {self.name}: {f_name(self.size.beta)} is known to "
            f"±{self.size.wanted:g} for {exact:,} of "
            f"{count_of(len(self.evaluation.classes), 'class', 'classes')}>"
        )

    def _repr_html_(self) -> str:
        rows = average_rows(self.evaluation, self.size)
        return values.html_paragraph(repr(self)[1:-1]) + values.html_table(
            list(AVERAGE_TITLES), rows, len(rows)
        )


@dataclass(frozen=True, repr=False, eq=False)
class PlannedTestSize:
    """How many documents would tell F of each class as exactly as wanted, at an assumed level."""

    name: str
    size: AssumedSize
    filtered: FilteredDocuments | None = None

    @property
    def unjudged(self) -> list[str]:
        """Classes with too few documents to be judged at all, the fewest first."""
        return [self.size.classes[c] for c in self.size.unjudged.tolist()]

    def frame(self) -> pd.DataFrame:
        """One row per class; undefined is NaN."""
        return assumed_frame(self.size)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven test-size --format json` prints; undefined is None."""
        size = self.size
        return {
            "review": self.name,
            "system": None,
            "split": size.split,
            "documents": size.documents,
            "half_width": size.wanted,
            "beta": plain_number(size.beta),
            "assumed_precision_and_recall": size.assumed,
            "documents_of_a_class": size.of_class,
            "fewest_documents_of_a_class": size.fewest,
            "cannot_be_judged": self.unjudged,
            "classes": _class_rows(self.frame(), ASSUMED_KEYS),
            **filter_data(self.filtered),
        }

    def to_markdown(self) -> str:
        """What `breakeven test-size` prints."""
        size = self.size
        split = "all documents" if size.split is None else size.split
        cells = [[in_markdown(row[0]), *row[1:]] for row in assumed_cells(size)]
        lines = [
            f"# {in_markdown(self.name)}: no system, {in_markdown(split)}",
            "",
            f"{assumed_in_words(size)} Now: {count_of(size.documents, 'document')}.",
            "",
            markdown_table(list(self.frame().columns), cells),
            "",
            *_unjudged_in_markdown(size.classes, size.positives, size),
        ]
        return under_title("\n".join(lines), self.filtered)

    def __repr__(self) -> str:
        return f"<Test size of {self.name}: {assumed_in_words(self.size)}>"

    def _repr_html_(self) -> str:
        rows = assumed_cells(self.size)
        head = list(self.frame().columns)
        return values.html_paragraph(repr(self)[1:-1]) + values.html_table(
            head, rows[: values.MOST_HTML_ROWS], len(rows)
        )


def plan_test_size(
    review: Review,
    split: str | None = None,
    *,
    where: str | None = None,
    width: float = 0.05,
    beta: float = DEFAULT_BETA,
    assume: float = ASSUMED,
) -> PlannedTestSize:
    """How many documents would tell F to ±`width` before there is any system.

    By the documents of each class in the split (by default the test split, "all" for all), were
    precision and recall `assume`. What a system shows says more: `evaluate(…).test_size()`.
    ValueError where nobody has labelled, and for what there is not.

    >>> import breakeven as be
    >>> review = be.from_arrays(["a"] * 300 + ["b"] * 20)
    >>> be.plan_test_size(review, assume=0.9).size.of_class
    78
    """
    named = tested_split(review.truth) if split is None else split
    selection = selection_of(review, None, named, where)
    planned = test_size_of_selection(review, selection, width, beta, assume)
    require_documents(planned.filtered)
    return planned


def test_size_of_selection(
    review: Review, selection: Selection, width: float, beta: float, assume: float
) -> PlannedTestSize:
    """The same of the documents of a selection. ValueError."""
    filtered, rows = None, review.truth.in_split(selection.split)
    if selection.where is not None:
        filtered = filter_documents(selection.where, candidates_of_selection(review, selection))
        rows = filtered.rows
    size = assumed_size(review.truth, rows, selection.split, width, beta, assume)
    return PlannedTestSize(review.name, size, filtered)
