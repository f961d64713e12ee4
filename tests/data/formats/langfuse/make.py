"""Items of two experiments in Langfuse's own types: `python make.py FOLDER`."""

import csv
import json
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from langfuse.api import ExperimentItem, ExperimentItemsResponse, ExperimentsResponseMeta

# text, truth, what prompt-1 and prompt-2 answered
TICKETS = (
    ("I was charged twice.", "billing", "billing", "billing"),
    ("The app crashes at start.", "technical", "other", "technical"),
    ("My invoice is missing.", "billing", "billing", None),
    ("Thank you!", "other", "Class: other", "other"),
)
BEGUN = datetime(2026, 11, 22, 8, 0, 0, tzinfo=UTC)
folder = Path(sys.argv[1])
items = [
    ExperimentItem(
        id=f"obs-{system}-{place}",
        trace_id=f"trace-{system}-{place}",
        start_time=BEGUN,
        end_time=BEGUN + timedelta(milliseconds=100 * (place + 1)),
        level="DEFAULT" if said is not None else "ERROR",
        environment="sdk-experiment",
        experiment_id=f"exp-{system}",
        experiment_name=f"prompt-{system}",
        experiment_item_id=f"item-{place}",
        experiment_dataset_id="tickets",
        input={"ticket": text},
        output=said,
        expected_output=truth,
        metadata={"channel": "mail"},
    )
    for system in (1, 2)
    for place, (text, truth, *answers) in enumerate(TICKETS)
    for said in [answers[system - 1]]
]
response = ExperimentItemsResponse(data=items, meta=ExperimentsResponseMeta(limit=50))
(folder / "items.json").write_text(response.json(indent=1) + "\n")
rows = [json.loads(item.json()) for item in items]
columns = list(dict.fromkeys(key for row in rows for key in row))
with (folder / "items.csv").open("w", newline="") as file:
    writer = csv.DictWriter(file, columns)
    writer.writeheader()
    writer.writerows(
        {k: json.dumps(v) if isinstance(v, dict) else v for k, v in row.items()} for row in rows
    )
