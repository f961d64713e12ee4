"""Rules of the house that no linter knows: grain, circles, names, owners, and where tests are.

What is exempt from a rule stands in the rule, with its reason.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.modules import FILES, circles, imported, nodes_of, path_of, tree_of
from tests.paths import ROOT, TESTS

LEAST, MOST, FOLDER, TESTED = 60, 600, 20, 150
# scripts, and modules that a registry asks to be one each, are as short as they are
SHORT = (
    *("app.py", "cli.py", "pages/", "breakeven/commands/"),
    *("breakeven/readers/formats/", "breakeven/store/migrations/"),
    # each run of pytest imports it, whatever is tested
    "breakeven/api/pytest_plugin.py",
    # what a command asks before anything is loaded
    "breakeven/data/installation.py",
    # pages name samples when they first open, before what reads them is loaded
    "breakeven/readers/samples.py",
    # what nearly every module imports, so it holds nothing but types and names
    "metrics/typing.py",
)
# one module a subject, a command, a drawing: the list is the table of contents
LONG_FOLDERS = {"breakeven/results", "breakeven/commands", "breakeven/figures"}
STOP = {"said", "told", "found", "known", "kept", "looked", "asked", "beside", "whole"}
# names that say nothing alone, and what such names are made of
FILLERS = {"of", "at", "one", "it", "all", "so", "as", "by", "to", "in", "and", "is"}
ALONE = {"of", "at", "one"}
# a function of so many lines has variables that are read far from where they are made
MANY_LINES = 10
# what users call or read under these names: keywords of Python, keys of JSON and of saved events
NAMED_BY_USE = {
    *("at", "pr_curve(of)", "roc_curve(of)", "net_benefit(of)", "ranked_labels(at)"),
    *("Average.of", "AveragedMeasures.of", "HierarchyShare.of", "DecisionWays.of"),
    *("ClassFlow.found", "VerdictAnswer.said", "SystemReach.said", "SystemReachValues.said"),
    *("AlternativeValues.said", "SignificanceValues.of", "WordValues.one", "ScreenWords.at"),
    *("Answered.asked", "StoreTrouble.of"),
}
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
OWNERS = {
    "DEFAULT_BETA": "metrics/typing.py",
    "AVERAGES": "metrics/typing.py",
    "CELLS": "metrics/typing.py",
    "Interval": "metrics/uncertainty/intervals.py",
}
# who may spell out what follows: its owner, and the tally and its costs, whose property `cells` all
# others use
SPELLS_OUT = {"metrics/typing.py", "metrics/tallies.py", "metrics/thresholds/costs.py"}
# these in a row are `AVERAGES` and `CELLS`; the first three cells are `CELLS[:3]`
SPELLED_OUT = (("micro", "macro", "weighted"), ("tp", "fp", "fn"))
OPEN = "dict[str, Any]"
# one record a page: path, title, icon, what it needs; and what starts the server
SAYS_WHERE_PAGES_ARE = {"breakeven/ui/pages.py", "breakeven/commands/serve.py"}
PAGE = re.compile(r"pages/\w+\.py|app\.py")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def lines_of(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines()


def test_a_module_is_neither_a_splinter_nor_a_drawer() -> None:
    offenders = {}
    for file in FILES:
        path, lines = path_of(file), len(lines_of(file))
        short = lines < LEAST and file.name != "__init__.py" and not path.startswith(SHORT)
        if short or lines > MOST:
            offenders[path] = 1
    assert not offenders


def test_a_folder_is_seen_at_once() -> None:
    modules = Counter(path_of(file.parent) for file in FILES if file.name != "__init__.py")
    large = {name: n for name, n in modules.items() if n > FOLDER and name not in LONG_FOLDERS}
    assert not large


def test_a_circle_is_found_with_all_that_stand_in_it() -> None:
    arrows = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a", "e"}, "e": set()}
    assert circles(arrows) == [{"a", "b", "c"}]


def test_no_module_imports_one_that_imports_it() -> None:
    arrows = {path_of(file): {path_of(other) for other in imported(file)} for file in FILES}
    offenders = {path: len(circle) for circle in circles(arrows) for path in circle}
    assert not offenders


def place_of(file: Path) -> str:
    """The folder of a module; what stands in `ui` itself is below or above all its folders."""
    alone = file.parent == ROOT / "breakeven" / "ui"
    return path_of(file if alone else file.parent)


def test_no_folder_imports_one_that_imports_it() -> None:
    arrows: dict[str, set[str]] = {place_of(file): set() for file in FILES}
    for file in FILES:
        arrows[place_of(file)] |= {place_of(other) for other in imported(file)} - {place_of(file)}
    offenders = {path: len(circle) for circle in circles(arrows) for path in circle}
    assert not offenders


def is_own(node: ast.AST) -> bool:
    """Whether this imports a module of ours."""
    names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
    names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
    return any(name.split(".")[0] in ("breakeven", "metrics") for name in names)


def without_reason(file: Path) -> int:
    """Imports of ours in functions with no comment in them, nor above them and their neighbours."""
    functions = [node for node in nodes_of(file) if isinstance(node, Function)]
    inside = {node for each in functions for node in ast.walk(each)}
    imports = [node for node in inside if isinstance(node, ast.Import | ast.ImportFrom)]
    starts = {node.end_lineno: node.lineno for node in imports}
    lines = ["", *lines_of(file)]

    def has_none(node: ast.stmt) -> bool:
        first = node.lineno
        while first - 1 in starts:
            first = starts[first - 1]
        above = lines[first - 1].lstrip()
        return not above.startswith("#") and "#" not in "".join(
            lines[first : (node.end_lineno or first) + 1]
        )

    return sum(is_own(node) and has_none(node) for node in imports)


def test_an_import_in_a_function_says_why_it_stands_there() -> None:
    # speed is a reason; a circle is none, and the tests of circles and tables count these imports
    assert not [path_of(file) for file in FILES if without_reason(file)]


def assigned(node: ast.stmt) -> list[str]:
    """The names that a statement gives a value."""
    if isinstance(node, ast.AnnAssign):
        return [ast.unparse(node.target)]
    targets = node.targets if isinstance(node, ast.Assign) else []
    return [each.id for t in targets for each in ast.walk(t) if isinstance(each, ast.Name)]


def defined(file: Path) -> Iterator[tuple[str, ast.stmt]]:
    """The names that a module defines at its top, and where."""
    for node in tree_of(file).body:
        if isinstance(node, Function | ast.ClassDef):
            yield node.name, node
        yield from ((name, node) for name in assigned(node))


def is_type(name: str, node: ast.stmt) -> bool:
    if isinstance(node, ast.AnnAssign):
        return ast.unparse(node.annotation) == "TypeAlias"
    alias = isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript)
    return isinstance(node, ast.ClassDef) or (alias and not name.isupper() and name[0].isupper())


def test_the_name_of_a_class_stands_once() -> None:
    names = Counter(
        name
        for file in FILES
        for name, node in defined(file)
        if name[0] != "_" and is_type(name, node)
    )
    assert not {name: n for name, n in names.items() if n > 1}


def test_no_public_name_is_made_of_words_that_stand_for_nothing() -> None:
    # the top of a page is a script: its names are nobody else's
    modules = [file for file in FILES if not path_of(file).startswith("pages/")]
    names = [
        (file, name) for file in modules for name in (file.stem, *(n for n, _ in defined(file)))
    ]
    offenders = {
        f"{path_of(file)}: {name}": 1
        for file, name in names
        if name[0] != "_" and STOP & {word.lower() for word in WORD.findall(name)}
    }
    assert not offenders


def named_in(node: ast.AST) -> Iterator[str]:
    """Functions, parameters, fields, and variables of long functions, as in `NAMED_BY_USE`."""
    if isinstance(node, ast.ClassDef):
        fields = (each.target for each in node.body if isinstance(each, ast.AnnAssign))
        yield from (f"{node.name}.{each.id}" for each in fields if isinstance(each, ast.Name))
    if not isinstance(node, Function):
        return
    yield node.name
    yield from (f"{node.name}({a.arg})" for a in ast.walk(node.args) if isinstance(a, ast.arg))
    if (node.end_lineno or 0) - node.body[0].lineno >= MANY_LINES:
        stored = (each for each in ast.walk(node) if isinstance(each, ast.Name))
        yield from {f"{node.name}: {e.id}" for e in stored if isinstance(e.ctx, ast.Store)}


def says_nothing(name: str) -> bool:
    """Whether the last part of `function(name)`, `Class.name` or `function: name` means nothing."""
    last = re.findall(r"\w+", name)[-1]
    words = {word.lower() for word in WORD.findall(last)}
    return last in ALONE or bool(words & STOP and words <= STOP | FILLERS)


def test_no_name_stands_for_nothing() -> None:
    programs = (
        file for room in ("tests", "benchmarks", "script") for file in (ROOT / room).rglob("*.py")
    )
    offenders = {
        f"{path_of(file)}: {name}"
        for file in (*FILES, *programs)
        for node in nodes_of(file)
        for name in named_in(node)
        if says_nothing(name) and name not in NAMED_BY_USE
    }
    used = {name for file in FILES for node in nodes_of(file) for name in named_in(node)}
    assert not offenders
    assert used >= NAMED_BY_USE


@pytest.mark.parametrize("name", OWNERS)
def test_what_all_share_is_defined_once(name: str) -> None:
    places = {path_of(file) for file in FILES for each, _ in defined(file) if each == name}
    offenders = {f"{name} in {place}": 1 for place in places - {OWNERS[name]}}
    if OWNERS[name] not in places:
        offenders[f"{name} not in {OWNERS[name]}"] = 1
    assert not offenders


def spelled_out(node: ast.AST) -> bool:
    """Whether the averages or the cells stand in a row, as texts or as attributes."""
    if not isinstance(node, ast.Tuple | ast.List | ast.Set):
        return False
    row = [
        getattr(each, "value" if isinstance(each, ast.Constant) else "attr", "")
        for each in node.elts
    ]
    return any(tuple(row[i : i + 3]) in SPELLED_OUT for i in range(len(row)))


def test_averages_and_cells_are_not_spelled_out_again() -> None:
    offenders = Counter(
        path_of(file)
        for file in FILES
        if path_of(file) not in SPELLS_OUT
        for node in nodes_of(file)
        if spelled_out(node)
    )
    assert not offenders


def defaults(file: Path) -> Iterator[tuple[str, ast.expr | None]]:
    """Parameters and fields with the value each has where nobody says."""
    for node in nodes_of(file):
        if isinstance(node, ast.arguments):
            by_place = [*node.posonlyargs, *node.args]
            for arg, value in zip(reversed(by_place), reversed(node.defaults), strict=False):
                yield arg.arg, value
            yield from zip((a.arg for a in node.kwonlyargs), node.kw_defaults, strict=True)
        elif isinstance(node, ast.AnnAssign):
            yield ast.unparse(node.target), node.value


def test_no_beta_has_a_default_of_its_own() -> None:
    offenders = Counter(
        path_of(file)
        for file in FILES
        for name, value in defaults(file)
        if name == "beta" and isinstance(value, ast.Constant) and value.value is not None
    )
    assert not offenders


def test_a_result_is_a_record_and_no_open_dictionary() -> None:
    offenders = Counter(
        path_of(file)
        for file in FILES
        if file.is_relative_to(ROOT / "breakeven" / "results")
        for node in nodes_of(file)
        if isinstance(node, Function) and node.name != "to_dict"
        if node.returns is not None and OPEN in ast.unparse(node.returns)
    )
    assert not offenders


def is_tested(file: Path) -> bool:
    """By its name at its place, by the page it is a part of, or by what its docstring names."""
    path = file.relative_to(ROOT)
    name = path.parent.name if path.name == "__init__.py" else path.stem
    places = [TESTS / path.parent / f"test_{name}.py"]
    if path.parts[:2] == ("breakeven", "ui"):
        places.append(TESTS / "pages" / f"test_{path.parts[2]}.py")
    named = re.findall(r"\btest_\w+", ast.get_docstring(tree_of(file)) or "")
    return any(place.exists() for place in places) or any(
        [*TESTS.rglob(f"{each}.py")] for each in named
    )


def test_a_long_module_says_where_it_is_tested() -> None:
    modules = [file for file in FILES if file.is_relative_to(ROOT / "breakeven")]
    modules += [file for file in FILES if file.is_relative_to(ROOT / "metrics")]
    offenders = {
        path_of(file): 1 for file in modules if len(lines_of(file)) > TESTED and not is_tested(file)
    }
    assert not offenders


def test_a_page_is_named_by_its_record_alone() -> None:
    offenders = {
        path_of(file)
        for file in FILES
        for node in nodes_of(file)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if PAGE.fullmatch(node.value)
    }
    assert offenders == SAYS_WHERE_PAGES_ARE


def test_the_parts_of_a_page_are_headed_by_the_level_below_its_title() -> None:
    # `st.subheader` is of the third level, and would leave out the second
    offenders = {
        path_of(file)
        for file in FILES
        for node in nodes_of(file)
        if isinstance(node, ast.Attribute) and node.attr == "subheader"
    }
    assert not offenders


def passes_by_markup(node: ast.AST) -> bool:
    """Whether this shows a text as HTML, or makes HTML of a text that is put together."""
    if not isinstance(node, ast.Call):
        return False
    made = ast.unparse(node.func) == "Markup"
    unsafe = any(keyword.arg == "unsafe_allow_html" for keyword in node.keywords)
    shown = ast.unparse(node.func) in ("st.html", "streamlit.html") or unsafe
    return shown or (made and not all(isinstance(arg, ast.Constant) for arg in node.args))


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("Markup('<b>{}</b>').format(name)", False),
        ("Markup(f'<b>{name}</b>')", True),
        ("Markup(text)", True),
        ("st.html(Markup('<b>x</b>'))", True),
        ("st.markdown(text, unsafe_allow_html=True)", True),
    ],
)
def test_html_past_its_type_is_seen(code: str, wrong: bool) -> None:
    assert any(map(passes_by_markup, ast.walk(ast.parse(code)))) == wrong


def test_html_of_pages_is_escaped_by_its_type() -> None:
    on_screen = [file for file in FILES if path_of(file).startswith(("breakeven/ui/", "pages/"))]
    offenders = Counter(
        path_of(file)
        for file in on_screen
        if not path_of(file).startswith("breakeven/ui/components/")
        for node in nodes_of(file)
        if passes_by_markup(node)
    )
    assert not offenders


# what goes on and on is told from what ends; one burns time on purpose
MAY_READ_THE_PROCESSORS_CLOCK = {
    "tests/hanging.py",
    "tests/breakeven/readers/base/test_memory_limits.py",
    "tests/breakeven/readers/containers/test_archives.py",
}


def test_no_test_measures_speed() -> None:
    # a busy machine fails it where nothing is wrong; `benchmarks/` measures against a peer
    clocks = re.compile(r"\b(process_time|perf_counter|thread_time)\b")
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests").rglob("*.py")
        if path != Path(__file__) and clocks.search(path.read_text(encoding="utf-8"))
    }
    assert found <= MAY_READ_THE_PROCESSORS_CLOCK
