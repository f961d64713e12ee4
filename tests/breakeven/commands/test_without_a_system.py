"""Commands asked of files in which nothing is predicted: a result, or one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from breakeven.analysis.selection.errors import NO_SYSTEM, WITHOUT_A_SYSTEM
from breakeven.commands.main import COMMANDS
from tests.breakeven.commands.running import run
from tests.without_a_system import FILES, PEOPLE, PLAIN, TEXTS

OF_DATA = ("check", "documents", "agree", "split", "test-size", "slices", "pack")
# what they take besides a file
MORE = {"changes": ("--baseline",), "gate": ("--rules",)}
ELSEWHERE = ("library", "serve", "answers")


def file_of(folder: Path, data: bytes) -> str:
    path = folder / "it.csv"
    path.write_bytes(data)
    return str(path)


@pytest.mark.parametrize("data", FILES.values(), ids=FILES)
@pytest.mark.parametrize("command", OF_DATA)
def test_what_needs_no_system_is_told(
    command: str, data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ("--out", str(tmp_path / "out.breakeven")) if command in ("split", "pack") else ()
    status, told, beside = run(capsys, command, file_of(tmp_path, data), *out)
    if command in ("test-size", "slices") and data == TEXTS:
        assert status == 2
        assert "nobody has labelled these documents" in beside
        return
    # a document of test is in train too: an error
    leaks = data in (TEXTS, PLAIN, FILES["several classes"])
    assert status == (1 if command == "check" and leaks else 0)
    assert told or command == "pack"


@pytest.mark.parametrize("command", [c for c in COMMANDS if c not in (*OF_DATA, *ELSEWHERE)])
def test_every_other_command_says_in_one_sentence_what_can_be_asked(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = file_of(tmp_path, PLAIN)
    more = list(MORE.get(command, ()))
    if command == "changes":
        more.append(file)
    elif command == "gate":
        rules = tmp_path / "rules.toml"
        rules.write_text(
            '[[rule]]\nmeasure = "f"\naverage = "micro"\nmin = 0.5\n', encoding="utf-8"
        )
        more.append(str(rules))
    status, printed, errors = run(capsys, command, file, *more)
    assert (status, printed) == (2, "")
    assert errors == f"Nothing was done:\n- {NO_SYSTEM}; {WITHOUT_A_SYSTEM}\n"


def test_leaks_are_counted_and_the_rest_says_that_nothing_is_predicted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for data in (PLAIN, TEXTS):
        _, out, _ = run(capsys, "check", file_of(tmp_path, data), "--format", "json")
        found = json.loads(out)
        (leak,) = [one for one in found["findings"] if one["code"] == "leak.same-text"]
        assert leak["documents"] == ["1", "3"]
        assert (found["system"], found["split"]) == (None, None)
        why = {code: one["what"] for one in found["unchecked"] for code in one["checks"]}
        assert why["system.baseline"] == "Nothing is predicted."


def test_kappa_of_two_people_is_the_one_by_hand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run(capsys, "agree", file_of(tmp_path, PEOPLE), "--format", "json")
    found = json.loads(out)
    assert found["documents"] == 4
    assert found["ceiling"] is None
    assert found["annotators"] == ["anna", "ben"]
    (two,) = [two for two in found["alike"] if (two["a"], two["b"]) == ("anna", "ben")]
    assert two["cohen_kappa"] == pytest.approx(0.5)


def test_documents_are_found_by_what_is_true_and_by_nothing_that_is_predicted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = file_of(tmp_path, PLAIN)
    _, out, _ = run(capsys, "documents", file, "--where", "true:w split:train", "--format", "json")
    found = json.loads(out)
    assert [one["document"] for one in found["listed"]] == ["1", "5"]
    assert found["listed"][0].keys() == {"document", "split", "true", "text"}
    for term in ("wrong", "called:w", "missed:w", "calls=1", "score(w)>0.5", "extra", "-hit:w"):
        status, out, beside = run(capsys, "documents", file, f"--where={term}")
        assert (status, out) == (2, "")
        assert NO_SYSTEM in beside


def test_the_level_that_is_assumed_is_said_and_only_where_there_is_no_system(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = file_of(tmp_path, PLAIN)
    _, out, _ = run(capsys, "test-size", file)
    assert "no system, test" in out
    assert "precision and recall of 0.800 for every class" in out
    _, out, _ = run(capsys, "test-size", file, "--split", "all", "--format", "json")
    assert json.loads(out)["documents"] == 5
    status, _, beside = run(capsys, "test-size", "r8", "--assume", "0.9")
    assert status == 2
    assert "leave --assume out" in beside
