"""What Annif says of documents and subjects, which are the classes.

`annif index FILE` writes a JSON line for each document: `{"document_id", "text", "subjects":
[{"uri", "label"}], "results": [{"uri", "label", "notation", "score"}]}`; the subjects are the
truth, left out where there are none. `annif suggest` prints `<uri>`, label, notation and score in
columns, below "Suggestions for FILE"; `annif index FOLDER` writes the same without that line, into
a file for each document that has the document's name. What is suggested is assigned, as `annif
eval` counts it; no other subject has a score. `annif eval --results-file` writes counts of each
subject, without the documents. Source: annif.readthedocs.io, Commands; annif.cli and annif.eval.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError
from breakeven.readers.files.content import Content, stem_of
from breakeven.readers.files.drafts import Draft

KEY = "annif"
NAME = "suggestions of Annif"
FIRST = 20  # records that tell what a file is
COUNTS = ("URI", "Label", "Support", "True_positives", "False_positives", "False_negatives")
OF = re.compile(r"Suggestions for (.+)")
SUGGESTION = re.compile(r"<([^>\t]+)>\t([^\t]*)(?:\t[^\t]*)?\t(\d+\.\d{4})")
INDEX = "have a file of documents indexed: annif index PROJECT FILE.csv"
TOGETHER = "Annif"  # the system of files of a document each
ROLES = {
    "document": "id", "subject": "class", "true": "truth", "suggested": "predicted",
    "score": "score", "text": "text",
}  # fmt: skip
# the uri and the label of a subject, and the score of one that is suggested
AnnifSubject = tuple[str, str]


def recognise(content: Content) -> str | None:
    """Records with subjects by uri and label, lines of suggestions, or counts of subjects."""
    if content.header[: len(COUNTS)] == COUNTS:
        return "it has the counts of each subject"
    first = content.records[:FIRST]
    if first and all(map(_is_document, first)):
        return "each record lists subjects with uri and label"
    lines = [line for line in content.head if line.strip()]
    are_lines = all(OF.fullmatch(line) or SUGGESTION.fullmatch(line) for line in lines)
    if are_lines and any(map(SUGGESTION.fullmatch, lines)):
        return "each line is a uri, a label and a score"
    return None


def _is_document(record: Mapping[str, Any]) -> bool:
    listed = [record[key] for key in ("subjects", "results") if key in record]
    return "results" in record and all(
        isinstance(subjects, list)
        and all(isinstance(s, dict) and {"uri", "label"} <= s.keys() for s in subjects)
        and all("score" in s for s in record["results"])
        for subjects in listed
    )


def read(content: Content) -> Draft:
    """A row for each document and subject that is true or suggested. Raises ReadError."""
    if content.header[: len(COUNTS)] == COUNTS:
        what = (
            "these are Annif's counts of each subject, without the documents they were counted on"
        )
        raise ReadError([Problem(what=what, remedy=INDEX, file=content.name)])
    documents, lines = _indexed(content) if content.is_json else _printed(content)
    labelled = any("subjects" in document for document in documents)
    names = _names(documents)
    rows: list[dict[str, Any]] = []
    places: list[int] = []
    for place, (document, line) in enumerate(zip(documents, lines, strict=True), 1):
        own: dict[str, Any] = {"document": str(document.get("document_id") or place)}
        if "text" in document:
            own["text"] = document["text"]
        true = {_subject(subject_record) for subject_record in document.get("subjects", [])}
        scores = {
            _subject(subject_record): subject_record["score"]
            for subject_record in document["results"]
        }
        rows_of_document = [
            own
            | {"subject": names[subject], "suggested": "1" if subject in scores else "0"}
            | ({"true": "1" if subject in true else "0"} if labelled else {})
            | {"score": scores.get(subject)}
            for subject in dict.fromkeys([*scores, *sorted(true)])
        ]
        nothing = own | {"subject": "", "suggested": "0"} | ({"true": "0"} if labelled else {})
        rows += rows_of_document or [nothing]
        places += [line] * max(1, len(rows_of_document))
    table, line_of, _ = content.table_of(rows, places)
    return Draft(
        columns=table,
        lines=line_of,
        roles={name: role for name, role in ROLES.items() if name in table.column_names},
        shape="long",
        system=TOGETHER if _is_of_one(content) else "",
    )


def _subject(record: Mapping[str, Any]) -> AnnifSubject:
    return str(record["uri"]), str(record["label"] or "")


def _names(documents: list[dict[str, Any]]) -> dict[AnnifSubject, str]:
    """What each subject is called: its label, or its uri where another one has that label too."""
    lists = (document.get(key, []) for document in documents for key in ("subjects", "results"))
    subjects = {_subject(one) for listed in lists for one in listed}
    uris: dict[str, set[str]] = {}
    for uri, label in subjects:
        uris.setdefault(label, set()).add(uri)
    return {(u, label): label if label and len(uris[label]) == 1 else u for u, label in subjects}


def _indexed(content: Content) -> tuple[list[dict[str, Any]], list[int]]:
    for record, line in zip(content.records, content.places, strict=True):
        if not _is_document(record):
            what = "no document with results, each a uri, a label and a score"
            raise ReadError([Problem(row=line, what=what, remedy=INDEX, file=content.name)])
    return content.records, content.places


def _is_of_one(content: Content) -> bool:
    """Whether suggestions are for one document, which is not named above them."""
    return not content.is_json and not any(map(OF.fullmatch, content.head[:1]))


def _printed(content: Content) -> tuple[list[dict[str, Any]], list[int]]:
    """The documents that `annif suggest` was given, and the lines on which they begin."""
    text = content.text.removeprefix("\ufeff")
    documents: list[dict[str, Any]] = []
    lines: list[int] = []
    if _is_of_one(content):
        documents.append({"document_id": stem_of(content.name), "results": []})
        lines.append(1)
    for number, line in enumerate(text.split("\n"), 1):
        written = line.rstrip("\r")
        opened, suggestion = OF.fullmatch(written), SUGGESTION.fullmatch(written)
        if opened is not None:
            documents.append({"document_id": opened[1], "results": []})
            lines.append(number)
        elif suggestion is not None:
            result = {"uri": suggestion[1], "label": suggestion[2], "score": suggestion[3]}
            documents[-1]["results"].append(result)
        elif written.strip():
            what = "no suggestion: a uri, a label and a score"
            raise ReadError([Problem(row=number, what=what, remedy=INDEX, file=content.name)])
    return documents, lines
