"""An experiment of Phoenix, run on its own server: `python make.py ADDRESS FOLDER`."""

import sys
from pathlib import Path

import httpx
from phoenix.client import Client

# text, truth, what is answered the first and the second time
TICKETS = (
    ("I was charged twice.", "billing", ("billing", "Class: billing")),
    ("The app crashes at start.", "technical", ("technical", "other")),
    ("My invoice is missing.", "billing", ("ERROR", "billing")),
    ("Thank you!", "other", ("", "praise")),
)
address, folder = sys.argv[1], Path(sys.argv[2])
client = Client(base_url=address)
dataset = client.datasets.create_dataset(
    name="tickets",
    inputs=[{"ticket": text} for text, _, _ in TICKETS],
    outputs=[{"topic": truth} for _, truth, _ in TICKETS],
    metadata=[{"channel": "mail"} for _ in TICKETS],
)
turns = {text: 0 for text, _, _ in TICKETS}


def task(input: dict) -> str:
    text = input["ticket"]
    said = next(said for known, _, said in TICKETS if known == text)[turns[text]]
    turns[text] += 1
    if said == "ERROR":
        raise RuntimeError("429: too many requests")
    return said


def right(output: str, expected: dict) -> bool:
    return output == expected["topic"]


experiment = client.experiments.run_experiment(
    dataset=dataset,
    task=task,
    evaluators=[right],
    experiment_name="prompt-2",
    experiment_metadata={"model": "made-v2"},
    repetitions=2,
    retries=0,
    print_summary=False,
)
for form in ("json", "csv"):
    given = httpx.get(f"{address}/v1/experiments/{experiment['experiment_id']}/{form}")
    (folder / f"experiment.{form}").write_bytes(given.content)
