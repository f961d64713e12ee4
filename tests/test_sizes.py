"""Nothing grows past what can be read at once: pages, functions, modules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.paths import ROOT

PAGE, FUNCTION, MODULE = 80, 60, 600
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


def test_no_module_and_no_page_is_too_long() -> None:
    lines = {
        file: len(file.read_text(encoding="utf-8").splitlines()) for file in [*WRITTEN, *TESTS]
    }
    long = {
        name_of(file): number
        for file, number in lines.items()
        if number > (PAGE if file.parent == ROOT / "pages" else MODULE)
    }
    assert not long
