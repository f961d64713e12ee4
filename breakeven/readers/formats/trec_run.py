"""A run as TREC writes it: `topic Q0 document rank score tag`.

A topic is a class, the tag names the system. The score decides: trec_eval passes the rank over. A
pair that is not listed has no score. Source: trec.nist.gov, github.com/usnistgov/trec_eval.
"""

from __future__ import annotations

import re

import pyarrow as pa

from breakeven.readers.files.content import Content
from breakeven.readers.formats.draft import Draft
from breakeven.readers.formats.fields import fields_of

KEY = "trec-run"
NAME = "a run of TREC"
NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
LINE = re.compile(rf"\s*\S+\s+[0Qq]0?\s+\S+\s+\d+\s+{NUMBER}\s+\S+\s*")
ASKED = "six fields: topic, Q0, document, rank, score and tag"


def recognise(content: Content) -> str | None:
    """Six fields a line, the second always Q0 or 0, a rank and a score."""
    lines = [line for line in content.head if line.strip()]
    if not lines or not all(map(LINE.fullmatch, lines)):
        return None
    return "each line is topic, Q0, document, rank, score and the name of the run"


def read(content: Content) -> Draft:
    """A row for each pair that is listed, with its score. Raises ReadError."""
    (topic, _, document, rank, score, tag), lines = fields_of(content, LINE, ASKED)
    table = pa.table(
        {"topic": topic, "document": document, "rank": rank, "score": score, "tag": tag}
    )
    roles = {"topic": "class", "document": "id", "rank": "ignore", "score": "score"}
    several = len(set(tag)) > 1
    return Draft(
        columns=table,
        lines=lines,
        roles=roles | {"tag": "system" if several else "ignore"},
        shape="long",
        system="" if several else tag[0],
        reasons={"score": "it decides, also where the rank says otherwise"},
    )
