"""The workflow of docs/how-to/ci.md and its action, run step by step as a runner of GitHub does."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import xmlschema
import yaml

from breakeven.gate.rules_file import read_rules
from tests.paths import ROOT, TESTS

ACTION = ROOT / "docs" / "how-to" / "ci" / "action.yml"
DOCUMENT = (ROOT / "docs" / "how-to" / "ci.md").read_text(encoding="utf-8")
# of one class each, so many right of 600; the baseline has 570
PREDICT = """
import sys
classes = ["wheat", "corn", "grain"]
with open(sys.argv[1], "w") as out:
    out.write("id,true,predicted,split\\n")
    for i in range(DOCUMENTS):
        true, other = classes[i % 3], classes[(i + 1) % 3]
        out.write(f"{i},{true},{true if i * 7 % DOCUMENTS < RIGHT else other},test\\n")
"""


def block(language: str) -> str:
    """The one block of the document in this language."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", DOCUMENT, re.M | re.S)
    return str(found)


@dataclass
class Runner:
    """Runs the steps of a workflow in a folder; steps of others' actions are left out.

    `log`: what the steps printed; `outputs`: of steps by their id; `status`: of the last step run.
    """

    folder: Path
    status: int = 0
    log: str = ""
    outputs: dict[str, str] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)

    def run(self, steps: list[dict[str, Any]], inputs: Mapping[str, str]) -> None:
        """Every step until one fails."""
        for step in steps:
            uses = step.get("uses", "")
            if uses.startswith("./"):
                self._action(step)
            elif uses:
                self.left_out.append(uses.partition("@")[0])
            elif self.status == 0:
                self._script(step, inputs)

    def _action(self, step: dict[str, Any]) -> None:
        action = yaml.safe_load((self.folder / step["uses"] / "action.yml").read_text("utf-8"))
        known = {name: str(of.get("default", "")) for name, of in action["inputs"].items()}
        assert set(step["with"]) <= set(known)
        assert all(
            name in step["with"] for name, of in action["inputs"].items() if "required" in of
        )
        self.run(action["runs"]["steps"], known | step["with"])

    def _script(self, step: dict[str, Any], inputs: Mapping[str, str]) -> None:
        def filled(text: str) -> str:
            return re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda m: inputs[m[1]], text)

        script, output = self.folder / "step.sh", self.folder / "output.txt"
        script.write_text(filled(step["run"]), encoding="utf-8")
        output.write_text("")
        environment = {
            "PATH": f"{self.folder / 'bin'}:/usr/bin:/bin",
            "HOME": str(self.folder),
            "GITHUB_ACTIONS": "true",
            "GITHUB_OUTPUT": str(output),
            "GITHUB_STEP_SUMMARY": str(self.folder / "summary.md"),
            **{name: filled(value) for name, value in step.get("env", {}).items()},
        }
        done = subprocess.run(
            ["/bin/bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
            cwd=self.folder, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        self.status = done.returncode
        self.log += done.stdout + done.stderr
        for line in output.read_text().splitlines():
            name, _, value = line.partition("=")
            self.outputs[name] = value


def in_folder(folder: Path, right: int, documents: int = 600, **inputs: str) -> Runner:
    """The workflow of the document, run in an empty folder on predictions so good."""
    (folder / "bin").mkdir()
    for name, command in (("python", ""), ("breakeven", f"'{ROOT / 'cli.py'}' ")):
        program = folder / "bin" / name
        program.write_text(f"#!/bin/sh\nexec '{sys.executable}' {command}\"$@\"\n")
        program.chmod(0o755)
    action = folder / ".github" / "actions" / "gate" / "action.yml"
    action.parent.mkdir(parents=True)
    action.write_bytes(ACTION.read_bytes())
    (folder / inputs.get("rules", "gate.toml")).write_text(block("toml"), encoding="utf-8")
    script = PREDICT.replace("DOCUMENTS", str(documents))
    baseline = script.replace("RIGHT", str(documents * 95 // 100))
    (folder / "predict.py").write_text(baseline)
    subprocess.run(
        [sys.executable, "predict.py", "baseline.csv"], cwd=folder, check=True, capture_output=True
    )
    (folder / "predict.py").write_text(script.replace("RIGHT", str(right)))
    job = yaml.safe_load(block("yaml"))["jobs"]["gate"]
    for step in job["steps"]:
        if "id" in step:  # what is tried is the checkout, not what pip would fetch
            step["with"] |= {"install": "", **inputs}
    runner = Runner(folder)
    runner.run(job["steps"], {})
    return runner


def test_the_rules_of_the_document_are_read() -> None:
    found = read_rules("gate.toml", block("toml").encode())
    assert [type(rule).__name__ for rule in found.rules] == ["MeasureRule"] * 3 + ["FindingsRule"]


@pytest.mark.slow
def test_the_workflow_passes_what_keeps_the_rules(tmp_path: Path) -> None:
    runner = in_folder(tmp_path, right=575)
    assert (runner.status, runner.outputs) == (0, {"verdict": "passed"}), runner.log
    assert runner.left_out == [
        *("actions/checkout", "actions/setup-python", "actions/cache", "actions/upload-artifact"),
    ]
    summary = (tmp_path / "summary.md").read_text()
    assert summary.startswith("# ✅ Gate: passed")
    assert "This test set was not used before." in summary
    xmlschema.XMLSchema(TESTS / "data" / "junit.xsd").validate(tmp_path / "gate.xml")
    assert len((tmp_path / "ledger.jsonl").read_text().splitlines()) == 1
    assert "::error" not in runner.log


@pytest.mark.slow
def test_the_workflow_fails_with_annotations_where_a_rule_fails(tmp_path: Path) -> None:
    runner = in_folder(tmp_path, right=300)
    assert (runner.status, runner.outputs) == (1, {"verdict": "failed"}), runner.log
    assert "\n::error title=failed%3A micro F₁%3A at least 0.8 on test::" in runner.log
    assert (tmp_path / "summary.md").read_text().startswith("# ❌ Gate: failed")


@pytest.mark.slow
def test_what_cannot_be_told_passes_where_that_is_chosen_and_no_input_is_a_command(
    tmp_path: Path,
) -> None:
    hostile = '"; touch hacked; $(touch hacked) `touch hacked` .toml'
    runner = in_folder(tmp_path, right=28, documents=30, undecided="pass", rules=hostile)
    assert (runner.status, runner.outputs) == (0, {"verdict": "cannot tell"}), runner.log
    assert "::warning title=cannot tell%3A " in runner.log
    assert not (tmp_path / "hacked").exists()
