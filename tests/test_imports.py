"""Imports point one way: each wing of the house may import the wings named in the table."""

from __future__ import annotations

import ast
import sys

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
        | {"reports", "readers", "slices", "versions"},
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
    "style=": ("breakeven/ui/components/html.py", "breakeven/ui/components/tables.py"),
    "<style": ("breakeven/ui/components/html.py", "breakeven/ui/components/tables.py"),
    "displayModeBar": "breakeven/ui/app/session/charts.py",
    "plotly_chart(": "breakeven/ui/app/session/charts.py",
    "st.page_link(": "breakeven/ui/app/page/links.py",
    "st.switch_page(": "breakeven/ui/app/page/links.py",
    "min(38 +": "breakeven/ui/components/tables.py",
}


def may_import(wing: str, name: str) -> bool:
    """Whether the table lets a module of a wing import this."""
    ours, outside = ALLOWED[wing]
    first, *rest = name.split(".")
    if first == "breakeven":
        return rest[0] in ours | {wing}
    if first in ALLOWED:
        return first in ours | {wing}
    return first in sys.stdlib_module_names or first in outside


def test_imports_point_one_way() -> None:
    wrong = [
        f"{file.relative_to(ROOT)} imports {name}"
        for file in FILES
        for name in sorted(modules_imported(file))
        if not may_import(wing_of(file), name)
    ]
    assert not wrong


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


def test_a_page_imports_no_other_pages_parts() -> None:
    wrong = []
    for file in sorted((ROOT / "breakeven" / "ui").glob("*/*.py")):
        own = file.parent.name
        if own in ("app", "components"):
            continue
        allowed = {own, "app", "components"} | {b for a, b in SHARED_PARTS if a == own}
        parts = [name.split(".") for name in modules_imported(file)]
        wrong += [
            f"{own}/{file.name} imports {'.'.join(part)}"
            for part in parts
            if part[:2] == ["breakeven", "ui"] and part[2] not in allowed
        ]
    assert not wrong


def test_session_address_and_caches_are_kept_in_one_place() -> None:
    wrong = {}
    for file in ON_SCREEN:
        if file.is_relative_to(ROOT / "breakeven" / "ui" / "app"):
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        named = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        named |= {name.rpartition(".")[2] for name in modules_imported(file)}
        if named & KEPT_IN_APP:
            wrong[str(file.relative_to(ROOT))] = named & KEPT_IN_APP
    assert not wrong


def test_markup_figures_and_tables_have_one_owner() -> None:
    wrong = []
    for file in ON_SCREEN:
        text = file.read_text(encoding="utf-8")
        for piece, owner in ONE_OWNER.items():
            owners = (owner,) if isinstance(owner, str) else owner
            if piece in text and file not in {ROOT / each for each in owners}:
                wrong.append(f"{file.relative_to(ROOT)}: {piece}")
    assert not wrong


def test_there_is_no_utils() -> None:
    assert not [f for f in FILES if "util" in f.stem]
