"""Two versions of a prompt on five documents, as a file of a tool; with their cost and time."""

from __future__ import annotations

import json
from typing import Any

from breakeven.data.records import Review
from breakeven.readers.build import read_review

TRUTH = "aabba"
# "maybe" is no class, and what is None failed
ANSWERS: dict[str, list[str | None]] = {
    "one": ["a", "a", "b", "a", None],
    "two": ["a", "b", "maybe", "b", "a"],
}
COST: dict[str, list[float | None]] = {
    "one": [0.001, 0.001, 0.002, 0.002, 0.002],
    "two": [0.01, None, 0.01, 0.01, 0.01],
}
SECONDS = {"one": [1, 2, 3, 4, 5], "two": [1, 1, 1, 1, 1]}


def as_file(versions: tuple[str, ...] = ("one", "two"), *, spent: bool = True) -> bytes:
    """The versions' answers as items of experiments."""
    items = []
    for version in versions:
        for i, answer in enumerate(ANSWERS[version]):
            item: dict[str, Any] = {
                "experimentName": version,
                "experimentItemId": f"d{i}",
                "input": f"text {i}",
                "output": answer,
                "expectedOutput": TRUTH[i],
                "level": "DEFAULT" if answer else "ERROR",
            }
            if spent:
                item |= {"totalCost": COST[version][i], "latency": SECONDS[version][i]}
            items.append(item)
    return json.dumps(items).encode()


def two_versions(*, spent: bool = True) -> Review:
    """The review of both."""
    return read_review([("prompts.json", as_file(spent=spent))])
