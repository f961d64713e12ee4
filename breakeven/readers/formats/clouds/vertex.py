"""What Vertex AI's text classification says of documents, in three lists of one length.

Batch predictions are JSON lines, `{"instance": {"content": "gs://…/a.txt", "mimeType"},
"prediction": {"ids": […], "displayNames": ["spam", "ham"], "confidences": [0.9, 0.1]}}`; the
answer of an endpoint is `{"predictions": [{"ids", "displayNames", "confidences"}]}`, in the order
of what was asked. A class that is not listed has no score. Source: docs.cloud.google.com,
ClassificationPredictionResult of google.cloud.aiplatform.v1.schema.predict.prediction.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft
from breakeven.readers.formats.class_scores import (
    classes_of,
    columns_with_gaps,
    score_columns,
    sum_to_one,
    with_columns,
)

KEY = "google-vertex"
NAME = "text classification predictions of Google Vertex AI"
FIRST = 20  # records that tell what a file is
LISTS = ("displayNames", "confidences")
OTHER = "no prediction with displayNames and confidences, as many of one as of the other"


def recognise(content: Content) -> str | None:
    """Predictions with names and confidences in lists of their own."""
    first = _predictions(content)[:FIRST]
    said = [record for record in first if "error" not in record and "status" not in record]
    if not said or not all(_listed(record) is not None for record in said):
        return None
    return "each prediction lists displayNames and, as many, confidences"


def _predictions(content: Content) -> list[dict[str, Any]]:
    """A record with a prediction for each document; of an endpoint's answer without an instance."""
    value = content.value
    answers = value.get("predictions") if isinstance(value, dict) else None
    if isinstance(answers, list):
        return [{"prediction": one} for one in answers]
    return content.records


def _listed(record: Mapping[str, Any]) -> list[tuple[str, str]] | None:
    """The classes with their confidences; None where they are not of this kind."""
    prediction = record.get("prediction")
    if not isinstance(prediction, dict):
        return None
    names, scores = (prediction.get(key) for key in LISTS)
    if not isinstance(names, list) or not isinstance(scores, list) or len(names) != len(scores):
        return None
    return [(str(name), str(score)) for name, score in zip(names, scores, strict=True)]


def read(content: Content) -> Draft:
    """A row for each document, with the scores that are listed. Raises ReadError."""
    batch = _predictions(content) is content.records
    places = content.places if batch else list(range(1, len(_predictions(content)) + 1))
    ids: list[str] = []
    lines: list[int] = []
    pairs_of_rows: list[list[tuple[str, str]]] = []
    wrong: list[int] = []
    for record, place in zip(_predictions(content), places, strict=True):
        listed = _listed(record)
        if listed is None:
            # what failed has no prediction; it would be known by error or status
            wrong += [] if "error" in record or "status" in record else [place]
            continue
        ids.append(_id_of(record.get("instance")))
        lines.append(place)
        pairs_of_rows.append(listed)

    def problem(i: int) -> Problem:
        remedy = "request it again, or remove it"
        return Problem(row=wrong[i], what=OTHER, remedy=remedy, file=content.name)

    if wrong:
        raise ReadError(first_problems(np.arange(len(wrong)), problem))
    named = batch and all(ids)
    table, place_of, _ = content.table_of([{"document": i} if named else {} for i in ids], lines)
    scores = score_columns(content.name, pairs_of_rows, lines)
    roles = {"document": "id"} if named else {}
    return Draft(
        columns=with_columns(table, scores),
        lines=place_of,
        roles=roles | dict.fromkeys(scores, "score"),
        shape="wide scores",
        # results come in shards, of other documents each
        system="Vertex AI" if named else "",
        classes=classes_of(scores),
        probabilities=sum_to_one(scores.values()),
        gaps=columns_with_gaps(scores),
    )


def _id_of(instance: Any) -> str:
    """The id of what was asked: its key, else where its text is stored, else the text itself."""
    if isinstance(instance, dict):
        return str(next((instance[key] for key in ("key", "content") if key in instance), ""))
    return "" if instance is None or isinstance(instance, list) else str(instance)
