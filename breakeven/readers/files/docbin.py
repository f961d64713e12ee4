"""spaCy's DocBin: the text and the cats of each document, by spaCy where it is installed.

Nothing of it is run and no pipeline loaded: of the packed fields those of tokens, their blanks,
strings and cats are looked at. Source: spacy.io/api/docbin; spacy/tokens/_serialize.py.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from breakeven.readers.containers.limits import MOST_UNPACKED
from breakeven.readers.problems import ReadError
from breakeven.records import Problem

# zlib, and within it a map of which the first key is version or attrs
ZLIB = (b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")
FIRST_KEY = re.compile(rb"[\x80-\x8f](?:\xa7version|\xa5attrs)")
NO_SPACY = "it holds a DocBin, and spaCy, which reads it, is not installed"
AS_JSONL = (
    "install spaCy beside Breakeven (pip install spacy), or write JSON lines of text and cats: "
    '{"text": doc.text, "cats": doc.cats} for each doc'
)
BROKEN = "the DocBin is broken or cut short"
WRITE_AGAIN = "write it again: DocBin.to_disk"


def is_docbin(start: bytes) -> bool:
    """Whether a file is a DocBin, by its first bytes."""
    if not start.startswith(ZLIB):
        return False
    try:
        return FIRST_KEY.match(zlib.decompressobj().decompress(start, 16)) is not None
    except zlib.error:
        return False


def documents_of(name: str, raw: bytes) -> list[tuple[str, dict[str, Any]]]:
    """The text of each document, and its cats, class to value. Raises ReadError."""
    try:
        from srsly.msgpack import unpackb
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
        raise ReadError([Problem(what=BROKEN, remedy=WRITE_AGAIN, file=name)]) from error


def _unpacked(name: str, raw: bytes) -> bytes:
    stream = zlib.decompressobj()
    what, remedy = BROKEN, WRITE_AGAIN
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
    from spacy.attrs import ORTH
    from spacy.strings import StringStore

    strings = StringStore(map(str, fields["strings"]))
    attributes = fields["attrs"]
    lengths = np.frombuffer(fields["lengths"], dtype="<i4")
    tokens = np.frombuffer(fields["tokens"], dtype="<u8").reshape(-1, len(attributes))
    blanks = np.frombuffer(fields["spaces"], dtype=bool).tolist()
    if (lengths < 0).any() or not len(tokens) == len(blanks) == lengths.sum():
        raise ValueError(BROKEN)
    words = [strings[int(word)] for word in tokens[:, attributes.index(ORTH)]]
    spaced = [word + " " * blank for word, blank in zip(words, blanks, strict=True)]
    ends = np.cumsum(lengths)
    places = zip((ends - lengths).tolist(), ends.tolist(), strict=True)
    return ["".join(spaced[start:end]).rstrip(" ") for start, end in places]
