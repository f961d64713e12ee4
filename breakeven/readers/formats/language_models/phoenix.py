"""The runs of an experiment as Phoenix gives them: JSON and CSV.

A record a run: `example_id, repetition_number, input, reference_output, output, error,
latency_ms`; what is an object in JSON is JSON text in a cell of CSV. Truth is what is in the
reference output. Source: the server of arize-phoenix 20, /v1/experiments/{id}/json and /csv.
"""

from __future__ import annotations

from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft
from breakeven.readers.formats.language_models.calls import (
    CallRow,
    as_text,
    draft_of,
    fields_of,
    keys_of,
    parsed,
    rows_of,
    seconds,
    text_among,
    truth_among,
    without_repeat,
)

KEY = "phoenix"
NAME = "an experiment of Phoenix"
OF_A_RUN = {"example_id", "repetition_number", "input", "reference_output", "output"}


def recognise(content: Content) -> str | None:
    """Runs of examples with their reference output."""
    if not keys_of(content) >= OF_A_RUN:
        return None
    return "it has example_id, repetition_number, reference_output and output"


def read(content: Content) -> Draft:
    """A row for each run. Raises ReadError."""
    records, lines = rows_of(content)
    inputs, names = fields_of([parsed(record.get("input")) for record in records], "input")
    held = [parsed(record.get("reference_output")) for record in records]
    expected, others = fields_of(held, "expected")
    true = truth_among(others)
    rows: list[CallRow] = []
    for record, given, expected_fields in zip(records, inputs, expected, strict=True):
        truth = expected_fields.pop(true, None) if true else None
        rows.append(
            {
                f"expected {key}" if key in given else key: value
                for key, value in expected_fields.items()
            }
            | given
            | {"id": record.get("example_id"), "repeat": record.get("repetition_number")}
            | {"truth": truth, "answer": as_text(record.get("output"))}
            | {"failed": record.get("error"), "latency": seconds(record.get("latency_ms"))}
        )
    text = text_among(names, rows)
    return draft_of(content, without_repeat(rows), lines, {text: "text"} if text else {})
