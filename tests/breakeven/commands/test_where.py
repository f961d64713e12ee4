"""`--where`: every command on some of the documents, beside the same documents as a file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from breakeven.commands.main import main

ROWS = (
    "id,system,true,predicted,split,n_words,a,b",
    "1,s,a,a,test,10,0.9,0.2",
    "2,s,b,a|b,test,20,0.6,0.7",
    "3,s,a|b,a,test,30,0.8,0.4",
    "4,s,b,b,test,40,0.1,0.9",
    "5,s,a,b,dev,50,0.3,0.8",
    "1,t,a,b,test,10,0.4,0.6",
    "2,t,b,b,test,20,0.2,0.7",
    "3,t,a|b,a|b,test,30,0.8,0.6",
    "4,t,b,a,test,40,0.7,0.3",
    "5,t,a,a,dev,50,0.9,0.1",
)


def file_of(folder: Path, rows: Sequence[str], name: str = "x.csv") -> str:
    path = folder / name
    path.write_text("\n".join(rows) + "\n")
    return str(path)


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--format", "json"]) in (0, 1)
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("evaluate", ("--system", "s")),
        ("expected", ("--system", "s", "--probabilities")),
        ("count", ("--system", "s", "--probabilities")),
        ("compare", ("s", "t", "--replicates", "100")),
    ],
)
def test_a_restricted_command_says_what_it_says_of_these_documents_alone(
    command: str, options: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    every = file_of(tmp_path, ROWS)
    some = tmp_path / "some"
    some.mkdir()
    few = file_of(some, [ROWS[0], *(r for r in ROWS if r.split(",")[0] in "23")])
    filtered = answer(capsys, command, every, *options, "--where", "n_words:15..35")
    alone = answer(capsys, command, few, *options)
    assert filtered.pop("where") == {"text": "n_words:15..35", "documents": 2, "of_documents": 4}
    for key in ("notes", "review", "top_classes"):
        assert filtered.pop(key, None) == alone.pop(key, None)
    # the checks look at all splits, which the filter leaves as they are
    for each in (filtered, alone):
        if "verdict" in each:
            each["verdict"] = [a for a in each["verdict"] if "checks" not in a["question"]]
    for answer_to in filtered.get("verdict", ()):
        answer_to["answer"] = answer_to["answer"].replace(" where “n_words:15..35”", "")
    assert filtered == alone


@pytest.mark.parametrize(
    "command",
    [
        ("groups",),
        ("slices", "--by", "n_words"),
        ("slices", "--search"),
        ("test-size",),
        ("workload", "--probabilities"),
        ("merge",),
        ("learning-curve", "--trained-on", "s=1", "--trained-on", "t=2"),
    ],
)
def test_the_filter_is_said_with_what_was_counted(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = [*command, file_of(tmp_path, ROWS), "--where", "n_words:15..35"]
    found = answer(capsys, *line)
    assert found["where"] == {"text": "n_words:15..35", "documents": 2, "of_documents": 4}
    assert main(line) == 0
    title, filtered = capsys.readouterr().out.split("\n\n")[:2]
    assert title.startswith("# ")
    assert filtered == "`on 2 of 4 documents: n_words:15..35`"


def test_the_filter_of_a_comparison_is_about_the_first_system(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of(tmp_path, ROWS)
    # s is wrong on 2 and 3, t on 1 and 4
    found = answer(capsys, "compare", path, "s", "t", "--replicates", "100", "--where", "wrong")
    assert (found["documents"], found["a"]["system"]) == (2, "s")
    # of s 1 extra and 1 missed class of 3; t has all of both documents right
    assert found["averages"]["micro"]["a"] == pytest.approx(2 * 2 / (3 + 3))
    assert found["averages"]["micro"]["b"] == 1


def test_findings_on_decisions_follow_the_filter_and_those_on_the_data_do_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of(tmp_path, ROWS)
    every = answer(capsys, "check", path)
    some = answer(capsys, "check", path, "--where", "n_words>35")
    assert some["where"] == {"text": "n_words>35", "documents": 1, "of_documents": 4}
    assert some["documents"] == every["documents"]

    def of_data(data: dict[str, Any]) -> list[Any]:
        families = ("leak", "labels", "split", "classes")
        return [f for f in data["findings"] if f["code"].partition(".")[0] in families[:2]]

    assert of_data(some) == of_data(every)
    assert "where" not in every


def test_markdown_says_the_filter_literally_below_the_title(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of(tmp_path, ROWS)
    for command in ("evaluate", "check", "expected", "count"):
        main([command, path, "--probabilities", "--where", "n_words>15"])
        assert "\n\n`on 3 of 4 documents: n_words>15`\n\n" in capsys.readouterr().out


def test_picking_documents_by_outcome_is_warned_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of(tmp_path, ROWS)
    main(["evaluate", path, "--system", "s", "--where", "wrong"])
    assert "warning: the filter depends on the predictions of s" in capsys.readouterr().err
    main(["evaluate", path, "--system", "s", "--where", "true:a"])
    assert "warning" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("where", "messages"),
    [
        ("true:c", ["character 6: there is no class 'c'", "    true:c\n         ^\n"]),
        ("wrong (right", ["character 7: this bracket", "    wrong (right\n          ^\n"]),
        ("n_words>100", ["--where keeps no document: on 0 of 4 documents: n_words>100"]),
    ],
)
def test_a_wrong_filter_is_one_message_with_a_mark_below_the_character(
    where: str, messages: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of(tmp_path, ROWS)
    for command in ("evaluate", "check", "expected", "count"):
        assert main([command, path, "--system", "s", "--probabilities", "--where", where]) == 2
        errors = capsys.readouterr().err
        assert errors.count("\n- ") == 1
        for part in messages:
            assert part in errors


def test_a_filter_does_not_change_what_a_rule_was_fitted_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of(tmp_path, ROWS)
    out = str(tmp_path / "t.json")
    assert main(["thresholds", path, "--system", "s", "--out", out]) == 0
    capsys.readouterr()
    every = answer(capsys, "evaluate", path, "--thresholds", out)
    some = answer(capsys, "evaluate", path, "--thresholds", out, "--where", "n_words<25")
    assert some["decisions"] == every["decisions"]
    assert some["documents"] == 2


def test_a_split_named_all_can_be_looked_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = ["id,true,predicted,split", "1,a,a,all", "2,a,b,rest", "3,b,b,rest"]
    path = file_of(tmp_path, rows)
    assert answer(capsys, "evaluate", path)["documents"] == 3
    assert answer(capsys, "evaluate", path, "--split", "all")["documents"] == 1
    assert answer(capsys, "evaluate", path, "--split", "")["documents"] == 3
    other = file_of(tmp_path, [row.replace(",all", ",test") for row in rows], "y.csv")
    assert answer(capsys, "evaluate", other)["documents"] == 1
    assert answer(capsys, "evaluate", other, "--split", "all")["documents"] == 3
