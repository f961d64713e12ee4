"""Cost and time stand beside F in what is compared, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import breakeven as be
from breakeven.commands.main import main
from tests.answering import as_file, two_versions

ONE = "| one | 3 | 2 | 1.333 | 0.002 | 2 | 4 |"
TWO = "| two | 3 | 2 of 2 with a known cost | 10 | 0.01 | 1 | 1 |"


def test_command_and_python_say_the_same_of_two_versions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "prompts.json"
    file.write_bytes(as_file())
    assert main(["compare", str(file), "--replicates", "100", "--format", "json"]) == 0
    printed = json.loads(capsys.readouterr().out)["spending"]
    assert printed["a"]["per_thousand"] == 1000 * 0.004 / 3
    assert printed["b"] == {
        "system": "two", "documents": 3, "answers": 3, "priced": 2, "right": 2,
        "per_thousand": 10.0, "per_right": 0.01, "timed": 3, "median": 1.0, "slow": 1.0,
    }  # fmt: skip
    review = two_versions()
    first, second = be.evaluate(review, "one"), be.evaluate(review, "two")
    comparison = be.compare(first, second, replicates=100)
    assert comparison.to_dict()["spending"] == printed
    lines = comparison.to_markdown().splitlines()
    assert ONE in lines
    assert TWO in lines


def test_where_nothing_is_known_of_cost_and_time_nothing_is_said() -> None:
    truth = ["a", "b"] * 10
    old = be.evaluate(be.from_arrays(truth, ["a"] * 20, system="old"))
    new = be.evaluate(be.from_arrays(truth, truth, system="new"))
    found = be.compare(old, new, replicates=100)
    assert "spending" not in found.to_dict()
    assert "cost" not in found.to_markdown()


def test_versions_that_answered_no_document_both_are_not_compared() -> None:
    line = '{"experimentItemId": "%d", "experimentName": "%s", "input": "t", "output": "%s", '
    line += '"expectedOutput": "%s"}\n'
    said = [(1, "v", "a", "a"), (2, "v", "?", "b"), (1, "w", "?", "a"), (2, "w", "b", "b")]
    review = be.read("".join(line % one for one in said).encode())
    with pytest.raises(ValueError, match="no document on which both systems gave an answer"):
        be.compare(be.evaluate(review, "v"), be.evaluate(review, "w"), replicates=100)
