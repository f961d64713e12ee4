"""Mutants are made of what tests should notice, and what is listed as no change still stands."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from script import mutants
from script.mutate import EQUIVALENT
from tests.paths import ROOT

MODULE = '''"""A module."""

LIMIT = 5


def few(values: list[int], most: int = LIMIT) -> bool:
    """Whether there are few."""
    if not values:
        return False
    values.sort()
    return len(values) + 1 < most and "x" + "y" != f"{values[0]}"
'''


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module in a tree of its own."""
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    (tmp_path / "small.py").write_text(MODULE)
    return "small.py"


def test_one_thing_is_changed_at_a_time(small: str) -> None:
    found = mutants.mutants_of(small)
    assert [(m.function, m.was.partition(" @ ")[0], m.now) for m in found] == [
        ("", "5", "6"),
        ("few", "if not values:", "if not not values:"),
        ("few", "not values", "values"),
        ("few", "False", "True"),
        ("few", "values.sort()", "pass"),
        ("few", "return len(values) + 1 < most and 'x' + 'y' != f'{values[0]}'", "return None"),
        ("few", "len(values) + 1 < most and 'x' + 'y' != f'{values[0]}'",
         "len(values) + 1 < most or 'x' + 'y' != f'{values[0]}'"),
        ("few", "len(values) + 1 < most", "len(values) + 1 <= most"),
        ("few", "len(values) + 1", "len(values) - 1"),
        ("few", "1", "2"),
        ("few", "'x' + 'y' != f'{values[0]}'", "'x' + 'y' == f'{values[0]}'"),
    ]  # fmt: skip
    whole = ast.dump(ast.parse(MODULE))
    sources = [mutants.source_of(m) for m in found]
    assert len({ast.dump(ast.parse(source)) for source in sources} - {whole}) == len(found)


def test_each_mutant_listed_as_no_change_is_one_and_has_a_reason() -> None:
    listed = json.loads(EQUIVALENT.read_text(encoding="utf-8"))
    keys = [(m["file"], m["function"], m["was"], m["now"]) for m in listed]
    assert len(set(keys)) == len(keys)
    assert all(len(m["reason"]) > 20 for m in listed)
    made = {m.key for file in {m["file"] for m in listed} for m in mutants.mutants_of(file)}
    assert set(keys) - made == set()
    assert all((ROOT / m["file"]).exists() for m in listed)
