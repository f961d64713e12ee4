"""What a release is made of: notes, locks that hold what is required, and workflows."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from script import release
from tests.paths import ROOT

LOCKED = re.compile(
    r"^([\w.-]+)==(\S+)(?: ; (.+?))? \\\n((?:    --hash=sha256:[0-9a-f]{64}.*\n)+)", re.M
)
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
LOCKS = ("requirements", "requirements-dev", "requirements-docs", "requirements-release")


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def requirements_in(name: str) -> Iterator[Requirement]:
    """What a requirements file asks for, with those that it names."""
    for line in read(name).splitlines():
        if line.startswith("-r "):
            yield from requirements_in(line.removeprefix("-r "))
        elif line and not line.startswith("#"):
            yield Requirement(line)


def locked(name: str, python: str) -> dict[str, str]:
    """The versions that a lock has for a Python on Linux."""
    surroundings = {
        "python_full_version": f"{python}.0", "python_version": python, "sys_platform": "linux",
        "platform_python_implementation": "CPython", "implementation_name": "cpython",
        "platform_machine": "x86_64", "platform_system": "Linux", "os_name": "posix",
    }  # fmt: skip
    versions = {}
    for package, version, marker, _ in LOCKED.findall(read(name)):
        if not marker or Requirement(f"x ; {marker}").marker.evaluate(surroundings):  # type: ignore[union-attr]
            assert package not in versions, f"{package} has two versions for Python {python}"
            versions[package] = version
    return versions


@pytest.mark.parametrize("name", LOCKS)
def test_every_line_of_a_lock_is_a_version_with_its_hashes(name: str) -> None:
    text = read(f"{name}.lock")
    assert "".join(match[0] for match in LOCKED.finditer(text)) == text
    assert not re.search(r"https?:|--index|--find-links", text)


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_what_is_asked_for_on_every_python(name: str, python: str) -> None:
    versions = locked(f"{name}.lock", python)
    for requirement in requirements_in(f"{name}.txt"):
        version = versions[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), f"run script/lock: {requirement}"


@pytest.mark.parametrize("python", PYTHONS)
def test_what_is_tested_is_what_is_installed(python: str) -> None:
    tested = locked("requirements-dev.lock", python).items()
    assert locked("requirements.lock", python).items() <= tested
    assert locked("requirements-docs.lock", python).items() <= tested


def test_an_upper_bound_is_where_internals_are_used_alone() -> None:
    bounded = [
        line.name for line in requirements_in("requirements.txt") if "<" in str(line.specifier)
    ]
    assert bounded == ["streamlit"]


CHANGELOG = "# C\n\n## 0.2.0\n\n- new\n\n## 0.1.0\n\n- first\n  of two lines\n"


def test_the_notes_are_those_of_the_version() -> None:
    assert release.notes(CHANGELOG, "0.2.0") == "- new"
    assert release.notes(CHANGELOG, "0.1.0") == "- first\n  of two lines"


@pytest.mark.parametrize("version", ["0.3.0", "0.1", "0.10.0"])
def test_a_version_without_notes_is_not_released(version: str) -> None:
    with pytest.raises(ValueError, match="says nothing of"):
        release.notes(CHANGELOG, version)


def test_the_table_that_is_tried_has_two_of_three_right() -> None:
    rows = [line.split(",") for line in release.TABLE.splitlines()[1:]]
    assert sum(true == predicted for _, true, predicted, _ in rows) / len(rows) == 2 / 3


@pytest.mark.parametrize("file", [".github/workflows/ci.yml", ".gitlab-ci.yml"])
def test_a_workflow_calls_scripts_that_there_are(file: str) -> None:
    text = read(file)
    assert yaml.safe_load(text)
    called = set(re.findall(r"(?:script|\.ci)/\w+", text))
    assert {".ci/run", "script/audit", "script/release"} <= called
    assert all(os.access(ROOT / name, os.X_OK) for name in called)


# a program in place of pip-audit that says what that says
ANSWERS = {
    "No known vulnerabilities found": (0, 0, "No known vulnerabilities found"),
    "Name Version ID Fix Versions\\nx 1 CVE-1 2": (1, 1, "CVE-1"),
    "Name Skip Reason\\nx Dependency not found and could not be audited": (0, 3, "of 1 packages"),
    "requests.exceptions.ConnectionError: no network": (1, 3, "could not be looked up"),
}


@pytest.mark.parametrize("answer", ANSWERS)
def test_the_audit_says_what_it_found_or_that_nobody_could_be_asked(
    answer: str, tmp_path: Path
) -> None:
    ends, status, says = ANSWERS[answer]
    (tmp_path / "script").mkdir()
    (tmp_path / "script" / "audit").write_text(read("script/audit"), encoding="utf-8")
    tools = {
        "script/setup": "#!/bin/sh\n",
        ".venv-release/bin/python": f"#!/bin/sh\nprintf '{answer}\\n'\nexit {ends}\n",
    }
    for name, text in tools.items():
        tool = tmp_path / name
        tool.parent.mkdir(parents=True, exist_ok=True)
        tool.write_text(text, encoding="utf-8")
        tool.chmod(0o755)
    command = ["bash", str(tmp_path / "script" / "audit")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == status
    assert says in done.stdout + done.stderr
