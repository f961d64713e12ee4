"""Nothing grows past what can be read at once: pages, functions, files of tests."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.paths import ROOT

PAGE, FUNCTION, FILE_OF_TESTS = 80, 60, 600
WRITTEN = [ROOT / "app.py", ROOT / "cli.py"] + [
    file
    for place in ("pages", "breakeven", "metrics")
    for file in sorted((ROOT / place).rglob("*.py"))
]
# files of small examples are data, and as long as there are examples
TESTS = sorted((ROOT / "tests").rglob("test_*.py"))


def name_of(file: Path) -> str:
    return str(file.relative_to(ROOT))


def functions(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Each function by name, with its lines; what its docstring says does not count."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or 0) - node.lineno + 1
            if ast.get_docstring(node, clean=False) is not None:
                said = node.body[0]
                lines -= (said.end_lineno or 0) - said.lineno + 1
            yield node.name, lines


def test_no_function_is_longer_than_a_screen() -> None:
    long = {
        f"{name_of(file)}: {name}": lines
        for file in WRITTEN
        for name, lines in functions(ast.parse(file.read_text(encoding="utf-8")))
        if lines > FUNCTION
    }
    assert not long


def test_no_page_and_no_file_of_tests_is_too_long() -> None:
    # how long a module is, and how short: tests/test_rules.py
    most = {file: PAGE for file in WRITTEN if file.parent == ROOT / "pages"}
    most |= dict.fromkeys(TESTS, FILE_OF_TESTS)
    lines = {file: len(file.read_text(encoding="utf-8").splitlines()) for file in most}
    assert not {name_of(file): n for file, n in lines.items() if n > most[file]}
