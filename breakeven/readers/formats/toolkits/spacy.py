"""spaCy's text categorizers: `cats`, a score for each class, as JSON or in a DocBin (`.spacy`).

Gold `cats` hold 1 and 0, predicted ones fractions; of a class that is missing nothing was judged,
or it was not scored. JSON is what `Doc.to_json` gives, or any object with `cats`, or the pairs
[text, {"cats": …}] that training takes. Of a DocBin spaCy reads texts and cats, where it is
installed; pipelines are never run. Source: spacy.io/api/doc, spacy.io/api/docbin,
spacy.io/api/textcategorizer, spacy.io/api/data-formats.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from breakeven.readers.cells import NUMBER
from breakeven.readers.files.content import Content
from breakeven.readers.files.docbin import documents_of, is_docbin
from breakeven.readers.formats.class_scores import (
    are_fractions_of_one,
    classes_of,
    score_columns,
    with_gaps,
)
from breakeven.readers.formats.draft import Draft
from breakeven.readers.problems import ReadError, first_problems
from breakeven.records import Problem

KEY = "spacy"
NAME = "cats of spaCy"
FIRST = 20  # documents that tell what a file is
TRUTH = "true:"
FLAGS = {"True": "1", "False": "0"}
YES_OR_NO = {"0", "1", "0.0", "1.0"}
WHY = "a text categorizer gives softmax or sigmoid"
# of a document beside its text and cats: what pipelines found in it
ANNOTATED = ("ents", "sents", "spans", "tokens", "_", "cats", "text", "underscore_doc")
OTHER = "no text with cats, a score for each class"

Said = tuple[str, Mapping[str, Any], Mapping[str, Any]]


def recognise(content: Content) -> str | None:
    """Documents with `cats`, or the first bytes of a DocBin."""
    if is_docbin(content.start):
        return "its first bytes are those of a DocBin"
    first = [*map(_said, _documents_of(content)[0][:FIRST])]
    values = [value for said in first if said is not None for value in said[1].values()]
    if not first or not all(first) or not all(re.fullmatch(NUMBER, value) for value in values):
        return None
    return "each document has cats"


def _documents_of(content: Content) -> tuple[list[Any], list[int]]:
    """What stands for each document, and where: its line, or its place in the list."""
    value = content.value
    if isinstance(value, list):
        return value, list(range(1, len(value) + 1))
    return list(content.records), content.places


def _said(document: Any) -> Said | None:
    """The text of a document, its cats, and what else is known of it; None where it is no such."""
    if isinstance(document, list) and len(document) == 2 and isinstance(document[1], dict):
        document = {"text": document[0], "cats": document[1].get("cats")}
    if not isinstance(document, dict):
        return None
    text, cats = document.get("text", ""), document.get("cats")
    if not isinstance(cats, dict) or not isinstance(text, str):
        return None
    if any(isinstance(value, list | dict | None) for value in cats.values()):
        return None
    other = {key: value for key, value in document.items() if key not in ANNOTATED}
    return text, {name: FLAGS.get(str(value), str(value)) for name, value in cats.items()}, other


def read(content: Content) -> Draft:
    """A row a document. Raises ReadError."""
    problems = [] if content.json is None else [*content.json.problems]
    if is_docbin(content.start):
        pairs = documents_of(content.name, content.raw)
        documents: list[Any] = [{"text": text, "cats": cats} for text, cats in pairs]
        places = list(range(1, len(documents) + 1))
    else:
        documents, places = _documents_of(content)
    found = [*map(_said, documents)]
    odd = [place for place, one in zip(places, found, strict=True) if one is None]

    def problem(at: int) -> Problem:
        remedy = 'write {"text": …, "cats": {class: score}}'
        return Problem(row=odd[at], what=OTHER, remedy=remedy, file=content.name)

    problems += first_problems(np.arange(len(odd)), problem)
    if problems:
        raise ReadError(problems)
    return _drafted(content, [one for one in found if one is not None], places)


def _drafted(content: Content, said: Sequence[Said], places: list[int]) -> Draft:
    """Text and a column for each class: of the truth where all are 1 or 0, else of scores."""
    gold = all(value in YES_OR_NO for _, cats, _ in said for value in cats.values())
    pairs = [[*cats.items()] for _, cats, _ in said]
    cats = score_columns(content.name, pairs, places, TRUTH if gold else "score:")
    if not cats:
        what, remedy = "no document has any cats", "give documents that a text categorizer saw"
        raise ReadError([Problem(what=what, remedy=remedy, file=content.name)])
    other, lines, _ = content.table_of([dict(known) for _, _, known in said], places)
    own = [name for name in other.column_names if name not in cats and name != "text"]
    texts = [text for text, _, _ in said]
    columns = {name: other.column(name) for name in own}
    columns |= ({"text": pa.array(texts, pa.string())} if any(texts) else {}) | cats
    roles = {"id": "id"} if "id" in own else {}
    sure = not gold and are_fractions_of_one(cats.values())
    return Draft(
        columns=pa.table(columns),
        lines=lines,
        roles=roles | {"text": "text"} | dict.fromkeys(cats, "indicator" if gold else "score"),
        shape="indicator" if gold else "wide scores",
        classes=classes_of(cats, TRUTH if gold else "score:"),
        probabilities=sure,
        why_probabilities=WHY if sure else "",
        gaps=frozenset() if gold else with_gaps(cats),
    )
