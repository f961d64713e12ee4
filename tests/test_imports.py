"""Imports point one way: the tables name what each room of the house, and each part, may import."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from script.wings import modules_imported, wing_of
from tests.modules import FILES, circles, dotted, owner_of, path_of
from tests.paths import ROOT

NUMBERS = {"numpy", "scipy"}
COUNTED = {"metrics", "data", "analysis"}
# room: (the rooms it may import, what from outside)
ALLOWED: dict[str, tuple[set[str], set[str]]] = {
    "metrics": (set(), NUMBERS),
    "data": ({"metrics"}, NUMBERS | {"pandas", "pyarrow"}),
    "analysis": ({"metrics", "data"}, NUMBERS | {"pyarrow", "rapidfuzz"}),
    "figures": (COUNTED, {"numpy"}),
    "results": (
        COUNTED | {"figures", "gate"},
        NUMBERS | {"pandas", "plotly", "junitparser"},
    ),
    "readers": (
        COUNTED,
        NUMBERS | {"pandas", "pyarrow", "arff", "spacy", "srsly", "duckdb", "python_calamine"},
    ),
    "engine": (COUNTED | {"readers"}, NUMBERS | {"ibis", "pyarrow", "pyspark"}),
    "store": ({"metrics", "data", "readers"}, {"numpy", "sqlalchemy", "alembic"}),
    "report": (
        COUNTED | {"figures", "gate", "results"},
        {"numpy", "jinja2", "markupsafe", "weasyprint", "docx", "lxml", "resvg_py", "yaml"},
    ),
    "gate": (COUNTED | {"readers"}, NUMBERS),
}
BELOW = set(ALLOWED)
ALLOWED |= {
    "api": (BELOW, NUMBERS | {"pandas", "pyarrow", "pytest"}),
    "commands": (BELOW - {"figures"} | {"api"}, set()),
    "ui": (
        BELOW,
        NUMBERS | {"streamlit", "markupsafe", "starlette", "pandas", "plotly"},
    ),
    "pages": (COUNTED | {"results", "ui"}, {"streamlit", "markupsafe"}),
    # asks what is installed before it loads the pages
    "app": ({"data", "ui"}, {"streamlit"}),
    "cli": ({"commands"}, set()),
}


def storeys(*parts: str) -> dict[str, set[str]]:
    """Each part may import all that are named before it."""
    return {part: set(parts[:i]) for i, part in enumerate(parts)}


def pages() -> set[str]:
    folders = {file.parent.name for file in (ROOT / "breakeven" / "ui").glob("*/*.py")}
    return folders - {"app", "components"}


TALLIES = {".", "uncertainty"}
# room: its folder: the folders of that room it may import; "." has the modules in none
INNER: dict[str, dict[str, set[str]]] = {
    "metrics": {
        ".": set(),
        "uncertainty": {"."},
        "annotators": TALLIES,
        "dataset": TALLIES,
        "label_errors": TALLIES,
        "ranking": TALLIES,
        "slices": TALLIES,
        "expected": TALLIES,
        "merging": {".", "annotators"},
        "hierarchy": {".", "merging"},
        "thresholds": {".", "expected", "ranking"},
        "promises": {".", "ranking", "uncertainty"},
    },
    "breakeven.analysis": {
        "evaluation": set(),
        "estimation": set(),
        "answers": {"evaluation"},
        "class_structure": {"evaluation"},
        "comparison": {"estimation", "evaluation"},
        "thresholds": {"documents", "evaluation", "slices"},
        "slices": {"evaluation"},
        "annotators": {"comparison", "evaluation"},
        "label_errors": {"annotators", "estimation", "evaluation"},
        "workload": {"estimation", "evaluation", "label_errors"},
        "validity": {"answers", "evaluation", "label_errors"},
        "findings": {"annotators", "class_structure", "comparison", "evaluation", "label_errors"}
        | {"slices", "validity"},
        "advice": {"comparison", "estimation", "evaluation", "findings", "label_errors", "slices"},
        "selection": {"advice", "evaluation", "findings", "label_errors", "slices"},
        "documents": {"evaluation", "selection", "slices"},
        "splitting": {"advice", "findings", "selection"},
        "versions": {"comparison", "evaluation", "selection"},
        "story": {"advice", "annotators", "comparison", "documents", "evaluation", "findings"}
        | {"selection", "workload"},
    },
    "breakeven.readers": storeys(
        "base", "files", "containers", "columns", "formats", "shapes", ".", "worker"
    ),
    "breakeven.ui.app": storeys("session", "cache", "store", "page", "header"),
    # a page's parts are its own; what several pages have is in `app`
    "breakeven.ui": storeys("pages", "components", "app")
    | {page: {"pages", "components", "app"} for page in pages()}
    | {module: {"pages", "components", "app"} for module in ("begin",)}
    | {"addresses": {"pages", "components"}}
    | {"server": {"pages", "components", "app", "addresses"}},
}
# what each measure means is said above all that counts
INNER["metrics"]["catalogue"] = set(INNER["metrics"])
KEPT_IN_APP = {"session_state", "query_params", "cache_resource", "cache_data"}
ON_SCREEN = [file for file in FILES if file.is_relative_to(ROOT / "breakeven" / "ui")] + [
    *sorted((ROOT / "pages").glob("*.py")),
    ROOT / "app.py",
]
DRAWS_HTML = tuple(f"breakeven/ui/components/{name}.py" for name in ("drawings", "html", "tables"))
# whose own thing each of these is: nowhere else is it spelled out
ONE_OWNER = {
    "style=": DRAWS_HTML,
    "<style": DRAWS_HTML,
    "displayModeBar": "breakeven/ui/app/session/charts.py",
    "plotly_chart(": "breakeven/ui/app/session/charts.py",
    "st.page_link(": "breakeven/ui/app/page/links.py",
    "st.switch_page(": "breakeven/ui/app/page/links.py",
    "min(38 +": "breakeven/ui/components/tables.py",
}


def may_import(wing: str, name: str) -> bool:
    """Whether the table lets a module of a room import this."""
    ours, outside = ALLOWED[wing]
    first, *rest = name.split(".")
    if first == "breakeven":
        return rest[0] in ours | {wing}
    if first in ALLOWED:
        return first in ours | {wing}
    return first in sys.stdlib_module_names or first in outside


def part_of(room: str, name: str) -> str:
    """The folder of a room that a dotted name is in; `.` in none, empty in another room."""
    if not name.startswith(f"{room}."):
        return ""
    part = name.removeprefix(f"{room}.").split(".")[0]
    is_folder = ROOT.joinpath(*room.split("."), part).is_dir()
    return part if is_folder or part in INNER[room] else "."


def against_the_tables(file: Path) -> set[str]:
    """The names that no table lets a module import."""
    names = modules_imported(file)
    wrong = {name for name in names if not may_import(wing_of(file), name)}
    for room, table in INNER.items():
        if own := part_of(room, f"{dotted(file)}.{file.stem}"):
            may = {"", own} | table.get(own, set())
            wrong |= {name for name in names if part_of(room, name) not in may}
    return wrong


def folder_of(name: str) -> str:
    """Where an imported name is from: a folder of ours, or a package of others."""
    owner = owner_of(name)
    return path_of(owner.parent) if owner else name.partition(".")[0]


def test_imports_point_one_way() -> None:
    offenders = {f"{path_of(f)} < {folder_of(n)}" for f in FILES for n in against_the_tables(f)}
    assert not offenders


@pytest.mark.parametrize("room", ["", *INNER])
def test_no_table_has_a_circle(room: str) -> None:
    table = INNER[room] if room else {wing: ours for wing, (ours, _) in ALLOWED.items()}
    assert not circles(table)


def test_every_room_and_folder_is_held_to_a_table() -> None:
    assert {wing_of(file) for file in FILES} == set(ALLOWED)
    beside = {p.name for p in ROOT.iterdir() if p.suffix == ".py" or list(p.glob("*.py"))}
    assert beside - {"tests", "benchmarks", "script"} == {
        *("metrics", "breakeven", "pages", "app.py", "cli.py"),
    }
    for room, table in INNER.items():
        place = ROOT.joinpath(*room.split("."))
        parts = {part_of(room, f"{dotted(f)}.{f.stem}") for f in place.rglob("*.py")}
        assert parts - {"."} == set(table) - {"."}, room


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
