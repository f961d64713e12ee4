"""The labels file of a project of Azure custom text classification: what is true.

`{"metadata": {"projectKind"}, "assets": {"classes": [{"category"}], "documents": [{"location",
"language", "dataset", "class": {"category"}}]}}`, of a multi-label project `"classes":
[{"category"}]`. `dataset` is Train or Test. A document without a class was not labelled yet.
Source: learn.microsoft.com, custom text classification, "Accepted data formats".
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from breakeven.data.records import Problem
from breakeven.data.wording import examples
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft
from breakeven.readers.formats.azure import shared as azure
from breakeven.readers.formats.azure.shared import category, kind_of, objects, value_of

KEY = azure.LABELS
NAME = "the labels file of Azure custom text classification"
FIRST = 20  # documents that tell what a file is
ALL_IN_TRAIN = (
    "every document is in the training set: the service split them itself, and only the evaluation "
    "by document tells which are test documents"
)


def recognise(content: Content) -> str | None:
    """Assets that list documents by their location, of a project of classification."""
    assets = value_of(content.value, "assets")
    documents = value_of(assets, "documents")
    first = objects(documents[:FIRST]) if isinstance(documents, list) else []
    if not first or not all(value_of(document, "location") for document in first):
        return None
    if kind_of(_project_kind(content.value)) is None:
        return None
    return "its assets list documents by location, each with its class and data set"


def _project_kind(value: Any) -> Any:
    own = value_of(value_of(value, "metadata"), "projectKind")
    return own or value_of(value_of(value, "assets"), "projectKind")


def read(content: Content) -> Draft:
    """A row for each document that has a class. Raises ReadError."""
    single = kind_of(_project_kind(content.value)) == "single"
    assets = value_of(content.value, "assets")
    documents = value_of(assets, "documents")
    bad: list[Problem] = []
    labelled: list[int] = []
    classes_of_rows: list[list[str]] = []
    for place, document in enumerate(documents):
        classes = _classes(document)
        if not value_of(document, "location"):
            bad.append(_wrong(content, place, "location", "the location is missing"))
        elif classes is None:
            bad.append(_wrong(content, place, "class", "a class has no category"))
        elif single and len(classes) > 1:
            what = f"{len(classes):,} classes in a single-label project"
            bad.append(_wrong(content, place, "class", what))
        elif classes:
            labelled.append(place)
            classes_of_rows.append(classes)
    if not bad and not labelled:
        what = f"none of the {len(documents):,} documents has a class"
        bad.append(Problem(what=what, remedy="label some, and export again", file=content.name))
    if bad:
        raise ReadError(first_problems(np.arange(len(bad)), bad.__getitem__))
    column = "class" if single else "classes"
    columns = {
        "location": pa.array([str(value_of(documents[place], "location")) for place in labelled]),
        column: pa.array(
            [classes[0] for classes in classes_of_rows] if single else classes_of_rows
        ),
    }
    roles = {"location": "id", column: "truth"}
    for name, role in (("dataset", "split"), ("language", "slice")):
        values = [value_of(documents[place], name) for place in labelled]
        if any(values):
            columns[name] = pa.array([None if v is None else str(v) for v in values], pa.string())
            roles[name] = role
    lines = np.array(labelled, dtype=np.int64) + 1
    notes = _notes(content, assets, classes_of_rows, len(documents) - len(labelled), columns)
    return Draft(
        columns=pa.table(columns),
        lines=lines,
        roles=roles,
        shape="labels",
        notes=notes,
    )


def _classes(document: Any) -> list[str] | None:
    """The classes of a document, none where it has none; None where one has no name."""
    said = value_of(document, "class")
    said = value_of(document, "classes") if said is None else said
    if said is None:
        return []
    names = [category(held) for held in (said if isinstance(said, list) else [said])]
    return None if None in names else [*dict.fromkeys(name for name in names if name)]


def _wrong(content: Content, place: int, column: str, what: str) -> Problem:
    remedy = "export the labels file again, or correct it"
    return Problem(row=place + 1, column=column, what=what, remedy=remedy, file=content.name)


def _notes(
    content: Content,
    assets: Any,
    classes_of_rows: list[list[str]],
    unlabelled: int,
    columns: dict[str, Any],
) -> tuple[Problem, ...]:
    """What the project has and a review does not."""
    notes = []
    if unlabelled:
        what = f"documents that nobody labelled: {unlabelled:,}"
        notes.append(Problem(what=what, remedy="they are left out", file=content.name))
    named = [category(held) for held in value_of(assets, "classes") or []]
    without = sorted(
        {name for name in named if name} - {name for own in classes_of_rows for name in own}
    )
    if without:
        what = f"classes of the project without a document: {examples(without)}"
        remedy = "they cannot be measured: label documents of each"
        notes.append(Problem(what=what, remedy=remedy, file=content.name))
    if "dataset" in columns and set(columns["dataset"].to_pylist()) == {"Train"}:
        remedy = "open that file too"
        notes.append(Problem(what=ALL_IN_TRAIN, remedy=remedy, file=content.name))
    return tuple(notes)
