"""The evaluation of a model of Azure custom text classification, document by document.

`{"value": [{"location", "language", "customSingleLabelClassificationResult": {"expectedClass",
"predictedClass"}}], "nextLink"}`, of a multi-label project `customMultiLabelClassificationResult`
with `expectedClasses` and `predictedClasses`; or the list alone, or pages of it in a list or on
lines. These are the documents of the test set; scores are not told. Source: learn.microsoft.com,
REST reference, "Text Analysis Authoring - Get Model Evaluation Results", 2023-04-01.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft
from breakeven.readers.formats.azure import shared as azure
from breakeven.readers.formats.azure.shared import (
    answers,
    by_project_kind,
    objects,
    refuse_broken_json,
    value_of,
)

KEY = azure.EVALUATION
NAME = "the evaluation by document of Azure custom text classification"
FIRST = 20  # documents that tell what a file is
MORE = "the service has more pages of this evaluation (nextLink)"


def recognise(content: Content) -> str | None:
    """Documents by location, each with an expected and a predicted class."""
    first = _documents(answers(content)[:FIRST])[:FIRST]
    if not first or not all(
        value_of(document, "location") and by_project_kind(document, "Result") for document in first
    ):
        return None
    return "each document has a location, and an expected and a predicted class"


def _documents(values: list[Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for value in values:
        page = value_of(value, "value")
        found += objects(page) if isinstance(page, list) else objects([value])
    return found


def read(content: Content) -> Draft:
    """A row for each document. Raises ReadError."""
    refuse_broken_json(content)
    documents = _documents(answers(content))
    bad: list[Problem] = []
    rows: list[tuple[str, Any, Any, Any]] = []
    kinds = set()
    for place, document in enumerate(documents, start=1):
        location, result = value_of(document, "location"), by_project_kind(document, "Result")
        plural = "es" if result and result[0] == "multi" else ""
        classes = (
            [value_of(result[1], f"{w}Class{plural}") for w in ("expected", "predicted")]
            if result
            else []
        )
        if (
            not location
            or not classes
            or not all(_are_names(held, bool(plural)) for held in classes)
        ):
            what = "no location, or no expected and predicted class"
            remedy = "request the evaluation again from the service"
            bad.append(Problem(row=place, what=what, remedy=remedy, file=content.name))
            continue
        kinds.add(plural)
        rows.append((str(location), *classes, value_of(document, "language")))
    if len(kinds) > 1:
        what = "documents of single-label and of multi-label projects"
        bad.append(Problem(what=what, remedy="give each project's alone", file=content.name))
    if bad:
        raise ReadError(first_problems(np.arange(len(bad)), bad.__getitem__))
    plural = kinds.pop()
    locations, expected, predicted, languages = zip(*rows, strict=True)
    kind = pa.list_(pa.string()) if plural else pa.string()
    truth, called = f"expectedClass{plural}", f"predictedClass{plural}"
    columns = {
        "location": pa.array(locations),
        truth: pa.array(expected, kind),
        called: pa.array(predicted, kind),
        # no column of the file: what is evaluated is the test set
        "dataset": pa.array(["Test"] * len(rows)),
    }
    roles = {"location": "id", truth: "truth", called: "predicted", "dataset": "split"}
    if any(languages):
        columns["language"] = pa.array(languages, pa.string())
        roles["language"] = "slice"
    last = value_of(answers(content)[-1], "nextLink")
    remedy = "get them too, and put all pages into one list: test documents are missing here"
    return Draft(
        columns=pa.table(columns),
        lines=np.arange(1, len(rows) + 1),
        roles=roles,
        shape="labels",
        reasons={"dataset": "the service evaluates a model on its test set"},
        notes=(Problem(what=MORE, remedy=remedy, file=content.name),) if last else (),
    )


def _are_names(value: Any, several: bool) -> bool:
    """Whether this is the name of a class, or where there may be several a list of them."""
    if several:
        return isinstance(value, list) and all(isinstance(name, str) for name in value)
    return isinstance(value, str)
