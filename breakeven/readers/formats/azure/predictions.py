"""What a deployment of Azure custom text classification says of documents: no truth.

The answer to a job, `{"tasks": {"items": [{"kind", "results": {"documents": [{"id", "class":
[{"category", "confidenceScore"}]}], "errors", "deploymentName"}}]}}`; also the results or the
documents of it alone, many answers in a list or on lines, and what the clients hand over
(`classifications`, `confidence_score`). The class of a single-label project is a list too; the
pages on the service write `classes` where it sends `class`. Of several classes those that are
not listed were not assigned, and their scores are not known. Source: learn.microsoft.com, REST
reference, "Text Analysis Runtime"; the models of azure-ai-textanalytics 5.4.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
import pyarrow as pa

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft
from breakeven.readers.formats.azure import shared as azure
from breakeven.readers.formats.azure.shared import (
    ProjectKind,
    answers,
    category,
    kind_of,
    objects,
    refuse_broken_json,
    value_of,
)

KEY = azure.PREDICTIONS
NAME = "predictions of Azure custom text classification"
FIRST = 20  # documents that tell what a file is
SCORE = "score:"
CLASSES = ("class", "classes", "classifications", "classProperty", "classification")


@dataclass(frozen=True)
class _Answer:
    """Documents that were answered together, and what is said of them all."""

    documents: list[dict[str, Any]]
    kind: ProjectKind | None
    deployment: str


def recognise(content: Content) -> str | None:
    """Documents with an id and classes that have a category and a confidenceScore."""
    held = (d for answer in _answers(answers(content)[:FIRST]) for d in answer.documents)
    first = [d for d in islice(held, FIRST) if not _failed(d)]
    said = [_classes(document) for document in first]
    if not first or any(c is None for c in said) or not any(said):
        return None
    return "its documents have an id and classes, each a category with a confidenceScore"


def _answers(values: list[Any]) -> Iterator[_Answer]:
    alone: list[dict[str, Any]] = []
    for value in values:
        items = objects(value_of(value_of(value, "tasks"), "items"))
        for item in items or [value]:
            results = value_of(item, "results")
            results = item if results is None else results
            documents = value_of(results, "documents")
            if isinstance(documents, list):
                deployment = value_of(results, "deploymentName")
                yield _Answer(
                    objects(documents), kind_of(value_of(item, "kind")), str(deployment or "")
                )
            elif isinstance(item, dict) and not items:
                alone.append(item)
    if alone:
        yield _Answer(alone, None, "")


def _failed(document: Any) -> bool:
    """Whether the service gave an error instead of classes."""
    return value_of(document, "isError") is True or isinstance(value_of(document, "error"), dict)


def _classes(document: Any) -> list[tuple[str, str]] | None:
    """The classes of a document with their scores; None where it is no document of this kind."""
    if value_of(document, "id") is None:
        return None
    value = next((held for key in CLASSES if (held := value_of(document, key)) is not None), None)
    pairs = []
    for held in value if isinstance(value, list) else [value]:
        name, score = category(held) if isinstance(held, dict) else None, None
        if name is not None:
            score = value_of(held, "confidenceScore")
        if name is None or isinstance(score, bool) or not isinstance(score, str | int | float):
            return None
        pairs.append((name, str(score)))
    return pairs


def read(content: Content) -> Draft:
    """A row for each document and deployment. Raises ReadError."""
    refuse_broken_json(content)
    ids: list[str] = []
    systems: list[str] = []
    lines: list[int] = []
    classes_of_rows: list[list[tuple[str, str]]] = []
    kinds = set()
    bad: list[Problem] = []
    place = 0
    for answer in _answers(answers(content)):
        kinds.add(answer.kind)
        for document in answer.documents:
            place += 1
            if _failed(document):
                continue
            classes = _classes(document)
            wrong = _wrong(classes, answer.kind)
            if classes is None or wrong:
                remedy = "request it again from the service, or remove it"
                bad.append(Problem(row=place, what=wrong, remedy=remedy, file=content.name))
                continue
            ids.append(str(value_of(document, "id")))
            systems.append(answer.deployment)
            lines.append(place)
            classes_of_rows.append(classes)
    if not bad and not ids:
        what = f"none of the {place:,} documents was classified"
        remedy = "check the errors in the file, and request them again"
        bad.append(Problem(what=what, remedy=remedy, file=content.name))
    if bad:
        raise ReadError(first_problems(np.arange(len(bad)), bad.__getitem__))
    columns: dict[str, Any] = {"id": pa.array(ids)}
    roles = {"id": "id"}
    if len(set(systems)) > 1:
        columns["deployment"] = pa.array([name or "deployment" for name in systems])
        roles["deployment"] = "system"
    single = kinds == {"single"} or (kinds == {None} and all(len(c) == 1 for c in classes_of_rows))
    called = "class" if single else "classes"
    columns[called] = (
        pa.array([c[0][0] if c else None for c in classes_of_rows], pa.string())
        if single
        else pa.array([[name for name, _ in c] for c in classes_of_rows], pa.list_(pa.string()))
    )
    scores = _scores(classes_of_rows)
    columns |= scores
    roles |= {called: "predicted"} | dict.fromkeys(scores, "score")
    return Draft(
        columns=pa.table(columns),
        lines=np.array(lines, dtype=np.int64),
        roles=roles,
        shape="wide scores",
        system=systems[0] if len(set(systems)) == 1 else "",
        classes={column: column.removeprefix(SCORE) for column in scores},
        gaps=frozenset(scores),
    )


def _wrong(classes: list[tuple[str, str]] | None, kind: ProjectKind | None) -> str:
    if classes is None:
        return "no id, or a class without a category and a confidenceScore"
    names = [name for name, _ in classes]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        return f"class {twice!r} is listed twice"
    if kind == "single" and len(names) > 1:
        return f"{len(names):,} classes of a single-label project"
    return ""


def _scores(classes_of_rows: list[list[tuple[str, str]]]) -> dict[str, pa.Array]:
    """A column for each class, of the scores of the documents that list it."""
    scores: dict[str, list[str | None]] = {}
    for row, classes in enumerate(classes_of_rows):
        for name, score in classes:
            if name not in scores:
                scores[name] = [None] * len(classes_of_rows)
            scores[name][row] = score
    return {f"{SCORE}{name}": pa.array(scores[name], pa.string()) for name in sorted(scores)}
