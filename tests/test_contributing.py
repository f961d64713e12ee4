"""What CONTRIBUTING, README and docs say of the code is so: places exist, examples are verbatim."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from types import ModuleType

import pytest

from tests.paths import ROOT

TEXTS = (
    "CONTRIBUTING.md",
    "README.md",
    "docs/explanation/measured.md",
    "docs/reference/security.md",
)


def quoted_in(text: str, pattern: str) -> list[str]:
    """Everything between backticks that matches, outside code blocks."""
    prose = re.sub(r"```.*?```", "", (ROOT / text).read_text(encoding="utf-8"), flags=re.S)
    return [found for found in re.findall(r"`([^`\n]+)`", prose) if re.fullmatch(pattern, found)]


@pytest.mark.parametrize("text", TEXTS)
def test_every_path_that_is_named_exists(text: str) -> None:
    tops = "breakeven|metrics|pages|tests|benchmarks|docs|script|sample_data"
    # pages/x.py and breakeven/ui/x/ stand for any page
    named = [path for path in quoted_in(text, rf"({tops})/[\w./]*") if "/x" not in path]
    assert named
    for path in named:
        assert (ROOT / path).exists(), path


@pytest.mark.parametrize("text", TEXTS)
def test_every_link_to_a_file_leads_to_one(text: str) -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", (ROOT / text).read_text(encoding="utf-8"))
    assert targets
    for target in targets:
        assert target.startswith("https:") or ((ROOT / text).parent / target).exists(), target


def test_every_owner_of_a_rule_is_where_contributing_says() -> None:
    named = quoted_in("CONTRIBUTING.md", r"(breakeven|metrics)(\.\w+)+")
    assert len(named) > 20
    for name in named:
        module, _, attribute = name.rpartition(".")
        found = import_module(module)
        if not hasattr(found, attribute):
            assert isinstance(import_module(name), ModuleType), name


def test_every_example_of_contributing_is_the_code_as_it_stands() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    examples = re.findall(r"```python\n# (\S+)\n(.*?)```", text, flags=re.S)
    assert len(examples) == len(re.findall("```python", text)) > 5
    for file, code in examples:
        assert code in (ROOT / file).read_text(encoding="utf-8"), f"{file}: {code}"


def test_where_to_add_something_is_told_in_six_lines() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    told = text.split("## Where do I add …")[1].split("\n## ")[0]
    answers = re.split(r"^\*\*…", told, flags=re.M)[1:]
    assert len(answers) == 17
    for answer in answers:
        assert len([line for line in answer.splitlines() if line.strip()]) <= 6, answer


@pytest.mark.parametrize(("heading", "most"), [("One owner for each rule", 30), ("Words", 40)])
def test_no_table_of_contributing_is_longer_than_can_be_remembered(heading: str, most: int) -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")]
    assert len(rows) - 2 <= most  # its head and the line below it


def test_the_python_session_of_the_readme_gives_what_it_shows() -> None:
    outcome = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert outcome.attempted > 4
    assert not outcome.failed
