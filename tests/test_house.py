"""Rules of CONTRIBUTING that no linter knows."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.paths import ROOT, TESTS

PRODUCT = [
    *sorted(
        file for wing in ("breakeven", "metrics", "pages") for file in (ROOT / wing).rglob("*.py")
    ),
    ROOT / "app.py",
    ROOT / "cli.py",
]


def says_what_is_not_none(test: ast.expr) -> bool:
    return (
        isinstance(test, ast.Compare)
        and isinstance(test.ops[0], ast.IsNot)
        and isinstance(test.comparators[0], ast.Constant)
        and test.comparators[0].value is None
    )


def test_an_assert_of_the_product_only_says_what_is_not_none() -> None:
    # python -O leaves asserts out, so nothing may hang on one
    others = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file in PRODUCT
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Assert) and not says_what_is_not_none(node.test)
    ]
    assert not others


@pytest.mark.parametrize("file", sorted((TESTS / "browser").glob("*.py")), ids=lambda f: f.name)
def test_browser_tests_wait_for_states_and_not_for_a_length_of_time(file: Path) -> None:
    # what is long enough on one machine is too short on the same one when it is busy
    calls = [n for n in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(n, ast.Call)]
    named = [n.func.attr for n in calls if isinstance(n.func, ast.Attribute)]
    assert "wait_for_timeout" not in named
