"""A measure of one's own, as arithmetic of a contingency table: read, checked, never run as code.

A formula is parsed by Python's `ast` and only what is listed here is taken of it: the counts tp,
fp, fn, tn and n, numbers, brackets, + - * / and powers up to `MOST_POWER`. Everything else is
refused with the column where it stands.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from metrics.measures import ratio
from metrics.tallies import ContingencyTable
from metrics.typing import CELLS, Array

# beyond this nobody reads a formula, and none of the literature is as long
MOST_CHARACTERS, MOST_PARTS, MOST_DEPTH = 200, 100, 20
# what a power may be; and what powers of powers may come to
MOST_POWER, MOST_DEGREE = 4, 8
LARGEST_NUMBER = 1e9
TOTAL = "n"
NAMES = (*CELLS, TOTAL)
Direction = Literal["higher", "lower"]


class FormulaError(ValueError):
    """A formula is refused: at which column, from 1, what is wrong, and the remedy."""

    def __init__(self, column: int, what: str, remedy: str) -> None:
        super().__init__(f"column {column}: {what}; {remedy}")
        self.column, self.what, self.remedy = column, what, remedy


@dataclass(frozen=True)
class Formula:
    """Arithmetic of tp, fp, fn, tn and n, a function of a table. `text`: as `parsed` took it."""

    text: str

    @cached_property
    def _tree(self) -> ast.expr:
        return _checked(self.text)

    def __call__(self, table: ContingencyTable) -> Array:
        """The value per unit, shaped as the table.

        NaN where something is divided by 0, a root is taken of less than 0, a count is not known,
        or the number is beyond a double. `n`: all judged decisions, tp + fp + fn + tn; of one class
        its documents.
        """
        counts: Mapping[str, Any] = {
            **{name: np.asarray(getattr(table, name), dtype=float) for name in CELLS},
            TOTAL: np.asarray(table.total, dtype=float),
        }
        with np.errstate(all="ignore"):
            value = _value(self._tree, counts)
            # a formula of numbers alone is the same for every unit
            value = np.broadcast_to(value, np.shape(table.tp))
        return np.where(np.isfinite(value), value, np.nan)[()]


def parsed(text: str) -> Formula:
    """The formula of a text. FormulaError where it is anything but arithmetic of counts.

    >>> float(parsed("(5*fn + fp)/n")(ContingencyTable(*map(np.array, (6, 1, 2, 1)))))
    1.1
    """
    _checked(text)
    return Formula(text)


def _checked(text: str) -> ast.expr:
    if not text.strip():
        raise FormulaError(1, "there is no formula", f"write one of {', '.join(NAMES)}")
    if len(text) > MOST_CHARACTERS:
        what = f"it has more than {MOST_CHARACTERS} characters"
        raise FormulaError(MOST_CHARACTERS + 1, what, "write it shorter")
    _must_be_flat(text)
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        # what ends too early has no place: its end is meant
        offset = getattr(error, "offset", None) or len(text)
        column = min(offset + len(text) - len(text.lstrip()), len(text))
        raise FormulaError(column, "it is no formula", "write it as (5*fn + fp)/n") from None
    checker = _Checker(len(text) - len(text.lstrip()))
    checker.visit(tree, 1)
    if not checker.names:
        raise FormulaError(1, "no count is in it", f"use one of {', '.join(NAMES)}")
    return tree


def _must_be_flat(text: str) -> None:
    """Refused before it is parsed: brackets in brackets, which take the parser's stack."""
    deep = 0
    for column, sign in enumerate(text, 1):
        deep += (sign in "([{") - (sign in ")]}")
        if deep > MOST_DEPTH:
            what = f"brackets stand more than {MOST_DEPTH} deep"
            raise FormulaError(column, what, "write it with fewer")
        if sign in "\n\r\\#":
            raise FormulaError(column, "it goes on after its line", "write it on one line")
        if not (sign.isascii() and sign.isprintable()):
            raise FormulaError(column, "a character is no part of arithmetic", REMEDY)


