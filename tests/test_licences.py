"""Papers: licences of what is installed, the version with one owner, and what changed."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib import metadata

import pytest
from packaging.utils import canonicalize_name

import breakeven
from breakeven.data.installation import CODE_VERSION
from script import licences
from tests.paths import ROOT


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_table_of_licences_is_what_is_installed() -> None:
    written = licences.table(read("requirements.txt"))
    assert read("docs/reference/licences.md") == written, "run: python script/licences.py"


def test_the_table_has_every_requirement_and_what_that_needs_in_turn() -> None:
    named = licences.licences(read("docs/reference/licences.md"))
    listed = licences.sections(read("requirements.txt")).values()
    assert {canonicalize_name(each.name) for extra in listed for each in extra} <= set(named)
    # Starlette comes with Streamlit, Mako with Alembic
    assert {"starlette", "mako"} <= set(named)
    # as their own pages say
    assert (named["numpy"][:12], named["psycopg"]) == ("BSD-3-Clause", "LGPL-3.0-only")


def test_a_licence_that_may_not_be_used_stops_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(licences, "LOOKED_AT", {"numpy": "GPL-3.0-only"})
    with pytest.raises(ValueError, match="numpy is under GPL-3"):
        licences.licence_of("numpy")
    monkeypatch.setattr(licences, "LOOKED_AT", {"numpy": "GPL-3.0-only OR MIT"})
    assert licences.licence_of("numpy") == "GPL-3.0-only OR MIT"


def test_the_code_is_under_apache_and_the_samples_are_not() -> None:
    assert read("LICENSE").split()[:4] == ["Apache", "License", "Version", "2.0,"]
    project = tomllib.loads(read("pyproject.toml"))["project"]
    assert project["license"] == "Apache-2.0"
    assert set(project["license-files"]) == {"LICENSE", "NOTICE"}
    samples = tomllib.loads(read("sample_data/pyproject.toml"))["project"]
    assert samples["license"].startswith("LicenseRef-")
    assert "for research purposes only" in " ".join(read("NOTICE").split())


def test_the_version_has_one_owner() -> None:
    project = tomllib.loads(read("pyproject.toml"))
    assert "version" in project["project"]["dynamic"]
    place = project["tool"]["hatch"]["version"]
    assert re.findall(place["pattern"], read(place["path"]), re.M) == [CODE_VERSION]
    assert breakeven.__version__ == CODE_VERSION


def test_the_command_says_its_version() -> None:
    done = subprocess.run(
        [sys.executable, "cli.py", "--version"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"Breakeven {CODE_VERSION}\n"


def test_the_newest_version_of_the_changelog_is_this_one() -> None:
    versions = re.findall(r"^## (\S+)", read("CHANGELOG.md"), re.M)
    assert versions[0] == CODE_VERSION
    assert len(versions) == len(set(versions))


def test_the_licences_of_packages_are_asked_of_the_packages() -> None:
    # one that says it as SPDX does, and one by its classifier alone
    assert licences.licence_of("pandas") == metadata.metadata("pandas")["License-Expression"]
    assert licences.licence_of("jinja2") == "BSD-3-Clause"
