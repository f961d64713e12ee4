"""How large the test set must be, as tables and in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.required_size import AssumedSize, RequiredSize
from breakeven.reports.tables import in_markdown, markdown_table
from breakeven.reports.values import ends_of, plain, whole
from breakeven.text import NOTHING, amount_of, count_of, f_name, figure_of, quoted, span
from metrics.typing import Array

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
    for kind, of in size.averages.items():
        enough = of.documents <= evaluation.weighed
        rows.append(
            [
                f"{kind.capitalize()} {f_name(size.beta)}",
                figure_of(of.value),
                span(float(of.interval.low), float(of.interval.high)),
                figure_of(of.half_width),
                "these do" if enough else amount_of(of.documents),
                NOTHING if enough else amount_of(of.documents - evaluation.weighed),
            ]
        )
    return rows


AVERAGE_TITLES = ("", "Value", "95 % interval", "±", "Documents in all", "More")


def rule_of(size: RequiredSize | AssumedSize) -> str:
    """Why a class with few documents cannot be judged, in a sentence; plain text."""
    return (
        f"Of fewer than {count_of(size.fewest, 'document')} {f_name(size.beta)} is not known to "
        f"±{size.wanted:g} even if every decision is right."
    )


def said_of_unjudged(
    classes: Sequence[str], positives: Array, size: RequiredSize | AssumedSize
) -> list[str]:
    """Which classes cannot be judged, and why; plain text, names in quotation marks.

    `positives`: documents of each class, shape (classes,).
    """
    every = len(classes)
    if not len(size.unjudged):
        return [
            f"Every class has so many documents that it would be known to ±{size.wanted:g} if "
            "every decision were right."
        ]
    without = [c for c in size.unjudged if positives[c] == 0]
    few = [c for c in size.unjudged if positives[c] > 0]
    said = [
        f"{len(size.unjudged):,} of {count_of(every, 'class', 'classes')} cannot be judged to "
        f"±{size.wanted:g}, whatever the system does. {rule_of(size)}"
    ]
    if without:
        said.append(f"Without a document: {_named(classes, without)}.")
    if few:
        said.append(f"With too few: {_named(classes, few, positives)}.")
    return said


def _named(classes: Sequence[str], of: Sequence[int], positives: Array | None = None) -> str:
    names = [
        quoted(classes[c]) + ("" if positives is None else f" ({amount_of(positives[c])})")
        for c in of[:NAMED]
    ]
    more = len(of) - NAMED
    return ", ".join(names) + (f" and {more:,} more" if more > 0 else "")


KEYS = (
    *("class", "positives", "can_be_judged", "f", "low", "high", "half_width"),
    *("documents_of_the_class", "more_of_the_class", "documents", "more_documents"),
)


def _number(value: float) -> float | int | None:
    return None if math.isnan(value) else whole(value)


def of_size(evaluation: Evaluation, size: RequiredSize) -> dict[str, Any]:
    """The answer as plain data; undefined is None."""
    return {
        "system": evaluation.system,
        "split": evaluation.split,
        "documents": whole(evaluation.weighed),
        "half_width": size.wanted,
        "beta": plain(size.beta),
        "averages": {
            kind: {
                "f": plain(of.value),
                "interval": ends_of(of.interval),
                "half_width": plain(of.half_width),
                "documents": _number(of.documents),
            }
            for kind, of in size.averages.items()
        },
        "fewest_documents_of_a_class": size.fewest,
        "cannot_be_judged": [evaluation.classes[c] for c in size.unjudged.tolist()],
        "classes": _class_records(class_size_frame(evaluation, size), KEYS),
    }


def _class_records(frame: pd.DataFrame, keys: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {
            key: value if isinstance(value, str) else _number(float(value))
            for key, value in zip(keys, row, strict=True)
        }
        for row in frame.itertuples(index=False)
    ]


def as_markdown(name: str, evaluation: Evaluation, size: RequiredSize) -> str:
    """The answer as a document: the averages, every class, and those that cannot be judged."""
    split = "all documents" if evaluation.split is None else evaluation.split
    frame = class_size_frame(evaluation, size)
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
    return "\n".join(
        [
            f"# {in_markdown(name)}: {in_markdown(evaluation.system)} on {in_markdown(split)}",
            "",
            f"How many documents tell {f_name(size.beta)} to ±{size.wanted:g}, whatever its true "
            f"value within the present interval. Now: {amount_of(evaluation.weighed)}.",
            "",
            markdown_table(AVERAGE_TITLES, average_rows(evaluation, size)),
            "",
            markdown_table(list(frame.columns), cells),
            "",
            *_unjudged_in_markdown(evaluation.classes, evaluation.tables.positives, size),
        ]
    )


def _unjudged_in_markdown(
    classes: Sequence[str], positives: Array, size: RequiredSize | AssumedSize
) -> list[str]:
    return [f"- {in_markdown(said)}" for said in said_of_unjudged(classes, positives, size)]


def assumed_in_words(size: AssumedSize) -> str:
    """What is assumed where there is no system, and what then follows for every class; plain."""
    name = f_name(size.beta)
    return (
        "There is no system, so its level is assumed: precision and recall of "
        f"{figure_of(size.assumed)} for every class. Then {count_of(size.of_class, 'document')} of "
        f"a class tell {name} to ±{size.wanted:g}. A weaker system may need more."
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


ASSUMED_KEYS = (*KEYS[:3], "half_width", *KEYS[7:])


def of_assumed(size: AssumedSize) -> dict[str, Any]:
    """The answer without a system as plain data; undefined is None."""
    return {
        "system": None,
        "split": size.split,
        "documents": size.documents,
        "half_width": size.wanted,
        "beta": plain(size.beta),
        "assumed_precision_and_recall": size.assumed,
        "documents_of_a_class": size.of_class,
        "fewest_documents_of_a_class": size.fewest,
        "cannot_be_judged": [size.classes[c] for c in size.unjudged.tolist()],
        "classes": _class_records(assumed_frame(size), ASSUMED_KEYS),
    }


def assumed_as_markdown(name: str, size: AssumedSize) -> str:
    """The answer without a system as a document."""
    split = "all documents" if size.split is None else size.split
    cells = [[in_markdown(row[0]), *row[1:]] for row in assumed_cells(size)]
    return "\n".join(
        [
            f"# {in_markdown(name)}: no system, {in_markdown(split)}",
            "",
            f"{assumed_in_words(size)} Now: {count_of(size.documents, 'document')}.",
            "",
            markdown_table(list(assumed_frame(size).columns), cells),
            "",
            *_unjudged_in_markdown(size.classes, size.positives, size),
        ]
    )
