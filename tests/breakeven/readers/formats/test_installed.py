"""A format of another package is one of the formats, as soon as the package is installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT

DOCUMENT = (ROOT / "docs" / "reference" / "formats.md").read_text(encoding="utf-8")
ENTRY = re.compile(r'^\[project\.entry-points\."(.*)"\]\n(\w+) = "(.*)"$', re.M)
ASK = """
from breakeven.readers.base.problems import ReadError
from breakeven.readers.build import build_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.formats.registry import formats
from breakeven.readers.opening import open_tables
from breakeven.readers.worker.client import open_in_worker

print(formats()[-1].KEY)
files = [("x.txt", b"SHOUT\\nwheat!wheat\\ncorn!wheat\\n")]
(table,) = open_tables(files)
print(table.format, table.taken_for, table.why, sep="|")
if table.format:
    review = build_review([table], propose([table]))
    print(review.truth.classes, review.truth.labels.sum(axis=0))
    (apart,) = open_in_worker(files).proposal.files
    print(apart.format, dict(apart.columns))
    try:
        open_tables([("x.txt", b"SHOUT\\na\\n")])
    except ReadError as error:
        print(error)
"""


def block(language: str) -> str:
    """The example of the document in this language."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", DOCUMENT, re.M | re.S)
    return str(found)


def output_of(folder: Path, module: str) -> tuple[list[str], str]:
    """What a fresh process says where a package of this module is installed in a folder."""
    about = folder / "shouter-1.0.dist-info"
    about.mkdir()
    about.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: shouter\nVersion: 1.0\n")
    ((group, name, value),) = ENTRY.findall(block("toml"))
    about.joinpath("entry_points.txt").write_text(f"[{group}]\n{name} = {value}\n")
    folder.joinpath(f"{value}.py").write_text(module, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))},
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout.splitlines(), ran.stderr


def test_a_format_of_another_package_reads_its_files(tmp_path: Path) -> None:
    (last, table, review, apart, error), log = output_of(tmp_path, block("python"))
    assert last == "shouter"
    assert table == "shouter|a file of Shouter|it begins with SHOUT"
    assert review == "('corn', 'wheat') [0 2]"
    assert apart == "shouter {'said': 'predicted', 'meant': 'truth'}"
    assert error == "x.txt, row 2: no two classes; write a!b"
    assert log == ""


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('KEY = "shouter"', 'KEY = "spacy"', "there is another format 'spacy'"),
        ("def read(", "def reads(", "it lacks read"),
        ("import numpy", "import no_such_module_anywhere", "No module named 'no_such_module"),
    ],
)
def test_a_package_that_cannot_be_used_is_passed_over_and_logged(
    tmp_path: Path, old: str, new: str, why: str
) -> None:
    (last, table), log = output_of(tmp_path, block("python").replace(old, new))
    assert (last, table) == ("weka-csv", "||")
    assert "The format shouter is not used" in log
    assert why in log
