"""What a pipeline of transformers returns, saved as JSON or as JSON lines.

A text comes to {"label", "score"}, or to a list of them with all classes (`top_k`); zero-shot
classification gives {"sequence", "labels", "scores"}, two lists side by side. Scores are softmax or
sigmoid unless the pipeline is told otherwise. Source:
huggingface.co/docs/transformers/main_classes/pipelines, TextClassificationPipeline and
ZeroShotClassificationPipeline.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.files.cells import NUMBER
from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft
from breakeven.readers.files.json_records import LIST_ROW, are_of_one_document
from breakeven.readers.formats.class_scores import (
    are_fractions_of_one,
    classes_of,
    columns_by_class,
    columns_with_gaps,
    score_columns,
)

KEY = "huggingface-pipeline"
NAME = "answers of Hugging Face pipelines"
FIRST = 20  # texts that tell what a file is
PAIR = {"label", "score"}
ZERO_SHOT = {"sequence", "labels", "scores"}
WHY = "a pipeline gives softmax or sigmoid by default"
OTHER = "not what a pipeline returns for a text"
AGAIN = "save what the pipeline returns, as it is"


def recognise(content: Content) -> str | None:
    """Label and score for each text, alone or in lists; or a sequence with labels and scores."""
    first = _texts_of(content)[0][:FIRST]
    if not first:
        return None
    if all(map(_is_zero_shot, first)):
        return "each text is a sequence with its labels and their scores"
    given = [*map(_pairs_of_text, first)]
    if not all(map(_are_pairs, given)):
        return None
    pairs_of_all = [(pair["label"], pair["score"]) for pairs in given for pair in pairs]
    if all(re.fullmatch(NUMBER, label) for label, _ in pairs_of_all):
        return None  # as well the truth, 1 or 0, beside a score
    if not all(re.fullmatch(NUMBER, score) for _, score in pairs_of_all):
        return None
    alone = all(isinstance(text, dict) for text in first)
    return f"each text has {'a label and its score' if alone else 'labels with their scores'}"


def _texts_of(content: Content) -> tuple[list[Any], list[int]]:
    """What stands for each text, and where: its line, or its place in the list."""
    value = content.value
    if isinstance(value, list):
        if are_of_one_document(value):
            return [value], [1]
        return value, list(range(1, len(value) + 1))
    return [record.get(LIST_ROW, record) for record in content.records], content.places


def _is_zero_shot(text: Any) -> bool:
    if not isinstance(text, dict) or text.keys() != ZERO_SHOT:
        return False
    labels, scores = text["labels"], text["scores"]
    if not isinstance(labels, list) or not isinstance(scores, list):
        return False
    plain = all(isinstance(value, str) for value in (text["sequence"], *labels, *scores))
    return plain and len(labels) == len(scores)


def _pairs_of_text(text: Any) -> Any:
    """The labels with scores of a text, in a list; as one text in a list of texts gives in two."""
    if isinstance(text, list):
        return text[0] if len(text) == 1 and isinstance(text[0], list) else text
    return [text]


def _are_pairs(pairs: Any) -> bool:
    """Whether these are labels with scores, of which it is still open if they are numbers."""
    return (
        isinstance(pairs, list)
        and bool(pairs)
        and all(
            type(pair) is dict
            and pair.keys() == PAIR
            and type(pair["label"]) is type(pair["score"]) is str
            for pair in pairs
        )
    )


def read(content: Content) -> Draft:
    """A row a text. Raises ReadError."""
    texts, places = _texts_of(content)
    problems = [] if content.json is None else [*content.json.problems]
    zero_shot = bool(texts) and _is_zero_shot(texts[0])
    given = [text if zero_shot else _pairs_of_text(text) for text in texts]
    is_right = _is_zero_shot if zero_shot else _are_pairs
    odd = [place for text, place in zip(given, places, strict=True) if not is_right(text)]

    def problem(index: int) -> Problem:
        return Problem(row=odd[index], what=OTHER, remedy=AGAIN, file=content.name)

    problems += first_problems(np.arange(len(odd)), problem)
    if problems or not texts:
        raise ReadError(problems or [Problem(what=OTHER, remedy=AGAIN, file=content.name)])
    lines = np.array(places)
    if zero_shot:
        rows = [[*zip(t["labels"], t["scores"], strict=True)] for t in texts]
        scores = score_columns(content.name, rows, places)
        return _of_scores({"text": pa.array([t["sequence"] for t in texts])}, scores, lines)
    sizes = np.fromiter(map(len, given), dtype=np.int64, count=len(given))
    labels = pa.array([pair["label"] for pairs in given for pair in pairs])
    scores = pa.array([pair["score"] for pairs in given for pair in pairs])
    if (sizes == 1).all() and len(pc.unique(labels)) > 1:
        table = pa.table({"label": labels, "score": scores})
        roles = {"label": "predicted", "score": "confidence"}
        return Draft(columns=table, lines=lines, roles=roles, shape="labels")
    return _of_scores({}, columns_by_class(content.name, sizes, labels, scores, places), lines)


def _of_scores(
    columns: dict[str, pa.Array], scores: dict[str, pa.Array], lines: np.ndarray
) -> Draft:
    sure = are_fractions_of_one(scores.values())
    return Draft(
        columns=pa.table(columns | scores),
        lines=lines,
        roles=dict.fromkeys(columns, "text") | dict.fromkeys(scores, "score"),
        shape="wide scores",
        classes=classes_of(scores),
        probabilities=sure,
        why_probabilities=WHY if sure else "",
        gaps=columns_with_gaps(scores),
    )
