"""`check` prints the findings of a review, and its exit status says whether one is an error."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from breakeven.analysis.findings.check_rules import RULES
from breakeven.analysis.findings.finding import SEVERITIES
from tests.breakeven.commands.running import run
from tests.made import not_none
from tests.planted import Made, clean


def written(made: Made, file: Path) -> str:
    """The review as one CSV file: labels, wide scores, split, text and date."""
    truth, predictions = made.truth, made.predictions[0]
    labels = not_none(truth.labels).tocsr()
    with file.open("w", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(
            ["id", "true", "split", "text", "date", *(f"score:{c}" for c in truth.classes)]
        )
        for d in range(truth.n):
            classes = labels.indices[labels.indptr[d] : labels.indptr[d + 1]]
            rows.writerow(
                [
                    not_none(truth.documents)[d],
                    "|".join(truth.classes[c] for c in classes),
                    truth.splits[truth.split_of[d]],
                    truth.columns["text"][d],
                    truth.columns["date"][d],
                    *(repr(float(s)) for s in predictions.scores[:, d]),
                ]
            )
    return str(file)


def findings(capsys: pytest.CaptureFixture[str], *arguments: Any) -> tuple[int, dict[str, Any]]:
    status, out, _ = run(capsys, "check", *arguments, "--format", "json")
    return status, json.loads(out)


@pytest.fixture(scope="module")
def made() -> Made:
    return clean(3, classes=6)


def test_a_clean_file_passes(
    made: Made, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, result = findings(capsys, written(made, tmp_path / "clean.csv"), "--probabilities")
    assert status == 0
    assert {f["severity"] for f in result["findings"]} <= {"notice"}
    # one class a document, one system, no annotators: none are given together, and no class has a
    # threshold of its own
    unchecked = {code for why in result["unchecked"] for code in why["checks"]}
    assert unchecked == {"classes.together", "labels.disputed", "labels.random-annotator",
                         "labels.same-annotator", "system.better", "threshold.move",
                         "threshold.one-for-all", "threshold.tuned-here"}  # fmt: skip
    assert (result["documents"], result["split"]) == (840, "test")


def test_a_leak_is_an_error(made: Made, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = made.column("text")
    train, test = made.rows("train", 0)[:5], made.rows("test", 0)[:5]
    texts[test] = texts[train]
    file = written(made.with_columns(text=texts), tmp_path / "leak.csv")
    status, result = findings(capsys, file)
    assert status == 1
    first = result["findings"][0]
    assert (first["code"], first["severity"]) == ("leak.same-text", "error")
    assert set(first["documents"]) == {f"d{i}" for i in (*train, *test)}
    assert first["gain_macro"] is None
    # of 240 test documents 5 are 2.1 %
    status, result = findings(capsys, file, "--leak-share", "0.05")
    assert (status, result["findings"][0]["severity"]) == (0, "warning")


def test_one_id_in_two_splits_is_read_and_found(
    made: Made, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ids = not_none(made.truth.documents).copy()
    ids[made.rows("test")[0]] = ids[made.rows("train")[0]]
    file = written(made.with_truth(ids=ids), tmp_path / "ids.csv")
    status, result = findings(capsys, file)
    assert status == 1
    assert [f["code"] for f in result["findings"] if f["severity"] == "error"] == ["leak.same-id"]
    assert result["documents"] == 840


def test_an_id_twice_in_one_split_is_no_leak_but_a_wrong_file(
    made: Made, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ids = not_none(made.truth.documents).copy()
    ids[1] = ids[0]
    status, _, err = run(capsys, "check", written(made.with_truth(ids=ids), tmp_path / "twice.csv"))
    assert status == 2
    assert "the id 'd0' occurred before" in err


@pytest.mark.parametrize("sample", ["reuters", "r8"])
def test_samples_raise_no_error(sample: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, result = findings(capsys, sample)
    assert status == 0
    assert {f["code"] for f in result["findings"]} <= set(RULES)
    assert {f["severity"] for f in result["findings"]} <= set(SEVERITIES[1:])
    # titles are too short to call a repeated one a leak
    assert "leak.same-short-text" in {f["code"] for f in result["findings"]}


def test_markdown_and_its_order(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "check", "reuters", "--system", "svm", "--sort", "micro")
    assert status == 0
    assert out.startswith("# Reuters-21578, ModApte: what to do next")
    first, second = "Too few training documents** (split.few-training)", "Causes many of the errors"
    assert 0 < out.index(first) < out.index(second)
    # 44 classes, two of which have none
    assert "42 classes have fewer than 15 training documents" in out
    assert "Could not be checked:" in out


def test_names_are_literal_in_markdown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "names.csv"
    rows = [f"{i},<b>x</b>|*y*,,{split}" for i, split in enumerate(["train"] * 9 + ["test"] * 9)]
    file.write_text("id,true,predicted,split\n" + "\n".join(rows) + "\n")
    _, out, _ = run(capsys, "check", str(file))
    assert r"“\<b\>x\</b\>”" in out
    assert "<b>" not in out.replace(r"\<b\>", "")
    assert "*y*" not in out.replace(r"\*y\*", "")


def test_wrong_choices(made: Made, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(made, tmp_path / "clean.csv")
    status, _, err = run(capsys, "check", file, "--train", "practice")
    assert status == 2
    assert "there is no split 'practice'; choose one of train, dev, test" in err
    with pytest.raises(SystemExit) as stopped:
        run(capsys, "check", file, "--balance", "0.5")
    assert stopped.value.code == 2


def test_unlabelled_files_are_checked_for_leaks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = " ".join(f"w{i}" for i in range(30))
    file = tmp_path / "unlabelled.csv"
    file.write_text(f"id,predicted,split,text\n1,a,train,{text}\n2,b,test,{text}\n")
    status, result = findings(capsys, str(file))
    assert status == 1
    assert [f["code"] for f in result["findings"]] == ["leak.same-text"]
    assert any("labelled" in u["what"] for u in result["unchecked"])