OPERATORS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: np.add,
    ast.Sub: np.subtract,
    ast.Mult: np.multiply,
    ast.Div: ratio,
    ast.Pow: np.power,
}
REMEDY = f"use numbers, {', '.join(NAMES)}, brackets and + - * / **"


class _Checker:
    """Walks a formula, and refuses what is none of the parts that it may have."""

    def __init__(self, indent: int) -> None:
        self.indent, self.parts, self.names = indent, 0, False

    def refuse(self, node: ast.expr, what: str, remedy: str = REMEDY) -> FormulaError:
        return FormulaError(node.col_offset + 1 + self.indent, what, remedy)

    def visit(self, node: ast.expr, depth: int) -> float:
        """The degree of a part: by which power it grows with the counts, at most."""
        self.parts += 1
        if depth > MOST_DEPTH:
            raise self.refuse(node, f"it is more than {MOST_DEPTH} deep", "write it with fewer")
        if self.parts > MOST_PARTS:
            raise self.refuse(node, f"it has more than {MOST_PARTS} parts", "write it shorter")
        match node:
            case ast.Constant():
                self._number(node)
                return 0
            case ast.Name(id=name) if name in NAMES:
                self.names = True
                return 1
            case ast.Name(id=name):
                raise self.refuse(node, f"{_short(name)} is no count")
            case ast.UnaryOp(op=ast.UAdd() | ast.USub(), operand=operand):
                return self.visit(operand, depth + 1)
            case ast.BinOp(op=ast.Pow()):
                return self._power(node, depth)
            case ast.BinOp(op=operator) if type(operator) in OPERATORS:
                degrees = self.visit(node.left, depth + 1), self.visit(node.right, depth + 1)
                product = isinstance(operator, ast.Mult | ast.Div)
                return self._degree(node, sum(degrees) if product else max(degrees))
            case _:
                raise self.refuse(node, f"{_WHAT.get(type(node), 'this')} is not arithmetic")

    def _number(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.refuse(node, f"{_short(repr(value))} is not a number")
        if not math.isfinite(value) or abs(value) > LARGEST_NUMBER:
            raise self.refuse(node, f"a number is above {LARGEST_NUMBER:,.0f}", "write a smaller")

    def _power(self, node: ast.BinOp, depth: int) -> float:
        exponent = node.right
        power = exponent.value if isinstance(exponent, ast.Constant) else None
        if isinstance(power, bool) or not isinstance(power, int | float):
            remedy = "write it as **2 or **0.5"
            raise self.refuse(exponent, "a power is not a plain number", remedy)
        if not 0 < power <= MOST_POWER:
            remedy = f"write one above 0, and up to {MOST_POWER}"
            raise self.refuse(exponent, f"the power is {float(power):g}", remedy)
        self.parts += 1
        return self._degree(node, self.visit(node.left, depth + 1) * power)

    def _degree(self, node: ast.expr, degree: float) -> float:
        if degree > MOST_DEGREE:
            what = f"counts are multiplied more than {MOST_DEGREE} times with one another"
            raise self.refuse(node, what, "divide where it may be divided, or take a root")
        return degree


_WHAT: Mapping[type[ast.expr], str] = {
    ast.Call: "a call",
    ast.Attribute: "an attribute",
    ast.Subscript: "an index",
    ast.Compare: "a comparison",
    ast.Lambda: "a function",
    ast.IfExp: "a condition",
}


def _short(name: str) -> str:
    return name if len(name) <= 20 else f"{name[:19]}…"


def _value(node: ast.expr, counts: Mapping[str, Any]) -> Any:
    match node:
        case ast.Constant(value=value):
            return float(value)  # type: ignore[arg-type]
        case ast.Name(id=name):
            return counts[name]
        case ast.UnaryOp(op=operator, operand=operand):
            inner = _value(operand, counts)
            return -inner if isinstance(operator, ast.USub) else inner
        case ast.BinOp(left=left, op=operator, right=right):
            return OPERATORS[type(operator)](_value(left, counts), _value(right, counts))
    raise FormulaError(1, "it was not checked", "check it first")
