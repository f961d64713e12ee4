"""Relevance judgements as TREC writes them (qrels): `topic iteration document relevance`.

A topic is a class. Above 0 is true, 0 is not, below 0 was not judged; grades above 1 are kept, as
grades. A pair that is not listed is not true: so count trec_eval and ir_measures. Source:
trec.nist.gov/data/qrels_eng, github.com/usnistgov/trec_eval.
"""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft
from breakeven.readers.formats.fields import fields_of, line_of

KEY = "trec-qrels"
NAME = "relevance judgements (qrels) of TREC"
FORMS = {
    "topic": r"\S+",
    "iteration": r"0|[Qq]0",
    "document": r"\S+",
    "relevance": r"-?\d{1,9}",
}
LINE = line_of(FORMS)
COUNTED = (
    "above 0 is true, below 0 is not judged, and a pair that is not listed is not true, as in "
    "trec_eval"
)
EXPECTED_FIELDS = "four fields: topic, 0, document, and a whole number for the relevance"


def recognise(content: Content) -> str | None:
    """Four fields a line, the second always 0 and the last a whole number."""
    lines = [line for line in content.head if line.strip()]
    if not lines or not all(map(LINE.fullmatch, lines)):
        return None
    return "each line is topic, 0, document and a whole number"


def read(content: Content) -> Draft:
    """A row for each pair that was judged. Raises ReadError."""
    columns, lines = fields_of(content, FORMS, EXPECTED_FIELDS)
    written = columns["relevance"]
    relevance = written.cast(pa.int32())
    graded = pc.max(relevance).as_py() > 1
    unjudged = pc.less(relevance, 0)
    judged = pc.if_else(unjudged, "", written)
    table = pa.table(columns | {"relevance": judged}).drop_columns(["iteration"])
    roles = {"topic": "class", "document": "id", "relevance": "grade" if graded else "truth"}
    return Draft(
        columns=table, lines=lines, roles=roles, shape="long", reasons={"relevance": COUNTED}
    )
