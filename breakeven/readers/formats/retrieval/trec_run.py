"""A run as TREC writes it: `topic Q0 document rank score tag`.

A topic is a class, the tag names the system. The score decides: trec_eval passes the rank over. A
pair that is not listed has no score. Source: trec.nist.gov, github.com/usnistgov/trec_eval.
"""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft
from breakeven.readers.formats.fields import fields_of, line_of

KEY = "trec-run"
NAME = "a run of TREC"
NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
FORMS = {
    "topic": r"\S+",
    "iteration": r"0|[Qq]0",
    "document": r"\S+",
    "rank": r"\d+",
    "score": NUMBER,
    "tag": r"\S+",
}
LINE = line_of(FORMS)
EXPECTED_FIELDS = "six fields: topic, Q0, document, rank, score and tag"


def recognise(content: Content) -> str | None:
    """Six fields a line, the second always Q0 or 0, a rank and a score."""
    lines = [line for line in content.head if line.strip()]
    if not lines or not all(map(LINE.fullmatch, lines)):
        return None
    return "each line is topic, Q0, document, rank, score and the name of the run"


def read(content: Content) -> Draft:
    """A row for each pair that is listed, with its score. Raises ReadError."""
    columns, lines = fields_of(content, FORMS, EXPECTED_FIELDS)
    tags = pc.unique(columns["tag"])
    several = len(tags) > 1
    roles = {"topic": "class", "document": "id", "rank": "ignore", "score": "score"}
    return Draft(
        columns=pa.table(columns).drop_columns(["iteration"]),
        lines=lines,
        roles=roles | {"tag": "system" if several else "ignore"},
        shape="long",
        system="" if several else tags[0].as_py(),
        reasons={"score": "the score counts, even if the rank differs"},
    )
