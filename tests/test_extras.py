"""What works where an extra is not installed, and the one sentence at each door that needs it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

import pytest

from breakeven.data.installation import NEEDS, ExtraPackage, missing_extra
from tests.paths import APP, ROOT

# a program in which these packages cannot be imported
WITHOUT = "import sys\nfor name in {names!r}:\n    sys.modules[name] = None\n"
COMMAND = "from breakeven.commands.main import main\nsys.exit(main({given!r}))\n"
EXTRAS = {
    "report": (
        *("weasyprint", "pydyf", "tinyhtml5", "tinycss2", "fontTools"),
        *("docx", "lxml", "resvg_py"),
    ),
    "team": ("authlib", "psycopg"),
    "engine": ("ibis", "sqlglot", "duckdb"),
    "spark": ("pyspark",),
    "pytest": ("pytest", "_pytest"),
}
# who sees a report's button says what else it can be; the rest of a page is as ever
WALK = """
import breakeven as be

review = be.sample("r8")
assert be.evaluate(review).micro()["f"] > 0.9
made = be.report(review)
assert made.to_html().startswith("<!doctype html>") and made.to_markdown() and made.to_dict()

from breakeven.commands.main import main

assert main(["evaluate", "r8"]) == 0
assert main(["report", "r8", "--out", {out!r}]) == 0

from pathlib import Path
from streamlit.testing.v1 import AppTest

at = AppTest.from_file({app!r}, default_timeout=120)
at.query_params["review"] = "r8"
at.session_state["choose_report"] = True
at.run()
assert not at.exception, at.exception
for page in sorted(Path({pages!r}).glob("*.py")):
    at.switch_page(f"pages/{{page.name}}").run()
    assert not at.exception, (page.name, at.exception)
    captions = [each.value for each in at.caption]
    if page.stem == "summary":
        print("summary", *(caption for caption in captions if "PDF" in caption))
"""


def run(
    names: tuple[str, ...], program: str, surroundings: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """A program without these packages, in these `surroundings`."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT.format(names=names) + program],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **(surroundings or {})},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return {"BREAKEVEN_HOME": str(tmp_path)}


def test_every_package_that_a_door_asks_for_is_of_an_extra() -> None:
    assert set(NEEDS) == set(get_args(ExtraPackage))
    for package, (_, extra) in NEEDS.items():
        assert package in EXTRAS[extra]


def test_what_is_installed_is_not_missed() -> None:
    assert [package for package in NEEDS if missing_extra(package)] == []


@pytest.mark.slow
@pytest.mark.parametrize("extra", EXTRAS)
def test_without_an_extra_python_commands_and_pages_do_what_needs_none(
    extra: str, home: dict[str, str], tmp_path: Path
) -> None:
    out = str(tmp_path / "report.html")
    done = run(EXTRAS[extra], WALK.format(out=out, app=str(APP), pages=str(ROOT / "pages")), home)
    assert done.returncode == 0, done.stderr[-3000:]
    assert Path(out).read_text(encoding="utf-8").startswith("<!doctype html>")
    (shown,) = (line for line in done.stdout.splitlines() if line.startswith("summary"))
    assert ("WeasyPrint" in shown) == (extra == "report")


@pytest.mark.parametrize(
    ("extra", "given", "what"),
    [
        ("report", ["report", "r8", "--out", "x.pdf"], "a PDF needs WeasyPrint"),
        (
            "engine",
            ["evaluate", "x.parquet", "--engine", "duckdb"],
            "a table beyond memory needs Ibis",
        ),
        ("engine", ["serve"], "a table beyond memory needs Ibis"),
        ("spark", ["evaluate", "--spark", "local[1]", "--table", "x"], "Spark needs PySpark"),
    ],
)
def test_a_command_says_in_one_sentence_what_to_install(
    extra: str, given: list[str], what: str, home: dict[str, str]
) -> None:
    # `serve` offers the tables that a file names; here it does not come to reading it
    said = home | ({"BREAKEVEN_TABLES": "tables.toml"} if given == ["serve"] else {})
    done = run(EXTRAS[extra], COMMAND.format(given=given), said)
    remedy = f"install it: pip install 'breakeven[{extra}]'"
    assert done.stderr == f"Nothing was done:\n- {what}, which is not installed; {remedy}\n"
    assert done.returncode == 2


def test_a_command_without_the_driver_of_its_database_says_what_to_install(
    home: dict[str, str],
) -> None:
    said = home | {"BREAKEVEN_DATABASE_URL": "postgresql://a:b@127.0.0.1/none"}
    done = run(EXTRAS["team"], COMMAND.format(given=["library", "list"]), said)
    assert "PostgreSQL needs psycopg, which is not installed" in done.stderr
    assert "nstall it: pip install 'breakeven[team]'" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == 2


@pytest.mark.parametrize(
    ("extra", "call", "error"),
    [
        ("report", "be.report(be.sample('r8')).save('x.pdf')", "ChoiceError"),
        ("engine", "be.evaluate_table('x.parquet')", "ReadError"),
        ("spark", "be.evaluate_table(engine='spark', table='x', spark='local[1]')", "ReadError"),
        ("team", "be.open_library()", "LibraryError"),
    ],
)
def test_python_raises_an_error_of_ours_that_says_what_to_install(
    extra: str, call: str, error: str, home: dict[str, str]
) -> None:
    program = (
        f"import breakeven as be\ntry:\n    {call}\nexcept Exception as error:\n"
        "    print(type(error).__name__, error)\n"
    )
    said = home | {"BREAKEVEN_DATABASE_URL": "postgresql://a:b@127.0.0.1/none"}
    done = run(EXTRAS[extra], program, said if extra == "team" else home)
    assert done.stdout.startswith(f"{error} "), done.stdout + done.stderr
    assert f"pip install 'breakeven[{extra}]'" in done.stdout
    assert not done.stderr


PAGE = """
from streamlit.testing.v1 import AppTest

at = AppTest.from_file({app!r}, default_timeout=120)
if {login}:
    at.secrets["auth"] = {{"cookie_secret": "x"}}
at.run()
assert not at.exception, at.exception
print(*(each.value for each in [*at.title, *at.error, *at.code]))
print(" ".join(each.proto.body for each in at.get("html")))
"""


def test_a_page_says_what_to_install_for_tables_beyond_memory(home: dict[str, str]) -> None:
    said = home | {"BREAKEVEN_TABLES": "tables.toml"}
    done = run(EXTRAS["engine"], PAGE.format(app=str(APP), login=False), said)
    assert "a table beyond memory needs Ibis, which is not installed" in done.stdout, done.stderr
    assert "breakeven[engine]" in done.stdout


def test_where_people_sign_in_a_page_says_what_to_install_for_it(home: dict[str, str]) -> None:
    done = run(EXTRAS["team"], PAGE.format(app=str(APP), login=True), home)
    assert "Nobody can sign in" in done.stdout, done.stderr
    assert "pip install 'breakeven[team]'." in done.stdout
