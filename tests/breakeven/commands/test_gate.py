"""`gate` on the command line: its exit status, and what it writes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import xmlschema

from breakeven.commands.main import main
from tests.paths import TESTS

RULE = '[[rule]]\nmeasure = "exact_match"\nmin = {}\n'
Run = Callable[..., tuple[int, str, str]]


def predictions(right: int, wrong: int, name: str = "wheat") -> str:
    """A file of one class a document, decided rightly and wrongly so many times."""
    rows = [f"{i},{name},{name}" for i in range(right)]
    rows += [f"{i},{name},corn" for i in range(right, right + wrong)]
    return "\n".join(["id,true,predicted", *rows, ""])


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the gate in a folder with 90 documents right and 10 wrong; status, output, errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    Path("p.csv").write_text(predictions(90, 10))

    def gate(rules: str, *options: str) -> tuple[int, str, str]:
        Path("gate.toml").write_text(rules)
        status = main(["gate", "p.csv", *options])
        streams = capsys.readouterr()
        return status, streams.out, streams.err

    return gate


@pytest.mark.parametrize(
    ("limit", "status", "outcome"),
    [(0.8, 0, "passed"), (0.97, 1, "failed"), (0.9, 3, "cannot tell")],
)
def test_the_exit_status_is_the_verdict(run: Run, limit: float, status: int, outcome: str) -> None:
    done, out, err = run(RULE.format(limit))
    assert (done, err) == (status, "")
    assert out.startswith("# ")
    assert out.splitlines()[0].endswith(f"Gate: {outcome}")
    done, out, _ = run(RULE.format(limit), "--format", "json")
    assert (done, json.loads(out)["outcome"]) == (status, outcome)


@pytest.mark.parametrize(
    ("rules", "options", "words"),
    [
        ("[[rule]]\nmeasur = 1", (), "gate.toml, row 2: rule 1: measur is unknown"),
        ("[[rule]]\nmeasure = 'f'\nmargin = 0.1", (), "name one with --baseline"),
        (RULE.format(0.8), ("--rules", "none.toml"), "none.toml: the rules cannot be read"),
        (RULE.format(0.8), ("--baseline", "none.csv"), "'none.csv' is neither a file nor a system"),
        (RULE.format(0.8), ("--baseline", "gate.toml"), "(the baseline)"),
        (RULE.format(0.8), ("--junit", "no/out.xml"), "no/out.xml cannot be written"),
        (RULE.format(0.8), ("--ledger", "no/l.jsonl"), "the ledger cannot be written"),
        (RULE.format(0.8), ("--split", "tset"), "there is no split 'tset'"),
    ],
)
def test_bad_input_is_told_and_ends_with_2(
    run: Run, rules: str, options: tuple[str, ...], words: str
) -> None:
    status, out, err = run(rules, *options)
    assert (status, out) == (2, "")
    assert words in err


def test_junit_summary_and_ledger_are_written(run: Run) -> None:
    options = ("--junit", "out.xml", "--summary", "s.md", "--ledger", "l.jsonl")
    status, out, _ = run(RULE.format(0.8), *options)
    assert status == 0
    assert "This test set was not used before." in out
    xmlschema.XMLSchema(TESTS / "data" / "junit.xsd").validate("out.xml")
    assert Path("s.md").read_text() == out
    _, out, _ = run(RULE.format(0.8), *options)
    assert "This test set was not used before." in out
    _, out, _ = run(RULE.format(0.7), *options)
    assert "This test set was used 1 time before; the rules changed 1 time." in out
    assert Path("s.md").read_text() == out


def test_within_github_the_summary_is_added_to_and_annotations_are_told(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("step.md").write_text("before\n")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "step.md")
    status, out, err = run(RULE.format(0.97), "--format", "json")
    assert status == 1
    assert json.loads(out)["outcome"] == "failed"
    assert err == (
        "::error title=failed%3A exact match%3A at least 0.97::"
        "0.900, at most 0.945 (95 %25 sure).\n"
    )
    assert Path("step.md").read_text().startswith("before\n# ❌ Gate: failed")


def test_a_baseline_is_known_by_the_ids_of_its_documents(run: Run) -> None:
    # the same documents in another order, without their truth; the baseline had 95 right
    rows = [f"{i},wheat" for i in range(95)] + [f"{i},corn" for i in range(95, 100)]
    Path("main.csv").write_text("\n".join(["id,predicted", *reversed(rows), ""]))
    rule = '[[rule]]\nmeasure = "f"\nmargin = {}\n'
    for margin, status in ((0.2, 0), (0.001, 1), (0.05, 3)):
        done, out, _ = run(rule.format(margin), "--baseline", "main.csv", "--format", "json")
        (found,) = json.loads(out)["verdicts"]
        assert (done, found["documents"]) == (status, 100)
        assert found["baseline"] == pytest.approx(0.95)
        assert found["difference"] == pytest.approx(-0.05)


def test_a_document_of_the_baseline_that_is_missing_is_told_beside_the_verdict(run: Run) -> None:
    rows = [f"{i},wheat" for i in range(95)] + [f"{i},corn" for i in range(95, 100)]
    Path("main.csv").write_text("\n".join(["id,predicted", *rows, "777,corn", ""]))
    rule = '[[rule]]\nmeasure = "f"\nmargin = 0.2\n'
    said = "Of 101 documents of the baseline 1 is missing here: “777”."
    for more, status in (("", 3), ("same_documents = false\n", 0)):
        done, out, _ = run(rule + more, "--baseline", "main.csv")
        assert (done, said in out) == (status, True)


def test_what_a_baseline_does_not_have_is_told_beside_the_verdict(run: Run) -> None:
    # it assigned wheat only, to two of the hundred
    Path("main.csv").write_text("id,predicted\n0,wheat\n1,wheat\n")
    status, out, _ = run('[[rule]]\nmeasure = "f"\nmargin = 0.2\n', "--baseline", "main.csv")
    assert status == 3
    assert "The baseline lacks 1 class: “corn”. It never predicts them." in out
    assert "Of 100 documents the baseline has 2. Rules with a margin use only those" in out
    # no difference of two shares is beyond 1
    (found,) = re.findall(r"at least (-?[\d.]+) \(.* at most ([+\d.]+) \(", out)
    assert found == ("-1.000", "+1.000")


def test_a_packed_review_is_read_as_it_says_whatever_the_other_file_is(run: Run) -> None:
    Path("main.csv").write_text(predictions(95, 5).replace(",", ";"))
    assert main(["pack", "main.csv", "--out", "main.breakeven"]) == 0
    rule = '[[rule]]\nmeasure = "f"\nmargin = 0.2\n'
    options = ("--baseline", "main.breakeven", "--encoding", "utf-8", "--format", "json")
    status, out, _ = run(rule, *options)
    assert (status, json.loads(out[out.index("{") :])["baseline"]) == (0, "main")


def test_names_that_would_be_commands_of_github_stay_names(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    Path("p.csv").write_text(predictions(9, 1, '"\n::set-env name=PATH::x ##[error]"'))
    _, out, err = run('[[rule]]\nmeasure = "recall"\nclass = "*"\nmin = 0.99\n')
    for line in (out + err).splitlines():
        assert not line.startswith("::set-env")
        assert "##[" not in line or line.startswith(("::warning title=", "::error title="))
