"""A module with one thing in it changed: what there is to change, and what it may become."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
COVERED = ("metrics", "breakeven")
# texts and names: what they say is held word by word by other tests, or is not held at all;
# a published version of the library's tables is never changed again
LEFT_OUT = (
    "metrics/catalogue/",
    "metrics/typing.py",
    "breakeven/store/migrations/versions/",
)


@dataclass(frozen=True)
class Mutant:
    """One change: in which module and function, of what line, to what."""

    file: str
    function: str
    line: int
    was: str
    now: str
    number: int

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What it is known by, wherever the line moves to."""
        return self.file, self.function, self.was, self.now


COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in the place of a node."""
    yield from _of_a_value(node)
    match node:
        case ast.If() | ast.IfExp() | ast.While():
            new = copy.deepcopy(node)
            new.test = ast.UnaryOp(ast.Not(), node.test)
            yield new
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call()):
            yield ast.Pass()
        case ast.Continue():
            yield ast.Break()


def _of_a_value(node: ast.AST) -> Iterator[ast.AST]:
    new: Any = copy.deepcopy(node)
    match node:
        case ast.Compare(ops=ops):
            for i, op in enumerate(() if _is_tolerant(node) else ops):
                new = copy.deepcopy(node)
                new.ops[i] = COMPARED[type(op)]()
                yield new
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in COMPUTED:
            if not _is_text(node) and not _is_tolerant(node):
                new.op = COMPUTED[type(op)]()
                yield new
        case ast.BoolOp(op=op):
            new.op = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield new
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
            yield node.operand
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() | float() as number):
            yield ast.Constant(number + 1)


def _is_tolerant(node: ast.AST) -> bool:
    """Whether it says how far rounding may reach: there equality is no case of its own."""
    return any(isinstance(part, ast.Name) and part.id == "EQUAL" for part in ast.walk(node))


def _is_text(node: ast.AST) -> bool:
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else ()
    return any(
        isinstance(side, ast.JoinedStr)
        or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in sides
    )


def mutants_of(file: str) -> list[Mutant]:
    """Every mutant of a module; annotations, docstrings and messages stay as they are."""
    text = (ROOT / file).read_text(encoding="utf-8")
    lines = text.splitlines()
    return [
        Mutant(file, function, node.lineno, _located(node, lines), _source_of(new), number)
        for number, (node, new, _, function) in enumerate(_changed(ast.parse(text)))
    ]


def source_of(mutant: Mutant) -> str:
    """The whole module with the one change."""
    tree = ast.parse((ROOT / mutant.file).read_text(encoding="utf-8"))
    node, new, (parent, name, place), _ = list(_changed(tree))[mutant.number]
    _put(parent, name, place, ast.copy_location(new, node))
    return ast.unparse(ast.fix_missing_locations(tree))


def _changed(tree: ast.Module) -> Iterator[tuple[Any, ast.AST, tuple, str]]:
    """Each node that may change, what to, where it stands, and in which function."""
    for parent, name, place, function in _places(tree, ""):
        node = _at(parent, name, place)
        for new in changes(node):
            yield node, new, (parent, name, place), function


def _at(parent: ast.AST, name: str, place: int | None) -> Any:
    value = getattr(parent, name)
    return value if place is None else value[place]


def _put(parent: ast.AST, name: str, place: int | None, node: ast.AST) -> None:
    if place is None:
        setattr(parent, name, node)
    else:
        getattr(parent, name)[place] = node


def _located(node: Any, lines: list[str]) -> str:
    """A node, where it stands in its line, and the line: known again wherever that moves to."""
    line = lines[node.lineno - 1]
    at = node.col_offset - (len(line) - len(line.lstrip()))
    return f"{_source_of(node)} @ {at} | {line.strip()}"


def _source_of(node: ast.AST) -> str:
    return ast.unparse(node).partition("\n")[0]


QUIET_FIELDS = {"annotation", "returns", "decorator_list", "type_params"}


def _places(node: ast.AST, function: str) -> Iterator[tuple[ast.AST, str, int | None, str]]:
    for name, value in ast.iter_fields(node):
        if name in QUIET_FIELDS:
            continue
        children = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for place, child in children:
            if not isinstance(child, ast.AST) or _is_quiet(child):
                continue
            own = function
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                own = f"{function}.{child.name}".strip(".")
            if hasattr(child, "lineno"):
                yield node, name, place, own
            yield from _places(child, own)


def _is_quiet(node: ast.AST) -> bool:
    """What no test need notice: docstrings, asserts for types, imports, words, guards."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Assert() | ast.JoinedStr():
            return True
        case ast.Subscript(value=ast.Name(id="Literal")):
            return True  # of types only
        case ast.BinOp(left=ast.Name(id="EQUAL"), op=ast.Mult()):
            return True  # how far rounding may reach
        case ast.keyword(
            arg="strict" | "copy" | "zero_copy_only" | "use_threads" | "kw_only" | "stacklevel"
        ):
            return True  # a guard, or another way to the same values
        case ast.Import() | ast.ImportFrom() | ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
    return False


def modules(named: list[str]) -> list[str]:
    """The modules of these files and folders."""
    files: list[Path] = []
    for name in named or COVERED:
        path = ROOT / name
        files += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    names = [str(f.relative_to(ROOT)) for f in files]
    return [name for name in names if not name.startswith(LEFT_OUT)]
