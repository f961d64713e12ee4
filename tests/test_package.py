"""What `pip install .` would install."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.paths import ROOT

PLUGIN = "breakeven/api/pytest_plugin.py"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The package as pip builds it; nothing is fetched for it."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index"]
    command += ["--no-build-isolation", "--wheel-dir", str(folder), "."]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return zipfile.ZipFile(built)


@pytest.mark.slow
def test_the_package_holds_all_modules_pages_settings_and_papers_and_no_samples(
    wheel: zipfile.ZipFile,
) -> None:
    names = set(wheel.namelist())
    for place in ("breakeven", "metrics"):
        files = (ROOT / place).rglob("*.py")
        assert {str(file.relative_to(ROOT)) for file in files} - {PLUGIN} <= names
    # under a name of its own: see pyproject.toml
    assert wheel.read("breakeven_pytest.py") == (ROOT / PLUGIN).read_bytes()
    others = [ROOT / "app.py", ROOT / ".streamlit" / "config.toml"]
    others += [*(ROOT / "pages").glob("*.py")]
    for file in others:
        shipped = f"breakeven/_app/{file.relative_to(ROOT)}"
        assert wheel.read(shipped) == file.read_bytes()
    samples = {file.name for file in (ROOT / "sample_data").glob("*.[pc]*")}
    assert not samples & {name.rpartition("/")[2] for name in names}
    for paper in ("LICENSE", "NOTICE"):
        (held,) = (name for name in names if name.endswith(f".dist-info/licenses/{paper}"))
        assert wheel.read(held) == (ROOT / paper).read_bytes()
    top = {name.split("/")[0] for name in names}
    assert {name for name in top if not name.endswith(".dist-info")} == {
        *("breakeven", "metrics", "breakeven_pytest.py"),
    }


@pytest.mark.slow
def test_the_package_requires_what_requirements_txt_says_with_an_extra_for_each_section(
    wheel: zipfile.ZipFile,
) -> None:
    (metadata,) = (name for name in wheel.namelist() if name.endswith("METADATA"))
    lines = re.findall(r"^Requires-Dist: (.+)$", wheel.read(metadata).decode(), re.M)
    required = {str(Requirement(line)) for line in lines}
    text = (ROOT / "requirements.txt").read_text().lower()
    first, *parts = re.split(r"^# \[", text, flags=re.M)
    wanted = {str(Requirement(line)) for line in re.findall(r"^([^#\s].*)$", first, re.M)}
    for part in parts:
        extra, _, below = part.partition("]")
        listed = re.findall(r"^(?:# )?(\S+>=\S+)$", below, re.M)
        assert listed, extra
        wanted |= {str(Requirement(f'{line}; extra == "{extra}"')) for line in listed}
    assert required == wanted
    # what is imported at the top of what every command, page and call loads
    assert {"numpy", "pandas", "streamlit"} <= {Requirement(line).name for line in required}
    (entry,) = (name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "breakeven = breakeven.commands.main:main" in wheel.read(entry).decode()


def test_requirements_txt_installs_everything_but_spark() -> None:
    text = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    extras = re.findall(r"^# \[(\w+)\]", text, re.M)
    assert extras == ["report", "team", "engine", "spark", "pytest"]
    left_out = re.findall(r"^# (\S+)>=", text, re.M)
    assert left_out == ["ibis-framework[duckdb]", "pyspark[connect]"]


@pytest.mark.slow
def test_pytest_finds_the_fixture_of_the_package_and_no_run_is_broken_by_it(
    wheel: zipfile.ZipFile, tmp_path: Path
) -> None:
    # the folder of an installed package, and a project that has a module `metrics` of its own
    wheel.extractall(tmp_path / "installed")
    project = tmp_path / "project"
    project.mkdir()
    (project / "metrics.py").write_text("own = True\n")
    (project / "pytest.ini").write_text("[pytest]\n")
    (project / "test_own.py").write_text(
        "import metrics\n\ndef test_own(request):\n    assert metrics.own\n"
        "    assert request.config.pluginmanager.has_plugin('breakeven')\n"
        "    assert callable(request.getfixturevalue('breakeven_review'))\n"
        "    assert 'breakeven' not in __import__('sys').modules\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q"],
        cwd=project,
        env=os.environ | {"PYTHONPATH": str(tmp_path / "installed")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "1 passed" in done.stdout, done.stdout + done.stderr
