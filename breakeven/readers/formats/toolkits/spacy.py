"""spaCy's text categorizers: `cats`, a score for each class, as JSON or in a DocBin."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.files.cells import NUMBER
from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft
from breakeven.readers.files.size_limits import MOST_UNPACKED
from breakeven.readers.formats.class_scores import (
    are_fractions_of_one,
    classes_of,
    columns_with_gaps,
    score_columns,
)

# --- spaCy's DocBin: the text and the cats of each document, by spaCy where it is installed
#
# Nothing of it is run and no pipeline loaded: of the packed fields those of tokens, their blanks,
# strings and cats are looked at. Source: spacy.io/api/docbin; spacy/tokens/_serialize.py.


# zlib, and within it a map of which the first key is version or attrs
ZLIB = (b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")
FIRST_KEY = re.compile(rb"[\x80-\x8f](?:\xa7version|\xa5attrs)")
NO_SPACY = "it holds a DocBin, and spaCy, which reads it, is not installed"
AS_JSONL = (
    "install spaCy with Breakeven (pip install spacy), or write JSON lines of text and cats: "
    '{"text": doc.text, "cats": doc.cats} for each doc'
)
BROKEN_DOCBIN = "the DocBin is broken or cut short"
WRITE_AGAIN = "write it again: DocBin.to_disk"


def is_docbin(start: bytes) -> bool:
    """Whether a file is a DocBin, by its first bytes."""
    if not start.startswith(ZLIB):
        return False
    try:
        return FIRST_KEY.match(zlib.decompressobj().decompress(start, 16)) is not None
    except zlib.error:
        return False


def load_docbin(name: str, raw: bytes) -> list[tuple[str, dict[str, Any]]]:
    """The text of each document, and its cats, class to value. Raises ReadError."""
    try:
        from srsly.msgpack import unpackb  # it comes with spaCy, which few have
    except ImportError as error:
        raise ReadError([Problem(what=NO_SPACY, remedy=AS_JSONL, file=name)]) from error
    packed = _unpacked(name, raw)
    try:
        # plain objects: no hook makes anything else of what a file says
        fields = unpackb(packed, raw=False, object_pairs_hook=dict)
        texts = _texts(fields)
        cats = [{str(c): value for c, value in given.items()} for given in fields["cats"]]
        return [*zip(texts, cats, strict=True)]
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise ReadError([Problem(what=BROKEN_DOCBIN, remedy=WRITE_AGAIN, file=name)]) from error


def _unpacked(name: str, raw: bytes) -> bytes:
    stream = zlib.decompressobj()
    what, remedy = BROKEN_DOCBIN, WRITE_AGAIN
    try:
        out = stream.decompress(raw, MOST_UNPACKED + 1)
    except zlib.error as error:
        raise ReadError([Problem(what=what, remedy=remedy, file=name)]) from error
    if len(out) > MOST_UNPACKED:
        what = f"it unpacks to more than {MOST_UNPACKED // 10**6} MB"
        remedy = "write several files"
    elif stream.eof:
        return out
    raise ReadError([Problem(what=what, remedy=remedy, file=name)])


def _texts(fields: Mapping[str, Any]) -> list[str]:
    """The texts: the words of all documents with the blanks after them, cut where each ends."""
    from spacy.attrs import ORTH  # as `srsly` above: it may not be installed
    from spacy.strings import StringStore

    strings = StringStore(map(str, fields["strings"]))
    attributes = fields["attrs"]
    lengths = np.frombuffer(fields["lengths"], dtype="<i4")
    tokens = np.frombuffer(fields["tokens"], dtype="<u8").reshape(-1, len(attributes))
    blanks = np.frombuffer(fields["spaces"], dtype=bool).tolist()
    if (lengths < 0).any() or not len(tokens) == len(blanks) == lengths.sum():
        raise ValueError(BROKEN_DOCBIN)
    words = [strings[int(word)] for word in tokens[:, attributes.index(ORTH)]]
    spaced = [word + " " * blank for word, blank in zip(words, blanks, strict=True)]
    ends = np.cumsum(lengths)
    places = zip((ends - lengths).tolist(), ends.tolist(), strict=True)
    return ["".join(spaced[start:end]).rstrip(" ") for start, end in places]


# --- spaCy's text categorizers: `cats`, a score for each class, as JSON or in a DocBin (`.spacy`)
#
# Gold `cats` hold 1 and 0, predicted ones fractions; of a class that is missing nothing was
# judged, or it was not scored. JSON is what `Doc.to_json` gives, or any object with `cats`, or the
# pairs [text, {"cats": …}] that training takes. Of a DocBin spaCy reads texts and cats, where it
# is installed; pipelines are never run. Source: spacy.io/api/doc, spacy.io/api/docbin,
# spacy.io/api/textcategorizer, spacy.io/api/data-formats.


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

SpacyDocument = tuple[str, Mapping[str, Any], Mapping[str, Any]]


def recognise(content: Content) -> str | None:
    """Documents with `cats`, or the first bytes of a DocBin."""
    if is_docbin(content.start):
        return "its first bytes are those of a DocBin"
    first = [*map(_document_of, _documents_of(content)[0][:FIRST])]
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


def _document_of(document: Any) -> SpacyDocument | None:
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
        pairs = load_docbin(content.name, content.raw)
        documents: list[Any] = [{"text": text, "cats": cats} for text, cats in pairs]
        places = list(range(1, len(documents) + 1))
    else:
        documents, places = _documents_of(content)
    parsed = [*map(_document_of, documents)]
    odd = [place for place, document in zip(places, parsed, strict=True) if document is None]

    def problem(index: int) -> Problem:
        remedy = 'write {"text": …, "cats": {class: score}}'
        return Problem(row=odd[index], what=OTHER, remedy=remedy, file=content.name)

    problems += first_problems(np.arange(len(odd)), problem)
    if problems:
        raise ReadError(problems)
    return _drafted(content, [document for document in parsed if document is not None], places)


def _drafted(content: Content, documents: Sequence[SpacyDocument], places: list[int]) -> Draft:
    """Text and a column for each class: of the truth where all are 1 or 0, else of scores."""
    gold = all(value in YES_OR_NO for _, cats, _ in documents for value in cats.values())
    pairs = [[*cats.items()] for _, cats, _ in documents]
    cats = score_columns(content.name, pairs, places, TRUTH if gold else "score:")
    if not cats:
        what, remedy = (
            "no document has any cats",
            "give documents that a text categorizer has processed",
        )
        raise ReadError([Problem(what=what, remedy=remedy, file=content.name)])
    other, lines, _ = content.table_of([dict(others) for _, _, others in documents], places)
    own = [name for name in other.column_names if name not in cats and name != "text"]
    texts = [text for text, _, _ in documents]
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
        gaps=frozenset() if gold else columns_with_gaps(cats),
    )
