"""What `pip install .` would install."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile

import pytest

from tests.paths import ROOT


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
def test_the_package_holds_all_modules_pages_settings_and_samples(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    for place in ("breakeven", "metrics"):
        files = (ROOT / place).rglob("*.py")
        assert {str(file.relative_to(ROOT)) for file in files} <= names
    beside = [ROOT / "app.py", ROOT / ".streamlit" / "config.toml"]
    beside += [*(ROOT / "pages").glob("*.py"), *(ROOT / "sample_data").iterdir()]
    for file in beside:
        shipped = f"breakeven/_app/{file.relative_to(ROOT)}"
        assert wheel.read(shipped) == file.read_bytes()
    top = {name.split("/")[0] for name in names}
    assert {name for name in top if not name.endswith(".dist-info")} == {
        *("breakeven", "metrics", "breakeven_pytest.py"),
    }


@pytest.mark.slow
def test_the_package_requires_what_requirements_txt_says_but_no_test_tool(
    wheel: zipfile.ZipFile,
) -> None:
    (metadata,) = (name for name in wheel.namelist() if name.endswith("METADATA"))
    required = re.findall(r"^Requires-Dist: (.+)$", wheel.read(metadata).decode(), re.M)
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    listed = [line for line in lines if line and not line.startswith("#")]
    assert sorted(required) == sorted(line for line in listed if not line.startswith("pytest"))
    (entry,) = (name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "breakeven = breakeven.commands.main:main" in wheel.read(entry).decode()
