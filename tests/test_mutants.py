"""Mutants are made of what tests should notice, and what is listed as no change still stands."""

from __future__ import annotations

import argparse
import ast
import json
from pathlib import Path

import pytest

from script import mutants
from script.forks import Covered, append
from script.mutants import COVERED, LEFT_OUT, modules
from script.mutate import (
    EQUIVALENT,
    Kept,
    chosen_tests,
    drawn,
    nearness,
    report,
    wing,
)
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
    made = mutants.mutants_of(small)
    assert [(m.function, m.was.partition(" @ ")[0], m.now) for m in made] == [
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
    unchanged = ast.dump(ast.parse(MODULE))
    sources = [mutants.source_of(m) for m in made]
    assert len({ast.dump(ast.parse(source)) for source in sources} - {unchanged}) == len(made)


def test_each_mutant_listed_as_no_change_is_one_and_has_a_reason() -> None:
    listed = json.loads(EQUIVALENT.read_text(encoding="utf-8"))
    keys = [(m["file"], m["function"], m["was"], m["now"]) for m in listed]
    assert len(set(keys)) == len(keys)
    assert all(len(m["reason"]) > 20 for m in listed)
    made = {m.key for file in {m["file"] for m in listed} for m in mutants.mutants_of(file)}
    assert set(keys) - made == set()
    assert all((ROOT / m["file"]).exists() for m in listed)


def test_every_wing_is_covered_but_for_texts_and_what_is_never_changed_again() -> None:
    covered = modules([])
    folders = [folder for folder in (ROOT / "breakeven").iterdir() if list(folder.glob("*.py"))]
    wings = {f"breakeven/{folder.name}" for folder in folders}
    assert wings <= {wing(file) for file in covered}
    every = {str(f.relative_to(ROOT)) for name in COVERED for f in (ROOT / name).rglob("*.py")}
    assert all(file.startswith(LEFT_OUT) for file in every - set(covered))


@pytest.mark.parametrize(
    ("tests", "near"),
    [
        ("tests/breakeven/gate/test_ledger.py", 4),  # beside it
        ("tests/breakeven/gate/test_judging.py", 2),
        ("tests/metrics/test_laws.py", 0),
    ],
)
def test_tests_are_the_nearer_the_more_they_have_to_do_with_a_module(tests: str, near: int) -> None:
    assert nearness("breakeven/gate/ledger.py", tests) == near


def test_tests_that_import_a_module_are_nearer_than_those_in_its_folder() -> None:
    assert nearness("breakeven/gate/gate_rules.py", "tests/breakeven/gate/test_rules_file.py") == 3
    assert nearness("breakeven/ui/thresholds/text.py", "tests/pages/test_thresholds.py") >= 2


def test_a_mutant_is_tried_by_what_runs_its_line_and_a_constant_by_all_of_its_module() -> None:
    file = "breakeven/gate/ledger.py"
    near = "tests/breakeven/gate/test_ledger.py::t"
    far, slow = "tests/metrics/test_laws.py::t", "tests/metrics/test_edges.py::t"
    covered = Covered({(file, 3): [far], (file, 9): [slow]}, {near: 2.0, far: 0.1, slow: 99.0})

    def chosen(function: str, line: int) -> list[str]:
        mutant = mutants.Mutant(file, function, line, "", "", 0)
        return chosen_tests(mutant, covered, {2: [2, 3]}, [near, far, slow])

    # the nearest first; what takes too long is left out beside others
    assert chosen("f", 2) == [near, far]
    assert chosen("f", 9) == [near]
    assert chosen("", 1) == [near, far]


def test_what_runs_the_line_comes_before_guesses_and_each_file_of_these_has_its_turn() -> None:
    file = "breakeven/gate/ledger.py"
    # of the folder, but nobody knows what they run
    guesses = [
        f"tests/breakeven/gate/test_{name}.py::t{i}"
        for name in ("judging", "rules_file")
        for i in (1, 2)
    ]
    far = "tests/metrics/test_laws.py::t"
    covered = Covered({(file, 3): [far]}, {far: 0.1})
    mutant = mutants.Mutant(file, "f", 3, "", "", 0)
    chosen = chosen_tests(mutant, covered, {3: [3]}, [*guesses, far])
    assert chosen == [far, guesses[0], guesses[2], guesses[1], guesses[3]]


def test_a_run_goes_on_where_it_was_cut_off_and_tries_survivors_again_when_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = "breakeven/gate/ledger.py"
    files, every = Kept(tmp_path), mutants.mutants_of(file)

    def undecided(*, again: bool = False) -> list[mutants.Mutant]:
        given = argparse.Namespace(modules=[file], seed=1, draw=4, again=again)
        return drawn(given, files)[1]

    order = undecided()
    assert len(order) == 4
    assert set(order) < set(every)
    for mutant, outcome in zip(order, ["killed", "survived", "killed"], strict=False):
        append(files.outcomes, {"mutant": mutant.key, "outcome": outcome})
    with files.outcomes.open("a") as cut_off:
        cut_off.write('{"mutant": ["x"')
    assert undecided() == order[3:]
    assert undecided(again=True) == order[1:2]
    # two of three are less than nine of ten
    assert report(order, files) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{name}: 3 mutants, 0 equivalent, 2 of 3 killed (67%)"
        for name in ("breakeven/gate", "all")
    ]
    (line,) = files.survivors.read_text().splitlines()
    assert line.startswith(f"survived: {file}:{order[1].line} ")
