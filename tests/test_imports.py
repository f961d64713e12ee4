"""Imports point one way: readers -> metrics, figures -> metrics, ui -> all, pages -> ui."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
OURS = {
    "commands",
    "metrics",
    "readers",
    "figures",
    "ui",
    "pages",
    "app",
    "cli",
    "tests",
    "benchmarks",
}
# folder: (what of ours it may import, what from outside)
ALLOWED: dict[str, tuple[set[str], set[str]]] = {
    "metrics": (set(), {"numpy", "scipy", "statsmodels", "datasketch"}),
    "readers": ({"metrics"}, {"numpy", "scipy", "pandas", "pyarrow", "duckdb"}),
    "figures": ({"metrics"}, {"numpy", "plotly"}),
    "ui": (
        {"metrics", "readers", "figures"},
        {"streamlit", "pandas", "numpy", "scipy", "plotly"},
    ),
    "pages": ({"metrics", "figures", "ui"}, {"streamlit", "pandas", "numpy"}),
    "app.py": ({"metrics", "readers", "figures", "ui"}, {"streamlit"}),
    "commands": ({"metrics", "readers"}, set()),
    "cli.py": ({"commands", "readers"}, set()),
}
FILES = [
    file
    for place in ALLOWED
    for file in ([ROOT / place] if place.endswith(".py") else sorted((ROOT / place).rglob("*.py")))
]


def imported(tree: ast.AST) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide where a name comes from"
            names.add((node.module or "").split(".")[0])
    return names


@pytest.mark.parametrize("file", FILES, ids=lambda f: str(f.relative_to(ROOT)))
def test_imports_point_one_way(file: Path) -> None:
    place = file.relative_to(ROOT).parts[0]
    ours, outside = ALLOWED[place]
    used = imported(ast.parse(file.read_text()))
    assert used & OURS <= ours | {place.removesuffix(".py")}
    assert used - OURS - set(sys.stdlib_module_names) <= outside


def test_every_folder_of_the_product_is_held_to_the_table() -> None:
    found = {p.name for p in ROOT.iterdir() if p.suffix == ".py" or list(p.glob("*.py"))}
    assert found - {"tests", "benchmarks", "sample_data", "script"} == set(ALLOWED)


def test_there_is_no_utils() -> None:
    assert not [f for f in FILES if "util" in f.stem]
