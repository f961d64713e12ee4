"""Imports point one way: each wing of the house may import the wings named in the table."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from script.wings import files, modules_imported, wing_of
from tests.paths import ROOT

NUMBERS = {"numpy", "scipy"}
# wing: (the wings it may import, what from outside)
ALLOWED: dict[str, tuple[set[str], set[str]]] = {
    "metrics": (set(), NUMBERS | {"statsmodels"}),
    "records": ({"metrics", "text"}, NUMBERS),
    "answers": ({"metrics", "records", "text", "evaluation"}, NUMBERS | {"rapidfuzz"}),
    "text": ({"metrics"}, set()),
    "arrow": ({"metrics"}, {"numpy", "pyarrow"}),
    "home": (set(), set()),
    "splits": ({"metrics", "records", "text", "texts"}, NUMBERS | {"pyarrow"}),
    "evaluation": ({"metrics", "records", "text", "splits"}, NUMBERS),
    "estimation": ({"metrics", "records", "text", "splits"}, NUMBERS),
    "comparison": (
        {"metrics", "records", "text", "splits", "evaluation"},
        NUMBERS | {"statsmodels"},
    ),
    "slices": (
        {"metrics", "records", "text", "texts", "splits", "evaluation"},
        NUMBERS | {"pyarrow"},
    ),
    "hierarchy": ({"metrics", "records", "text", "splits", "evaluation"}, NUMBERS),
    "merging": ({"metrics", "records", "text", "texts", "splits", "evaluation"}, NUMBERS),
    "findings": (
        {"metrics", "records", "text", "texts", "splits", "evaluation", "comparison"}
        | {"slices", "hierarchy", "merging"},
        NUMBERS,
    ),
    "splitting": ({"metrics", "records", "text", "texts", "splits", "findings"}, NUMBERS),
    "marks": ({"metrics", "records", "text"}, NUMBERS | {"pandas", "pyarrow"}),
    "texts": ({"metrics", "records", "text", "arrow"}, NUMBERS | {"pyarrow"}),
    "selection": (
        {"metrics", "records", "text", "texts", "splits", "evaluation", "findings", "marks"}
        | {"labels", "slices"},
        NUMBERS | {"pyarrow"},
    ),
    "documents": (
        {"metrics", "records", "text", "texts", "splits", "evaluation", "findings", "marks"}
        | {"selection", "slices", "hierarchy", "merging"},
        NUMBERS | {"pyarrow"},
    ),
    "labels": (
        {"metrics", "records", "text", "splits", "evaluation", "estimation", "comparison", "marks"},
        NUMBERS,
    ),
    "workload": (
        {"metrics", "records", "text", "splits", "evaluation", "estimation", "labels"},
        NUMBERS,
    ),
    "story": (
        {"metrics", "records", "text", "evaluation", "comparison", "documents", "findings"}
        | {"labels", "selection", "splits", "versions", "workload"},
        NUMBERS,
    ),
    "readers": (
        {"metrics", "records", "text", "splits", "evaluation", "home", "marks", "labels"}
        | {"answers", "arrow"},
        NUMBERS
        | {"pandas", "pyarrow", "orjson", "arff", "spacy", "srsly", "duckdb", "python_calamine"},
    ),
    "engine": (
        {"metrics", "records", "text", "texts", "splits", "evaluation", "readers", "selection"},
        NUMBERS | {"ibis", "pyarrow", "pyspark"},
    ),
    "figures": (
        {"metrics", "records", "text", "splits", "evaluation", "estimation", "comparison"}
        | {"labels", "slices", "hierarchy", "merging", "workload"},
        {"numpy"},
    ),
    "reports": (
        {"metrics", "records", "text", "splits", "evaluation", "estimation"}
        | {
            "comparison",
            "findings",
            "selection",
            "marks",
            "labels",
            "documents",
            "splitting",
            "texts",
            "versions",
            "answers",
            "slices",
            "hierarchy",
            "merging",
            "workload",
        },
        NUMBERS | {"pandas"},
    ),
    "library": (
        {"metrics", "records", "text", "home", "splits", "marks", "readers"},
        NUMBERS | {"pyarrow", "orjson", "sqlalchemy", "alembic"},
    ),
    "versions": (
        {"metrics", "records", "text", "splits", "evaluation", "comparison", "selection"},
        NUMBERS,
    ),
    "gating": (
        {"metrics", "records", "text", "evaluation", "comparison", "findings", "selection"}
        | {"reports", "readers", "slices"},
        NUMBERS | {"junitparser"},
    ),
    "reporting": (
        {"metrics", "records", "text", "splits", "evaluation", "estimation", "comparison"}
        | {"findings", "selection", "labels", "documents", "marks", "texts", "reports"}
        | {"versions", "figures", "slices", "hierarchy", "merging", "story", "workload"},
        NUMBERS | {"pandas", "jinja2", "markupsafe", "weasyprint", "yaml"},
    ),
}
BELOW = set(ALLOWED)
ALLOWED |= {
    "api": (BELOW, NUMBERS | {"pandas", "pyarrow", "plotly", "pytest"}),
    "commands": (BELOW - {"figures"} | {"api"}, set()),
    "ui": (BELOW, {"streamlit", "starlette", "pandas", "numpy", "scipy", "plotly"}),
    "pages": (BELOW | {"ui"}, {"streamlit", "pandas", "numpy"}),
    "app": (BELOW | {"ui"}, {"streamlit"}),
    "cli": ({"commands"}, set()),
}
FILES = files()
# a page's parts are its own, but for what two pages share
SHARED_PARTS = {
    ("compare", "curves"),
    ("thresholds", "load"),
    ("confusion", "load"),
    ("story", "findings"),
    ("story", "workload"),
    ("overview", "findings"),
    *(
        ("table", page)
        for page in (
            "overview",
            "classes",
            "confusion",
            "curves",
            "documents",
            "findings",
            "thresholds",
        )
    ),
    ("splits", "findings"),
}
KEPT_IN_APP = {"session_state", "query_params", "cache_resource", "cache_data"}
ON_SCREEN = [file for file in FILES if file.is_relative_to(ROOT / "breakeven" / "ui")] + [
    *sorted((ROOT / "pages").glob("*.py")),
    ROOT / "app.py",
]
# whose own thing each of these is: nowhere else is it spelled out
ONE_OWNER = {
    "style=": ("breakeven/ui/components/html.py", "breakeven/ui/components/bars.py"),
    "<style": ("breakeven/ui/components/html.py", "breakeven/ui/components/bars.py"),
    "displayModeBar": "breakeven/ui/components/charts.py",
    "plotly_chart(": "breakeven/ui/components/charts.py",
    "st.page_link(": "breakeven/ui/app/session/links.py",
    "st.switch_page(": "breakeven/ui/app/session/links.py",
    "min(38 +": "breakeven/ui/components/tables.py",
}


@pytest.mark.parametrize("file", FILES, ids=lambda f: str(f.relative_to(ROOT)))
def test_imports_point_one_way(file: Path) -> None:
    wing = wing_of(file)
    ours, outside = ALLOWED[wing]
    for name in sorted(modules_imported(file)):
        first, *rest = name.split(".")
        if first == "breakeven":
            assert rest[0] in ours | {wing}, name
        elif first in ALLOWED:
            assert first in ours | {wing}, name
        elif first not in sys.stdlib_module_names:
            assert first in outside, name


def test_the_table_of_wings_has_no_circle() -> None:
    done: set[str] = set()
    waiting = dict(ALLOWED)
    while waiting:
        ready = [wing for wing, (ours, _) in waiting.items() if ours <= done]
        assert ready, f"these import one another: {sorted(waiting)}"
        done |= set(ready)
        for wing in ready:
            del waiting[wing]


def test_every_wing_is_held_to_the_table() -> None:
    found = {wing_of(file) for file in FILES}
    assert found == set(ALLOWED)
    beside = {p.name for p in ROOT.iterdir() if p.suffix == ".py" or list(p.glob("*.py"))}
    assert beside - {"tests", "benchmarks", "script"} == {
        *("metrics", "breakeven", "pages", "app.py", "cli.py"),
    }


@pytest.mark.parametrize(
    "file",
    sorted((ROOT / "breakeven" / "ui").glob("*/*.py")),
    ids=lambda f: f"{f.parent.name}/{f.name}",
)
def test_a_page_imports_no_other_pages_parts(file: Path) -> None:
    own = file.parent.name
    for name in modules_imported(file):
        parts = name.split(".")
        if parts[:2] == ["breakeven", "ui"] and own not in ("app", "components"):
            allowed = {own, "app", "components"} | {b for a, b in SHARED_PARTS if a == own}
            assert parts[2] in allowed, name


@pytest.mark.parametrize("file", ON_SCREEN, ids=lambda f: str(f.relative_to(ROOT)))
def test_session_address_and_caches_are_kept_in_one_place(file: Path) -> None:
    if file.is_relative_to(ROOT / "breakeven" / "ui" / "app"):
        return
    tree = ast.parse(file.read_text(encoding="utf-8"))
    named = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    named |= {name.rpartition(".")[2] for name in modules_imported(file)}
    assert not named & KEPT_IN_APP


@pytest.mark.parametrize("file", ON_SCREEN, ids=lambda f: str(f.relative_to(ROOT)))
def test_markup_figures_and_tables_have_one_owner(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    for piece, owner in ONE_OWNER.items():
        owners = (owner,) if isinstance(owner, str) else owner
        assert piece not in text or file in {ROOT / each for each in owners}, piece


def test_there_is_no_utils() -> None:
    assert not [f for f in FILES if "util" in f.stem]
