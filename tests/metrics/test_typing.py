"""What all arithmetic shares has one definition, which nobody writes down a second time."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from script.wings import files
from tests.paths import ROOT


def is_number(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def names_beta(node: ast.expr) -> bool:
    """Whether it asks something by the name of β: `"beta"`, `"--beta"`, `chosen.get("beta")`."""
    if isinstance(node, ast.Call):
        return any(names_beta(given) for given in node.args)
    return isinstance(node, ast.Constant) and node.value in ("beta", "--beta")


def literal_betas(tree: ast.AST) -> Iterator[ast.AST]:
    """Parameters and fields called beta whose default is a number, and readings of one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            by_place = [*node.args.posonlyargs, *node.args.args]
            defaults = node.args.defaults
            yield from (
                parameter
                for parameter, default in [
                    *zip(by_place[len(by_place) - len(defaults) :], defaults, strict=True),
                    *zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True),
                ]
                if parameter.arg == "beta" and is_number(default)
            )
        elif isinstance(node, ast.AnnAssign):
            if isinstance(node.target, ast.Name) and node.target.id == "beta":
                yield from [node] if is_number(node.value) else []
        elif isinstance(node, ast.Call):
            after = dict(zip(node.args, node.args[1:], strict=False))
            values = [after.get(given) for given in node.args if names_beta(given)]
            if values:
                values += [word.value for word in node.keywords if word.arg == "default"]
            yield from [node] if any(map(is_number, values)) else []


def test_no_default_of_beta_is_written_down_a_second_time() -> None:
    wrong = [
        f"{file.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
        for file in files()
        for node in literal_betas(ast.parse(file.read_text(encoding="utf-8")))
    ]
    assert not wrong, "take DEFAULT_BETA of metrics.typing"


@pytest.mark.parametrize(
    "text",
    [
        "def f(table, beta=1.0): ...",
        "def f(table, *, beta: float = 1): ...",
        "class Rule:\n    beta: float = 1.0",
        "parser.add_argument('--beta', type=float, default=1.0)",
        "door.number(number, given, 'beta', 1.0)",
        "number(chosen.get('beta'), 1.0, 0.0, inf)",
    ],
)
def test_a_default_of_beta_that_is_written_down_is_seen(text: str) -> None:
    assert list(literal_betas(ast.parse(text)))
    assert not list(literal_betas(ast.parse(text.replace("1.0", "B").replace("= 1)", "= B)"))))
