"""Items of experiments of Langfuse: JSON, CSV and Parquet say the same."""

from __future__ import annotations

import io
import json

import pyarrow as pa
import pyarrow.parquet as pq

from tests.breakeven.readers.formats.drafts import draft_of, example, rows_of

COLUMNS = ("id", "system", "truth", "answer", "failed", "latency", "ticket")
TICKETS = (
    "I was charged twice.", "The app crashes at start.", "My invoice is missing.", "Thank you!"
)  # fmt: skip
TRUTH = ("billing", "technical", "billing", "other")
ANSWERS = {
    "prompt-1": ("billing", "other", "billing", "Class: other"),
    "prompt-2": ("billing", "technical", None, "other"),
}
ITEMS = [
    (f"item-{i}", system, TRUTH[i], answer, None if answer else "error", f"0.{i + 1}", TICKETS[i])
    for system, answers in ANSWERS.items()
    for i, answer in enumerate(answers)
]


def test_items_are_answers_of_the_experiment_that_they_are_of() -> None:
    for file in ("items.json", "items.csv"):
        draft = draft_of(example(f"langfuse/{file}"))
        assert rows_of(draft, *COLUMNS) == ITEMS
        assert draft.roles["ticket"] == "text"


def test_items_in_parquet_are_read_alike() -> None:
    items = json.loads(example("langfuse/items.json"))["data"]
    buffer = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(items), buffer)
    assert rows_of(draft_of(buffer.getvalue()), *COLUMNS) == ITEMS


def test_an_item_that_ran_twice_is_repeated_and_says_its_own_cost() -> None:
    item: dict[str, object] = {
        "datasetItemId": "i",
        "datasetRunName": "r",
        "input": "t",
        "output": {"class": "a"},
    }
    item |= {"expectedOutput": {"class": "a"}, "latency": 1.5, "totalCost": 0.002}
    draft = draft_of("\n".join(json.dumps(item) for _ in range(2)).encode())
    assert rows_of(draft, "repeat", "answer", "truth", "cost", "latency") == [
        (turn, '{"class": "a"}', "a", "0.002", "1.5") for turn in ("1", "2")
    ]
