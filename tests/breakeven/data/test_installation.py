"""A package without samples says what they are and where they come from, at each door."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from breakeven.data import installation
from tests.paths import APP, ROOT


def test_samples_are_found_in_the_checkout_or_in_their_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert installation.sample_folder() == ROOT / "sample_data"
    monkeypatch.setattr(installation, "home", lambda: tmp_path)
    assert installation.sample_folder() is None
    package = tmp_path / "breakeven_samples"
    package.mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    assert installation.sample_folder() == package


def without_samples(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What a program prints where neither the checkout nor a package has samples."""
    first = "from breakeven.data import installation\ninstallation.sample_folder = lambda: None\n"
    surroundings = os.environ | {"BREAKEVEN_HOME": str(folder), "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", first + program],
        cwd=ROOT, env=surroundings, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_a_command_says_how_to_get_a_sample(tmp_path: Path) -> None:
    command = "from breakeven.commands.main import main\nraise SystemExit(main(['evaluate', 'r8']))"
    done = without_samples(command, tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Nothing was done:\n- the samples are for research only")
    assert done.stderr.endswith("install it: pip install breakeven-samples\n")


def test_python_says_how_to_get_a_sample(tmp_path: Path) -> None:
    program = (
        "import breakeven as be\ntry:\n    be.sample('r8')\n"
        "except be.ReadError as error:\n    print(error)"
    )
    assert "pip install breakeven-samples" in without_samples(program, tmp_path).stdout


def test_home_and_a_page_without_samples_say_where_they_are(tmp_path: Path) -> None:
    program = f"""
from streamlit.testing.v1 import AppTest

for address in ({{}}, {{"review": "r8"}}):
    at = AppTest.from_file({APP!r}, default_timeout=120)
    for key, value in address.items():
        at.query_params[key] = value
    at.run()
    assert not at.exception, at.exception
    print(*(each.value for each in [*at.caption, *at.warning]))
    assert not [each.label for each in at.button if each.label in ("Open", "Show me round")]
"""
    done = without_samples(program, tmp_path)
    home, named = done.stdout.splitlines()[-2:]
    assert "Install it: pip install breakeven-samples." in home, done.stderr
    assert named.count("The samples are for research only") == 2
