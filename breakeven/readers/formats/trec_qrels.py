"""Relevance judgements as TREC writes them (qrels): `topic iteration document relevance`.

A topic is a class. Above 0 is true, 0 is not, below 0 was not judged; grades above 1 are kept, as
grades. A pair that is not listed is not true: so count trec_eval and ir_measures. Source:
trec.nist.gov/data/qrels_eng, github.com/usnistgov/trec_eval.
"""

from __future__ import annotations

import re

import numpy as np
import pyarrow as pa

from breakeven.readers.files.content import Content
from breakeven.readers.formats.draft import Draft
from breakeven.readers.formats.fields import fields_of

KEY = "trec-qrels"
NAME = "relevance judgements (qrels) of TREC"
LINE = re.compile(r"\s*\S+\s+[0Qq]0?\s+\S+\s+-?\d+\s*")
ASKED = "four fields: topic, 0, document, and a whole number for the relevance"


def recognise(content: Content) -> str | None:
    """Four fields a line, the second always 0 and the last a whole number."""
    lines = [line for line in content.head if line.strip()]
    if not lines or not all(map(LINE.fullmatch, lines)):
        return None
    return "each line is topic, 0, document and a whole number"


def read(content: Content) -> Draft:
    """A row for each pair that was judged. Raises ReadError."""
    (topic, _, document, said), lines = fields_of(content, LINE, ASKED)
    relevance = np.array([int(value) for value in said])
    graded = bool(relevance.max() > 1)
    judged = {value: value if int(value) >= 0 else "" for value in set(said)}
    table = pa.table(
        {"topic": topic, "document": document, "relevance": [judged[value] for value in said]}
    )
    roles = {"topic": "class", "document": "id", "relevance": "grade" if graded else "truth"}
    unlisted = "a pair that is not listed is not true, as trec_eval counts it"
    if (relevance < 0).any():
        unlisted = f"below 0 was not judged; {unlisted}"
    return Draft(
        columns=table, lines=lines, roles=roles, shape="long", reasons={"relevance": unlisted}
    )
