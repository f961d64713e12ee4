"""Commands that do what an advice says: each prints the value that its trial states."""

from __future__ import annotations

import json
import math
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from breakeven.analysis.advice.trial_commands import TrialCommands
from breakeven.api.explained import explain
from breakeven.data.wording import figure_of
from tests.breakeven.commands.running import run
from tests.made import not_none
from tests.planted import Made, clean

# findings whose advice a command carries out, each with made data that raise it
RAISED = (
    "leak.same-id",
    "leak.same-text",
    "leak.copied-short-text",
    "leak.near-duplicate",
    "classes.same-name",
    "pair.confused",
    "system.better",
    "threshold.one-for-all",
    "threshold.tuned-here",
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the commands write."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def printed_by(capsys: pytest.CaptureFixture[str], command: str) -> dict[str, Any]:
    """What a command prints of the file, as data."""
    name, *options = shlex.split(command)
    assert name == "breakeven"
    given = ["made.csv" if word == "FILE" else word for word in options]
    status, out, err = run(capsys, *given, "--format", "json")
    assert status == 0 or given[0] == "check", err
    return dict(json.loads(out))


def value_in(printed: Mapping[str, Any], measure: str, classes: Iterable[str]) -> float:
    """The measure that a trial names, among what a command printed."""
    if "groups" in printed:
        return float(printed["f"]["micro"]["after"])
    if "replicates" in printed:
        return float(printed["value"]["b"])
    if measure.startswith("the F"):
        (name,) = classes
        return float(printed["per_class"][name]["f"])
    # where each document has one class, micro F is accuracy
    assert measure == "accuracy" or measure.startswith("micro F")
    return float(printed["micro"]["f"])


def checked(capsys: pytest.CaptureFixture[str], *options: str) -> list[dict[str, Any]]:
    """Every finding; and each command of one prints what its trial states."""
    _, out, _ = run(capsys, "check", "made.csv", *options, "--format", "json")
    findings = json.loads(out)["findings"]
    for finding in findings:
        trial = finding["trial"]
        if trial is None or not trial["commands"]:
            continue
        for command in trial["commands"]:
            printed = printed_by(capsys, command)
        stated = trial["after"] if trial["measured"] is None else trial["measured"]
        value = value_in(printed, trial["measure"], finding["classes"])
        assert figure_of(value) == figure_of(stated), (finding["code"], trial["commands"])
    return list(findings)


def tried(findings: Iterable[Mapping[str, Any]]) -> set[str]:
    """The codes of findings with commands."""
    return {f["code"] for f in findings if f["trial"] is not None and f["trial"]["commands"]}


def write(made: Made) -> None:
    """The file of a made review: its scores as they are, decided by the rule that they have."""
    truth = made.truth
    labels = not_none(truth.labels).toarray()
    names = np.array(truth.classes, dtype=object)
    pd.DataFrame(
        {
            "id": truth.documents,
            "split": [truth.splits[s] for s in truth.split_of],
            "true": [";".join(names[row]) for row in labels],
            "text": truth.columns["text"],
            **{
                f"prob:{name}": column
                for name, column in zip(
                    names, not_none(made.predictions[0].scores).tolist(), strict=True
                )
            },
        }
    ).to_csv("made.csv", index=False)


@pytest.mark.parametrize("code", RAISED)
def test_each_command_prints_what_its_trial_states(
    code: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "made.csv").write_text(explain(code).to_csv())
    assert code in tried(checked(capsys))


@pytest.mark.parametrize("classes", [(1, 4), (0, 2, 4, 6, 8)])
def test_thresholds_of_some_classes_are_measured_as_the_file_of_thresholds_does(
    classes: tuple[int, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    made = clean(4, multi=True, sizes=(480, 400, 400))
    (of_system,) = made.predictions
    scores = not_none(of_system.scores).copy()
    noise = np.random.default_rng(0).uniform(0.6, 1.0, scores.shape)
    scores[list(classes)] *= 0.55 * noise[list(classes)]
    write(replace(made, predictions=(replace(of_system, scores=scores),)))
    findings = checked(capsys)
    moves = [f for f in findings if f["code"] == "threshold.move"]
    # few stand alone, each with the F of its class; many are one, with F of all decisions
    assert len(moves) == (2 if len(classes) == 2 else 1)
    for move in moves:
        alone = move["trial"]["measure"] == f"the F₁ of “{move['classes'][0]}”"
        assert alone == (len(classes) == 2)
        assert move["trial"]["after"] > move["trial"]["before"]
        assert len(move["trial"]["commands"]) == 2
    # what is said of a class by its errors has the same advice, and no other trial
    weak = [f for f in findings if f["code"].startswith("class.") and "threshold" in f["action"]]
    assert weak
    assert all("fitted on “dev”" in f["trial"]["text"] for f in weak)


def with_copies(seed: int) -> Made:
    """Of 240 test documents 30 have a long text of train, 20 a short one and 25 nearly one."""
    made = clean(seed, words=60)
    texts, train, test = made.column("text"), made.rows("train"), made.rows("test")
    random = np.random.default_rng(seed)
    texts[test[:30]] = texts[train[:30]]
    short = [" ".join(f"s{w}" for w in random.integers(0, 10_000, 12)) for _ in range(20)]
    texts[train[30:50]] = texts[test[30:50]] = short
    for old, new in zip(train[50:75], test[50:75], strict=True):
        words = texts[old].split()
        texts[new] = " ".join([*words[:-2], "other", "words"])
    return made.with_columns(text=texts)


def test_leaks_of_several_kinds_are_left_out_together(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write(with_copies(3))
    findings = checked(capsys)
    leaks = {f["code"]: f for f in findings if f["code"].startswith("leak.")}
    assert set(leaks) == {"leak.same-text", "leak.copied-short-text", "leak.near-duplicate"}
    # 240 less 30 and 20; of the near ones all that leak are out
    left = {code: f["trial"]["documents"] for code, f in leaks.items()}
    assert left == {
        "leak.same-text": 190, "leak.copied-short-text": 190, "leak.near-duplicate": 165,
    }  # fmt: skip
    assert (
        "without these and all others that leak, 50 documents"
        in (leaks["leak.same-text"]["trial"]["text"])
    )
    # one cause, one line
    assert leaks["leak.copied-short-text"]["because_of"] == "leak.same-text"
    assert leaks["leak.same-text"]["because_of"] is None


@pytest.mark.parametrize("options", [("--split", "dev"), ("--beta", "2"), ("--beta", "inf")])
def test_commands_look_at_what_was_checked(
    options: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    made = clean(4, multi=True, sizes=(480, 240, 240))
    texts, train = made.column("text"), made.rows("train")
    for split in ("dev", "test"):
        texts[made.rows(split)[:30]] = texts[train[:30]]
    write(made.with_columns(text=texts))
    assert "leak.same-text" in tried(checked(capsys, *options))


@pytest.mark.parametrize(
    "options", [("--where", "true:c01 OR true:c02 OR true:c03"), ("--min-words", "5")]
)
def test_no_command_is_printed_that_would_count_other_documents(
    options: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    write(with_copies(5))
    leaks = [f for f in checked(capsys, *options) if f["code"] == "leak.same-text"]
    assert leaks[0]["trial"]["commands"] == []
    assert math.isfinite(leaks[0]["trial"]["after"])


def test_names_are_given_as_a_shell_takes_them() -> None:
    commands = TrialCommands(system="--system=-x", chosen="b b")
    assert commands.merged(["it's", "-a"]) == (
        "breakeven merge FILE --classes 'it'\"'\"'s' --classes=-a --system=-x",
    )
    assert commands.compared("a") == ("breakeven compare FILE 'b b' a",)
    assert commands.compared("-a") == ()
    assert commands.with_threshold(-1 / 3) == (
        "breakeven evaluate FILE --threshold=-0.3333333333333333 --system=-x",
    )
