"""Experiments of Phoenix: JSON and CSV say the same."""

from __future__ import annotations

import json

from tests.breakeven.readers.formats.drafts import draft_of, example, rows_of

COLUMNS = ("repeat", "truth", "answer", "failed", "ticket")
LIMIT = "RuntimeError('429: too many requests')"
RUNS = [
    ("1", "billing", "billing", None, "I was charged twice."),
    ("2", "billing", "Class: billing", None, "I was charged twice."),
    ("1", "technical", "technical", None, "The app crashes at start."),
    ("2", "technical", "other", None, "The app crashes at start."),
    ("1", "billing", None, LIMIT, "My invoice is missing."),
    ("2", "billing", "billing", None, "My invoice is missing."),
    ("1", "other", "", None, "Thank you!"),
    ("2", "other", "praise", None, "Thank you!"),
]


def test_runs_are_answers_with_what_was_expected() -> None:
    draft = draft_of(example("phoenix/experiment.json"))
    assert rows_of(draft, *COLUMNS) == RUNS
    # the evaluator's own sum: 3 of 8 are right
    assert sum(row[1] == row[2] for row in RUNS) == 3
    ids, seconds = zip(*rows_of(draft, "id", "latency"), strict=True)
    assert len(set(ids)) == 4
    assert seconds[:2] == ("0.000264", "0.000184")  # of 0.264 and 0.184 ms
    assert draft.roles["ticket"] == "text"


def test_the_csv_of_an_experiment_says_the_same_as_its_json() -> None:
    draft = draft_of(example("phoenix/experiment.csv"))
    # CSV cannot tell an empty answer from none
    assert rows_of(draft, *COLUMNS) == [tuple(cell or None for cell in run) for run in RUNS]
    same = draft_of(example("phoenix/experiment.json"))
    assert rows_of(draft, "id", "latency") == rows_of(same, "id", "latency")


def test_what_was_expected_beside_the_truth_is_told_from_what_was_asked() -> None:
    runs = json.loads(example("phoenix/experiment.json"))
    for run in runs:
        label = run["reference_output"]["topic"]
        run["reference_output"] = {"label": label, "ticket": "as it should read", "by": "anna"}
    draft = draft_of(json.dumps(runs).encode())
    assert rows_of(draft, *COLUMNS) == RUNS
    assert set(rows_of(draft, "expected ticket", "by")) == {("as it should read", "anna")}
